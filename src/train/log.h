/* log.h - the CSV log of a training: a row every few steps, cut back to the state on resume. */
#ifndef BSN_LOG_H
#define BSN_LOG_H

#include "train/loss.h"

#include <stdio.h>

/* Opens the log, new or cut back to `bytes`; a NULL path gives a NULL log, which is fine below. */
basin_status bsn_log_open(basin_ctx *ctx, const char *path, uint64_t bytes, FILE **out);
void bsn_log_row(FILE *log, const char *network, uint64_t step, double total,
                 const struct bsn_loss_sum *mean, double rate_scale);
uint64_t bsn_log_bytes(FILE *log);
void bsn_log_close(FILE *log);

#endif
