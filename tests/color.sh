#!/bin/bash
# color.sh - graph colouring from outside: graphs made to order, answers, tables of limits, broken
# files.
. "${0%/*}/support.bash"
if ! "$BASIN" domains | grep -q '^color '; then
    echo "skip color no domain color"
    exit 0
fi
energy=$(best_energy color)
solve=(--energy "$energy" --time 30)
graph=$folder/graph.col

# proper GRAPH: stdin has an answer whose l lines colour each vertex of the graph, in DIMACS form,
# properly and with no more colours than its s line says; says why not
proper()
{
    python3 -c '
import sys
lines = [line.split() for line in sys.stdin]
said = [line for line in lines if line[0] == "s"]
assert len(said) == 1 and said[0][:2] == ["s", "col"], "not one line s col"
colour = {int(line[1]): int(line[2]) for line in lines if line[0] == "l"}
assert len(colour) == sum(line[0] == "l" for line in lines), "a vertex with two colours"
assert all(1 <= c <= int(said[0][2]) for c in colour.values()), "a colour that there is not"
graph = [line.split() for line in open(sys.argv[1])]
n = [int(line[2]) for line in graph if line[0] == "p"][0]
assert sorted(colour) == list(range(1, n + 1)), "not all vertices, or others"
for line in graph:
    assert line[0] != "e" or colour[int(line[1])] != colour[int(line[2])], line' "$1" 2>&1 | tail -1
}

# answered NAME GRAPH: $out is a proper colouring of the graph
answered()
{
    local why
    why=$(proper "$2" <"$out")
    verdict "$1" $(($(echo -n "$why" | wc -c) > 0)) "$why"
}

# ---------------------------------------------------------------------------- graphs to order ----

expect gen 0 '' gen color 30 --seed 5
cp "$out" "$graph"
grep -q '^p edge 30 [0-9]*$' "$graph" && grep -q '^c basin gen color 30 .*--seed 5$' "$graph"
verdict gen-header $? "$(head -3 "$graph")"
expect gen-again 0 '' gen color 30 --seed 5 -o "$folder/again.col"
cmp -s "$graph" "$folder/again.col"
verdict gen-same $? "the same seed makes another graph"
kinds=  # each of those there are: vertices, edges (- for any number), colours (- for none)
while read -r kind n vertices edges colours; do
    expect "gen-$kind" 0 '' gen color "$n" --kind "$kind"
    grep -q "^c basin gen color $n --kind $kind" "$out" &&
        [ "$(sed -n 's/^p edge \([0-9]*\) .*/\1/p' "$out")" = "$vertices" ] &&
        [ "$(grep -c '^e ' "$out")" = "$(sed -n 's/^p edge .* \([0-9]*\)$/\1/p' "$out")" ] &&
        { [ "$edges" = - ] || [ "$(grep -c '^e ' "$out")" = "$edges" ]; } &&
        [ "$(sed -n 's/^c colours //p' "$out")" = "${colours#-}" ]
    verdict "gen-$kind-shape" $? "$(head -3 "$out")"
    kinds+=" $kind"
done <<'end'
erdos-renyi 20 20 - -
holme-kim 20 20 - -
regular 20 20 60 -
planted 20 20 - 3
paley 13 13 39 -
complete 6 6 15 6
queen 5 25 160 5
mycielski 4 23 71 5
end
"$BASIN" domains | grep -A1 '^color ' | grep -q "random kinds:$kinds$"
verdict gen-all-kinds $? "other kinds than$kinds"
expect gen-many 0 '' gen color 30 --seed 4 --count 3 -o "$folder/many"
[ "$(cd "$folder/many" && echo *)" = "color-30-0004.col color-30-0005.col color-30-0006.col" ] &&
    cmp -s "$graph" "$folder/many/color-30-0005.col"
verdict gen-many-files $? "$(ls -a "$folder/many")"
refuse gen-kind 'no kind "odd"; there are: ' gen color --kind odd
refuse gen-paley 'color: ' gen color 12 --kind paley
refuse gen-degree 'color: ' gen color 5 --kind regular --ratio 7

# ----------------------------------------------------------------------------------- answers ----

expect solve 10 '^color .*: solved' color "$graph" -k 5 "${solve[@]}"
answered solve-holds "$graph"
grep -qx 's col 5' "$out" && [ "$(wc -l <"$out")" -eq 31 ]
verdict solve-lines $? "$(head -3 "$out")"
cp "$out" "$folder/answer"
expect check 0 '^1 of 1 valid$' check "$graph" "$folder/answer" -k 5
expect check-any-number 0 '^1 of 1 valid$' check "$graph" "$folder/answer"
expect_lines check-fewer 1 ': no assignment satisfies all, .* there is 1 colour$' \
    '^0 of 1 valid$' -- check "$graph" "$folder/answer" -k 1
sed 's/^\(l [0-9]*\) .*/\1 1/' "$folder/answer" >"$folder/wrong"
cat "$folder/answer" "$folder/wrong" >"$folder/both"
expect check-wrong 1 '^1 of 2 valid$' check "$graph" "$folder/both" -k 5
grep -q "^solution 2: $(grep -c '^e ' "$graph") constraints broken$" "$out"
verdict check-wrong-count $? "$(cat "$out")"
grep -v '^l 7 ' "$folder/answer" >"$folder/part"
expect check-part 1 '^0 of 1 valid$' check "$graph" "$folder/part" -k 5
basin color "$graph" -k 5 -q "${solve[@]}" | basin check "$graph" - -k 5 -q >"$out"
verdict check-pipe $? "$(cat "$out")"
basin color - -k 5 -q "${solve[@]}" <"$graph" | cmp -s - "$folder/answer"
verdict stdin-same $? "another answer than to the file"
expect whole 10 '^color .*: solved; ' color "$graph" -k 5 --whole "${solve[@]}"
answered whole-holds "$graph"
basin color "$graph" -k 5 --whole --json -q "${solve[@]}" >"$out"
basin color "$graph" -k 5 --json -q "${solve[@]}" >>"$out"
python3 -c '
import json, sys
whole, a = [json.loads(line) for line in sys.stdin]
assert a["domain"] == "color" and a["solved"] and len(a["value"]) == 30 and a["limit"] == 5
assert set(a["value"]) <= set(range(5))
assert whole["limit"] == 5 and whole["searched"] == 30 and a["searched"] < 30' <"$out" 2>"$err"
verdict json $? "$(tail -1 "$err")"
expect count 10 '3 of 3 valid' color "$graph" -k 5 --count 3 "${solve[@]}"
cp "$out" "$folder/three"
expect count-check 0 '^3 of 3 valid$' check "$graph" "$folder/three" -k 5
refuse count-least '--count needs -k' color "$graph" --count 2 "${solve[@]}"

basin gen color 5 --kind complete | grep -v '^c' >"$folder/five.col"
expect_lines conflict 0 'five.col: no assignment .* 2 constraints stay broken: 5 vertices are all' \
    'no solution breaks fewer constraints' -- color "$folder/five.col" -k 3 "${solve[@]}"
grep -qx 'c best so far: 2 constraints broken' "$out" && grep -qx 'o 2' "$out" &&
    grep -qx 'c every assignment breaks at least 2' "$out" &&
    grep -qx 's UNKNOWN' "$out" && [ "$(grep -cE '^l [1-5] [1-3]$' "$out")" -eq 5 ] &&
    [ "$(wc -l <"$out")" -eq 9 ]
verdict conflict-lines $? "$(cat "$out")"
expect conflict-quiet 0 '' color "$folder/five.col" -k 3 -q --energy "$energy"
basin color "$folder/five.col" -k 3 --json -q --energy "$energy" |
    grep -q '"violated": 2, .*"floor": 2, '
verdict conflict-json $? ""

# an edge from a vertex to itself is left out, said, and counted nowhere
printf 'p edge 2 3\ne 1 2\ne 2 2\ne 2 2\n' >"$folder/loop.col"
loops='loop.col: left out: 2 lines with an edge from a vertex to itself$'
expect_lines loop 10 "$loops" 'loop.col: solved' -- color "$folder/loop.col" -k 2 "${solve[@]}"
cp "$out" "$folder/loop.sol"
expect_lines loop-check 0 "$loops" '^1 of 1 valid$' -- \
    check "$folder/loop.col" "$folder/loop.sol" -k 2
expect_lines loop-least 10 "$loops" 'loop.col: 2 colours' -- \
    color "$folder/loop.col" --energy "$energy"
# and in JSON, in eval's too, which says it on standard error as well
remark='"remarks": \["left out: 2 lines with an edge from a vertex to itself"\]'
basin color "$folder/loop.col" -k 2 --json -q "${solve[@]}" | grep -q "\"violated\": 0, .*$remark"
verdict loop-json $? ""
basin check "$folder/loop.col" "$folder/loop.sol" -k 2 --json -q | grep -q "\"violated\": 0, .*$remark"
verdict loop-check-json $? ""
expect_lines loop-eval 0 "$loops" '^1 of 1 instances solved' -- \
    eval color "$folder/loop.col" -k 2 --json --energy "$energy"
grep -q "$remark" "$out"
verdict loop-eval-json $? "$(cat "$out")"
printf 'p edge 2 1\ne 1 2\n' >"$folder/plain.col"
basin color "$folder/plain.col" -k 2 --json -q "${solve[@]}" | grep -q remarks
[ $? -eq 1 ]
verdict no-remarks $? ""
printf 'p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n' >"$folder/ring.col"
expect unknown 0 'not solved within the steps' color "$folder/ring.col" -k 2 --steps 200 \
    --energy "$energy"
grep -qx 'o 1' "$out" && grep -qx 's UNKNOWN' "$out"
verdict unknown-lines $? "$(cat "$out")"

# least NAME GRAPH COLOURS: without -k the o lines fall, and the answer has as many as the last says
least()
{
    expect "least-$1" 10 '' color "$2" -q --energy "$energy" --steps 500
    answered "least-$1-holds" "$2"
    grep '^o ' "$out" | sort -c -u -k2,2nr
    verdict "least-$1-falls" $? "$(grep '^o ' "$out" | tr '\n' ' ')"
    [ "$(grep '^o ' "$out" | tail -1)" = "o $3" ] && grep -qx "s col $3" "$out"
    verdict "least-$1-number" $? "$(grep '^[os] ' "$out" | tr '\n' ' ')"
}
printf 'p edge 0 0\n' >"$folder/empty.col"
least least-empty "$folder/empty.col" 1
basin gen color 4 --kind mycielski | grep -v '^c' >"$folder/myciel.col"
basin gen color 5 --kind queen | grep -v '^c' >"$folder/queen.col"
least ring "$folder/ring.col" 3
least myciel "$folder/myciel.col" 5
least queen "$folder/queen.col" 5
least five "$folder/five.col" 5
basin color "$folder/ring.col" --json -q --energy "$energy" --steps 100 | grep -q '"limit": 3,'
verdict least-json $? "no limit 3"
basin gen color 20 --kind planted --width 4 >"$folder/planted.col"
expect named 10 '' color "$folder/planted.col" -q "${solve[@]}"
answered named-holds "$folder/planted.col"
grep -qx 's col 4' "$out" && ! grep -q '^o ' "$out"
verdict named-number $? "$(head -2 "$out")"
expect named-otherwise 10 '' color "$folder/planted.col" -k 6 -q "${solve[@]}"
grep -qx 's col 6' "$out"
verdict named-otherwise-number $? "$(head -2 "$out")"
for k in 0 -1 1.5 16777217 99999999999999999999; do
    refuse "limit-'$k'" '-k: "' color "$graph" -k "$k" "${solve[@]}"
done
refuse limit-folder "-k: $folder: " color "$graph" -k "$folder" "${solve[@]}"
refuse limit-elsewhere '--colors is for color, not for queens' queens 8 -k 3

# ------------------------------------------------------------------------------ other formats ----

printf 'DIMENSION: 5\nEDGE_DATA_SECTION\n0 1\n1 2\n2 3\n3 4\n4 0\n-1\nCHROM_NUMBER\n3\nEOF\n' \
    >"$folder/ring.graph"
printf '# a ring\n1,2\n2 3\n3,4\n4 5\n5,1\n' >"$folder/ring.edges"
expect graph 10 '' color "$folder/ring.graph" -q "${solve[@]}"
answered graph-holds "$folder/ring.col"
grep -qx 's col 3' "$out"
verdict graph-number $? "$(head -1 "$out")"
expect edges 10 '' color "$folder/ring.edges" -k 3 -q "${solve[@]}"
answered edges-holds "$folder/ring.col"
basin color - -k 3 -q "${solve[@]}" <"$folder/ring.edges" | cmp -s - "$out"
verdict edges-stdin $? "another answer than to the file"

# -------------------------------------------------------------------------------------- fix ----

echo 'l 3 4' >"$folder/values"
expect fix 10 '' color "$graph" -k 5 -q --fix "$folder/values" "${solve[@]}"
answered fix-holds "$graph"
grep -qx 'l 3 4' "$out"
verdict fix-stays $? "$(grep '^l 3 ' "$out")"
expect fix-all 10 '' color "$graph" -k 5 -q --fix "$folder/answer" "${solve[@]}"
cmp -s "$out" "$folder/answer"
verdict fix-all-stays $? "another answer than the one that was fixed"
expect start 10 ', 0 steps, ' color "$graph" -k 5 --whole --start "$folder/answer" "${solve[@]}"
refuse fix-least 'fixed values need a limit' color "$graph" --fix "$folder/values" "${solve[@]}"
refuse_values()  # NAME TEXT PATTERN
{
    printf '%b' "$2" >"$folder/values"
    refuse "fix-$1" "$folder/values$3" color "$graph" -k 5 --fix "$folder/values" "${solve[@]}"
    refuse "check-$1" "$folder/values$3" check "$graph" "$folder/values"
}
refuse_values vertex 'l 31 1\n' ':1: "l 31 1"'
refuse_values colour 's col 2\nl 1 0\n' ':2: '
refuse_values word 'l 1 red\n' ':1: '
refuse_values short 'l 1\n' ':1: '
refuse_values two-colours 'l 1 1\nl 1 2\n' ':2: vertex 1 has two colours'
refuse_values none 's UNKNOWN\n' ': no solution'

# --------------------------------------------------------------------------- eval and tables ----

printf 'name\tvertices\tk\tbest\n' >"$folder/table"
printf 'ring\t5\t3\t3\nfive\t5\t5\t4\nqueen\t25\tfew\t\n' >>"$folder/table"
evaluated()  # NAME SOLVED RUNS FAILED ARGS...: eval of the ring and the five with these options
{
    local name=$1 solved=$2 runs=$3 failed=$4
    shift 4
    basin eval color "$folder/ring.col" "$folder/five.col" --energy "$energy" --steps 200 "$@" \
        >"$out" 2>"$err"
    [ $? -eq $((failed > 0)) ] && [ "$(wc -l <"$err")" -eq "$failed" ] &&
        grep -q "^$solved of $runs instances solved" "$out"
    verdict "$name" $? "$(cat "$err" "$out")"
}
evaluated eval 1 2 0 -k 3
evaluated eval-table 2 2 0 -k "$folder/table"
evaluated eval-column 1 2 0 -k "$folder/table:best"
evaluated eval-whole 2 2 0 -k "$folder/table" --whole
evaluated eval-no-column 0 0 2 -k "$folder/table:least"
grep -q "^basin: $folder/table:1: no column \"least\"$" "$err"
verdict eval-no-column-said $? "$(cat "$err")"
evaluated eval-no-table 0 0 2 -k "$folder/none"
evaluated eval-no-number 0 0 2
grep -q 'col: it does not say how many colours' "$err"
verdict eval-no-number-said $? "$(cat "$err")"
limits="$folder/table: no number of colours for"
refuse table-no-row "$limits $folder/myciel.col in its column \"k\"" color "$folder/myciel.col" \
    -k "$folder/table" "${solve[@]}"
refuse table-no-number "$limits $folder/queen.col" color "$folder/queen.col" -k "$folder/table"
refuse table-empty-cell "$limits $folder/queen.col" color "$folder/queen.col" \
    -k "$folder/table:best"
refuse table-missing "\"$folder/none\" is no number, and no table" color "$graph" -k "$folder/none"
expect table 10 '' color "$folder/five.col" -k "$folder/table" -q "${solve[@]}"
answered table-holds "$folder/five.col"
basin eval color "$folder/many" -k 5 --energy "$energy" --time 30 --jsonl "$folder/runs" >"$out"
[ "$(grep -c '"solved": true' "$folder/runs")" -eq 3 ] && json_lines <"$folder/runs"
verdict eval-lines $? "$(cat "$folder/runs")"

# ------------------------------------------------------------------------ the paper's network ----

basin gen color 15 --kind complete >"$folder/fifteen.col"
if "$BASIN" model show color-paper >/dev/null 2>&1; then
    refuse paper-colours 'up to 14 colours; 15 are asked for' color "$folder/fifteen.col" \
        --method paper
else
    echo "skip color-paper-colours no paper model built in"
fi
basin train color --energy paper --steps 2 -q -o "$folder/learned" >"$out" 2>&1
verdict train-paper $? "$(cat "$out")"
refuse learned-colours 'up to 14 colours; 15 are asked for' color "$folder/fifteen.col" \
    --method paper --model "$folder/learned"
expect train 0 '' train color --steps 3 -q -o "$folder/compact"
expect trained-model 10 '' color "$folder/ring.col" -k 3 -q --model "$folder/compact" --time 30

# ------------------------------------------------------------------------------ broken files ----

# malformed NAME TEXT LINE REASON: a graph file that is refused at this line, for this reason
malformed()
{
    printf '%b' "$2" >"$folder/broken.col"
    refuse "broken-$1" "$folder/broken.col:$3: .*$4" color "$folder/broken.col" -k 3
}

malformed empty '' 1 'empty'
malformed blank '\n\n' '[0-9]' 'no graph'
malformed comments 'c nothing\nc else\n' '[0-9]' 'no graph'
malformed no-header 'e 1 2\n' 1 'before the header'
malformed header-p 'p\n' 1 'header'
malformed header-kind 'c x\np cnf 3 2\n' 2 '"cnf"'
malformed header-one 'p edge 3\ne 1 2\n' 1 'number of edges is missing'
malformed header-words 'p edge 3 1 7\n' 1 '"7"'
malformed header-text 'p edge three 1\n' 1 '"three"'
malformed header-negative 'p edge -3 1\n' 1 '"-3"'
malformed second-header 'p edge 3 1\np edge 3 1\n' 2 'second header'
malformed range 'p edge 3 2\ne 1 2\ne 1 4\n' 3 'vertex 4 is out of range'
malformed range-zero 'p edge 3 1\ne 0 1\n' 2 'vertex 0 is out of range'
malformed range-far 'p edge 3 1\ne 1 99999999999999999999\n' 2 '9999'
malformed half-edge 'p edge 3 1\ne 1\n' 2 'without its second vertex'
malformed no-edge 'p edge 3 1\ne\n' 2 'without its vertices'
malformed edge-words 'p edge 3 1\ne 1 2 3\n' 2 '"3" after an edge'
malformed word 'p edge 3 1\ne 1 two\n' 2 '"two"'
malformed letter 'p edge 3 1\ng 1 2\n' 2 '"g" begins no line'
malformed huge 'p edge 2147483647 1\n' 1 '2147483647'
malformed zero-byte 'p edge 3 1\n\0' 2 'zero byte'
malformed strange '\377\376\n' 1 'begins no graph'
malformed tsplib-cut 'DIMENSION: 3\nEDGE_DATA_SECTION\n0 1\n' '[34]' 'end'
malformed tsplib-range 'DIMENSION: 3\nEDGE_DATA_SECTION\n0 3\n-1\nEOF\n' 3 'out of range'
malformed tsplib-early 'EDGE_DATA_SECTION\n0 1\n-1\nEOF\n' 1 'before DIMENSION'
malformed list-word '0 1\n1 x\n' 2 '"x"'
malformed list-one '0 1\n2\n' 2 'without its second vertex'
malformed list-far '0 1\n1 99999999\n' 2 '99999999'
refuse missing "$folder/none.col: cannot open" color "$folder/none.col" -k 3
refuse folder "$folder: " color "$folder" -k 3
printf 'p edge 3 1\ne 1 x\n' | basin color - -k 3 >"$out" 2>"$err"
[ $? -eq 1 ] && [ "$(wc -l <"$err")" -eq 1 ] && grep -q '^basin: <stdin>:2: ' "$err"
verdict broken-stdin $? "$(cat "$err")"

# fewer colours than there are found are searched for until the time is over: what was found is shown
"$BASIN" gen color 34 --seed 6 -o "$graph" 2>"$err"
"$BASIN" color "$graph" --time 0.3 2>"$err" | grep -v '^o ' | proper "$graph" >"$out"
verdict least-timed $? "$(cat "$out" "$err")"
