#!/usr/bin/env python3
"""faults.py - lets the tool's k-th allocation, write, sync, rename, open or read fail, once and from
then on, by the library tests/preload/faults.c, and judges what is left.

    faults.py BASIN FAULTS.so FOLDER [KIND [SCENARIO]]

What must come out each time: no signal, no hang; either exit code 1 with one line on standard error,
or what comes out without the failure, to the byte, but for times. A file that was to be written is
the earlier one or the new one, and nothing else lies beside it. Every k up to a bound is tried, and
above it a sample that is the same each time; BASIN_TEST_TIMES=N moves both up.
"""
import concurrent.futures
import os
import random
import re
import shutil
import struct
import subprocess
import sys

TIMES = int(os.environ.get("BASIN_TEST_TIMES", "1"))
SECONDS = 60
EARLIER = b"what was there before\n"
CLOCK = re.compile(rb'as (?:cadical|minisat) found|"(?:seconds|processor_seconds|load)": *[-+.0-9e]+|[-+.0-9e]+ s\b|[0-9]+ ms\b')
MEASURED = re.compile(rb'"machine": *"[^"]*"|[-+.0-9e]+')
# Whose child is begun by calls that are caught before it has anybody to catch them.
NOT_FOR = {"gen-judged": ("open", "read")}
# Every k up to the first number, as many above it as the second says, both times TIMES, and those
# at the end, where what was made is written.
EVERY, MORE, LAST = 3 * TIMES, 4 * TIMES, 16
KINDS = ("memory", "space", "short", "sync", "rename", "open", "read")

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
ROWS = "\n".join(["0 0 1", "0 1 0", "1 0 0", "1 1 1"] * 5) + "\n"
PAPER = "paper 14 --quick --measure --data </none -q"
# Name, arguments (< is the folder of inputs, > that of outputs), outputs; those of lines, which are
# written as they come, may end early, but never within a line. A folder "begun-NAME" of the inputs
# is what lies in that of outputs before.
SCENARIOS = [
    ("queens", "queens 8 --seed 1", "", ""),
    ("queens-paper", "queens 5 --method paper --particles 2 --steps 2 --json", "", ""),
    ("queens-threads", "queens 8 --sampler basin --steps 5 --threads 2 -q", "", ""),
    ("sat", "sat </a.cnf --sampler basin --particles 4 --steps 6 --trace >/trace.json", "trace.json", ""),
    ("sat-gz", "sat </a.cnf.gz -q", "", ""),
    ("sat-xz", "sat </a.cnf.xz -q", "", ""),
    ("sat-bz2", "sat </a.cnf.bz2 -q", "", ""),
    ("sat-zst", "sat </a.cnf.zst -q", "", ""),
    ("color", "color </a.col -k 4 --picture >/answer.svg", "answer.svg", ""),
    ("color-least", "color </a.col --time 20 --json", "", ""),
    ("sudoku", "sudoku </a.sudoku -q", "", ""),
    ("crossword", "crossword </mini.txt --steps 20 --format slots", "", ""),
    ("solve", "solve </learned.cfn --steps 100 -q", "", ""),
    ("train", "train queens --batch 64 --steps 6 --checkpoint 0 --threads 1 -o >/m --log >/m.csv",
     "m", "m.csv"),
    ("train-checkpoint", "train sat --batch 64 --steps 3 --checkpoint 0.000001 --threads 2 -o >/m",
     "m", ""),
    ("learn", "learn </rows -o >/m --threads 1", "m", ""),
    ("eval", "eval sat </b.cnf --count 3 -q --json --jsonl >/lines", "", "lines"),
    ("merge", "merge </lines -o >/merged", "merged", ""),
    ("draw-svg", "draw instance 8 -o >/board.svg", "board.svg", ""),
    ("draw-png", "draw instance 8 -o >/board.png", "board.png", ""),
    ("draw-runs", "draw cactus </lines -o >/chart.svg", "chart.svg", ""),
    ("draw-film", "draw film </trace.json -o >/film.svg", "film.svg", ""),
    ("model-show", "model show queens-compact --json", "", ""),
    ("model-export", "model export sat-compact -o >/m", "m", ""),
    ("check", "check </a.cnf </answer", "", ""),
    ("gen", "gen color 30 --kind regular --seed 5 -o >/g.col", "g.col", ""),
    ("gen-judged", "gen sat 12 --seed 5 -o >/g.cnf", "g.cnf", ""),
    ("export", "export </a.cnf -o >/e.cfn", "e.cfn", ""),
    ("paper", PAPER + " -o >/", "", "results.jsonl runs.jsonl"),
    ("paper-again", PAPER + " -o >/", "", "results.jsonl runs.jsonl"),
    ("paper-readme", "paper --readme >/R.md -q", "R.md", ""),
    ("help", "help queens", "", ""),
    ("domains", "domains --json", "", ""),
]


class Tool:
    def __init__(self, basin, faults, folder):
        self.basin, self.faults, self.folder = os.path.abspath(basin), faults, folder
        self.inputs = os.path.join(folder, "in")
        self.none = os.path.join(self.inputs, "none")
        os.makedirs(self.inputs, exist_ok=True)

    def words(self, text, place):
        swap = {"<": self.inputs, ">": place}
        return [self.basin] + [swap.get(word[0], word[0]) + word[1:] for word in text.split()]

    def plain(self, text, **more):
        return subprocess.run(self.words(text, self.inputs), check=False, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=SECONDS, **more)

    def write(self, name, text):
        with open(os.path.join(self.inputs, name), "w", encoding="utf-8") as file:
            file.write(text)

    def make_inputs(self):
        mini = os.path.join(os.path.dirname(__file__), "../examples/mini.txt")
        shutil.copy(mini, os.path.join(self.inputs, "mini.txt"))
        self.write("a.sudoku", PUZZLE)
        self.write("rows", ROWS)
        os.makedirs(self.none, exist_ok=True)
        for args in ("gen sat 20 --kind planted --seed 3 -o >/a.cnf",
                     "gen sat 30 --kind planted --seed 4 -o >/b.cnf",
                     "gen color 12 --kind planted --seed 3 -o >/a.col",
                     "learn </rows -o >/parity -q",
                     "sat </b.cnf --sampler basin --particles 4 --steps 6 -q --trace >/trace.json",
                     "eval sat </a.cnf </b.cnf --jsonl >/lines -q",
                     PAPER + " -o >/begun-paper-again"):
            done = self.plain(args)
            assert done.returncode in (0, 10), (args, done.stderr)
        os.makedirs(os.path.join(self.inputs, "begun-paper-readme"), exist_ok=True)
        self.write("begun-paper-readme/R.md", "a\n<!-- fair: begin -->\nold\n<!-- fair: end -->\nb\n")
        self.write("learned.cfn", """{"problem": {"name": "p"},
 "variables": {"x": ["0", "1"], "y": ["0", "1"], "z": ["0", "1"], "w": ["0", "1"]},
 "functions": {"p": {"type": "learned", "scope": ["x", "y", "z"], "params": {"model": "parity"}},
               "q": {"scope": ["x", "w"], "costs": [0, 1, 1, 0]}}}""")
        self.pack("a.cnf", "gz", "xz", "bz2", "zst")
        with open(os.path.join(self.inputs, "answer"), "wb") as file:
            file.write(self.plain("sat </a.cnf -q --seed 1").stdout)

    def pack(self, name, *kinds):
        pack = os.path.join(os.path.dirname(__file__), "pack.py")
        path = os.path.join(self.inputs, name)
        for kind in kinds:
            with open(path, "rb") as plain, open(path + "." + kind, "wb") as packed:
                subprocess.run([sys.executable, pack, kind], stdin=plain, stdout=packed, check=True)

    def run(self, scenario, fault, slot):
        """Exit code (None: hung), standard output and error, the folder's files, calls, refusals, and
        the folder's files before."""
        place = os.path.join(self.folder, "run-%s" % slot)
        tally = os.path.join(self.folder, "tally-%s" % slot)
        shutil.rmtree(place, ignore_errors=True)
        begun = os.path.join(self.inputs, "begun-" + scenario[0])
        shutil.copytree(begun if os.path.isdir(begun) else self.none, place)
        for name in scenario[2].split():
            if not os.path.exists(os.path.join(place, name)):
                with open(os.path.join(place, name), "wb") as file:
                    file.write(EARLIER)
        before = contents(place)
        with open(tally, "wb") as file:
            file.write(bytes(16))
        env = dict(os.environ, LD_PRELOAD=self.faults, BASIN_FAULT=fault, BASIN_FAULT_TALLY=tally,
                   LC_ALL="C")
        try:
            done = subprocess.run(self.words(scenario[1], place), check=False, capture_output=True,
                                  stdin=subprocess.DEVNULL, timeout=SECONDS, env=env)
            code, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            code, out, err = None, b"", b""
        files = contents(place)
        with open(tally, "rb") as file:
            calls, refused = struct.unpack("QQ", file.read(16))
        swap = place.encode()
        return code, out.replace(swap, b">"), err.replace(swap, b">"), files, calls, refused, before


def contents(folder):
    """The bytes of each of its files, by name."""
    files = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            files[name] = file.read()
    return files


def told_once(err, clean, mode):
    """One line says what failed, beside those that are said anyway; where everything goes on
    failing, what was to be saved and what was to be printed may have a line each."""
    usual = CLOCK.sub(b"", clean).splitlines()
    lines = [line for line in err.splitlines() if CLOCK.sub(b"", line) not in usual]
    return (1 <= len(lines) <= (1 if mode == "once" else 2) and len(set(lines)) == len(lines) and
            all(line.startswith(b"basin: ") for line in lines) and err.endswith(b"\n"))


def same(name, one, other):
    """The same but for times; in a report, which measures, but for numbers and the machine; in a
    PNG, whose letters are drawn in the fonts that fontconfig has memory to look at, of one size."""
    if name.endswith(".png"):
        return one[:29] == other[:29] and one[-12:] == other[-12:]
    if name.startswith("report."):
        return MEASURED.sub(b"", one) == MEASURED.sub(b"", other)
    return CLOCK.sub(b"", one) == CLOCK.sub(b"", other)


def is_beginning(part, whole):
    """Whole lines of it, as far as they go."""
    return part == b"" or part.endswith(b"\n") and CLOCK.sub(b"", whole).startswith(
        CLOCK.sub(b"", part))


def wrong(scenario, clean, got, mode):
    """What is wrong with the outcome of a run in which something failed, or None."""
    code, out, err, files, _, _, before = got
    if code is None:
        return "hangs"
    if code not in (1, clean[0]):
        return "code %d: %r" % (code, err[:200])
    if code == 1 and not told_once(err, clean[2], mode):
        return "stderr is %r" % err[:300]
    if code != 1 and not same("", out, clean[1]):
        return "stdout is %r" % out[:300]
    lines = scenario[3].split()
    for name, text in files.items():
        whole = clean[3].get(name)
        if whole is None and not (code == 1 and name == "m.state"):
            return "%s was left" % name
        if whole is None or same(name, text, whole):
            continue
        if code == 1 and (text == before.get(name) or name in lines and is_beginning(text, whole)):
            continue
        return "%s holds %r" % (name, text[:80])
    kept = scenario[2].split() if code == 1 else clean[3]
    gone = [name for name in kept if name not in files]
    return "%s is gone" % gone if gone else None


def choose(calls):
    last = max(EVERY, calls - LAST)
    above = range(EVERY + 1, last + 1)
    return list(range(1, min(EVERY, calls) + 1)) + sorted(
        random.Random(7).sample(above, min(MORE, len(above)))) + list(range(last + 1, calls + 1))


def try_scenario(tool, pool, scenario, kind):
    clean = tool.run(scenario, "%s 0 once" % kind, "clean")
    name = "%s-%s" % (kind, scenario[0])
    if clean[0] not in (0, 10):
        print("not ok faults-%s fails by itself: code %s: %r" % (name, clean[0], clean[2][:300]))
        return False
    chosen = choose(clean[4])
    if not chosen:
        return True
    tries = [(k, mode) for k in chosen for mode in ("once", "on")]

    def attempt(at):
        k, mode = tries[at]
        got = tool.run(scenario, "%s %d %s" % (kind, k, mode), "%s-%d" % (name, at % 64))
        return wrong(scenario, clean, got, mode)

    # Neighbours in a batch have folders of their own; the next batch takes them over.
    bad = []
    for begin in range(0, len(tries), 64):
        batch = range(begin, min(begin + 64, len(tries)))
        for at, reason in zip(batch, pool.map(attempt, batch)):
            if reason:
                bad.append("%s %d %s: %s" % (kind, tries[at][0], tries[at][1], reason))
    print("# %s: %d calls; every one of the first %d and %d more failed, each once and for good" %
          (name, clean[4], min(EVERY, clean[4]), max(0, len(chosen) - EVERY)))
    for line in bad[:int(os.environ.get("BASIN_FAULTS_SHOWN", "4"))]:
        print("# " + line)
    print("not ok faults-%s %d of %d" % (name, len(bad), len(tries)) if bad else
          "ok faults-%s" % name, flush=True)
    return not bad


def main():
    basin, faults, folder = sys.argv[1:4]
    tool = Tool(basin, os.path.abspath(faults), folder)
    tool.make_inputs()
    fine = True
    kinds = sys.argv[4:5] or KINDS
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for kind in kinds:
            for scenario in SCENARIOS:
                if kind in NOT_FOR.get(scenario[0], ()):
                    continue
                if not sys.argv[5:] or sys.argv[5] == scenario[0]:
                    fine &= try_scenario(tool, pool, scenario, kind)
            for name in os.listdir(folder):
                if name.startswith("run-"):
                    shutil.rmtree(os.path.join(folder, name))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
