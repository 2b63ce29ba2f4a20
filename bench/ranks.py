#!/usr/bin/env python3
"""ranks.py - what several processes cost, measured here, and what that says of more than we have.

    make all mpi && python3 bench/ranks.py [--runs N] [--quick]

Measures on 1, 2 and 4 processes of this machine: moves of the search a second, what one meeting
costs (a share of a few bytes), what an instance costs that eval hands out, and what a training step
costs that is shared. Fits for each
    time(R) = work + meetings * (a + b log2 R)
and prints what follows for 64 and 1,024 processes, as a prediction: nothing was run on so many. How
much fewer steps the best of R samples takes comes from the samples of single runs: no model of
their distribution, but no more than there are samples. More processes than cores share these: then the cores
are what is measured, and the line says so.
"""
import argparse
import json
import math
import os
import re
import statistics
import subprocess
import tempfile
import time

BASIN, MPI = os.environ.get("BASIN", "./basin"), "build/mpi/basin"
CORES = len(os.sched_getaffinity(0))
ENV = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
           OMPI_MCA_rmaps_base_oversubscribe="1")


def run(ranks, *args):
    """Seconds from start to end, what was printed, and what was said."""
    start = [MPI] if ranks == 0 else ["mpirun", "-q", "-n", str(ranks), MPI]
    begun = time.monotonic()
    done = subprocess.run([*start, *args], env=ENV, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 10):
        raise SystemExit(f"{args}: exit code {done.returncode}: {done.stderr[:300]}")
    return time.monotonic() - begun, done.stdout, done.stderr


def shortest(ranks, runs, *args):
    """What others do on the machine only adds to a time."""
    return min(run(ranks, *args)[0] for _ in range(runs))


def inside(ranks, runs, *args):
    """Seconds of an eval without start and end, the shortest first."""
    found = (re.search(r"([0-9.e+-]+) s in all", run(ranks, *args)[2]) for _ in range(runs))
    return sorted(float(match[1]) for match in found)


def fit(points):
    """a + b log2 R through (R, y), least squares; points of more processes than cores are left out.
    What gets less with R is noise: then b is 0."""
    kept = [(math.log2(r), y) for r, y in points if r <= CORES]
    if len(kept) < 2:
        return statistics.mean(y for _, y in kept), 0.0
    mx, my = (statistics.mean(c) for c in zip(*kept))
    b = sum((x - mx) * (y - my) for x, y in kept) / sum((x - mx) ** 2 for x, _ in kept)
    return (my - b * mx, b) if b > 0 else (my, 0.0)


def starting(runs):
    """What mpirun takes until the first process works, and all have ended."""
    points = [(r, shortest(r, runs, "queens", "4", "-q")) for r in (1, 2, 4)]
    a, b = fit(points)
    print(f"start and end        {'  '.join(f'{r}: {y:.2f} s' for r, y in points)}"
          f"   fit {a:.2f} + {b:.2f} log2 R s")
    return a, b


def steps_of_samples(folder, count):
    """Steps of independent samples of one formula, and moves a second."""
    formula = f"{folder}/large.cnf"
    subprocess.run([BASIN, "gen", "sat", "1000", "--ratio", "4.1", "--seed", "5", "-o", formula], check=True)
    out = subprocess.run([BASIN, "sat", formula, "--count", str(count), "--json", "-q", "--time", "300"],
                         capture_output=True, text=True, check=False).stdout
    samples = [json.loads(line) for line in out.splitlines()]
    solved = [s for s in samples if s["solved"]]
    rate = sum(s["steps"] * s["particles"] for s in solved) / sum(s["seconds"] for s in solved)
    return formula, sorted(s["steps"] for s in solved), solved[0]["particles"], rate


def expected_least(steps, ranks):
    """Of the least of `ranks` draws from the samples, with replacement: the mean."""
    n, mean, above = len(steps), 0.0, 1.0
    for i, step in enumerate(steps):
        rest = ((n - i - 1) / n) ** ranks
        mean += step * (above - rest)
        above = rest
    return mean


def searching(folder, runs, start):
    """The search for one answer, which is that of the best of R samples."""
    formula, steps, particles, rate = steps_of_samples(folder, 16 if runs < 5 else 64)
    print(f"moves                {rate / 1e6:.1f} million a second and core; {len(steps)} samples of a "
          f"formula of 1,000 variables at ratio 4.1: median {statistics.median(steps):.0f} steps of "
          f"{particles} particles")
    seconds = {r: run(r, "sat", formula, "--json", "-q", "--threads", "1")[1] for r in (1, 2, 4)}
    for r, text in seconds.items():
        answer = json.loads(text)
        print(f"  {r} processes        {answer['seconds']:.3f} s, {answer['steps']} steps "
              f"({particles * answer['steps'] / answer['seconds'] / 1e6:.1f} million moves a second each)"
              f"{', more than cores' if r > CORES else ''}")
    for r in (64, 1024):
        least = expected_least(steps, r)
        walk = least * particles / rate
        meeting = 2 * 0.01  # who has found it waits for the next meeting, and so may the others
        print(f"  PREDICTION {r:5d}     {walk:.3f} s of walking (best of {r}: {least:.0f} steps), up to {meeting:.2f} s for "
              f"meetings, {start[0] + start[1] * math.log2(r):.1f} s to start; one process "
              f"{statistics.mean(steps) * particles / rate:.3f} s")
    print(f"  breaks first       the shortest of all samples took {steps[0]} steps; past that, more processes find "
          "nothing sooner, and starting them takes longer than the search")


def handing_out(folder, runs, start):
    """Instances of eval."""
    made = 20 if runs < 5 else 100
    subprocess.run([BASIN, "gen", "sat", "250", "--ratio", "4", "--count", str(made), "-o", f"{folder}/many"],
                   check=True, capture_output=True)
    took = {}
    for r in (1, 2, 4):
        took[r] = shortest(r, runs, "eval", "sat", f"{folder}/many", "-q", "--json", "--threads", "1")
    alone = shortest(0, runs, "eval", "sat", f"{folder}/many", "-q", "--json", "--threads", "1")
    each = alone / made
    print(f"eval                 {made} formulas of 250 variables at ratio 4: alone {alone:.2f} s; processes "
          f"{'  '.join(f'{r}: {t:.2f} s' for r, t in took.items())}; an instance {1e3 * each:.1f} ms")
    # One process answers all questions: what a question costs it is the limit.
    tiny = [f"{6 + i % 3}" for i in range(300 if runs < 5 else 3000)]
    few = inside(0, runs, "eval", "queens", *tiny, "--json", "--threads", "1")
    away = inside(2, runs, "eval", "queens", *tiny, "--json", "--threads", "1")
    # Where that is less than what differs from run to run, it is not known, but for being no more.
    noise = few[1] - few[0] if runs > 1 else few[0]
    served = max(away[0] - few[0] / 2, noise) / (len(tiny) / 2)
    print(f"  a question         {1e6 * served:.0f} microseconds or less of an instance that another process "
          f"takes (boards of {1e6 * few[0] / len(tiny):.0f} microseconds each)")
    for r in (64, 1024):
        speed = min(r, each / served)
        print(f"  PREDICTION {r:5d}     {speed / each:.0f} instances of {1e3 * each:.1f} ms a second, "
              f"{'limited by the process that hands out' if speed < r else f'{r} times one'}")
    print(f"  breaks first       the process that hands out, from {each / served:.0f} processes on or later for such instances "
          "(--shard has no such limit)")


def training(folder, runs):
    """A step whose batch is shared."""
    slots = 16
    for name, options, steps, nets in (("compact clauses", ["sat"], 600 if runs >= 5 else 100, 2),
                                       ("the paper's board line", ["queens", "--energy", "paper"], 30 if runs >= 5 else 4, 1)):
        took = []
        for r in (1, 2):
            short = shortest(r, runs, "train", *options, "--steps", "1", "-q", "-o", f"{folder}/m.safetensors", "--threads", "1")
            long = shortest(r, runs, "train", *options, "--steps", str(steps), "-q", "-o", f"{folder}/m.safetensors", "--threads", "1")
            took.append((r, (long - short) / (steps - 1) / nets))
        one, two = took[0][1], took[1][1]
        share = max(two - one / 2, 0)
        print(f"training step        {name}: {'  '.join(f'{r}: {1e3 * t:.2f} ms' for r, t in took)}; "
              f"sharing costs {1e3 * share:.2f} ms with two")
        for r in (64, 1024):
            busy = min(r, slots)
            print(f"  PREDICTION {r:5d}     {1e3 * (one / busy + share * math.log2(r)):.2f} ms: {busy} of them have work")
        best = min(range(1, slots + 1), key=lambda r: one / r + share * math.log2(r))
        print("  breaks first       " + (f"sharing: from {best} processes on it costs more than another one saves"
                                         if best < slots else
                                         "a batch has 16 parts: more processes than that have nothing to do"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="one run of little, to see that it works")
    runs = 1 if parser.parse_args().quick else parser.parse_args().runs
    print(f"{CORES} cores, {runs} runs, the shortest time of each; load {os.getloadavg()[0]:.1f}; PREDICTION: computed, not measured")
    with tempfile.TemporaryDirectory() as folder:
        start = starting(runs)
        searching(folder, runs, start)
        handing_out(folder, runs, start)
        training(folder, runs)


if __name__ == "__main__":
    main()
