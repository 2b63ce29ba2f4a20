#!/bin/bash
# paper.sh - the paper's tables from outside: generated instances, interruption, refusals, report.
. "${0%/*}/support.bash"
unset BASIN_DATA
empty=$folder/empty results=$folder/results
mkdir "$empty"

# measure ARGS...: a quick run of `basin paper` on generated instances
measure()
{
    timeout 300 "$BASIN" paper --quick --measure --data "$empty" -o "$results" "$@" >"$out" 2>"$err" </dev/null
}

# judge NAME SCRIPT: python over the report, as d; says why not
judge()
{
    local why
    why=$(python3 -c "
import json, math
d = json.load(open('$results/report.json'))
rows = {t['number']: t['rows'] for t in d['tables']}
ours = lambda n: [r for r in rows[n] if r['who'] in ('basin', 'paper-method')]
$2" 2>&1 | tail -1)
    verdict "$1" $(($(echo -n "$why" | wc -c) > 0)) "$why"
}

# ------------------------------------------------------------------------------------ refusals ----

refuse table-unknown 'neither a table' paper 24
refuse table-zero 'neither a table' paper 0
refuse figure-unknown 'neither a table' paper h

# The committed runs are asked for, and there are none: nothing is measured instead.
tool=$(realpath "$BASIN")
for words in paper 'paper 1'; do
    # shellcheck disable=SC2086
    (cd "$empty" && timeout 20 "$tool" $words) >"$out" 2>"$err"
    [ $? -eq 1 ] && [ ! -s "$out" ] && [ "$(wc -l <"$err")" -eq 1 ] &&
        grep -q 'results/runs.jsonl: no committed runs there.*--quick' "$err" &&
        [ -z "$(ls -A "$empty")" ]
    verdict "no-runs-${words##* }" $? "$(cat "$out" "$err")"
done
refuse both-modes 'exclude each other' paper 14 --quick --full
refuse two-modes 'exclude each other' paper 14 --fair --quick
refuse no-data 'no folder' paper 14 --quick --data "$folder/nowhere" -o "$results"
touch "$folder/file"
refuse folder-is-file 'file: cannot make this folder' paper 14 --quick -o "$folder/file"
refuse folder-below-file 'cannot make' paper 14 --quick -o "$folder/file/below"

# ----------------------------------------------------------------------- a board's own network ----

refuse board-compact 'take no size of a board' train queens --board 5 -o "$folder/b"
refuse board-sat 'is for queens, not for sat' train sat --energy paper --board 5 \
    -o "$folder/b"
expect board 0 '' train queens --energy paper --board 5 --steps 3 --batch 64 -q -o "$folder/five"
basin queens 5 --method paper --model "$folder/five" --particles 2 --steps 2 -q >"$out" 2>"$err"
code=$?
verdict board-solves $((code != 0 && code != 10)) "exit code $code: $(cat "$err")"
refuse board-too-large 'reads lines of up to 5 cells' queens 6 --method paper --model "$folder/five"

# ------------------------------------------------------------------------- a table, the report ----

# What a killed run left of a file that is written now goes, and nothing else does.
mkdir -p "$results/figures" "$results/instances"
left=.tmp.0123456789abcdef
touch "$results"/{report.json,figures/nine-queens.txt,instances/erdos-renyi-small-0.col,instances/x.col}$left
measure 14 b
verdict boards $? "$(head -c 300 "$err")"
head -1 "$out" | grep -q '^Nothing is claimed'
verdict first-line $? "$(head -2 "$out")"
judge boards-order '
assert len(ours(14)) == 2
for r in ours(14):
    assert len(r["cells"]) == 3 and all(math.isfinite(x) for x in r["cells"]), r
    assert r["cells"][0] > r["cells"][1] > r["cells"][2], r
    assert "energy" in r["settings"] and r["instances"] and r["seconds"] > 0, r
assert rows[14][0]["cells"] == [151.43, 137.33, 130.78] and rows[14][0]["who"] == "paper"'
judge claim 'assert d["claim"].startswith("Nothing is claimed") and d["behind"] == [], d["claim"]'
judge figure '
assert [f["id"] for f in d["figures"]] == ["b"]
assert len(d["figures"][0]["panels"]) == 4'
measure a
judge film 'assert len(d["figures"][0]["panels"]) == 30 and len(d["runs"]) == 3, len(d["runs"])'
grep -q '<html' "$results/report.html"
verdict page $? "no page"
before=$(wc -l <"$results/results.jsonl")
measure 14
[ "$(wc -l <"$results/results.jsonl")" -eq "$before" ] && ! grep -q measured "$err"
verdict not-again $? "rows that were there were measured again: $(head -c 300 "$err")"

# -------------------------------------------------------------------------------- interruption ----

"$BASIN" paper 16 --quick --measure --data "$empty" -o "$results" >"$out" 2>"$err" </dev/null &
process=$!
for _ in $(seq 600); do
    grep -q '"table":16' "$results/results.jsonl" && break
    sleep 0.2
done
kill -9 $process
wait $process 2>/dev/null
grep -q '"key":"16/basin' "$results/results.jsonl"
verdict killed-has-row $? "the first row was not kept"
printf '{"key":"16/torn","table":16,"ce' >>"$results/results.jsonl"
printf '{"version":"0.1.0","run":"co' >>"$results/runs.jsonl"
measure 16
verdict resumed $? "$(head -c 300 "$err")"
grep -q "^table 16, paper's method" "$err" && ! grep -q '^table 16, basin' "$err"
verdict resumed-the-rest $? "$(head -c 300 "$err")"
judge resumed-figures '
assert [r["who"] for r in ours(16)] == ["basin", "paper-method"]
for r in ours(16):
    assert all(math.isfinite(x) and x >= 0 for x in r["cells"]), r
    assert "generated" in r["instances"] and "seed 1" in r["settings"], r
assert ours(16)[0]["cells"] == [0, 0], "a graph is not coloured at its greedy bound"'
(cd "$results" && find . -name '*.tmp.*') | diff <(echo "./instances/x.col$left") - >"$err"
verdict leftovers $? "$(cat "$err")"
judge few-runs '
few = [r for r in ours(16) if r["few"]]
assert all("run" in r["label"].split(", ")[-1] for r in few), few
if ours(16)[0] in few: assert "not claimed: too few runs" in d["claim"], d["claim"]'
python3 -c '
import json, sys
rows = []
for line in open(sys.argv[1]):
    try: rows.append(json.loads(line))
    except ValueError: pass
keys = [r["key"] for r in rows]
assert len(keys) == len(set(keys)) == 4, keys' "$results/results.jsonl"
verdict one-line-a-row $? "lines of results.jsonl"

# ------------------------------------------------------------------------- fresh, the README ----

printf 'top\n<!-- results: begin -->\nold\n<!-- results: end -->\nbottom\n' >"$folder/README.md"
expect readme 0 '' paper --readme "$folder/README.md" -o "$results"
head -2 "$folder/README.md" | tail -1 | grep -q begin && grep -q '| 8 queens' "$folder/README.md" &&
    ! grep -q old "$folder/README.md" && tail -1 "$folder/README.md" | grep -q bottom
verdict readme-written $? "$(cat "$folder/README.md")"
echo nothing >"$folder/plain.md"
refuse readme-unmarked 'are not there' paper --readme "$folder/plain.md" -o "$results"
cp "$folder/README.md" "$folder/before.md"
refuse readme-nowhere 'no results there' paper --readme "$folder/README.md" \
    -o "$folder/nowhere" --results "$folder/nowhere"
mkdir "$folder/nothing"
refuse readme-nothing 'nothing was measured' paper --readme "$folder/README.md" -o "$folder/nothing"
cmp -s "$folder/README.md" "$folder/before.md" && ! [ -e "$folder/nowhere" ]
verdict readme-left-alone $?
measure 14 --fresh --quiet
[ "$(wc -l <"$results/results.jsonl")" -eq 2 ] && [ ! -s "$err" ]
verdict fresh $? "$(wc -l <"$results/results.jsonl") rows; $(head -c 300 "$err")"

# ------------------------------------------------- the paper's figures against a second source ----

paper=${0%/*}/../../shared/paper.md
if [ ! -e "$paper" ]; then
    echo "skip paper-constants no ../shared/paper.md"
    exit 0
fi
why=$(python3 - "$paper" "${0%/*}/../src/paper/published.txt" <<'P' 2>&1 | tail -1
import re, sys
text, source = open(sys.argv[1]).read(), open(sys.argv[2]).read()
body = text[text.index("\n## Tables"):text.index("\n## Figures")]
parts = re.split(r"\n(\d+)\. ", body)[1:]
number = lambda s: {float(x) for x in re.findall(r"(?<![\w.])-?\d*\.?\d+", s)}
for name, said in zip(parts[::2], parts[1::2]):
    rows = re.search(r"^table %s \|.*?\n(?=\n|\Z)" % name, source, re.S | re.M).group(0)
    cells = [float(x) for line in re.findall(r"^(?:paper|baseline) .*\| (.*)$", rows, re.M)
             for cell in line.split() for x in cell.split("+-")[:1]]
    assert cells, "table %s is empty" % name
    missing = set(cells) - number(said)
    assert not missing, "table %s: not in paper.md: %s" % (name, sorted(missing))
P
)
verdict constants $(($(echo -n "$why" | wc -c) > 0)) "$why"
