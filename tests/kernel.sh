#!/bin/bash
# kernel.sh - --kernel: answers of one level are its own, whatever the threads; and runs that
# nothing ends say so.
. "${0%/*}/support.bash"
energy=$(best_energy queens)
solve=(queens 14 --count 4 --seed 5 -q --json --energy "$energy")

have=0
for level in sse2 avx2 avx512; do
    basin "${solve[@]}" --kernel $level --threads 1 >"$folder/$level" 2>"$err"
    code=$?
    if [ $code -eq 1 ]; then
        grep -q "kernel \"$level\": this processor, or this build, has only" "$err" &&
            [ "$(wc -l <"$err")" -eq 1 ] && [ ! -s "$folder/$level" ]
        verdict "refused-$level" $? "$(cat "$err")"
        echo "skip kernel-$level not on this processor"
        continue
    fi
    have=$((have + 1))
    [ "$(grep -c "\"kernel\": \"$level\"" "$folder/$level")" -eq 4 ]
    verdict "json-$level" $? "$(head -1 "$folder/$level")"
    basin "${solve[@]}" --kernel $level --threads 2 | sed 's/"seconds": [^,]*, //' >"$out"
    sed 's/"seconds": [^,]*, //' "$folder/$level" | cmp -s - "$out"
    verdict "threads-$level" $? "other answers with two threads"
    expect "summary-$level" 10 "kernel $level, first verified" queens 8 --kernel $level \
        --energy "$energy"
    basin eval queens 5 6 --kernel $level --json -q --energy "$energy" >"$out"
    [ "$(grep -c "\"kernel\": \"$level\"" "$out")" -eq 2 ]
    verdict "eval-$level" $? "$(head -1 "$out")"
done
verdict some $((have < 1)) "no level works"
best=$(basin queens 6 --json -q --energy "$energy" | sed 's/.*"kernel": "\([^"]*\)".*/\1/')
basin "${solve[@]}" | sed 's/"seconds": [^,]*, //' >"$out"
sed 's/"seconds": [^,]*, //' "$folder/$best" | cmp -s - "$out"
verdict default $? "no level asked for is not $best"

# The products of the paper's network are of that level too, in solving and in training: one without
# fused multiplications rounds differently.
if [ -s "$folder/avx2" ] && basin model show queens-paper >"$out" 2>"$err"; then
    for level in sse2 avx2; do
        basin queens 8 --method paper --particles 8 --levels 8 --json -q --kernel $level |
            grep -o '"energy": [^,]*' >"$folder/paper-$level"
        basin train queens --energy paper --steps 1 --batch 32 -q --kernel $level \
            -o "$folder/model-$level"
        basin model show "$folder/model-$level" | grep -q "made by: .*kernel $level"
        verdict "train-$level" $? "the model does not say its level"
    done
    if [ -s "$folder/avx512" ]; then
        for energy in compact paper; do
            for level in avx2 avx512; do
                basin train queens --energy $energy --steps 4 --batch 64 -q --kernel $level \
                    -o "$folder/same-$level"
            done
            cmp -s "$folder/same-avx2" "$folder/same-avx512"
            verdict "same-$energy" $? "avx2 and avx512 train different models"
        done
    else
        echo "skip kernel-same no avx512"
    fi
    ! cmp -s "$folder/paper-sse2" "$folder/paper-avx2"
    verdict paper $? "the paper's energies do not depend on the level: $(cat "$folder/paper-avx2")"
else
    echo "skip kernel-paper no avx2, or no model queens-paper"
fi

# endless SECONDS ARGS...: what basin says on a terminal until it is interrupted
endless()
{
    python3 - "$BASIN" "$@" >"$out" 2>&1 <<'PY'
import os, pty, select, signal, sys, time
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1]] + sys.argv[3:])
end, asked = time.time() + float(sys.argv[2]), False
while True:
    if select.select([fd], [], [], 0.1)[0]:
        try:
            got = os.read(fd, 4096)
        except OSError:
            break
        if not got:
            break
        os.write(1, got)
    if time.time() > end and not asked:
        asked = True
        os.kill(pid, signal.SIGINT)
os.waitpid(pid, 0)
PY
}
hard=(queens 8 --fix "$folder/wrong" --energy "$energy")  # two queens that attack each other
echo '1 2 0 0 0 0 0 0' >"$folder/wrong"
told='no limit is set (--time, --steps); Ctrl-C ends the run with the best so far'
endless 3 "${hard[@]}"
[ "$(grep -cF "$told" "$out")" -eq 1 ] && grep -q 'not solved, stopped' "$out"
verdict endless $? "$(tail -c 300 "$out")"
endless 20 "${hard[@]}" --time 2
! grep -qF "$told" "$out"
verdict limited $? "$(tail -c 300 "$out")"
endless 3 "${hard[@]}" -q
! grep -qF "$told" "$out"
verdict quiet $? "$(tail -c 300 "$out")"
timeout --foreground -s INT 2 "$BASIN" "${hard[@]}" >"$out" 2>&1
! grep -qF "$told" "$out"
verdict no-terminal $? "$(tail -c 300 "$out")"
