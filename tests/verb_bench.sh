#!/bin/bash
# verb_bench.sh - `basin bench`: every row is measured, names choose rows, and what has changed since
# an earlier measurement is told. How fast anything is, no test can know.
. "${0%/*}/support.bash"

# check NAME FILE PYTHON: what is true of the measurement `a` in a file
check()
{
    python3 -c '
import json, sys
a = json.load(open(sys.argv[1]))
rows = {row["name"]: row for row in a["rows"]}
assert eval("(" + sys.argv[2] + ")"), a' "$2" "$3" 2>"$err"
    verdict "$1" $? "$(tail -1 "$err" | head -c 400)"
}

# ------------------------------------------------------------------------------------- all rows ----

began=$(now)
timeout 300 "$BASIN" bench --json >"$folder/all.json" 2>"$err" </dev/null
verdict all $? "$(head -c 300 "$err")"
cp "$err" "$folder/all.said"
[ $(($(now) - began)) -lt 240000000000 ]  # half of it on a machine that does nothing else
verdict all-quick $? "$((($(now) - began) / 1000000)) ms"
# In processor time nothing can be much faster than its limit.
check all-shares "$folder/all.json" 'all(0 < row["share"] < 1.2 for row in a["rows"])'
check all-times "$folder/all.json" 'all(0 < row["min"] <= row["median"] for row in a["rows"])'
check all-kinds "$folder/all.json" '{name.split("-")[0] for name in rows} - {"openblas"} == {"product", "energy",
    "train", "resample", "random", "decode", "verify", "move", "read"}'
for domain in $(basin domains --json | grep -o '^{"domain": "[a-z]*"' | cut -d'"' -f4); do
    for energy in compact paper; do
        basin model show "$domain-$energy" >/dev/null 2>&1 || continue
        check "all-energy-$domain-$energy" "$folder/all.json" "'energy-$domain-$energy' in rows"
    done
done

# Rows of OpenBLAS stand beside ours, where the machine has it; where not, a line says so.
if python3 -c 'import ctypes; ctypes.CDLL("libopenblas.so.0")' 2>/dev/null; then
    check all-openblas "$folder/all.json" 'all("openblas-" + name in rows for name in rows if name ==
        "product" or name.split("-")[0] in {"train", "energy"} and name != "energy-crossword-compact")'
    check all-openblas-peak "$folder/all.json" 'rows["openblas-product"]["share"] > 0.1'
else
    grep -q 'no rows of OpenBLAS' "$folder/all.said"
    verdict all-openblas-said $? "$(cat "$folder/all.said")"
    check all-openblas "$folder/all.json" \
        'not any(name.startswith("openblas") for name in rows)'
fi

# --------------------------------------------------------------------------------------- choice ----

expect some 0 '' bench random resample
[ "$(awk '/^row/ { on = 1; next } on && NF { print $1 }' "$out" | tr '\n' ' ')" = 'resample random ' ]
verdict some-rows $? "$(cat "$out")"
sed -n 1p "$out" | grep -qE 'avx|sse' && sed -n 1p "$out" | grep -q 'commit'
verdict some-machine $? "$(sed -n 1p "$out")"
grep -q '^multiply-adds .* Gflop/s' "$out" && grep -q '^memory in order, 256 MB' "$out"
verdict some-limits $? "$(cat "$out")"
expect plain 0 '' bench product --kernel sse2 --json --quiet
cp "$out" "$folder/plain.json"
check plain-kernel "$folder/plain.json" 'a["machine"]["kernel"] == "sse2" and set(rows) - {"openblas-product"} == {"product"}'
refuse row 'no row is called anything with "chess" in it' bench random chess
refuse kernel 'avx1024' bench random --kernel avx1024

# ----------------------------------------------------------------------------------- since when ----

# edit PYTHON: changes the measurement `a` into $folder/before.json
edit()
{
    python3 -c '
import json, sys
a = json.load(open(sys.argv[1]))
rows = {row["name"]: row for row in a["rows"]}
exec(sys.argv[2])
json.dump(a, open(sys.argv[3], "w"))' "$folder/all.json" "$1" "$folder/before.json"
}

edit 'for row in a["rows"]: row["min"] /= 8; row["median"] /= 8'
expect slower 0 '' bench resample --compare "$folder/before.json"
grep -qE '^resample .* slower$' "$out"
verdict slower-row $? "$(tail -1 "$out")"
edit 'for row in a["rows"]: row["min"] *= 8; row["median"] *= 8'
expect faster 0 '' bench resample --compare "$folder/before.json"
grep -qE '^resample .* faster$' "$out" && ! grep -q elsewhere "$out"
verdict faster-row $? "$(tail -1 "$out")"
edit 'rows["resample"]["min"] /= 8; rows["resample"]["median"] *= 8'
expect noise 0 '' bench resample --compare "$folder/before.json"
grep -qE '^resample .* same$' "$out"
verdict noise-row $? "$(tail -1 "$out")"
edit 'a["rows"] = [rows["random"]]; a["machine"]["kernel"] = "abacus"'
expect new 0 '' bench resample --compare "$folder/before.json"
grep -qE '^resample .* new$' "$out" && grep -q 'measured elsewhere (kernel abacus)' "$out"
verdict new-row $? "$(cat "$out")"

refuse absent 'nowhere' bench random --compare "$folder/nowhere"
printf '{"machine": {}, "rows": [\n' >"$folder/torn.json"
refuse torn 'torn.json:2: ' bench random --compare "$folder/torn.json"
echo '{"domain": "sat", "solved": true}' >"$folder/answer.json"
refuse other 'not what `basin bench --json` writes: it has no machine' \
    bench random --compare "$folder/answer.json"
for wrong in 'rows["random"]["min"] = 0' 'rows["random"]["median"] = "1"' \
    'del rows["random"]["name"]' 'a["rows"] = {}' 'a["rows"][0] = 7'; do
    edit "$wrong"
    refuse wrong 'not what `basin bench --json` writes' bench random --compare "$folder/before.json"
done

# ------------------------------------------------------------------------------------- stopped ----

timeout -s INT 0.5 "$BASIN" bench --json >"$out" 2>"$err" </dev/null
code=$?
[ $code -eq 124 ] && [ ! -s "$out" ]
verdict stopped $? "exit code $code, wrote $(head -c 100 "$out")"
"$BASIN" bench --json >"$out" 2>"$err" </dev/null &
child=$!
sleep 0.5
kill -TERM $child  # SIGINT is ignored by what a script puts into the background
wait $child
code=$?
[ $code -eq 3 ]
verdict stopped-code $? "exit code $code: $(cat "$err")"
