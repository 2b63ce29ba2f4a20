/* log.c - the CSV log of a training. It holds no times, so equal trainings have equal logs. */
#define _GNU_SOURCE
#include "train/log.h"

#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static basin_status keep(basin_ctx *ctx, struct bsn_log *log)
{
    if (bsn_file_grow(log->to, &log->bytes))
        return BASIN_STATUS_OK;
    return bsn_fail(ctx, BASIN_STATUS_IO, "%s: cannot write: %s", log->path, strerror(errno));
}

basin_status bsn_log_open(basin_ctx *ctx, const char *path, uint64_t bytes, struct bsn_log *log)
{
    *log = (struct bsn_log){ .path = path };
    if (!path)
        return BASIN_STATUS_OK;
    log->to = bytes > 0 ? fopen(path, "r+e") : NULL;
    if (log->to && (fseeko(log->to, 0, SEEK_END) != 0 || (uint64_t)ftello(log->to) < bytes ||
                    ftruncate(fileno(log->to), (off_t)bytes) != 0 ||
                    fseeko(log->to, 0, SEEK_END) != 0))
        bsn_log_close(log);  /* not the log we left: begin a new one */
    if (!log->to) {
        log->to = fopen(path, "we");
        if (!log->to)
            return bsn_fail(ctx, BASIN_STATUS_IO, "%s: cannot create: %s", path, strerror(errno));
        fprintf(log->to, "network,step,loss,diffusion,contrastive,rate_scale\n");
    }
    return keep(ctx, log);
}

basin_status bsn_log_row(basin_ctx *ctx, struct bsn_log *log, const char *network, uint64_t step,
                         double total, const struct bsn_loss_sum *mean, double rate_scale)
{
    if (!log->to)
        return BASIN_STATUS_OK;
    fprintf(log->to, "%s,%llu,%.6g,%.6g,%.6g,%g\n", network, (unsigned long long)step, total,
            mean->diffusion, mean->contrastive, rate_scale);
    return keep(ctx, log);
}

void bsn_log_close(struct bsn_log *log)
{
    if (log->to)
        fclose(log->to);
    log->to = NULL;
}
