"""watch.py - `basin --watch` on pseudo-terminals: what is seen, and what is left behind.

Prints a line for each test, as the scripts do. Arguments: the tool, a folder with sat.cnf and
color.col.
"""
import os
import re
import signal
import sys
import time

from terminal import Child

BASIN, FOLDER = sys.argv[1], sys.argv[2]
SHORT = {  # solved in some dozens of steps
    "queens": ["queens", "8"],
    "sat": ["sat", os.path.join(FOLDER, "sat.cnf")],
    "color": ["color", os.path.join(FOLDER, "color.col"), "-k", "6"],
    "crossword": ["crossword", "examples/mini.txt"],
    "sudoku": ["sudoku", os.path.join(FOLDER, "sudoku.sudoku"), "--whole"],
}
LONG = {  # not solved before somebody stops it
    "queens": ["queens", "150", "--sampler", "basin"],
    "sat": ["sat", os.path.join(FOLDER, "sat.cnf"), "--sampler", "reverse", "--method", "paper",
            "--energy", "exact", "--particles", "20000"],
    "color": ["color", os.path.join(FOLDER, "color.col"), "-k", "4"],
    "crossword": ["crossword", "examples/mini.txt", "--steps", "1000000"],
    "sudoku": ["sudoku", os.path.join(FOLDER, "none.sudoku"), "--steps", "1000000000"],
}
# A step takes seconds: after a first signal there is time for a second one.
SLOW = ["queens", "8", "--method", "paper", "--particles", "512"]


def verdict(name, wrong):
    if wrong:
        print("not ok watch-%s %s" % (name, "; ".join(str(w) for w in wrong)), flush=True)
    else:
        print("ok watch-" + name, flush=True)


class Run(Child):
    def __init__(self, arguments, rows=24, columns=80, environment=None):
        self.out = open(os.path.join(FOLDER, "out"), "w+", encoding="utf-8")
        Child.__init__(self, [BASIN] + arguments + ["--watch"], rows, columns, self.out,
                       environment)

    def output(self):
        self.out.seek(0)
        return self.out.read()

    def end(self, code):
        got, wrong = self.finish()
        if got != code:
            wrong.append("exit code %s, not %s: %s" % (got, code, self.screen.text()[0]))
        return wrong

    def shown(self):
        return ["\n".join(frame) for frame in self.screen.frames]


# ---------------------------------------------------------------------------- what is seen ----

def picture_fault(domain, lines):
    """What is wrong with the picture of a solution."""
    text = "\n".join(lines)
    if domain == "queens" and [line.count("Q") for line in lines if line.strip()] != [1] * 8:
        return ["not a queen in each row"]
    clauses = re.search(r"^(\d+) clauses$", text, re.M)
    if domain == "sat" and not (clauses and text.count("+") == int(clauses.group(1))):
        return ["not all clauses hold"]
    if domain == "color" and sum(c in "123456" for c in text) != 30:
        return ["not 30 vertices"]
    if domain == "crossword" and "# C A B #" not in text:
        return ["no grid"]
    if domain == "sudoku" and sum(c in "123456789" for c in text) != 81:
        return ["not 81 numbers"]
    return ["marks of what is wrong"] if "!" in text else []


def test_frames(domain, rows, columns):
    run = Run(SHORT[domain], rows, columns)
    wrong = run.end(0 if domain == "crossword" else 10)
    shown = run.shown()
    if len(shown) < 5:
        wrong.append("%d frames" % len(shown))
    else:
        head = 3 + (rows >= 16)
        word = "believed" if domain == "crossword" else "solved"
        wrong += [] if "breaks " in shown[1] and "step 1" in shown[1] else ["no numbers"]
        wrong += [] if word + ": breaks 0 of " in shown[-1] else ["not %s at the end" % word]
        wrong += [] if any(f[head:] != shown[-1][head:] for f in shown) else ["nothing moves"]
        if rows == 24:
            wrong += picture_fault(domain, run.screen.frames[-1][head:])
        elif domain == "queens" and shown[-1].count("Q") != 8:
            wrong.append("not 8 queens")
    if not run.output().strip():
        wrong.append("no answer on standard output")
    verdict("frames-%s-%dx%d" % (domain, columns, rows), wrong)
    return run.output()


def test_same_answer(domain, watched):
    plain = os.popen("%s %s -q 2>/dev/null" % (BASIN, " ".join(SHORT[domain]))).read()
    verdict("same-answer-" + domain, [] if plain == watched else ["the answers differ"])


def test_plain():
    run = Run(SHORT["queens"], environment={"NO_COLOR": "1", "LC_ALL": "C"})
    wrong = run.end(10)
    if any(ord(c) >= 128 for frame in run.shown() for c in frame):
        wrong.append("not only ASCII")
    if not any("!" in frame and "Q" in frame for frame in run.shown()):
        wrong.append("what is wrong has no mark")
    verdict("plain", wrong)


def test_tiny():
    for rows, columns in ((1, 1), (2, 5), (3, 20), (5, 3), (200, 300)):
        run = Run(SHORT["queens"] + ["--time", "1"], rows, columns)
        verdict("tiny-%dx%d" % (columns, rows), run.end(10))


def test_resize():
    run = Run(LONG["queens"])
    run.frames(5)
    run.resize(12, 40)
    run.frames(6)
    small = run.shown()[-1].count("\n")
    run.resize(40, 120)
    run.frames(6)
    large = max(len(line) for line in run.screen.frames[-1])
    run.type(b"\x03")
    wrong = run.end(0)
    if small != 11 or large < 45:
        wrong.append("frames of %d lines, then %d columns" % (small + 1, large))
    verdict("resize", wrong)


def test_least():
    """The lines of improvements come out, after the screen."""
    run = Run(SHORT["color"][:2] + ["--time", "2"])
    wrong = run.end(10)
    lines = run.output().splitlines()
    wrong += [] if lines and lines[0].startswith("o ") else ["no line of an improvement"]
    verdict("least", wrong)


# -------------------------------------------------------------------- what is left behind ----

def test_stop(domain):
    for name, act in (("ctrl-c", lambda r: r.type(b"\x03")),
                      ("term", lambda r: r.kill(signal.SIGTERM))):
        run = Run(LONG[domain])
        run.frames(4)
        act(run)
        wrong = run.end(0)
        wrong += [] if run.output() else ["no answer"]
        verdict("%s-%s" % (name, domain), wrong)


def test_limit():
    run = Run(["queens", "150", "--sampler", "basin", "--time", "0.5"])
    verdict("time-limit", run.end(0))


def test_second(first, second, name):
    run = Run(SLOW)
    run.frames(1)
    run.kill(signal.SIGSTOP)  # or the first would have ended it before the second comes
    first(run)
    time.sleep(0.2)
    second(run)
    run.kill(signal.SIGCONT)
    wrong = run.end(130)
    if not run.screen.frames:
        wrong.append("nothing was drawn")
    verdict(name, wrong)


def test_fatal(number):
    run = Run(LONG["queens"])
    run.frames(3)
    run.kill(number)
    verdict("fatal-%s" % number.name, run.end(-number))


def test_suspend():
    run = Run(LONG["queens"])
    wrong = []
    run.frames(3)
    run.type(b"\x1a")
    if not run.read_until(lambda: os.waitid(os.P_PID, run.process.pid,
                                            os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None):
        wrong.append("it does not stop")
    while run.read(0.1):
        pass
    wrong += ["stopped: " + w for w in run.screen.as_before()]
    run.kill(signal.SIGCONT)
    run.frames(3)
    if not run.screen.modes[1049]:
        wrong.append("it does not come back")
    run.type(b"\x03")
    verdict("suspend", wrong + run.end(0))


def test_error():
    """A message must not be lost with the screen."""
    run = Run(["queens", "8", "--trace", "/nonexistent/t"])
    wrong = run.end(1)
    if "cannot create" not in "".join(run.screen.text()):
        wrong.append("no message: %s" % run.screen.text()[0])
    verdict("error", wrong)


def test_dumb():
    run = Run(SHORT["queens"], environment={"TERM": "dumb"})
    wrong = run.end(1)
    wrong += [] if "dumb" in "".join(run.screen.text()) else ["no message"]
    verdict("dumb", wrong)


def main():
    for domain in SHORT:
        test_frames(domain, 12, 40)
        test_same_answer(domain, test_frames(domain, 24, 80))
        test_stop(domain)
    test_plain()
    test_tiny()
    test_resize()
    test_least()
    test_limit()
    test_second(lambda r: r.type(b"\x03"), lambda r: r.kill(signal.SIGTERM), "ctrl-c-term")
    test_second(lambda r: r.kill(signal.SIGTERM), lambda r: r.kill(signal.SIGINT), "term-ctrl-c")
    for number in (signal.SIGABRT, signal.SIGSEGV, signal.SIGHUP, signal.SIGQUIT):
        test_fatal(number)
    test_suspend()
    test_error()
    test_dumb()


main()
