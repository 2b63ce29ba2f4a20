/* learn_watch.h - how long work reports where it is, and is asked to stop.
 *
 * Both functions are called from the thread that began the work, a few times a second.
 */
#ifndef BSN_WATCH_H
#define BSN_WATCH_H

#include "base/ctx.h"

struct bsn_watch {
    void (*on_progress)(void *user, const char *stage, double done); /* share of the whole */
    bool (*should_stop)(void *user);
    void *user;
    const char *stage;
    double from, to; /* which part of the whole the stage is */
};

/* `done` is the share of the stage. Returns STOPPED when asked to stop; a NULL watch, and one
 * without functions, is fine. */
static inline basin_status bsn_watch_tell(basin_ctx *ctx, const struct bsn_watch *watch,
                                          double done)
{
    if (watch && watch->on_progress)
        watch->on_progress(watch->user, watch->stage,
                           watch->from + (watch->to - watch->from) * done);
    if (watch && watch->should_stop && watch->should_stop(watch->user))
        return bsn_fail(ctx, BASIN_STATUS_STOPPED, "stopped while %s", watch->stage);
    return BASIN_STATUS_OK;
}

#endif
