/* kernel.c - what a step of the N-queens solver costs in the kernels, level by level.
 *
 * A step of one tile is the three terms of the compact model (networks of the recipe's shapes,
 * random weights) and the Langevin move. All levels and the plain twin of nn/set.c run in turns in
 * one process; the fastest of many rounds counts, so that other load on the machine hardly shows.
 * One line for each board and level:
 *     queens 50  avx512   0.93 ms a step  124 ns a part  30.1 x the plain twin  noise 5 %
 * "a part" is one embedded cell of one term, in 16 lanes. Usage: kernel [N ...]
 */
#define _GNU_SOURCE  /* clock_gettime */
#include "base/mem.h"
#include "domain/domain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS_SECONDS 0.6  /* for each board */

static const char *const levels[] = { "sse2", "avx2", "avx512" };
#define LEVELS (sizeof levels / sizeof *levels)

struct bench {
    basin_ctx *ctx;
    const struct bsn_recipe *recipe;
    basin_model *model;
    struct bsn_graph graph;
    struct bsn_level level;
    float *y, *grad, *residual, *energy, *scratch, *work;
};

static void try(basin_ctx *ctx, basin_status status)
{
    if (status == BASIN_STATUS_OK)
        return;
    fprintf(stderr, "kernel: %s\n", basin_error_text(ctx));
    exit(1);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void make_model(struct bench *b, const struct bsn_domain *domain)
{
    b->recipe = domain->curriculum->recipe(BASIN_ENERGY_COMPACT);
    try(b->ctx, bsn_model_new(b->ctx, domain->name, BASIN_ENERGY_COMPACT, b->recipe->levels,
                              &b->model));
    for (size_t i = 0; i < b->recipe->nets; i++) {
        const struct bsn_recipe_net *const r = &b->recipe->net[i];
        struct bsn_model_net *entry;
        try(b->ctx, bsn_model_add(b->ctx, b->model, r->name, &r->net, &entry));
        bsn_net_init_f32(&r->net, 1, (uint32_t)i, entry->theta);
        bsn_net_expand_f32(&r->net, entry->theta);
    }
}

/* Boards as the solver sees them: noise of a few tenths around 0, one queen in each row. */
static void make_tile(struct bench *b, uint32_t n)
{
    const struct bsn_rng rng = { 1, BSN_RNG_TEST, 0, 0 };
    const size_t floats = b->graph.coords * BSN_LANES;
    size_t scratch = 0, work = 0;

    for (size_t k = 0; k < b->graph.terms; k++) {
        const struct bsn_term *const term = &b->graph.term[k];
        const struct bsn_net *const net = &bsn_model_find(b->model, term->net)->net;
        const size_t need = bsn_kernel_scratch(net, &term->f);
        const size_t plain = bsn_net_workspace_f32(net, term->f.longest, BSN_LANES);
        scratch = need > scratch ? need : scratch;
        work = plain > work ? plain : work;
    }
    try(b->ctx, BSN_NEW(b->ctx, floats, &b->y));
    try(b->ctx, BSN_NEW(b->ctx, floats, &b->grad));
    try(b->ctx, BSN_NEW(b->ctx, floats, &b->residual));
    try(b->ctx, BSN_NEW(b->ctx, BSN_LANES, &b->energy));
    try(b->ctx, BSN_NEW(b->ctx, scratch, &b->scratch));
    try(b->ctx, BSN_NEW(b->ctx, work + 2 * n * BSN_LANES, &b->work));
    bsn_rng_fill_normal(&rng, b->y, (uint32_t)floats);
    for (size_t i = 0; i < floats; i++)
        b->y[i] = 0.3f * b->y[i] + (i / BSN_LANES % n == i / BSN_LANES / n ? 0.9f : 0);
    for (size_t l = 0; l < BSN_LANES; l++)
        bsn_level_lane(&b->model->schedule, 0.083 + 0.085 * (double)l / BSN_LANES, l, &b->level);
}

static double time_terms(struct bench *b, const struct bsn_kernel *kernel)
{
    memset(b->grad, 0, b->graph.coords * BSN_LANES * sizeof *b->grad);
    const double began = now();
    for (size_t k = 0; k < b->graph.terms; k++) {
        const struct bsn_term *const term = &b->graph.term[k];
        const struct bsn_model_net *const net = bsn_model_find(b->model, term->net);
        bsn_kernel_term(kernel, &net->net)(&net->net, net->theta, &term->f, &b->level, b->y, NULL,
                                           NULL, b->scratch, b->energy, b->grad, b->residual);
    }
    return now() - began;
}

/* The move goes to the residuals' room: all rounds shall see the same boards. */
static double time_move(struct bench *b, const struct bsn_kernel *kernel)
{
    struct bsn_move move = { .seed = 1, .clip = 1, .reach = 2 };

    for (size_t l = 0; l < BSN_LANES; l++)
        move.step[l] = move.noise_scale[l] = 0.05f;
    const double began = now();
    kernel->langevin(&move, b->graph.coords, b->grad, NULL, b->residual);
    return now() - began;
}

/* The same energies and gradients by nn/set.c, factor by factor. */
static double time_twin(struct bench *b)
{
    const double began = now();

    for (size_t k = 0; k < b->graph.terms; k++) {
        const struct bsn_term *const term = &b->graph.term[k];
        const struct bsn_model_net *const net = bsn_model_find(b->model, term->net);
        float *const x = b->work, *const g = x + term->f.longest * BSN_LANES;
        float *const work = g + term->f.longest * BSN_LANES;
        for (size_t i = 0; i < term->f.factors; i++) {
            const size_t parts = term->first[i + 1] - term->first[i];
            const struct bsn_batch_f32 batch = { .cols = BSN_LANES, .parts = parts, .y = x,
                                                 .signal = b->level.signal,
                                                 .noise = b->level.noise };
            for (size_t j = 0; j < parts; j++)
                memcpy(x + j * BSN_LANES,
                       b->y + (size_t)term->input[term->member[term->first[i] + j]] * BSN_LANES,
                       BSN_LANES * sizeof *x);
            bsn_net_forward_f32(&net->net, net->theta, &batch, work, b->energy);
            bsn_net_backward_f32(&net->net, net->theta, &batch, work, NULL, g, NULL);
        }
    }
    return now() - began;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static void measure(struct bench *b, uint32_t n)
{
    double terms[LEVELS], move[LEVELS], twin = INFINITY;
    const double began = now();
    size_t parts = 0;

    for (size_t k = 0; k < b->graph.terms; k++)
        parts += b->graph.term[k].f.parts;
    for (size_t i = 0; i < LEVELS; i++)
        terms[i] = move[i] = INFINITY;
    for (int round = 0; round < 3 || now() - began < ROUNDS_SECONDS; round++) {
        twin = least(twin, time_twin(b));
        for (size_t i = 0; i < LEVELS; i++) {
            const struct bsn_kernel *const kernel = bsn_kernel_pick(levels[i]);
            for (int again = 0; kernel && again < 8; again++) {
                terms[i] = least(terms[i], time_terms(b, kernel));
                move[i] = least(move[i], time_move(b, kernel));
            }
        }
    }
    for (size_t i = 0; i < LEVELS; i++) {
        const double step = terms[i] + move[i];
        if (isfinite(step))
            printf("queens %-4u %-7s %8.3f ms a step %5.0f ns a part %6.1f x the plain twin  "
                   "noise %2.0f %%\n",
                   n, levels[i], 1e3 * step, 1e9 * terms[i] / (double)parts, twin / terms[i],
                   100 * move[i] / step);
    }
}

static void run(basin_ctx *ctx, const char *size)
{
    const struct bsn_domain *const domain = bsn_domain_find(ctx, "queens");
    struct bench b = { .ctx = ctx };
    void *instance;

    try(ctx, domain->text->open(ctx, size, &instance));
    make_model(&b, domain);
    try(ctx, domain->task->graph(ctx, instance, b.model, &b.graph));
    bsn_graph_finish(&b.graph);
    const uint32_t n = (uint32_t)domain->task->values(instance);
    make_tile(&b, n);
    measure(&b, n);
    float *const blocks[] = { b.y, b.grad, b.residual, b.energy, b.scratch, b.work };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        bsn_free(ctx, blocks[i]);
    bsn_graph_clear(ctx, &b.graph);
    basin_model_free(ctx, b.model);
    domain->task->free(ctx, instance);
}

int main(int argc, char **argv)
{
    const char *const boards[] = { "8", "20", "50", "100" };
    basin_ctx *ctx = NULL;

    if (basin_ctx_new(NULL, &ctx) != BASIN_STATUS_OK)
        return 1;
    for (int i = 1; i < argc; i++)
        run(ctx, argv[i]);
    for (size_t i = 0; argc < 2 && i < sizeof boards / sizeof *boards; i++)
        run(ctx, boards[i]);
    basin_ctx_free(ctx);
    return 0;
}
