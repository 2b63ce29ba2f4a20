"""table.py - Markdown tables of the runs in build/bench/*.jsonl (or BENCH): what race.py measured.

    table.py [SET...]      these sets of instances; without any, all of them

Each table has a row for each set of instances and a column for each solver: basin's continuous
search (--sampler basin), its search over assignments (--sampler focus), its default, then the
others. A run that did not solve its instance counts with the time that it took. The last table has
the ratios: the processor time of each solver to that of basin's default on the same instances.
"""
import collections
import glob
import json
import os
import sys

OURS = ["continuous", "focus", "default"]


def read(sets):
    """runs[set][solver] is a list of runs."""
    runs = collections.defaultdict(dict)
    for path in sorted(glob.glob(os.path.join(os.environ.get("BENCH", "build/bench"),
                                              "*.*.jsonl")), key=os.path.getmtime):
        rows = [json.loads(line) for line in open(path)]
        if "solver" in rows[0] and (not sets or rows[0]["set"] in sets):
            runs[rows[0]["set"]][rows[0]["solver"]] = rows
    return runs


def mean(rows, key):
    return sum(row[key] for row in rows) / len(rows)


def amount(value):
    return "%.3f" % value if value < 1 else "%.3g" % value


def cell(rows):
    return "%d of %d, %s s (%s)" % (sum(row["solved"] for row in rows), len(rows),
                                    amount(mean(rows, "seconds")),
                                    amount(mean(rows, "processor_seconds")))


def ratio(rows, ours):
    """With a star where one of the two left something unsolved: it might have taken longer."""
    whole = all(row["solved"] for row in rows + ours)
    return amount(mean(rows, "processor_seconds") / max(mean(ours, "processor_seconds"), 1e-6)) + \
        ("" if whole else "*")


def listed(every, key):
    """All values that a member has in the runs, sorted."""
    return ", ".join(sorted({str(run[key]) for run in every}))


def table(runs, solvers, make):
    print("| instances | %s |" % " | ".join(solvers))
    print("| --- |%s" % (" --- |" * len(solvers)))
    for name, row in runs.items():
        cells = [make(row[solver], row) if solver in row else "" for solver in solvers]
        print("| %s | %s |" % (name, " | ".join(cells)))


def main():
    runs = read(sys.argv[1:])
    if not runs:
        sys.exit("table.py: no runs; bench/sat.sh and bench/color.sh make them")
    seen = [solver for row in runs.values() for solver in row]
    solvers = [s for s in OURS if s in seen] + sorted(set(seen) - set(OURS))
    every = [run for row in runs.values() for rows in row.values() for run in rows]
    loads = [run["load"] for run in every]
    print("Solved, mean seconds of wall clock, in brackets of processor time, for the whole "
          "process; limit %s s.\n%s, %s cores, commit %s, load %.1f to %.1f.\n" %
          (listed(every, "limit"), listed(every, "processor"), listed(every, "cores"),
           listed(every, "commit"), min(loads), max(loads)))
    table(runs, solvers, lambda rows, _: cell(rows))
    print("\nProcessor time beside that of basin's default (*: not all solved by both):\n")
    table({name: row for name, row in runs.items() if "default" in row}, solvers,
          lambda rows, row: ratio(rows, row["default"]))


if __name__ == "__main__":
    main()
