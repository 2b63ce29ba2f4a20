"""stop.py - how long after a signal the tool takes to end, and how late it is at a time limit.

    stop.py [TRIALS [TEXT...]]

Instances are generated. Each case "stop ..." is begun TRIALS times (20) and sent SIGINT at a random
moment, as likely between 5 and 50 milliseconds after its start as between 50 and 500; its line has
the milliseconds from there to its exit, and what went wrong: no answer, more than one line cut, an
exit code that is not one. Cases "--time ..." follow, each TRIALS / 40 times and at least 3: how
late they are, less what reading the file and writing the answer cost at 100 MB a second. TEXT keeps
the cases whose names have it in them. BASIN names the tool.
"""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

BASIN = os.environ.get("BASIN", "./basin")
THROUGH = 100e6  # bytes a second, read or written
SOLVING = ("sat", "queens", "color", "crossword", "sudoku", "solve")
SOONEST = 0.005  # seconds after the start that a signal is sent: before main nobody hears it


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def formula(path, size):
    """A random one of eight clauses for each variable: nothing satisfies all."""
    with open(path, "w") as out:
        out.write("p cnf %d %d\n" % (size, 8 * size))
        for _ in range(8 * size):
            literals = random.sample(range(1, size + 1), 3)
            out.write(" ".join(str(v * random.choice((-1, 1))) for v in literals) + " 0\n")


def generate(folder):
    """Instances that no search ends on within seconds."""
    def gen(name, *words):
        path = os.path.join(folder, name)
        with open(path, "wb") as out:
            subprocess.run([BASIN, "gen", *words], stdout=out, check=True)
        return path
    files = {"small": gen("t.cnf", "sat", "50", "--ratio", "4.36", "--seed", "3"),
             "graph": gen("g.col", "color", "12", "--kind", "queen"),
             "queen": gen("q.col", "color", "8", "--kind", "queen")}
    for name, size in (("sat", 250), ("large", 100000)):
        files[name] = os.path.join(folder, name + ".cnf")
        formula(files[name], size)
    files["units"] = os.path.join(folder, "u.cnf")
    with open(files["units"], "w") as out:
        out.write("p cnf 10000000 1\n1 0\n")
    files["sudoku"] = os.path.join(folder, "s.txt")
    with open(files["sudoku"], "w") as out:  # two ones in a row: no solution
        out.write("11" + 79 * "." + "\n")
    files["costs"] = gen("c.cfn", "solve", "60")
    files["puzzle"] = os.path.join(os.path.dirname(__file__), "..", "examples", "mini.ipuz")
    return files


def stops(f, folder):
    out = os.path.join(folder, "m.safetensors")
    with open(os.path.join(folder, "e.txt"), "w") as rows:
        for i in range(60):
            rows.write(" ".join(str((i + 3 * j) % 7) for j in range(12)) + "\n")
    return {
        "sat 250": ["sat", f["sat"]],
        "sat 100000": ["sat", f["large"]],
        "sat 250 basin": ["sat", f["sat"], "--sampler", "basin"],
        "sat 100000 basin": ["sat", f["large"], "--sampler", "basin"],
        "sat 50 paper": ["sat", f["small"], "--method", "paper", "--particles", "1024"],
        "sat 100000 paper": ["sat", f["large"], "--method", "paper"],
        "sat 250 count": ["sat", f["sat"], "--count", "1000"],
        "queens 1000": ["queens", "1000", "--count", "1000"],
        "queens 1000 basin": ["queens", "1000", "--sampler", "basin"],
        "queens 300 basin": ["queens", "300", "--sampler", "basin"],
        "queens 8 paper": ["queens", "8", "--method", "paper", "--particles", "1024"],
        "color least k": ["color", f["graph"]],
        "color": ["color", f["graph"], "-k", "12"],
        "color basin": ["color", f["graph"], "-k", "12", "--sampler", "basin"],
        "sudoku": ["sudoku", f["sudoku"]],
        "problem file": ["solve", f["costs"]],
        "crossword count": ["crossword", f["puzzle"], "--count", "500"],
        "train sat": ["train", "sat", "-o", out],
        "train queens paper": ["train", "queens", "--energy", "paper", "-o", out],
        "train crossword": ["train", "crossword", "-o", out],
        "learn": ["learn", os.path.join(folder, "e.txt"), "-o", out],
        "paper quick": ["paper", "--quick", "--fresh", "--results", os.path.join(folder, "r"), "-o",
                        os.path.join(folder, "p.html")],
    }


def limits(f):
    return {
        "units 1": (f["units"], 1, ["sat", f["units"]]),
        "units 0.01": (f["units"], 0.01, ["sat", f["units"]]),
        "colours 100000": (f["queen"], 1, ["color", f["queen"], "-k", "100000", "--whole"]),
        "sat 100000 0.1": (f["large"], 0.1, ["sat", f["large"]]),
        "sat 100000 5": (f["large"], 5, ["sat", f["large"]]),
        "sat 100000 basin": (f["large"], 1, ["sat", f["large"], "--sampler", "basin"]),
        "queens 1000 0.1": (None, 0.1, ["queens", "1000", "--whole", "--count", "50"]),
        "queens 1000 basin": (None, 0.1, ["queens", "1000", "--sampler", "basin"]),
        "queens 3000 0.01": (None, 0.01, ["queens", "3000"]),
        "sat 250 0.01": (f["sat"], 0.01, ["sat", f["sat"]]),
        "sat 250 5": (f["sat"], 5, ["sat", f["sat"]]),
        "sat 50 paper": (f["small"], 0.5, ["sat", f["small"], "--method", "paper", "--particles", "1024"]),
        "sat 100000 paper": (f["large"], 3, ["sat", f["large"], "--method", "paper"]),
        "crossword": (f["puzzle"], 0.1, ["crossword", f["puzzle"], "--count", "5000"]),
        "crossword 0.01": (f["puzzle"], 0.01, ["crossword", f["puzzle"]]),
    }


def begin(words):
    return subprocess.Popen([BASIN, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)


def stop_once(words, most):
    """Milliseconds from signal to exit, and what was wrong; None: it had ended before."""
    child = begin(words)
    time.sleep(SOONEST * (most / SOONEST) ** random.random())
    if child.poll() is not None:
        child.communicate()
        return None
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    out, err = child.communicate()
    took = 1000 * (time.monotonic() - sent)
    wrong = ""
    if child.returncode not in (0, 3, 10):
        wrong = "code %d: %s" % (child.returncode, err.decode()[-120:])
    elif words[0] in SOLVING and not out.endswith(b"\n"):
        wrong = "no answer"
    return took, wrong


def report(name, trials, made, unit, wrong):
    print("%-28s %4d of %d trials  p50 %7.1f  p99 %7.1f  max %7.1f %s%s" % (
        name, len(made), trials, percentile(made, .5), percentile(made, .99), max(made), unit,
        "; %d wrong: %s" % (len(wrong), wrong[0]) if wrong else ""), flush=True)


def measure_stop(name, words, trials):
    made, wrong = [], []
    for _ in range(trials):
        got = stop_once(words, 0.6 if "000" in name else 0.2)
        if got:
            made.append(got[0])
            wrong += [got[1]] if got[1] else []
    if made:
        report(name, trials, made, "ms", wrong)
    else:
        print("%-28s ends before a signal comes" % name, flush=True)


def measure_late(name, path, seconds, words, trials):
    late, wrong = [], []
    for _ in range(trials):
        begun = time.monotonic()
        child = begin([*words, "--time", str(seconds)])
        out, err = child.communicate()
        size = os.path.getsize(path) if path else 0
        size += len(out)
        late.append(1000 * max(0, time.monotonic() - begun - seconds - size / THROUGH))
        if child.returncode not in (0, 10) or not out.endswith(b"\n"):
            wrong.append("code %d: %s" % (child.returncode, err.decode()[-120:]))
    report(name, trials, late, "ms late", wrong)


def main():
    # In the background of a shell signals are ignored, which the tool would inherit and keep.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    texts = sys.argv[2:] or [""]
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        files = generate(folder)
        for name, words in stops(files, folder).items():
            if any(t in "stop " + name for t in texts):
                measure_stop("stop " + name, words, trials)
        for name, (path, seconds, words) in limits(files).items():
            if any(t in "--time " + name for t in texts):
                measure_late("--time " + name, path, seconds, words, max(3, trials // 40))


main()
