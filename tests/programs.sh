#!/bin/bash
# programs.sh - the libraries start no program: there is nothing in them to do it with, and nothing
# does it while random calls are made.
. "${0%/*}/support.bash"
build=${BUILD:-build}
preload=$build/tests/preload/faults.so
starts='^(f?exec(l|le|lp|v|ve|vp|vpe|veat)|posix_spawnp?|system|popen|vfork|wordexp|getenv|secure_getenv)(@|$)'

for library in basin basin-full; do
    nm -D --undefined-only "$build/lib$library.so" | awk '{ print $2 }' >"$folder/names"
    [ -s "$folder/names" ] && ! grep -E "$starts" "$folder/names" >"$out"
    verdict "$library-names" $? "$(head -3 "$out")"
done
# A copy of the process, in which cairo draws a png, is the only one.
! nm -D --undefined-only "$build/libbasin.so" | grep -qE ' (fork|clone|dlopen)(@|$)'
verdict basin-alone $? "libbasin makes processes or loads libraries"

if why=$(no_faults memory "$preload"); then
    echo "skip programs-started $why"
    exit 0
fi
# counted ARGS...: $calls is how many programs are started; each of them is refused
counted()
{
    rm -f "$folder/tally" && truncate -s 16 "$folder/tally"
    timeout 300 env BASIN_FAULT="program 1 on" BASIN_FAULT_TALLY="$folder/tally" \
        LD_PRELOAD="$preload" PATH="$folder/bin" "$@" >"$out" 2>"$err" </dev/null
    code=$?
    calls=$(od -An -t u8 -N 8 "$folder/tally" | tr -d ' ')
}
mkdir "$folder/bin" && printf '#!/bin/sh\nexit 0\n' >"$folder/bin/cadical" && chmod +x "$folder/bin/cadical"
counted "$BASIN" gen sat 12 --seed 3
[ "$calls" -eq 1 ] && [ $code -eq 1 ]  # the one that asks for it: what counts, counts
verdict counted $? "$calls calls, code $code: $(head -c 200 "$err")"
for words in 'queens 8 -q' 'gen sat 12 --kind planted' 'gen color 12' "queens 8 --picture $folder/a.png -q" \
    'model list' "train queens --steps 2 --batch 64 -q -o $folder/m"; do
    # shellcheck disable=SC2086
    counted "$BASIN" $words
    [ "$calls" -eq 0 ] && { [ $code -eq 0 ] || [ $code -eq 10 ]; }
    verdict "tool-${words%% *}" $? "$words: $calls calls, code $code: $(head -c 200 "$err")"
done
counted "$build/tests/api/test_sequences"
[ "$calls" -eq 0 ] && [ $code -eq 0 ]
verdict library $? "$calls calls, code $code: $(tail -3 "$out")"
