#!/bin/bash
# sat.sh - basin beside complete solvers on random 3-SAT at the threshold, all in one run.
#
#   bench/sat.sh [FOLDER]      a folder of satisfiable .cnf files; without one, 20 are generated
#
# Each solver gets one file after the other and one core. basin runs with its default settings.
set -u
basin=${BASIN:-./basin}
given=${1:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ -z "$given" ]; then
    "$basin" gen sat 250 --ratio 4.26 --count 20 --seed 1 -o "$folder" || exit 1
fi
for file in ${given:+"$given"/*.cnf}; do  # the complete solvers stumble over SATLIB's trailer
    sed '/^%/,$d' "$file" >"$folder/${file##*/}"
done

# run NAME COMMAND...: total and mean time of the command over all files, and how many it solved
run() {
    name=$1
    shift
    command -v "$1" >/dev/null || { echo "skip $name: not installed"; return; }
    solved=0 files=0
    begun=$(date +%s.%N)
    for file in "$folder"/*.cnf; do
        "$@" "$file" >/dev/null 2>&1
        [ $? -eq 10 ] && solved=$((solved + 1))
        files=$((files + 1))
    done
    ended=$(date +%s.%N)
    awk -v n="$name" -v s="$solved" -v f="$files" -v t="$begun" -v e="$ended" \
        'BEGIN { printf "%-8s %d of %d solved, %.3f s a file\n", n, s, f, (e - t) / f }'
}

run basin "$basin" sat --quiet --time 20 --threads 1
run minisat minisat -verb=0 -cpu-lim=60
run cadical cadical -q -t 60
