# basin.bash - completion for bash, made by `basin help --completion`

_basin()
{
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local words files=no options=
    unset words

    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="queens sat color crossword eval gen train check draw paper model domains samplers help --help --version"
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        return
    fi
    case $previous in
    --count)
        words=${words- }
        ;;
    --kind)
        words=${words- }
        ;;
    --ratio)
        words=${words- }
        ;;
    --width)
        words=${words- }
        ;;
    --colours | -k)
        words=${words- }
        ;;
    --index)
        words=${words- }
        ;;
    --time)
        words=${words- }
        ;;
    --steps)
        words=${words- }
        ;;
    --particles)
        words=${words- }
        ;;
    --levels)
        words=${words- }
        ;;
    --fix)
        files=yes
        words=${words- }
        ;;
    --start)
        files=yes
        words=${words- }
        ;;
    --energy)
        words="compact paper exact"
        words=${words- }
        ;;
    --model)
        files=yes
        words=${words- }
        ;;
    --embeddings)
        files=yes
        words=${words- }
        ;;
    --method)
        words="basin paper"
        words=${words- }
        ;;
    --level)
        words=${words- }
        ;;
    --sampler)
        words="basin hmc mala pem pem-lookahead reverse uhmc ula words"
        words=${words- }
        ;;
    --compose)
        words="basin sum mean"
        words=${words- }
        ;;
    --seed)
        words=${words- }
        ;;
    --threads)
        words=${words- }
        ;;
    --format)
        words=${words- }
        ;;
    --trace)
        files=yes
        words=${words- }
        ;;
    --jsonl)
        files=yes
        words=${words- }
        ;;
    --output | -o)
        files=yes
        words=${words- }
        ;;
    --title)
        words=${words- }
        ;;
    --picture)
        files=yes
        words=${words- }
        ;;
    --batch)
        words=${words- }
        ;;
    --rate)
        words=${words- }
        ;;
    --diffusion)
        words=${words- }
        ;;
    --contrastive)
        words=${words- }
        ;;
    --board)
        words=${words- }
        ;;
    --clues)
        files=yes
        words=${words- }
        ;;
    --hold-out)
        files=yes
        words=${words- }
        ;;
    --hold-from)
        words="gcide wordnet clues"
        words=${words- }
        ;;
    --audit)
        files=yes
        words=${words- }
        ;;
    --results)
        files=yes
        words=${words- }
        ;;
    --data)
        files=yes
        words=${words- }
        ;;
    --readme)
        files=yes
        words=${words- }
        ;;
    --checkpoint)
        words=${words- }
        ;;
    --log)
        files=yes
        words=${words- }
        ;;
    esac
    case ${COMP_WORDS[1]} in
    queens)
        options="--count --colours --index --whole --time --steps --particles --levels --fix --start --energy --model --embeddings --method --sampler --compose --seed --threads --format --trace --watch --picture --json --quiet --help"
        ;;
    sat)
        options="--count --colours --index --whole --time --steps --particles --levels --fix --start --energy --model --embeddings --method --sampler --compose --seed --threads --format --trace --watch --picture --json --quiet --help"
        ;;
    color)
        options="--count --colours --index --whole --time --steps --particles --levels --fix --start --energy --model --embeddings --method --sampler --compose --seed --threads --format --trace --watch --picture --json --quiet --help"
        ;;
    crossword)
        options="--count --colours --index --whole --time --steps --particles --levels --fix --start --energy --model --embeddings --method --sampler --compose --seed --threads --format --trace --watch --picture --json --quiet --help"
        ;;
    eval)
        options="--count --colours --index --whole --time --steps --particles --levels --energy --model --embeddings --method --sampler --compose --seed --threads --jsonl --json --quiet --help"
        ;;
    gen)
        options="--count --kind --ratio --width --seed --output --help"
        ;;
    train)
        options="--energy --refine --model --seed --threads --output --steps --batch --rate --diffusion --contrastive --board --clues --embeddings --full --only-clues --hold-out --hold-from --audit --resume --checkpoint --log --quiet --help"
        ;;
    check)
        options="--colours --json --quiet --help"
        ;;
    draw)
        options="--colours --energy --model --method --level --output --title --help"
        ;;
    paper)
        options="--quick --measure --fair --results --recheck --full --data --output --fresh --readme --quiet --help"
        ;;
    model)
        options="--energy --output --json --help"
        ;;
    domains)
        options="--json --help"
        ;;
    samplers)
        options="--json --help"
        ;;
    help)
        options="--help"
        ;;
    esac
    if [ $files = yes ] || { [ -z "${words+set}" ] && [[ $word != -* ]]; }; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        compopt -o filenames 2>/dev/null
    else
        mapfile -t COMPREPLY < <(compgen -W "${words-$options}" -- "$word")
    fi
}

complete -F _basin basin
