#!/bin/bash
# faults.sh - the tool where allocations, writes, syncs, renames, opens and reads fail, each once and
# for good; tests/faults.py says what must come out. BASIN_TEST_TIMES=N tries so many times more.
. "${0%/*}/support.bash"
preload=${BUILD:-build}/tests/preload/faults.so
code=0

for kind in memory space short sync rename open read; do
    if why=$(no_faults $kind "$preload"); then
        echo "skip faults-$kind $why"
    else
        python3 "${0%/*}/faults.py" "$BASIN" "$preload" "$folder" $kind || code=1
    fi
done
exit $code
