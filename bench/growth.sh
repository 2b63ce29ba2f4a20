#!/bin/bash
# growth.sh - what a formula costs the search over assignments as it grows: random 3-SAT at ratio
# 4.0 of 10^3 to 10^6 variables; seconds and memory until solved, and the time of a single move.
#
#   SIZES          numbers of variables (1000 10000 100000 1000000)
#   GROWTH_LIMIT   seconds for each of them (120)
#
# Lines go to build/bench/growth.jsonl, a chart to growth.svg, a Markdown table to standard output.
suffix=.cnf
. "${0%/*}/sets.bash"
: >"$bench/growth.jsonl"
for size in ${SIZES:-1000 10000 100000 1000000}; do
    generate "$size" 1 sat "$size" --ratio 4 --kind any || exit 1
    python3 "${0%/*}/growth.py" "${GROWTH_LIMIT:-120}" "$folder/$size"/*.cnf -- \
        "$basin" sat -q --sampler focus $threads >>"$bench/growth.jsonl"
    rm -r "${folder:?}/$size"
done
python3 "${0%/*}/growth.py" table "$bench/growth.jsonl"
if grep -q '"solved": true' "$bench/growth.jsonl"; then
    "$basin" draw growth "$bench/growth.jsonl" --title 'Random 3-SAT, ratio 4.0, sampler focus' \
        -o "$bench/growth.svg" && echo "$bench/growth.svg"
fi
