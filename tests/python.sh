#!/bin/bash
# python.sh - the Python package: the tests of tests/python, its example, and what pip makes of it.
# Debian's python is asked where there is one.
. "$(dirname "$0")/support.bash"
root=$(cd "$(dirname "$0")/.." && pwd)
python=/usr/bin/python3
[ -x $python ] || python=python3
export PYTHONDONTWRITEBYTECODE=1

PYTHONPATH=$root/python timeout 550 $python "$root/tests/python/run.py" </dev/null 2>"$err"
code=$?
verdict quiet $((code != 0 || $(wc -c <"$err") != 0)) "code $code: $(head -c 400 "$err")"

example=$root/examples/queens-to-sudoku/solve.py
timeout 100 $python "$example" >"$out" 2>"$err" &&
    [ "$(wc -l <"$out")" -eq 9 ] && tail -1 "$out" | grep -qx '[1-9]\( [1-9]\)\{8\} solved' &&
    [ "$(wc -l <"$example")" -lt 20 ]
verdict example $? "$(cat "$out" "$err")"

# refused NAME LIBRARY PATTERN: import fails, and says why
refused()
{
    BASIN_LIBRARY=$2 PYTHONPATH=$root/python $python -c 'import basin' >"$out" 2>"$err"
    [ $? -eq 1 ] && tail -1 "$err" | grep -qE "^ImportError: .*$3"
    verdict "$1" $? "$(cat "$err")"
}
refused no-library "$folder/none.so" 'libbasin is not found; make builds it.*none.so'
refused other-library libm.so.6 'libm.so.6 has no basin_version'

# The larger library has crosswords.
BASIN_LIBRARY=$root/build/libbasin-full.so PYTHONPATH=$root/python $python -c '
import basin
assert "crossword" in basin.domains()
answer = basin.open("crossword", "examples/mini.txt").solve(seconds=20)
assert len(answer.sure) and answer.kind in ("believed", "best"), answer
print(answer.write())' >"$out" 2>"$err"
verdict full $? "$(cat "$err")"

if $python -m pip --version >/dev/null 2>&1; then
    $python -m pip install -q --no-index --disable-pip-version-check --root-user-action=ignore \
        --target "$folder/site" "$root/python" >"$out" 2>&1 &&
        (cd "$folder" && PYTHONPATH=$folder/site $python -c '
import os, basin
assert basin._library._name.startswith(os.path.dirname(basin.__file__)), basin._library._name
assert basin.open("queens", 8).solve().solved') >>"$out" 2>&1
    verdict pip $? "$(cat "$out")"
else
    echo "skip python-pip no pip (python3-pip)"
fi
