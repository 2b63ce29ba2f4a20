/* test_schedule.c - noise levels: another number of them; lanes that are left out. */
#include "domain/domain.h"
#include "support.h"

#include <math.h>

static void test_respace_same(void **state)
{
    static struct bsn_schedule own, respaced;

    (void)state;
    bsn_schedule_make(100, &own);
    bsn_schedule_respace(&own, 100, &respaced);
    for (uint32_t t = 1; t <= 100; t++) {
        assert_true(fabs(respaced.abar[t] - own.abar[t]) < 1e-12);
        assert_true(fabs(respaced.beta[t] - own.beta[t]) < 1e-12);
        assert_int_equal(respaced.trained[t], t);
    }
}

static void test_respace_others(void **state)
{
    static const uint32_t levels[] = { 1, 7, 20, 50, 333, BSN_LEVELS_MAX };
    static struct bsn_schedule own, respaced;

    (void)state;
    bsn_schedule_make(100, &own);
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        const uint32_t last = levels[i];
        bsn_schedule_respace(&own, last, &respaced);
        assert_true(fabs(respaced.abar[last] - own.abar[100]) < 1e-9);
        assert_int_equal(respaced.trained[last], 100);
        for (uint32_t t = 1; t <= last; t++) {
            assert_true(respaced.abar[t] < respaced.abar[t - 1] && respaced.abar[t] > 0);
            assert_true(respaced.beta[t] > 0 && respaced.beta[t] < 1);
            /* asked at the nearest level that is not below, so with no less noise */
            assert_true(own.abar[respaced.trained[t]] <= respaced.abar[t] + 1e-12);
            assert_true(own.abar[respaced.trained[t] - 1] > respaced.abar[t] - 1e-12);
        }
    }
}

struct bound {
    basin_ctx *ctx;
    basin_model *model;
    basin_problem *problem;
    struct bsn_graph graph;
    struct bsn_compose *compose;
};

static void bind_board(struct bound *b)
{
    *b = (struct bound){ 0 };
    assert_int_equal(basin_ctx_new(NULL, &b->ctx), BASIN_STATUS_OK);
    assert_int_equal(basin_model_default(b->ctx, "queens", BASIN_ENERGY_PAPER, &b->model), 0);
    assert_int_equal(basin_problem_open(b->ctx, "queens", "6", &b->problem), 0);
    assert_int_equal(b->problem->task->graph(b->ctx, b->problem->instance, b->model, &b->graph),
                     0);
    bsn_graph_finish(&b->graph);
    assert_int_equal(bsn_compose_new(b->ctx, b->model, &b->graph, BSN_COMPOSE_MEAN, NULL,
                                     &b->compose), 0);
}

static void free_board(struct bound *b)
{
    bsn_compose_free(b->ctx, b->compose);
    bsn_graph_clear(b->ctx, &b->graph);
    basin_problem_free(b->ctx, b->problem);
    basin_model_free(b->ctx, b->model);
    assert_int_equal(basin_ctx_blocks(b->ctx), 1);
    basin_ctx_free(b->ctx);
}

/* The first lanes are what they are with all sixteen, however many are left out. */
static void test_lanes(void **state)
{
    const size_t coords = 36, factors = 34;
    static float y[36 * BSN_LANES], grad[2][36 * BSN_LANES], residual[34 * BSN_LANES];
    struct bound b;
    float energy[2][BSN_LANES];

    (void)state;
    bind_board(&b);
    assert_int_equal(bsn_compose_coords(b.compose), coords);
    assert_int_equal(bsn_compose_factors(b.compose), factors);
    float *const scratch = calloc(bsn_compose_scratch(b.compose), sizeof *scratch);
    assert_non_null(scratch);
    const struct bsn_rng rng = { 1, BSN_RNG_START, 0, 0 };
    bsn_rng_fill_normal(&rng, y, (uint32_t)(coords * BSN_LANES));
    for (size_t lanes = 1; lanes <= BSN_LANES; lanes += 5) {
        struct bsn_level level;
        bsn_level_all(bsn_compose_schedule(b.compose), 40, &level);
        bsn_compose_eval(b.compose, &level, y, NULL, scratch, energy[0], grad[0], residual);
        level.lanes = lanes;
        bsn_compose_eval(b.compose, &level, y, NULL, scratch, energy[1], grad[1], residual);
        for (size_t lane = 0; lane < lanes; lane++) {
            assert_true(fabsf(energy[0][lane] - energy[1][lane]) <= 1e-4f * fabsf(energy[0][lane]));
            for (size_t i = lane; i < coords * BSN_LANES; i += BSN_LANES)
                assert_true(fabsf(grad[0][i] - grad[1][i]) <= 1e-3f * (1 + fabsf(grad[0][i])));
        }
    }
    free(scratch);
    free_board(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_respace_same),
        cmocka_unit_test(test_respace_others),
        cmocka_unit_test(test_lanes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
