#!/bin/bash
# train.sh - a training that is killed ten times ends in the same bytes as a quiet one.
BASIN=${BASIN:-./basin}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
RANDOM=${SEED:-$$}  # SEED=N replays the moments of the kills
seed=${SEED:-$$}
settings=(train queens --batch 64 --steps 2000 --checkpoint 0.02 -q)

# verdict NAME CONDITION-CODE REASON
verdict()
{
    if [ "$2" -eq 0 ]; then
        echo "ok train-$1"
    else
        echo "not ok train-$1 $3"
    fi
}

now()
{
    date +%s%N
}

start=$(now)
"$BASIN" "${settings[@]}" -o "$folder/quiet" --log "$folder/quiet.csv" --threads 1 2>"$folder/err"
verdict quiet $? "$(cat "$folder/err")"
whole=$((($(now) - start) / 1000000))  # milliseconds

# run FILE WAIT SIGNAL ARGS...: trains, sends SIGNAL after WAIT ms; $code is the exit code
run()
{
    local file=$1 wait=$2 signal=$3
    shift 3
    "$BASIN" "${settings[@]}" -o "$folder/$file" --log "$folder/$file.csv" "$@" 2>"$folder/err" &
    local child=$!
    sleep "$((wait / 1000)).$(printf %03d $((wait % 1000)))"
    kill -"$signal" $child 2>/dev/null
    { wait $child; } 2>/dev/null
    code=$?
}

# Each life lasts a tenth of a whole training, more or less, so that the last kill is near the end.
hits=0 resumed=0 broken=0
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -e "$folder/killed.state" ] && resumed=$((resumed + 1))
    run killed $((20 + RANDOM % (whole / 6 + 1))) KILL --resume --threads $((1 + RANDOM % 3))
    if [ $code -eq 137 ]; then
        hits=$((hits + 1))
    elif [ $code -eq 0 ]; then
        break  # done before the kill
    else
        broken=$((broken + 1))
        echo "# exit code $code: $(cat "$folder/err")"
    fi
done
verdict kills $((broken != 0)) "$broken resumed trainings failed by themselves; SEED=$seed"
[ $hits -ge 3 ] && [ $resumed -ge 2 ]
verdict kills-hit $? "only $hits kills hit a training, $resumed found a state; SEED=$seed"
"$BASIN" "${settings[@]}" -o "$folder/killed" --log "$folder/killed.csv" --resume 2>"$folder/err"
verdict resumed $? "$(cat "$folder/err")"
cmp -s "$folder/quiet" "$folder/killed"
verdict same-model $? "$hits kills changed the model; SEED=$seed"
cmp -s "$folder/quiet.csv" "$folder/killed.csv"
verdict same-log $? "$hits kills changed the log; SEED=$seed"
[ ! -e "$folder/killed.state" ]
verdict state-removed $? "the state is still there"

# A stop at half time, another one soon after: a second life that began anew would have a shorter
# log than the first.
run stopped $((whole / 2)) TERM --threads 1
if [ $code -eq 0 ]; then
    echo "skip train-stopped it was done after half its time"
else
    [ $code -eq 3 ] && [ -e "$folder/stopped.state" ] && [ ! -e "$folder/stopped" ]
    verdict stopped $? "exit code $code: $(cat "$folder/err")"
    rows=$(wc -l <"$folder/stopped.csv")
    run stopped 150 TERM --resume --threads 2
    [ $code -ne 3 ] || [ "$(wc -l <"$folder/stopped.csv")" -ge "$rows" ]
    verdict goes-on $? "the second life has fewer rows than the first: it began anew"
    "$BASIN" "${settings[@]}" -o "$folder/stopped" --log "$folder/stopped.csv" --resume \
        2>"$folder/err"
    verdict stopped-resumed $? "$(cat "$folder/err")"
    cmp -s "$folder/quiet" "$folder/stopped" && cmp -s "$folder/quiet.csv" "$folder/stopped.csv"
    verdict stopped-same $? "a stop changed the model or its log"
fi
left=$(find "$folder" -name '*.tmp.*' | wc -l)
verdict temporaries $((left > 10)) "$left temporary files"
