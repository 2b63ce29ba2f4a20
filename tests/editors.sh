#!/bin/bash
# editors.sh - files as a Windows editor saves them, with a byte-order mark before them and lines that
# end in CR LF, are read like the plain ones, by every reader of text.
. "${0%/*}/support.bash"
here=$PWD examples=$(realpath "${0%/*}/../examples")
case $BASIN in /*) ;; *) BASIN=$here/$BASIN ;; esac
cd "$folder" || exit
kinds="mark crlf both"
mkdir plain $kinds

# saved: every file of plain, in three other ways, each under its name in a folder
saved()
{
    local file
    for file in plain/*; do
        printf '\357\273\277' | cat - "$file" >"mark/${file##*/}"
        sed 's/$/\r/' "$file" >"crlf/${file##*/}"
        printf '\357\273\277' | cat - "crlf/${file##*/}" >"both/${file##*/}"
    done
}

# outputs KIND ARGS...: exit code and output, but for the folder and times; @/FILE is a file
outputs()
{
    local kind=$1
    shift
    basin "${@/#@/$kind}" 2>&1 </dev/null
    echo "exit code $?"
}

still()
{
    sed -E "s!(plain|mark|crlf|both)/!!g; s/[0-9.e+-]+ m?s([ ,;]|$)//g; s/\"seconds\": *[0-9.e+-]+//g; s/\r//g"
}

# same NAME ARGS...: which must work for the plain files
same()
{
    local name=$1 kind
    shift
    rm -f picture.svg
    outputs plain "$@" | still >one
    grep -qE '^exit code (0|10)$' one
    verdict "$name" $? "$(head -c 300 one)"
    [ ! -e picture.svg ] || still <picture.svg >>one
    for kind in $kinds; do
        rm -f picture.svg
        outputs $kind "$@" | still >two
        [ ! -e picture.svg ] || still <picture.svg >>two
        cmp -s one two
        verdict "$name-$kind" $? "$(diff one two | head -4 | cut -c1-150)"
    done
}

with()
{
    echo "--energy $(best_energy "$1") --steps 3000 --threads 1 -q"
}

basin gen sat 30 --kind planted --seed 5 >plain/a.cnf
basin gen color 40 --seed 5 >plain/a.col
basin sat plain/a.cnf $(with sat) >plain/sat.sol
basin color plain/a.col -k 5 $(with color) >plain/color.sol
basin queens 8 $(with queens) >plain/board.sol
basin queens 8 $(with queens) --format rows >plain/rows.sol
basin queens 8 --sampler basin --steps 5 -q --trace plain/run.json >/dev/null
basin eval sat plain/a.cnf --count 2 --jsonl plain/runs.jsonl $(with sat) >/dev/null
basin queens 6 --count 2 --json $(with queens) >plain/answers.jsonl
printf '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n' >plain/a.sudoku
printf 'name\tk\na\t5\n' >plain/table
printf '%s\n' '0 0 1' '0 1 0' '1 0 0' '1 1 1' >plain/parity
printf '%s\n' '0 0 0' '1 1 0' >plain/odd
printf 'MARKOV\n2\n2 3\n1\n2 0 1\n6\n1 2 3 4 5 6\n' >plain/a.uai
printf '1 0 1\n' >plain/a.uai.evid
printf '%s\n' '{"problem": {"name": "p", "mustbe": "<9"}, "variables": {"a": 2, "b": 2},' \
    ' "functions": {"f": {"scope": ["a", "b"], "costs": [0, 1, 2, 3]}}}' >plain/a.cfn
cp "$examples/mini.txt" "$examples/mini.ipuz" plain
saved

same sat sat @/a.cnf $(with sat)
same color color @/a.col -k 5 $(with color)
same colours color @/a.col -k @/table $(with color)
same sudoku sudoku @/a.sudoku $(with sudoku)
same sudoku-index sudoku @/a.sudoku --index 0 $(with sudoku)
same cfn solve @/a.cfn --steps 2000 -q
same uai solve @/a.uai --steps 2000 -q
if basin model show crossword-compact >/dev/null 2>&1; then
    same crossword crossword @/mini.txt --steps 1 --threads 1 -q
    same crossword-json crossword @/mini.ipuz --steps 1 --threads 1 -q
else
    echo "skip editors-crossword no model of crosswords is built in"
fi
same check-sat check @/a.cnf @/sat.sol
same check-color check @/a.col @/color.sol
same check-board check 8 @/board.sol
same check-rows check 8 @/rows.sol
same start sat @/a.cnf --start @/sat.sol $(with sat)
same fix queens 8 --fix @/rows.sol $(with queens)
same draw draw instance @/a.cnf @/sat.sol --title t -o picture.svg
same draw-time draw time @/run.json -o picture.svg
same draw-film draw film @/run.json -o picture.svg
same draw-cactus draw cactus @/runs.jsonl -o picture.svg
same merge merge @/runs.jsonl
same merge-answers merge @/answers.jsonl
same learn learn @/parity --invalid @/odd -o model --steps 20 --threads 1 -q
same export export @/a.cnf -o exported.cfn

# Anywhere else it is no mark.
{ cat plain/a.cnf; printf '\357\273\2771 0\n'; } >inside.cnf
refuse inside 'inside.cnf:[0-9]+: ' sat inside.cnf
{ printf '\357\273\277'; cat mark/a.cnf; } >twice.cnf
refuse twice 'twice.cnf:1: ' sat twice.cnf
printf '\357\273\277' >alone.cnf
refuse alone 'alone.cnf:1: the file is empty' sat alone.cnf
# Standard input and packed files have it, too.
basin sat - $(with sat) <mark/a.cnf >"$out" 2>"$err"
cmp -s "$out" plain/sat.sol
verdict stdin $? "$(cat "$err")"
python3 "$here/${0%/*}/pack.py" gz <mark/a.cnf >packed.cnf
basin sat packed.cnf $(with sat) >"$out" 2>"$err"
cmp -s "$out" plain/sat.sol
verdict packed $? "$(cat "$err")"
