/* bench.h - hot paths against what limits them on this machine: all that the tool knows of it. */
#ifndef BASIN_BENCH_H
#define BASIN_BENCH_H

#include <basin.h>

/* What is asked for, as `basin help bench` says; NULL and false: not given. */
struct bench_options {
    const char *const *operand;  /* parts of rows' names; none: all rows */
    size_t operands;
    const char *kernel, *compare;
    bool json, quiet;
};

/* Measures and prints. Stops when stop_asked says so. Returns an exit code. */
int bench_run(basin_ctx *ctx, const struct bench_options *o);

#endif
