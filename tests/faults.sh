#!/bin/bash
# faults.sh - the tool where allocations, writes, syncs, renames, opens and reads fail, each once and
# for good; tests/faults.py says what must come out. BASIN_TEST_TIMES=N tries so many times more.
. "${0%/*}/support.bash"
preload=${BUILD:-build}/tests/preload/faults.so
code=0

# Does it do here what it is for? Nothing is preloaded to a program that is linked statically, and a
# kernel may refuse filters of calls.
can()
{
    rm -f "$folder/tally" && truncate -s 16 "$folder/tally"
    BASIN_FAULT="$1 0 once" BASIN_FAULT_TALLY=$folder/tally LD_PRELOAD=$preload \
        "$BASIN" queens 6 -q --picture "$folder/can.svg" >"$out" 2>"$err"
    [ $? -eq 10 ] && [ "$(od -An -t u8 -N 8 "$folder/tally")" -gt 0 ]
}
for kind in memory space short sync rename open read; do
    if can $kind; then
        python3 "${0%/*}/faults.py" "$BASIN" "$preload" "$folder" $kind || code=1
    else
        echo "skip faults-$kind no such failure can be made here: $(head -c 200 "$err")"
    fi
done
exit $code
