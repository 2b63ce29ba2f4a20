#!/bin/bash
# draw.sh - pictures from outside: every kind, --picture, what they show, hostile input.
. "${0%/*}/support.bash"
energy=$(best_energy queens)

# is_svg FILE [TEXT]: well-formed, and TEXT in it
is_svg()
{
    python3 -c '
import sys, xml.dom.minidom
root = xml.dom.minidom.parse(sys.argv[1]).documentElement
assert root.tagName == "svg", root.tagName' "$1" 2>/dev/null && grep -qF -- "${2:-<svg}" "$1"
}

# draws NAME TEXT ARGS...: an svg with TEXT in it, nothing on either output
draws()
{
    local name=$1 text=$2
    shift 2
    rm -f "$folder/$name.svg"
    expect "$name" 0 '' draw "$@" -o "$folder/$name.svg"
    is_svg "$folder/$name.svg" "$text"
    verdict "$name-svg" $? "$(head -c 300 "$folder/$name.svg" 2>&1)"
}

printf '5 7 2 6 3 1 4 8\n' >"$folder/good"
printf '3 7 2 6 3 1 4 8\n' >"$folder/bad"
cat >"$folder/ninth" <<END
. . . . Q . . .
. . . . . . Q .
. Q . . . . . .
. . . . . Q . Q
. . Q . . . . .
Q . . . . . . .
. . . Q . . . .
. . . . . . . Q
END
cat >"$folder/f.cnf" <<END
p cnf 3 4
1 2 0
-1 3 0
-2 -3 0
1 -3 0
END
printf 'v 1 2 3 0\n' >"$folder/f.sol"
printf 'p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n' >"$folder/g.col"
printf 's col 2\nl 1 1\nl 2 1\nl 3 1\nl 4 2\n' >"$folder/g.sol"
cat >"$folder/run.json" <<END
{"name": "a <run> & more", "frames": [
 {"step": 0, "energy": [3, 4.5], "violated": [2, 3]},
 {"step": 5, "energy": [null, 2], "violated": [1, 1], "parent": [1, 1]},
 {"step": 9, "energy": [1, -0.5], "violated": [1, 0]}]}
END

# --------------------------------------------------------------------------------- instances ----

draws board 'queens 8: solved' instance 8 "$folder/good"
! grep -q 'breaks a constraint' "$folder/board.svg"
verdict board-right $? "a solved board has something wrong"
draws board-wrong 'breaks a constraint' instance 8 "$folder/bad"
draws board-bare 'queens 8' instance 8
draws board-big 'queens 300' instance 300
draws ninth '3 constraints broken' instance 8 "$folder/ninth"
draws formula '1 constraint broken' instance "$folder/f.cnf" "$folder/f.sol"
basin gen sat 50 --seed 1 >"$folder/fifty.cnf"  # a formula of 50 variables was an empty grid
draws formula-50 'bar up: x, down: not x' instance "$folder/fifty.cnf"
bars=$(grep -o 'stroke="#1c1c1c"[^>]*' "$folder/formula-50.svg" | grep -o M | wc -l)
literals=$(grep -v '^[cp]' "$folder/fifty.cnf" | tr ' ' '\n' | grep -c '[1-9]')
[ "$literals" -gt 500 ] && [ "$bars" -eq "$literals" ]
verdict formula-50-bars $? "$bars bars for $literals literals"
draws graph '2 constraints broken' instance "$folder/g.col" "$folder/g.sol" -k 2
draws grid 'crossword mini.ipuz' instance "${0%/*}/../examples/mini.ipuz"
draws titled 'A &lt;b&gt; &amp; c' instance 8 --title 'A <b> & c'

# Pictures are the same bytes each time.
expect again 0 '' draw instance "$folder/g.col" "$folder/g.sol" -k 2 -o "$folder/again.svg"
cmp -s "$folder/again.svg" "$folder/graph.svg"
verdict again-same $? "another picture of the same graph"

basin draw instance 8 - -o "$folder/stdin.svg" <"$folder/good" && is_svg "$folder/stdin.svg" solved
verdict stdin $? "no picture of a solution from standard input"

# ---------------------------------------------------------------------------------- the maps ----

draws map 'energy' map 8 "$folder/bad" --energy "$energy"
draws map-ninth '3 constraints broken' map 8 "$folder/ninth" --energy "$energy"
draws map-formula 'energy' map "$folder/f.cnf" "$folder/f.sol" --energy "$(best_energy sat)"
draws map-graph 'energy' map "$folder/g.col" "$folder/g.sol" --energy "$(best_energy color)"
draws map-exact 'energy' map 8 "$folder/bad" --energy exact --level 20
draws time 'a &lt;run&gt; &amp; more' time "$folder/run.json"
draws landscape 'One edge' landscape --energy exact -k 3

# ----------------------------------------------------------------------------- many instances ----

cat >"$folder/runs.jsonl" <<END
{"solved": true, "seconds": 0.1, "searched": 1000}

{"solved": false, "seconds": 20, "searched": 10000}
{"solved": true, "seconds": 10, "searched": 100000}
{"solved": true, "seconds": 0.9, "searched": 10000}
{"solved": true, "seconds": 1, "searched": 10000}
{"solved": true, "seconds": 2, "searched": 10000}
END
echo '{"solved": true, "seconds": 0, "searched": 5}' >"$folder/fast.<b>.jsonl"
draws cactus '5 of 6 solved' cactus "$folder/runs.jsonl"
draws growth '5 of 6 solved' growth "$folder/runs.jsonl"
draws cactus-two '>fast.&lt;b&gt;<' cactus "$folder/runs.jsonl" "$folder/fast.<b>.jsonl"
draws cactus-titled '>By time<' cactus "$folder/runs.jsonl" --title 'By time'
basin eval sat "$folder/f.cnf" --jsonl "$folder/eval.jsonl" -q >/dev/null 2>&1
draws cactus-eval '1 of 1 solved' cactus "$folder/eval.jsonl"
draws growth-eval '1 of 1 solved' growth "$folder/eval.jsonl"

# Each instance is a step up, at the time where the axis has its number; the median of three that
# are of one size is where the line goes through, and every instance is a disc.
why=$(python3 - "$folder/cactus.svg" "$folder/growth.svg" 2>&1 <<'P' | tail -1
import math, re, sys, xml.etree.ElementTree as tree

def read(path):
    root = tree.parse(path).getroot()
    ticks = {}
    for e in root.iter():
        if e.tag.endswith("}text") and re.fullmatch(r"[0-9.e+]+", e.text or "") and \
                not e.get("font-weight"):
            axis = "x" if e.get("text-anchor") == "middle" else "y"
            ticks[axis, float(e.text)] = float(e.get(axis)) - (0 if axis == "x" else 6.05)
    *curve, legend = [e.get("d") for e in root.iter() if e.get("stroke") == "#56b4e9"]
    points, at = [], [0, 0]
    for op, rest in re.findall(r"([MLHV])([^MLHV]*)", "".join(curve)):
        numbers = [float(n) for n in rest.split()]
        at = numbers if op in "ML" else [numbers[0], at[1]] if op == "H" else [at[0], numbers[0]]
        points.append((op, *at))
    discs = [(float(e.get("cx")), float(e.get("cy"))) for e in root.iter()
             if e.tag.endswith("}circle")]
    return ticks, points, discs

def near(a, b):
    assert abs(a - b) < 0.1, "%g is not %g" % (a, b)

ticks, points, _ = read(sys.argv[1])
ups = [p for p in points if p[0] == "V"]
assert len(ups) == 5, ups
decade = ticks["x", 1] - ticks["x", 0.1]
for i, (seconds, up) in enumerate(zip([0.1, 0.9, 1, 2, 10], ups)):
    near(up[1], ticks["x", 1] + decade * math.log10(seconds))
    near(up[2], ticks["y", i + 1])
ticks, points, discs = read(sys.argv[2])
assert len(discs) == 5, discs
medians = sorted({p[1:] for p in points})
assert len(medians) == 3, medians
for at, (size, seconds) in zip(medians, [(1000, 0.1), (10000, 1), (100000, 10)]):
    near(at[0], ticks["x", size])
    near(at[1], ticks["y", seconds])
P
)
verdict many-places $(($(echo -n "$why" | wc -c) > 0)) "$why"

# ------------------------------------------------------------------------------------ a film ----

basin queens 6 --energy "$energy" --seed 3 --particles 6 --steps 400 --format rows -q \
    --trace "$folder/film.json" >"$folder/film.rows"
draws film 'six &lt;queens&gt;' film "$folder/film.json" --title 'six <queens>'

# As many frames as it says, one after the other; at each of them the particle that breaks least,
# and at the end the answer, all of it read from the svg.
why=$(python3 - "$folder/film.svg" "$folder/film.json" "$folder/film.rows" 2>&1 <<'P' | tail -1
import json, re, sys, xml.etree.ElementTree as tree
root, run = tree.parse(sys.argv[1]).getroot(), json.load(open(sys.argv[2]))
answer = open(sys.argv[3]).readline().split()
name = lambda e: e.tag.split("}")[1]
desc = next(e for e in root if name(e) == "desc").text
style = next(e for e in root if name(e) == "style").text
frames, time = map(int, re.match(r"(\d+) frames, (\d+) ms", desc).groups())
assert frames == min(60, len(run["frames"])), "%d frames of %d" % (frames, len(run["frames"]))
words = [e for e in root if name(e) == "g" and e.get("class").endswith("words")]
assert [e.get("class") for e in words] == ["f f%d words" % f for f in range(frames)]
delays = [int(d) for d in re.findall(r"animation-delay:-(\d+)ms", style)]
assert delays == [time - 200 * f for f in range(frames)], "delays"
moments = [f * (len(run["frames"]) - 1) // (frames - 1) for f in range(frames)]
for f, group in zip(moments, words):
    said = "".join(group.itertext())
    least = min(run["frames"][f]["violated"])
    assert ("solved" if least == 0 else " %d broken" % least) in said, said
queen = {e.get("id") for e in root.iter() if name(e) == "g" and e.get("id") and
         sum(name(part) == "circle" for part in e) == 5}
uses = [u for e in root if name(e) == "use" or (name(e) == "g" and
        e.get("class") == "f f%d shapes" % (frames - 1)) for u in ([e] if name(e) == "use" else e)]
places = sorted((float(u.get("y")), float(u.get("x"))) for u in uses
                if u.get("href")[1:] in queen)
left, unit = 20, 520 / 6
columns = [str(int((x - left) / unit) + 1) for _, x in places]
assert columns == answer, "the last frame is %s, the answer %s" % (columns, answer)
P
)
verdict film-frames $(($(echo -n "$why" | wc -c) > 0)) "$why"

# Runs whose pictures are large, of another kind, or of more particles than are shown.
basin gen color 30 --kind planted --width 3 --ratio 0.1 --seed 2 >"$folder/film.col"
basin color "$folder/film.col" -k 3 --energy "$(best_energy color)" --particles 40 --sampler pem \
    --steps 30 -q --trace "$folder/film2.json" >/dev/null
draws film-graph 'svg' film "$folder/film2.json"
draws time-many 'energy' time "$folder/film2.json"

# --------------------------------------------------------------------------- png and answers ----

expect png 0 '' draw instance 8 "$folder/good" -o "$folder/board.png"
[ "$(head -c 4 "$folder/board.png" | tail -c 3)" = PNG ]
verdict png-file $? "not a png"
# Only a png needs cairo, and says so before any work is done.
mkdir "$folder/broken" && echo 'not a library' >"$folder/broken/libcairo.so.2"
export LD_LIBRARY_PATH=$folder/broken
refuse png-no-cairo 'a png needs cairo \(svg does not\): .*libcairo.so.2' \
    queens 150 --picture "$folder/none.png"
expect svg-no-cairo 0 '' draw instance 8 "$folder/good" -o "$folder/alone.svg"
unset LD_LIBRARY_PATH
! readelf -d "$BASIN" | grep -qE 'NEEDED.*(cairo|X11|png)'
verdict linked-without-cairo $? "$(readelf -d "$BASIN" | grep NEEDED)"
expect picture 10 '' queens 6 --energy "$energy" -q --picture "$folder/answer.svg"
[ "$(wc -l <"$out")" -eq 6 ] && is_svg "$folder/answer.svg" 'queens 6: solved'
verdict picture-svg $? "$(head -c 300 "$folder/answer.svg" 2>&1)"
expect picture-best 0 '' queens 30 --energy "$energy" --steps 1 -q --picture "$folder/best.svg"
is_svg "$folder/best.svg" 'broken'
verdict picture-best-svg $? "$(head -c 300 "$folder/best.svg" 2>&1)"

# ----------------------------------------------------------------------------- hostile input ----

refuse no-kind 'draw' draw
refuse wrong-kind 'no picture "bored"' draw bored 8 -o "$folder/x.svg"
refuse near-kind 'did you mean draw map' draw mapp 8 "$folder/good" -o "$folder/x.svg"
refuse no-output '-o FILE is needed' draw instance 8
refuse suffix 'x.gif: .*ends in .svg or .png' draw instance 8 -o "$folder/x.gif"
refuse no-suffix 'ends in .svg or .png' draw instance 8 -o "$folder/x"
refuse nowhere 'nowhere/x.svg: cannot create' draw instance 8 -o "$folder/nowhere/x.svg"
mkdir "$folder/a.svg"
refuse a-folder 'a.svg: cannot create' draw instance 8 -o "$folder/a.svg"
refuse map-alone 'draw map takes SPEC SOLUTION' draw map 8 -o "$folder/x.svg"
refuse no-solution 'none: cannot' draw instance 8 "$folder/none" -o "$folder/x.svg"
refuse empty-solution 'no solution in it' draw instance 8 /dev/null -o "$folder/x.svg"
refuse no-instance 'not an instance' draw instance what -o "$folder/x.svg"
refuse short-board 'squares where 8 are expected' draw instance 8 <(printf '. Q\n') \
    -o "$folder/x.svg"
refuse half-board '1 of 8 rows' draw instance 8 <(printf '. Q . . . . . .\n') -o "$folder/x.svg"
refuse three-queens 'more than two queens' draw instance 8 <(printf 'Q Q Q . . . . .\n') \
    -o "$folder/x.svg"
refuse level 'noise level 300' draw map 8 "$folder/good" --level 300 --energy exact \
    -o "$folder/x.svg"
refuse run-text 'not JSON' draw time "$folder/good" -o "$folder/x.svg"
refuse run-other 'not a recorded run' draw time <(echo '{}') -o "$folder/x.svg"
refuse run-short 'frame 0: "violated" is no list of 1' draw time \
    <(echo '{"frames": [{"step": 0, "energy": [1], "violated": [0, 0]}]}') \
    -o "$folder/x.svg"
refuse run-back 'frame 1: "step"' draw time \
    <(echo '{"frames": [{"step": 4, "energy": [1], "violated": [0]},
             {"step": 3, "energy": [1], "violated": [0]}]}') -o "$folder/x.svg"
refuse cactus-none 'draw cactus takes RUNS' draw cactus -o "$folder/x.svg"
refuse cactus-text 'good:1: not JSON' draw cactus "$folder/runs.jsonl" "$folder/good" \
    -o "$folder/x.svg"
refuse cactus-other ':2: "solved" is not true, false or null' draw cactus \
    <(printf '\n{"seconds": 1}\n') -o "$folder/x.svg"
refuse cactus-seconds ':1: "seconds" is no number from 0' draw cactus \
    <(echo '{"solved": true, "seconds": -1}') -o "$folder/x.svg"
refuse cactus-empty 'no run in it' draw cactus /dev/null -o "$folder/x.svg"
refuse cactus-unsolved 'no run in it.* was solved' draw cactus \
    <(echo '{"solved": null, "seconds": 1}') -o "$folder/x.svg"
refuse growth-size 'without "searched"' draw growth <(echo '{"solved": true, "seconds": 1}') \
    -o "$folder/x.svg"
refuse film-bare '"tones" is missing' draw film "$folder/run.json" -o "$folder/x.svg"
refuse film-png 'a film is a file whose name ends in .svg' draw film "$folder/film.json" \
    -o "$folder/x.png"
refuse film-far 'farther out than 100000' draw film \
    <(sed '0,/"h":[0-9.]*/s//"h":4294967296/' "$folder/film.json") \
    -o "$folder/x.svg"
refuse film-nothing 'not a recorded run' draw film <(echo '{}') -o "$folder/x.svg"
refuse film-torn 'not JSON' draw film <(head -c 900 "$folder/film.json") -o "$folder/x.svg"
refuse film-tones '"tone" has 1 characters' draw film \
    <(python3 -c 'import json, sys; run = json.load(open(sys.argv[1]))
run["frames"][0]["paint"][1]["tone"] = "1"; print(json.dumps(run))' "$folder/film.json") \
    -o "$folder/x.svg"
refuse many-colours '2 to 8 colours' draw landscape -k 99 --energy exact -o "$folder/x.svg"
[ ! -e "$folder/x.svg" ]
verdict nothing-left $? "a refused picture is there"

# What was there stays when the new one cannot be made.
cp "$folder/board.svg" "$folder/kept.svg"
refuse kept 'cannot' draw instance 8 "$folder/none" -o "$folder/kept.svg"
cmp -s "$folder/board.svg" "$folder/kept.svg"
verdict kept-bytes $? "a picture was lost"

# A picture that cannot be is told before the search.
refuse picture-suffix 'ends in .svg or .png' queens 8 --picture "$folder/x.txt"
refuse picture-nowhere 'nowhere/x.svg: cannot create' queens 8 --picture "$folder/nowhere/x.svg"

# The end of a run that no verifier can accept is believed.
basin crossword examples/mini.ipuz --steps 3 -q --trace "$folder/words.json" >/dev/null 2>&1
expect time-crossword 0 '' draw time "$folder/words.json" -o "$folder/words.svg"
grep -q '>believed<' "$folder/words.svg" && ! grep -q '>solved<' "$folder/words.svg"
verdict time-believed $? "$(grep -o '>solved<\|>[0-9]* broken<' "$folder/words.svg" | head -1)"
