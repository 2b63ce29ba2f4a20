#!/bin/bash
# watch.sh - --watch on pseudo-terminals of its own; what is tested stands in watch.py.
. "${0%/*}/support.bash"

refuse no-terminal '--watch needs a terminal on standard error' queens 8 --watch
refuse eval '--watch is not an option of eval' eval queens 8 --watch
basin gen sat 50 --kind planted -o "$folder/sat.cnf" && \
    basin gen color 30 --kind erdos-renyi --ratio 0.4 --seed 3 -o "$folder/color.col" &&
    basin gen sudoku 9 --kind any --width 32 --seed 3 -o "$folder/sudoku.sudoku" &&
    printf '11..............\n' >"$folder/none.sudoku"
verdict instances $? "could not be made"
if reason=$(no_terminal); then
    echo "skip watch-terminal $reason"
else
    python3 "${0%/*}/watch.py" "$BASIN" "$folder"
fi
