#!/bin/bash
# trace.sh - recorded runs: their form, that they show what happened, and that they appear whole.
. "${0%/*}/support.bash"
trace=$folder/trace.json
basin gen sat 50 --kind planted -o "$folder/sat.cnf" && \
    basin gen color 30 --kind erdos-renyi --ratio 0.4 --seed 3 -o "$folder/color.col"

# frames CODE: the trace is a recorded run, and CODE, Python about t (the run) and f (its frames),
# holds
frames()
{
    python3 -c '
import json, sys
t = json.load(open(sys.argv[1]))
f, p, shapes = t["frames"], t["shown"], t["picture"]["shapes"]
texts = sum(s["kind"] == "text" for s in shapes)
assert {"name", "domain", "instance", "method", "sampler", "model_energy", "seed", "tones"} <= set(t)
assert 0 < p <= 16 and p <= t["particles"] and 0 < len(f) <= 330
for a, b in zip(f, f[1:]):
    assert a["step"] <= b["step"] and a["seconds"] <= b["seconds"]
for x in f:
    assert len(x["energy"]) == len(x["violated"]) == len(x["paint"]) == p
    assert len(x.get("parent", x["energy"])) == p
    assert all(q is None or 0 <= q < p for q in x.get("parent", []))
    for paint in x["paint"]:
        assert len(paint["tone"]) == len(shapes) and len(paint["text"]) == texts
        assert set(paint["tone"]) <= set(t["tones"])
assert all(set(look) == {"fill", "ink", "name"} for look in t["tones"].values())
exec(sys.argv[2])' "$trace" "$1" 2>"$err"
}

# record NAME CODE PYTHON ARGS...: exit code, silence, and what frames() says
record()
{
    local name=$1 code=$2 python=$3
    shift 3
    rm -f "$trace"
    expect "$name" "$code" '' "$@" -q --trace "$trace"
    frames "$python"
    verdict "$name-frames" $? "$(tail -1 "$err")"
}

solved='w = t["winner"]; assert f[-1]["violated"][w] == 0 and f[0]["step"] == 0
wrong = [c for c in t["tones"] if t["tones"][c]["name"] == "wrong"]
assert not any(c in f[-1]["paint"][w]["tone"] for c in wrong)'
record queens 10 "$solved
n = min(40, len(f) - 1); assert n > 4 and not any('parent' in x for x in f)
assert [x['step'] for x in f[:n]] == list(range(n))
assert ''.join(f[-1]['paint'][w]['text']).count('\u265b') == 8" queens 8
record sat 10 "$solved" sat "$folder/sat.cnf"
record color 10 "$solved" color "$folder/color.col" -k 6
record crossword 0 "$solved
assert any('parent' in x for x in f) and p == 16" crossword examples/mini.txt
record pem 0 'assert all("parent" in x for x in f[1:]) and p == 16 and t["sampler"] == "pem"
assert [x["step"] for x in f] == list(range(101)) and f[1]["noise"] > 0.9 > f[-1]["noise"]
assert "8, pem, 40 particles" in t["name"] and "winner" in t' \
    queens 8 --method paper --energy exact --particles 40
# Of 40 particles 16 are shown: some of these continue one that is not, and are drawn all the same.
frames 'assert t["particles"] == 40 and any(None in x["parent"] for x in f[1:])'
verdict pem-strangers $? "$(tail -1 "$err")"
expect pem-drawn 0 '' draw time "$trace" -o "$folder/pem.svg"
record thinned 0 'gaps = [b["step"] - a["step"] for a, b in zip(f, f[1:])]
assert len(f) > 150 and f[0]["step"] == 0 and f[-1]["step"] == 20000 and max(gaps) < 260' \
    color "$folder/color.col" -k 4 --sampler basin --steps 20000
record thinned-resampled 0 'assert len(f) > 100 and f[-1]["step"] == 2000
assert sum("parent" in x for x in f) > len(f) - 30' \
    color "$folder/color.col" -k 4 --sampler pem --particles 20 --steps 2000
record large 0 'assert len(shapes) > 20000 and len(f) > 2' queens 100 --steps 40
[ "$(wc -c <"$trace")" -lt 50000000 ]
verdict large-size $? "$(wc -c <"$trace") bytes"
record time 0 'assert f[-1]["seconds"] < 5' queens 150 --sampler basin --time 0.3

# What was stopped is recorded up to then.
for signal in INT TERM; do
    rm -f "$trace"
    timeout --foreground --preserve-status -s $signal 1 "$BASIN" queens 150 --sampler basin -q --trace "$trace" >"$out" 2>"$err"
    code=$?
    frames 'assert f[-1]["step"] > 0'
    verdict "stopped-$signal" $(($? + code)) "exit code $code, $(cat "$err")"
done

# The same answer, and the same record at any number of threads, but for the time.
basin queens 12 -q --format rows >"$out.plain"
for threads in 1 2; do
    basin queens 12 -q --format rows --threads $threads --trace "$trace.$threads" >"$out.$threads"
    sed 's/"seconds":[^,]*,//' "$trace.$threads" >"$trace.$threads.timeless"
done
cmp -s "$out.plain" "$out.1" && cmp -s "$out.1" "$out.2"
verdict same-answer $? "answers differ"
cmp -s "$trace.1.timeless" "$trace.2.timeless"
verdict same-record $? "records differ"

echo old >"$trace"
refuse count 'records one run; --count asks for 3' queens 8 --count 3 --trace "$trace"
refuse least 'records one run; without -k' color "$folder/color.col" --trace "$trace"
refuse stdout '--trace needs a file' queens 8 --trace -
refuse nowhere "$folder/none/t: cannot create" queens 8 --trace "$folder/none/t"
refuse folder "$folder: cannot create" queens 8 --trace "$folder"
refuse eval '--trace is not an option of eval' eval queens 8 --trace "$trace"
[ "$(cat "$trace")" = old ] && ! ls "$folder"/*.tmp.* >/dev/null 2>&1
verdict whole $? "$(ls "$folder")"
