/* test_compose.c - composed energies of small instances against the same sums, written out. */
#define _GNU_SOURCE
#include "support.h"

#include "domain/domain.h"

#include <math.h>
#include <unistd.h>

#define FACTORS_MAX 64
#define COORDS_MAX 64

static const enum basin_energy energies[] = { BASIN_ENERGY_COMPACT, BASIN_ENERGY_PAPER,
                                              BASIN_ENERGY_EXACT };
static const enum bsn_compose_mode modes[] = { BSN_COMPOSE_BASIN, BSN_COMPOSE_SUM,
                                               BSN_COMPOSE_MEAN };

/* Clauses of one to three literals (the paper's network reads no more), signs mixed, a variable
 * that is in none, and one that is in a clause by itself only. */
static char formula_path[] = "/tmp/basin-compose-XXXXXX.cnf";
static const char formula[] =
    "p cnf 9 14\n1 2 3 0\n-1 2 -3 0\n4 -5 6 0\n-4 -6 0\n7 0\n-2 5 0\n1 -4 5 0\n-1 -2 -6 0\n"
    "3 -5 6 0\n2 4 6 0\n-3 0\n-1 6 0\n3 5 -6 0\n-9 1 0\n";

static const struct instance {
    const char *domain, *spec;
} four = { "queens", "4" }, five = { "queens", "5" }, clauses = { "sat", formula_path };
static const struct instance *const instances[] = { &four, &five, &clauses };

/* An instance, a model with random weights, their composition, and one tile. */
struct setup {
    basin_ctx *ctx;
    const struct bsn_domain *domain;
    void *instance;
    basin_model *model;
    struct bsn_graph graph;
    struct bsn_compose *compose;
    struct bsn_level level;
    float *y, *weight, *scratch, *energy, *grad, *residual;
};

static void add_net(struct setup *s, const char *name, const struct bsn_net *net)
{
    struct bsn_model_net *entry;
    const uint32_t stream = (uint32_t)s->model->nets;

    ASSERT_OK(s->ctx, bsn_model_add(s->ctx, s->model, name, net, &entry));
    bsn_net_init_f32(net, 11, stream, entry->theta);
    bsn_net_expand_f32(net, entry->theta);
}

static void make_model(struct setup *s, enum basin_energy energy)
{
    const struct bsn_net cell = { .kind = BSN_NET_SET, .inputs = 1, .hidden = 4, .sums = 1,
                                  .pools = 1, .head = 2, .quadratic = 1 };
    const struct bsn_net line = { .kind = BSN_NET_SET, .inputs = 1, .hidden = 5, .sums = 2,
                                  .pools = 2, .head = 4, .positive = 1 };
    const struct bsn_net padded = { .kind = BSN_NET_RESIDUAL, .inputs = 8, .hidden = 16,
                                    .blocks = 2, .outputs = 8, .levels = 100 };
    const struct bsn_net sign = { .kind = BSN_NET_RESIDUAL, .inputs = 3, .conds = 3, .hidden = 16,
                                  .blocks = 2, .outputs = 3, .levels = 100 };
    const bool queens = strcmp(s->domain->name, "queens") == 0;

    ASSERT_OK(s->ctx, bsn_model_new(s->ctx, s->domain->name, energy, 100, &s->model));
    if (energy == BASIN_ENERGY_COMPACT) {
        add_net(s, queens ? "cell" : "var", &cell);
        add_net(s, queens ? "one" : "clause", &line);
        if (queens)
            add_net(s, "any", &line);
    }
    if (energy == BASIN_ENERGY_PAPER)
        add_net(s, queens ? "line" : "clause", queens ? &padded : &sign);
}

static void fill_tile(struct setup *s)
{
    const struct bsn_rng rng = { 5, BSN_RNG_TEST, 0, 0 };
    const size_t coords = s->graph.coords * BSN_LANES, factors = s->graph.factors * BSN_LANES;

    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, coords, &s->y));
    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, factors, &s->weight));
    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, bsn_compose_scratch(s->compose), &s->scratch));
    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, BSN_LANES, &s->energy));
    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, coords, &s->grad));
    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, factors, &s->residual));
    bsn_rng_fill_normal(&rng, s->y, (uint32_t)coords);
    for (uint32_t i = 0; i < factors; i++)
        s->weight[i] = (float)(0.5 + 2 * bsn_rng_uniform(&rng, 10000 + i));
    for (size_t l = 0; l < BSN_LANES; l++)
        bsn_level_lane(&s->model->schedule, 0.1 + 0.05 * (double)l, l, &s->level);
}

static void make(const struct instance *of, enum basin_energy energy, struct setup *s)
{
    *s = (struct setup){ .ctx = test_ctx() };
    s->domain = bsn_domain_find(s->ctx, of->domain);
    assert_non_null(s->domain);
    ASSERT_OK(s->ctx, s->domain->text->open(s->ctx, of->spec, &s->instance));
    make_model(s, energy);
    ASSERT_OK(s->ctx, s->domain->task->graph(s->ctx, s->instance, s->model, &s->graph));
    bsn_graph_finish(&s->graph);
    assert_true(s->graph.factors <= FACTORS_MAX && s->graph.coords <= COORDS_MAX);
}

/* With a scale of the caller's, or the graph's own. */
static void make_weighed(const struct instance *of, enum basin_energy energy,
                         enum bsn_compose_mode mode, const enum bsn_weigh *weigh,
                         struct setup *s)
{
    make(of, energy, s);
    if (weigh)
        s->graph.weigh = *weigh;
    ASSERT_OK(s->ctx, bsn_compose_new(s->ctx, s->model, &s->graph, mode, s->domain->task->examples,
                                      &s->compose));
    assert_int_equal(bsn_compose_coords(s->compose), s->graph.coords);
    assert_int_equal(bsn_compose_factors(s->compose), s->graph.factors);
    fill_tile(s);
}

static void make_composed(const struct instance *of, enum basin_energy energy,
                          enum bsn_compose_mode mode, struct setup *s)
{
    make_weighed(of, energy, mode, NULL, s);
}

static void discard(struct setup *s)
{
    float *const blocks[] = { s->y, s->weight, s->scratch, s->energy, s->grad, s->residual };

    for (size_t i = 0; i < COUNT(blocks); i++)
        bsn_free(s->ctx, blocks[i]);
    bsn_compose_free(s->ctx, s->compose);
    bsn_graph_clear(s->ctx, &s->graph);
    basin_model_free(s->ctx, s->model);
    s->domain->task->free(s->ctx, s->instance);
    test_ctx_done(s->ctx);
}

static void eval(struct setup *s, const float *weight)
{
    bsn_compose_eval(s->compose, &s->level, s->y, weight, s->scratch, s->energy, s->grad,
                     s->residual);
}

/* --------------------------------------------------------------------------- by hand ---- */

/* The inputs of one factor in one lane, in order; padding is 0, a mirrored part reads the opposite
 * of its variables. Returns how many. */
static size_t inputs_of(const struct setup *s, const struct bsn_term *term, size_t factor,
                        size_t lane, double *x)
{
    size_t n = 0;

    for (size_t m = term->first[factor]; m < term->first[factor + 1]; m++)
        for (size_t d = 0; d < term->inputs; d++) {
            const uint32_t part = term->member[m], at = term->input[part * term->inputs + d];
            const double y = at == BSN_GRAPH_EMPTY ? 0 : s->y[(size_t)at * BSN_LANES + lane];
            x[n++] = term->mirror && term->mirror[part] > 0 ? s->level.signal[lane] - y : y;
        }
    return n;
}

/* -log sum_i w_i exp(-|y - signal x_i|^2 / 2 tau), and the floor of R that comes with it. */
static double exact_by_hand(const struct setup *s, const struct bsn_term *term, size_t factor,
                            size_t lane, double *floor)
{
    const double signal = s->level.signal[lane], tau = s->level.noise[lane];
    struct bsn_examples set;
    double y[COORDS_MAX], x[COORDS_MAX], total = 0, weights = 0;
    const size_t n = inputs_of(s, term, factor, lane, y);

    ASSERT_OK(s->ctx, s->domain->task->examples(s->ctx, term->net,
                                          term->first[factor + 1] - term->first[factor],
                                          term->inputs, &set));
    assert_int_equal(set.width, n);
    for (size_t i = 0; i < set.count; i++) {
        double square = 0;
        memset(x, 0, sizeof x);
        for (size_t k = set.first[i]; k < set.first[i + 1]; k++)
            x[set.one[k]] = 1;
        for (size_t k = 0; k < n; k++)
            square += (y[k] - signal * x[k]) * (y[k] - signal * x[k]);
        total += exp(set.log_weight[i] - square / (2 * tau));
        weights += exp(set.log_weight[i]);
    }
    assert_true(fabs(weights - 1) < 1e-9);
    *floor = set.floor;
    bsn_free(s->ctx, set.log_weight);
    bsn_free(s->ctx, set.first);
    bsn_free(s->ctx, set.one);
    return -log(total);
}

/* A network on one factor in one lane. */
static double network_by_hand(const struct setup *s, const struct bsn_term *term, size_t factor,
                              size_t lane)
{
    const struct bsn_model_net *const net = bsn_model_find(s->model, term->net);
    const size_t parts = term->first[factor + 1] - term->first[factor];
    const struct bsn_level *const level = &s->level;
    double x[COORDS_MAX];
    float y[COORDS_MAX], energy, *work;
    const size_t n = inputs_of(s, term, factor, lane, x);

    for (size_t i = 0; i < n; i++)
        y[i] = (float)x[i];
    const float *const cond = term->cond + term->member[term->first[factor]] * term->conds;
    const struct bsn_batch_f32 batch = { .cols = 1, .parts = parts, .y = y, .cond = cond,
                                         .signal = &level->signal[lane],
                                         .noise = &level->noise[lane], .t = &level->t[lane] };
    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, bsn_net_workspace_f32(&net->net, parts, 1), &work));
    bsn_net_forward_f32(&net->net, net->theta, &batch, work, &energy);
    bsn_free(s->ctx, work);
    return energy;
}

/* U of every variable and, of every factor, R and E = R + sum U. */
struct by_hand {
    double u[COORDS_MAX], r[FACTORS_MAX], e[FACTORS_MAX];
    double floor[FACTORS_MAX];   /* the lowest R; residuals of exact energies count from there */
    double touched[COORDS_MAX];  /* factors that touch a coordinate */
    double unaries;              /* sum of U */
};

static void factor_by_hand(const struct setup *s, const struct bsn_term *term, size_t i,
                           size_t factor, double value, struct by_hand *out)
{
    double own = 0;

    for (size_t m = term->cover_first[i]; m < term->cover_first[i + 1]; m++)
        own += out->u[term->cover[m]];
    const bool whole = s->model->energy == BASIN_ENERGY_EXACT;
    out->r[factor] = whole ? value - own : value;
    out->e[factor] = whole ? value : value + own;
    for (size_t m = term->first[i]; m < term->first[i + 1]; m++)
        for (size_t d = 0; d < term->inputs; d++) {
            const uint32_t at = term->input[term->member[m] * term->inputs + d];
            if (at != BSN_GRAPH_EMPTY)
                out->touched[at] += 1;
        }
}

static struct by_hand by_hand(const struct setup *s, size_t lane)
{
    struct by_hand out = { .unaries = 0 };
    size_t factor = 0;

    for (size_t k = 0; k < s->graph.terms; k++) {
        const struct bsn_term *const term = &s->graph.term[k];
        for (size_t i = 0; i < term->f.factors; i++) {
            double floor = 0;
            const double value = s->model->energy == BASIN_ENERGY_EXACT
                                     ? exact_by_hand(s, term, i, lane, &floor)
                                     : network_by_hand(s, term, i, lane);
            if (term->unary) {
                out.unaries += out.u[i] = value;
                continue;
            }
            out.floor[factor] = floor;
            factor_by_hand(s, term, i, factor++, value, &out);
        }
    }
    assert_int_equal(factor, s->graph.factors);
    return out;
}

/* How much of a factor's energy counts in mode mean: once, or 1 / touched, summed over its
 * coordinates, or the mean of those over all coordinates. */
static double share_of(const struct setup *s, const struct by_hand *hand, size_t factor)
{
    const double all = s->graph.weigh == BSN_WEIGH_MEAN ? (double)s->graph.coords : 1;
    double share = 0;

    if (s->graph.weigh == BSN_WEIGH_SUM)
        return 1;

    for (size_t k = 0; k < s->graph.terms; k++) {
        const struct bsn_term *const term = &s->graph.term[k];
        if (term->unary)
            continue;
        if (factor >= term->f.factors) {
            factor -= term->f.factors;
            continue;
        }
        for (size_t m = term->first[factor]; m < term->first[factor + 1]; m++)
            for (size_t d = 0; d < term->inputs; d++) {
                const uint32_t at = term->input[term->member[m] * term->inputs + d];
                share += at == BSN_GRAPH_EMPTY ? 0 : 1 / hand->touched[at] / all;
            }
        return share;
    }
    return share;
}

static void assert_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance * (1 + fabs(expected))))
        fail_msg("found %.9g, by hand %.9g", found, expected);
}

/* ----------------------------------------------------------------------------- tests ---- */

static void check_energies(const struct instance *of, enum basin_energy energy,
                           enum bsn_compose_mode mode, const enum bsn_weigh *weigh, bool weighted)
{
    struct setup s;

    make_weighed(of, energy, mode, weigh, &s);
    eval(&s, weighted ? s.weight : NULL);
    for (size_t lane = 0; lane < BSN_LANES; lane++) {
        const struct by_hand hand = by_hand(&s, lane);
        double total = mode == BSN_COMPOSE_BASIN ? hand.unaries : 0, sizes = fabs(total);
        for (size_t k = 0; k < s.graph.factors; k++) {
            const double w = weighted ? s.weight[k * BSN_LANES + lane] : 1;
            const double one = mode == BSN_COMPOSE_BASIN ? hand.r[k] : hand.e[k];
            const double floor = mode == BSN_COMPOSE_BASIN ? hand.floor[k] : 0;
            assert_near(s.residual[k * BSN_LANES + lane], one - floor, 1e-4);
            if (energy == BASIN_ENERGY_EXACT && mode == BSN_COMPOSE_BASIN)
                assert_true(one - floor > -1e-9);
            total += one * (mode == BSN_COMPOSE_BASIN  ? w
                            : mode == BSN_COMPOSE_MEAN ? share_of(&s, &hand, k)
                                                       : 1);
            sizes += fabs(one);
        }
        assert_near(s.energy[lane], total, 1e-5 * (1 + sizes / (1 + fabs(total))));
    }
    discard(&s);
}

static void test_energies(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(instances); k++)
        for (size_t i = 0; i < COUNT(energies); i++) {
            for (size_t m = 0; m < COUNT(modes); m++)
                check_energies(instances[k], energies[i], modes[m], NULL, false);
            check_energies(instances[k], energies[i], BSN_COMPOSE_BASIN, NULL, true);
        }
}

/* Each scale of mode mean on each kind of problem. */
static void test_scales(void **state)
{
    static const enum bsn_weigh ways[] = { BSN_WEIGH_MEANS, BSN_WEIGH_MEAN, BSN_WEIGH_SUM };

    (void)state;
    for (size_t k = 0; k < COUNT(instances); k++)
        for (size_t b = 0; b < COUNT(ways); b++)
            check_energies(instances[k], BASIN_ENERGY_PAPER, BSN_COMPOSE_MEAN, &ways[b], false);
}

/* A board's energy is the mean over its cells of the mean over the cell's four lines. */
static void test_queens_scale(void **state)
{
    struct setup s;

    (void)state;
    make_composed(&four, BASIN_ENERGY_PAPER, BSN_COMPOSE_MEAN, &s);
    eval(&s, NULL);
    const struct by_hand hand = by_hand(&s, 3);
    const struct bsn_term *const term = &s.graph.term[0];
    double board = 0;
    for (uint32_t cell = 0; cell < 16; cell++) {
        double sum = 0, lines = 0;
        for (size_t i = 0; i < term->f.factors; i++)
            for (size_t d = 0; d < term->inputs; d++)
                if (term->input[term->member[term->first[i]] * term->inputs + d] == cell) {
                    sum += hand.e[i];
                    lines++;
                }
        assert_true(lines == 4);
        board += sum / lines / 16;
    }
    assert_near(s.energy[3], board, 1e-5);
    discard(&s);
}

/* Energies alone are, bit for bit, those that come with a gradient. */
static void check_energy_alone(const struct instance *of, enum basin_energy energy,
                               enum bsn_compose_mode mode)
{
    struct setup s;
    float with[BSN_LANES], residual[FACTORS_MAX * BSN_LANES];

    make_composed(of, energy, mode, &s);
    const size_t residuals = s.graph.factors * BSN_LANES * sizeof *residual;
    eval(&s, NULL);
    memcpy(with, s.energy, sizeof with);
    memcpy(residual, s.residual, residuals);
    memset(s.energy, 1, sizeof with);
    memset(s.residual, 1, residuals);
    memset(s.scratch, 1, bsn_compose_scratch(s.compose) * sizeof *s.scratch);
    bsn_compose_eval(s.compose, &s.level, s.y, NULL, s.scratch, s.energy, NULL, s.residual);
    assert_memory_equal(s.energy, with, sizeof with);
    assert_memory_equal(s.residual, residual, residuals);
    discard(&s);
}

static void test_energy_alone(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(instances); k++)
        for (size_t i = 0; i < COUNT(energies); i++)
            for (size_t m = 0; m < COUNT(modes); m++)
                check_energy_alone(instances[k], energies[i], modes[m]);
}

/* Weights of 1 are as good as none. */
static void check_ones(const struct instance *of, enum basin_energy energy)
{
    struct setup s;
    float kept[COORDS_MAX * BSN_LANES];

    make_composed(of, energy, BSN_COMPOSE_BASIN, &s);
    eval(&s, NULL);
    memcpy(kept, s.grad, s.graph.coords * BSN_LANES * sizeof *kept);
    for (size_t k = 0; k < s.graph.factors * BSN_LANES; k++)
        s.weight[k] = 1;
    eval(&s, s.weight);
    for (size_t k = 0; k < s.graph.coords * BSN_LANES; k++)
        assert_near(s.grad[k], kept[k], 1e-5);
    discard(&s);
}

static void test_ones(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(energies); i++) {
        check_ones(&five, energies[i]);
        check_ones(&clauses, energies[i]);
    }
}

/* The gradient against differences of the energy, (8 (E1 - E-1) - (E2 - E-2)) / 12 step. Energies
 * are floats of up to some hundreds, so the step is large and the tolerance with it. */
static void check_gradient(const struct instance *of, enum basin_energy energy,
                           enum bsn_compose_mode mode)
{
    static const struct {
        float at, factor;
    } points[] = { { 1, 8 }, { -1, -8 }, { 2, -1 }, { -2, 1 } };
    struct setup s;
    float grad[COORDS_MAX * BSN_LANES], keep[BSN_LANES], size[BSN_LANES] = { 0 };
    const float step = 1.0f / 64;

    make_composed(of, energy, mode, &s);
    const float *const weight = mode == BSN_COMPOSE_BASIN ? s.weight : NULL;
    eval(&s, weight);
    memcpy(grad, s.grad, s.graph.coords * BSN_LANES * sizeof *grad);
    for (size_t i = 0; i < s.graph.coords * BSN_LANES; i++)
        size[i % BSN_LANES] = fmaxf(size[i % BSN_LANES], fabsf(grad[i]));
    for (size_t i = 0; i < s.graph.coords; i++) {
        float *const y = s.y + i * BSN_LANES;
        double slope[BSN_LANES] = { 0 };
        memcpy(keep, y, sizeof keep);
        for (size_t p = 0; p < COUNT(points); p++) {
            for (size_t l = 0; l < BSN_LANES; l++)
                y[l] = keep[l] + points[p].at * step;
            eval(&s, weight);
            for (size_t l = 0; l < BSN_LANES; l++)
                slope[l] += (double)points[p].factor * s.energy[l] / (12 * (double)step);
        }
        for (size_t l = 0; l < BSN_LANES; l++)
            assert_true(fabs(grad[i * BSN_LANES + l] - slope[l]) <= 0.02 * (1 + size[l]));
        memcpy(y, keep, sizeof keep);
    }
    discard(&s);
}

static void test_gradients(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(energies); i++)
        for (size_t m = 0; m < 2; m++) {  /* mode mean has no energy that it is the gradient of */
            check_gradient(&four, energies[i], modes[m]);
            check_gradient(&clauses, energies[i], modes[m]);
        }
}

/* In mode mean the gradient is that of mode sum, divided by how many factors touch a coordinate. */
static void check_mean_gradient(const struct instance *of, enum basin_energy energy)
{
    struct setup sum, mean;

    make_composed(of, energy, BSN_COMPOSE_SUM, &sum);
    make_composed(of, energy, BSN_COMPOSE_MEAN, &mean);
    eval(&sum, NULL);
    eval(&mean, NULL);
    const struct by_hand hand = by_hand(&sum, 0);
    for (size_t k = 0; k < sum.graph.coords * BSN_LANES; k++)
        assert_near(mean.grad[k], sum.grad[k] / fmax(hand.touched[k / BSN_LANES], 1), 1e-5);
    discard(&sum);
    discard(&mean);
}

static void test_mean_gradient(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(energies); i++) {
        check_mean_gradient(&five, energies[i]);
        check_mean_gradient(&clauses, energies[i]);
    }
}

/* The clauses' term with every part turned over, and a tile turned over with it: each factor is
 * what it was, and its slope points the other way. (Exact energies of variables are the same from
 * both ends, so there the whole energy is.) */
static void check_turned(enum basin_energy energy, enum bsn_compose_mode mode)
{
    struct setup s, turned;

    make_composed(&clauses, energy, mode, &s);
    make_composed(&clauses, energy, mode, &turned);
    struct bsn_term *const term = &turned.graph.term[1];
    for (size_t p = 0; p < term->f.parts; p++)
        term->mirror[p] = 1 - term->mirror[p];
    for (size_t i = 0; i < s.graph.coords * BSN_LANES; i++)
        turned.y[i] = s.level.signal[i % BSN_LANES] - s.y[i];
    eval(&s, mode == BSN_COMPOSE_BASIN ? s.weight : NULL);
    eval(&turned, mode == BSN_COMPOSE_BASIN ? s.weight : NULL);
    const bool exact = energy == BASIN_ENERGY_EXACT;
    for (size_t i = 0; (exact || mode == BSN_COMPOSE_BASIN) && i < s.graph.factors * BSN_LANES; i++)
        assert_near(turned.residual[i], s.residual[i], 1e-4);
    for (size_t l = 0; exact && l < BSN_LANES; l++)
        assert_near(turned.energy[l], s.energy[l], 1e-4);
    for (size_t i = 0; exact && i < s.graph.coords * BSN_LANES; i++)
        assert_near(-turned.grad[i], s.grad[i], 2e-4);
    discard(&s);
    discard(&turned);
}

static void test_turned(void **state)
{
    (void)state;
    for (size_t m = 0; m < COUNT(modes); m++) {
        check_turned(BASIN_ENERGY_EXACT, modes[m]);
        check_turned(BASIN_ENERGY_COMPACT, modes[m]);
    }
}

static void test_missing_network(void **state)
{
    struct setup s;

    (void)state;
    make(&four, BASIN_ENERGY_COMPACT, &s);
    snprintf(s.model->net[1].name, sizeof s.model->net[1].name, "two");
    ASSERT_FAILS(s.ctx, bsn_compose_new(s.ctx, s.model, &s.graph, BSN_COMPOSE_BASIN, NULL,
                                        &s.compose),
                 BASIN_STATUS_MODEL, "no network \"one\"");
    snprintf(s.model->net[1].name, sizeof s.model->net[1].name, "one");
    s.model->net[1].net.inputs = 2;
    ASSERT_FAILS(s.ctx, bsn_compose_new(s.ctx, s.model, &s.graph, BSN_COMPOSE_BASIN, NULL,
                                        &s.compose),
                 BASIN_STATUS_MODEL, "takes 2 inputs");
    discard(&s);
}

struct binding {
    struct setup *s;
    enum bsn_compose_mode mode;
};

static basin_status bind(basin_ctx *ctx, void *arg)
{
    const struct binding *const b = arg;
    struct bsn_compose *compose;

    BSN_TRY(bsn_compose_new(ctx, b->s->model, &b->s->graph, b->mode, b->s->domain->task->examples,
                            &compose));
    bsn_compose_free(ctx, compose);
    return BASIN_STATUS_OK;
}

static void test_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(energies) * COUNT(modes); i++)
        for (size_t k = 0; k < COUNT(instances); k++) {
            struct setup s;
            struct binding b = { &s, modes[i % COUNT(modes)] };
            make(instances[k], energies[i / COUNT(modes)], &s);
            assert_true(test_refuse_each(bind, &b) >= 1);
            discard(&s);
        }
}

static int set_up(void **state)
{
    (void)state;
    const int file = mkstemps(formula_path, 4);
    const ssize_t wrote = write(file, formula, strlen(formula));
    return close(file) || wrote != (ssize_t)strlen(formula) ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    return unlink(formula_path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_energies),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_queens_scale),
        cmocka_unit_test(test_energy_alone),
        cmocka_unit_test(test_ones),
        cmocka_unit_test(test_gradients),
        cmocka_unit_test(test_mean_gradient),
        cmocka_unit_test(test_turned),
        cmocka_unit_test(test_missing_network),
        cmocka_unit_test(test_memory),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
