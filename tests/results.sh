#!/bin/bash
# results.sh - the committed runs of the paper's method: every answer judged again, and what a wrong
# one looks like; the table made of them.
. "${0%/*}/support.bash"
kept=${0%/*}/../results copy=$folder/results

# Boards need no files; formulas and graphs are judged where the benchmark files are.
data=${BASIN_DATA:-${0%/*}/../../shared/data}
unset BASIN_DATA
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

# A line whose key is that of another instance would fill another cell.
line=$(head -1 "$kept/runs.jsonl")
echo "${line/queens 8 k=0/queens 9 k=0}" >"$copy/runs.jsonl"
refuse key-instance 'runs.jsonl:1: its key is that of another instance' paper --recheck \
    --results "$copy"
echo "${line/seed=1 sample=0/seed=1 sample=10}" >"$copy/runs.jsonl"
refuse key-sample 'its key is that of another seed or sample' paper --recheck --results "$copy"
python3 - "$kept/runs.jsonl" >"$copy/runs.jsonl" <<'P'
import json, sys
line = next(l for l in map(json.loads, open(sys.argv[1])) if l["violated"] == 1 and -1 in l["answer"])
line["answer"].reverse()  # as good, but not the answer that was found
print(json.dumps(line))
P
refuse answer-other 'not the one that the line.s hash is of' paper --recheck --results "$copy"
echo '{"torn' >"$copy/runs.jsonl"
refuse line-torn 'runs.jsonl:1: unexpected newline near ."torn' paper --recheck --results "$copy"
refuse no-runs 'cannot read' paper --recheck --results "$folder/nowhere"

# The table in seconds, with an interval and a verdict for what is there.
expect table 0 '' paper --results "$kept"
figure='[0-9.]+ \[[0-9.]+, [0-9.]+\] +[0-9]+  (agrees|below|above)'
grep -q '^Table 2\.' "$out" && grep -Eq "P = 8 +correct of 100 +9 +$figure" "$out"
verdict table-2 $? "$(grep -A3 '^Table 2' "$out")"

# Formulas and graphs have their cells too where none of the benchmark's files is: made-up runs.
mkdir "$folder/made"
python3 - >"$folder/made/runs.jsonl" <<'P'
import json
run = lambda domain, name, k, method, **more: print(json.dumps({
    "run": "%s %s k=%d paper paper%s seed=1 sample=0" % (domain, name.split("/")[-1], k, method),
    "begun": True, "domain": domain, "instance": name, "limit": k, "seed": 1, "sample": 0, **more}))
for i in range(1, 26):
    run("sat", "sat/uf20-91/uf20-0%d.cnf" % i, 0, " - P=1024 T=0 N=0", violated=i // 25,
        constraints=91)
run("color", "color-random/erdos_renyi_20_40_0.3_4.col", 4, " - P=128 T=0 N=0", violated=7,
    constraints=60)
P
expect made 0 '' paper 6 9 --results "$folder/made"
grep -Eq '^  P = 1024 +uf20: correct of 100 +91  96 \[80.46, 99.29\] +25  agrees' "$out"
verdict made-formulas $? "$(grep uf20 "$out")"
grep -Eq '^  P = 128 +Erdos-Renyi 20-39 +8.6  7 +1  few runs' "$out"
verdict made-graph $? "$(grep Erdos "$out")"
expect made-recheck 0 '' paper --recheck --results "$folder/made"
grep -q '^26 answers not judged' "$out"
verdict made-not-judged $? "$(cat "$out")"
printf '<!-- fair: begin -->\n<!-- fair: end -->\n' >"$folder/made.md"
expect made-readme 0 '' paper --readme "$folder/made.md" --results "$folder/made" \
    -o "$folder/nowhere"
grep -q '^| 6 | P = 1024 | uf20: correct of 100 | 91 | 96 \[80.46, 99.29\] | 25 | agrees |' \
    "$folder/made.md"
verdict made-markdown $? "$(grep uf20 "$folder/made.md")"
# What cannot be measured is told, and what there is, printed.
basin paper 22 --fair --results "$folder/made" >"$out" 2>"$err" </dev/null
verdict fair-no-files $? "$(cat "$err")"
tail -1 "$err" | grep -q '^135 runs were not made: their instances are files that are not here'
verdict fair-no-files-told $? "$(tail -1 "$err")"
refuse no-such-data 'nowhere: no folder that can be read' paper 6 --data "$folder/nowhere"
BASIN_DATA=$folder/nowhere refuse data-of-environment 'nowhere: no folder' paper 6 \
    --results "$folder/made"

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

python3 - "$folder/quick/report.json" <<'P'
import json, sys
[table] = json.load(open(sys.argv[1]))["tables"]
rows = [r for r in table["rows"] if r["who"] == "paper-method"]
assert rows and all(r["runs"][0] >= 1 for r in rows), rows
assert all(r["low"][0] <= r["cells"][0] <= r["high"][0] for r in rows), rows
P
verdict report-intervals $? "rows of committed runs without intervals or number of runs"

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
