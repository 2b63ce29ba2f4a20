#!/bin/bash
# table.sh - the end of `make bench`: a cactus plot of each set of instances, and the ratios of all
# solvers (bench/table.py).
set -u
basin=${BASIN:-./basin}
bench=${BENCH:-build/bench}
for first in "$bench"/*.default.jsonl; do
    set=${first%.default.jsonl}
    if grep -q '"solved": true' "$set".*.jsonl; then
        "$basin" draw cactus "$set".*.jsonl --title "${set##*/}" -o "$set.svg" && echo "$set.svg"
    fi
done
BENCH=$bench python3 "${0%/*}/table.py"
