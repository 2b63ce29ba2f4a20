# unpack.sh - instances, solutions and models that are packed give what the plain ones give.
. "$(dirname "$0")/support.bash"
kinds="gz xz bz2 zst"

# pack FILE...: FILE.gz, FILE.xz, FILE.bz2 and FILE.zst beside each
pack()
{
    for file; do
        for kind in $kinds; do
            python3 "$(dirname "$0")/pack.py" $kind <"$file" >"$file.$kind"
        done
    done
}

# outputs ARGS...: exit code and standard output; what names the file (JSON) is not asked for
outputs()
{
    basin "$@" -q 2>"$err" </dev/null
    echo "exit code $?"
}

# same NAME ARGS... @FILE...: with FILE packed all four ways the output is that of the plain file;
# @FILE stands for the file, once
same()
{
    local name=$1 plain packed word
    shift
    plain=$(outputs "${@/#@/}")
    for kind in $kinds; do
        local args=()
        for word; do
            case $word in
            @*) args+=("${word#@}.$kind") ;;
            *) args+=("$word") ;;
            esac
        done
        packed=$(outputs "${args[@]}")
        [ "$plain" = "$packed" ]
        verdict "$name-$kind" $? "$(head -c 200 "$err")$(diff <(echo "$plain") <(echo "$packed") |
            head -3)"
    done
}

sat=$folder/a.cnf color=$folder/a.col cross=$folder/a.ipuz
basin gen sat 30 --kind planted --seed 5 >"$sat"
basin gen color 40 --seed 5 >"$color"
cp "$(dirname "$0")/../examples/mini.ipuz" "$cross"
pack "$sat" "$color" "$cross"
with()
{
    echo "--energy $(best_energy "$1") --steps 3000 --threads 1"
}
same sat sat "@$sat" $(with sat)
same color color "@$color" -k 5 $(with color)
if basin model show crossword-compact >/dev/null 2>&1; then
    same crossword crossword "@$cross" --steps 1 --threads 1
    same crossword-index crossword "@$cross" --index 0 --steps 1 --threads 1
else
    echo "skip unpack-crossword no model of crosswords is built in"
fi

# solutions: check, --fix and --start
basin sat "$sat" -q $(with sat) >"$folder/sat.sol"
basin color "$color" -k 5 -q $(with color) >"$folder/color.sol"
echo '2 4 6 8 3 1 7 5' >"$folder/queens.sol"
pack "$folder"/*.sol
same check-queens check 8 "@$folder/queens.sol"
same check-sat check "@$sat" "@$folder/sat.sol"
same check-color check "@$color" "@$folder/color.sol"
same start sat "@$sat" --start "@$folder/sat.sol" $(with sat)
same fix queens 8 --fix "@$folder/queens.sol" $(with queens)
same draw-instance draw instance "@$sat" "@$folder/sat.sol" --title t -o "$folder/sat.svg"

# a model
model=$(dirname "$0")/../models/queens-compact.safetensors
if [ -s "$model" ]; then
    cp "$model" "$folder/m.safetensors"
    pack "$folder/m.safetensors"
    same model queens 8 --model "@$folder/m.safetensors" --steps 3000 --threads 1
fi

# standard input is known by its bytes
for kind in $kinds; do
    basin sat - -q $(with sat) <"$sat.$kind" >"$out" 2>"$err"
    diff -q "$out" "$folder/sat.sol" >"$err"
    verdict stdin-$kind $? "$(cat "$err")"
done
basin sat "$sat.gz" -q $(with sat) | basin check "$sat.xz" - -q >"$out" 2>&1
verdict stdin-check $? "$(cat "$out")"

# what a file is called does not matter: plain bytes under a packed name, and the other way round
cp "$sat" "$folder/plain.cnf.gz"
cp "$sat.zst" "$folder/packed.cnf"
for name in plain.cnf.gz packed.cnf; do
    basin sat "$folder/$name" -q $(with sat) >"$out" 2>"$err"
    diff -q "$out" "$folder/sat.sol" >"$err"
    verdict named-$name $? "$(cat "$err")"
done

# folders, and tables of colours that name files without their endings
mkdir "$folder/many" "$folder/graphs"
for kind in $kinds; do
    cp "$sat.$kind" "$folder/many/$kind.cnf.$kind"
    cp "$color.$kind" "$folder/graphs/$kind.col.$kind"
done
cp "$sat" "$folder/many/none.cnf"
cp "$sat.gz" "$folder/many/other.gz"
basin eval sat "$folder/many" --jsonl "$folder/runs" $(with sat) >"$out" 2>"$err"
[ $? -eq 0 ] && [ "$(wc -l <"$folder/runs")" -eq 5 ] &&
    [ "$(grep -c '"solved": true' "$folder/runs")" -eq 5 ]
verdict folder $? "$(cat "$err" "$folder/runs")"
printf 'name\tk\ngz\t5\nxz\t5\nbz2\t5\nzst\t5\n' >"$folder/table"
basin eval color "$folder/graphs" -k "$folder/table" --jsonl "$folder/runs" $(with color) \
    >"$out" 2>"$err"
[ $? -eq 0 ] && [ "$(grep -c '"solved": true' "$folder/runs")" -eq 4 ]
verdict table $? "$(cat "$err" "$folder/runs")"

# one after the other in one file: the formula in two halves
head -n 40 "$sat" >"$folder/half1"
tail -n +41 "$sat" >"$folder/half2"
pack "$folder/half1" "$folder/half2"
for kind in $kinds; do
    cat "$folder/half1.$kind" "$folder/half2.$kind" >"$folder/joined.cnf.$kind"
    basin sat "$folder/joined.cnf.$kind" -q $(with sat) >"$out" 2>"$err"
    diff -q "$out" "$folder/sat.sol" >"$err"
    verdict joined-$kind $? "$(cat "$err")"
done
for kind in gz bz2 xz zst; do
    { cat "$sat.$kind"; echo "more"; } >"$folder/more.cnf.$kind"
    refuse behind-$kind "more.cnf.$kind: cannot be unpacked \(.*\): " sat "$folder/more.cnf.$kind"
done
{ cat "$sat.gz"; head -c 512 /dev/zero; } >"$folder/padded.cnf.gz"
expect padded-gz 10 '' sat "$folder/padded.cnf.gz" -q $(with sat)

# cut at many lengths, and with a byte changed: one line that names the file; never a crash
damaged()
{
    local kind=$1 file=$2 name=$3
    basin check "$file" "$folder/sat.sol" -q >"$out" 2>"$err" </dev/null
    local code=$?
    [ $code -eq 1 ] && [ "$(wc -l <"$err")" -eq 1 ] && grep -q "^basin: $file:" "$err" && return
    [ $code -eq 0 ] && [ "$name" = changed ] && return  # a byte that says nothing, a time of day
    echo "$name: exit code $code: $(head -c 200 "$err")"
}
for kind in $kinds; do
    bytes=$(wc -c <"$sat.$kind")
    bad=
    for ((length = 0; length < bytes; length += 1 + length / 5)); do
        head -c $length "$sat.$kind" >"$folder/cut.cnf.$kind"
        bad+=$(damaged $kind "$folder/cut.cnf.$kind" cut)
    done
    head -c $((bytes - 1)) "$sat.$kind" >"$folder/cut.cnf.$kind"
    refuse cut-last-$kind "cut.cnf.$kind: cannot be unpacked \(.*\): it is cut short" \
        sat "$folder/cut.cnf.$kind"
    [ -z "$bad" ]
    verdict cut-$kind $? "$bad"
    bad=
    for ((at = 4; at < bytes; at += 1 + at / 4)); do
        { head -c $at "$sat.$kind"; printf '\xa5'; tail -c +$((at + 2)) "$sat.$kind"; } \
            >"$folder/changed.cnf.$kind"
        bad+=$(damaged $kind "$folder/changed.cnf.$kind" changed)
    done
    [ -z "$bad" ]
    verdict changed-$kind $? "$bad"
done

# a small file that unpacks to more than is read: 16 MiB of blanks, 65 times. It stops at the limit,
# or before, where there is less memory than that.
head -c 16777216 /dev/zero | tr '\0' ' ' >"$folder/blanks"
for kind in gz zst; do
    python3 "$(dirname "$0")/pack.py" $kind <"$folder/blanks" >"$folder/piece"
    for ((i = 0; i < 65; i++)); do cat "$folder/piece"; done >"$folder/bomb.cnf.$kind"
done
refuse bomb "bomb.cnf.zst: unpacks to more than 1073741824 bytes" sat "$folder/bomb.cnf.zst"
(ulimit -v 600000; refuse bomb-memory "out of memory" sat "$folder/bomb.cnf.gz")
