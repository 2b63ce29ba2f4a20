#!/bin/sh
# commit.sh - prints a C file that says which commit the tool is built from, for signing runs.
commit=$(git rev-parse --short=10 HEAD 2>/dev/null) || commit=unknown
# Runs are kept in results/ as they come: that changes nothing of what makes them.
git diff --quiet HEAD -- . ':(exclude)results' 2>/dev/null || commit=$commit-dirty
echo '/* made by scripts/commit.sh */'
echo '#include "program/machine.h"'
echo
echo "const char machine_commit[] = \"$commit\";"
