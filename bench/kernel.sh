#!/bin/bash
# kernel.sh - the cost of one solver step in the kernels; see bench/kernel.c for how to read it.
OPENBLAS_NUM_THREADS=1 "${BENCH:-build/bench}/kernel" "$@"
