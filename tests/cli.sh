#!/bin/bash
# cli.sh - the tool from outside: exit codes, messages, formats, limits, signals, broken input.
. "${0%/*}/support.bash"
many=150  # a board that takes more than a moment
energy=$(best_energy queens)

# solutions N: the lines of stdin that are N numbers must be solutions; prints "VALID UNIQUE"
solutions()
{
    python3 -c '
import sys
n, rows = int(sys.argv[1]), []
for line in sys.stdin:
    words = line.split()
    if len(words) == n and all(w.isdigit() for w in words):
        rows.append(tuple(map(int, words)))
for row in rows:
    if not (sorted(row) == list(range(1, n + 1)) and len({c + i for i, c in enumerate(row)}) == n
            and len({c - i for i, c in enumerate(row)}) == n):
        sys.exit("not a solution: %s" % (row,))
print(len(rows), len(set(rows)))' "$1"
}

# stdin, JSON lines, without what differs from run to run
no_seconds()
{
    sed 's/"seconds": [^,]*, //'
}

# ------------------------------------------------------------------------------- what is wrong ----

refuse bad-verb 'unknown verb "quens"; did you mean queens\?' quens 8
refuse far-verb 'unknown verb "xyzzy"; see' xyzzy
refuse option-first 'where a verb is expected' --seed 3 queens 8
refuse no-operand 'queens needs N' queens
refuse two-operands 'one word too many' queens 8 9
refuse bad-option 'unknown option --particels; did you mean --particles\?' queens 8 --particels 4
refuse bad-option-equals 'unknown option --tine; did you mean --time\?' queens 8 --tine=4
refuse far-option 'unknown option --zzzzzzzz; see' queens 8 --zzzzzzzz
refuse bad-letter 'unknown option -z' queens 8 -z
refuse other-option '--batch is not an option of queens but of train; see' queens 8 --batch 3
refuse flag-value '--json takes no value' queens 8 --json=yes
refuse no-value '--seed needs a value' queens 8 --seed
refuse newline-option 'unknown option --a\?b' queens 8 $'--a\nb'
for value in x 0 -1 1.5 '' ' 3' 3x 0x10 1048577 99999999999999999999999; do
    refuse "particles-'$value'" 'particles: ".*" is not a number from 1 to 1048576' \
        queens 8 --particles "$value"
done
for value in x -1 nan inf '' 1e99 0x1p3 ' 1' 1..2; do
    refuse "time-'$value'" 'time: ".*" is not a number from 0 to' queens 8 --time="$value"
done
refuse threads-many 'threads: "257" is not a number from 1 to 256' queens 8 --threads 257
refuse seed-overflow 'seed: "18446744073709551616" is not' queens 8 --seed 18446744073709551616
refuse bad-sampler 'sampler: "best" is none of basin, ' queens 8 --sampler best
refuse bad-energy 'energy: "free" is none of compact, paper, exact' queens 8 --energy free
refuse bad-method 'method: "mine" is none of' queens 8 --method mine
refuse bad-compose 'compose: "x" is none of' queens 8 --compose x
refuse bad-format 'format: "png" is none of the formats of queens' queens 8 --format png
for size in 2 3 0 -1 1000000000 99999999999999999999999 abc 8x '' 5001; do
    refuse "size-'$size'" 'queens: ' queens "$size"
done
refuse help-unknown 'unknown verb "nothing"; see' help nothing
refuse eval-domain 'chess' eval chess 8
refuse eval-short 'eval needs' eval queens
refuse train-domain 'chess' train chess -o "$folder/m"
refuse train-output 'train needs -o' train queens
refuse train-exact 'energy: "exact" is none of compact, paper' train queens --energy exact -o "$folder/m"
refuse train-model '--model is for --refine only' train sat --model x -o "$folder/m"
refuse train-refine-missing "$folder/none: cannot open" train sat --refine \
    --model "$folder/none" -o "$folder/m"
refuse train-refine-exact 'exact energies are not learned' train sat --refine --model sat-exact \
    -o "$folder/m"
refuse gen-domain 'chess' gen chess
refuse gen-short 'gen needs DOMAIN' gen
refuse gen-none 'queens has no random instances' gen queens 8 -o "$folder/gen"
refuse gen-many 'need a folder' gen queens --count 2
refuse gen-stdout 'need a folder' gen queens --count 2 -o -
refuse gen-none-many 'queens has no random instances' gen queens --count 2 -o "$folder/gen"
[ ! -e "$folder/gen" ]
verdict gen-leaves-nothing $? "something is there"
for n in x 0 -3 4294967296 1.5 ''; do
    refuse "gen-'$n'" 'N: ".*" is not a number from 1 to 4294967295' gen queens "$n"
done
refuse gen-ratio 'ratio: "x" is not a number' gen queens --ratio x
refuse gen-width 'width: "0" is not a number' gen queens --width 0
refuse gen-seeds 'too many' gen queens --count 2 --seed 18446744073709551615 -o "$folder/gen"
refuse fix-eval '--fix is not an option of eval' eval queens 8 --fix x
refuse start-eval '--start is not an option of eval' eval queens 8 --start x
refuse train-folder 'nowhere' train queens -o "$folder/nowhere/m" --steps 1
refuse check-instance 'not an instance' check abc "$out"
refuse check-file 'cannot open' check 8 "$folder/nothing"
refuse model-verb 'none of list, show and export' model look queens-compact
refuse model-output 'needs -o' model export queens-exact
refuse model-nowhere 'nowhere/m: ' model export queens-exact -o "$folder/nowhere/m"

# ---------------------------------------------------------------------------------- the models ----

refuse model-missing "$folder/none: cannot open" queens 8 --model "$folder/none"
refuse model-folder "$folder: " queens 8 --model "$folder"
: >"$folder/empty"
refuse model-empty "$folder/empty: " queens 8 --model "$folder/empty"
head -c 4096 /dev/zero >"$folder/zeros"
refuse model-zeros "$folder/zeros: " queens 8 --model "$folder/zeros"
basin model export "queens-$energy" -o "$folder/model" 2>"$err"
verdict model-export $? "$(cat "$err")"
size=$(wc -c <"$folder/model")
for cut in 1 8 50 $((size / 2)) $((size - 1)); do
    head -c "$cut" "$folder/model" >"$folder/cut"
    refuse "model-cut-$cut" "$folder/cut: " queens 8 --model "$folder/cut"
done
expect model-file 10 '' queens 8 -q --model "$folder/model"
expect model-shown 0 '' model show "$folder/model"
grep -q "^domain: queens" "$out"
verdict model-readable $? "$(head -3 "$out")"
basin model show queens --energy "$energy" --json | python3 -m json.tool >/dev/null
verdict model-json $? "not JSON"
sed "s/queens/qu33ns/" "$folder/model" >"$folder/other"
refuse model-domain 'a model of qu33ns, not of queens' queens 8 --model "$folder/other"
other=$([ $energy = exact ] && echo paper || echo exact)
refuse model-energy "its energies are $energy, not $other" queens 8 --model "$folder/model" \
    --energy "$other"

# ------------------------------------------------------------------------------------- answers ----

solve=(--energy "$energy")
expect text 10 '^queens 8: solved; method basin, energy .*, sampler .*, seed 1, kernel [a-z0-9]+, first verified, .* s$' \
    queens 8 "${solve[@]}"
[ "$(wc -l <"$out")" -eq 8 ] && [ "$(tr -cd Q <"$out" | wc -c)" -eq 8 ]
verdict board $? "$(cat "$out")"
expect quiet 10 '' queens 6 -q "${solve[@]}"
expect one 10 '' queens 1 -q "${solve[@]}"
expect forms 10 '' queens --seed=2 -q --particles 8 --energy="$energy" -- 6
basin queens 8 --count 20 --format rows "${solve[@]}" >"$out" 2>"$err"
verdict rows-code $(($? != 10)) "exit code"
found=$(solutions 8 <"$out" 2>&1)
[ "${found% *}" = 20 ] && [ "$(wc -l <"$out")" -eq 20 ]
verdict rows $? "$found"
grep -q "20 of 20 valid, ${found#* } unique" "$err"
verdict rows-summary $? "$(cat "$err")"
basin queens 6 --count 3 -q "${solve[@]}" >"$out"
[ "$(grep -c '^$' "$out")" -eq 2 ] && [ "$(wc -l <"$out")" -eq 20 ]
verdict boards $? "$(cat "$out")"
basin queens 6 --json -q "${solve[@]}" | python3 -c '
import json, sys
a = json.loads(sys.stdin.read())
assert a["solved"] is True and a["kind"] == "solved" and a["violated"] == 0
assert sorted(a["value"]) == list(range(6)) and a["instance"] == "6" and a["seed"] == 1
' 2>"$err"
verdict json $? "$(tail -1 "$err")"
basin queens 6 --json --count 4 -q "${solve[@]}" >"$out"
[ "$(wc -l <"$out")" -eq 4 ] && json_lines <"$out"
verdict json-lines $? "$(head -1 "$out")"
basin queens 10 --format rows --count 5 --seed 9 -q "${solve[@]}" --threads 1 >"$folder/1"
for threads in 2 3; do
    basin queens 10 --format rows --count 5 --seed 9 -q "${solve[@]}" --threads $threads >"$out"
    cmp -s "$folder/1" "$out"
    verdict same-with-$threads-threads $? "other answers than with one thread"
done
basin queens 10 --format rows --count 5 --seed 10 -q "${solve[@]}" >"$out"
! cmp -s "$folder/1" "$out"
verdict other-seed $? "seeds 9 and 10 give the same answers"

# ------------------------------------------------------------------------------- fix and start ----

echo '0 0 4 0 8 0 0 0' >"$folder/part"
expect fix 10 '' queens 8 -q --format rows --count 10 --fix "$folder/part" "${solve[@]}"
found=$(solutions 8 <"$out" 2>&1)
[ "${found% *}" = 10 ] && [ "$(awk '$3 == 4 && $5 == 8' "$out" | wc -l)" -eq 10 ]
verdict fix-stays $? "$found: $(cat "$out")"
basin queens 8 -q --format rows --fix - "${solve[@]}" <"$folder/part" >"$out"
awk '{ exit !($3 == 4 && $5 == 8) }' "$out"
verdict fix-stdin $? "$(cat "$out")"
echo '1 2 0 0 0 0 0 0' >"$folder/wrong"
expect fix-wrong 0 'not solved within the steps' queens 8 --steps 30 --format rows \
    --fix "$folder/wrong" "${solve[@]}"
grep -q '^c 1 2 ' "$out"
verdict fix-wrong-stays $? "$(cat "$out")"

echo '3 6 8 2 4 1 7 5' >"$folder/whole"
expect start 10 ', 0 steps, ' queens 8 --format rows --start "$folder/whole" "${solve[@]}"
cmp -s "$out" "$folder/whole"
verdict start-answered $? "$(cat "$out")"
basin queens 8 -q --format rows --start - "${solve[@]}" <"$folder/whole" | cmp -s - "$folder/whole"
verdict start-stdin $? "another answer"
expect start-part 10 '' queens 8 -q --start "$folder/part" "${solve[@]}"
expect start-fix 10 '' queens 8 -q --start "$folder/whole" --fix "$folder/part" "${solve[@]}"
printf '3 6 8 2 4 1 7 5\n5 7 1 4 2 8 6 3\n' >"$folder/two"
echo '3 6 8 2 4 1 7 x' >"$folder/word"
for option in fix start; do
    refuse $option-none "$folder/none: cannot open" queens 8 --$option "$folder/none"
    refuse $option-empty "$folder/empty: no solution" queens 8 --$option "$folder/empty"
    refuse $option-two "$folder/two: 2 solutions in it; --$option takes one" \
        queens 8 --$option "$folder/two"
    refuse $option-word "$folder/word:1: " queens 8 --$option "$folder/word"
    refuse $option-size "$folder/whole:1: " queens 9 --$option "$folder/whole"
    refuse $option-zeros "$folder/zeros: a zero byte" queens 8 --$option "$folder/zeros"
    refuse $option-folder "$folder: " queens 8 --$option "$folder"
done
refuse stdin-twice 'only one of' queens 8 --fix - --start -

# ----------------------------------------------------------------------------- limits, signals ----

# best NAME: $out holds a labelled answer of `many` queens in text, or a solution
best()
{
    if head -1 "$out" | grep -q '^c best so far: [0-9]* constraints\? broken$'; then
        [ "$(wc -l <"$out")" -eq $((many + 1)) ]
        verdict "$1" $? "$(wc -l <"$out") lines"
    else
        head -1 "$out" | grep -q '^c no answer' || [ "$(tr -cd Q <"$out" | wc -c)" -eq $many ]
        verdict "$1" $? "no label: $(head -c 200 "$out")"
    fi
}

expect steps 0 'not solved within the steps' queens $many --steps 3 --threads 1 "${solve[@]}"
best steps-best
basin queens $many --steps 3 -q --format rows "${solve[@]}" >"$out"
[ -s "$out" ] && ! grep -vq '^c ' "$out"
verdict steps-rows $? "an answer that is not a solution stands bare: $(head -c 200 "$out")"
basin queens $many --steps 3 -q --json "${solve[@]}" | python3 -c '
import json, sys
a = json.loads(sys.stdin.read())
assert not a["solved"] and a["kind"] == "best" and a["stop"] == "steps" and a["violated"] > 0
' 2>"$err"
verdict steps-json $? "$(tail -1 "$err")"

start=$(now)
basin queens 300 --time 1 -q "${solve[@]}" >"$out" 2>"$err"
code=$?
took=$((($(now) - start) / 1000000))
[ $code -eq 10 ] || { [ $code -eq 0 ] && [ $took -ge 1000 ] && [ $took -le 2500 ]; }
verdict time-limit $? "exit code $code after $took ms"
start=$(now)
basin queens 300 --time 0.5 --count 10 -q "${solve[@]}" >"$out" 2>"$err"
took=$((($(now) - start) / 1000000))
verdict time-limit-many $((took > 3000)) "$took ms"

for signal in INT TERM; do
    "$BASIN" queens $many --seed 3 --time 50 "${solve[@]}" >"$out" 2>"$err" &
    child=$!
    sleep 0.3
    start=$(now)
    kill -$signal $child 2>/dev/null
    wait $child
    code=$?
    took=$((($(now) - start) / 1000000))
    if [ $code -eq 10 ]; then  # faster than the signal
        verdict "stop-$signal" 0
    else
        [ $code -eq 0 ] && [ $took -le 2000 ]
        verdict "stop-$signal" $? "exit code $code after $took ms: $(cat "$err")"
        best "stop-$signal-best"
    fi
done

{
    sleep 0.3
    "$BASIN" queens 6 -q "${solve[@]}" 2>"$err"
    echo $? >"$folder/code"
} | true
[ "$(cat "$folder/code")" -eq 1 ] && [ "$(wc -l <"$err")" -eq 1 ]
verdict closed-pipe $? "exit code $(cat "$folder/code"): $(head -c 300 "$err")"
"$BASIN" queens 6 -q "${solve[@]}" 2>"$err" >&-
verdict closed-stdout $(($? != 1)) "$(cat "$err")"
if [ -e /dev/full ]; then
    "$BASIN" queens 6 -q "${solve[@]}" 2>"$err" >/dev/full
    verdict full-disk $(($? != 1)) "$(cat "$err")"
    [ "$(wc -l <"$err")" -eq 1 ]
    verdict full-disk-line $? "$(cat "$err")"
else
    echo "skip cli-full-disk no /dev/full"
fi

# ------------------------------------------------------------------------- eval, check, train ----

basin eval queens 5 6 7 --count 4 "${solve[@]}" --jsonl "$folder/runs" >"$out" 2>"$err"
verdict eval $? "$(cat "$err")"
grep -q '^6 .* 4/4 ' "$out" && tail -1 "$out" | grep -q '^3 of 3 instances solved, 12 of 12 runs'
verdict eval-table $? "$(cat "$out")"
tail -1 "$out" | grep -qE \
    '; 1\.0000 of the constraints hold; [0-9.e-]+ s an instance, [0-9.e-]+ s the longest, '
verdict eval-summary $? "$(tail -1 "$out")"
python3 -c '
import json, sys
runs = [json.loads(line) for line in open(sys.argv[1])]
assert len(runs) == 12
for r in runs:
    assert r["constraints"] == 6 * int(r["instance"]) - 2, r
assert [r["instance"] for r in runs] == ["5"] * 4 + ["6"] * 4 + ["7"] * 4
assert [r["sample"] for r in runs[:4]] == [0, 1, 2, 3]
' "$folder/runs" 2>"$err"
verdict eval-jsonl $? "$(tail -1 "$err")"
basin eval queens 5 2 6 --json "${solve[@]}" >"$out" 2>"$err"
code=$?
[ $code -eq 1 ] && [ "$(wc -l <"$out")" -eq 2 ] && grep -q '2 x 2' "$err"
verdict eval-goes-on $? "exit code $code: $(cat "$err")"
# The first takes longest; unsolved, failed and single instances are among them.
list=(30 4 20 2 8 150 5 4 6)
for threads in 1 2 5; do
    basin eval queens "${list[@]}" --count 2 --steps 20 --json -q --threads $threads \
        "${solve[@]}" 2>"$err" | no_seconds >"$folder/eval-$threads"
    [ "$(wc -l <"$err")" -eq 1 ] && grep -q '2 x 2' "$err"
    verdict eval-error-$threads $? "$(cat "$err")"
    cmp -s "$folder/eval-1" "$folder/eval-$threads"
    verdict eval-same-$threads $? "other results than with one thread"
done
[ "$(grep -o '"instance": "[0-9]*"' "$folder/eval-2" | tr -dc '0-9\n' | uniq | tr '\n' ' ')" = \
    "30 4 20 8 150 5 4 6 " ]
verdict eval-order $? "$(cat "$folder/eval-2")"
basin eval queens 4 30 150 5 --count 2 --steps 20 "${solve[@]}" --jsonl "$folder/runs" >"$out"
python3 -c '
import json, re, sys
runs = [json.loads(line) for line in open(sys.argv[1])]
share = sum(1 - r["violated"] / r["constraints"] for r in runs) / len(runs)
said = re.search("; ([0-9.]+) of the constraints hold", open(sys.argv[2]).readlines()[-1])
assert said and abs(float(said.group(1)) - share) < 1e-4 and share < 1, (share, said)
' "$folder/runs" "$out" 2>"$err"
verdict eval-share $? "$(tail -1 "$err")"
for size in 8 9; do
    basin queens $size --count 3 --seed 7 -q --json "${solve[@]}"
done | grep -o '"steps": [0-9]*' >"$folder/alone"
basin eval queens 8 9 --count 3 --seed 7 -q --json "${solve[@]}" | grep -o '"steps": [0-9]*' |
    cmp -s "$folder/alone" -
verdict eval-as-alone $? "other runs than the solving verb makes"

"$BASIN" eval queens 4 300 400 500 600 700 --sampler basin --time 50 --threads 2 --jsonl "$folder/runs" \
    "${solve[@]}" >"$out" 2>"$err" &
child=$!
sleep 1
start=$(now)
kill -TERM $child
wait $child
code=$?
took=$((($(now) - start) / 1000000))
[ $code -eq 3 ] && [ $took -le 10000 ]
verdict eval-stopped $? "exit code $code after $took ms: $(cat "$err")"
[ "$(wc -l <"$folder/runs")" -eq 3 ] && tail -1 "$out" | grep -q ' of 3 runs (stopped); '
verdict eval-stopped-rows $? "$(cat "$out")"
python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' "$BASIN" eval queens 300 4 400 --time 1.5 \
    --sampler basin --threads 2 "${solve[@]}" >"$out" 2>&1 </dev/null
tr '\r' '\n' <"$out" | grep -qE '^1 of 3 done, 1 solved, [0-9.]+ s, about [0-9.]+ s left'
verdict eval-progress $? "$(tail -c 300 "$out")"
if [ -e /dev/full ]; then
    expect eval-full-lines 1 'full: cannot write: ' eval queens 4 5 6 --jsonl /dev/full \
        "${solve[@]}"
    "$BASIN" eval queens 4 5 6 "${solve[@]}" 2>"$err" >/dev/full
    [ $? -eq 1 ] && [ "$(wc -l <"$err")" -eq 1 ]
    verdict eval-full $? "$(cat "$err")"
fi
refuse eval-folder 'no file in this folder' eval queens "$folder" "${solve[@]}"
refuse eval-jsonl-folder 'cannot create' eval queens 5 --jsonl "$folder/no/such" "${solve[@]}"

printf '2 4 1 3\n\n3 1 4 2\n' >"$folder/good"
expect check 0 '' check 4 "$folder/good" -q
printf '2 4 1 3\n1 2 3 4\n' >"$folder/bad"
expect check-bad 1 '^1 of 2 valid$' check 4 "$folder/bad"
grep -q '^solution 2: [0-9]* constraints broken$' "$out"
verdict check-says $? "$(cat "$out")"
printf '2 4 1\n' >"$folder/short"
refuse check-short "$folder/short:1: " check 4 "$folder/short"
printf '2 4 1 9\n' >"$folder/wild"
refuse check-wild "$folder/wild:1: " check 4 "$folder/wild"
refuse check-nothing 'no solution' check 4 "$folder/empty"
basin queens 9 --format rows -q "${solve[@]}" | basin check 9 - -q >/dev/null
verdict check-pipe $? "what is printed is not accepted"
basin check 4 "$folder/bad" --json -q | json_lines
verdict check-json $? "not JSON"

basin train queens --steps 3 -o "$folder/t1" --threads 1 --log "$folder/log" >"$out" 2>"$err"
verdict train $? "$(cat "$err")"
verdict train-says-nothing "$(wc -c <"$out")" "stdout: $(head -c 200 "$out")"
basin train queens --steps 3 -o "$folder/t2" --threads 2 -q 2>"$err"
cmp -s "$folder/t1" "$folder/t2"
verdict train-threads $? "other bytes with two threads: $(cat "$err")"
[ -s "$folder/log" ]
verdict train-log $? "no log"
expect train-model 0 '' model show "$folder/t1"
refuse train-refine-queens '--refine is for sat, not for queens' train queens --refine --steps 1 \
    --model "$folder/t1" -o "$folder/m"
"$BASIN" train queens -o "$folder/t3" 2>"$err" &
child=$!
sleep 1
kill -TERM $child
wait $child
code=$?
[ $code -eq 3 ] && [ -e "$folder/t3.state" ] && [ ! -e "$folder/t3" ]
verdict train-stopped $? "exit code $code: $(cat "$err")"
