#!/bin/bash
# help.sh - what the tool says about itself: usage, help, examples that work, the man page.
. "${0%/*}/support.bash"

# ----------------------------------------------------------------------------------- the verbs ----

basin >"$out" 2>"$err"
code=$?
[ $code -eq 1 ] && [ ! -s "$out" ] && head -1 "$err" | grep -q '^usage: basin VERB' &&
    [ "$(wc -l <"$err")" -le 4 ]
verdict usage $? "exit code $code: $(cat "$err")"
expect version 0 '' --version
grep -q "^basin [0-9.]*$" "$out"
verdict version-text $? "$(cat "$out")"
expect help 0 '' help
verbs=$(awk '/^verbs:/ { on = 1; next } on && /^  [a-z]/ { print $1 } /^$/ { on = 0 }' "$out")
cp "$out" "$folder/help"
expect help-option 0 '' --help
cmp -s "$out" "$folder/help"
verdict help-same $? "help and --help differ"
for verb in $verbs; do
    expect "help-$verb" 0 '' help "$verb"
    grep -q "^usage: basin $verb" "$out"
    verdict "help-$verb-usage" $? "$(head -1 "$out")"
    cp "$out" "$folder/help"
    expect "help-$verb-option" 0 '' "$verb" --help
    cmp -s "$out" "$folder/help"
    verdict "help-$verb-same" $? "help $verb and $verb --help differ"
done
for list in domains samplers; do
    expect $list 0 '' $list
    basin $list --json | json_lines
    verdict "$list-json" $? "not JSON"
done

# --------------------------------------------------------------- options are those of the domain ----

# options ARGS...: the long options that a help shows
options()
{
    basin "$@" | grep -oE '^ +(-[a-z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+'
}

# has NAME yes|no OPTION ARGS...
has()
{
    local name=$1 wanted=$2 option=$3 found=no
    shift 3
    options "$@" | grep -qxe "$option" && found=yes
    [ $found = "$wanted" ]
    verdict "$name" $? "$option in help of $*: $found"
}

has queens-colors no --colors queens --help
has queens-index no --index queens --help
has queens-whole yes --whole queens --help
has queens-embeddings no --embeddings help queens
has queens-time yes --time help queens
has color-colors yes --colors color --help
has color-index no --index color --help
has crossword-index yes --index crossword --help
has crossword-colors no --colors crossword --help
has train-clues yes --clues train --help
has train-sat-clues no --clues train sat --help
has train-sat-refine yes --refine help train sat
has train-queens-refine no --refine help train queens
has train-crossword-clues yes --clues train crossword --help
has eval-queens-colors no --colors help eval queens
has eval-color-colors yes --colors help eval color
refuse help-domain 'no domain is called "chess"' help eval chess
refuse help-no-domain 'check takes no domain; "queens" is one word too many' help check queens
basin help eval | grep -q -- '--colors K *color: how many'
verdict narrow-names-domain $? "the help of eval does not say whose --colors is"

# ------------------------------------------------------------------------------------ examples ----

# Every help ends with two or three examples; all of them run, in one folder for each verb.
PATH=$(cd "$(dirname "$BASIN")" && pwd):$PATH
dictionaries=yes
[ -e /usr/share/dictd/gcide.index ] && [ -d /usr/share/wordnet ] || dictionaries=no
for verb in $verbs; do
    basin help "$verb" | sed -n '/^examples:/,$ s/^  \(basin .*\)/\1/p' >"$folder/examples"
    count=$(wc -l <"$folder/examples")
    [ "$count" -ge 2 ] && [ "$count" -le 3 ]
    verdict "examples-$verb" $? "$count examples"
    if [ "$verb" = crossword ] && [ $dictionaries = no ]; then
        echo "skip help-example-crossword no dictionaries (dict-gcide, wordnet-base)"
        continue
    fi
    mkdir -p "$folder/run-$verb"
    while read -r line; do
        # shellcheck disable=SC2016
        (cd "$folder/run-$verb" && timeout 100 bash -c "set -o pipefail; $line") >"$out" 2>"$err" \
            </dev/null
        code=$?
        [ $code -eq 0 ] || [ $code -eq 10 ]
        verdict "example-$verb" $? "\"$line\" ends with $code: $(head -c 300 "$err")"
    done <"$folder/examples"
done

# -------------------------------------------------------------------------------- the man page ----

if [ -z "$(basin model list --json)" ]; then
    echo "skip help-man no model built in"
else
    basin help --man | diff doc/basin.1 - >"$out"
    verdict man $? "doc/basin.1 is out of date; run scripts/docs.sh"
fi
! basin help --man | grep -q '()'
verdict man-brackets $? "empty brackets: $(basin help --man | grep -m1 '()')"
# long sentences stand once
basin help --man | grep -E '^.{60,}' | sort | uniq -d >"$out"
[ ! -s "$out" ]
verdict man-once $? "said twice: $(head -1 "$out")"
if command -v groff >/dev/null; then
    groff -man -ww -z doc/basin.1 >"$out" 2>&1
    [ ! -s "$out" ]
    verdict man-groff $? "$(head -3 "$out")"
else
    echo "skip help-man-groff no groff"
fi
