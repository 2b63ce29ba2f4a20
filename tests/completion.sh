#!/bin/bash
# completion.sh - the completions for bash, zsh and fish: up to date, and completing the same words.
. "${0%/*}/support.bash"

if [ -z "$(basin model list --json)" ]; then
    echo "skip completion-fresh no model built in"
else
    for shell in bash:basin.bash zsh:_basin fish:basin.fish; do
        file=completions/${shell#*:}
        basin help --completion "${shell%:*}" | diff "$file" - >"$out"
        verdict "fresh-${shell%:*}" $? "$file is out of date; run scripts/docs.sh"
    done
fi
refuse shell 'completion: "tcsh" is none of bash, zsh, fish' help --completion tcsh

# What each shell offers for the last word, one a line, sorted.
words_bash()
{
    bash -c '. completions/basin.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _basin
             printf "%s\n" "${COMPREPLY[@]}"' bash "$@" | sort -u
}

# With stand-ins for what only the line editor has; they print what matches the word.
words_zsh()
{
    zsh -fc 'prefix=$argv[-1] words=("$@") CURRENT=$#
             offer() { for word in "$@"; do [[ $word == $prefix* ]] && print -r -- $word; done }
             compadd() { [[ $1 = -- ]] && shift; offer "$@" }
             _files() { offer $prefix*(N) }
             _describe() { offer ${${(P)argv[-1]}%%:*} }
             _basin() { . completions/_basin }
             _basin; true' zsh "$@" | sort -u
}

words_fish()
{
    local line
    printf -v line '%q ' "${@:1:$#-1}"
    fish --no-config -c 'source completions/basin.fish; complete -C $argv[1]' "$line${*: -1}" |
        cut -f1 | sort -u
}

# completes NAME WANTED WORDS...: the last word becomes one of WANTED (a blank between) and nothing
# else, in every shell that is here
completes()
{
    local name=$1 wanted=$2 shell found
    shift 2
    for shell in bash zsh fish; do
        command -v $shell >/dev/null || continue
        found=$("words_$shell" "$@" | tr '\n' ' ')
        [ "${found% }" = "$wanted" ]
        verdict "$shell-$name" $? "\"$*\" becomes \"$found\", not \"$wanted\""
    done
}

for shell in zsh fish; do
    command -v $shell >/dev/null || echo "skip completion-$shell $shell is not installed"
done
completes verb queens basin que
completes verbs 'samplers sat' basin sa
completes option --particles basin queens 8 --part
completes narrow '' basin queens 8 --col
completes wide --colors basin color x.col --col
completes choice paper basin queens 8 --energy pa
completes format 'rows' basin queens 8 --format r
completes format-crossword 'grid' basin crossword x --format g
completes kind 'planted' basin gen sat --kind pl
completes kinds 'paley planted' basin gen color --kind p
completes sampler 'pem pem-lookahead' basin sat x.cnf --sampler pe
completes domain 'color crossword' basin eval c
completes train-narrow '' basin train sat --only
completes train-wide --only-clues basin train crossword --only
completes model-verb show basin model s
completes draw-kind 'landscape' basin draw l
completes kernel 'avx2 avx512' basin queens 8 --kernel av
completes help-verb 'samplers sat' basin help sa
completes number '' basin queens 8 --seed ''
if [ -n "$(basin model list --json)" ]; then
    completes model "$(basin model list | awk '$2 == "queens" { print $1 }' | sort | paste -sd' ')" basin queens 8 --model queens-
    completes model-shown 'sat-compact sat-paper sat-paper-base' basin model show sat-
fi
completes file examples/mini.ipuz basin crossword examples/mini.i
completes file-value examples/mini.txt basin queens 8 --fix examples/mini.t

# zsh once more as it is typed: a terminal, the real completion system, a TAB.
if command -v zsh >/dev/null; then
    python3 - "$folder" >"$out" 2>&1 <<'PY'
import os, pty, select, sys, time
folder = sys.argv[1]
pid, fd = pty.fork()
if pid == 0:
    os.environ.update(HOME=folder, ZDOTDIR=folder, TERM="dumb", PS1="> ")
    os.execlp("zsh", "zsh", "-f", "-i")
def say(text, until, seconds=20):
    os.write(fd, text.encode())
    got, end = b"", time.time() + seconds
    while until.encode() not in got and time.time() < end:
        if select.select([fd], [], [], 0.2)[0]:
            try:
                got += os.read(fd, 4096)
            except OSError:
                break
    return got.decode("utf-8", "replace")
say("fpath=($PWD/completions $fpath); autoload -Uz compinit; compinit -u -D; echo rea''dy\n", "ready")
got = say("basin que\t", "queens")
got += say("8 --parti\t", "--particles")
print(repr(got))
os.write(fd, b"\x03exit\n")
os.close(fd)
sys.exit(0 if "queens" in got and "--particles" in got else 1)
PY
    verdict zsh-typed $? "$(tail -c 300 "$out")"
fi
