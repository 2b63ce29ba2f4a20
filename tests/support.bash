# support.bash - what the scripts that test the tool share; to be sourced by them.
# A test is a line "ok NAME" or "not ok NAME reason"; names begin with that of the script.
BASIN=${BASIN:-./basin}
suite=$(basename "$0" .sh)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
out=$folder/out err=$folder/err

# best_energy DOMAIN: compact, or, without a trained model built in, the closed form, which does for
# all that is tested here
best_energy()
{
    "$BASIN" model show "$1-compact" >/dev/null 2>&1 && echo compact || echo exact
}

basin()
{
    timeout 60 "$BASIN" "$@"
}

# verdict NAME CONDITION-CODE REASON: prints the outcome of one test
verdict()
{
    if [ "$2" -eq 0 ]; then
        echo "ok $suite-$1"
    else
        echo "not ok $suite-$1 $3"
    fi
}

# expect NAME CODE PATTERN ARGS...: the exit code, and one line on stderr that matches PATTERN
# ("" for an empty stderr)
expect()
{
    local name=$1 code=$2 pattern=$3 got lines
    shift 3
    basin "$@" >"$out" 2>"$err" </dev/null
    got=$?
    lines=$(wc -l <"$err")
    if [ "$got" -ne "$code" ]; then
        verdict "$name" 1 "exit code $got, not $code: $(head -c 300 "$err")"
    elif [ -z "$pattern" ]; then
        verdict "$name" $((lines != 0)) "stderr is not empty: $(head -c 300 "$err")"
    elif [ "$lines" -ne 1 ]; then
        verdict "$name" 1 "$lines lines on stderr: $(head -c 300 "$err")"
    else
        grep -qE -- "$pattern" "$err"
        verdict "$name" $? "\"$(cat "$err")\" does not match $pattern"
    fi
}

# expect_lines NAME CODE PATTERN... -- ARGS...: the exit code, and a line on stderr for each PATTERN
expect_lines()
{
    local name=$1 code=$2 patterns=() got line at=0
    shift 2
    while [ "$1" != -- ]; do
        patterns+=("$1")
        shift
    done
    shift
    basin "$@" >"$out" 2>"$err" </dev/null
    got=$?
    while IFS= read -r line; do
        [[ $at -lt ${#patterns[@]} && $line =~ ${patterns[at]} ]] || break
        at=$((at + 1))
    done <"$err"
    [ "$got" -eq "$code" ] && [ $at -eq "$(wc -l <"$err")" ] && [ $at -eq ${#patterns[@]} ]
    verdict "$name" $? "exit code $got: $(head -c 400 "$err")"
}

# refuse NAME PATTERN ARGS...: code 1, one line, nothing on stdout
refuse()
{
    local name=$1 pattern=$2
    shift 2
    expect "$name" 1 "^basin: .*$pattern" "$@"
    [ -s "$out" ] && echo "not ok $suite-$name wrote to stdout"
    return 0
}

# every line of stdin is a JSON object, and there is one
json_lines()
{
    python3 -c '
import json, sys
lines = [json.loads(line) for line in sys.stdin]
assert lines and all(isinstance(line, dict) for line in lines)' 2>/dev/null
}

# no_terminal: prints why there is no pseudo-terminal to be had; fails where there is one
no_terminal()
{
    python3 -c '
import os, sys
try:
    os.openpty()
except OSError as error:
    sys.exit(print("no pseudo-terminal:", error))
sys.exit(1)'
}

# no_localhost: prints why a program cannot talk to another by way of localhost; fails where it can
no_localhost()
{
    python3 -c '
import socket, sys
try:
    with socket.create_server(("localhost", 0)) as server:
        socket.create_connection(("localhost", server.getsockname()[1])).close()
except OSError as error:
    sys.exit(print("no localhost:", error))
sys.exit(1)'
}

# no_faults KIND LIBRARY: prints why calls of a kind cannot be caught here by tests/preload/faults.c;
# fails where they can. Nothing is preloaded to a program that is linked statically, and a kernel may
# refuse filters of calls.
no_faults()
{
    rm -f "$folder/tally" && truncate -s 16 "$folder/tally"
    BASIN_FAULT="$1 0 once" BASIN_FAULT_TALLY=$folder/tally LD_PRELOAD=$2 \
        "$BASIN" queens 6 -q --picture "$folder/can.svg" >"$out" 2>"$err"
    [ $? -eq 10 ] && [ "$(od -An -t u8 -N 8 "$folder/tally")" -gt 0 ] && return 1
    echo "no such failure can be made here: $(head -c 200 "$err")"
}

now()
{
    date +%s%N
}
