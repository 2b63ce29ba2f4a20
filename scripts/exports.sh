#!/bin/sh
# exports.sh - prints the names of all functions that the given headers mark BASIN_API.
cat "$@" | sed -n 's/^BASIN_API .*[ *]\(basin_[a-z0-9_]*\)(.*/\1/p' | LC_ALL=C sort
