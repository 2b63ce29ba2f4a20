"""race.py - runs solvers on instances, one after the other, and keeps a JSON line for each run.

    race.py SET LIMIT INSTANCE... <SOLVERS

SOLVERS has a line "NAME COMMAND..." for each solver; in a command {file} is the instance, {stem}
its name without the ending, {k} the number of colours that it names ("c colours K"), {limit} the
seconds that each run is given. An exit code of 10 says that the instance is solved. A run is a
line of build/bench/SET.SOLVER.jsonl (BENCH names another folder): seconds (wall clock) and
processor_seconds (of all threads) are of the whole process, peak_bytes its memory, searched the
variables or vertices; `basin draw` and table.py read them. A solver that is not installed is told
and left out.
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

DECIDED = (0, 10, 20)  # unknown, solved, has no solution
GRACE = 10  # seconds past its limit after which a solver is ended


def facts():
    """Where and by what a run was made."""
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True,
                            text=True).stdout.strip()
    names = re.findall(r"model name\s*: (.*)", open("/proc/cpuinfo").read())
    return {"commit": commit or None, "processor": names[0] if names else None,
            "cores": os.cpu_count()}


def describe(path):
    """Variables or vertices of an instance, and the number of colours that it names."""
    size, colours = 0, None
    with open(path) as lines:
        for line in lines:
            words = line.split()
            if words[:2] == ["c", "colours"]:
                colours = int(words[2])
            if words[:1] == ["p"]:
                size = int(words[2])
                break
    return size, colours


def run(command, limit, output=subprocess.DEVNULL):
    """Exit code, wall clock, processor seconds and peak memory of a command."""
    begun = time.monotonic()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output,
                             stderr=subprocess.DEVNULL)
    signal.signal(signal.SIGALRM, lambda *_: child.kill())
    signal.setitimer(signal.ITIMER_REAL, limit + GRACE)
    _, status, usage = os.wait4(child.pid, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    child.returncode = os.waitstatus_to_exitcode(status)  # waited for already
    return {"code": child.returncode, "seconds": round(time.monotonic() - begun, 6),
            "processor_seconds": round(usage.ru_utime + usage.ru_stime, 6),
            "peak_bytes": usage.ru_maxrss * 1024}


def mean(rows, key):
    return sum(row[key] for row in rows) / len(rows)


def race(name, solver, command, limit, instances, known):
    rows = []
    for path in instances:
        size, colours = describe(path)
        words = [word.format(file=path, stem=os.path.splitext(path)[0], k=colours, limit=limit)
                 for word in command]
        result = run(words, float(limit))
        if result["code"] not in DECIDED:
            print("%s: exit code %d" % (" ".join(words), result["code"]), flush=True)
        rows.append({"set": name, "solver": solver, "instance": os.path.basename(path),
                     "solved": result.pop("code") == 10, **result, "searched": size,
                     "limit": float(limit), "load": os.getloadavg()[0], **known})
    with open(os.path.join(os.environ.get("BENCH", "build/bench"),
                           "%s.%s.jsonl" % (name, solver)), "w") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)
    print("%-12s %-10s %d of %d solved, %.3f processor seconds a file, %.3f s" %
          (name, solver, sum(row["solved"] for row in rows), len(rows),
           mean(rows, "processor_seconds"), mean(rows, "seconds")), flush=True)


def main():
    name, limit, *instances = sys.argv[1:]
    known = facts()
    for line in sys.stdin:
        solver, *command = line.split()
        if shutil.which(command[0]):
            race(name, solver, command, limit, instances, known)
        else:
            print("SKIP %s: %s is not installed" % (solver, command[0]), flush=True)


if __name__ == "__main__":
    main()
