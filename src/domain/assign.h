/* assign.h - what domains do alike with assignments: read one entry off several, collect many. */
#ifndef BSN_ASSIGN_H
#define BSN_ASSIGN_H

#include "nn/kernel.h"

#include "base/ctx.h"

/* Which of `entries` rows of y (entries, 16) is the highest in each lane; -1 where all are NaN, for
 * comparisons with it are false. */
void bsn_highest(uint32_t entries, const float *y, int32_t highest[static BSN_LANES]);

/* Appends an assignment of `values` numbers, all open, to *value, which has room for *capacity. */
basin_status bsn_assign_next(basin_ctx *ctx, size_t values, int32_t **value, size_t *capacity,
                             size_t *count);

#endif
