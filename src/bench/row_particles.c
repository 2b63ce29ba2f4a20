/* row_particles.c - what is done to particles beside their energies: they move, are resampled,
 * decoded and verified. */
#include "base/mem.h"
#include "base/rng.h"
#include "bench/parts.h"
#include "sample/resample.h"

#include <string.h>

#define COORDINATES 4096   /* that move at once: with their gradients 512 KB */
#define PRODUCTS 5         /* of Philox, for a normal: ten rounds of two for four words */
#define PARTICLES 1024     /* that are resampled, as many as the paper has at most */

/* ---------------------------------------------------------------------------------- moving ---- */

struct random {
    const struct bsn_kernel *kernel;
    struct bsn_move move;
    float *y, *grad;
};

static void run_random(void *own)
{
    struct random *const r = own;

    r->move.when++;
    r->kernel->langevin(&r->move, COORDINATES, r->grad, NULL, r->y);
}

static void close_random(basin_ctx *ctx, void *own)
{
    struct random *const r = own;

    bsn_free(ctx, r->y);
    bsn_free(ctx, r->grad);
    bsn_free(ctx, r);
}

basin_status bench_open_random(const struct bench_room *room, const struct bench_row *row,
                               struct bench_job *job)
{
    struct random *r;

    (void)row;
    BSN_TRY(BSN_NEW(room->ctx, 1, &r));
    *job = (struct bench_job){ .run = run_random, .close = close_random, .own = r };
    BSN_TRY(BSN_NEW(room->ctx, COORDINATES * BSN_LANES, &r->y));
    BSN_TRY(BSN_NEW(room->ctx, COORDINATES * BSN_LANES, &r->grad));
    r->kernel = room->kernel;
    r->move = (struct bsn_move){ .seed = 1, .clip = 1, .reach = 2 };
    for (size_t lane = 0; lane < BSN_LANES; lane++)
        r->move.noise_scale[lane] = 0.1f;
    job->units = COORDINATES * BSN_LANES;
    job->work = PRODUCTS * job->units;
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------ resampling ---- */

struct resample {
    struct bench_instance instance;
    struct bsn_sampler sampler;
    struct bsn_run *run;
    uint32_t when;
};

static void run_resample(void *own)
{
    struct resample *const r = own;

    bsn_run_resample(r->run, r->when++);
}

static void close_resample(basin_ctx *ctx, void *own)
{
    struct resample *const r = own;

    bsn_run_free(ctx, r->run);
    bench_instance_close(ctx, &r->instance);
    bsn_free(ctx, r);
}

basin_status bench_open_resample(const struct bench_room *room, const struct bench_row *row,
                                 struct bench_job *job)
{
    const struct bsn_rng rng = { 1, BSN_RNG_TEST, 0, 0 };
    struct resample *r;

    BSN_TRY(BSN_NEW(room->ctx, 1, &r));
    *job = (struct bench_job){ .run = run_resample, .close = close_resample, .own = r };
    BSN_TRY(bench_instance_open(room, row, &r->instance));
    r->sampler = (struct bsn_sampler){ .name = "bench", .extra = true };
    const struct bsn_run_setup setup = { .problem = r->instance.problem,
                                         .compose = r->instance.compose, .sampler = &r->sampler,
                                         .particles = PARTICLES };
    BSN_TRY(bsn_run_new(room->ctx, &setup, &r->run));
    for (size_t i = 0; i < r->run->tiles; i++) {
        float *const y = r->run->tile[i].y, *const energy = r->run->tile[i].energy;
        bsn_rng_fill_normal(&rng, y, (uint32_t)r->instance.floats);
        bsn_rng_fill_normal(&rng, energy, BSN_LANES);
    }
    job->units = PARTICLES;
    job->bytes = 2 * r->run->tiles * r->instance.floats * sizeof(float);  /* from here to there */
    job->work = (double)job->bytes;
    return BASIN_STATUS_OK;
}

/* --------------------------------------------------------------------------------- looking ---- */

struct look {
    struct bench_instance instance;
    float *y;
    int32_t *value;
    uint32_t *scratch;
    uint64_t violated[BSN_LANES];
};

static void run_decode(void *own)
{
    struct look *const l = own;
    const basin_problem *const problem = l->instance.problem;

    problem->task->decode(problem->instance, BSN_DECODE_BASIN, BSN_LANES, l->y, l->value);
}

static void run_verify(void *own)
{
    struct look *const l = own;
    const basin_problem *const problem = l->instance.problem;

    problem->task->verify(problem->instance, BSN_LANES, l->value, l->scratch, l->violated);
}

static void close_look(basin_ctx *ctx, void *own)
{
    struct look *const l = own;

    bench_instance_close(ctx, &l->instance);
    bsn_free(ctx, l->y);
    bsn_free(ctx, l->value);
    bsn_free(ctx, l->scratch);
    bsn_free(ctx, l);
}

static basin_status open_look(const struct bench_room *room, const struct bench_row *row,
                              struct bench_job *job)
{
    const struct bsn_rng rng = { 1, BSN_RNG_TEST, 0, 0 };
    struct look *l;

    BSN_TRY(BSN_NEW(room->ctx, 1, &l));
    *job = (struct bench_job){ .close = close_look, .own = l, .units = BSN_LANES };
    BSN_TRY(bench_instance_open(room, row, &l->instance));
    const basin_problem *const problem = l->instance.problem;
    BSN_TRY(BSN_NEW(room->ctx, l->instance.floats, &l->y));
    BSN_TRY(BSN_NEW(room->ctx, problem->values * BSN_LANES, &l->value));
    BSN_TRY(BSN_NEW(room->ctx, problem->task->scratch(problem->instance), &l->scratch));
    bsn_rng_fill_normal(&rng, l->y, (uint32_t)l->instance.floats);
    run_decode(l);
    return BASIN_STATUS_OK;
}

/* Every coordinate is read, every value written. */
basin_status bench_open_decode(const struct bench_room *room, const struct bench_row *row,
                               struct bench_job *job)
{
    BSN_TRY(open_look(room, row, job));
    const struct look *const l = job->own;
    const size_t values = l->instance.problem->values * BSN_LANES;
    job->run = run_decode;
    job->bytes = l->instance.floats * sizeof *l->y + values * sizeof *l->value;
    job->work = (double)job->bytes;
    return BASIN_STATUS_OK;
}

/* What a constraint binds is read for all particles at once. */
basin_status bench_open_verify(const struct bench_room *room, const struct bench_row *row,
                               struct bench_job *job)
{
    BSN_TRY(open_look(room, row, job));
    const struct look *const l = job->own;
    const basin_problem *const problem = l->instance.problem;
    job->run = run_verify;
    job->bytes = problem->task->scratch(problem->instance) * sizeof *l->scratch;
    for (size_t k = 0; k < l->instance.graph.terms; k++) {
        const struct bsn_term *const term = &l->instance.graph.term[k];
        if (!term->unary)
            job->work += (double)term->f.first[term->f.factors];
    }
    return BASIN_STATUS_OK;
}
