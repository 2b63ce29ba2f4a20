#!/bin/bash
# json.sh - all JSON that the tool writes is as doc/json.schema.json says (tests/schema.py),
# whatever the names of files are.
. "${0%/*}/support.bash"

# The first python that knows schemas.
python=
for candidate in python3 /usr/bin/python3; do
    "$candidate" -W ignore -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null &&
        python=$candidate
done
if [ -z "$python" ]; then
    echo "skip json-schema NO JSON WAS TESTED: needs jsonschema for python (python3-jsonschema)"
    exit 0
fi
export PYTHONDONTWRITEBYTECODE=1

# form NAME FORM FILE...: the files hold documents of that form
form()
{
    local name=$1 why
    shift
    why=$("$python" "${0%/*}/schema.py" "$@" 2>&1)
    verdict "$name" $? "$(tail -1 <<<"$why")"
}

# writes NAME FORM ARGS...: what the tool writes to standard output is of that form; lines remain in
# $out
writes()
{
    local name=$1 kind=$2
    shift 2
    basin "$@" >"$out" 2>"$err" </dev/null
    form "$name" "$kind" "$out"
}

# holds NAME PYTHON: what is true of `all`, the objects in $out, and of `a`, the first
holds()
{
    "$python" -c '
import json, sys
all = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
a = all[0]
assert eval("(" + sys.argv[2] + ")"), a' "$out" "$2" 2>"$err"
    verdict "$1" $? "$(tail -1 "$err" | head -c 400)"
}

declare -A instance=([queens]=6 [sat]=$folder/f.cnf [color]=$folder/g.col
    [crossword]=examples/mini.txt [sudoku]=$folder/p.sudoku [solve]=$folder/h.cfn)
declare -A more=([color]="-k 5")
basin gen sat 9 --kind planted --seed 2 -o "$folder/f.cnf" &&
    basin gen color 14 --kind erdos-renyi --ratio 0.5 --seed 5 -o "$folder/g.col" &&
    basin gen sudoku 9 --kind any --width 45 -o "$folder/p.sudoku"
verdict instances $? "gen failed"
echo '{"problem": {}, "variables": {"a": 2, "b": 3}, "functions": [{"scope": [0, 1],
      "costs": ["inf", 0, "inf", 0, "inf", 0]}]}' >"$folder/h.cfn"
printf 'p cnf 1 2\n1 0\n-1 0\n' >"$folder/no.cnf"
printf 'p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n' >"$folder/triangle.col"

# -------------------------------------------------------------------------------- every domain ----

writes domains domain domains --json
holds domains-lists 'all[0]["formats"] == ["text", "rows"] and all[0]["kinds"] == []'
writes samplers sampler samplers --json
writes models built_in model list --json
for domain in $(basin domains --json | grep -o '^{"domain": "[a-z]*"' | cut -d'"' -f4); do
    spec=${instance[$domain]} options="${more[$domain]} -q"
    [ "$domain" = solve ] || options="$options --energy $(best_energy "$domain")"  # names its own
    [ -n "$spec" ]
    verdict "$domain" $? "no instance of it in this test"
    writes "$domain-answer" answer "$domain" "$spec" $options --json
    holds "$domain-values" "a['instance'] == '$spec' and a['violated'] == 0"
    writes "$domain-answers" answer "$domain" "$spec" $options --json --count 3
    holds "$domain-samples" '[one["sample"] for one in all] == [0, 1, 2]'
    writes "$domain-run" run eval "$domain" "$spec" $options --json
    writes "$domain-runs" run eval "$domain" "$spec" $options --jsonl - --count 2
    basin eval "$domain" "$spec" $options --jsonl "$folder/runs" >/dev/null
    form "$domain-lines" run "$folder/runs"
    if [ "$domain" = solve ]; then  # has no picture, and so no recording
        basin "$domain" "$spec" $options >"$folder/solution"
    else
        basin "$domain" "$spec" $options --trace "$folder/trace" >"$folder/solution"
        form "$domain-recording" recording "$folder/trace"
    fi
    writes "$domain-verdict" verdict check "$spec" "$folder/solution" ${more[$domain]} --json -q
    for energy in compact paper exact; do
        basin model show "$domain-$energy" --json >"$out" 2>"$err" &&
            form "$domain-model-$energy" model "$out"
    done
done

# ----------------------------------------------------------------------- what can become of it ----

energy=$(best_energy queens)
writes best answer queens 60 --steps 1 --json -q --energy "$energy"
holds best-kind 'a["kind"] == "best" and a["solved"] is False and a["stop"] == "steps"'
writes none answer queens 300 --count 40 --time 0.2 --threads 1 --json -q --energy "$energy"
holds none-kind 'all[-1]["kind"] == "none" and all[-1]["value"] is None'
writes none-run run eval queens 300 --count 40 --time 0.2 --threads 1 --json -q --energy "$energy"
writes floor answer color "$folder/triangle.col" -k 2 --json -q
holds floor-stop 'a["stop"] == "floor" and a["violated"] == 1 and a["limit"] == 2'
writes least answer color "$folder/triangle.col" --json
holds least-searched 'a["searched"] == 0 and a["energy"] is None and a["limit"] == 3'
holds least-unsearched 'a["needed_search"] is False'
cat >"$folder/soft.cfn" <<'END'
{"problem": {"mustbe": "<9"}, "variables": {"a": 2}, "functions": [{"scope": [0], "costs": [2, 1]}]}
END
writes sum answer solve "$folder/soft.cfn" --steps 5 --json -q
holds sum-kind '(a["kind"], a["solved"], a["cost"]) == ("believed", None, 1)'
writes unread answer color "$folder/triangle.col" -k 2 --time 1e-9 --json -q
holds unread-kind 'a["kind"] == "none" and a["sampler"] is None'
printf 'p cnf 3 0\n' >"$folder/free.cnf"
writes unfit answer sat "$folder/free.cnf" --json -q
holds unfit-sampler 'a["solved"] is True and a["sampler"] == "basin"'
writes unread-sum answer solve "$folder/soft.cfn" --time 1e-9 --json -q
writes sum-run run eval solve "$folder/soft.cfn" --steps 5 --json -q
basin color "$folder/triangle.col" >"$out" 2>"$err"
grep -q ', nothing was searched: ' "$err"
verdict least-text $? "$(cat "$err")"
writes easy answer color "$folder/triangle.col" -k 4 --json
holds easy-searched 'a["searched"] == 0 and a["solved"] is True'
writes whole answer color "$folder/triangle.col" -k 4 --whole --json
holds whole-searched 'a["searched"] == 3 and a["needed_search"] is True'
writes unsolvable answer sat "$folder/no.cnf" --steps 5 --json -q
writes paper answer queens 5 --method paper --energy exact --particles 20 --json -q
holds paper-words '(a["method"], a["model_energy"], a["sampler"], a["selection"]) ==
    ("paper", "exact", "pem", "lowest energy")'
basin queens 6 -q --method paper --energy exact --particles 40 --trace "$folder/trace" >/dev/null
form resampled recording "$folder/trace"
printf '1 1 1 1 1 1\n2 4 6 1 3 5\n' >"$folder/two"
writes verdicts verdict check 6 "$folder/two" --json -q
holds verdicts-both '[one["solved"] for one in all] == [False, True]'

# Letters, and no claim that they are the right ones.
writes letters answer crossword examples/mini.txt --json -q
holds letters-grid 'a["grid"][0][0] == "#" and [len(row) for row in a["grid"]] == [5] * 5'
holds letters-values 'a["value"] == [ord(c) - 65 for c in "".join(a["grid"]) if c != "#"]'
holds letters-kind '(a["kind"], a["solved"], a["stop"]) == ("believed", None, "believed")'
printf '#CAB#\nHOMER\nAMBLE\nYIEL.\n#CRY#\n' >"$folder/open"
writes letters-open verdict check examples/mini.txt "$folder/open" --json -q
holds letters-broken 'a["solved"] is False and a["violated"] == 1'
printf '[[["a","b","c","d","e","f","g","h","i","j"],["A"%s]]]' "$(printf ',"B"%.0s' {1..24})" \
    >"$folder/many.json"
writes index answer crossword "$folder/many.json" --index 0 --time 1 --json -q
holds index-name 'a["instance"].endswith("/many.json:0")'

# ------------------------------------------------------------------------------------ the bench ----

writes bench bench bench product random resample --json
holds bench-share '[] == [row for row in a["rows"] if abs(row["work"] / row["min"] / row["share"] /
    a["limits"][row["limit"]]["most"] / 1e9 - 1) > 0.01] and {row["name"] for row in a["rows"]} >= {"product", "random", "resample"}'
cp "$out" "$folder/before.json"
writes bench-compared bench bench product energy-sudoku --json --compare "$folder/before.json"
holds bench-before '[] == [row for row in a["rows"] if ("before" in row) != row["name"].endswith("product")]'

# ------------------------------------------------------------------------------ names of files ----

# Quotes, control characters, text that is UTF-8, and bytes that are not: a lone one, a surrogate,
# an overlong form, and the first byte of a character whose second is missing.
name=$folder/$'q"b\\n\nt\tx\x7f\xc3\xa9\xe2\x99\x9b\xf0\x9f\x91\x91'
name+=$' \xff \xed\xa0\x80 \xc0\xaf \xc3.cnf'
cp "$folder/f.cnf" "$name"
said='a["instance"].split("/")[-1] ==
    "q\"b\\n\nt\tx\x7f\xe9\u265b\U0001f451 \ufffd \ufffd\ufffd\ufffd \ufffd\ufffd \ufffd.cnf"'
writes name-answer answer sat "$name" --json -q
holds name-answer-said "$said"
writes name-run run eval sat "$name" --json -q
holds name-run-said "$said"
basin sat "$name" -q --trace "$folder/trace" >"$folder/solution"
form name-recording recording "$folder/trace"
writes name-verdict verdict check "$name" "$folder/solution" --json -q
holds name-verdict-said "$said"

# ------------------------------------------------------------------------- the page's examples ----

awk -v to="$folder/example" '/^```json/ { to_now = to "." ++n; next } /^```/ { to_now = ""; next }
    to_now { print >to_now }' doc/json.md
head -1 "$folder/example.5" >"$folder/example.domain"
tail -1 "$folder/example.5" >"$folder/example.sampler"
head -1 "$folder/example.8" >"$folder/example.row"
tail -1 "$folder/example.8" >"$folder/example.run"
for example in answer:1 run:2 verdict:3 model:4 domain:domain sampler:sampler recording:6 \
    bench:7 paper_row:row paper_run:run; do
    form "example-${example%:*}" "${example%:*}" "$folder/example.${example#*:}"
done

# ----------------------------------------------------------------------------------- the paper ----

mkdir "$folder/empty"
timeout 300 "$BASIN" paper 14 --quick --measure --data "$folder/empty" -o "$folder/paper" >"$out" 2>"$err"
verdict paper-measured $? "$(tail -1 "$err")"
form paper-rows paper_row "$folder/paper/results.jsonl"
"$BASIN" paper 16 --quick --measure --data "$folder/empty" -o "$folder/paper" >"$out" 2>"$err" </dev/null &
child=$!
for _ in {1..1200}; do
    [ "$(wc -l <"$folder/paper/runs.jsonl")" -gt 0 ] && break
    sleep 0.1
done
kill -TERM $child
wait $child
form paper-runs paper_run "$folder/paper/runs.jsonl"
form paper-fair-runs paper_run results/runs.jsonl
