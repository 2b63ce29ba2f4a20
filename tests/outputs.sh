#!/bin/bash
# outputs.sh - every option that names a file to write: links, devices and pipes are written through,
# a full device is told, and what a killed run left beside the file goes with the next one.
. "${0%/*}/support.bash"
energy=$(best_energy queens)

basin gen sat 12 --kind planted --seed 3 -o "$folder/a.cnf"
basin queens 8 --energy "$energy" --sampler basin --steps 5 -q --trace "$folder/run.json" >"$out"
basin eval sat "$folder/a.cnf" --count 2 -q --jsonl "$folder/lines" >"$out"
basin queens 8 --energy "$energy" --count 2 -q --json >"$folder/answers"
printf '%s\n' 0\ 0\ 1 0\ 1\ 0 1\ 0\ 0 1\ 1\ 1 0\ 0\ 1 >"$folder/rows"
printf '<!-- results: begin -->\n<!-- results: end -->\n' >"$folder/text"
mkdir "$folder/none"
basin paper 14 --quick --measure --data "$folder/none" -o "$folder/results" -q >"$out" 2>&1

# What is the same each time.
still()
{
    sed -E 's/"(processor_)?(seconds|load)": *[-+.0-9e]+//g' "$1"
}

# good CODE: the tool said that it did it
good()
{
    [ "$1" -eq 0 ] || [ "$1" -eq 10 ]
}

# through NAME ENDING ARGS...: the word @ is the file
through()
{
    local name=$1 plain=$folder/plain$2 target=$folder/target$2 link=$folder/link$2 pipe=$folder/pipe$2
    local device=$folder/device$2 full=$folder/full$2 ending=$2 code
    shift 2
    rm -rf "$folder"/{plain,target,link,pipe,device,full}*
    write()
    {
        local to=$1
        shift
        basin "${@/#@/$to}" >"$out" 2>"$err" </dev/null
        code=$?
    }
    prepare()
    {
        [ "$name" != paper-readme ] || cp "$folder/text" "$1"
    }

    prepare "$plain"
    rest=("$plain.tmp.0123456789abcdef" "$plain.tmp.0123456789abcdefg")
    [[ $name == @(eval-jsonl|*-log) ]] || touch "${rest[@]}"  # lines have no temporary
    write "$plain" "$@"
    good $code && [ -s "$plain" ]
    verdict "$name" $? "code $code: $(head -c 300 "$err")"
    [ ! -e "${rest[0]}" ] && { [ -e "${rest[1]}" ] || [[ $name == @(eval-jsonl|*-log) ]]; }
    verdict "$name-leftover" $? "$(cd "$folder" && ls plain*)"

    ln -s "target$ending" "$link"
    [ "$name" != paper-readme ] || prepare "$target"
    for round in new old; do
        write "$link" "$@"
        good $code && [ -L "$link" ] && [ -f "$target" ] && [ ! -L "$target" ] &&
            cmp -s <(still "$plain") <(still "$target")
        verdict "$name-link-$round" $? "code $code: $(head -c 300 "$err")"
    done

    [ "$name" != paper-readme ] || return 0  # it is read before it is written

    mknod "$device" c 1 3 2>/dev/null && : >"$device" || ln -sf /dev/null "$device"
    write "$device" "$@"
    good $code && [ -c "$device" ]
    verdict "$name-device" $? "code $code: $(head -c 300 "$err")"

    ln -s /dev/full "$full"
    write "$full" "$@"
    [ $code -eq 1 ] && [ "$(grep -c '^basin: .*full' "$err")" -eq 1 ] && [ -L "$full" ] && [ -c /dev/full ]
    verdict "$name-full" $? "code $code: $(head -c 300 "$err")"

    mkfifo "$pipe"
    timeout 60 cat "$pipe" >"$target.read" &
    write "$pipe" "$@"
    exec 9<>"$pipe" 9>&-  # whoever still waits for a writer sees its end
    wait $!
    good $code && [ -p "$pipe" ] && cmp -s <(still "$plain") <(still "$target.read")
    verdict "$name-pipe" $? "code $code: $(head -c 300 "$err")"
}

queens=(queens 8 --energy "$energy" --sampler basin --steps 5 -q)
train=(train queens --batch 64 --steps 2 --threads 1 -q)
learn=(learn "$folder/rows" --threads 1 -q)
through trace .json "${queens[@]}" --trace @
through picture .svg "${queens[@]}" --picture @
through picture-png .png "${queens[@]}" --picture @
through eval-jsonl .jsonl eval sat "$folder/a.cnf" --count 2 -q --json --jsonl @
through merge '' merge "$folder/lines" -q -o @
through merge-answers '' merge "$folder/answers" -q -o @
through gen .cnf gen sat 12 --kind planted --seed 3 -o @
through train '' "${train[@]}" -o @
through train-log .csv "${train[@]}" -o "$folder/model" --log @
through learn '' "${learn[@]}" -o @
through learn-log .csv "${learn[@]}" -o "$folder/model" --log @
through model-export '' model export queens-compact -o @
through draw-instance .svg draw instance 8 -o @
through draw-png .png draw instance 8 -o @
through draw-time .svg draw time "$folder/run.json" -o @
through draw-film .svg draw film "$folder/run.json" -o @
through draw-cactus .svg draw cactus "$folder/lines" -o @
through export .cfn export "$folder/a.cnf" -o @
through paper-readme .md paper -o "$folder/results" --readme @
