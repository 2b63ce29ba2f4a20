#!/bin/bash
# model.sh - models by name: the list of those built in, --model NAME, and a training that is done.
. "${0%/*}/support.bash"

basin model list --json >"$out" 2>"$err"
verdict list-json-code $? "$(cat "$err")"
if [ -s "$out" ]; then
    python3 -c '
import json, os, subprocess, sys
for line in open(sys.argv[1]):
    m = json.loads(line)
    assert set(m) == set("name domain energy parameters bytes trained".split()), m
    assert m["name"].startswith(m["domain"] + "-" + m["energy"]), m
    assert m["bytes"] == os.path.getsize("models/%s.safetensors" % m["name"]), m
    assert m["trained"], m
    shown = json.loads(subprocess.check_output([sys.argv[2], "model", "show", m["name"], "--json"]))
    assert shown["parameters"] == m["parameters"] and shown["energy"] == m["energy"], m
' "$out" "$BASIN" 2>"$err"
    verdict list-json $? "$(tail -1 "$err")"
    names=$(sed 's/.*"name": "\([^"]*\)".*/\1/' "$out" | sort)
    [ "$names" = "$(cd models && ls ./*.safetensors | sed 's|./\(.*\).safetensors|\1|' | sort)" ]
    verdict list-all $? "not the models of the folder: $names"
    expect list 0 '' model list
    [ "$(tail -n +2 "$out" | awk '{ print $1 }' | sort)" = "$names" ]
    verdict list-text $? "$(cat "$out")"
    name=$(echo "$names" | grep -m1 '^queens-compact$')
else
    echo "skip model-list no model built in"
fi
for name in ${name-} queens-exact queens; do
    [ "$name" = queens ] && [ "$(best_energy queens)" = exact ] && continue
    expect "by-name-$name" 10 'queens 6: solved' queens 6 --model "$name"
done
refuse unknown 'nosuch: no such file, and no built-in model of that name; there are' \
    queens 6 --model nosuch
refuse unknown-shown 'nosuch: no such file, and no built-in model' model show nosuch
refuse path './queens-compact: cannot open' queens 6 --model ./queens-compact
refuse other-domain 'sat-exact: a model of sat, not of queens' queens 6 --model sat-exact
refuse other-energy 'queens-exact: its energies are exact, not paper' queens 6 \
    --model queens-exact --energy paper
refuse list-operand 'model list takes no MODEL' model list queens
refuse show-none 'model show needs a MODEL; see `basin model list`' model show

# ------------------------------------------------------------------------- a training that is done ----

train=(train queens --steps 2 -o "$folder/m" --threads 1)
basin "${train[@]}" -q
before=$(cksum <"$folder/m"; stat -c %Y.%i "$folder/m")
expect resume-finished 0 "$folder/m is finished: there is nothing to resume" "${train[@]}" --resume
[ "$(cksum <"$folder/m"; stat -c %Y.%i "$folder/m")" = "$before" ]
verdict resume-leaves $? "the model was written anew"
expect resume-quiet 0 '' "${train[@]}" --resume -q
echo "no model" >"$folder/m"
expect resume-other 0 "written after" "${train[@]}" --resume
