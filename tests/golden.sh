#!/bin/bash
# golden.sh - answers and trained bytes as they were recorded: tests/golden/answers.
#
#   tests/golden.sh record     writes them anew, after a change that is meant to alter them
#
# Bits depend on the level of the kernels, so all is asked for at one level; a processor that lacks
# it skips. `color-least` runs until nothing is left to gain.
. "$(dirname "$0")/support.bash"
golden=$(dirname "$0")/golden
kernel=(--kernel avx2)

if ! basin queens 4 "${kernel[@]}" >"$out" 2>"$err" && ! [ -s "$out" ]; then
    echo "skip $suite: $(head -1 "$err")"
    exit 0
fi

basin gen sat 40 --ratio 4 --seed 1 >"$folder/a.cnf"
basin gen sat 2000 --ratio 4 --kind planted --seed 2 >"$folder/b.cnf"
basin gen sat 12 --ratio 4 --seed 3 >"$folder/c.cnf"
echo "-1 0" >"$folder/a.fix"
basin gen color 30 --ratio 0.2 --seed 1 >"$folder/a.col"
basin gen color 7 --kind queen >"$folder/b.col"
basin gen color 9 --ratio 0.3 --seed 4 >"$folder/c.col"
cat >"$folder/open.txt" <<'END'
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .

Across
1. Yellow fossil resin
6. Give way under pressure
7. Greek poet
8. Abdomen
9. Walk at a leisurely pace

Down
1. Funny
2. A wooden hammer
3. Breakfast meat
4. Run away to marry
5. Stairs or a dance
END

# ask ARGS...: the exit code and a hash of what is written, a model or standard output
ask()
{
    local code
    case $1 in
    gen) basin "$@" >"$out" 2>"$err" ;;
    train) rm -f "$out"; basin "$@" -q -o "$out" 2>"$err" >&2 ;;
    *) basin "$@" -q "${kernel[@]}" >"$out" 2>"$err" ;;
    esac
    code=$?
    echo "$code $(sha256sum "$out" | cut -c1-16)"
}

while IFS=$'\t' read -r name words; do
    case $name in '' | '#'*) continue ;; esac
    read -ra args <<<"${words//@/$folder}"
    seen=$(ask "${args[@]}")
    if [ "${1:-}" = record ]; then
        echo "$name $seen"
    else
        grep -qxF -- "$name $seen" "$golden/answers"
        verdict "$name" $? "$seen is not what was recorded: $(head -c 200 "$err")"
    fi
done <"$golden/commands" >"$folder/report"
if [ "${1:-}" = record ]; then cp "$folder/report" "$golden/answers"; else cat "$folder/report"; fi
