#!/bin/sh
# demo.sh - a few seconds with basin: boards, many different ones, a large one, and how it learns.
set -eu
basin=${BASIN:-./basin}

if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold='' plain=''; fi
say() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }

# The exit code of a solving verb is 10 when it solved everything.
solve() { "$basin" "$@" || [ $? -eq 10 ]; }

say 'Eight queens, from energies learned on the lines of one single board:'
solve queens 8
say 'A hundred draws: how many of the 92 solutions?'
solve queens 8 --count 100 --format rows | sort -u | wc -l
say 'Twenty queens, with the same energies:'
solve queens 20
say 'Fifty queens (the column of each row'"'"'s queen):'
solve queens 50 --format rows
say 'A formula of 300 variables and 1260 clauses, from energies learned on single clauses:'
"$basin" gen sat 300 --kind planted --ratio 4.2 --seed 7 | solve sat - | head -2
say 'The graph of an 8 x 8 queen with 9 colours, from energies learned on single edges (14 numbers):'
"$basin" gen color 8 --kind queen >"${TMPDIR:-/tmp}/basin-demo.col"
solve color "${TMPDIR:-/tmp}/basin-demo.col" -k 9 | sed -n 's/^l .* //p' | paste -sd' ' | fold -w 16
rm -f "${TMPDIR:-/tmp}/basin-demo.col"
say 'What was learned, and from what:'
"$basin" model show queens-compact | grep -E "^ *(data|seed|training|parameters|bytes|  one|  any)" || true
say "More: $basin help, man doc/basin.1, doc/guide.md"
