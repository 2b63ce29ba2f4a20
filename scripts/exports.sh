#!/bin/sh
# exports.sh - prints the names of all functions that include/basin.h marks BASIN_API.
sed -n 's/^BASIN_API .*[ *]\(basin_[a-z0-9_]*\)(.*/\1/p' include/basin.h | LC_ALL=C sort
