import sys
from pathlib import Path
sys.path.append(str(Path(__file__).resolve().parents[2] / "python"))
import basin

PUZZLE = "9..85......517648.1..4..53...1..2...7.83...9662..4.....1......8.9.2..3.5..3...92."
rows = [[9 * u + i for i in range(9)] for u in range(9)]
boxes = [[u // 3 * 27 + u % 3 * 3 + i // 3 * 9 + i % 3 for i in range(9)] for u in range(9)]
units = rows + list(zip(*rows)) + boxes
sudoku = basin.Problem([9] * 81, verifier=lambda value: sum(
    len(set(range(9)) - {value[square] for square in unit}) for unit in units))
for unit in units:
    for digit in range(9):  # learned from one board of eight queens: exactly one of these holds
        sudoku.add("queens-compact:one", [(square, digit) for square in unit])
given = enumerate(sys.argv[1] if len(sys.argv) > 1 else PUZZLE)
answer = sudoku.solve(fixed={i: int(c) - 1 for i, c in given if c in "123456789"}, seconds=60)
print("\n".join(" ".join(str(answer.values[s] + 1) for s in row) for row in rows), answer.kind)
