#!/bin/bash
# limits.sh - time, memory and signals at sizes where nothing but the limit helps. Bounds are wide:
# machines are busy; bench/stop.py measures.
. "${0%/*}/support.bash"

seconds()
{
    local begun
    begun=$(date +%s%N)
    basin "$@" >"$out" 2>"$err" </dev/null
    code=$?
    milliseconds=$((($(date +%s%N) - begun) / 1000000))
}

# late NAME MOST PATTERN ARGS...: ends within so many milliseconds, not solved, with a line that says so
late()
{
    local name=$1 most=$2 pattern=$3
    shift 3
    seconds "$@"
    [ $code -eq 0 ] && [ $milliseconds -le "$most" ] && grep -q "$pattern" "$out"
    verdict "$name" $? "code $code after $milliseconds ms: $(head -c 200 "$out" "$err")"
}

printf 'p cnf 10000000 1\n1 0\n' >"$folder/units.cnf"
late time-units 2000 '^s UNKNOWN$' sat "$folder/units.cnf" --time 0.001
late time-board 3000 '^c ' queens 1500 --time 0.2
late time-continuous 3000 '^c ' queens 1000 --sampler basin --time 0.2
basin gen color 8 --kind queen >"$folder/queen.col"
late time-colours 5000 '^c ' color "$folder/queen.col" -k 100000 --whole --time 0.5
late time-json 3000 '"kind": *"none"' sat "$folder/units.cnf" --time 0.001 --json
# of many answers, those that were not begun have one line, which says where they begin
late time-count 3000 '"stop": "time"' queens 8 --count 1000000 --time 0.5 --threads 1 --json
python3 - "$out" <<'END' >"$folder/said" 2>&1
import json, sys
answers = [json.loads(line) for line in open(sys.argv[1])]
assert len(answers) < 1000000, len(answers)
assert [a["sample"] for a in answers] == list(range(len(answers)))
assert [i for i, a in enumerate(answers) if a["kind"] == "none"] == [len(answers) - 1]
END
verdict time-count-lines $? "$(tail -1 "$folder/said")"
grep -q ' of 1000000 valid, [0-9]* unique, [0-9]* not begun; ' "$err"
verdict time-count-summary $? "$(cat "$err")"
late time-count-text 3000 '^c no answer: ' queens 8 --count 1000000 --time 0.5
[ "$(grep -c '^c no answer: ' "$out")" -le 4 ]  # a thread may have been cut short in between
verdict time-count-text-lines $? "$(grep -c '^c no answer: ' "$out") lines"
# who was stopped before there was a model names no sampler but one that was asked for
late time-sampler 3000 '"sampler": null, "selection": "first verified"' \
    sat "$folder/units.cnf" --time 0.001 --json
late time-selection 3000 '"sampler": null, "selection": "lowest energy"' \
    crossword examples/mini.ipuz --time 0.000001 --json
late time-asked 3000 '"sampler": "basin", "selection": "first verified"' \
    sat "$folder/units.cnf" --time 0.001 --json --sampler basin
late time-paper 3000 '"model_energy": "paper", "sampler": "pem", "selection": "lowest energy"' \
    sat "$folder/units.cnf" --time 0.001 --json --method paper

refuse memory 'more memory is needed than allowed' queens 1000 --memory 20
refuse memory-file 'more memory is needed than allowed' sat "$folder/units.cnf" --memory 1
expect memory-enough 10 'solved' queens 20 --memory 200

# a signal while there is work; each ends with what there is
python3 - "$BASIN" "$folder" >"$out" 2>&1 <<'END'
import json, os, signal, subprocess, sys, time
basin, folder = sys.argv[1:]
formula = os.path.join(folder, "hard.cnf")
with open(formula, "w") as file:  # every sign of three variables, many times: nothing satisfies it
    clauses = ["%d %d %d 0" % tuple(v if s >> i & 1 else -v for i, v in enumerate((k, k + 1, k + 2)))
               for k in range(1, 2000) for s in range(8)]
    file.write("p cnf 2002 %d\n%s\n" % (len(clauses), "\n".join(clauses)))
for words in (["sat", formula], ["sat", formula, "--sampler", "basin"],
              ["queens", "8", "--method", "paper", "--particles", "1024"],
              ["queens", "700", "--sampler", "basin"]):
    for wait in (0.03, 0.2, 0.7):
        child = subprocess.Popen([basin, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(wait)
        child.send_signal(signal.SIGINT)
        begun = time.monotonic()
        text, told = child.communicate(timeout=50)
        took = time.monotonic() - begun
        assert child.returncode == 0 and took < 3, (words, wait, child.returncode, took, told)
        assert text.startswith(b"c "), (words, wait, text[:100])
# one while a full pipe holds up what is printed tears no line
child = subprocess.Popen([basin, "queens", "8", "--count", "3000", "--json", "-q"],
                         stdout=subprocess.PIPE)
time.sleep(0.8)
child.send_signal(signal.SIGINT)
time.sleep(0.3)
lines = child.communicate(timeout=50)[0].splitlines()
assert child.returncode in (0, 10) and len(lines) > 100, (child.returncode, len(lines))
for line in lines:
    json.loads(line)
# one while standard input keeps it waiting is heard
child = subprocess.Popen([basin, "sat", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE)
time.sleep(0.3)
child.send_signal(signal.SIGINT)
assert child.wait(timeout=10) == 0, child.returncode
# one that was ignored before stays so
child = subprocess.Popen([basin, "sat", formula, "--time", "0.5"], stdout=subprocess.PIPE,
                         preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
begun = time.monotonic()
while child.poll() is None:
    child.send_signal(signal.SIGINT)
    time.sleep(0.02)
assert child.returncode == 0 and time.monotonic() - begun >= 0.5, child.returncode
END
verdict signals $? "$(tail -3 "$out")"

(ulimit -v 150000 && timeout 20 "$BASIN" --version) >"$out" 2>&1
code=$?  # a build with sanitizers needs more
[ $code -ne 124 ] && [ $code -lt 128 ]
verdict little-memory $? "code $code: $(head -c 200 "$out")"
