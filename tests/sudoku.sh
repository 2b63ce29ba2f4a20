#!/bin/bash
# sudoku.sh - Sudokus from outside: files of many, formats, models, random puzzles, bad files.
. "${0%/*}/support.bash"
energy="--energy $(best_energy sudoku)"
easy=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
solution=534678912672195348198342567859761423426853791713924856961537284287419635345286179
printf '%s\n' "$easy" >"$folder/easy.sudoku"

# solved LINE PUZZLE: rows, columns and boxes have all numbers, and givens are kept
solved()
{
    python3 - "$1" "$2" <<'END'
import sys
line, puzzle = sys.argv[1:]
n = {16: 4, 81: 9, 256: 16, 625: 25}[len(puzzle)]
b = int(n ** .5)
assert len(line) == n * n and all(p in ".0" or p == v for p, v in zip(puzzle, line)), line
for u in range(n):
    for unit in ([u * n + i for i in range(n)], [i * n + u for i in range(n)],
                 [(u // b * b + i // b) * n + u % b * b + i % b for i in range(n)]):
        assert len({line[i] for i in unit}) == n, unit
assert set(line) <= set("123456789ABCDEFGHIJKLMNOP"[:n])
END
}

# ------------------------------------------------------------------------------- one puzzle ----

expect solve 10 '' sudoku "$folder/easy.sudoku" $energy -q
[ "$(tr -dc 1-9 <"$out")" = $solution ] && [ "$(wc -l <"$out")" -eq 11 ] &&
    sed -n 4p "$out" | grep -qx '' && sed -n 1p "$out" | grep -qx '5 3 4  6 7 8  9 1 2'
verdict solve-grid $? "$(cat "$out")"
cp "$out" "$folder/grid"
expect line 10 '' sudoku "$folder/easy.sudoku" $energy -q --format line
[ "$(cat "$out")" = $solution ]
verdict line-form $? "$(cat "$out")"
cp "$out" "$folder/line"
[ "$(basin sudoku - $energy -q --format line <"$folder/easy.sudoku")" = $solution ]
verdict input $? "not solved from standard input"
expect summary 10 '^sudoku .*: solved, [0-9]* values and 51 variables narrowed, no search; .*sampler focus' \
    sudoku "$folder/easy.sudoku" $energy
expect whole 10 '^sudoku .*: solved; .*sampler focus' sudoku "$folder/easy.sudoku" $energy --whole
for threads in 1 2; do
    basin sudoku "$folder/easy.sudoku" $energy --threads $threads --seed 5 --format line 2>&1 |
        sed 's/, [0-9.]* s$//; s/, [0-9.]* ms$//' >"$folder/threads-$threads"
done
cmp -s "$folder/threads-1" "$folder/threads-2"
verdict threads $? "$(cat "$folder"/threads-?)"
expect sampler 10 'sampler basin' sudoku "$folder/easy.sudoku" $energy --sampler basin --time 50

expect check-grid 0 '' check "$folder/easy.sudoku" "$folder/grid" -q
expect check-line 0 '' check "$folder/easy.sudoku" "$folder/line" -q
sed 's/^5/6/' "$folder/line" >"$folder/wrong"
expect check-wrong 1 '' check "$folder/easy.sudoku" "$folder/wrong" -q
grep -qx 'solution 1: 4 constraints broken' "$out"  # a given changed; 5 is missing in three units
verdict check-counts $? "$(cat "$out")"
expect fix 1 'the problem itself gives' sudoku "$folder/easy.sudoku" $energy --fix "$folder/wrong"
expect start 10 '' sudoku "$folder/easy.sudoku" $energy --start "$folder/line" -q --steps 1

expect draw 0 '' draw instance "$folder/easy.sudoku" "$folder/line" -o "$folder/p.svg"
[ "$(grep -o '<text' "$folder/p.svg" | wc -l)" -ge 81 ] &&
    [ "$(grep -o 'font-weight="bold"' "$folder/p.svg" | wc -l)" -lt 40 ]
verdict draw-givens $? "$(grep -c '<text' "$folder/p.svg") numbers"
expect map 0 '' draw map "$folder/easy.sudoku" "$folder/wrong" -o "$folder/m.svg" $energy

expect best 0 'not solved' sudoku "$folder/easy.sudoku" $energy --steps 1 --whole

# ---------------------------------------------------------------------------------- models ----

if [ "$(best_energy queens)" = compact ]; then
    expect queens-model 10 '' sudoku "$folder/easy.sudoku" --model queens-compact -q --format line
    [ "$(cat "$out")" = $solution ]
    verdict queens-model-right $? "$(cat "$out")"
else
    echo "skip sudoku-queens-model no built-in model"
fi
refuse sat-model 'sat-exact: a model of sat, not of sudoku' sudoku "$folder/easy.sudoku" \
    --model sat-exact
refuse paper 'no built-in paper model for sudoku' sudoku "$folder/easy.sudoku" --method paper
refuse other-way 'sudoku-exact: a model of sudoku, not of queens' queens 8 --model sudoku-exact
basin train sudoku --steps 3 -q -o "$folder/short.safetensors"
expect train 0 '' model show "$folder/short.safetensors"
grep -q '^domain: sudoku' "$out" && grep -q '324 groups of the solved Sudoku' "$out"
verdict train-says $? "$(head -c 300 "$out")"

# ----------------------------------------------------------------------------- many in a file ----

{
    echo "# three puzzles"
    echo "$easy a name"
    echo "${easy//./0},$solution"
    echo
    echo "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
} >"$folder/many.txt"
expect index 10 '' sudoku "$folder/many.txt" --index 1 $energy -q --format line
[ "$(cat "$out")" = $solution ]
verdict index-right $? "$(cat "$out")"
expect colon 10 '' sudoku "$folder/many.txt:1" $energy -q --format line
expect past 1 'no puzzle 3; it has 3, from 0' sudoku "$folder/many.txt:3" $energy
basin eval sudoku "$folder/many.txt" --steps 2000 $energy >"$out" 2>&1
[ "$(grep -c 'many.txt:[012]' "$out")" -eq 3 ]
verdict eval-all $? "$(cat "$out")"
basin eval sudoku "$folder/many.txt" --index 0-1 --jsonl - $energy >"$out" 2>"$err"
json_lines <"$out" && [ "$(wc -l <"$out")" -eq 2 ]
verdict eval-index $? "$(cat "$out")"

# --------------------------------------------------------------------------- random puzzles ----

expect gen-any 0 '' gen sudoku 16 --kind any --width 180 -o "$folder/16.sudoku"
grep -q 'was not judged' "$folder/16.sudoku"
verdict gen-any-says $? "$(head -2 "$folder/16.sudoku")"
expect solve-16 10 '' sudoku "$folder/16.sudoku" $energy -q --format line
solved "$(cat "$out")" "$(grep -v '^#' "$folder/16.sudoku" | cut -d' ' -f1)" 2>"$err"
verdict solved-16 $? "$(tail -1 "$err")"
expect gen-25 0 '' gen sudoku 25 --kind any --ratio 0.8 --seed 4 -o "$folder/25.sudoku"
expect solve-25 10 '' sudoku "$folder/25.sudoku" $energy -q --format line
solved "$(cat "$out")" "$(grep -v '^#' "$folder/25.sudoku" | cut -d' ' -f1)" 2>"$err"
verdict solved-25 $? "$(tail -1 "$err")"
expect gen-many 0 '' gen sudoku 9 --kind any --width 50 --count 3 -o "$folder/three"
[ "$(ls "$folder/three" | tr '\n' ' ')" = \
    'sudoku-9-0001.sudoku sudoku-9-0002.sudoku sudoku-9-0003.sudoku ' ]
verdict gen-names $? "$(ls "$folder/three")"
basin eval sudoku "$folder/three" $energy >"$out" 2>&1
grep -q '3 of 3 ' "$out"
verdict eval-folder $? "$(cat "$out")"
refuse gen-side 'a side of 10; it is 4, 9, 16 or 25' gen sudoku 10
refuse gen-width '90 givens of 81 squares' gen sudoku 9 --width 90
# Nobody to ask: it says so.
PATH=/nowhere "$(command -v "$BASIN")" gen sudoku 9 --width 30 >"$out" 2>"$err"
grep -q '^# whether it has other solutions was not judged$' "$out"
verdict gen-nobody $? "$(cat "$out" "$err")"
if ! command -v cadical >/dev/null; then
    echo "skip sudoku-unique no cadical"
else
    for width in 26 30; do
        expect gen-unique-$width 0 '' gen sudoku --width $width --seed $width -o "$folder/u.sudoku"
        python3 - "$folder/u.sudoku" $width 2>"$err" <<'END'
import sys
lines = open(sys.argv[1]).read().split("\n")
assert "one solution, as cadical found" in lines[1], lines
puzzle, hidden = lines[2].split()
assert sum(c != "." for c in puzzle) >= int(sys.argv[2])
peers = [[j for j in range(81) if j != i and (j // 9 == i // 9 or j % 9 == i % 9 or
                                              (j // 27, j % 9 // 3) == (i // 27, i % 9 // 3))]
         for i in range(81)]
found = []
def search(grid):
    if len(found) > 1:
        return
    best = None
    for i in range(81):
        if grid[i] == ".":
            may = set("123456789") - {grid[j] for j in peers[i]}
            if best is None or len(may) < len(best[1]):
                best = i, may
    if best is None:
        found.append("".join(grid))
        return
    for v in best[1]:
        grid[best[0]] = v
        search(grid)
        grid[best[0]] = "."
search(list(puzzle))
assert found == [hidden], found
END
        verdict unique-$width $? "$(tail -1 "$err")"
        expect unique-solve-$width 10 '' sudoku "$folder/u.sudoku" $energy -q --format line
        [ "$(cat "$out")" = "$(tail -1 "$folder/u.sudoku" | cut -d' ' -f2)" ]
        verdict unique-right-$width $? "$(cat "$out")"
    done
fi

# --------------------------------------------------------------------------------- bad files ----

bad()
{
    printf '%b' "$2" >"$folder/bad.sudoku"
    refuse "$1" "bad.sudoku$3" sudoku "$folder/bad.sudoku"
}
bad empty '' ': no puzzle in it'
bad comments '# none\n\n' ': no puzzle in it'
bad short "${easy%?}\n" ':1: a puzzle of 80 characters; one has 16, 81, 256 or 625'
bad long "$easy.\n" ':1: a puzzle of 82 characters'
bad rows '53..7....\n6..195...\n' ':1: a puzzle of 9 characters'
bad sign "${easy/7/x}\n" ':1: "x" in row 1, column 5, where 1 to 9, or 0 or . '
bad high "${easy/7/A}\n" ':1: "A" in row 1, column 5'
bad header "quizzes,solutions\n$easy\n" ':1: a puzzle of 7 characters'
bad zero "${easy%?}\\0\n" ': a zero byte in it'
refuse missing 'none.sudoku: ' sudoku "$folder/none.sudoku"
printf '55%s\n' "${easy#??}" >"$folder/twice.sudoku"
expect_lines twice 0 'at least 1 constraint stays broken: 5 is given twice in row 1$' 'not solved' -- \
    sudoku "$folder/twice.sudoku" $energy --steps 10 --format line
tail -1 "$out" | grep -q '^c 55'
verdict twice-kept $? "$(cat "$out")"
