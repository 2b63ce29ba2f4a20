#!/bin/bash
# color.sh - basin's searches beside TabuCol, DSATUR and, on the graph as a formula, probSAT,
# minisat and cadical, all in one run.
#
# bench/sets.bash says what can be set, bench/race.py what is measured. Each graph is given with a
# number of colours: near the fewest that are known.
suffix=.col
. "${0%/*}/sets.bash"

race()
{
    for file in "$folder/$1"/*.col; do
        encode "$file" >"${file%.col}.cnf"
    done
    python3 "${0%/*}/race.py" "$1" "$limit" "$folder/$1"/*.col <<END
continuous $basin color {file} -k {k} -q --time {limit} $threads --sampler basin
focus $basin color {file} -k {k} -q --time {limit} $threads --sampler focus
default $basin color {file} -k {k} -q --time {limit} $threads
tabucol $bench/tabucol {file} {k} {limit}
dsatur $bench/dsatur {file} {k}
probsat $bench/probsat {stem}.cnf {limit}
minisat minisat -verb=0 -cpu-lim=$limit {stem}.cnf
cadical cadical -q -t $limit {stem}.cnf
END
}

# encode FILE: variable (v - 1) k + c says that vertex v has colour c; each has one at least
encode()
{
    awk '
        BEGIN { m = 0 }
        $1 == "c" && $2 == "colours" { k = $3 }
        $1 == "p" { n = $3 }
        $1 == "e" && $2 != $3 { a[m] = $2; b[m++] = $3 }
        END {
            print "p cnf", n * k, n + m * k
            for (v = 0; v < n; v++) {
                for (c = 1; c <= k; c++)
                    printf "%d ", v * k + c
                print 0
            }
            for (e = 0; e < m; e++)
                for (c = 1; c <= k; c++)
                    print -((a[e] - 1) * k + c), -((b[e] - 1) * k + c), 0
        }' "$1"
}

# with_colours SET K: every graph of the set says that it is to have K colours
with_colours()
{
    local file
    for file in "$folder/$1"/*.col; do
        sed -i -e '/^c colours/d' -e "1i c colours $2" "$file"
    done
}

# best_known SET: as many as chromatic.tsv says
best_known()
{
    local file k
    for file in "$folder/$1"/*.col; do
        k=$(awk -F '\t' -v name="$(basename "$file" .col)" '$1 == name { print $5 }' \
            "$data/color/chromatic.tsv")
        sed -i "1i c colours $k" "$file"
    done
}

generate er-125 2 color 125 --kind erdos-renyi --ratio 0.5 && with_colours er-125 17 && race er-125
generate er-250 1 color 250 --kind erdos-renyi --ratio 0.5 && with_colours er-250 29 && race er-250
generate planted-300 2 color 300 --kind planted --width 10 --ratio 0.3 && race planted-300
generate queen-10 1 color 10 --kind queen && with_colours queen-10 12 && race queen-10
if published dimacs color; then best_known dimacs && race dimacs; fi
