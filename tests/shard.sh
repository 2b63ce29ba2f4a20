#!/bin/bash
# shard.sh - work in parts: --shard of eval, of --count and of paper; eval --resume; merge.
. "$(dirname "$0")/support.bash"
here=$PWD
tests=$(realpath "$(dirname "$0")")
case $BASIN in /*) ;; *) BASIN=$here/$BASIN ;; esac
cd "$folder" || exit
energy=$(best_energy sat)
basin gen sat 60 --count 17 -o formulas 2>/dev/null

# without FILE: what is printed without the times, and without the lines that are for them alone
without_times()
{
    sed -E 's/"seconds": [^,]*, //; s/[0-9.e+-]+ s an instance, .* in all; //' "$1" |
        awk '/^formulas|^instance/ { $6 = "" } { print }'
}

# same NAME FILE FILE
same()
{
    without_times "$2" >one
    without_times "$3" >two
    verdict "$1" "$(cmp -s one two; echo $?)" "$(diff one two | head -3)"
}

run="eval sat formulas --energy $energy --count 2 --steps 100000"
basin $run --jsonl all.jsonl >all.txt
for part in 1 2 3; do
    basin $run --shard $part/3 --jsonl part$part.jsonl >part$part.txt
done
verdict parts "$([ "$(cat part?.jsonl | wc -l)" = 34 ] && [ "$(wc -l <part3.jsonl)" = 10 ]; echo $?)" \
    "lines: $(wc -l part?.jsonl | tr '\n' ' ')"

# A part that was killed in the middle of a line goes on, and writes what it would have written.
cp part2.jsonl whole2.jsonl
head -c $(($(head -5 whole2.jsonl | wc -c) + 40)) whole2.jsonl >part2.jsonl
basin $run --shard 2/3 --jsonl part2.jsonl --resume >resumed.txt
same resumed-lines part2.jsonl whole2.jsonl
same resumed-table resumed.txt part2.txt
verdict resumed-keeps "$(cmp -s <(head -4 part2.jsonl) <(head -4 whole2.jsonl); echo $?)" \
    "lines that were there were written anew"
cp part2.jsonl before.jsonl
basin $run --shard 2/3 --jsonl part2.jsonl --resume >resumed.txt
verdict resumed-done "$(cmp -s part2.jsonl before.jsonl; echo $?)" "a finished part was changed"
same resumed-done-table resumed.txt part2.txt

# A real kill, of one that takes longer.
basin gen sat 250 --ratio 4.2 --count 12 -o slow 2>/dev/null
kill_run="eval sat slow --energy $energy --threads 1 --sampler basin --steps 3000 --time 0"
"$BASIN" $kill_run --jsonl killed.jsonl >/dev/null &
for _ in $(seq 200); do
    [ "$(wc -l 2>/dev/null <killed.jsonl || echo 0)" -ge 2 ] && break
    sleep 0.05
done
kill -9 $! && wait $! 2>/dev/null
left=$(wc -l <killed.jsonl)
basin $kill_run --jsonl killed.jsonl --resume >killed.txt
basin $kill_run --jsonl unkilled.jsonl >unkilled.txt
same killed-lines killed.jsonl unkilled.jsonl
verdict killed-early "$([ "$left" -lt 12 ]; echo $?)" "it was done before it was killed"

basin merge part3.jsonl part1.jsonl part2.jsonl -o merged.jsonl >merged.txt
verdict merge-code "$?" "exit code"
same merge-lines merged.jsonl all.jsonl
same merge-table merged.txt all.txt
basin merge part1.jsonl part2.jsonl part3.jsonl part1.jsonl >merged.jsonl 2>err.txt
same merge-doubles merged.jsonl all.jsonl
verdict merge-summary "$(grep -q '^17 of 17 instances solved, 34 of 34 runs' err.txt; echo $?)" "$(cat err.txt)"

sed '3s/"steps": [0-9]*/"steps": 12345678/' part1.jsonl >wrong.jsonl
expect merge-differ 1 'wrong.jsonl:3.*same run and differ' merge part1.jsonl wrong.jsonl
expect merge-differ-turned 1 'wrong.jsonl:3.*same run and differ' merge wrong.jsonl part1.jsonl
basin $run --seed 2 --shard 1/3 --jsonl seed.jsonl >/dev/null
expect merge-other-run 1 'different runs of eval' merge part1.jsonl seed.jsonl
expect_lines merge-missing 3 '^11 of 11' '6 of 17 instances are missing, the first is number 2' -- \
    merge part1.jsonl part3.jsonl
sed '3s/formulas.sat/other\/sat/' part1.jsonl >wrong.jsonl
expect merge-other-name 1 'different runs of eval' merge part1.jsonl wrong.jsonl
sed 11d part1.jsonl >fewer.jsonl
expect_lines merge-fewer 3 '^17 of 17' '1 of the instances has fewer than 2 runs' -- \
    merge fewer.jsonl part2.jsonl part3.jsonl
head -c $(($(head -7 part1.jsonl | wc -c) + 40)) part1.jsonl >torn.jsonl
expect_lines merge-torn 3 'torn.jsonl:[0-9]+: torn off' '^[0-9]+ of' 'are missing' 'fewer than 2 runs' -- merge torn.jsonl
# A line that is JSON and tells of no run.
for line in '{}' '[]' '{"domain": "sat"}' '{"domain": "sat", "instance": 3}' '{"run": ""}' '{"kind": "solved"}'; do
    sed "3s/.*/$line/" part1.jsonl >odd.jsonl
    expect "merge-odd-$line" 1 '^basin: odd.jsonl:3: not a (line of a run: |JSON object)' merge odd.jsonl part2.jsonl
done
echo '{}' >odd.jsonl
expect merge-odd-alone 1 '^basin: odd.jsonl:1: not a line of a run: no "run", no "key", no "domain" with "instance"' \
    merge odd.jsonl
echo nonsense >nonsense.jsonl
expect merge-nonsense 1 'nonsense.jsonl:1: not a JSON object' merge part1.jsonl nonsense.jsonl
{ head -c -1 part1.jsonl && printf '\0 and more\n'; } >zero.jsonl
expect merge-zero 1 'zero.jsonl:12: not a JSON object' merge zero.jsonl
: >empty.jsonl
expect merge-empty 1 'no run in it' merge empty.jsonl
expect merge-absent 1 'absent.jsonl: cannot open' merge absent.jsonl

basin $run --steps 7 --shard 2/3 --jsonl steps.jsonl >/dev/null
expect merge-other-steps 1 'different runs of eval' merge part1.jsonl steps.jsonl
basin ${run/--count 2/--count 1} --shard 2/3 --jsonl count.jsonl >/dev/null
expect merge-other-count 1 'different runs of eval' merge part1.jsonl count.jsonl
sed '3s/"stop": "[a-z]*"/"stop": "caller"/' part1.jsonl >stopped.jsonl
expect_lines merge-stopped 3 '^17 of 17' '1 of the runs was cut short by a signal' -- \
    merge stopped.jsonl part2.jsonl part3.jsonl

# What was stopped before it began, or before its end, and was made later: the later one counts.
none='"kind": "none"' cut='"stop": "caller"'
sed "3s/\"kind\": \"[a-z]*\"/$none/; 4s/\"stop\": \"[a-z]*\"/$cut/; 4s/\"steps\": [0-9]*/\"steps\": 1/" part1.jsonl >early.jsonl
for order in 'early.jsonl part1.jsonl' 'part1.jsonl early.jsonl'; do
    basin merge $order part2.jsonl part3.jsonl >merged.jsonl 2>err.txt
    verdict "merge-${order%%.*}-first" $? "$(cat err.txt)"
    same "merge-${order%%.*}-first-lines" merged.jsonl all.jsonl
done
sed '4s/"steps": [0-9]*/"steps": 2/' early.jsonl >earlier.jsonl
for order in 'earlier.jsonl early.jsonl part1.jsonl' 'part1.jsonl early.jsonl earlier.jsonl'; do
    basin merge $order part2.jsonl part3.jsonl >merged.jsonl 2>err.txt
    verdict "merge-${order%%.*}-cut-twice" $? "$(cat err.txt)"
    same "merge-${order%%.*}-cut-twice-lines" merged.jsonl all.jsonl
done
# Cut short twice, and nowhere whole: the one that came further.
for order in 'earlier.jsonl early.jsonl' 'early.jsonl earlier.jsonl'; do
    expect_lines "merge-${order%%.*}-cut" 3 '^17 of 17' '1 of the runs was cut short' -- \
        merge $order part2.jsonl part3.jsonl
    grep -q '"stop": "caller".*"steps": 2,' "$out"
    verdict "merge-${order%%.*}-cut-steps" $? "$(grep caller "$out" | cut -c1-200)"
done

# Seeds that no integer of the reader holds.
for part in 1 2; do
    basin ${run/--count 2/} --seed 18446744073709551615 --shard $part/2 --jsonl seed$part.jsonl >/dev/null
done
expect_lines merge-seed 0 '^17 of 17 instances' -- merge seed1.jsonl seed2.jsonl
cp seed1.jsonl kept.jsonl
expect resume-seed 0 '' ${run/--count 2/} --seed 18446744073709551615 --shard 1/2 --jsonl seed1.jsonl --resume
verdict resume-seed-kept "$(cmp -s kept.jsonl seed1.jsonl; echo $?)" "lines that were there were written anew"

# Packed, as files are wherever one is read.
pack()
{
    python3 "$tests/pack.py" "$1" <"$2"
}
for kind in gz xz bz2 zst; do
    rm -f packed.jsonl && pack $kind part2.jsonl >packed.jsonl
    basin merge part1.jsonl packed.jsonl part3.jsonl >merged.jsonl 2>err.txt
    same "merge-$kind" merged.jsonl all.jsonl
done
pack gz part1.jsonl | basin merge part2.jsonl part3.jsonl - >merged.jsonl 2>err.txt
same merge-packed-stdin merged.jsonl all.jsonl
pack gz part1.jsonl | head -c 300 >torn.jsonl
expect merge-packed-torn 1 'torn.jsonl: ' merge torn.jsonl
pack gz part1.jsonl | tr -d '\n' >packed.jsonl  # no line break, as it may be
cp packed.jsonl kept.jsonl
expect resume-packed 1 'packed.jsonl' $run --shard 1/3 --jsonl packed.jsonl --resume
cmp -s packed.jsonl kept.jsonl
verdict resume-packed-kept $? "it was written anew"

expect resume-other 1 'part1.jsonl:1: is of another run' $run --seed 7 --jsonl part1.jsonl --resume
cp part1.jsonl kept.jsonl
expect resume-part 1 'part1.jsonl:1: is of another run' $run --shard 2/3 --jsonl part1.jsonl --resume
cmp -s part1.jsonl kept.jsonl
verdict resume-part-kept $?
# Lines of earlier builds: what does not say how many samples there are can be gone on with, for the
# lines themselves do; what does not say how many steps there were cannot.
sed 's/ "samples": 2,//' whole2.jsonl | head -5 >older.jsonl
head -4 older.jsonl >kept.jsonl
expect resume-older 0 '' $run --shard 2/3 --jsonl older.jsonl --resume
verdict resume-older-kept "$(head -4 older.jsonl | cmp -s - kept.jsonl; echo $?)" "$(head -c 300 older.jsonl)"
sed 's/ "samples": 2,//' older.jsonl >one
sed 's/ "samples": 2,//' whole2.jsonl >two
same resume-older-lines one two
for key in most_steps kernel placed hash steps constraints; do
    sed -E "3s/ \"$key\": [^,}]*,?//; 3s/,\}/}/" whole2.jsonl >older.jsonl
    cp older.jsonl kept.jsonl
    expect "resume-without-$key" 1 "^basin: older.jsonl:3: has no \"$key\", .*earlier build.*anew" \
        $run --shard 2/3 --jsonl older.jsonl --resume
    verdict "resume-without-$key-kept" "$(cmp -s older.jsonl kept.jsonl; echo $?)"
done
expect resume-seed-other 1 'part1.jsonl:1: is of another run, of which "seed" differs' \
    $run --shard 1/3 --seed 7 --jsonl part1.jsonl --resume
expect resume-steps-other 1 'part1.jsonl:1: is of another run, of which "most_steps" differs' \
    $run --shard 1/3 --steps 7 --jsonl part1.jsonl --resume
expect resume-nowhere 1 'needs --jsonl FILE' $run --resume
for bad in 0/3 4/3 1 1/ /3 x/3 1/3/4 -1/3; do
    expect "bad-$bad" 1 'is not I/N' eval queens 8 "--shard=$bad"
done

# A signal cuts runs short: those are made anew.
"$BASIN" eval queens 200 201 --energy "$(best_energy queens)" --sampler basin --threads 1 --time 0 \
    --jsonl stopped.jsonl >/dev/null 2>&1 &
sleep 0.5
kill -TERM $!
wait $!
verdict stopped-code "$(($? != 3))" "exit code"
sed -i 's/"most_steps": 0/"most_steps": 1/' stopped.jsonl  # so that the rest is soon done
basin eval queens 200 201 --energy "$(best_energy queens)" --sampler basin --steps 1 --jsonl stopped.jsonl --resume >/dev/null
verdict stopped-anew "$(! grep -q '"stop": "caller"' stopped.jsonl && [ "$(wc -l <stopped.jsonl)" = 2 ]; echo $?)" \
    "$(cut -c1-150 stopped.jsonl)"

# Answers of --count, as text and as lines.
queens=$(best_energy queens)
basin queens 6 --count 7 -q --energy "$queens" >all
for part in 1 2 3; do basin queens 6 --count 7 -q --energy "$queens" --shard $part/3; done >parts
verdict count "$(cmp -s all parts; echo $?)" "$(diff all parts | head -3)"
basin queens 6 --count 7 -q --energy "$queens" --json >all
for part in 1 2 3; do basin queens 6 --count 7 -q --energy "$queens" --shard $part/3 --json >lines$part; done
basin merge lines2 lines3 lines1 -q >unordered
basin merge lines1 lines2 lines3 -q >parts
same count-lines parts all
verdict count-sorted "$(cmp -s <(sort unordered) <(sort parts); echo $?)" "other lines"
expect_lines count-missing 3 '5 runs' '^6: 2 of 7 answers are missing, the first is sample 3' -- \
    merge lines1 lines3
expect_lines count-first 3 '6 runs' '1 of 7 answers is missing, the first is sample 0' -- \
    merge <(sed 1d lines1) lines2 lines3
# One that was not begun stands for those behind it; what was made later counts.
sed '1s/"kind": "[a-z]*"/"kind": "none"/' lines3 >early3
cat lines1 lines2 early3 >early
expect_lines count-later 0 '^7 runs, 2 of them told more than once, 1 of these not to its end at first$' -- \
    merge early lines3
cp "$out" parts
same count-later-lines parts all
expect_lines count-earlier 0 '^7 runs, 1 of them told more than once, 1 of these not to its end at first$' -- \
    merge lines3 <(head -1 early3) lines1 lines2
sed -n 1p lines3 >one
expect_lines count-one 3 '^1 run, 0 of them told more than once$' '6 of 7 answers are missing' -- merge one
# Stopped before the graph was read, it does not know how many colours there may be.
basin gen color 30 >graph.col 2>/dev/null
basin color graph.col -k 20 --count 2 -q --json >colors
{ sed '1s/"kind": "[a-z]*"/"kind": "none"/; 1s/"limit": 20, //; 1s/"constraints": [0-9]*/"constraints": 0/' colors |
    head -1; } >unread
grep -q '"kind": "none"' unread && ! grep -q limit unread
verdict count-unread-made $? "$(cat unread)"
expect_lines count-unread 0 '^2 runs, 1 of them told more than once, 1 of these not to its end at first$' -- merge unread colors
expect_lines count-not-begun 3 '7 runs' '1 of 7 answers is missing, the first is sample 5' -- \
    merge lines1 lines2 <(sed '1s/"kind": "[a-z]*"/"kind": "none"/' lines3)
basin queens 6 --count 7 -q --energy "$queens" --shard 2/3 --json --steps 100000 >steps2
expect_lines count-steps 3 '7 runs' '2 of 7 .*sample 3' '5 of 7 .*sample 0' -- merge lines1 steps2 lines3
basin queens 6 --count 2 -q --energy "$queens" --shard 3/3 >none
verdict count-empty "$([ $? = 0 ] && [ ! -s none ]; echo $?)" "an empty part says something"

# The paper's runs in parts, then all of them in one folder.
for part in 1 2; do
    basin paper 12 --quick -q --shard $part/2 -o paper$part >/dev/null 2>&1
    verdict "paper-part-$part" $? "exit code"
done
mkdir joined
basin merge paper1/runs.jsonl paper2/runs.jsonl -q >joined/runs.jsonl
before=$(wc -l <joined/runs.jsonl)
basin paper 12 --quick -q -o joined >/dev/null
timed=$(tail -n +$((before + 1)) joined/runs.jsonl | grep -c '"sample"')
verdict paper-joined "$([ "$before" -gt 0 ] && [ "$timed" -lt "$before" ] && [ -s joined/report.html ]; echo $?)" \
    "$before runs were joined, and $timed made anew"
expect paper-alone 1 '--shard is of the runs' paper 2 --shard 1/2
