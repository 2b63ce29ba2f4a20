/* toy.c - a problem of a few coordinates whose composed energy has a closed form. */
#include "toy.h"

#include "sample/dynamics.h"

static void decode(const void *instance, enum bsn_decode how, size_t count, const float *y,
                   int32_t *value)
{
    const struct toy_instance *const toy = instance;

    (void)how;
    for (size_t lane = 0; lane < count; lane++)
        for (size_t i = 0; i < toy->coords; i++) {
            const float x = y[i * BSN_LANES + lane];
            value[lane * toy->coords + i] = x > 0.5f ? 1 : x <= 0.5f ? 0 : -1;
        }
}

static void verify(const void *instance, size_t count, const int32_t *value, uint32_t *scratch,
                   uint64_t *violated)
{
    const struct toy_instance *const toy = instance;

    (void)scratch;
    for (size_t k = 0; k < count; k++) {
        violated[k] = !toy->solvable;
        for (size_t i = 0; i < toy->coords; i++)
            violated[k] += value[k * toy->coords + i] != 1;
    }
}

static size_t scratch(const void *instance)
{
    (void)instance;
    return 0;
}

static struct bsn_dynamics dynamics(const void *instance)
{
    (void)instance;
    return (struct bsn_dynamics){ .sigma = { 0 } };
}

static const struct bsn_task task = { .decode = decode, .verify = verify, .scratch = scratch,
                                      .dynamics = dynamics };

/* The examples 0 and 1 of a single coordinate; the name says how frequent the second is. */
static basin_status examples(basin_ctx *ctx, const char *net, size_t parts, size_t inputs,
                             struct bsn_examples *out)
{
    const double ones = strtod(net, NULL);

    (void)inputs;
    *out = (struct bsn_examples){ .width = parts, .count = 2 };
    BSN_TRY(BSN_NEW(ctx, 2, &out->log_weight));
    BSN_TRY(BSN_NEW(ctx, 3, &out->first));
    BSN_TRY(BSN_NEW(ctx, 1, &out->one));
    out->log_weight[0] = log(1 - ones);
    out->log_weight[1] = log(ones);
    out->first[2] = 1;
    return BASIN_STATUS_OK;
}

static basin_status make_graph(basin_ctx *ctx, const char *ones, size_t coords,
                               struct bsn_graph *graph)
{
    const struct bsn_term_size size = { .parts = coords, .factors = coords, .members = coords,
                                        .inputs = 1 };
    struct bsn_term *term;

    graph->coords = coords;
    BSN_TRY(bsn_graph_add(ctx, graph, ones, false, &size, &term));
    for (uint32_t i = 0; i < coords; i++) {
        term->input[i] = term->member[i] = i;
        term->first[i + 1] = i + 1;
    }
    bsn_graph_finish(graph);
    return BASIN_STATUS_OK;
}

const struct bsn_sampler *toy_sampler(const char *name)
{
    for (size_t i = 0; bsn_sampler_list[i]; i++)
        if (strcmp(bsn_sampler_list[i]->name, name) == 0)
            return bsn_sampler_list[i];
    fail_msg("no sampler %s", name);
    return NULL;
}

void toy_make(const struct toy_setup *setup, struct toy *toy)
{
    const struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;

    *toy = (struct toy){ .ctx = test_ctx(), .opts = opts };
    toy->instance.coords = setup->coords;
    toy->instance.solvable = setup->solvable;
    toy->problem = (struct basin_problem){ .name = "toy", .task = &task,
                                           .instance = &toy->instance,
                                           .values = setup->coords };
    ASSERT_OK(toy->ctx, bsn_model_new(toy->ctx, "toy", BASIN_ENERGY_EXACT, setup->levels,
                                      &toy->model));
    ASSERT_OK(toy->ctx, make_graph(toy->ctx, setup->ones, setup->coords, &toy->graph));
    ASSERT_OK(toy->ctx, bsn_compose_new(toy->ctx, toy->model, &toy->graph, BSN_COMPOSE_SUM,
                                        examples, &toy->compose));
    if (setup->threads > 0)
        ASSERT_OK(toy->ctx, bsn_pool_new(toy->ctx, setup->threads, &toy->pool));
    const struct bsn_run_setup run = { .problem = &toy->problem, .compose = toy->compose,
                                       .sampler = toy_sampler(setup->sampler), .pool = toy->pool,
                                       .particles = setup->particles,
                                       .by_energy = setup->by_energy };
    ASSERT_OK(toy->ctx, bsn_run_new(toy->ctx, &run, &toy->run));
}

void toy_free(struct toy *toy)
{
    bsn_run_free(toy->ctx, toy->run);
    bsn_pool_free(toy->ctx, toy->pool);
    bsn_compose_free(toy->ctx, toy->compose);
    bsn_graph_clear(toy->ctx, &toy->graph);
    basin_model_free(toy->ctx, toy->model);
    test_ctx_done(toy->ctx);
}

enum basin_stop toy_sample(struct toy *toy, uint64_t sample)
{
    bsn_brake_put(toy->ctx, &toy->brake, toy->opts.should_stop, toy->opts.user, toy->opts.seconds);
    const enum basin_stop stop =
        bsn_run_sample(toy->run, &toy->opts, sample, true, &toy->brake);
    bsn_brake_take(toy->ctx, &toy->brake);
    return stop;
}
