#!/bin/bash
# results.sh - the committed runs of the paper's method: every answer judged again, and what a wrong
# one looks like; the table made of them.
. "${0%/*}/support.bash"
kept=${0%/*}/../results copy=$folder/results

# Boards need no files; formulas and graphs are judged where the benchmark files are.
data=${0%/*}/../../shared/data
[ -d "$data/sat" ] && with=(--data "$data") || with=()
expect recheck 0 '' paper --recheck --results "$kept" "${with[@]}"
judged=$(sed -n 's/^\([0-9]*\) answers, each breaks as many.*/\1/p' "$out")
left=$(sed -n 's/^\([0-9]*\) answers not judged.*/\1/p' "$out")
[ "$((judged + ${left:-0}))" -eq "$(wc -l <"$kept/runs.jsonl")" ] && [ "$judged" -gt 0 ]
verdict rechecked-all $? "$(cat "$out")"
[ -n "$left" ] && echo "skip results-recheck-files $left answers: no benchmark files"

# One answer changed: all queens in one column, which breaks more than any answer that was found.
mkdir "$copy"
python3 - "$kept/runs.jsonl" "$copy/runs.jsonl" <<'P'
import json, sys
lines = open(sys.argv[1]).read().splitlines()
at = next(i for i, l in enumerate(lines) if json.loads(l)["domain"] == "queens")
line = json.loads(lines[at])
line["answer"] = [0] * len(line["answer"])
lines[at] = json.dumps(line)
open(sys.argv[2], "w").write("\n".join(lines) + "\n")
P
refuse answer-changed 'the answer breaks .* constraints; the line says' paper --recheck \
    --results "$copy"
sed 's/"answer":\[[^]]*\]/"answer":[1]/; 1q' "$kept/runs.jsonl" >"$copy/runs.jsonl"
refuse answer-short 'not as many values' paper --recheck --results "$copy"
echo '{"torn' >"$copy/runs.jsonl"
refuse line-torn 'runs.jsonl:1: no JSON object' paper --recheck --results "$copy"
refuse no-runs 'cannot read' paper --recheck --results "$folder/nowhere"

# The table in seconds, with an interval and a verdict for what is there.
expect table 0 '' paper --results "$kept"
figure='[0-9.]+ \[[0-9.]+, [0-9.]+\] +[0-9]+  (agrees|below|above)'
grep -q '^Table 2\.' "$out" && grep -Eq "P = 8 +correct of 100 +9 +$figure" "$out"
verdict table-2 $? "$(grep -A3 '^Table 2' "$out")"
printf '<!-- fair: begin -->\n<!-- fair: end -->\n' >"$folder/fair.md"
expect markdown 0 '' paper --readme "$folder/fair.md" --results "$kept" -o "$folder/nowhere"
grep -q '^| 2 | P = 8 | correct of 100 | 9 |' "$folder/fair.md"
verdict markdown-table $? "$(head -5 "$folder/fair.md")"

# A quick run says whose rows stand beside basin's, and has them without measuring.
timeout 200 "$BASIN" paper 2 --quick --results "$kept" -o "$folder/quick" -q >"$out" 2>"$err"
head -1 "$out" | grep -q 'committed runs.*--measure' && grep -q "P = 8: paper's method" "$out"
verdict quick-beside $? "$(head -3 "$out")"
! grep -q '"who":"paper-method"' "$folder/quick/results.jsonl"
verdict quick-unmeasured $? "the paper's method was measured"

expect figure 0 '' paper b --results "$kept" -o "$folder/figure" -q
[ -s "$folder/figure/report.html" ]
verdict figure-made $? "no report with the figure"

# A run is made again where it is missing, and comes out as it was: seed, network and method decide.
mkdir "$folder/again"
"$BASIN" paper --fair 2 --results "$folder/again" -q >"$out" 2>"$err" </dev/null &
process=$!
for _ in $(seq 900); do
    [ -s "$folder/again/runs.jsonl" ] && break
    sleep 0.2
done
kill -TERM $process
wait $process
verdict stopped $(($? != 3)) "$(cat "$err")"
python3 - "$kept/runs.jsonl" "$folder/again/runs.jsonl" <<'P'
import json, sys
kept, again = ({json.loads(l)["run"]: json.loads(l) for l in open(p)} for p in sys.argv[1:])
assert again and all(kept[k]["answer"] == r["answer"] for k, r in again.items() if
                     kept[k]["model"] == r["model"] and kept[k]["processor"] == r["processor"])
P
verdict same-answer $? "another answer from the same seed, network and processor"
