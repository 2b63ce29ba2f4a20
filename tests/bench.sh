#!/bin/bash
# bench.sh - the plain searches of the bench are what they say, and its runs and tables are right.
. "${0%/*}/support.bash"
CC=${CC:-gcc}
root=${0%/*}/..
export BENCH=$folder

for name in tabucol dsatur probsat; do
    $CC -std=c17 -O2 -pthread -I"$root/include" -I"$root/src" "$root/bench/$name.c" \
        "$root/build/libbasin-full.a" -ljansson -lm -lstemmer -lz -ldl -o "$folder/$name" 2>"$err"
    verdict "$name-builds" $? "$(head -c 300 "$err")"
done

# answers NAME CODE COMMAND...: the exit code; a colouring that it prints is right
answers()
{
    local name=$1 code=$2 got
    shift 2
    timeout 60 "$@" >"$out" 2>"$err"
    got=$?
    [ $got -eq "$code" ]
    verdict "$name" $? "exit code $got, not $code: $(head -c 300 "$err")"
    [ "$code" -eq 10 ] || return 0
    basin check "$2" "$out" >/dev/null 2>&1
    verdict "$name-checked" $? "what it prints is no colouring"
}

# A wheel of five spokes needs four colours, a ring of six two; of a board of 6 x 6 seven are known.
printf 'p edge 6 10\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n' >"$folder/wheel.col"
printf 'e 6 1\ne 6 2\ne 6 3\ne 6 4\ne 6 5\n' >>"$folder/wheel.col"
printf 'p edge 6 6\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\ne 6 1\n' >"$folder/ring.col"
basin gen color 6 --kind queen >"$folder/board.col"
for name in tabucol dsatur; do
    answers $name-wheel 10 "$folder/$name" "$folder/wheel.col" 4
    answers $name-ring 10 "$folder/$name" "$folder/ring.col" 2
    answers $name-wheel-3 0 "$folder/$name" "$folder/wheel.col" 3 0.2
    answers $name-ring-1 0 "$folder/$name" "$folder/ring.col" 1 0.2
done
answers tabucol-board 10 "$folder/tabucol" "$folder/board.col" 7

# Runs: as many lines as instances, what a solver's exit code says, times that it took.
printf 'p cnf 7 1\n1 0\n' >"$folder/one.cnf"
printf 'c colours 4\np cnf 9 1\n1 0\n' >"$folder/two.cnf"
cat >"$folder/solver" <<'END'
#!/bin/sh
test "$2" = 4 && exit 10
sleep 0.3
END
chmod +x "$folder/solver"
python3 "$root/bench/race.py" some 5 "$folder/one.cnf" "$folder/two.cnf" >"$out" 2>&1 <<END
default $folder/solver {file} {k}
twin $folder/solver {file} 4
absent $folder/nowhere {file}
END
grep -q 'SKIP absent' "$out" && grep -q 'some *default *1 of 2 solved' "$out"
verdict race $? "$(head -c 300 "$out")"
why=$(python3 - "$folder" 2>&1 <<'P' | tail -1
import json, sys
one, two = map(json.loads, open(sys.argv[1] + "/some.default.jsonl"))
assert [one["solved"], two["solved"]] == [False, True], "solved"
assert [one["searched"], two["searched"]] == [7, 9], "searched"
assert one["seconds"] >= 0.3 > one["processor_seconds"] >= 0 and one["seconds"] < 5, "seconds"
assert one["peak_bytes"] > 10000 and one["limit"] == 5, "memory, limit"
P
)
verdict race-lines $(($(echo -n "$why" | wc -c) > 0)) "$why"
python3 "$root/bench/table.py" >"$out" 2>&1
grep -qE '^\| some \| 1 of 2, 0\.[0-9]+ s \(0\.[0-9]+\) \| 2 of 2, ' "$out" &&
    grep -qE '^\| some \| 1\* \| [0-9.e-]+\* \|$' "$out" && grep -q 'limit 5.0 s' "$out"
verdict table $? "$(head -c 600 "$out")"
expect cactus 0 '' draw cactus "$folder/some.default.jsonl" "$folder/some.twin.jsonl" \
    -o "$folder/some.svg"
grep -q '1 of 2 solved' "$folder/some.svg" && grep -q '2 of 2 solved' "$folder/some.svg"
verdict cactus-counts $? "not what was run"
