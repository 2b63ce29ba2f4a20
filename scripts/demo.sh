#!/bin/sh
# demo.sh - half a minute with basin: a board, a formula, a graph, a crossword, and a page about them.
set -eu
basin=${BASIN:-./basin}
page=${PAGE:-build/demo}
graph=$(mktemp "${TMPDIR:-/tmp}/basin-demo-XXXXXX.col")
trap 'rm -f "$graph"' EXIT

if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold='' plain=''; fi
say() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }

# The exit code of a solving verb is 10 when it solved everything.
solve() { "$basin" "$@" || [ $? -eq 10 ]; }

# Digits in a colour each, where that can be seen.
paint() { if [ -t 1 ]; then sed 's/[1-9]/\x1b[1;3&m&\x1b[0m/g; s/3[89]m/97m/g'; else cat; fi; }

say 'Eight queens, from energies learned on the lines of one single board:'
solve queens 8
say 'A hundred draws: how many of the 92 solutions?'
solve queens 8 --count 100 --format rows | sort -u | wc -l
say 'Twenty queens, with the same energies:'
solve queens 20
say 'A formula of 300 variables and 1260 clauses, made around a hidden solution (planted) so that there
is one; from energies learned on single clauses:'
"$basin" gen sat 300 --kind planted --ratio 4.2 --seed 7 | solve sat - | head -2
say 'The graph of a queen on 8 x 8 squares in 9 colours, from energies learned on single edges:'
"$basin" gen color 8 --kind queen >"$graph"
solve color "$graph" -k 9 | sed -n 's/^l .* //p' | paste -sd' ' | fold -w 16 | paint
say 'A crossword, from energies learned on dictionaries (its clues: examples/mini.txt):'
solve crossword examples/mini.txt
say 'What was learned for boards, and from what:'
"$basin" model show queens-compact | grep -E "^ *(data|seed|training|parameters|bytes|  one|  any)" || true
say 'A page with energy maps and a player of runs is being made ...'
"$basin" paper b c d e -q -o "$page"
say "Open $page/report.html in a browser. More: $basin help, $basin queens 12 --watch, doc/guide.md"
