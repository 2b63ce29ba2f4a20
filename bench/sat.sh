#!/bin/bash
# sat.sh - basin beside complete solvers and a plain probSAT on random 3-SAT, all in one run.
#
#   bench/sat.sh [FOLDER]      a folder of satisfiable .cnf files; without one, 20 are generated
#
# Each solver gets one file after the other and one thread; basin runs with its default settings.
# Times are processor seconds of the whole process, so that a busy machine matters less.
set -u
basin=${BASIN:-./basin}
bench=${BENCH:-build/bench}
given=${1:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ -z "$given" ]; then
    "$basin" gen sat 250 --ratio 4.26 --count 20 --seed 1 -o "$folder" || exit 1
fi
for file in ${given:+"$given"/*.cnf}; do  # the complete solvers stumble over SATLIB's trailer
    sed '/^%/,$d' "$file" >"$folder/${file##*/}"
done

# run NAME COMMAND...: mean processor time of the command over all files, and how many it solved
run() {
    name=$1
    shift
    command -v "$1" >/dev/null || { echo "skip $name: not installed"; return; }
    solved=0 files=0
    times >"$folder/times"
    begun=$(spent_of "$folder/times")
    for file in "$folder"/*.cnf; do
        "$@" "$file" >/dev/null 2>&1
        [ $? -eq 10 ] && solved=$((solved + 1))
        files=$((files + 1))
    done
    times >"$folder/times"
    awk -v n="$name" -v s="$solved" -v f="$files" -v t="$begun" -v e="$(spent_of "$folder/times")" \
        'BEGIN { printf "%-8s %d of %d solved, %.3f processor seconds a file\n", n, s, f, (e - t) / f }'
}

# spent_of FILE: what the shell's `times` wrote there, the line of finished children, in seconds
spent_of() {
    awk 'NR == 2 { gsub(/[ms]/, " "); print $1 * 60 + $2 + $3 * 60 + $4 }' "$1"
}

run basin "$basin" sat --quiet --time 20 --threads 1
run probsat "$bench/probsat"
run minisat minisat -verb=0 -cpu-lim=60
run cadical cadical -q -t 60
