/* paper.h - the reproduction of the paper, a program of its own: all that the tool knows of it. */
#ifndef BASIN_PAPER_H
#define BASIN_PAPER_H

#include <basin.h>

/* What is asked for, as `basin help paper` says; NULL and false: not given. */
struct paper_options {
    const char *const *operand;  /* tables and figures; none: all of them */
    size_t operands;
    bool quick, measure, fair, full, recheck, fresh, quiet;
    const char *data, *output, *results, *readme;
    size_t shard, shards;        /* make the runs of part `shard` of so many alone; 0 of 1: all */
};

/* Measures, or shows what was measured, and makes the report. Stops when stop_asked says so. Returns
 * an exit code. */
int paper_reproduce(basin_ctx *ctx, const struct paper_options *o);

#endif
