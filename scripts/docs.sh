#!/bin/sh
# docs.sh - writes what the tool can say about itself: the man page and the shell completions.
# To be run after a change of verbs, options, domains, samplers or models; a test holds them to it.
set -e
BASIN=${BASIN:-./basin}
"$BASIN" help --man >doc/basin.1
mkdir -p completions
"$BASIN" help --completion bash >completions/basin.bash
"$BASIN" help --completion zsh >completions/_basin
"$BASIN" help --completion fish >completions/basin.fish
