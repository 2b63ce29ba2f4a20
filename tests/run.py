#!/usr/bin/env python3
"""run.py - runs all tests and counts them; the last line is "N passed, N failed".

The Makefile passes four lists: cmocka programs (they speak TAP), scripts (they print lines
`ok NAME`, `not ok NAME reason` or `skip NAME reason`), and the files that hold what gcc and clang
said about each source (an empty one is a test passed). Programs and scripts run one on each core,
each with a time limit; the output of those that fail is shown, and before the last line what
failed, once more. T in the environment keeps only what has that text in its name.
"""
import argparse
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import time

SECONDS = 600
SUMMARY = "build/test-summary"


class Result:
    def __init__(self, name):
        self.name, self.passed, self.failed, self.skipped = name, 0, 0, []
        self.output, self.seconds = "", 0.0

    def fail(self, reason):
        self.failed += 1
        self.output += "not ok - %s: %s\n" % (self.name, reason)


def environment():
    # LeakSanitizer and UBSan stop the program at the first finding; huge requests must fail softly.
    return dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", LC_ALL="C", MAKEFLAGS="", MAKELEVEL="0",
                ASAN_OPTIONS="allocator_may_return_null=1:detect_leaks=1",
                UBSAN_OPTIONS="print_stacktrace=1")


def run(command, result):
    """Runs a command in a process group of its own; returns its exit code, None when it hung."""
    start = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=environment(),
                          start_new_session=True) as process:
        try:
            out, code = process.communicate(timeout=SECONDS)[0], process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, code = process.communicate()[0], None
    result.output = out.decode("utf-8", "replace")
    if result.output and not result.output.endswith("\n"):
        result.output += "\n"
    result.seconds = time.monotonic() - start
    return code


def judge_end(result, code, planned):
    seen = result.passed + result.failed + len(result.skipped)
    if code is None:
        result.fail("still running after %d seconds" % SECONDS)
    elif code < 0:
        result.fail("ended by signal %d" % -code)
    elif code != 0 and result.failed == 0:
        result.fail("ended with exit code %d" % code)
    elif planned is not None and seen < planned:
        result.fail("%d tests of %d were run" % (seen, planned))
    elif seen == 0:
        result.fail("no test was run")


def run_program(path):
    result = Result(path)
    code = run(["./" + path], result)
    planned = 0
    for line in result.output.splitlines():
        plan = re.fullmatch(r"1\.\.(\d+)(?: .*)?", line)
        skip = re.match(r"(?:not )?ok \d+ # SKIP (.*)", line)
        if plan:
            planned += int(plan.group(1))
        elif skip:
            result.skipped.append(skip.group(1))
        elif re.match(r"ok \d+", line):
            result.passed += 1
        elif re.match(r"not ok \d+", line):
            result.failed += 1
    judge_end(result, code, planned)
    return result


def run_script(path):
    result = Result(path)
    code = run(["bash", path], result)
    for line in result.output.splitlines():
        if re.match(r"ok ", line):
            result.passed += 1
        elif re.match(r"not ok ", line):
            result.failed += 1
        elif re.match(r"skip ", line):
            result.skipped.append(line[5:])
    judge_end(result, code, None)
    return result


def read_log(name, path):
    result = Result("%s %s" % (name, path))
    try:
        with open(path, encoding="utf-8", errors="replace") as log:
            result.output = log.read()
    except OSError as error:
        result.output = str(error) + "\n"
    if result.output:
        result.failed = 1
    else:
        result.passed = 1
    return result


def show(result):
    counts = "%d passed" % result.passed
    if result.failed:
        counts += ", %d failed" % result.failed
    if result.skipped:
        counts += ", %d skipped" % len(result.skipped)
    print("%-4s %-48s %s, %.1f s" % ("FAIL" if result.failed else "ok", result.name, counts,
                                     result.seconds))
    for reason in result.skipped:
        print("SKIP " + reason)
    if result.failed:
        print("     | " + result.output.rstrip("\n").replace("\n", "\n     | "))
    sys.stdout.flush()


def show_failed(results):
    """All that failed once more, at the end: the beginning of a long log may be cut off."""
    for result in results:
        lines = [line for line in result.output.splitlines() if line.startswith("not ok")]
        for line in (lines or [result.output.split("\n")[0]]) if result.failed else []:
            print("failed: %s: %s" % (result.name, line))


def show_logs(name, results):
    if not results:
        return
    bad = [r for r in results if r.failed]
    print("%-4s %-48s %d of %d files" % ("FAIL" if bad else "ok", name + " without warnings",
                                         len(results) - len(bad), len(results)))
    for result in bad:
        print("     | " + result.output.rstrip("\n").replace("\n", "\n     | "))


def main():
    # Who began this with signals ignored, as shells begin what is in the background, did not mean
    # the tests: what they start would go on to ignore them.
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    parser = argparse.ArgumentParser()
    for group in ("programs", "scripts", "gcc", "clang"):
        parser.add_argument("--" + group, nargs="*", default=[])
    lists = parser.parse_args()
    wanted = os.environ.get("T", "")
    results = []
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        jobs = [pool.submit(run_program, p) for p in lists.programs if wanted in p]
        jobs += [pool.submit(run_script, p) for p in lists.scripts if wanted in p]
        for job in jobs:
            results.append(job.result())
            show(results[-1])
    for name in ("gcc", "clang"):
        logs = [read_log(name, p) for p in getattr(lists, name) if wanted in p]
        show_logs(name, logs)
        results += logs
    passed = sum(r.passed for r in results)
    failed = sum(r.failed for r in results)
    skipped = sum(len(r.skipped) for r in results)
    line = "%d passed, %d failed" % (passed, failed) + (", %d skipped" % skipped if skipped else "")
    with open(SUMMARY, "w", encoding="utf-8") as summary:
        summary.write(line + "\n")
    show_failed(results)
    print(line, flush=True)
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
