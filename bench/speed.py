#!/usr/bin/env python3
"""speed.py - what a second core and a second process are worth, and what a start costs.

    make all mpi && python3 bench/speed.py [--runs N] [part ...]

Parts: eval (formulas of 250 variables by one process and by two, and on one thread and on two),
large (a formula of 10,000 variables and a graph of 500 vertices for a fixed number of steps on one
thread and on two), ranks (ten formulas of 1,000 variables at ratio 4.2 by one process and by two),
start (`basin queens 8` from exec to exit, beside `true`). What is compared is run in turns; each
line ends with the ratio of the shortest times, for `ranks` with that of the medians. Formulas are
those of uf250 in ../shared/data (DATA) where they are, else generated.
"""
import argparse
import glob
import json
import os
import re
import statistics
import subprocess
import tempfile
import time

BASIN, MPI = os.environ.get("BASIN", "./basin"), "build/mpi/basin"
DATA = os.environ.get("DATA", "../shared/data")
ENV = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
           OMPI_MCA_rmaps_base_oversubscribe="1")


def run(*command):
    done = subprocess.run(command, env=ENV, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 10):
        raise SystemExit(f"{command}: exit code {done.returncode}: {done.stderr[:300]}")
    return done


def by(ranks):
    return ["mpirun", "-q", "-n", str(ranks), MPI]


def report(what, one, two, words):
    a, b = min(one), min(two)
    print(f"{what:34s} {words[0]} {a:.3f} s  {words[1]} {b:.3f} s  ratio {a / b:.2f}"
          f"  (of {len(one)} runs each; medians {statistics.median(one):.3f}, {statistics.median(two):.3f})")


def eval_seconds(start, folder, threads):
    """Those of the work, without what mpirun takes to start; and of the longest instance."""
    said = run(*start, "eval", "sat", folder, "--count", "4", "--threads", str(threads), "--json").stderr
    return [float(re.search(rf"([0-9.e+-]+) s {word}", said)[1]) for word in ("in all", "the longest")]


def part_eval(folder, runs):
    files = sorted(glob.glob(f"{DATA}/**/uf250*.cnf", recursive=True))
    if not files:  # near the threshold, where cadical must say which ones are satisfiable, takes minutes
        run(BASIN, "gen", "sat", "250", "--ratio", "4.1", "--count", "50", "-o", f"{folder}/250")
        files = sorted(glob.glob(f"{folder}/250/*"))
    os.mkdir(f"{folder}/uf250")
    for path in files:
        os.symlink(os.path.abspath(path), f"{folder}/uf250/{os.path.basename(path)}")
    ways = {"ranks1": (by(1), 1), "ranks2": (by(2), 1), "threads1": ([BASIN], 1), "threads2": ([BASIN], 2)}
    took = {name: [] for name in ways}
    for _ in range(runs):
        for name, (start, threads) in ways.items():
            took[name].append(eval_seconds(start, f"{folder}/uf250", threads))
    longest = min(t[1] for t in took["threads1"])
    seconds = {name: [t[0] for t in all_] for name, all_ in took.items()}
    print(f"eval --count 4: {len(files)} formulas such as {os.path.basename(files[0])}, the longest {longest:.3f} s")
    report("eval, processes of one thread", seconds["ranks1"], seconds["ranks2"], ("one", "two"))
    report("eval, threads", seconds["threads1"], seconds["threads2"], ("one", "two"))


def part_large(folder, runs):
    run(BASIN, "gen", "sat", "10000", "--ratio", "4.2", "--kind", "any", "-o", f"{folder}/large.cnf")
    run(BASIN, "gen", "color", "500", "--kind", "erdos-renyi", "--ratio", "0.5", "-o", f"{folder}/large.col")
    for what, command in (("10,000 variables, 2 million steps",
                           ["sat", f"{folder}/large.cnf", "--steps", "2000000"]),
                          ("500 vertices, 50 colours, 300,000",
                           ["color", f"{folder}/large.col", "-k", "50", "--steps", "300000"])):
        took = {1: [], 2: []}
        for _ in range(runs):
            for threads, all_ in took.items():
                answer = json.loads(run(BASIN, *command, "--json", "-q", "--threads", str(threads)).stdout)
                all_.append(answer["seconds"])
        report(f"{what}", took[1], took[2], ("one thread", "two"))


def part_ranks(folder, runs):
    took, steps = {1: [], 2: []}, {1: [], 2: []}
    for seed in range(1, 11):
        formula = f"{folder}/{seed}.cnf"
        run(BASIN, "gen", "sat", "1000", "--ratio", "4.2", "--seed", str(seed), "-o", formula)
        for ranks in took:
            answers = [json.loads(run(*by(ranks), "sat", formula, "--json", "-q", "--threads", "1",
                                      "--time", "60").stdout) for _ in range(runs)]
            took[ranks].append(min(a["seconds"] for a in answers))
            steps[ranks].append(answers[0]["steps"])
    for ranks, name in ((1, "one process"), (2, "two")):
        print(f"1,000 variables at 4.2, ten seeds  {name:12s} median {statistics.median(took[ranks]):.3f} s, "
              f"{statistics.median(steps[ranks]):.0f} steps; longest {max(took[ranks]):.3f} s")
    print(f"{'':34s} ratio {statistics.median(took[1]) / statistics.median(took[2]):.2f}")


def part_start(_folder, runs):
    for command in ([BASIN, "queens", "8", "-q"], ["true"]):
        took = []
        for _ in range(10 * runs):
            begun = time.perf_counter()
            run(*command)
            took.append(1e3 * (time.perf_counter() - begun))
        print(f"{' '.join(command):34s} shortest {min(took):.1f} ms, median {statistics.median(took):.1f} ms")


PARTS = {"eval": part_eval, "large": part_large, "ranks": part_ranks, "start": part_start}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("part", nargs="*", choices=[[], *PARTS], help="all, where none is named")
    given = parser.parse_args()
    print(f"{len(os.sched_getaffinity(0))} cores, {given.runs} runs, load {os.getloadavg()[0]:.1f}")
    for name in given.part or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            PARTS[name](folder, given.runs)


if __name__ == "__main__":
    main()
