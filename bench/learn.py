#!/usr/bin/env python3
"""learn.py - how much of a hidden rule `basin.learn` finds: 200 valid examples or fewer each.

    python3 bench/learn.py [SEED [CASE...]]

Each case draws examples from a rule that basin never sees, learns, and holds the networks, at the
corners, against the rule: on all tuples, or on 50,000 of each side where there are more (of a staffed day 2,000). "sure" is
what basin says of itself; a miss that it did not warn of is marked.
"""
import itertools
import random
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "python"))
import basin

MOST = 50000
GRID = ("534678912672195348198342567859761423426853791713924856961537284287419635"
        "345286179")


def lines_of_grid():
    """The 27 lines of one solved Sudoku."""
    rows = [range(9 * r, 9 * r + 9) for r in range(9)]
    columns = [range(c, 81, 9) for c in range(9)]
    boxes = [[9 * (3 * (b // 3) + i // 3) + 3 * (b % 3) + i % 3 for i in range(9)]
             for b in range(9)]
    return [tuple(GRID[i] for i in line) for line in rows + columns + boxes]


def week_holds(week):
    """Rest after nights, at most five working days, weekends free or worked together."""
    return (all(b in "NR" for a, b in zip(week, week[1:]) if a == "N")
            and sum(day != "R" for day in week) <= 5
            and (week[5] == "R") == (week[6] == "R"))


def day_holds(day):
    return day.count("D") >= 14 and day.count("N") >= 8


def draw_day(dice):
    while True:
        day = tuple(dice.choices("DNR", (0.4, 0.25, 0.35))[0]
                    for _ in range(dice.choice((38, 40, 42))))
        if day_holds(day):
            return day


def cases(dice):
    """(name, values, places, rule, how many examples, how to draw one)"""
    pairs = {(a, b) for a in "abcdefghijkl" for b in "abcdefghijkl" if dice.random() < 0.5}

    def uniform(values, places, rule):
        known = [t for t in itertools.product(values, repeat=places) if rule(t)]
        return lambda: dice.choice(known)

    def case(name, values, places, rule, count=200, draw=None):
        return name, values, places, rule, count, draw or uniform(values, places, rule)

    grid = iter(lines_of_grid())
    yield case("different, 2 of 9", range(1, 10), 2, lambda t: t[0] != t[1])
    yield case("all-different of 9", "123456789", 9, lambda t: len(set(t)) == 9, 27,
               lambda: next(grid))
    yield case("exactly one of 8", range(2), 8, lambda t: sum(t) == 1)
    yield case("at most one of 8", range(2), 8, lambda t: sum(t) <= 1)
    yield case("3-clause", range(2), 3, lambda t: t != (0, 1, 0))
    yield case("parity of 3", range(2), 3, lambda t: sum(t) % 2 == 1)
    yield case("less-than of 10", range(10), 2, lambda t: t[0] < t[1])
    yield case("table of pairs of 12", "abcdefghijkl", 2, lambda t: t in pairs)
    yield case("work week", "DNR", 7, week_holds)
    yield case("staffed day of 40", "DNR", 40, day_holds, 150, lambda: draw_day(dice))


def rows_to_ask(dice, values, places, rule, draw):
    """Valid and invalid tuples: all of them, or many drawn ones."""
    if len(values) ** places <= 20000:
        everything = list(itertools.product(values, repeat=places))
        return ([t for t in everything if rule(t)], [t for t in everything if not rule(t)])
    valid, invalid = [], []
    most = MOST if places == 9 else 2000
    while len(valid) < most or len(invalid) < most:
        if places == 9:
            row = tuple(dice.sample(values, 9))
        else:
            row = draw()
            while len(row) != places:
                row = draw()
        if len(valid) < most:
            valid.append(row)
        changed = list(row)
        for _ in range(dice.choice((1, 1, 2, 3, places))):
            changed[dice.randrange(places)] = dice.choice(values)
        if not rule(tuple(changed)) and len(invalid) < most:
            invalid.append(tuple(changed))
        elif len(invalid) < most and places == 40:
            short = ["R" if dice.random() < 0.5 else x for x in row]
            if not rule(tuple(short)):
                invalid.append(tuple(short))
    return valid, invalid


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    print("%-22s %8s %8s %10s %10s %9s  %s" % ("rule", "examples", "seconds", "valid %",
                                              "invalid %", "tuples", "sure"))
    for name, values, places, rule, count, draw in cases(random.Random(seed)):
        if len(sys.argv) > 2 and name not in sys.argv[2:]:
            continue
        dice = random.Random(seed + 1)
        examples = [draw() for _ in range(count)]
        begun = time.monotonic()
        model = basin.learn(examples, seed=seed)
        took = time.monotonic() - begun
        problem = basin.Problem([len(values)] * places)
        problem.add(model, range(places))
        asked = rows_to_ask(dice, list(values), places, rule, draw)
        right = [sum((problem.check([model.number(x) for x in row]) == 0) == (side == 0)
                     for row in rows) / len(rows) for side, rows in enumerate(asked)]
        good = min(right) >= 0.999
        print("%-22s %8d %8.1f %10.3f %10.3f %9d  %s%s"
              % (name, len(examples), took, 100 * right[0], 100 * right[1],
                 sum(map(len, asked)), "yes" if model.found.sure else "no: " + model.found.why,
                 "  MISSED" if model.found.sure and not good else ""), flush=True)


if __name__ == "__main__":
    main()
