/* test_term.c - kinds of terms that the library has never heard of: the composition adds up what
 * they give, whole energies beside those that come on top, and frees all that they hold. */
#include "energy/compose.h"

#include "support.h"

#include <math.h>

#define COORDS 2
#define FLOOR 0.75

/* U_v = y_v^2 (square); R = y_0 y_1 (product); E = y_0^3 (cube), which is whole. */
enum form { SQUARE, PRODUCT, CUBE };

static size_t freed;

static basin_status form_bind(basin_ctx *ctx, const struct bsn_term_source *source,
                              struct bsn_bound *b)
{
    double **state;

    assert_true(source->model->energy == BASIN_ENERGY_COMPACT);
    BSN_TRY(BSN_NEW(ctx, 1, &state));
    b->state = state;
    BSN_TRY(BSN_NEW(ctx, 1, state));
    **state = FLOOR;
    b->scratch = BSN_LANES;
    return BASIN_STATUS_OK;
}

static void form_release(basin_ctx *ctx, struct bsn_bound *b)
{
    bsn_free(ctx, *(double **)b->state);
}

static void form_free(basin_ctx *ctx, void *own)
{
    freed++;
    bsn_free(ctx, own);
}

static double form_floor(const struct bsn_bound *b, size_t factor)
{
    assert_int_equal(factor, 0);
    return **(double **)b->state;
}

static void one_lane(enum form form, const float *y, float *e, float slope[static COORDS])
{
    const float a = y[0], b = y[form == PRODUCT ? BSN_LANES : 0];

    *e = form == CUBE ? a * a * a : a * b;
    slope[0] = form == SQUARE ? 2 * a : form == PRODUCT ? b : 3 * a * a;
    slope[1] = form == PRODUCT ? a : 0;
}

static void form_eval(const struct bsn_bound *b, const struct bsn_term_call *call)
{
    const struct bsn_term *const term = b->term;

    for (size_t k = 0; k < term->f.factors; k++)
        for (size_t lane = 0; lane < BSN_LANES; lane++) {
            const size_t at = k * BSN_LANES + lane;
            const size_t from = term->input[term->member[term->first[k]]];
            float e, slope[COORDS];
            one_lane(*(const enum form *)term->own, call->y + from * BSN_LANES + lane, &e, slope);
            const float w = (call->weight ? call->weight[at] : 1) * (b->scale ? b->scale[k] : 1);
            call->scratch[lane] = w;  /* is there */
            call->residual[at] = e;
            call->energy[lane] += w * e;
            for (size_t i = 0; i < COORDS && from + i < COORDS; i++)
                call->grad[(from + i) * BSN_LANES + lane] += w * slope[i];
        }
}

static const struct bsn_term_kind parts = { .name = "forms", .bind = form_bind, .eval = form_eval,
                                            .release = form_release, .free = form_free };
static const struct bsn_term_kind whole = { .name = "whole forms", .bind = form_bind,
                                            .eval = form_eval, .release = form_release,
                                            .floor = form_floor, .free = form_free };

/* ---------------------------------------------------------------------------- one problem ---- */

static basin_status add(basin_ctx *ctx, struct bsn_graph *graph, enum form form)
{
    const size_t factors = form == SQUARE ? COORDS : 1, members = form == PRODUCT ? 2 : 1;
    const struct bsn_term_size size = { .parts = COORDS, .factors = factors,
                                        .members = factors * members, .covers = members,
                                        .inputs = 1 };
    struct bsn_term *term;
    enum form *own;

    BSN_TRY(bsn_graph_add(ctx, graph, "form", form == SQUARE, &size, &term));
    BSN_TRY(BSN_NEW(ctx, 1, &own));
    *own = form;
    term->own = own;
    term->kind = form == CUBE ? &whole : &parts;
    for (uint32_t i = 0; i < COORDS; i++)
        term->input[i] = i;
    for (uint32_t i = 0; i < factors * members; i++)
        term->member[i] = i;
    for (uint32_t k = 0; k < factors; k++)
        term->first[k + 1] = (k + 1) * (uint32_t)members;
    for (uint32_t i = 0; i < members && form != SQUARE; i++)
        term->cover[i] = i;
    if (form != SQUARE)
        term->cover_first[1] = (uint32_t)members;
    return BASIN_STATUS_OK;
}

struct setup {
    basin_model *model;
    struct bsn_graph graph;
    struct bsn_compose *compose;
};

static void discard(basin_ctx *ctx, struct setup *s)
{
    bsn_compose_free(ctx, s->compose);
    bsn_graph_clear(ctx, &s->graph);
    basin_model_free(ctx, s->model);
}

static basin_status make(basin_ctx *ctx, enum bsn_compose_mode mode, struct setup *s)
{
    static const enum form forms[] = { SQUARE, PRODUCT, CUBE };
    basin_status status;

    *s = (struct setup){ .graph = { .coords = COORDS } };
    BSN_TRY_OUT(bsn_model_new(ctx, "forms", BASIN_ENERGY_COMPACT, 5, &s->model));
    for (size_t i = 0; i < COUNT(forms); i++)
        BSN_TRY_OUT(add(ctx, &s->graph, forms[i]));
    bsn_graph_finish(&s->graph);
    BSN_TRY_OUT(bsn_compose_new(ctx, s->model, &s->graph, mode, NULL, &s->compose));
    return BASIN_STATUS_OK;
out:
    discard(ctx, s);
    return status;
}

static basin_status make_once(basin_ctx *ctx, void *mode)
{
    struct setup s;

    BSN_TRY(make(ctx, *(const enum bsn_compose_mode *)mode, &s));
    discard(ctx, &s);
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------ the tests ---- */

/* What compose.h says the sums are, for factors of weights w: energy, dE/dy, residuals. */
static void expect(enum bsn_compose_mode mode, const double y[2], const double w[2], double out[5])
{
    const double a = y[0], b = y[1], product = a * b, cube = a * a * a;

    if (mode == BSN_COMPOSE_BASIN) {
        /* U_0 counts 1 - w_1 times: the cube has it already */
        out[0] = a * a * (1 - w[1]) + b * b + w[0] * product + w[1] * cube;
        out[1] = 2 * a * (1 - w[1]) + w[0] * b + w[1] * 3 * a * a;
        out[2] = 2 * b + w[0] * a;
        out[3] = product;
        out[4] = cube - a * a - FLOOR;
    } else {
        out[0] = a * a + b * b + product + cube;
        out[1] = 2 * a + b + 3 * a * a;
        out[2] = 2 * b + a;
        out[3] = a * a + b * b + product;
        out[4] = cube;
    }
}

static void check(basin_ctx *ctx, const struct setup *s, enum bsn_compose_mode mode, bool weighed)
{
    _Alignas(64) float y[COORDS * BSN_LANES], grad[COORDS * BSN_LANES], energy[BSN_LANES];
    _Alignas(64) float residual[2 * BSN_LANES], weight[2 * BSN_LANES];
    struct bsn_level level;
    float *scratch;

    bsn_level_all(&s->model->schedule, 2, &level);
    for (size_t i = 0; i < COORDS * BSN_LANES; i++) {
        y[i] = 0.1f * (float)(i % 7) - 0.25f;
        weight[i] = 0.5f + 0.25f * (float)(i % 3);
    }
    ASSERT_OK(ctx, BSN_NEW(ctx, bsn_compose_scratch(s->compose), &scratch));
    bsn_compose_eval(s->compose, &level, y, weighed ? weight : NULL, scratch, energy, grad,
                     residual);
    for (size_t l = 0; l < BSN_LANES; l++) {
        const double at[2] = { (double)y[l], (double)y[BSN_LANES + l] };
        const double w[2] = { weighed ? (double)weight[l] : 1,
                              weighed ? (double)weight[BSN_LANES + l] : 1 };
        const float got[5] = { energy[l], grad[l], grad[BSN_LANES + l], residual[l],
                               residual[BSN_LANES + l] };
        double want[5];
        expect(mode, at, w, want);
        for (size_t i = 0; i < COUNT(got); i++)
            if (!(fabs((double)got[i] - want[i]) < 1e-5))
                fail_msg("mode %d, lane %zu, number %zu: %g, not %g", mode, l, i, (double)got[i],
                         want[i]);
    }
    bsn_free(ctx, scratch);
}

static void whole_energies_stand_beside_others(void **state)
{
    (void)state;
    for (int weighed = 0; weighed < 2; weighed++) {
        struct setup s;
        basin_ctx *ctx = test_ctx();
        freed = 0;
        ASSERT_OK(ctx, make(ctx, BSN_COMPOSE_BASIN, &s));
        assert_ptr_equal(bsn_graph_find(&s.graph, &whole), &s.graph.term[2]);
        assert_ptr_equal(bsn_graph_find(bsn_compose_graph(s.compose), &parts), &s.graph.term[0]);
        assert_null(bsn_graph_find(&s.graph, &bsn_term_exact));
        check(ctx, &s, BSN_COMPOSE_BASIN, weighed);
        discard(ctx, &s);
        assert_int_equal(freed, 3);
        test_ctx_done(ctx);
    }
}

static void sums_count_each_variable_once_a_factor(void **state)
{
    struct setup s;
    basin_ctx *ctx = test_ctx();

    (void)state;
    ASSERT_OK(ctx, make(ctx, BSN_COMPOSE_SUM, &s));
    check(ctx, &s, BSN_COMPOSE_SUM, false);
    discard(ctx, &s);
    test_ctx_done(ctx);
}

static void memory(void **state)
{
    enum bsn_compose_mode modes[] = { BSN_COMPOSE_BASIN, BSN_COMPOSE_SUM, BSN_COMPOSE_MEAN };

    (void)state;
    for (size_t i = 0; i < COUNT(modes); i++)
        assert_true(test_refuse_each(make_once, &modes[i]) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_energies_stand_beside_others),
        cmocka_unit_test(sums_count_each_variable_once_a_factor),
        cmocka_unit_test(memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
