#!/bin/sh
# commit.sh - prints a C file that says which commit the tool is built from, for signing runs.
commit=$(git describe --always --dirty --abbrev=10 2>/dev/null) || commit=unknown
echo '/* made by scripts/commit.sh */'
echo '#include "paper/paper.h"'
echo
echo "const char paper_commit[] = \"$commit\";"
