#!/bin/bash
# readme.sh - what README.md says the tool prints is what it prints.
#
# Every command of its console blocks is run, in the folder above this one, and compared with the
# lines below it. Boards depend on the level of the kernels; README shows those of AVX2.
. "$(dirname "$0")/support.bash"
readme=$(dirname "$0")/../README.md
tool=$(realpath "$BASIN")

if ! "$tool" queens 4 --kernel avx2 -q >"$out" 2>"$err" && ! [ -s "$out" ]; then
    echo "skip $suite: $(head -1 "$err")"
    exit 0
fi

# The tool as README calls it: ./basin, at one level of kernels where that is an option.
mkdir "$folder/here"
cat >"$folder/here/basin" <<END
#!/bin/sh
case \$1 in
queens | sat | color | crossword) exec "$tool" "\$@" --kernel avx2 ;;
*) exec "$tool" "\$@" ;;
esac
END
chmod +x "$folder/here/basin"
ln -s "$(realpath "$(dirname "$0")/../examples")" "$folder/here/examples"

# One file for each command, its first line; the others are what it prints.
awk -v to="$folder" '/^```console$/ { on = 1; next } /^```/ { on = 0 }
    on && /^\$ / { file = sprintf("%s/%02d.said", to, ++n); sub(/^\$ /, "") }
    on { print > file }' "$readme"

commands=0
for said in "$folder"/*.said; do
    [ -e "$said" ] || break
    commands=$((commands + 1))
    command=$(head -1 "$said")
    (cd "$folder/here" && timeout 60 bash -c "$command") >"$out" 2>"$err" </dev/null
    tail -n +2 "$said" | diff - "$out" >"$folder/difference"
    verdict "$(basename "$said" .said)" $? "\"$command\": $(head -c 300 "$folder/difference")"
done
verdict commands $((commands < 3)) "only $commands commands were found in README.md"
