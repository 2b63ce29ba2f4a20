#!/bin/bash
# sat.sh - satisfiability from outside: random formulas, answers as SAT solvers print, broken files.
. "${0%/*}/support.bash"
if ! "$BASIN" domains | grep -q '^sat '; then
    echo "skip sat no domain sat"
    exit 0
fi
energy=$(best_energy sat)
solve=(--energy "$energy" --time 30)
formula=$folder/formula.cnf

# verify FILE: stdin has an answer whose v lines satisfy the formula; says why not
verify()
{
    python3 -c '
import sys
lines = sys.stdin.read().splitlines()
words = [w for line in lines if line[:2] == "v " for w in line[2:].split()]
true = set(map(int, words))
assert words[-1] == "0" and words.count("0") == 1, "the v lines do not end in one 0"
assert not any(-v in true for v in true - {0}), "a variable is both true and false"
assert lines.count("s SATISFIABLE") == 1, "no line s SATISFIABLE"
text = " ".join(l for l in open(sys.argv[1]).read().split("%")[0].splitlines() if l[0] not in "cp")
for clause in text.split(" 0"):
    literals = set(map(int, clause.split()))
    assert not literals or literals & true, "clause %s does not hold" % clause' "$1" 2>&1 | tail -1
}

# answered NAME FILE: $out is a solution of the formula, in lines of less than 80 columns
answered()
{
    local why
    why=$(verify "$2" <"$out")
    verdict "$1" $(($(echo -n "$why" | wc -c) > 0)) "$why"
    awk 'length($0) >= 80 { exit 1 }' "$out"
    verdict "$1-columns" $? "lines of 80 columns and more"
}

# --------------------------------------------------------------------------- random formulas ----

expect gen 0 '' gen sat 30 --seed 5
cp "$out" "$formula"
grep -q '^p cnf 30 128$' "$formula" && grep -q '^c basin gen sat 30 .*--seed 5$' "$formula"
verdict gen-header $? "$(head -3 "$formula")"
expect gen-again 0 '' gen sat 30 --seed 5 -o "$folder/again.cnf"
[ ! -s "$out" ] && cmp -s "$formula" "$folder/again.cnf"
verdict gen-same $? "the same seed makes another formula"
basin gen sat 30 --seed 6 | grep -v '^c' >"$out"
! grep -v '^c' "$formula" | cmp -s - "$out"
verdict gen-differs $? "seeds 5 and 6 make the same formula"
expect gen-shape 0 '' gen sat 40 --kind planted --ratio 3 --width 4
grep -q '^p cnf 40 120$' "$out" && [ "$(grep -c '^[-0-9 ]* 0$' "$out")" -eq 120 ] &&
    ! grep '^[-0-9]' "$out" | awk 'NF != 5' | grep -q .
verdict gen-shape-kept $? "$(head -5 "$out")"
expect gen-many 0 '' gen sat 30 --seed 4 --count 3 -o "$folder/many"
[ "$(cd "$folder/many" && echo *)" = "sat-30-0004.cnf sat-30-0005.cnf sat-30-0006.cnf" ] &&
    cmp -s "$formula" "$folder/many/sat-30-0005.cnf"
verdict gen-many-files $? "$(ls -a "$folder/many")"
expect gen-many-again 0 '' gen sat --seed 9999 --count 2 -o "$folder/many"
[ -e "$folder/many/sat-09999.cnf" ] && [ -e "$folder/many/sat-10000.cnf" ]
verdict gen-many-names $? "$(ls "$folder/many")"
# judged NAME PATTERN PROGRAM SCRIPT: how a random formula is marked when the only complete solver in
# PATH is a script
mkdir "$folder/none"
judged()
{
    rm -rf "$folder/judge" && mkdir "$folder/judge"
    printf '#!/bin/sh\n%s\n' "$4" >"$folder/judge/$3"
    chmod +x "$folder/judge/$3"
    (PATH=$folder/judge; "$BASIN" gen sat 1 --width 1 --ratio 1 --seed 3) >"$out" 2>&1
    grep -qE -- "$2" "$out"
    verdict "$1" $? "$(head -3 "$out")"
}

judged judge-cadical '^c satisfiable, as cadical found$' cadical "echo 's SATISFIABLE'; echo 'v 1 0'; exit 10"
judged judge-minisat '^c satisfiable, as minisat found$' minisat "echo SAT; echo '1 0'; exit 10"
judged judge-wrong '^basin: .*cadical calls a formula satisfiable, but its values break 1 clause' cadical \
    "echo 's SATISFIABLE'; echo 'v -1 0'; exit 10"
judged judge-silent '^basin: .*but its values break 1 clause' cadical 'exit 10'
judged judge-undecided '^c cadical did not decide in time' cadical 'exit 0'
judged judge-none '^c satisfiable by construction$' other 'exit 10'
judged judge-against '^basin: .*1000 random formulas in a row were not satisfiable' cadical 'exit 20'
# What lies in the folder one is in is not run, whatever PATH says of it.
program=$(realpath "$BASIN")
judged judge-before '^c cadical did not decide' cadical 'exit 0'
(cd "$folder/judge" && PATH=:.:$folder/none: "$program" gen sat 20 --seed 3) >"$out" 2>&1
grep -q '^c satisfiable by construction$' "$out"
verdict judge-here $? "$(head -3 "$out")"
(cd "$folder" && PATH=judge:none "$program" gen sat 20 --seed 3) >"$out" 2>&1
grep -q '^c satisfiable by construction$' "$out"
verdict judge-relative $? "$(head -3 "$out")"
# One that is there and cannot be asked is told: what is written would be another formula.
judged judge-broken '^basin: sat: a solver is installed, and cannot be asked' cadical 'kill -9 $$'
refuse gen-kind 'no kind "odd"; there are: ' gen sat --kind odd
refuse gen-wide 'sat: ' gen sat 3 --width 4
refuse gen-nowhere "$folder/no/f: cannot create" gen sat 20 -o "$folder/no/f"
refuse gen-over-folder "$folder/many: cannot create" gen sat 20 -o "$folder/many"
refuse gen-no-folder "$formula: not a folder" gen sat 20 --count 2 -o "$formula"
refuse gen-deep-folder "$folder/no/f: cannot create" gen sat 20 --count 2 -o "$folder/no/f"
# What killed runs left in the folder goes with the next one, whatever their seeds were.
left=.tmp.0123456789abcdef
mkdir "$folder/left"
touch "$folder/left"/{sat-20-0001.cnf,sat-30-0099.cnf}$left
touch "$folder/left"/{color-20-0001.col$left,sat-20-0001.cnf.tmp.0123,sat$left,sat-notes$left,sat-20-0005.cnf}
"$BASIN" gen sat 20 --count 3 -o "$folder/left"
verdict gen-left-code $? "exit code"
(cd "$folder/left" && printf '%s\n' *) >"$out"
printf '%s\n' color-20-0001.col$left sat$left sat-20-000{1.cnf,1.cnf.tmp.0123,2.cnf,3.cnf,5.cnf} \
    sat-notes$left | sort | diff - <(sort "$out") >"$err"
verdict gen-left $? "$(cat "$err")"
rm -r "$folder/left"
[ -z "$(find "$folder" -name '*.tmp.*')" ]
verdict gen-temporaries $? "$(find "$folder" -name '*.tmp.*')"
if [ -e /dev/full ]; then
    "$BASIN" gen sat 20 2>"$err" >/dev/full
    [ $? -eq 1 ] && [ "$(wc -l <"$err")" -eq 1 ]
    verdict gen-full-disk $? "$(cat "$err")"
else
    echo "skip sat-gen-full-disk no /dev/full"
fi

# ----------------------------------------------------------------------------------- answers ----

expect solve 10 '^sat .*: solved; ' sat "$formula" "${solve[@]}"
answered solve-holds "$formula"
cp "$out" "$folder/answer"
expect check 0 '^1 of 1 valid$' check "$formula" "$folder/answer"
sed 's/^v -*1 /v /' "$folder/answer" | sed -E '/^v/s/ -/ +/g; /^v/s/ ([1-9])/ -\1/g; s/\+//g' \
    >"$folder/opposite"
expect check-opposite 1 '^0 of 1 valid$' check "$formula" "$folder/opposite"
basin sat "$formula" -q "${solve[@]}" | basin check "$formula" - -q >"$out"
verdict check-pipe $? "$(cat "$out")"
basin sat - -q "${solve[@]}" <"$formula" >"$out" 2>"$err"
verdict stdin $(($? != 10)) "$(cat "$err")"
cmp -s "$out" "$folder/answer"
verdict stdin-same $? "another answer than to the file"
basin gen sat 150 --ratio 2 --kind planted >"$folder/easy.cnf"
expect easy 10 '' sat "$folder/easy.cnf" -q "${solve[@]}"
answered easy-holds "$folder/easy.cnf"
basin sat "$formula" --json -q "${solve[@]}" | python3 -c '
import json, sys
a = json.loads(sys.stdin.read())
assert a["domain"] == "sat" and a["solved"] and len(a["value"]) == 30 and set(a["value"]) <= {0, 1}
' 2>"$err"
verdict json $? "$(tail -1 "$err")"
printf 'c a\np cnf 2 2\nc b\n1 2\n0 -1\n-2 0\n%%\n0\n\n' >"$folder/satlib.cnf"
expect satlib 10 '' sat "$folder/satlib.cnf" -q "${solve[@]}"
answered satlib-holds "$folder/satlib.cnf"
printf 'p cnf 0 0\n' >"$folder/nothing.cnf"
expect nothing 10 '' sat "$folder/nothing.cnf" -q "${solve[@]}"

printf 'p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n' >"$folder/no.cnf"
expect unknown 0 'not solved within the time' sat "$folder/no.cnf" --energy "$energy" --time 0.3
grep -q '^c best so far: 1 constraint broken$' "$out" && grep -q '^o 1$' "$out" &&
    grep -q '^s UNKNOWN$' "$out" && grep -qE '^v -?1 -?2 0$' "$out" && [ "$(wc -l <"$out")" -eq 4 ]
verdict unknown-lines $? "$(cat "$out")"
printf 'p cnf 1 2\n1 0\n0\n' >"$folder/hole.cnf"
expect hole 0 '' sat "$folder/hole.cnf" -q --energy "$energy" --time 0.1
# known before the search that no assignment satisfies all: said, and the search ends by itself
printf 'p cnf 3 4\n1 0\n-1 2 0\n-2 3 0\n-3 -1 0\n' >"$folder/units.cnf"
expect_lines floor 0 'units.cnf: no assignment satisfies all, at least 1 .* broken: by unit' \
    'no solution breaks fewer constraints' -- sat "$folder/units.cnf" --energy "$energy"
[ "$(head -4 "$out" | tr '\n' ,)" = \
    'c best so far: 1 constraint broken,c every assignment breaks at least 1,o 1,s UNKNOWN,' ]
verdict floor-lines $? "$(cat "$out")"
{ cat "$folder/no.cnf"; echo 0; } | sed 's/2 4/2 5/' >"$folder/low.cnf"
expect_lines floor-low 0 'at least 1 constraint stays broken: 1 clause without literals$' \
    'the sampler came to its end.* 100000 steps' -- sat "$folder/low.cnf" --energy "$energy"
grep -qx 'o 2' "$out" && grep -qx 'c every assignment breaks at least 1' "$out"
verdict floor-low-lines $? "$(cat "$out")"
basin sat "$folder/no.cnf" -q --energy "$energy" --time 0.2 --count 20 >"$out"
[ "$(grep -c '^c no answer' "$out")" -le 2 ] && [ "$(tail -2 "$out" | head -1)" = \
    'c no answer: stopped before anything was tried' ] && [ "$(tail -1 "$out")" = 's UNKNOWN' ]
verdict unknown-not-begun $? "$(tail -4 "$out")"
! grep -q UNSAT "$out"
verdict never-unsatisfiable $? "$(grep UNSAT "$out")"

# ----------------------------------------------------------------------------- fix and start ----

easy=$folder/easy.cnf
expect start 10 ', 0 steps, ' sat "$formula" --start "$folder/answer" "${solve[@]}"
cmp -s "$out" "$folder/answer"
verdict start-answered $? "another answer than the one given"
basin sat "$formula" -q --start - "${solve[@]}" <"$folder/answer" | cmp -s - "$folder/answer"
verdict start-stdin $? "another answer than the one given"
for literals in '1 -2 3' '-1 2 -3'; do
    echo "v $literals 0" >"$folder/part"
    expect "fix-'$literals'" 10 '' sat "$easy" -q --fix "$folder/part" "${solve[@]}"
    grep -q "^v $literals " "$out"
    verdict "fix-'$literals'-stays" $? "$(grep ^v "$out")"
    answered "fix-'$literals'-holds" "$easy"
done
expect fix-all 10 '' sat "$formula" -q --fix "$folder/answer" "${solve[@]}"
cmp -s "$out" "$folder/answer"
verdict fix-all-stays $? "another answer than the one that was fixed"
expect fix-opposite 0 '' sat "$formula" -q --fix "$folder/opposite" --energy "$energy" --time 0.2
refuse_values()  # NAME TEXT PATTERN: not to be fixed, nor to be started from
{
    printf '%b' "$2" >"$folder/values"
    refuse "fix-$1" "$folder/values$3" sat "$formula" --fix "$folder/values" "${solve[@]}"
    refuse "start-$1" "$folder/values$3" sat "$formula" --start "$folder/values" "${solve[@]}"
}
refuse_values range 'v 1 31 0\n' ':1: '
refuse_values range-below 'v 1 -31 0\n' ':1: '
refuse_values both 'v 1 2 0\nv -1 0\n' ': 2 solutions in it; '
refuse_values contradiction 'v 1 2\nv -1 0\n' ':2: '
refuse_values word 'v 1 x 0\n' ':1: '
refuse_values empty '' ': no solution'
refuse_values none 's UNKNOWN\n' ': no solution'
refuse stdin-twice 'only one of' sat - --fix -

# -------------------------------------------------------------------------------------- eval ----

basin eval sat "$folder/many" --time 30 --energy "$energy" --jsonl "$folder/runs" >"$out" 2>"$err"
verdict eval $? "$(cat "$err")"
python3 -c '
import json, sys
runs = [json.loads(line) for line in open(sys.argv[1])]
names = [r["instance"].split("/")[-1] for r in runs]
assert names == sorted(names) and len(names) == 5, names
assert all(r["solved"] and r["violated"] == 0 for r in runs)
assert [r["constraints"] for r in runs[2:]] == [128] * 3' "$folder/runs" 2>"$err"
verdict eval-lines $? "$(tail -1 "$err"): $(cat "$folder/runs")"
echo 'p cnf 3 1' >"$folder/many/sat-30-0005b.cnf"
basin eval sat "$folder/many" --time 30 --energy "$energy" >"$out" 2>"$err"
[ $? -eq 1 ] && [ "$(wc -l <"$err")" -eq 1 ] && grep -q 'sat-30-0005b.cnf:' "$err" &&
    grep -q '^5 of 5 instances solved, 5 of 5 runs, 1 failed; ' "$out"
verdict eval-broken $? "$(cat "$err" "$out")"

# ------------------------------------------------------------------------------------ refine ----

expect train 0 '' train sat --steps 3 -q -o "$folder/learned"
expect refine 0 '' train sat --refine --model "$folder/learned" --steps 3 -q -o "$folder/refined"
[ -s "$folder/refined" ] && ! cmp -s "$folder/learned" "$folder/refined"
verdict refine-changes $? "the refined model is the model that it began with"
expect refined-model 10 '' sat "$folder/satlib.cnf" -q --model "$folder/refined" --time 30
refuse refine-energy 'its energies are compact, not paper' train sat --refine --energy paper \
    --model "$folder/learned" -o "$folder/m"

# ------------------------------------------------------------------------------ broken files ----

# broken NAME LINE REASON: $folder/broken.cnf is refused at this line, for this reason, at once
broken()
{
    local start=$(now) took
    refuse "broken-$1" "$folder/broken.cnf:$2: .*$3" sat "$folder/broken.cnf"
    took=$((($(now) - start) / 1000000))
    verdict "broken-$1-soon" $((took > 1000)) "$took ms"
}

# malformed NAME TEXT LINE REASON
malformed()
{
    printf '%b' "$2" >"$folder/broken.cnf"
    broken "$1" "$3" "$4"
}

malformed empty '' 1 'empty'
malformed blank '\n\n' '[0-9]' 'header'
malformed comments 'c nothing\nc else\n' '[0-9]' 'header'
malformed no-header '1 2 0\n' 1 'header'
malformed header-p 'p' 1 'header'
malformed header-cnf 'p cnf' 1 'header'
malformed header-one 'p cnf 3\n1 0\n' 1 'header'
malformed header-kind 'p col 3 2\n' 1 '"col"'
malformed header-words 'p cnf 3 1 7\n1 0\n' 1 '"7"'
malformed header-text 'p cnf three 1\n1 0\n' 1 '"three"'
malformed negative-variables 'p cnf -3 1\n1 0\n' 1 '"-3"'
malformed negative-clauses 'c x\np cnf 3 -1\n1 0\n' 2 '"-1"'
malformed range 'p cnf 3 2\n1 2 0\n1 4 0\n' 3 'literal 4 is out of range'
malformed range-below 'p cnf 3 2\n1 2 0\n1 -4 0\n' 3 'literal -4 is out of range'
malformed range-far 'p cnf 3 1\n99999999999999999999 0\n' 2 'out of range'
malformed no-zero 'p cnf 3 1\n1 2 3' 2 'does not end in 0'
malformed second-header 'p cnf 3 2\n1 2 0\np cnf 3 2\n1 0\n' 3 'second header'
malformed few 'p cnf 3 3\n1 0\n2 0\n' '[34]' 'clause'
malformed more 'p cnf 3 1\n1 0\n2 0\n' 3 'clause'
malformed word 'p cnf 3 1\n1 two 0\n' 2 '"two"'
malformed fraction 'p cnf 3 1\n1.5 0\n' 2 '"1.5"'
malformed minus 'p cnf 3 1\n- 0\n' 2 '"-"'
malformed minus-zero 'p cnf 3 1\n1 -0\n' 2 '"-0"'
malformed huge 'p cnf 2147483647 2147483647\n1 0\n' 1 '2147483647'
malformed huge-variables 'p cnf 536870912 1\n1 0\n' 1 '536870912'
malformed huge-clauses 'p cnf 3 536870912\n1 0\n' '[0-9]' '536870912'
malformed huge-number 'p cnf 99999999999999999999999 1\n1 0\n' 1 '9999'
head -c 65536 /dev/zero >"$folder/broken.cnf"
broken zeros 1 ''
python3 -c '
import random, sys
sys.stdout.buffer.write(random.Random(1).randbytes(100000))' >"$folder/broken.cnf"
broken rubbish 1 ''
{ echo 'p cnf 3 1'; cat "$folder/broken.cnf"; } >"$folder/half.cnf"
mv "$folder/half.cnf" "$folder/broken.cnf"
broken half-rubbish '[0-9]+' ''
refuse missing "$folder/none.cnf: cannot open" sat "$folder/none.cnf"
refuse folder "$folder: " sat "$folder"
printf 'p cnf 3 1\n1 x 0\n' | basin sat - >"$out" 2>"$err"
[ $? -eq 1 ] && [ "$(wc -l <"$err")" -eq 1 ] && grep -q '^basin: <stdin>:2: ' "$err"
verdict broken-stdin $? "$(cat "$err")"

# A remark is whole behind a name of any length.
deep=$folder
for _ in 1 2 3 4 5 6; do deep=$deep/$(printf 'x%.0s' {1..200}); done
mkdir -p "$deep"
printf 'p cnf 2 3\n1 2 0\n-1 0\n-2 0\n' >"$deep/no.cnf"
basin sat "$deep/no.cnf" --steps 5 >"$out" 2>"$err"
grep -q 'by unit propagation no literal is left of clause 1 2$' "$err"
verdict remark-whole $? "$(wc -c <"$err") characters"
