#!/bin/sh
# pictures.sh - draws the pictures of the documentation anew: the same bytes each time.
#
#   scripts/pictures.sh [FOLDER]
set -e
basin=${BASIN:-./basin}
to=${1:-doc/pictures}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$to"

# solve ARGS...: a verb that solves exits with 10 when it has
solve()
{
    "$basin" "$@" -q || [ $? -eq 10 ]
}

# A solved board; the energies of another with a ninth queen in its fourth row.
solve queens 8 --picture "$to/queens.svg" >/dev/null
cat >"$work/ninth" <<END
. . . . Q . . .
. . . . . . Q .
. Q . . . . . .
. . . . . Q . Q
. . Q . . . . .
Q . . . . . . .
. . . Q . . . .
. . . . . . . Q
END
"$basin" draw map 8 "$work/ninth" --title "8 queens and a ninth: energies" \
    -o "$to/queens-energy.svg"

# A graph; the energies of its edges when two vertices have another colour.
"$basin" gen color 26 --kind planted --ratio 0.2 --width 4 --seed 1 >"$work/graph.col"
solve color "$work/graph.col" -k 4 --picture "$to/graph.svg" >"$work/colors"
awk '$1 == "l" && ($2 == 4 || $2 == 17) { $3 = $3 % 3 + 1 } { print }' "$work/colors" \
    >"$work/conflicts"
"$basin" draw map "$work/graph.col" "$work/conflicts" -k 4 \
    --title "A graph with conflicts: energies of its edges" -o "$to/graph-energy.svg"

# A formula; the energies of its clauses when two variables are changed.
"$basin" gen sat 12 --ratio 3 --kind planted --seed 5 >"$work/formula.cnf"
solve sat "$work/formula.cnf" >"$work/values"
sed 's/ 6 / -6 /; s/ -10 / 10 /' "$work/values" >"$work/failing"
"$basin" draw map "$work/formula.cnf" "$work/failing" \
    --title "A formula: energies of its clauses" -o "$to/formula-energy.svg"

# A crossword, solved.
solve crossword examples/mini.ipuz --picture "$to/crossword.svg" >/dev/null

# A run that moves: 12 queens, step by step.
solve queens 12 --seed 1 --sampler basin --trace "$work/watch.json" >/dev/null
"$basin" draw film "$work/watch.json" --title "12 queens: of 16 particles, the best at each step" \
    -o "$to/watch.svg"

# The energy between colours, and the energies of a run.
"$basin" draw landscape -o "$to/landscape.svg"
solve queens 8 --sampler basin --particles 8 --trace "$work/run.json" >/dev/null
"$basin" draw time "$work/run.json" --title "8 queens: the energies of 8 particles" \
    -o "$to/energies.svg"
