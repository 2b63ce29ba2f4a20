#!/bin/bash
# ranks.sh - several processes that mpirun starts: each verb does what one process does, or what
# doc/many.md says; limits, signals, errors, and a process that is killed.
. "$(dirname "$0")/support.bash"
if ! command -v mpirun >/dev/null || ! command -v mpicc >/dev/null; then
    echo "skip $suite-mpi no mpirun and mpicc: packages openmpi-bin and libopenmpi-dev"
    exit 0
fi
if ! make -s mpi CC="${CC:-gcc}" >"$out" 2>&1; then
    verdict build 1 "$(tail -3 "$out")"
    exit 0
fi
MPI=$PWD/build/mpi/basin
case $BASIN in /*) ;; *) BASIN=$PWD/$BASIN ;; esac
examples=$PWD/examples
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
cd "$folder" || exit

# ranks N ARGS...
ranks()
{
    local count=$1
    shift
    timeout -k 5 90 mpirun -q -n "$count" "$MPI" "$@" </dev/null
}

without_times()
{
    sed -E 's/"seconds": [^,]*, //; s/[0-9.e+-]+ s an instance, .* in all; //; s/, [0-9.e+-]+ s$//' "$1" |
        awk '/^formulas|^instance/ { $6 = "" } { print }'
}

# same NAME FILE FILE
same()
{
    without_times "$2" >one
    without_times "$3" >two
    verdict "$1" "$(cmp -s one two; echo $?)" "$(diff one two | head -3)"
}

# without mpirun it is the tool, and the tool has nothing of MPI
"$MPI" queens 8 -q >"$out"; [ $? = 10 ] && cmp -s "$out" <("$BASIN" queens 8 -q)
verdict alone $? "another board: $(head -2 "$out")"
! ldd "$BASIN" | grep -q libmpi
verdict unlinked $? "the plain tool links MPI"

# ------------------------------------------------------------------------------------ eval
basin gen sat 60 --count 23 -o formulas 2>/dev/null
basin eval sat formulas --count 2 --jsonl one.jsonl >one.txt
for count in 1 2 4; do
    ranks $count eval sat formulas --count 2 --jsonl $count.jsonl >$count.txt 2>"$err"
    verdict "eval-$count-code" $? "$(head -3 "$err")"
    same "eval-$count-lines" one.jsonl $count.jsonl
    same "eval-$count-table" one.txt $count.txt
done
head -5 one.jsonl >4.jsonl
ranks 2 eval sat formulas --count 2 --jsonl 4.jsonl --resume >4.txt
same eval-resumed one.jsonl 4.jsonl
printf 'p edge 3 3\ne 1 1\ne 1 2\ne 2 3\n' >loop.col
basin eval color loop.col loop.col loop.col -k 2 --json >one.txt 2>one.err
ranks 2 eval color loop.col loop.col loop.col -k 2 --json >4.txt 2>"$err"
same eval-remarks one.txt 4.txt
[ "$(grep -c 'left out: 1 line' one.err)" = 3 ] && [ "$(grep -c 'left out: 1 line' "$err")" = 3 ]
verdict eval-remarks-told $? "$(head -3 "$err")"
basin eval queens 8 --json -q >one.txt
ranks 2 eval queens 8 --json -q >4.txt
same eval-single one.txt 4.txt

# ---------------------------------------------------------------- verbs: one answer, and many
basin gen color 40 --kind planted --width 4 -o g.col
basin gen sudoku -o s.sudoku
basin gen solve -o p.cfn
# solves NAME CODE ARGS...: with four processes, and the verifier of the tool accepts it
solves()
{
    local name=$1 code=$2
    shift 2
    ranks 4 "$@" >"$out" 2>"$err"
    verdict "$name" "$(($? != code))" "exit code, not $code: $(head -3 "$err")"
}
solves sat 10 sat formulas/sat-60-0001.cnf
basin check formulas/sat-60-0001.cnf "$out" >/dev/null 2>&1
verdict sat-valid $? "$(head -3 "$out")"
solves color 10 color g.col -k 4
solves color-least 10 color g.col --time 20
solves sudoku 10 sudoku s.sudoku
solves solve 0 solve p.cfn --time 1
solves crossword 0 crossword "$examples/mini.txt"
basin crossword "$examples/mini.txt" >one.txt 2>/dev/null
verdict crossword-same "$(cmp -s one.txt "$out"; echo $?)" "other letters, or colours"
solves queens 10 queens 8
solves queens-paper 0 queens 8 --method paper --particles 8 --levels 3
for sampler in focus basin ula; do
    ranks 3 queens 12 --json -q --steps 3000 --sampler $sampler >4.txt
    basin queens 12 --json -q --steps 3000 --sampler $sampler --count 3 >all.txt
    python3 - all.txt 4.txt <<'END'
import json, sys
samples = [json.loads(line) for line in open(sys.argv[1])]
answer = json.loads(open(sys.argv[2]).read())
samples.sort(key=lambda a: (not a["solved"], a["steps"] if a["solved"] else a["violated"], a["sample"]))
for key in "sample", "steps", "value", "solved", "violated":
    assert samples[0][key] == answer[key], (key, samples[0][key], answer[key])
END
    verdict "fewest-$sampler" $? "not the sample of fewest steps"
done
basin queens 8 --count 7 -q >one.txt
ranks 4 queens 8 --count 7 -q >4.txt
verdict count "$(cmp -s one.txt 4.txt; echo $?)" "other boards"
ranks 3 queens 8 --count 2 -q --shard 2/2 | cmp -s - <(basin queens 8 --count 2 -q --shard 2/2)
verdict count-few $? "other boards"

# ------------------------------------------------------------------------------- training
basin train color -o one.safetensors --steps 60 -q --log one.csv
ranks 3 train color -o 3.safetensors --steps 60 -q --log 3.csv
cmp -s one.safetensors 3.safetensors && cmp -s one.csv 3.csv
verdict train $? "other bytes"
basin queens 6 --count 30 --format rows -q >boards.txt
basin learn boards.txt -o one.safetensors --steps 60 -q >one.txt 2>/dev/null
ranks 2 learn boards.txt -o 2.safetensors --steps 60 -q >2.txt 2>/dev/null
cmp -s one.safetensors 2.safetensors && cmp -s one.txt 2.txt
verdict learn $? "other bytes"
timeout -s USR1 2 mpirun -q -n 2 "$MPI" train sat -o stop.safetensors --steps 100000 -q 2>/dev/null
verdict train-stop "$(($? != 124))" "it was not stopped"
verdict train-state "$([ -s stop.safetensors.state ]; echo $?)" "no checkpoint"

# --------------------------------------------------------------------- errors: one line each
# refuses NAME PATTERN ARGS...
refuses()
{
    local name=$1 pattern=$2 code
    shift 2
    ranks 2 "$@" >"$out" 2>said
    code=$?
    grep -v '^\[hwloc/' said >"$err"  # where /sys is not mounted, MPI's library says so
    [ $code -eq 1 ] && [ "$(wc -l <"$err")" -eq 1 ] && grep -qE "$pattern" "$err"
    verdict "refuses-$name" $? "exit code $code: $(head -c 300 "$err")"
}
refuses option 'unknown option --such' queens 8 --such
refuses file 'absent.cnf: cannot open' sat absent.cnf
refuses stdin 'standard input reaches one' sat -
refuses eval-stdin 'standard input reaches one' eval sat -
refuses trace 'are for one process; there are 2' queens 8 --trace t.json
refuses output 'cannot' train color -o absent/x.safetensors --steps 3
verdict other-verbs "$(cmp -s <(ranks 3 domains) <("$BASIN" domains); echo $?)" "not printed once"

# --------------------------------------------------------------------------- time and signals
basin gen sat 120 --ratio 7 --kind any -o hopeless.cnf
begun=$(date +%s)
ranks 2 sat hopeless.cnf --time 2 -q >"$out" 2>"$err"
verdict time "$([ $? -eq 0 ] && grep -q '^c best so far' "$out" && [ $(($(date +%s) - begun)) -le 5 ]; echo $?)" \
    "$(head -3 "$out" "$err")"
# stopped NAME SIGNAL CODE: the best so far is printed
stopped()
{
    mpirun -q -n 2 "$MPI" sat hopeless.cnf -q >"$out" 2>"$err" &
    sleep 1.5
    kill "-$2" $!
    wait $!
    verdict "$1" "$([ $? -eq "$3" ] && grep -q '^c best so far' "$out"; echo $?)" "$(head -3 "$out" "$err")"
}
stopped signal-usr1 USR1 0
stopped signal-term TERM 1

# A process that is lost ends all of them: no hang, no answer, nobody left.
# lost NAME WHICH ARGS...
lost()
{
    local name=$1 which=$2 started code begun
    shift 2
    timeout -k 1 60 mpirun -q -n 3 "$MPI" "$@" >"$out" 2>"$err" &
    started=$!
    sleep 2
    mapfile -t pids < <(pgrep -f "^$MPI ${*:1:2}" | sort -n)
    begun=$(date +%s)
    kill -9 "${pids[$which]}"
    wait $started
    code=$?
    [ $code -ne 0 ] && [ $code -ne 10 ] && [ $code -ne 124 ] && [ $(($(date +%s) - begun)) -le 5 ]
    verdict "lost-$name" $? "exit code $code after $(($(date +%s) - begun)) s"
    sleep 0.2
    ! pgrep -f "^$MPI " >/dev/null
    verdict "lost-$name-none-left" $? "$(pgrep -af "^$MPI ")"
    verdict "lost-$name-line" "$([ -s "$err" ]; echo $?)" "nothing was said"
}
lost first 0 sat hopeless.cnf --time 30
lost other 2 sat hopeless.cnf --time 30
basin gen sat 120 --ratio 7 --kind any --count 9 -o hopeless 2>/dev/null
lost eval 1 eval sat hopeless --time 30
lost train 1 train sat -o lost.safetensors --steps 100000
