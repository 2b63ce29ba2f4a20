#!/bin/sh
# coverage.sh - runs the tests of build/coverage and says which lines of src they never ran.
#
#   coverage.sh 'SCRIPT...'      the scripts to run with the tool of build/coverage
#
# Lines by folder at first; then, of the core, the readers and the verifiers, what is missing in
# each file. All of it, file by file, is left in build/coverage/report.txt. T is as for `make test`.
build=build/coverage
find $build -name '*.gcda' -delete
BASIN=$build/basin python3 tests/run.py --programs $(find $build/tests -name 'test_*' -executable -type f | sort) \
    --scripts $1 | tail -5

# Not $build/double, the networks once more as the tests' oracle: there a line is another.
gcovr -r . --filter 'src/' $build/obj --json $build/report.json --txt $build/report.txt \
    --exclude-unreachable-branches >/dev/null || exit
python3 - $build/report.json <<'END'
import collections, json, re, sys

NAMED = ("src/base/", "src/nn/", "src/energy/", "src/sample/", "src/train/", "src/format/",
         "src/domain/own/own_judge.c", "src/domain/sat/floor.c")
folders, missing = collections.Counter(), {}
lines = collections.Counter()
for file in json.load(open(sys.argv[1]))["files"]:
    folder = "/".join(file["file"].split("/")[:2])
    hit = {}
    for line in file["lines"]:  # a kernel is compiled for several levels
        if not line.get("gcovr/noncode"):
            hit[line["line_number"]] = hit.get(line["line_number"], 0) + line["count"]
    lines[folder] += len(hit)
    folders[folder] += sum(count > 0 for count in hit.values())
    missing[file["file"]] = sorted(number for number, count in hit.items() if count == 0)
for folder in sorted(lines):
    print("%-14s %5d of %5d lines, %5.1f %%" % (folder, folders[folder], lines[folder],
                                                100 * folders[folder] / lines[folder]))
for path in sorted(missing):
    if missing[path] and path.startswith(NAMED):
        print("%s: %s" % (path, " ".join(map(str, missing[path]))))
END
