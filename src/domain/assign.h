/* assign.h - what domains do alike with assignments: read entries off coordinates, collect many. */
#ifndef BSN_ASSIGN_H
#define BSN_ASSIGN_H

#include "nn/kernel.h"

#include "base/ctx.h"

/* Which of `entries` rows of y (entries, 16) is the highest in each lane; -1 where all are NaN, for
 * comparisons with it are false. */
void bsn_highest(uint32_t entries, const float *y, int32_t highest[static BSN_LANES]);

/* Where each of `values` values has `entries` coordinates, of which the highest is meant: from y
 * (values, entries, 16) to value (16, values), -1 where none is, and back from one assignment, in
 * which what is negative is left open. */
void bsn_highest_decode(size_t values, uint32_t entries, size_t count, const float *y,
                        int32_t *value);
void bsn_highest_encode(size_t values, uint32_t entries, const int32_t *value, float open, float *y);

/* Appends an assignment of `values` numbers, all open, to *value, which has room for *capacity. */
basin_status bsn_assign_next(basin_ctx *ctx, size_t values, int32_t **value, size_t *capacity,
                             size_t *count);

#endif
