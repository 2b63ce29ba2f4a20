/* row_energy.c - the product of matrices that networks are made of, and composed energies. */
#include "base/mem.h"
#include "base/rng.h"
#include "bench/parts.h"
#include "energy/term_network.h"

#include <string.h>

#define SIDE 256      /* of the products' matrices: those of the paper's networks have 128 and 256, */
#define COLUMNS 128   /* and so many columns at a time */
#define NOISE 0.15    /* s^2: about where basin's samplers walk */

struct product {
    const struct bsn_kernel *kernel;
    struct bsn_product product;
    float *a, *b, *c;
};

static void run_product(void *own)
{
    const struct product *const p = own;

    p->kernel->product(&p->product);
}

static void close_product(basin_ctx *ctx, void *own)
{
    struct product *const p = own;

    bsn_free(ctx, p->a);
    bsn_free(ctx, p->b);
    bsn_free(ctx, p->c);
    bsn_free(ctx, p);
}

basin_status bench_open_product(const struct bench_room *room, const struct bench_row *row,
                                struct bench_job *job)
{
    const struct bsn_rng rng = { 1, BSN_RNG_TEST, 0, 0 };
    struct product *p;

    (void)row;
    BSN_TRY(BSN_NEW(room->ctx, 1, &p));
    *job = (struct bench_job){ .run = run_product, .close = close_product, .own = p };
    BSN_TRY(BSN_NEW(room->ctx, SIDE * SIDE, &p->a));
    BSN_TRY(BSN_NEW(room->ctx, SIDE * COLUMNS, &p->b));
    BSN_TRY(BSN_NEW(room->ctx, SIDE * COLUMNS, &p->c));
    bsn_rng_fill_normal(&rng, p->a, SIDE * SIDE);
    bsn_rng_fill_normal(&rng, p->b, SIDE * COLUMNS);
    p->kernel = room->kernel;
    p->product = (struct bsn_product){ .rows = SIDE, .depth = SIDE, .cols = COLUMNS, .a = p->a,
                                       .b = p->b, .c = p->c, .a_row = SIDE, .a_depth = 1,
                                       .b_depth = COLUMNS, .b_col = 1 };
    job->units = 1;
    job->work = 2.0 * SIDE * SIDE * COLUMNS;
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------------- energies ---- */

struct energy {
    struct bench_instance instance;
    struct bsn_level level;
    float *y, *grad, *residual, *scratch, *energy;
    const struct bsn_kernel *kernel;
    struct bsn_bound *bound;  /* (terms) for passes without the kernels of networks; or NULL */
};

static void run_energy(void *own)
{
    struct energy *const e = own;

    bsn_compose_eval(e->instance.compose, &e->level, e->y, NULL, e->scratch, e->energy, e->grad,
                     e->residual);
}

static void run_passes(void *own)
{
    struct energy *const e = own;
    const struct bsn_graph *const graph = &e->instance.graph;
    struct bsn_term_call call = { .kernel = e->kernel, .level = &e->level, .y = e->y,
                                  .scratch = e->scratch, .energy = e->energy, .grad = e->grad };

    memset(e->energy, 0, BSN_LANES * sizeof *e->energy);
    memset(e->grad, 0, e->instance.floats * sizeof *e->grad);
    for (size_t k = 0; k < graph->terms; k++) {
        call.residual = e->residual;
        bsn_term_network_plain(&e->bound[k], &call);
    }
}

static void close_energy(basin_ctx *ctx, void *own)
{
    struct energy *const e = own;

    for (size_t k = 0; e->bound && k < e->instance.graph.terms; k++)
        bsn_term_release(ctx, &e->bound[k]);
    bsn_free(ctx, e->bound);
    bench_instance_close(ctx, &e->instance);
    bsn_free(ctx, e->y);
    bsn_free(ctx, e->grad);
    bsn_free(ctx, e->residual);
    bsn_free(ctx, e->scratch);
    bsn_free(ctx, e->energy);
    bsn_free(ctx, e);
}

/* Particles as a search sees them: near values, some of them wrong. */
static void scatter(struct energy *e)
{
    const struct bsn_rng rng = { 1, BSN_RNG_TEST, 0, 0 };

    bsn_rng_fill_normal(&rng, e->y, (uint32_t)e->instance.floats);
    for (size_t i = 0; i < e->instance.floats; i++)
        e->y[i] = 0.4f * e->y[i] + (float)(bsn_rng_below(&rng, (uint32_t)i, 4) == 0);
}

/* Binds the terms for passes. *scratch and *factors: what the largest of them needs. */
static basin_status bind_passes(basin_ctx *ctx, struct energy *e, size_t *scratch, size_t *factors)
{
    const struct bsn_graph *const graph = &e->instance.graph;
    const struct bsn_term_source source = { .model = e->instance.model };

    *scratch = *factors = 0;
    BSN_TRY(BSN_NEW(ctx, graph->terms, &e->bound));
    for (size_t k = 0; k < graph->terms; k++) {
        BSN_TRY(bsn_term_bind(ctx, &graph->term[k], &source, &e->bound[k]));
        const size_t needs = bsn_term_network_plain_scratch(&e->bound[k]);
        *scratch = needs > *scratch ? needs : *scratch;
        *factors = graph->term[k].f.factors > *factors ? graph->term[k].f.factors : *factors;
    }
    return BASIN_STATUS_OK;
}

basin_status bench_open_energy(const struct bench_room *room, const struct bench_row *row,
                               struct bench_job *job)
{
    struct energy *e;

    BSN_TRY(BSN_NEW(room->ctx, 1, &e));
    *job = (struct bench_job){ .run = run_energy, .close = close_energy, .own = e };
    BSN_TRY(bench_instance_open(room, row, &e->instance));
    const struct bsn_compose *const compose = e->instance.compose;
    size_t scratch = bsn_compose_scratch(compose), factors = bsn_compose_factors(compose);
    e->kernel = room->kernel;
    if (row->openblas) {
        BSN_TRY(bind_passes(room->ctx, e, &scratch, &factors));
        job->run = run_passes;
    }
    BSN_TRY(BSN_NEW(room->ctx, e->instance.floats, &e->y));
    BSN_TRY(BSN_NEW(room->ctx, e->instance.floats, &e->grad));
    BSN_TRY(BSN_NEW(room->ctx, factors * BSN_LANES, &e->residual));
    BSN_TRY(BSN_NEW(room->ctx, scratch, &e->scratch));
    BSN_TRY(BSN_NEW(room->ctx, BSN_LANES, &e->energy));
    scatter(e);
    bsn_level_all(bsn_compose_schedule(compose),
                  bsn_schedule_find(bsn_compose_schedule(compose), NOISE), &e->level);
    e->level.lanes = BSN_LANES;
    job->units = 1;
    job->work = bsn_compose_flops(compose);
    return BASIN_STATUS_OK;
}
