/* test_point.c - the energy of a point is what the composition says there, alone or with others. */
#include "support.h"

#include "domain/domain.h"
#include "energy/point.h"

struct setup {
    const struct bsn_domain *domain;
    void *board;
    basin_model *model;
    struct bsn_graph graph;
};

/* A board of 4 with exact energies: all of them are known without a file. */
static basin_status open_board(basin_ctx *ctx, struct setup *s)
{
    *s = (struct setup){ .domain = bsn_domain_find(ctx, "queens") };
    BSN_TRY(s->domain->text->open(ctx, "4", &s->board));
    BSN_TRY(bsn_model_new(ctx, "queens", BASIN_ENERGY_EXACT, 100, &s->model));
    BSN_TRY(s->domain->task->graph(ctx, s->board, s->model, &s->graph));
    bsn_graph_finish(&s->graph);
    return BASIN_STATUS_OK;
}

static void close_board(basin_ctx *ctx, struct setup *s)
{
    bsn_graph_clear(ctx, &s->graph);
    basin_model_free(ctx, s->model);
    if (s->board)
        s->domain->task->free(ctx, s->board);
}

static basin_status make(basin_ctx *ctx, const struct setup *s, uint32_t t,
                         struct bsn_point *point)
{
    return bsn_point_new(ctx, s->model, &s->graph, BSN_COMPOSE_BASIN, s->domain->task->examples, t,
                         point);
}

/* Sixteen at once and each alone, against an evaluation with its gradient. */
static void test_is_the_composition(void **state)
{
    const struct bsn_rng rng = { 2, BSN_RNG_TEST, 0, 0 };
    basin_ctx *const ctx = test_ctx();
    struct bsn_point many, one;
    float *grad, *energy, *residual;
    struct setup s;

    (void)state;
    ASSERT_OK(ctx, open_board(ctx, &s));
    const size_t coords = s.graph.coords * BSN_LANES, factors = s.graph.factors * BSN_LANES;
    ASSERT_OK(ctx, make(ctx, &s, 30, &many));
    ASSERT_OK(ctx, make(ctx, &s, 30, &one));
    ASSERT_OK(ctx, BSN_NEW(ctx, coords, &grad));
    ASSERT_OK(ctx, BSN_NEW(ctx, BSN_LANES, &energy));
    ASSERT_OK(ctx, BSN_NEW(ctx, factors, &residual));
    bsn_rng_fill_normal(&rng, many.y, (uint32_t)coords);
    bsn_compose_eval(many.compose, &many.level, many.y, NULL, many.scratch, energy, grad,
                     residual);
    bsn_point_eval(&many, BSN_LANES);
    assert_memory_equal(many.energy, energy, BSN_LANES * sizeof *energy);
    assert_memory_equal(many.residual, residual, factors * sizeof *residual);
    for (size_t l = 0; l < BSN_LANES; l++) {
        for (size_t i = 0; i < coords; i += BSN_LANES)
            one.y[i] = many.y[i + l];
        bsn_point_eval(&one, 1);
        assert_true(one.energy[0] == energy[l] && (l == 0 || energy[l] != energy[0]));
    }
    bsn_free(ctx, grad), bsn_free(ctx, energy), bsn_free(ctx, residual);
    bsn_point_clear(ctx, &many);
    bsn_point_clear(ctx, &one);
    close_board(ctx, &s);
    basin_ctx_free(ctx);
}

static void test_levels(void **state)
{
    basin_ctx *const ctx = test_ctx();
    struct bsn_point point;
    struct setup s;

    (void)state;
    ASSERT_OK(ctx, open_board(ctx, &s));
    for (uint32_t t = 0; t <= 101; t += 101) {
        assert_int_equal(make(ctx, &s, t, &point), BASIN_STATUS_INPUT);
        assert_non_null(strstr(basin_error_text(ctx), "is not within 1 to 100"));
        bsn_point_clear(ctx, &point);
    }
    close_board(ctx, &s);
    basin_ctx_free(ctx);
}

static basin_status make_once(basin_ctx *ctx, void *unused)
{
    struct bsn_point point = { 0 };
    struct setup s;
    basin_status status = open_board(ctx, &s);

    (void)unused;
    if (status == BASIN_STATUS_OK)
        status = make(ctx, &s, 1, &point);
    bsn_point_clear(ctx, &point);
    close_board(ctx, &s);
    return status;
}

static void test_without_memory(void **state)
{
    (void)state;
    assert_true(test_refuse_each(make_once, NULL) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_is_the_composition),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_without_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
