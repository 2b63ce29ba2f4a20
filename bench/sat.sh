#!/bin/bash
# sat.sh - basin's searches beside minisat, cadical and a plain probSAT on random formulas, all in
# one run.
#
#   bench/sat.sh [FOLDER]      a folder of satisfiable .cnf files; without one, sets are generated
#
# bench/sets.bash says what can be set, bench/race.py what is measured.
suffix=.cnf
. "${0%/*}/sets.bash"

race()
{
    python3 "${0%/*}/race.py" "$1" "$limit" "$folder/$1"/*.cnf <<END
continuous $basin sat {file} -q --time {limit} $threads --sampler basin
focus $basin sat {file} -q --time {limit} $threads --sampler focus
default $basin sat {file} -q --time {limit} $threads
probsat $bench/probsat {file} {limit}
minisat minisat -verb=0 -cpu-lim=$limit {file}
cadical cadical -q -t $limit {file}
END
}

if [ $# -gt 0 ]; then
    data=$1 FILES=${FILES:-1000000}
    published given . && race given
    exit
fi
generate sat-250 8 sat 250 --ratio 4.26 && race sat-250
generate sat-1000 2 sat 1000 --ratio 4.2 --kind any && race sat-1000
generate sat-10000 1 sat 10000 --ratio 4 --kind any && race sat-10000
generate 5sat-200 2 sat 200 --width 5 --ratio 20 --kind any && race 5sat-200
generate 7sat-200 1 sat 200 --width 7 --ratio 85 --kind any && race 7sat-200
if published uf250 sat/uf250-1065; then race uf250; fi
if published sat09 sat/sat09-random-3sat; then race sat09; fi
