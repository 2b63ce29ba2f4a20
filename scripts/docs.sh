#!/bin/sh
# docs.sh - writes what the tool can say about itself: the man page and the shell completion.
# To be run after a change of verbs, options, domains or samplers; a test holds them to it.
set -e
BASIN=${BASIN:-./basin}
"$BASIN" help --man >doc/basin.1
mkdir -p completions
"$BASIN" help --completion >completions/basin.bash
