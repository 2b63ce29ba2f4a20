/* log.h - the CSV log of a training: a row every few steps, cut back to the state on resume. */
#ifndef BSN_LOG_H
#define BSN_LOG_H

#include "train/loss.h"

#include <stdio.h>

struct bsn_log {
    FILE *to;  /* NULL: none is kept, which is fine below */
    const char *path;
    int64_t bytes;  /* of whole rows */
};

/* Opens the log, new or cut back to `bytes`; path may be NULL. */
basin_status bsn_log_open(basin_ctx *ctx, const char *path, uint64_t bytes, struct bsn_log *log);
/* The row is in the file then, or, where that fails, nothing of it. */
basin_status bsn_log_row(basin_ctx *ctx, struct bsn_log *log, const char *network, uint64_t step,
                         double total, const struct bsn_loss_sum *mean, double rate_scale);
void bsn_log_close(struct bsn_log *log);

#endif
