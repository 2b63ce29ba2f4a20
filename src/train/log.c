/* log.c - the CSV log of a training. It holds no times, so equal trainings have equal logs. */
#define _GNU_SOURCE
#include "train/log.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

basin_status bsn_log_open(basin_ctx *ctx, const char *path, uint64_t bytes, FILE **out)
{
    *out = NULL;
    if (!path)
        return BASIN_STATUS_OK;
    FILE *log = bytes > 0 ? fopen(path, "r+") : NULL;
    if (log && (fseeko(log, 0, SEEK_END) != 0 || (uint64_t)ftello(log) < bytes ||
                ftruncate(fileno(log), (off_t)bytes) != 0 || fseeko(log, 0, SEEK_END) != 0)) {
        fclose(log);  /* not the log we left: begin a new one */
        log = NULL;
    }
    if (!log) {
        log = fopen(path, "w");
        if (!log)
            return bsn_fail(ctx, BASIN_STATUS_IO, "%s: cannot create: %s", path, strerror(errno));
        fprintf(log, "network,step,loss,diffusion,contrastive,rate_scale\n");
    }
    *out = log;
    return BASIN_STATUS_OK;
}

void bsn_log_row(FILE *log, const char *network, uint64_t step, double total,
                 const struct bsn_loss_sum *mean, double rate_scale)
{
    if (log)
        fprintf(log, "%s,%llu,%.6g,%.6g,%.6g,%g\n", network, (unsigned long long)step, total,
                mean->diffusion, mean->contrastive, rate_scale);
}

uint64_t bsn_log_bytes(FILE *log)
{
    if (!log || fflush(log) != 0)
        return 0;
    const off_t at = ftello(log);
    return at < 0 ? 0 : (uint64_t)at;
}

void bsn_log_close(FILE *log)
{
    if (log)
        fclose(log);
}
