#!/bin/bash
# kills.sh - `basin paper`, learn and train, killed at random moments and taken up again: files are
# whole after each kill, and in the end they hold what they hold without one.
# SEED=N replays the moments; BASIN_TEST_TIMES=N kills so many times more.
. "${0%/*}/support.bash"
seed=${SEED:-$$}
RANDOM=$seed
kills=$((8 * ${BASIN_TEST_TIMES:-1}))
mkdir "$folder/none"

# now: in milliseconds
now()
{
    echo $(($(date +%s%N) / 1000000))
}

# killed MOST ARGS...: the tool is killed within so many milliseconds, those of a run that nobody
# kills, so that most are killed on any machine; $code is the exit code
killed()
{
    local wait=$((1 + RANDOM % $1))
    shift
    "$BASIN" "$@" >"$out" 2>"$err" </dev/null &
    sleep "$((wait / 1000)).$(printf %03d $((wait % 1000)))"
    kill -KILL $! 2>/dev/null
    { wait $!; } 2>/dev/null
    code=$?
}

# whole_lines FILE: every line is a JSON object, but for one that was torn off at the end
whole_lines()
{
    python3 - "$1" <<'END_OF_PYTHON' 2>>"$err"
import json, sys
for line in open(sys.argv[1]).read().split("\n")[:-1]:
    assert isinstance(json.loads(line), dict), line
END_OF_PYTHON
}

# same_lines ONE OTHER: but for their order, times, how busy the machine was, and the folder
same_lines()
{
    python3 - "$1" "$2" <<'END_OF_PYTHON' 2>>"$err"
import json, sys
def lines(path):
    kept = []
    for line in open(path):
        row = json.loads(line)
        for name in ("seconds", "processor_seconds", "load"):
            row.pop(name, None)
        if "instance" in row:
            row["instance"] = row["instance"].rsplit("/", 1)[-1]
        kept.append(json.dumps(row, sort_keys=True))
    return sorted(kept)
one, other = lines(sys.argv[1]), lines(sys.argv[2])
assert one and one == other, [p for p in zip(one, other) if p[0] != p[1]][:1] or (len(one), len(other))
END_OF_PYTHON
}

# ------------------------------------------------------------------------------- the paper ----

paper=(paper 1 16 --quick --data "$folder/none" -q)
begun=$(now)
expect paper-quiet 0 '' "${paper[@]}" -o "$folder/quiet"
most=$(($(now) - begun))
hits=0 torn=0 failed=0
for _ in $(seq $kills); do
    killed $most "${paper[@]}" -o "$folder/killed"
    [ $code -eq 137 ] && hits=$((hits + 1))
    [ $code -eq 137 ] || [ $code -eq 0 ] || failed=$((failed + 1))
    for file in results runs; do
        [ ! -e "$folder/killed/$file.jsonl" ] || whole_lines "$folder/killed/$file.jsonl" || torn=$((torn + 1))
    done
    [ $code -ne 0 ] || rm -rf "$folder/killed"  # all was done: from the beginning
done
[ $hits -gt 0 ] && [ $torn -eq 0 ] && [ $failed -eq 0 ]
verdict paper-killed $? "$hits kills, $torn files torn, $failed failures; SEED=$seed; $(tail -2 "$err")"
expect paper-resumed 0 '' "${paper[@]}" -o "$folder/killed"
for file in results runs; do
    same_lines "$folder/quiet/$file.jsonl" "$folder/killed/$file.jsonl"
    verdict "paper-same-$file" $? "$hits kills; SEED=$seed; $(tail -1 "$err")"
done

# --------------------------------------------------------------------- training, learning ----

for _ in $(seq 15); do
    printf '%s\n' '0 0 1' '0 1 0' '1 0 0' '1 1 1'
done >"$folder/rows"
learn=(learn "$folder/rows" -q)
train=(train sat --batch 64 --steps 300 -q)

# models NAME ARGS...: killed, resumed, the same model in the end, and nothing beside it
models()
{
    local name=$1 hits=0 broken=0 begun most
    shift
    begun=$(now)
    basin "$@" --threads 1 -o "$folder/$name" >"$out" 2>"$err"
    most=$(($(now) - begun))
    for _ in $(seq $kills); do
        killed $most "$@" -o "$folder/$name.killed" --resume --checkpoint 0.01 \
            --threads $((1 + RANDOM % 3))
        [ $code -eq 137 ] && hits=$((hits + 1))
        [ $code -eq 137 ] || [ $code -eq 0 ] || broken=$((broken + 1))
        [ ! -e "$folder/$name.killed" ] || cmp -s "$folder/$name" "$folder/$name.killed" ||
            broken=$((broken + 1))
        [ $code -ne 0 ] || rm -f "$folder/$name.killed"
    done
    [ $hits -gt 0 ] && [ $broken -eq 0 ]
    verdict "$name-killed" $? "$hits kills, $broken models or runs broken; SEED=$seed; $(tail -1 "$err")"
    expect "$name-resumed" 0 '' "$@" -o "$folder/$name.killed" --resume
    cmp -s "$folder/$name" "$folder/$name.killed"
    verdict "$name-same" $? "$hits kills changed the model; SEED=$seed"
    [ -z "$(find "$folder" -name "$name.killed?*")" ]
    verdict "$name-alone" $? "$(find "$folder" -name "$name.killed?*")"
}
models learn "${learn[@]}"
models train "${train[@]}"
