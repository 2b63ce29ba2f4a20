# sets.bash - what sat.sh, color.sh and growth.sh share: sets of instances.
#
# The environment may say how much is measured:
#   LIMIT    seconds for each instance and solver (3)
#   COUNT    how many times the usual number of generated instances (1)
#   THREADS  of basin; not given: its default, as many as there are
#   DATA     a folder of published benchmarks (../shared/data), and FILES of each set of it (3)
set -u
basin=${BASIN:-./basin}
bench=${BENCH:-build/bench}
data=${DATA:-../shared/data}
limit=${LIMIT:-3}
threads=${THREADS:+--threads $THREADS}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# generate SET NUMBER ARGS...: NUMBER times COUNT instances of `basin gen ARGS` in the folder SET
generate()
{
    local set=$1 number=$(($2 * ${COUNT:-1})) seed
    shift 2
    mkdir -p "$folder/$set"
    for seed in $(seq 1 "$number"); do
        "$basin" gen "$@" --seed "$seed" -o "$folder/$set/$seed$suffix" || exit 1
        if grep -q 'did not decide in time' "$folder/$set/$seed$suffix"; then  # a busy machine
            echo "NOTE $set: formula $seed may have no solution, its judge ran out of time"
        fi
    done
}

# published SET FOLDER: FILES of a published folder, evenly spread; false and loud where it is not
published()
{
    local set=$1 all count=${FILES:-3} i
    all=("$data/$2"/*"$suffix")
    if [ ! -e "${all[0]}" ]; then
        echo "SKIP $set: no $suffix files in $data/$2 (DATA=FOLDER names another place)"
        return 1
    fi
    mkdir -p "$folder/$set"
    [ "$count" -lt ${#all[@]} ] || count=${#all[@]}
    for i in $(seq 0 $((count - 1))); do
        local file=${all[i * ${#all[@]} / count]}
        sed '/^%/,$d' "$file" >"$folder/$set/${file##*/}"  # others stumble over SATLIB's trailer
    done
}
