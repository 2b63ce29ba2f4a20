#!/bin/sh
# demo.sh - a first look at what basin does.
set -e
show()
{
    echo
    echo "\$ basin $*"
    ./basin "$@"
}

show queens 8
show queens 20 --format rows
show queens 8 --count 3 --format rows --seed 7
