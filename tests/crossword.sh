#!/bin/bash
# crossword.sh - crosswords from outside: a typed puzzle, formats, given letters, scores, bad files.
. "${0%/*}/support.bash"
if ! "$BASIN" model show crossword-compact >/dev/null 2>&1; then
    echo "skip crossword no built-in model"
    exit 0
fi
typed=${0%/*}/../examples/mini.txt
ipuz=${0%/*}/../examples/mini.ipuz

expect solve 0 '' crossword "$typed" -q
[ "$(wc -l <"$out")" -eq 5 ] && ! grep -vqE '^[A-Z#]( [A-Z#]){4}$' "$out"
verdict solve-grid $? "$(cat "$out")"
cp "$out" "$folder/grid"
# Nobody can accept it, so it is no solution; who takes what is believed says so.
expect believed 0 ': believed: complete, but no verifier can accept it; lowest energy;' \
    crossword "$typed"
expect believed-many 0 ': 2 of 2 believed, ' crossword "$typed" --count 2
expect accepted 10 '' crossword "$typed" --accept-believed -q
cmp -s "$out" "$folder/grid"
verdict accepted-same $? "another grid with --accept-believed"
expect accept-others 1 'accept-believed.* crossword' queens 8 --accept-believed
expect again 0 '' crossword "$typed" --threads 1 -q
cmp -s "$out" "$folder/grid"
verdict threads $? "another grid on one thread"
expect line 0 '' crossword "$ipuz" --format line -q
grep -qE '^0 [A-Z#]{25}$' "$out"
verdict line-form $? "$(cat "$out")"
[ "$(tr -d ' \n' <"$folder/grid")" = "$(cut -d' ' -f2 "$out")" ]
verdict forms-agree $? "the typed puzzle and the ipuz have other answers"
expect slots 0 '' crossword "$ipuz" --format slots -q
[ "$(grep -cE '^[0-9]+[AD] +[A-Z]+ +[01]\.[0-9]+ +[^ ]' "$out")" -eq 10 ]
verdict slots-form $? "$(cat "$out")"
expect ipuz 0 '' crossword "$ipuz" --format ipuz -q
python3 -c '
import json, sys
puzzle = json.load(open(sys.argv[1]))
rows = ["".join(c for c in row) for row in puzzle["solution"]]
assert len(rows) == 5 and all(len(r) == 5 for r in rows), rows
assert "basin:sure" in puzzle' "$out"
verdict ipuz-form $? "$(head -5 "$out")"
cp "$out" "$folder/filled.ipuz"
expect check 0 '' check "$ipuz" "$folder/grid" -q
expect check-typed 0 '' check "$typed" "$folder/grid" -q
basin crossword "$typed" --format line -q >"$folder/line"
expect check-line 0 '' check "$typed" "$folder/line" -q
tr 'A-Z' '.' <"$folder/grid" >"$folder/open"
expect check-open 1 '' check "$typed" "$folder/open" -q

# --fix holds letters, --start begins at a filling: no worse than it after the fewest steps.
sed 's/[A-Z]/./g; 2s/\./Q/' "$folder/grid" >"$folder/fix"
expect fix 0 '' crossword "$typed" --fix "$folder/fix" -q
[ "$(sed -n 2p "$out" | cut -c1)" = Q ]
verdict fix-kept $? "$(cat "$out")"
expect start 0 '' crossword "$typed" --start "$folder/grid" --steps 1 -q
cmp -s "$out" "$folder/grid"
verdict start-kept $? "$(cat "$out")"
printf 'A B C\n' >"$folder/short"
expect fix-short 1 'short' crossword "$typed" --fix "$folder/short"

# A grid whose letters are all given is its own answer.
printf 'CAT\nARE\nTEN\n' >"$folder/given.txt"
expect all-given 0 '' crossword "$folder/given.txt" --format line -q
grep -q ' CATARETEN$' "$out"
verdict all-given-kept $? "$(cat "$out")"

# Colours on a terminal only, and not where NO_COLOR speaks against them.
if ! command -v script >/dev/null; then
    echo "skip crossword-colour no script(1)"
elif reason=$(no_terminal); then
    echo "skip crossword-colour $reason"
else
    TERM=xterm script -qec "env -u NO_COLOR '$BASIN' crossword '$typed' -q" "$folder/tty" \
        >/dev/null </dev/null
    grep -q "$(printf '\033\\[2m#')" "$folder/tty"
    verdict colour $? "$(cat -v "$folder/tty")"
    NO_COLOR=1 TERM=xterm script -qec "'$BASIN' crossword '$typed' -q" "$folder/tty" \
        >/dev/null </dev/null
    ! grep -q "$(printf '\033\\[')" "$folder/tty"
    verdict colour-refused $? "$(cat -v "$folder/tty")"
fi
! grep -q "$(printf '\033')" "$folder/grid"
verdict colour-pipe $? "$(cat -v "$folder/grid")"

# A given letter stays, also where the clues speak against it.
sed '0,/^# \. \. \. #/s//# Z . . #/' "$typed" >"$folder/given.txt"
expect given 0 '' crossword "$folder/given.txt" -q
grep -q '^# Z' "$out"
verdict given-kept $? "$(cat "$out")"

expect eval 0 '' eval crossword "$ipuz"
grep -q 'right: [0-9.]* % of letters, [0-9.]* % of words, [01] of 1 grids' "$out"
verdict eval-scores $? "$(tail -1 "$out")"
grep -q 'energy at or below that of a beam search on 1 of 1' "$out"
verdict eval-search $? "$(tail -1 "$out")"
expect eval-lines 0 '' eval crossword "$ipuz" --jsonl - -q
python3 -c '
import json, sys
row = json.loads(open(sys.argv[1]).read())
assert row["energy"] <= row["beam"] + 1e-3 and row["kind"] == "believed", row' "$out"
verdict eval-energies $? "$(cat "$out")"
printf '[[["a","b","c","d","e","f","g","h","i","j"],["A","B","C","D","E","F","G","H","I","J","K","L","M","N","O","P","Q","R","S","T","U","V","W","X","Y"]],[["a","b","c","d","e","f","g","h","i","j"],["A","B","C","D","E","F","G","H","I","J","K","L","M","N","O","P","Q","R","S","T","U","V","W","X","Y"]]]' >"$folder/two.json"
expect eval-all 0 '' eval crossword "$folder/two.json" --time 1
[ "$(grep -c 'two.json:[01] ' "$out")" -eq 2 ]
verdict eval-all-rows $? "$(cat "$out")"
expect eval-one 0 '' eval crossword "$folder/two.json" --index 1 --time 1
[ "$(grep -c 'two.json:1 ' "$out")" -eq 1 ] && ! grep -q 'two.json:0 ' "$out"
verdict eval-one-row $? "$(cat "$out")"
expect index-far 1 'two.json' crossword "$folder/two.json" --index 7
expect index-list 1 'no list' eval crossword "$folder/two.json" --index 1-x

# The figures are those of a script that shares no code with the tool.
data=../shared/data/crosswords/mini0505.json
judge=../shared/check/check_crossword.py
if [ -r "$data" ] && [ -r "$judge" ]; then
    expect scores 0 '' eval crossword "$data" --index 0,2,3
    ours=$(sed -n 's/.*right: \([0-9.]*\) % of letters, \([0-9.]*\) % of words, \([0-9]*\) of \([0-9]*\) .*/letters \1% words \2% games \3\/\4/p' "$out")
    theirs=$(for i in 0 2 3; do basin crossword "$data" --index $i --format line -q; done |
        python3 "$judge" "$data" 0 2 3)
    [ -n "$ours" ] && [ "$ours" = "$theirs" ]
    verdict scores-agree $? "ours: $ours; theirs: $theirs"
else
    echo "skip crossword-scores-agree no $data or $judge"
fi

# Puzzles made from the dictionaries, the same each time.
if [ -r /usr/share/wordnet/data.noun ] && [ -r /usr/share/dictd/gcide.index ]; then
    expect gen 0 '' gen crossword 7 --seed 3 -o "$folder/made.txt"
    expect gen-again 0 '' gen crossword 7 --seed 3
    cmp -s "$out" "$folder/made.txt"
    verdict gen-same $? "another puzzle of the same seed"
    expect gen-solve 0 '' eval crossword "$folder/made.txt" --time 20
    grep -q 'right: ' "$out"
    verdict gen-scored $? "$(tail -1 "$out")"
else
    echo "skip crossword-gen no WordNet or GCIDE"
fi
expect gen-side 1 'side 99' gen crossword 99
expect gen-width 1 'letters' gen crossword 9 --width 2
expect train-resume 1 'no checkpoints' train crossword --resume -o "$folder/none"
expect train-alone 1 'no clues' train crossword --only-clues -o "$folder/none"
expect train-from 1 'held out' train crossword --hold-from gcide -o "$folder/none"
expect sampler 1 'not for crossword' crossword "$typed" --sampler basin
expect energy-paper 1 'for energies of words' crossword "$folder/two.json" --energy paper

# The paper's method: words of five letters only.
expect paper 1 'reads words of 5 letters; 1A has 3' crossword "$typed" --method paper
expect paper-runs 0 '' crossword "$folder/two.json" --index 0 --method paper --particles 16 -q
cp "$out" "$folder/grid"
expect paper-again 0 '' crossword "$folder/two.json" --index 0 --method paper --particles 16 \
    --threads 1 -q
cmp -s "$out" "$folder/grid"
verdict paper-threads $? "another grid on one thread"
expect paper-eval 0 '' eval crossword "$folder/two.json" --index 1 --method paper --particles 16
grep -q 'right: [0-9.]* % of letters, [0-9.]* % of words, [01] of 1 grids' "$out" &&
    grep -q 'energy paper, sampler pem' "$out"
verdict paper-scores $? "$(tail -1 "$out")"
# A model that was trained beside other vectors of clues is not used.
basin model export crossword-paper -o "$folder/paper" 2>/dev/null
sed 's/crossword-compact [0-9a-f]\{16\}/crossword-compact 0123456789abcdef/' "$folder/paper" \
    >"$folder/stranger"
expect paper-stranger 1 'stranger: .* train it again' crossword "$folder/two.json" \
    --method paper --model "$folder/stranger"

# vectors FILE CLUES TYPE NUMBER...: a vector of these numbers for each letter of CLUES, written as
# others write it, "i" for the place of the clue
vectors()
{
    python3 - "$@" <<'PYTHON'
import json, struct, sys
path, clues, type, *numbers = sys.argv[1:]
code = {"F64": "d", "F32": "f", "U8": "B"}[type]
header, data = {"__metadata__": {"format": "np"}}, b""
for i, clue in enumerate(clues):
    row = [i if n == "i" else float(n) for n in numbers]
    part = struct.pack("<%d%s" % (len(row), code), *(row if code != "B" else map(int, row)))
    header[clue] = {"dtype": type, "shape": [len(row)],
                    "data_offsets": [len(data), len(data) + len(part)]}
    data += part
text = json.dumps(header).encode()
text += b" " * (-len(text) % 8)
open(path, "wb").write(struct.pack("<Q", len(text)) + text + data)
PYTHON
}
printf 'a\tABCDE\nb\tFGHIJ\nj\tEJOTY\nc\tlonger\n' >"$folder/clues.tsv"
vectors "$folder/v" abcdefghij F64 i 1 2.5
mine=(--energy paper --clues "$folder/clues.tsv" --steps 20 --batch 16 -q)
expect own-train 0 '' train crossword "${mine[@]}" --embeddings "$folder/v" -o "$folder/own"
own=(crossword "$folder/two.json" --index 0 --method paper --model "$folder/own" --particles 16)
expect own-solve 0 '' "${own[@]}" --embeddings "$folder/v" -q
expect own-eval 0 '' eval "${own[@]}" --embeddings "$folder/v"
expect own-missing 1 'was trained with embeddings' "${own[@]}"
vectors "$folder/few" abcdefghi F32 i 1 2.5
expect own-clue 1 'few: no vector of the clue "j"' "${own[@]}" --embeddings "$folder/few"
vectors "$folder/wide" abcdefghij F32 i 1 2.5 3
expect own-width 1 'wide: vectors of 4 numbers; the model was trained with 3' "${own[@]}" \
    --embeddings "$folder/wide"
vectors "$folder/whole" abcdefghij U8 i 1 2
expect own-type 1 'whole: the vector of "a" holds whole numbers' "${own[@]}" \
    --embeddings "$folder/whole"
vectors "$folder/nan" abcdefghij F32 1 nan 2
expect own-nan 1 'nan: tensor a holds a number that is not finite' "${own[@]}" \
    --embeddings "$folder/nan"
expect own-no-file 1 'absent' "${own[@]}" --embeddings "$folder/absent"
expect own-builtin 1 'this paper model of crossword was not' crossword "$folder/two.json" \
    --method paper --embeddings "$folder/v"
expect own-compact 1 'this compact model of crossword was not' crossword "$typed" \
    --embeddings "$folder/v"
expect train-clue 1 'few: no vector of the clue "j"' train crossword "${mine[@]}" \
    --embeddings "$folder/few" -o "$folder/other"
expect train-no-clues 1 'embeddings need the clues' train crossword --energy paper \
    --embeddings "$folder/v" -o "$folder/other"
expect train-compact 1 'compact energies of crossword are not learned from embeddings' \
    train crossword --embeddings "$folder/v" -o "$folder/other"
expect train-queens 1 "--embeddings is for crossword, not for queens" train queens --energy paper \
    --embeddings "$folder/v" -o "$folder/other"
expect exact 1 'knows no words' crossword "$typed" --energy exact

# refused NAME TEXT: a puzzle of that text gives one line and exit 1
refused()
{
    printf '%b' "$2" >"$folder/bad.ipuz"
    expect "$1" 1 'bad.ipuz' crossword "$folder/bad.ipuz"
    [ "$(wc -l <"$err")" -eq 1 ]
    verdict "$1-line" $? "$(cat "$err")"
}
refused empty ''
refused truncated '{"version": "http://ipuz.org/v2", "kind": ['
refused wrong-types '{"version": 1, "kind": 2, "dimensions": "x", "puzzle": 3}'
refused no-words '{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"], "dimensions": {"width": 2, "height": 2}, "puzzle": [["#", "#"], ["#", "#"]], "clues": {}}'
refused typed-no-words '# # #\n# # #\n# # #\n'
refused typed-short '# . . #\n# . . #\n'
refused rubbish '\001\002\003\377\376'
head -c 100000 /dev/zero | tr '\0' 'a' >"$folder/long"
{ sed '/^1\. /,$d' "$typed"; printf '1. '; cat "$folder/long"; echo; } >"$folder/long.txt"
expect long-clue 0 '' crossword "$folder/long.txt" -q
{ sed '/^1\. /,$d' "$typed"; printf '1. Кошка или собака\n'; } >"$folder/other.txt"
expect other-alphabet 0 '' crossword "$folder/other.txt" -q
