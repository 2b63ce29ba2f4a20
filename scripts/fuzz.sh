#!/bin/sh
# fuzz.sh - runs the fuzz targets that were built, one after the other, each for TIME seconds.
#
#   TIME=60 T=TEXT AFL=1 fuzz.sh      T: only targets so named; AFL: by AFL++, not by libFuzzer
#
# The corpora of fuzz/ are copied to build/fuzz/corpus (build/afl/corpus) and grow there; what breaks
# a target is kept beside them as crash-TARGET-*. Ends with 1 when there was any.
build=build/fuzz
[ -z "$AFL" ] || build=build/afl
found=0
export ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=1:abort_on_error=1:symbolize=$((1 - ${#AFL}))

by_libfuzzer()
{
    "$build/fuzz/fuzz_$name" -max_total_time="$TIME" -max_len=65536 -timeout=10 -rss_limit_mb=4096 \
        -print_final_stats=1 -artifact_prefix="$build/crash-$name-" "$corpus" >"$build/$name.log" 2>&1
    code=$?
    sed -n 's/^stat::number_of_executed_units: */  inputs: /p; s/^#[0-9]*.DONE */  /p' "$build/$name.log"
    [ $code = 0 ] || tail -30 "$build/$name.log"
    return $code
}

by_afl()
{
    AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 afl-fuzz -V "$TIME" -t 10000 \
        -m none -i "$corpus" -o "$build/out-$name" -- "$build/fuzz/fuzz_$name" >"$build/$name.log" 2>&1 ||
        { tail -30 "$build/$name.log"; return 1; }
    sed -n 's/^execs_done *: /  inputs: /p' "$build/out-$name/default/fuzzer_stats"
    for crash in "$build/out-$name"/default/crashes/id* "$build/out-$name"/default/hangs/id*; do
        [ ! -e "$crash" ] || { cp "$crash" "$build/crash-$name-${crash##*/}"; code=1; }
    done
    return ${code:-0}
}

for source in fuzz/fuzz_*"$T"*.c; do
    name=${source#fuzz/fuzz_} name=${name%.c} corpus=$build/corpus/$name code=0
    mkdir -p "$corpus"
    cp fuzz/corpus/"$name"/* "$corpus"
    echo "== $name"
    if [ -n "$AFL" ]; then by_afl; else by_libfuzzer; fi || found=1
done
[ $found = 0 ] || ls "$build"/crash-*
exit $found
