/* test_net.c - every derivative of every kind of network against finite differences in double. */
#define BSN_DOUBLE
#include "nn/kind.h"
#include "nn/net.h"

#include "base/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct setup {
    struct bsn_net net;
    struct bsn_batch_f64 batch;
    double *theta, *work, *y, *cond, *signal, *noise, *direction, *seed, *energy, *grad_y;
    uint32_t *t;
    size_t params, full, coords;
};

static double *normals(uint64_t seed, uint32_t stream, size_t n)
{
    const struct bsn_rng rng = { seed, BSN_RNG_TEST, stream, 0 };
    double *out = calloc(n + 1, sizeof *out), pair[2];

    for (uint32_t i = 0; i < n; i++) {
        bsn_rng_normal2(&rng, i, pair);
        out[i] = pair[0];
    }
    return out;
}

static struct setup make(struct bsn_net net, size_t parts, size_t cols, uint64_t seed)
{
    struct setup s = { .net = net };
    const struct bsn_rng rng = { seed, BSN_RNG_TEST, 9, 0 };

    s.params = bsn_net_params(&net);
    s.full = bsn_net_full(&net);
    s.coords = parts * net.inputs * cols;
    s.theta = calloc(s.full, sizeof *s.theta);
    bsn_net_init_f64(&net, seed, 0, s.theta);
    bsn_net_expand_f64(&net, s.theta);
    s.work = calloc(bsn_net_workspace_f64(&net, parts, cols), sizeof *s.work);
    s.y = normals(seed, 1, s.coords);
    s.cond = normals(seed, 2, parts * net.conds * cols);
    s.direction = normals(seed, 3, s.coords);
    s.seed = normals(seed, 4, cols);
    s.signal = calloc(cols, sizeof *s.signal);
    s.noise = calloc(cols, sizeof *s.noise);
    s.t = calloc(cols, sizeof *s.t);
    s.energy = calloc(cols, sizeof *s.energy);
    s.grad_y = calloc(s.coords, sizeof *s.grad_y);
    for (uint32_t l = 0; l < cols; l++) {
        s.noise[l] = 0.1 + 0.8 * bsn_rng_uniform(&rng, l);
        s.signal[l] = sqrt(1 - s.noise[l]);
        s.t[l] = 1 + bsn_rng_below(&rng, 100 + l, net.levels ? net.levels : 1);
    }
    s.batch = (struct bsn_batch_f64){ .cols = cols, .parts = parts, .y = s.y, .cond = s.cond,
                                      .signal = s.signal, .noise = s.noise, .t = s.t };
    return s;
}

static void discard(struct setup *s)
{
    double *const blocks[] = { s->theta, s->work, s->y, s->cond, s->signal, s->noise,
                               s->direction, s->seed, s->energy, s->grad_y };

    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        free(blocks[i]);
    free(s->t);
}

/* sum_c seed_c E_c */
static double weighted_energy(struct setup *s)
{
    double total = 0;

    bsn_net_expand_f64(&s->net, s->theta);
    bsn_net_forward_f64(&s->net, s->theta, &s->batch, s->work, s->energy);
    for (size_t l = 0; l < s->batch.cols; l++)
        total += s->seed[l] * s->energy[l];
    return total;
}

/* sum_c seed_c E_c + <direction, grad_y E> */
static double directional(struct setup *s)
{
    double total = weighted_energy(s);

    bsn_net_backward_f64(&s->net, s->theta, &s->batch, s->work, NULL, s->grad_y, NULL);
    for (size_t i = 0; i < s->coords; i++)
        total += s->direction[i] * s->grad_y[i];
    return total;
}

static double slope(struct setup *s, double *at, double (*f)(struct setup *))
{
    const double keep = *at, step = 1e-5;

    *at = keep + step;
    const double above = f(s);
    *at = keep - step;
    const double below = f(s);
    *at = keep;
    return (above - below) / (2 * step);
}

static void assert_close(double found, double expected, double scale)
{
    if (!(fabs(found - expected) <= 1e-6 * (fabs(expected) + scale)))
        fail_msg("found %.12g, finite difference %.12g (scale %g)", found, expected, scale);
}

static double largest(const double *x, size_t n)
{
    double top = 0;

    for (size_t i = 0; i < n; i++)
        top = fmax(top, fabs(x[i]));
    return top;
}

static void check_input_gradient(struct setup *s)
{
    weighted_energy(s);
    bsn_net_backward_f64(&s->net, s->theta, &s->batch, s->work, s->seed, s->grad_y, NULL);
    double *found = calloc(s->coords, sizeof *found);
    memcpy(found, s->grad_y, s->coords * sizeof *found);
    const double scale = largest(found, s->coords);
    for (size_t i = 0; i < s->coords; i += 1 + s->coords / 40)
        assert_close(found[i], slope(s, &s->y[i], weighted_energy), scale);
    free(found);
}

static void check_parameters(struct setup *s, bool second)
{
    double *gradient = calloc(s->full, sizeof *gradient);

    weighted_energy(s);
    if (second) {
        bsn_net_backward_f64(&s->net, s->theta, &s->batch, s->work, NULL, NULL, NULL);
        bsn_net_tangent_f64(&s->net, s->theta, &s->batch, s->work, s->direction);
        bsn_net_second_f64(&s->net, s->theta, &s->batch, s->work, s->seed, gradient);
    } else {
        bsn_net_backward_f64(&s->net, s->theta, &s->batch, s->work, s->seed, NULL, gradient);
    }
    bsn_net_fold_f64(&s->net, s->theta, gradient);
    const double scale = largest(gradient, s->params);
    assert_true(scale > 0);
    for (size_t i = 0; i < s->params; i += 1 + s->params / 300)
        assert_close(gradient[i], slope(s, &s->theta[i], second ? directional : weighted_energy),
                     scale);
    free(gradient);
}

static void check(struct bsn_net net, size_t parts, size_t cols, uint64_t seed)
{
    struct setup s = make(net, parts, cols, seed);

    check_input_gradient(&s);
    check_parameters(&s, false);
    check_parameters(&s, true);
    discard(&s);
}

static void test_set(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 40; k++) {
        const struct bsn_net net = { .kind = BSN_NET_SET, .inputs = 1 + k % 3, .conds = k % 2,
                                     .hidden = 1 + k % 7, .sums = k % 3, .pools = 1 + k % 4 / 2,
                                     .head = 1 + k % 5, .quadratic = k / 2 % 2,
                                     .positive = k / 3 % 2 };
        check(net, 1 + k % 9, 1 + k % 5, 100 + k);
    }
}

static void test_residual(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 10; k++) {
        const struct bsn_net net = { .kind = BSN_NET_RESIDUAL, .inputs = 1 + k, .conds = k % 3,
                                     .hidden = 6 + 3 * k, .blocks = 1 + k % 4,
                                     .outputs = 1 + k % 5, .levels = 3 + k };
        check(net, 1, 2 + k % 3, 200 + k);
    }
}

/* Without what its blocks add, a network that begins directly is |y|^2 / 2. */
static void test_residual_direct(void **state)
{
    const struct bsn_net net = { .kind = BSN_NET_RESIDUAL, .inputs = 5, .conds = 3, .hidden = 7,
                                 .blocks = 2, .outputs = 5, .levels = 4 };
    struct setup s = make(net, 1, 3, 11);
    struct bsn_net_tensor tensor;

    (void)state;
    bsn_net_direct_f64(&net, s.theta);
    for (size_t k = 0; bsn_net_tensor(&net, k, &tensor); k++)
        if (strstr(tensor.name, ".3."))
            memset(s.theta + tensor.offset, 0, tensor.rows * tensor.cols * sizeof *s.theta);
    weighted_energy(&s);
    for (size_t l = 0; l < 3; l++) {
        double want = 0;
        for (size_t i = 0; i < 5; i++)
            want += s.y[i * 3 + l] * s.y[i * 3 + l] / 2;
        assert_close(s.energy[l], want, 1);
    }
    discard(&s);
}

static void test_choice(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 20; k++) {
        const struct bsn_net net = { .kind = BSN_NET_CHOICE, .inputs = 2 + k, .pair = k % 2 };
        check(net, 1 + k % 2, 1 + k % 5, 300 + k);
    }
}

static void test_tuple(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 24; k++) {
        struct bsn_net net = { .kind = BSN_NET_TUPLE, .inputs = 2 + k % 3, .places = 2 + k % 4,
                               .values = 2 + k % 3, .pairs = k % 4, .apart = k / 2 % 2,
                               .counts = k / 3 % 2 };
        net.whole = net.pairs == 0 && net.counts == 0;
        check(net, net.places, 1 + k % 5, 400 + k);
    }
}

static void test_count(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 12; k++) {
        const struct bsn_net net = { .kind = BSN_NET_COUNT, .inputs = 1, .values = 2 + k % 4,
                                     .most = 1 + k % 7 };
        check(net, 1 + k % 9, 1 + k % 5, 500 + k);
    }
}

/* The energy of a set does not depend on the order of its parts. */
static void test_set_is_exchangeable(void **state)
{
    const struct bsn_net net = { .kind = BSN_NET_SET, .inputs = 2, .hidden = 5, .sums = 2,
                                 .pools = 2, .head = 4, .positive = 1 };
    struct setup s = make(net, 6, 3, 7);
    double before[3];

    (void)state;
    weighted_energy(&s);
    memcpy(before, s.energy, sizeof before);
    for (size_t i = 0; i < 6; i++) { /* swap part 0 with part 4 */
        const double keep = s.y[i];
        s.y[i] = s.y[4 * 6 + i];
        s.y[4 * 6 + i] = keep;
    }
    weighted_energy(&s);
    for (size_t l = 0; l < 3; l++)
        assert_close(s.energy[l], before[l], 1);
    discard(&s);
}

/* Levels of examples are within the schedule: networks that look a level up see all alike, the
 * others little noise more often. */
static void test_levels(void **state)
{
    (void)state;
    for (size_t k = 0; bsn_net_kind_at_f64(k); k++) {
        struct bsn_net net = { .kind = (enum bsn_net_kind)k };
        const bool even = net.kind == BSN_NET_RESIDUAL;
        const bool least = net.kind == BSN_NET_TUPLE || net.kind == BSN_NET_COUNT;
        assert_int_equal(bsn_net_level(&net, 0, 100), 1);
        assert_int_equal(bsn_net_level(&net, 0.5, 100), even ? 51 : least ? 1 : 26);
        assert_int_equal(bsn_net_level(&net, 1 - 0x1p-32, 100), 100);
    }
}

/* Only what says how likely an example is to be valid may be trained as a classifier. */
static void test_classifiers(void **state)
{
    const struct bsn_net set = { .kind = BSN_NET_SET, .positive = 1 };
    const struct bsn_net low = { .kind = BSN_NET_SET };
    const struct bsn_net pair = { .kind = BSN_NET_CHOICE, .pair = 1 };
    const struct bsn_net one = { .kind = BSN_NET_CHOICE }, paper = { .kind = BSN_NET_RESIDUAL };
    const struct bsn_net tuple = { .kind = BSN_NET_TUPLE }, count = { .kind = BSN_NET_COUNT };

    (void)state;
    assert_true(bsn_net_classifies(&tuple) && bsn_net_classifies(&count));
    assert_true(bsn_net_classifies(&set) && bsn_net_classifies(&pair));
    assert_false(bsn_net_classifies(&low) || bsn_net_classifies(&one) ||
                 bsn_net_classifies(&paper));
}

/* Networks of whole variables take the problem's number of inputs; no other network does. */
static void test_fit(void **state)
{
    (void)state;
    for (size_t k = 0; bsn_net_kind_at_f64(k); k++) {
        const struct bsn_net net = { .kind = (enum bsn_net_kind)k, .inputs = 2 };
        const bool whole = net.kind == BSN_NET_CHOICE || net.kind == BSN_NET_TUPLE;
        assert_int_equal(bsn_net_fit(&net, 7).inputs, whole ? 7 : 2);
    }
}

/* What every kind must have, and names that tell them apart. */
static void test_kinds(void **state)
{
    (void)state;
    for (size_t k = 0; bsn_net_kind_at_f64(k); k++) {
        const struct bsn_net_kind_f64 *const kind = bsn_net_kind_at_f64(k);
        assert_true(kind->name && kind->field && kind->params && kind->tensor && kind->init);
        assert_true(kind->workspace && kind->forward && kind->backward && kind->tangent);
        assert_true(kind->second && kind->level && kind->classifies);
        assert_true(!kind->full == !kind->expand && !kind->full == !kind->fold);
        assert_true(!kind->term[0] == !kind->scratch);
        for (size_t i = 0; i < BSN_KERNELS; i++)
            assert_true(!kind->term[i] == !kind->term[0]);
        for (size_t i = 0; i < k; i++)
            assert_string_not_equal(kind->name, bsn_net_kind_at_f64(i)->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set),
        cmocka_unit_test(test_residual),
        cmocka_unit_test(test_residual_direct),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_tuple),
        cmocka_unit_test(test_count),
        cmocka_unit_test(test_set_is_exchangeable),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_classifiers),
        cmocka_unit_test(test_fit),
        cmocka_unit_test(test_kinds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
