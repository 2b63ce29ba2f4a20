/* test_term_network.c - terms of networks: kernels against the plain passes, on factors of mixed
 * lengths; and that slopes go back to the coordinates they came from. */
#include "support.h"

#include "base/rng.h"
#include "energy/columns.h"
#include "energy/schedule.h"
#include "energy/term_network.h"

#include <math.h>

#define COORDS 12
#define PARTS 20
#define FACTORS 30
#define LONGEST 5

/* A model with one network, and a term of it: parts with any coordinates, opposites among them, in
 * factors of 1 to LONGEST parts (of choices, as many as the network takes). */
struct setup {
    basin_ctx *ctx;
    basin_model *model;
    struct bsn_graph graph;
    struct bsn_term *term;
    _Alignas(BSN_ALIGN) float y[COORDS * BSN_LANES];
    _Alignas(BSN_ALIGN) float weight[FACTORS * BSN_LANES];
    float scale[FACTORS];
};

static void fill_term(const struct bsn_rng *rng, const struct bsn_net *net, uint32_t inputs,
                      struct setup *s)
{
    const bool choice = net->kind == BSN_NET_CHOICE;
    const struct bsn_term_size size = { .parts = PARTS, .factors = FACTORS,
                                        .members = FACTORS * LONGEST, .inputs = inputs,
                                        .conds = net->conds, .mirrored = !choice };
    uint32_t members = 0;

    ASSERT_OK(s->ctx, bsn_graph_add(s->ctx, &s->graph, "net", true, &size, &s->term));
    for (uint32_t i = 0; i < PARTS * inputs; i++)
        s->term->input[i] = bsn_rng_below(rng, i, COORDS);
    for (uint32_t i = 0; i < PARTS * net->conds; i++)
        s->term->cond[i] = (float)bsn_rng_uniform(rng, 1000 + i);
    for (uint32_t i = 0; i < PARTS && !choice; i++)
        s->term->mirror[i] = (float)(i % 3 == 0);
    for (uint32_t i = 0; i < FACTORS; i++) {
        /* Runs of factors of one length, and lengths that change from one to the next. */
        const uint32_t parts = choice    ? 1 + net->pair
                               : i < 12 ? 3
                                        : 1 + bsn_rng_below(rng, 2000 + i, LONGEST);
        for (uint32_t j = 0; j < parts; j++, members++)
            s->term->member[members] = bsn_rng_below(rng, 3000 + members, PARTS);
        s->term->first[i + 1] = members;
    }
    s->graph.coords = COORDS;
    bsn_graph_finish(&s->graph);
}

static void make(const struct bsn_net *net, uint32_t inputs, struct setup *s)
{
    const struct bsn_rng rng = { 3, BSN_RNG_TEST, (uint32_t)net->kind, inputs };
    struct bsn_model_net *entry;

    *s = (struct setup){ .ctx = test_ctx() };
    ASSERT_OK(s->ctx, bsn_model_new(s->ctx, "any", BASIN_ENERGY_COMPACT, 50, &s->model));
    ASSERT_OK(s->ctx, bsn_model_add(s->ctx, s->model, "net", net, &entry));
    bsn_net_init_f32(net, 4, 0, entry->theta);
    bsn_net_expand_f32(net, entry->theta);
    fill_term(&rng, net, inputs, s);
    bsn_rng_fill_normal(&rng, s->y, COORDS * BSN_LANES);
    for (uint32_t i = 0; i < FACTORS * BSN_LANES; i++)
        s->weight[i] = (float)(0.5 + bsn_rng_uniform(&rng, 5000 + i));
    for (uint32_t i = 0; i < FACTORS; i++)
        s->scale[i] = (float)(0.5 + bsn_rng_uniform(&rng, 9000 + i));
}

static void discard(struct setup *s)
{
    bsn_graph_clear(s->ctx, &s->graph);
    basin_model_free(s->ctx, s->model);
    basin_ctx_free(s->ctx);
}

static basin_status bind(const struct setup *s, struct bsn_bound *bound)
{
    const struct bsn_term_source source = { s->model, NULL };

    return bsn_term_bind(s->ctx, s->term, &source, bound);
}

/* What an evaluation writes. */
struct out {
    _Alignas(BSN_ALIGN) float energy[BSN_LANES];
    _Alignas(BSN_ALIGN) float grad[COORDS * BSN_LANES];
    _Alignas(BSN_ALIGN) float residual[FACTORS * BSN_LANES];
};

static void evaluate(struct setup *s, struct bsn_bound *bound, const struct bsn_level *level,
                     bool weighted, bool plain, struct out *out)
{
    struct bsn_term_call call = { .kernel = bsn_kernel_pick(NULL), .level = level, .y = s->y,
                                  .weight = weighted ? s->weight : NULL, .energy = out->energy,
                                  .grad = out->grad, .residual = out->residual };

    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, plain ? bsn_term_network_plain_scratch(bound)
                                            : bound->scratch, &call.scratch));
    memset(out, 0, sizeof *out);
    bound->scale = weighted ? s->scale : NULL;
    (plain ? bsn_term_network_plain : bound->kind->eval)(bound, &call);
    bound->scale = NULL;
    bsn_free(s->ctx, call.scratch);
}

static void assert_near(const char *what, const float *found, const float *expected, size_t rows,
                        size_t lanes)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t l = 0; l < lanes; l++) {
            const double a = found[i * BSN_LANES + l], b = expected[i * BSN_LANES + l];
            if (!(fabs(a - b) <= 2e-4 * (1 + fabs(b))))
                fail_msg("%s %zu, lane %zu: %.7g by the kernel, %.7g plainly", what, i, l, a, b);
        }
}

static void check(const struct bsn_net *net, uint32_t inputs)
{
    struct bsn_level level;
    struct bsn_bound bound;
    struct out kernel, plain;
    struct setup s;

    make(net, inputs, &s);
    ASSERT_OK(s.ctx, bind(&s, &bound));
    assert_ptr_equal(bound.kind, &bsn_term_network);
    assert_false(bound.gradless);
    for (size_t l = 0; l < BSN_LANES; l++)
        bsn_level_lane(&s.model->schedule, 0.3 + 0.04 * (double)l, l, &level);
    for (size_t lanes = 1; lanes <= BSN_LANES; lanes += 5)
        for (int weighted = 0; weighted < 2; weighted++) {
            level.lanes = lanes;
            evaluate(&s, &bound, &level, weighted, false, &kernel);
            evaluate(&s, &bound, &level, weighted, true, &plain);
            assert_near("energy", kernel.energy, plain.energy, 1, lanes);
            assert_near("slope", kernel.grad, plain.grad, COORDS, lanes);
            assert_near("residual", kernel.residual, plain.residual, FACTORS, lanes);
        }
    bsn_term_release(s.ctx, &bound);
    discard(&s);
}

static void test_kernels_are_the_passes(void **state)
{
    (void)state;
    check(&(struct bsn_net){ .kind = BSN_NET_SET, .inputs = 2, .conds = 1, .hidden = 5, .sums = 2,
                             .pools = 2, .head = 3, .positive = 1 }, 2);
    check(&(struct bsn_net){ .kind = BSN_NET_SET, .inputs = 1, .hidden = 4, .sums = 1, .pools = 1,
                             .head = 2, .quadratic = 1 }, 1);
    check(&(struct bsn_net){ .kind = BSN_NET_CHOICE }, 4);
    check(&(struct bsn_net){ .kind = BSN_NET_CHOICE, .pair = 1 }, 3);
}

static void test_refuses_what_does_not_fit(void **state)
{
    const struct bsn_net net = { .kind = BSN_NET_SET, .inputs = 2, .hidden = 2, .sums = 1,
                                 .head = 1 };
    struct bsn_bound bound;
    struct setup s;

    (void)state;
    make(&net, 3, &s);
    assert_int_equal(bind(&s, &bound), BASIN_STATUS_MODEL);
    bsn_term_release(s.ctx, &bound);
    assert_string_equal(basin_error_text(s.ctx), "network \"net\" takes 2 inputs, 0 conditions; "
                                                 "the problem has 3, 0");
    strcpy(s.term->net, "none");
    assert_int_equal(bind(&s, &bound), BASIN_STATUS_MODEL);
    bsn_term_release(s.ctx, &bound);
    assert_string_equal(basin_error_text(s.ctx), "the model of any has no network \"none\"");
    discard(&s);
}

/* <scatter(slope), g> = <slope, back(g)> for shares, opposites and empty inputs. */
static void test_back_is_the_adjoint(void **state)
{
    enum { COUNT_OF = 12, SLOPES = 3 * 2 * COUNT_OF * 2 };
    const struct bsn_net net = { .kind = BSN_NET_SET, .inputs = 2, .hidden = 2, .sums = 1,
                                 .head = 1 };
    const struct bsn_rng rng = { 6, BSN_RNG_TEST, 0, 0 };
    float slope[SLOPES], back[SLOPES], share[COORDS], g[COORDS * 2], grad[COORDS * 2] = { 0 };
    double left = 0, right = 0;
    struct setup s;

    (void)state;
    make(&net, 2, &s);
    s.term->input[3] = s.term->input[8] = BSN_GRAPH_EMPTY;
    const struct bsn_columns c = { s.term, 0, COUNT_OF, 3, 2, 2 };
    for (uint32_t i = 0; i < SLOPES; i++)
        slope[i] = (float)bsn_rng_uniform(&rng, i);
    for (uint32_t i = 0; i < COORDS * 2; i++) {
        g[i] = (float)bsn_rng_uniform(&rng, 1000 + i);
        share[i / 2] = (float)bsn_rng_uniform(&rng, 2000 + i);
    }
    bsn_columns_scatter(&c, slope, NULL, NULL, share, grad);
    bsn_columns_back(&c, g, share, back);
    for (size_t i = 0; i < COORDS * 2; i++)
        left += (double)grad[i] * g[i];
    for (size_t i = 0; i < SLOPES; i++)
        right += (double)slope[i] * back[i];
    assert_true(fabs(left) > 0.1 && fabs(left - right) < 1e-5 * fabs(left));
    discard(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels_are_the_passes),
        cmocka_unit_test(test_refuses_what_does_not_fit),
        cmocka_unit_test(test_back_is_the_adjoint),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
