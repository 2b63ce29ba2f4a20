/* brake.c - asks whether a long call is to end. */
#include "base/ctx.h"
#include "base/file.h"

#include <assert.h>

/* Past this many seconds, some thirty years, a limit is none. */
#define FOREVER 1e9

void bsn_brake_put(basin_ctx *ctx, struct bsn_brake *brake, bool (*should_stop)(void *user),
                   void *user, double seconds)
{
    brake->should_stop = should_stop;
    brake->user = user;
    brake->deadline = seconds > 0 && seconds < FOREVER ? bsn_seconds() + seconds : 0;
    brake->caller = pthread_self();
    brake->outer = ctx->brake;
    brake->patient = brake->due = false;
    brake->setting_up = false;
    atomic_init(&brake->stop, 0);
    ctx->brake = brake;
}

void bsn_brake_take(basin_ctx *ctx, struct bsn_brake *brake)
{
    assert(ctx->brake == brake);
    ctx->brake = brake->outer;
}

enum basin_stop bsn_brake_why(const struct bsn_brake *brake)
{
    return (enum basin_stop)atomic_load_explicit(&brake->stop, memory_order_relaxed);
}

/* `mine`: this is the thread that may call the caller's functions. */
static bool ask(struct bsn_brake *brake, bool mine)
{
    if (bsn_brake_why(brake) != 0)
        return true;
    if (brake->deadline > 0 && bsn_seconds() >= brake->deadline)
        atomic_store(&brake->stop, BASIN_STOP_TIME);
    else if (mine && brake->should_stop && (brake->due || !brake->patient) &&
             brake->should_stop(brake->user))
        atomic_store(&brake->stop, BASIN_STOP_CALLER);
    else if (brake->outer && ask(brake->outer, mine))
        atomic_store(&brake->stop, bsn_brake_why(brake->outer));
    return bsn_brake_why(brake) != 0;
}

bool bsn_brake_on(struct bsn_brake *brake)
{
    return brake && ask(brake, pthread_equal(brake->caller, pthread_self()));
}

bool bsn_brake_ask(struct bsn_brake *brake)
{
    brake->due = true;
    const bool on = bsn_brake_on(brake);
    brake->due = false;
    return on;
}

basin_status bsn_poll(basin_ctx *ctx)
{
    if (!ctx->brake || !ask(ctx->brake, true))
        return BASIN_STATUS_OK;
    return bsn_fail(ctx, BASIN_STATUS_STOPPED,
                    bsn_brake_why(ctx->brake) == BASIN_STOP_TIME
                        ? "the time is over, before there was anything to return"
                        : "stopped before there was anything to return");
}

void basin_ctx_stop(basin_ctx *ctx, basin_stop_fn *should_stop, void *user, double seconds)
{
    if (!ctx)
        return;
    ctx->brake = NULL;
    atomic_store(&ctx->own.stop, 0);
    if (should_stop || seconds > 0)
        bsn_brake_put(ctx, &ctx->own, should_stop, user, seconds);
    ctx->own.setting_up = true;
}

bool basin_ctx_stopped(const basin_ctx *ctx)
{
    return ctx && bsn_brake_why(&ctx->own) != 0;
}
