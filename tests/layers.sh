#!/bin/bash
# layers.sh - each room of src sees only rooms before it: in what its files include, and in what its
# objects call (a cycle can hide behind the public header).
#
# What programs share (program) is made of basin.h and base; the tool includes basin.h, program, the
# writer and the reader of JSON and, of the reproduction of the paper and of the bench, their one header each; those
# include nothing of the tool, nor of each other; view, of the domains, their scenes alone;
# the insides of a domain are its own, and the rooms that solve and learn do not speak of any.
# tests/layers.allow lists what is wrong and known, "FILE WHAT" a line; a line of it that is no
# longer true is a failure too.
. "$(dirname "$0")/support.bash"
rooms='base nn energy sample train format domain view program paper bench cli'
allow=$(dirname "$0")/layers.allow
build=${BUILD:-build}

# What both lists below are judged by. A place is ROOM or, inside a domain, domain/NAME.
rules='
BEGIN { count = split(rooms, name, " "); for (i = 1; i <= count; i++) order[name[i]] = i }
function place(path, part) {
    return split(path, part, "/") > 2 && part[1] == "domain" ? part[1] "/" part[2] : part[1]
}
function wrong(from, to, public, room) {
    split(from, room, "/"); from_room = room[1]
    split(to, room, "/"); to_room = room[1]
    if (from == to)
        return 0
    if (!(to_room in order) || order[to_room] > order[from_room] ||
        (from_room == "bench" && to_room == "paper"))
        return 1
    if ((from_room == "program" && to_room != "base") ||
        (from_room == "cli" && to_room != "program"))
        return !public
    return to ~ /^domain\// && !public
}'

# wrong_includes FOLDER: "src/FILE HEADER" for each header that a file must not include. A header
# without a folder is one of the file's own.
wrong_includes()
{
    (cd "$1" && grep -rnoE --include='*.[ch]' '^ *# *include *"[^"]+"' src) |
        sed -E 's|^src/([^:]*):.*"(.*)"$|\1 \2|' |
        awk -v rooms="$rooms" "$rules"'
        $2 ~ /\.\./ ||
        (index($2, "/") && wrong(place($1), place($2), $2 ~ /^(paper\/paper|bench\/bench|base\/json(_read)?)\.h$/)) ||
        ($1 ~ /^view\// && $2 ~ /^domain\// && $2 !~ /^domain\/(scene|chart|drawing)\.h$/) {
            print "src/" $0
        }' | sort -u
}

# wrong_words FOLDER: "src/FILE WORD" for each word of one domain in the rooms up to train
wrong_words()
{
    (cd "$1" && grep -rowiE --include='*.[ch]' 'queens?|crosswords?|clues?|letters?|colou?rs?' src) |
        grep -E '^src/(base|nn|energy|sample|train)/' | tr : ' ' | sort -u
}

# objects BUILD: the objects whose sources are still there, and the lists that are made
objects()
{
    find "$1/obj" -name '*.o' | while IFS= read -r object; do
        source=${object#"$1"/obj/}
        [ -e "src/${source%%.*}.c" ] && echo "$object"
    done
    ls "$1"/{domain,sampler,extension}_registry.o "$1"/builtin.o 2>/dev/null
}

# wrong_calls BUILD: "src/FILE SYMBOL" for each symbol of a room that a file must not see. Those of
# the public header and of the writer and the reader of JSON, and the one call each of the reproduction and of the
# bench, are for all rooms after their own.
wrong_calls()
{
    objects "$1" | xargs nm -A -g | sed -E "s|^$1/||" |
        sed -E 's,^obj/([^.:]*)[^:]*:,\1 ,; s,^domain_registry\.o:,domain/registry ,
                s,^sampler_registry\.o:,sample/registry ,; s,^builtin\.o:,base/builtin ,
                s,^extension_registry\.o:,energy/registry ,' |
        awk -v rooms="$rooms" "$rules"'
        $(NF - 1) != "U" { home[$NF] = $1; next }
        $1 !~ /\/registry$/ { from[NR] = $1; symbol[NR] = $NF }
        END {
            for (i in symbol)
                if (symbol[i] in home && wrong(place(from[i]), place(home[symbol[i]]),
                                               symbol[i] ~ /^(basin_|(paper_reproduce|bench_run)$)/ ||
                                               home[symbol[i]] ~ /^base\/json(_read)?$/))
                    print "src/" from[i] ".c " symbol[i]
        }' | sort -u
}

# ------------------------------------------------------------ the rules find what is wrong ----

# rule NAME FILE HEADER CODE: whether it is wrong (0) or not (1) that FILE includes HEADER
rule()
{
    local tree=$folder/tree found
    rm -rf "$tree"
    mkdir -p "$tree/src/$(dirname "$2")"
    printf '#include "%s"\n' "$3" >"$tree/src/$2"
    wrong_includes "$tree" | grep -qxF "src/$2 $3"
    found=$?
    verdict "rule-$1" $((found != $4)) "$2 includes $3"
}

rule upward energy/a.c sample/b.h 0
rule downward sample/a.c energy/b.h 1
rule own nn/a.c nn/b.h 1
rule format train/a.c format/b.h 0
rule domain-down domain/sat/a.c energy/b.h 1
rule domain-to-view domain/sat/a.c view/b.h 0
rule view-to-scene view/a.c domain/scene.h 1
rule view-to-domain view/a.c domain/domain.h 0
rule view-to-one-domain view/a.c domain/sat/b.h 0
rule domain-to-domain domain/sat/a.c domain/queens/b.h 0
rule domain-to-own domain/sat/a.h domain/sat/b.h 1
rule domain-to-common domain/sat/a.h domain/b.h 1
rule common-to-domain domain/a.c domain/sat/b.h 0
rule domain-to-room domain/sat/a.c domain/crossword/words/b.h 0
rule room-to-own domain/sat/c/a.c domain/sat/b.h 1
rule tool cli/a.c base/b.h 0
rule tool-json cli/a.c base/json.h 1
rule tool-json-read cli/a.c base/json_read.h 1
rule tool-own cli/a.c b.h 1
rule tool-to-program cli/a.c program/b.h 1
rule program program/a.c base/b.h 1
rule program-to-library program/a.c format/b.h 0
rule program-to-tool program/a.c cli/b.h 0
rule tool-to-paper cli/a.c paper/paper.h 1
rule tool-to-its-parts cli/a.c paper/b.h 0
rule paper-to-tool paper/a.c cli/b.h 0
rule paper-to-program paper/a.c program/b.h 1
rule paper-down paper/a.c base/b.h 1
rule tool-to-bench cli/a.c bench/bench.h 1
rule tool-to-bench-parts cli/a.c bench/b.h 0
rule bench-down bench/a.c sample/b.h 1
rule bench-to-one-domain bench/a.c domain/sat/b.h 0
rule bench-to-paper bench/a.c paper/paper.h 0
rule paper-to-bench paper/a.c bench/bench.h 0
rule around energy/a.c ../sample/b.h 0
rule unknown energy/a.c cellar/b.h 0

mkdir -p "$folder/tree/src/train" "$folder/tree/src/view"
echo '/* a queen in each row */' | tee "$folder/tree/src/train/a.c" >"$folder/tree/src/view/a.c"
[ "$(wrong_words "$folder/tree")" = 'src/train/a.c queen' ]
verdict rule-words $? "$(wrong_words "$folder/tree" | tr '\n' ';')"

# ------------------------------------------------------------------------------- the house ----

{
    wrong_includes .
    wrong_calls "$build"
    wrong_words .
} >"$folder/wrong"
grep -vE '^(#|$)' "$allow" | sort -u >"$folder/allowed"
sort -u "$folder/wrong" | comm -23 - "$folder/allowed" >"$folder/new"
sort -u "$folder/wrong" | comm -13 - "$folder/allowed" >"$folder/gone"

for room in $rooms; do
    list=$(grep -E "^src/$room/" "$folder/new" | head -20 | tr '\n' ';')
    [ -z "$list" ]
    verdict "$room" $? "${list%;}"
done
for path in src/*/; do
    room=$(basename "$path")
    case " $rooms " in *" $room "*) continue ;; esac
    verdict "$room" 1 'no room of that name is known'
done
[ ! -s "$folder/gone" ]
verdict allowed $? "in $allow, but no longer true: $(tr '\n' ';' <"$folder/gone")"
