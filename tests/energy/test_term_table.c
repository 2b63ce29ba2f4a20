/* test_term_table.c - given tables under noise: against sums over all tuples in double, slopes
 * against differences of those, and at little noise the cost of the corner. */
#include "energy/compose.h"
#include "energy/term_table.h"

#include "support.h"

#include <math.h>

#define COORDS 6  /* a: 3 values, coordinates 0 to 2; b: 2 values, one, 3; c: 2 values, 4 and 5 */
#define FACTORS 2
#define MEMBERS 10

/* Two factors: (a, b), and (b, c, a) with two forbidden tuples. */
static const size_t first[FACTORS + 1] = { 0, 2, 5 }, at[FACTORS] = { 0, 6 };
static const uint32_t values[] = { 3, 2, 2, 2, 3 }, coords[] = { 3, 1, 1, 2, 3 };
static const uint32_t begins[] = { 0, 3, 3, 4, 0 };  /* first coordinate of each */
static const double cost[] = { 0.5, 2, 0, 7, 1.25, 40,
                               INFINITY, 0.25, 1, 3, 0, 2, 1.5, 6, INFINITY, 0.75, 2, 5 };
static basin_ctx *ctx;

static void make_graph(struct bsn_graph *graph)
{
    static const struct bsn_tables tables = { first, values, coords, at, cost };
    const struct bsn_term_size size = { .parts = COORDS, .factors = FACTORS, .members = MEMBERS,
                                        .inputs = 1 };
    struct bsn_tables *own;
    struct bsn_term *term;
    uint32_t member = 0;

    graph->coords = COORDS;
    assert_int_equal(bsn_graph_add(ctx, graph, "given", false, &size, &term), BASIN_STATUS_OK);
    for (uint32_t i = 0; i < COORDS; i++)
        term->input[i] = i;
    for (size_t i = 0; i < FACTORS; i++) {
        for (size_t v = first[i]; v < first[i + 1]; v++)
            for (uint32_t k = 0; k < coords[v]; k++)
                term->member[member++] = begins[v] + k;
        term->first[i + 1] = member;
    }
    assert_int_equal(BSN_NEW(ctx, 1, &own), BASIN_STATUS_OK);
    *own = tables;
    term->own = own;
    term->kind = &bsn_term_table;
    bsn_graph_finish(graph);
}

/* q of a value, by its definition: normal densities around the corners, normalised. */
static double plain_share(const double *y, size_t v, uint32_t value, double signal, double noise)
{
    double sum = 0, own = 0;

    for (uint32_t k = 0; k < values[v]; k++) {
        double squares = 0;
        for (uint32_t c = 0; c < coords[v]; c++) {
            const double corner = coords[v] > 1 ? c == k : k;
            squares += pow(y[begins[v] + c] - signal * corner, 2);
        }
        const double density = exp(-squares / (2 * noise));
        sum += density;
        own = k == value ? density : own;
    }
    return own / sum;
}

static double plain(const double *y, size_t i, double signal, double noise)
{
    const size_t variables = first[i + 1] - first[i];
    double sum = 0;
    size_t size = 1;

    for (size_t v = first[i]; v < first[i + 1]; v++)
        size *= values[v];
    for (size_t x = 0; x < size; x++) {
        double share = 1;
        size_t rest = x;
        for (size_t v = variables; v-- > 0; rest /= values[first[i] + v])
            share *= plain_share(y, first[i] + v, (uint32_t)(rest % values[first[i] + v]), signal,
                                 noise);
        sum += share * exp(-cost[at[i] + x]);
    }
    return -log(sum);
}

struct bench {
    basin_model *model;
    struct bsn_graph graph;
    struct bsn_compose *compose;
    struct bsn_level level;
    _Alignas(64) float y[COORDS * BSN_LANES], grad[COORDS * BSN_LANES], energy[BSN_LANES];
    _Alignas(64) float residual[FACTORS * BSN_LANES], weight[FACTORS * BSN_LANES];
    float *scratch;
};

static struct bench *begin(void)
{
    struct bench *b;

    ctx = test_ctx();
    assert_int_equal(BSN_NEW(ctx, 1, &b), BASIN_STATUS_OK);
    assert_int_equal(bsn_model_new(ctx, "own", BASIN_ENERGY_COMPACT, 100, &b->model),
                     BASIN_STATUS_OK);
    make_graph(&b->graph);
    assert_int_equal(bsn_compose_new(ctx, b->model, &b->graph, BSN_COMPOSE_BASIN, NULL,
                                     &b->compose), BASIN_STATUS_OK);
    assert_int_equal(BSN_NEW(ctx, bsn_compose_scratch(b->compose), &b->scratch), BASIN_STATUS_OK);
    return b;
}

static void end(struct bench *b)
{
    bsn_free(ctx, b->scratch);
    bsn_compose_free(ctx, b->compose);
    bsn_graph_clear(ctx, &b->graph);
    basin_model_free(ctx, b->model);
    bsn_free(ctx, b);
    test_ctx_done(ctx);
}

static void evaluate(struct bench *b, bool weighted)
{
    bsn_compose_eval(b->compose, &b->level, b->y, weighted ? b->weight : NULL, b->scratch,
                     b->energy, b->grad, b->residual);
}

static double weighted_sum(const double *y, const struct bench *b, size_t lane)
{
    double sum = 0;

    for (size_t i = 0; i < FACTORS; i++)
        sum += b->weight[i * BSN_LANES + lane] *
               plain(y, i, b->level.signal[lane], b->level.noise[lane]);
    return sum;
}

static void test_noise(void **state)
{
    static const uint32_t levels[] = { 5, 20, 40, 70 };
    struct bench *const b = begin();

    (void)state;
    for (size_t l = 0; l < COUNT(levels); l++) {
        bsn_level_all(&b->model->schedule, levels[l], &b->level);
        for (size_t k = 0; k < COORDS * BSN_LANES; k++)
            b->y[k] = (float)sin(1.7 * (double)k + (double)l);
        for (size_t k = 0; k < FACTORS * BSN_LANES; k++)
            b->weight[k] = 0.5f + (float)(k % 5) / 4;
        evaluate(b, true);
        for (size_t lane = 0; lane < BSN_LANES; lane++) {
            double y[COORDS];
            for (size_t c = 0; c < COORDS; c++)
                y[c] = b->y[c * BSN_LANES + lane];
            const double whole = weighted_sum(y, b, lane);
            assert_true(fabs(b->energy[lane] - whole) < 1e-4 * (1 + fabs(whole)));
            for (size_t c = 0; c < COORDS; c++) {
                const double step = 1e-5, was = y[c];
                y[c] = was + step;
                const double above = weighted_sum(y, b, lane);
                y[c] = was - step;
                const double slope = (above - weighted_sum(y, b, lane)) / (2 * step);
                y[c] = was;
                assert_true(fabs(b->grad[c * BSN_LANES + lane] - slope) <
                            2e-3 * (1 + fabs(slope)));
            }
        }
    }
    end(b);
}

static void test_corners(void **state)
{
    struct bench *const b = begin();

    (void)state;
    bsn_level_all(&b->model->schedule, 1, &b->level);
    for (uint32_t x = 0; x < 12; x++) {
        const uint32_t a = x / 4, bb = x / 2 % 2, c = x % 2;
        for (size_t lane = 0; lane < BSN_LANES; lane++) {
            for (uint32_t k = 0; k < 3; k++)
                b->y[k * BSN_LANES + lane] = b->level.signal[lane] * (float)(k == a);
            b->y[3 * BSN_LANES + lane] = b->level.signal[lane] * (float)bb;
            for (uint32_t k = 0; k < 2; k++)
                b->y[(4 + k) * BSN_LANES + lane] = b->level.signal[lane] * (float)(k == c);
        }
        evaluate(b, false);
        const double two = cost[at[1] + bb * 6 + c * 3 + a];
        assert_true(fabs(b->residual[0] - cost[a * 2 + bb]) < 1e-4);
        assert_true(isinf(two) ? b->residual[BSN_LANES] > 100
                               : fabs(b->residual[BSN_LANES] - two) < 1e-4);
    }
    end(b);
}

int main(void)
{
    const struct CMUnitTest all[] = { cmocka_unit_test(test_noise),
                                      cmocka_unit_test(test_corners) };

    return cmocka_run_group_tests(all, NULL, NULL);
}
