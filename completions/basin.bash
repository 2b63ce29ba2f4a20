# basin.bash - completion for bash, made by `basin help --completion bash`

_basin()
{
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local words= files=no options= value=yes

    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "queens sat color crossword solve sudoku eval merge gen train learn check export draw paper bench model domains samplers help --help --version" -- "$word")
        return
    fi
    case "${COMP_WORDS[1]} ${COMP_WORDS[2]-}" in
    "queens "*)
        options="--count --whole --time --memory --steps --particles --levels --fix --start --energy --model --method --sampler --compose --kernel --seed --threads --format --trace --watch --shard --picture --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --fix) words="" files=yes ;;
        --start) words="" files=yes ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="queens-compact queens-paper-10 queens-paper-4 queens-paper-7 queens-paper-9 queens-paper" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --format) words="text rows" files=no ;;
        --trace) words="" files=yes ;;
        --shard) words="" files=no ;;
        --picture) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "sat "*)
        options="--count --whole --time --memory --steps --particles --levels --fix --start --energy --model --method --sampler --compose --kernel --seed --threads --format --trace --watch --shard --picture --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --fix) words="" files=yes ;;
        --start) words="" files=yes ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="sat-compact sat-paper-base sat-paper" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --format) words="dimacs" files=no ;;
        --trace) words="" files=yes ;;
        --shard) words="" files=no ;;
        --picture) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=yes ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "color "*)
        options="--count --colors --whole --time --memory --steps --particles --levels --fix --start --energy --model --method --sampler --compose --kernel --seed --threads --format --trace --watch --shard --picture --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --colors | -k) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --fix) words="" files=yes ;;
        --start) words="" files=yes ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="color-compact color-paper" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --format) words="dimacs" files=no ;;
        --trace) words="" files=yes ;;
        --shard) words="" files=no ;;
        --picture) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=yes ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "crossword "*)
        options="--count --index --whole --accept-believed --time --memory --steps --particles --levels --fix --start --energy --model --embeddings --method --sampler --compose --kernel --seed --threads --format --trace --watch --shard --picture --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --index) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --fix) words="" files=yes ;;
        --start) words="" files=yes ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="crossword-compact crossword-paper" files=yes ;;
        --embeddings) words="" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --format) words="grid line slots ipuz color" files=no ;;
        --trace) words="" files=yes ;;
        --shard) words="" files=no ;;
        --picture) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=yes ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "solve "*)
        options="--count --whole --accept-believed --time --memory --steps --particles --levels --fix --start --energy --model --method --sampler --compose --kernel --seed --threads --format --trace --watch --shard --picture --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --fix) words="" files=yes ;;
        --start) words="" files=yes ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --format) words="names values" files=no ;;
        --trace) words="" files=yes ;;
        --shard) words="" files=no ;;
        --picture) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=yes ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "sudoku "*)
        options="--count --index --whole --time --memory --steps --particles --levels --fix --start --energy --model --method --sampler --compose --kernel --seed --threads --format --trace --watch --shard --picture --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --index) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --fix) words="" files=yes ;;
        --start) words="" files=yes ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="sudoku-compact" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --format) words="grid line" files=no ;;
        --trace) words="" files=yes ;;
        --shard) words="" files=no ;;
        --picture) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=yes ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "eval queens")
        options="--count --whole --time --memory --steps --particles --levels --energy --model --method --sampler --compose --kernel --seed --threads --jsonl --resume --shard --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="queens-compact queens-paper-10 queens-paper-4 queens-paper-7 queens-paper-9 queens-paper" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --jsonl) words="" files=yes ;;
        --shard) words="" files=no ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "eval sat")
        options="--count --whole --time --memory --steps --particles --levels --energy --model --method --sampler --compose --kernel --seed --threads --jsonl --resume --shard --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="sat-compact sat-paper-base sat-paper" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --jsonl) words="" files=yes ;;
        --shard) words="" files=no ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=yes ;;
            *) words="" files=yes ;;
            esac
            ;;
        esac
        ;;
    "eval color")
        options="--count --colors --whole --time --memory --steps --particles --levels --energy --model --method --sampler --compose --kernel --seed --threads --jsonl --resume --shard --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --colors | -k) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="color-compact color-paper" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --jsonl) words="" files=yes ;;
        --shard) words="" files=no ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=yes ;;
            *) words="" files=yes ;;
            esac
            ;;
        esac
        ;;
    "eval crossword")
        options="--count --index --whole --time --memory --steps --particles --levels --energy --model --embeddings --method --sampler --compose --kernel --seed --threads --jsonl --resume --shard --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --index) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="crossword-compact crossword-paper" files=yes ;;
        --embeddings) words="" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --jsonl) words="" files=yes ;;
        --shard) words="" files=no ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=yes ;;
            *) words="" files=yes ;;
            esac
            ;;
        esac
        ;;
    "eval solve")
        options="--count --whole --time --memory --steps --particles --levels --energy --model --method --sampler --compose --kernel --seed --threads --jsonl --resume --shard --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --jsonl) words="" files=yes ;;
        --shard) words="" files=no ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=yes ;;
            *) words="" files=yes ;;
            esac
            ;;
        esac
        ;;
    "eval sudoku")
        options="--count --index --whole --time --memory --steps --particles --levels --energy --model --method --sampler --compose --kernel --seed --threads --jsonl --resume --shard --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --index) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="sudoku-compact" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --jsonl) words="" files=yes ;;
        --shard) words="" files=no ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=yes ;;
            *) words="" files=yes ;;
            esac
            ;;
        esac
        ;;
    "eval "*)
        options="--count --colors --index --whole --time --memory --steps --particles --levels --energy --model --embeddings --method --sampler --compose --kernel --seed --threads --jsonl --resume --shard --json --quiet --help "
        case $previous in
        --count) words="" files=no ;;
        --colors | -k) words="" files=no ;;
        --index) words="" files=no ;;
        --time) words="" files=no ;;
        --memory) words="" files=no ;;
        --steps) words="" files=no ;;
        --particles) words="" files=no ;;
        --levels) words="" files=no ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="color-compact color-paper crossword-compact crossword-paper queens-compact queens-paper-10 queens-paper-4 queens-paper-7 queens-paper-9 queens-paper sat-compact sat-paper-base sat-paper sudoku-compact" files=yes ;;
        --embeddings) words="" files=yes ;;
        --method) words="basin paper" files=no ;;
        --sampler) words="basin focus hmc mala pem pem-lookahead reverse uhmc ula words" files=no ;;
        --compose) words="basin sum mean" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --jsonl) words="" files=yes ;;
        --shard) words="" files=no ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=yes ;;
            *) words="" files=yes ;;
            esac
            ;;
        esac
        ;;
    "merge "*)
        options="--output --quiet --help "
        case $previous in
        --output | -o) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=yes ;;
            3) words="" files=yes ;;
            *) words="" files=yes ;;
            esac
            ;;
        esac
        ;;
    "gen queens")
        options="--count --kind --ratio --width --seed --output --help "
        case $previous in
        --count) words="" files=no ;;
        --kind) words="" files=no ;;
        --ratio) words="" files=no ;;
        --width) words="" files=no ;;
        --seed) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "gen sat")
        options="--count --kind --ratio --width --seed --output --help "
        case $previous in
        --count) words="" files=no ;;
        --kind) words="random planted any" files=no ;;
        --ratio) words="" files=no ;;
        --width) words="" files=no ;;
        --seed) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "gen color")
        options="--count --kind --ratio --width --seed --output --help "
        case $previous in
        --count) words="" files=no ;;
        --kind) words="erdos-renyi holme-kim regular planted paley complete queen mycielski" files=no ;;
        --ratio) words="" files=no ;;
        --width) words="" files=no ;;
        --seed) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "gen crossword")
        options="--count --kind --ratio --width --seed --output --help "
        case $previous in
        --count) words="" files=no ;;
        --kind) words="dictionary" files=no ;;
        --ratio) words="" files=no ;;
        --width) words="" files=no ;;
        --seed) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "gen solve")
        options="--count --kind --ratio --width --seed --output --help "
        case $previous in
        --count) words="" files=no ;;
        --kind) words="soft hard" files=no ;;
        --ratio) words="" files=no ;;
        --width) words="" files=no ;;
        --seed) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "gen sudoku")
        options="--count --kind --ratio --width --seed --output --help "
        case $previous in
        --count) words="" files=no ;;
        --kind) words="unique any" files=no ;;
        --ratio) words="" files=no ;;
        --width) words="" files=no ;;
        --seed) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "gen "*)
        options="--count --kind --ratio --width --seed --output --help "
        case $previous in
        --count) words="" files=no ;;
        --kind) words="" files=no ;;
        --ratio) words="" files=no ;;
        --width) words="" files=no ;;
        --seed) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "train queens")
        options="--memory --energy --kernel --seed --threads --output --steps --batch --rate --diffusion --contrastive --board --resume --checkpoint --log --quiet --help "
        case $previous in
        --memory) words="" files=no ;;
        --energy) words="compact paper" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        --steps) words="" files=no ;;
        --batch) words="" files=no ;;
        --rate) words="" files=no ;;
        --diffusion) words="" files=no ;;
        --contrastive) words="" files=no ;;
        --board) words="" files=no ;;
        --checkpoint) words="" files=no ;;
        --log) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "train sat")
        options="--memory --energy --refine --model --kernel --seed --threads --output --steps --batch --rate --diffusion --contrastive --resume --checkpoint --log --quiet --help "
        case $previous in
        --memory) words="" files=no ;;
        --energy) words="compact paper" files=no ;;
        --model) words="sat-compact sat-paper-base sat-paper" files=yes ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        --steps) words="" files=no ;;
        --batch) words="" files=no ;;
        --rate) words="" files=no ;;
        --diffusion) words="" files=no ;;
        --contrastive) words="" files=no ;;
        --checkpoint) words="" files=no ;;
        --log) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "train color")
        options="--memory --energy --kernel --seed --threads --output --steps --batch --rate --diffusion --contrastive --resume --checkpoint --log --quiet --help "
        case $previous in
        --memory) words="" files=no ;;
        --energy) words="compact paper" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        --steps) words="" files=no ;;
        --batch) words="" files=no ;;
        --rate) words="" files=no ;;
        --diffusion) words="" files=no ;;
        --contrastive) words="" files=no ;;
        --checkpoint) words="" files=no ;;
        --log) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "train crossword")
        options="--memory --energy --kernel --seed --threads --output --steps --batch --rate --diffusion --contrastive --clues --embeddings --full --only-clues --hold-out --hold-from --audit --resume --checkpoint --log --quiet --help "
        case $previous in
        --memory) words="" files=no ;;
        --energy) words="compact paper" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        --steps) words="" files=no ;;
        --batch) words="" files=no ;;
        --rate) words="" files=no ;;
        --diffusion) words="" files=no ;;
        --contrastive) words="" files=no ;;
        --clues) words="" files=yes ;;
        --embeddings) words="" files=yes ;;
        --hold-out) words="" files=yes ;;
        --hold-from) words="gcide wordnet clues" files=no ;;
        --audit) words="" files=yes ;;
        --checkpoint) words="" files=no ;;
        --log) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "train solve")
        options="--memory --energy --kernel --seed --threads --output --steps --batch --rate --diffusion --contrastive --resume --checkpoint --log --quiet --help "
        case $previous in
        --memory) words="" files=no ;;
        --energy) words="compact paper" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        --steps) words="" files=no ;;
        --batch) words="" files=no ;;
        --rate) words="" files=no ;;
        --diffusion) words="" files=no ;;
        --contrastive) words="" files=no ;;
        --checkpoint) words="" files=no ;;
        --log) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "train sudoku")
        options="--memory --energy --kernel --seed --threads --output --steps --batch --rate --diffusion --contrastive --resume --checkpoint --log --quiet --help "
        case $previous in
        --memory) words="" files=no ;;
        --energy) words="compact paper" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        --steps) words="" files=no ;;
        --batch) words="" files=no ;;
        --rate) words="" files=no ;;
        --diffusion) words="" files=no ;;
        --contrastive) words="" files=no ;;
        --checkpoint) words="" files=no ;;
        --log) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "train "*)
        options="--memory --energy --refine --model --kernel --seed --threads --output --steps --batch --rate --diffusion --contrastive --board --clues --embeddings --full --only-clues --hold-out --hold-from --audit --resume --checkpoint --log --quiet --help "
        case $previous in
        --memory) words="" files=no ;;
        --energy) words="compact paper" files=no ;;
        --model) words="color-compact color-paper crossword-compact crossword-paper queens-compact queens-paper-10 queens-paper-4 queens-paper-7 queens-paper-9 queens-paper sat-compact sat-paper-base sat-paper sudoku-compact" files=yes ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        --steps) words="" files=no ;;
        --batch) words="" files=no ;;
        --rate) words="" files=no ;;
        --diffusion) words="" files=no ;;
        --contrastive) words="" files=no ;;
        --board) words="" files=no ;;
        --clues) words="" files=yes ;;
        --embeddings) words="" files=yes ;;
        --hold-out) words="" files=yes ;;
        --hold-from) words="gcide wordnet clues" files=no ;;
        --audit) words="" files=yes ;;
        --checkpoint) words="" files=no ;;
        --log) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "learn "*)
        options="--memory --kernel --seed --threads --output --steps --invalid --header --ordered --values-differ --resume --checkpoint --log --quiet --help "
        case $previous in
        --memory) words="" files=no ;;
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --seed) words="" files=no ;;
        --threads) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        --steps) words="" files=no ;;
        --invalid) words="" files=yes ;;
        --checkpoint) words="" files=no ;;
        --log) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=yes ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "check "*)
        options="--colors --json --quiet --help "
        case $previous in
        --colors | -k) words="" files=no ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=yes ;;
            3) words="" files=yes ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "export "*)
        options="--colors --memory --energy --model --output --help "
        case $previous in
        --colors | -k) words="" files=no ;;
        --memory) words="" files=no ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="color-compact color-paper crossword-compact crossword-paper queens-compact queens-paper-10 queens-paper-4 queens-paper-7 queens-paper-9 queens-paper sat-compact sat-paper-base sat-paper sudoku-compact" files=yes ;;
        --output | -o) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=yes ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "draw "*)
        options="--colors --energy --model --method --level --output --title --help "
        case $previous in
        --colors | -k) words="" files=no ;;
        --energy) words="compact paper exact" files=no ;;
        --model) words="color-compact color-paper crossword-compact crossword-paper queens-compact queens-paper-10 queens-paper-4 queens-paper-7 queens-paper-9 queens-paper sat-compact sat-paper-base sat-paper sudoku-compact" files=yes ;;
        --method) words="basin paper" files=no ;;
        --level) words="" files=no ;;
        --output | -o) words="" files=yes ;;
        --title) words="" files=no ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="instance map time film cactus growth landscape" files=no ;;
            3) words="" files=yes ;;
            *) words="" files=yes ;;
            esac
            ;;
        esac
        ;;
    "paper "*)
        options="--shard --quick --measure --fair --results --recheck --full --data --output --fresh --readme --quiet --help "
        case $previous in
        --shard) words="" files=no ;;
        --results) words="" files=yes ;;
        --data) words="" files=yes ;;
        --output | -o) words="" files=yes ;;
        --readme) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "bench "*)
        options="--kernel --compare --json --quiet --help "
        case $previous in
        --kernel) words="sse2 avx2 avx512" files=no ;;
        --compare) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="product energy train resample random decode verify move read compact paper queens sat color crossword sudoku" files=no ;;
            3) words="" files=yes ;;
            *) words="" files=yes ;;
            esac
            ;;
        esac
        ;;
    "model "*)
        options="--energy --output --json --help "
        case $previous in
        --energy) words="compact paper exact" files=no ;;
        --output | -o) words="" files=yes ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="list show export" files=no ;;
            3) words="color-compact color-paper crossword-compact crossword-paper queens-compact queens-paper-10 queens-paper-4 queens-paper-7 queens-paper-9 queens-paper sat-compact sat-paper-base sat-paper sudoku-compact" files=yes ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "domains "*)
        options="--json --help "
        case $previous in
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "samplers "*)
        options="--json --help "
        case $previous in
        *)
            value=no
            case $COMP_CWORD in
            2) words="" files=no ;;
            3) words="" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    "help "*)
        options="--help "
        case $previous in
        --completion) words="bash zsh fish" files=no ;;
        *)
            value=no
            case $COMP_CWORD in
            2) words="queens sat color crossword solve sudoku eval merge gen train learn check export draw paper bench model domains samplers help" files=no ;;
            3) words="queens sat color crossword solve sudoku" files=no ;;
            *) words="" files=no ;;
            esac
            ;;
        esac
        ;;
    esac
    if [ $value = no ] && [[ $word == -* ]]; then
        words=$options files=no
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    if [ $files = yes ]; then
        local names
        mapfile -t names < <(compgen -f -- "$word")
        COMPREPLY+=("${names[@]}")
        compopt -o filenames 2>/dev/null
    fi
}

complete -F _basin basin
