/* least.c - solutions with fewer and fewer of what a problem limits, while there is time. */
#include "base/file.h"
#include "base/mem.h"
#include "base/team.h"
#include "energy/task.h"
#include "sample/answer.h"

#include <string.h>

/* What one call works with. */
struct descent {
    basin_ctx *ctx;
    const basin_model *model;
    const basin_problem *problem;
    const struct bsn_limit *limit;
    struct basin_solve_opts opts;
    basin_better_fn *on_better;
    double began;
    struct bsn_brake brake;
};

/* How many of the limited things an assignment uses, where they are numbered from 0. */
static uint32_t used_by(const basin_problem *problem, const int32_t *value)
{
    uint32_t used = 0;

    for (size_t i = 0; i < problem->values; i++)
        used = value[i] >= (int32_t)used ? (uint32_t)value[i] + 1 : used;
    return used;
}

static void tell(const struct descent *d, uint32_t limit, const struct basin_answer *answer)
{
    if (d->on_better)
        d->on_better(d->opts.user, limit, answer);
}

/* The solution that bounds came with, as an answer. */
static basin_status first_answer(struct descent *d, uint32_t *low, uint32_t *high,
                                 struct basin_answer *answer)
{
    BSN_TRY(BSN_NEW(d->ctx, d->problem->values, &answer->value));
    BSN_TRY(d->limit->bounds(d->ctx, d->problem->instance, answer->value, low, high));
    answer->values = d->problem->values;
    answer->kind = BASIN_ANSWER_SOLVED;
    return BASIN_STATUS_OK;
}

/* One limit lower than the answer's. Returns whether there is time to go on. */
static basin_status try_below(struct descent *d, uint32_t *limit, struct basin_answer *answer,
                              bool *better)
{
    const double left = d->opts.seconds - (bsn_seconds() - d->began);
    struct basin_solve_opts opts = d->opts;
    struct basin_answer next = BASIN_ANSWER_INIT;
    basin_problem lower = *d->problem;

    *better = false;
    if (bsn_team_any(d->opts.team, d->opts.seconds > 0 && left <= 0)) {
        answer->stop = BASIN_STOP_TIME;
        return BASIN_STATUS_OK;
    }
    basin_status status =
        d->limit->with(d->ctx, d->problem->instance, *limit - 1, NULL, &lower.instance);
    if (bsn_team_any(d->opts.team, status == BASIN_STATUS_STOPPED)) {  /* the answer that there is stays */
        if (status == BASIN_STATUS_OK)
            lower.task->free(d->ctx, lower.instance);
        answer->stop = bsn_brake_on(&d->brake) ? bsn_brake_why(&d->brake) : BASIN_STOP_CALLER;
        return BASIN_STATUS_OK;
    }
    BSN_TRY(status);
    status = basin_solve(d->ctx, d->model, &lower, &opts, &next);
    lower.task->free(d->ctx, lower.instance);
    if (status == BASIN_STATUS_OK && next.kind == BASIN_ANSWER_SOLVED) {
        basin_answer_clear(d->ctx, answer);
        *answer = next;
        *limit = used_by(d->problem, answer->value);
        *better = true;
        return BASIN_STATUS_OK;
    }
    answer->stop = next.stop;
    answer->steps = next.steps;
    answer->particles = next.particles;
    answer->sampler = next.sampler;
    basin_answer_clear(d->ctx, &next);
    return status;
}

static basin_status descend(struct descent *d, struct basin_answer *answer, uint32_t *least)
{
    uint32_t low, limit;
    bool better = true;

    BSN_TRY(first_answer(d, &low, &limit, answer));
    if (limit == 0)  /* nothing needs none, but a limit is at least one */
        low = limit = 1;
    tell(d, limit, answer);
    while (limit > low && better) {
        BSN_TRY(try_below(d, &limit, answer, &better));
        if (better)
            tell(d, limit, answer);
    }
    if (limit <= low)
        answer->stop = BASIN_STOP_SOLVED;
    answer->seconds = bsn_seconds() - d->began;
    *least = limit;
    return BASIN_STATUS_OK;
}

basin_status basin_solve_least(basin_ctx *ctx, const basin_model *model,
                               const basin_problem *problem, const struct basin_solve_opts *opts,
                               basin_better_fn *on_better, struct basin_answer *answer,
                               uint32_t *limit)
{
    BSN_NEED(ctx, problem && answer);
    const struct basin_solve_opts standard = BASIN_SOLVE_OPTS_INIT;
    struct descent d = { .ctx = ctx, .model = model, .problem = problem,
                         .limit = problem->task->limit, .opts = standard, .on_better = on_better,
                         .began = bsn_seconds() };
    struct basin_answer ours = BASIN_ANSWER_INIT;
    uint32_t least = 0;

    if (opts)
        memcpy(&d.opts, opts, opts->size < sizeof d.opts ? opts->size : sizeof d.opts);
    if (d.opts.fixed)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "fixed values need a limit: the first solution is found without them");
    if (!d.limit)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has nothing to limit", problem->name);
    BSN_TRY(bsn_answers_check(ctx, 1, answer));
    bsn_brake_put(ctx, &d.brake, d.opts.should_stop, d.opts.user, d.opts.seconds);
    const basin_status status = descend(&d, &ours, &least);
    bsn_brake_take(ctx, &d.brake);
    if (status == BASIN_STATUS_OK)
        bsn_answers_give(ctx, 1, &ours, answer);
    if (status == BASIN_STATUS_OK && limit)
        *limit = least;
    basin_answer_clear(ctx, &ours);
    return status;
}
