#!/bin/bash
# wrong.sh - wrong command lines: each gets one line that says what is wrong and where to look.
. "${0%/*}/support.bash"
BASIN=$(cd "$(dirname "$BASIN")" && pwd)/$(basename "$BASIN")
cd "$folder" || exit 1
mkdir place
: >nothing.cnf
basin gen sat 20 -o f.cnf && basin gen color 20 -o g.col
echo '1 2 3' >values

# ---------------------------------------------------------------------------- verbs and domains ----

refuse capital 'unknown verb "QUEENS"; did you mean queens\?' QUEENS 8
refuse far 'unknown verb "juggle"; see `basin help`' juggle 8
refuse empty-verb 'unknown verb ""; see' '' 8
refuse eval-domain 'eval: no domain is called "quens"; there are queens, sat, color, crossword, solve, sudoku' \
    eval quens 8
refuse eval-no-domain 'eval: no domain is called "8"; there are' eval 8 16
refuse train-domain 'train: no domain is called "chess"; there are' train chess -o m
refuse gen-domain 'gen: no domain is called "chess"; there are' gen chess
refuse gen-kind 'sat has no kind "plantd"; there are: random planted any' gen sat 20 --kind plantd
refuse gen-many 'gen: "30" is one word too many' gen sat 20 30
refuse list-many 'domains: "x" is one word too many' domains x
refuse draw-near 'no picture "maps"; did you mean draw map\?' draw maps 8
refuse draw-short 'draw map takes SPEC SOLUTION' draw map 8 -o p.svg

# ------------------------------------------------------------------- options of others, and none ----

refuse other-domain '--colors is for color, not for queens; see `basin help queens`' queens 8 -k 3
refuse other-first '--colors is for color, not for queens' eval -k 3 queens 8
refuse both-narrow '--colors is for color, not for crossword' crossword x -k 3 --index 1
refuse eval-narrow '--index is for crossword, sudoku, not for queens; see `basin help eval queens`' \
    eval queens 8 --index 2
refuse train-narrow '--clues is for crossword, not for sat; see `basin help train sat`' \
    train sat --clues c -o m
refuse embeddings '--embeddings is for crossword, not for sat' sat f.cnf --embeddings x
refuse other-verb '--clues is not an option of queens but of train' queens 8 --clues x
refuse other-verbs '--particles is not an option of check but of the domains, eval' \
    check 8 x --particles 3
refuse other-letter '-o is not an option of queens but of' queens 8 -o x
refuse colours 'unknown option --colours; did you mean --colors\?' color g.col --colours 3
refuse hidden 'unknown option --man' queens 8 --man
refuse glued 'unknown option -qx' queens 8 -qx
refuse kernel 'kernel: "mmx" is none of sse2, avx2, avx512' queens 8 --kernel mmx
refuse json-format '--json and --format exclude each other' queens 8 --json --format rows
refuse count '--count needs -k' color g.col --count 3

# ---------------------------------------------------------------------------- files and numbers ----

refuse missing 'nothere.cnf: cannot open: No such file' sat nothere.cnf
refuse folder 'place: cannot read: Is a directory' sat place
refuse empty-file 'nothing.cnf:1: the file is empty' sat nothing.cnf
refuse other-file 'g.col:2: a header of kind "edge"' sat g.col
refuse number-for-file '8: cannot open' sat 8
refuse index 'index: "x" is not a number; puzzles are counted from 0' crossword x.txt --index x
refuse colors-zero '-k: "0" is not a number from 1' color g.col -k 0
refuse colors-word '-k: "many" is no number, and no table' color g.col -k many
refuse check-domain '-k: an instance of sat has no colours' check f.cnf values -k 3
refuse output-folder 'place: cannot create: Is a directory' gen sat 20 -o place
refuse train-folder 'place: cannot create: Is a directory' train queens -o place
refuse picture 'p.jpg: a picture is a file whose name ends in .svg or .png' queens 8 --picture p.jpg
