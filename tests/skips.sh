#!/bin/bash
# skips.sh - a machine without pseudo-terminals, localhost, a browser or preloading: the tests that
# need them say so in a line that is counted, and fail nowhere. A machine that has them cannot skip:
# the reasons come from trying.
. "${0%/*}/support.bash"
tests=${0%/*}

# Every python started with this on its path is refused both.
mkdir "$folder/bare"
cat >"$folder/bare/sitecustomize.py" <<'END'
import os
import socket


def refuse(*_, **__):
    raise OSError("refused by skips.sh")


os.openpty = socket.create_server = refuse
END

# skips NAME LINE ENVIRONMENT... SCRIPT: prints the line, and nothing that is not ok
skips()
{
    local name=$1 line=$2
    shift 2
    env PYTHONPATH="$folder/bare" "${@:1:$#-1}" BASIN="$BASIN" bash "$tests/${*: -1}" \
        >"$out" 2>"$err"
    grep -qxE "skip $line" "$out" && ! grep -q '^not ok' "$out" && [ ! -s "$err" ]
    verdict "$name" $? "$(grep -E '^(skip|not ok)' "$out" | head -3; head -3 "$err")"
}

skips terminal 'watch-terminal no pseudo-terminal: refused by skips.sh' watch.sh

# The commands of this machine, without a browser.
mkdir "$folder/bin"
for tool in bash basename dirname env grep mktemp python3 rm timeout; do
    ln -s "$(command -v $tool)" "$folder/bin/$tool"
done
skips browser 'report-page no .*chromium, chromedriver' PATH="$folder/bin" report.sh
if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then
    skips localhost 'report-page no localhost: refused by skips.sh|report-page no selenium.*' \
        report.sh
else
    echo "skip skips-localhost no chromium or chromedriver"
fi

# A machine where preloading does nothing: what is preloaded is another library.
build=$(realpath "${BUILD:-build}")
mkdir -p "$folder/deaf/tests/preload"
ln -s "$build"/libbasin{,-full}.so "$folder/deaf"
ln -s "$build/libbasin.so" "$folder/deaf/tests/preload/faults.so"
skips preload 'programs-started no such failure can be made here: .*' BUILD="$folder/deaf" programs.sh
skips faults 'faults-memory no such failure can be made here: .*' BUILD="$folder/deaf" faults.sh

# run.py shows the reason and counts it.
printf 'echo "ok a"\necho "skip b no such thing"\n' >"$folder/one.sh"
(mkdir "$folder/build" && cp "$tests/run.py" "$folder" && cd "$folder" &&
    T='' python3 run.py --scripts one.sh) >"$out" 2>"$err"
grep -qx 'SKIP b no such thing' "$out" && [ "$(tail -1 "$out")" = '1 passed, 0 failed, 1 skipped' ]
verdict counted $? "$(cat "$out" "$err")"

# What failed is said once more right before the count.
printf 'echo "ok a"\necho "not ok b: too much"\necho "not ok c"\necho "other text"\n' >"$folder/two.sh"
printf 'x.c:1: warning\nmore of it\n' >"$folder/log"
(cd "$folder" && T='' python3 run.py --scripts one.sh two.sh --gcc log) >"$out" 2>"$err"
printf '%s\n' 'failed: two.sh: not ok b: too much' 'failed: two.sh: not ok c' \
    'failed: gcc log: x.c:1: warning' '2 passed, 3 failed, 1 skipped' | diff - <(tail -4 "$out") >"$err"
verdict failed $? "$(cat "$out" "$err")"
