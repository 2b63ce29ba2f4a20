/* run.c - the life of a run: memory, starting points, looking at particles, limits. */
#include "base/file.h"
#include "base/mem.h"
#include "sample/together.h"

#include <math.h>
#include <string.h>

#define BLOCK 65536        /* random numbers between polls */
#define START_NOISE 0.05f  /* around an assignment to start from; too little to change it */

/* What samplers of coordinates work with. */
static basin_status new_slopes(basin_ctx *ctx, const struct bsn_run *run, struct bsn_tile *tile)
{
    const size_t coords = bsn_compose_coords(run->compose) * BSN_LANES;
    const size_t factors = bsn_compose_factors(run->compose) * BSN_LANES;

    BSN_TRY(BSN_NEW(ctx, coords, &tile->grad));
    BSN_TRY(BSN_NEW(ctx, factors, &tile->residual));
    BSN_TRY(BSN_NEW(ctx, bsn_compose_scratch(run->compose), &tile->scratch));
    if (run->sampler->weights) {
        BSN_TRY(BSN_NEW(ctx, factors, &tile->weight));
        BSN_TRY(BSN_NEW(ctx, coords, &tile->drift));
    }
    if (run->sampler->extra) {
        BSN_TRY(BSN_NEW(ctx, coords, &tile->extra));
        BSN_TRY(BSN_NEW(ctx, coords, &tile->extra2));
        BSN_TRY(BSN_NEW(ctx, coords, &tile->kept[0]));
        BSN_TRY(BSN_NEW(ctx, coords, &tile->kept[1]));
    }
    return BASIN_STATUS_OK;
}

static basin_status new_tile(basin_ctx *ctx, const struct bsn_run *run, struct bsn_tile *tile)
{
    const size_t values = run->problem->values;

    BSN_TRY(BSN_NEW(ctx, bsn_compose_coords(run->compose) * BSN_LANES, &tile->y));
    BSN_TRY(BSN_NEW(ctx, BSN_LANES, &tile->energy));
    if (!run->sampler->assignments)
        BSN_TRY(new_slopes(ctx, run, tile));
    BSN_TRY(BSN_NEW(ctx, tile->live * values, &tile->value));
    BSN_TRY(BSN_NEW(ctx, run->problem->task->scratch(run->problem->instance),
                    &tile->verify_scratch));
    BSN_TRY(BSN_NEW(ctx, values, &tile->best));
    if (run->sampler->room)
        BSN_TRY(bsn_new(ctx, run->sampler->room(run->compose), 1, &tile->room));
    return BASIN_STATUS_OK;
}

static void free_tile(basin_ctx *ctx, struct bsn_tile *tile)
{
    void *const blocks[] = { tile->y, tile->grad, tile->energy, tile->residual, tile->weight,
                             tile->drift, tile->extra, tile->extra2, tile->kept[0], tile->kept[1],
                             tile->value, tile->verify_scratch, tile->best, tile->scratch,
                             tile->room };

    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        bsn_free(ctx, blocks[i]);
}

static basin_status new_arrays(basin_ctx *ctx, struct bsn_run *run)
{
    BSN_TRY(BSN_NEW(ctx, run->tiles, &run->tile));
    BSN_TRY(BSN_NEW(ctx, run->particles, &run->parent));
    BSN_TRY(BSN_NEW(ctx, run->particles, &run->share));
    BSN_TRY(BSN_NEW(ctx, run->particles, &run->moment_energy));
    if (run->watch) {
        BSN_TRY(bsn_new(ctx, run->tiles * BSN_LANES, run->problem->values * sizeof(int32_t),
                        (void **)&run->moment_value));
        BSN_TRY(BSN_NEW(ctx, run->tiles * BSN_LANES, &run->moment_broken));
    }
    BSN_TRY(BSN_NEW(ctx, run->problem->values, &run->best));
    if (run->team)
        BSN_TRY(bsn_new(ctx, run->team->count, run->problem->values * sizeof *run->best,
                        &run->shared));
    for (uint32_t i = 0; i < run->tiles; i++) {
        const size_t left = run->particles - i * BSN_LANES;
        run->tile[i].index = i;
        run->tile[i].live = left < BSN_LANES ? left : BSN_LANES;
        BSN_TRY(new_tile(ctx, run, &run->tile[i]));
    }
    return run->sampler->open ? run->sampler->open(ctx, run) : BASIN_STATUS_OK;
}

basin_status bsn_run_new(basin_ctx *ctx, const struct bsn_run_setup *setup, struct bsn_run **out)
{
    struct bsn_run *run;

    BSN_TRY(BSN_NEW(ctx, 1, &run));
    run->ctx = ctx;
    run->problem = setup->problem;
    run->compose = setup->compose;
    run->sampler = setup->sampler;
    run->pool = setup->pool;
    run->particles = setup->particles;
    run->decode = setup->decode;
    run->by_energy = setup->by_energy;
    run->held = setup->held;
    run->floor = bsn_problem_floor(setup->problem);
    run->start = setup->start;
    run->watch = setup->watch;
    run->whole = setup->whole;
    run->team = setup->team;
    run->tiles = (setup->particles + BSN_LANES - 1) / BSN_LANES;
    const basin_status status = new_arrays(ctx, run);
    if (status != BASIN_STATUS_OK) {
        bsn_run_free(ctx, run);
        return status;
    }
    *out = run;
    return BASIN_STATUS_OK;
}

void bsn_run_free(basin_ctx *ctx, struct bsn_run *run)
{
    if (!run)
        return;
    if (run->sampler->close)
        run->sampler->close(ctx, run);
    for (size_t i = 0; run->tile && i < run->tiles; i++)
        free_tile(ctx, &run->tile[i]);
    bsn_free(ctx, run->tile);
    bsn_free(ctx, run->parent);
    bsn_free(ctx, run->share);
    bsn_free(ctx, run->moment_energy);
    bsn_free(ctx, run->moment_value);
    bsn_free(ctx, run->moment_broken);
    bsn_free(ctx, run->best);
    bsn_free(ctx, run->shared);
    bsn_free(ctx, run);
}

struct each {
    struct bsn_run *run;
    bsn_tile_fn *work;
    void *arg;
};

static void each_task(void *arg, size_t task, uint32_t thread)
{
    const struct each *const each = arg;

    (void)thread;
    each->work(each->run, &each->run->tile[task], each->arg);
}

/* Others work, and only this thread may ask the caller. */
static void each_idle(void *arg)
{
    bsn_run_poll(((const struct each *)arg)->run);
}

void bsn_run_each(struct bsn_run *run, bsn_tile_fn *work, void *arg)
{
    struct each each = { run, work, arg };

    if (run->pool) {
        bsn_pool_run_idle(run->pool, run->tiles, each_task, each_idle, &each);
        return;
    }
    for (size_t i = 0; i < run->tiles; i++)
        work(run, &run->tile[i], arg);
}

/* Coordinates that are fixed stay at the middle of what their level makes of them. */
static void hold(const struct bsn_run *run, struct bsn_tile *tile)
{
    const size_t coords = bsn_compose_coords(run->compose);

    for (size_t i = 0; run->held && i < coords; i++)
        for (size_t lane = 0; !isnan(run->held[i * BSN_LANES]) && lane < BSN_LANES; lane++)
            tile->y[i * BSN_LANES + lane] = run->held[i * BSN_LANES + lane] *
                                            tile->level.signal[lane];
}

void bsn_tile_start(struct bsn_run *run, struct bsn_tile *tile, void *unused)
{
    const size_t floats = bsn_compose_coords(run->compose) * BSN_LANES;
    const struct bsn_rng rng = { run->seed, BSN_RNG_START, run->stream, tile->index };

    (void)unused;
    tile->violated = UINT64_MAX;
    tile->best_energy = INFINITY;
    for (size_t lane = 0; lane < BSN_LANES; lane++)
        tile->energy[lane] = NAN;
    bsn_level_all(bsn_compose_schedule(run->compose), bsn_compose_schedule(run->compose)->levels,
                  &tile->level);
    if (run->sampler->assignments)
        return;
    for (size_t i = 0; i < floats && !bsn_run_poll(run); i += BLOCK)
        bsn_rng_normals(&rng, (uint32_t)i, tile->y + i,
                        (uint32_t)(floats - i < BLOCK ? floats - i : BLOCK));
    for (size_t i = 0; run->start && i < floats; i++)
        if (!isnan(run->start[i]))
            tile->y[i] = run->start[i] + START_NOISE * tile->y[i];
    if (run->start && !run->by_energy && !run->sampler->lowest) {
        bsn_level_all(bsn_compose_schedule(run->compose), 1, &tile->level);
        if (bsn_tile_eval(run, tile, NULL))
            bsn_tile_look(run, tile, 0);
    }
}

static bool eval(struct bsn_run *run, struct bsn_tile *tile, const float *weight, float *grad)
{
    hold(run, tile);
    tile->level.lanes = tile->live;
    tile->level.brake = run->brake;
    return bsn_compose_eval(run->compose, &tile->level, tile->y, weight, tile->scratch,
                            tile->energy, grad, tile->residual);
}

bool bsn_tile_eval(struct bsn_run *run, struct bsn_tile *tile, const float *weight)
{
    return eval(run, tile, weight, tile->grad);
}

bool bsn_tile_energy(struct bsn_run *run, struct bsn_tile *tile)
{
    return eval(run, tile, NULL, NULL);
}

/* Decoding rounds what the level left of held coordinates; fixed values stay whatever it says. */
void bsn_run_fix(const struct bsn_run *run, size_t count, int32_t *value)
{
    const int32_t *const fixed = run->opts->fixed;

    for (size_t lane = 0; fixed && lane < count; lane++)
        for (size_t i = 0; i < run->problem->values; i++)
            if (fixed[i] >= 0)
                value[lane * run->problem->values + i] = fixed[i];
}

/* Is the first of two answers better, by what the sampler is for? */
static bool is_fitter(const struct bsn_run *run, uint64_t violated, double energy, uint64_t other,
                      double other_energy)
{
    if (run->sampler->lowest)
        return energy < other_energy;
    return violated < other ||
           (run->sampler->graded && violated == other && energy < other_energy);
}

bool bsn_tile_look(struct bsn_run *run, struct bsn_tile *tile, uint64_t step)
{
    hold(run, tile);
    run->problem->task->decode(run->problem->instance, run->decode, tile->live, tile->y,
                               tile->value);
    return bsn_tile_judge(run, tile, step);
}

bool bsn_tile_judge(struct bsn_run *run, struct bsn_tile *tile, uint64_t step)
{
    const struct bsn_task *const task = run->problem->task;
    const size_t values = run->problem->values;
    uint64_t violated[BSN_LANES];

    bsn_run_fix(run, tile->live, tile->value);
    task->verify(run->problem->instance, tile->live, tile->value, tile->verify_scratch,
                   violated);
    for (size_t lane = 0; lane < tile->live; lane++) {
        const double energy = run->sampler->graded ? tile->sum[lane] : tile->energy[lane];
        if (is_fitter(run, violated[lane], energy, tile->violated, tile->best_energy)) {
            tile->violated = violated[lane];
            tile->at_step = step;
            tile->lane = lane;
            tile->best_energy = energy;
            memcpy(tile->best, tile->value + lane * values, values * sizeof *tile->best);
        }
    }
    return tile->violated <= run->floor;
}

/* Takes over the best of the tiles. Ties go to the earlier step, then to the lower particle, so
 * that the order in which threads came by does not matter. */
static void gather(struct bsn_run *run)
{
    for (size_t i = 0; i < run->tiles; i++) {
        struct bsn_tile *const tile = &run->tile[i];
        const bool fitter = is_fitter(run, tile->violated, tile->best_energy, run->violated,
                                      run->energy);
        const bool same = !fitter && !is_fitter(run, run->violated, run->energy, tile->violated,
                                                tile->best_energy);
        const bool better = fitter || (same && tile->at_step < run->at_step);
        if (tile->violated == UINT64_MAX || !better)
            continue;
        run->violated = tile->violated;
        run->at_step = tile->at_step;
        run->energy = tile->best_energy;
        memcpy(run->best, tile->best, run->problem->values * sizeof *run->best);
    }
}

bool bsn_run_poll(struct bsn_run *run)
{
    return bsn_brake_on(run->brake);
}

bool bsn_run_timed(const struct bsn_run *run)
{
    return run->opts->seconds > 0;
}

bool bsn_run_over(struct bsn_run *run, uint64_t step)
{
    run->steps = step;
    if (!run->by_energy)
        gather(run);
    if (run->sampler->assignments || !bsn_run_poll(run))  /* else the step may be in pieces */
        bsn_run_moment(run, step);
    const bool found = run->violated <= run->floor && !run->by_energy && !run->sampler->lowest &&
                       (!run->sampler->graded || run->energy <= run->bound);

    const bool over = found || bsn_run_poll(run) ||
                      (run->step_limit > 0 && step >= run->step_limit);
    return run->team ? bsn_together_over(run, step, found, over) : over;
}

/* The paper's selection: the particle of lowest energy now, decoded. */
static void select_by_energy(struct bsn_run *run)
{
    struct bsn_tile *best = NULL;
    size_t lane = 0;

    for (size_t i = 0; i < run->tiles; i++)
        for (size_t l = 0; l < run->tile[i].live; l++) {
            if (isnan(run->tile[i].energy[l]))
                run->tile[i].energy[l] = INFINITY;
            if (!best || !(best->energy[lane] <= run->tile[i].energy[l])) {
                best = &run->tile[i];
                lane = l;
            }
        }
    if (!isfinite(best->energy[lane]) && bsn_run_poll(run))
        return;  /* stopped before any energy was known */
    const size_t values = run->problem->values;
    run->problem->task->decode(run->problem->instance, run->decode, lane + 1, best->y, best->value);
    bsn_run_fix(run, lane + 1, best->value);
    memcpy(run->best, best->value + lane * values, values * sizeof *run->best);
    run->energy = best->energy[lane];
    run->problem->task->verify(run->problem->instance, 1, run->best, best->verify_scratch,
                                 &run->violated);
}

enum basin_stop bsn_run_sample(struct bsn_run *run, const struct basin_solve_opts *opts,
                               uint64_t sample, bool main_thread, struct bsn_brake *brake)
{
    run->opts = opts;
    run->seed = opts->seed;
    run->stream = (uint32_t)sample;
    run->step_limit = opts->steps;
    run->main_thread = main_thread;
    run->began = bsn_seconds();
    run->brake = brake;
    run->steps = 0;
    run->violated = run->at_step = UINT64_MAX;
    run->energy = INFINITY;
    run->resampled = false;
    run->meet_at = 0;
    run->parted = false;
    bsn_run_each(run, bsn_tile_start, NULL);
    if (run->watch && !run->sampler->assignments)
        bsn_run_moment(run, 0);
    run->sampler->run(run);
    if (run->by_energy && run->steps > 0)
        select_by_energy(run);
    const bool low = !run->sampler->graded || run->energy <= run->bound;
    if (run->violated == 0 && low)
        return BASIN_STOP_SOLVED;
    if (run->violated <= run->floor && low)
        return BASIN_STOP_FLOOR;
    if (bsn_brake_why(brake) != 0)
        return bsn_brake_why(brake);
    return opts->steps > 0 && run->steps >= opts->steps ? BASIN_STOP_STEPS
                                                                : BASIN_STOP_END;
}
