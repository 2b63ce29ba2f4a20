#!/bin/bash
# kernel.sh - the cost of one solver step in the kernels; see bench/kernel.c for how to read it.
"${BENCH:-build/bench}/kernel" "$@"
