/* test_sat_teach.c - what the energies of clauses are learned from. */
#include "domain/domain.h"

#include "support.h"

#include <math.h>

extern const struct bsn_domain bsn_domain_sat;
static const struct bsn_domain *const sat = &bsn_domain_sat;

struct slate {
    float y[8 * 64], cond[8 * 64], negative[8 * 64];
};

static struct bsn_minibatch teach(const struct bsn_recipe_net *net, uint32_t stream, uint32_t step,
                                  struct slate *slate)
{
    const struct bsn_rng at = { 3, BSN_RNG_EXAMPLE, stream, step };
    struct bsn_minibatch minibatch = { .cols = 64, .parts = net->parts, .odds = net->odds,
                                       .y = slate->y, .cond = slate->cond,
                                       .negative = slate->negative };

    assert_true(net->parts * net->net.inputs <= 8 && net->parts * net->net.conds <= 8);
    memset(slate, 0x7f, sizeof *slate);
    sat->curriculum->minibatch(net, &at, &minibatch);
    assert_true(minibatch.cols == 64 && minibatch.parts >= 1 && minibatch.parts <= net->parts);
    return minibatch;
}

static bool is_bit(float x)
{
    return x == 0 || x == 1;
}

/* A column of the paper's minibatch: some variable agrees with its sign; in the negative none does. */
static void check_signed(const struct slate *slate, size_t col)
{
    size_t right = 0;

    for (size_t i = 0; i < 3; i++) {
        const size_t at = i * 64 + col;
        assert_true(slate->cond[at] == 1 || slate->cond[at] == -1);
        assert_true(is_bit(slate->y[at]) && is_bit(slate->negative[at]));
        right += slate->y[at] == (slate->cond[at] > 0);
        assert_true(slate->negative[at] == (slate->cond[at] < 0));
    }
    assert_true(right > 0);
}

/* A column of literals: one holds at least; in the negative none does. */
static size_t check_literals(const struct slate *slate, size_t parts, size_t col)
{
    size_t right = 0;

    for (size_t i = 0; i < parts; i++) {
        assert_true(is_bit(slate->y[i * 64 + col]));
        assert_true(slate->negative[i * 64 + col] == 0);
        right += slate->y[i * 64 + col] == 1;
    }
    assert_true(right > 0);
    return right;
}

static void check_again(const struct bsn_recipe_net *net, uint32_t k, const struct slate *slate)
{
    struct slate again, other;
    const struct bsn_minibatch minibatch = teach(net, k % 7, k, &again);
    const size_t bytes = minibatch.parts * net->net.inputs * 64 * sizeof(float);

    teach(net, k % 7, k + 1000, &other);
    assert_memory_equal(slate, &again, sizeof again);
    assert_true(memcmp(slate->y, other.y, bytes) != 0 ||
                (minibatch.negatives && memcmp(slate->cond, other.cond, bytes) != 0));
}

static void test_lessons_paper(void **state)
{
    const struct bsn_recipe *const recipe = sat->curriculum->recipe(BASIN_ENERGY_PAPER);
    const struct bsn_recipe_net *const net = &recipe->net[0];
    size_t signs[8] = { 0 };
    struct slate slate;

    (void)state;
    assert_int_equal(recipe->nets, 1);
    for (uint32_t k = 0; k < 60; k++) {
        const struct bsn_minibatch minibatch = teach(net, k % 7, k, &slate);
        assert_true(minibatch.parts == 1 && minibatch.negatives);
        for (size_t col = 0; col < 64; col++) {
            check_signed(&slate, col);
            signs[(slate.cond[col] > 0) + 2 * (slate.cond[64 + col] > 0) +
                  4 * (slate.cond[128 + col] > 0)]++;
        }
        check_again(net, k, &slate);
    }
    for (size_t i = 0; i < 8; i++)
        assert_true(signs[i] > 60 * 64 / 16);
}

/* Clauses of every width come up, those of three in half of the lessons; all numbers of literals
 * that hold come up; the odds are those of one wrong assignment among all. */
static void test_lessons_clause(void **state)
{
    const struct bsn_recipe *const recipe = sat->curriculum->recipe(BASIN_ENERGY_COMPACT);
    const struct bsn_recipe_net *const net = &recipe->net[1];
    size_t widths[9] = { 0 }, right[9] = { 0 };
    struct slate slate;

    (void)state;
    assert_string_equal(net->name, "clause");
    assert_string_equal(net->base, "var");
    assert_int_equal(net->net.conds, 0);
    for (uint32_t k = 0; k < 400; k++) {
        const struct bsn_minibatch minibatch = teach(net, k % 7, k, &slate);
        assert_true(minibatch.negatives && minibatch.parts <= 8);
        assert_true(fabs(minibatch.odds * (exp2((double)minibatch.parts) - 1) - 1) < 1e-12);
        widths[minibatch.parts]++;
        for (size_t col = 0; col < 64; col++)
            right[check_literals(&slate, minibatch.parts, col)]++;
        if (k % 10 == 0 && minibatch.parts > 1)
            check_again(net, k, &slate);
    }
    for (size_t w = 1; w <= 8; w++) {
        assert_true(right[w] > 0);
        assert_true(w == 3 ? widths[w] > 180 && widths[w] < 270 : widths[w] > 8 && widths[w] < 50);
    }
}

static void test_lessons_var(void **state)
{
    const struct bsn_recipe_net *const net = &sat->curriculum->recipe(BASIN_ENERGY_COMPACT)->net[0];
    size_t ones = 0;
    struct slate slate;

    (void)state;
    assert_string_equal(net->name, "var");
    for (uint32_t k = 0; k < 200; k++) {
        const struct bsn_minibatch minibatch = teach(net, k % 7, k, &slate);
        assert_true(minibatch.parts == 1 && !minibatch.negatives);
        for (size_t col = 0; col < 64; col++) {
            assert_true(is_bit(slate.y[col]));
            ones += slate.y[col] == 1;
        }
        check_again(net, k, &slate);
    }
    /* Columns of a minibatch share one solution of 10 to 20 variables. */
    assert_true(fabs((double)ones / (200 * 64) - 0.5) < 5 * 0.5 / sqrt(200 * 10));
    assert_null(sat->curriculum->recipe(BASIN_ENERGY_EXACT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lessons_paper),
        cmocka_unit_test(test_lessons_clause),
        cmocka_unit_test(test_lessons_var),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
