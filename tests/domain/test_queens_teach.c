/* test_queens_teach.c - what the energies of N-queens are learned from: lines as they should be. */
#include "domain/domain.h"

#include "support.h"

extern const struct bsn_domain bsn_domain_queens;
static const struct bsn_domain *const queens = &bsn_domain_queens;

struct slate {
    float y[64 * 32], negative[64 * 32];
};

/* Draws the minibatch of `net` at (stream, step) onto a slate of garbage. */
static struct bsn_minibatch teach(const struct bsn_recipe_net *net, uint32_t stream, uint32_t step,
                                  struct slate *slate)
{
    const struct bsn_rng at = { 3, BSN_RNG_EXAMPLE, stream, step };
    struct bsn_minibatch minibatch = { .cols = 32, .parts = net->parts, .y = slate->y,
                                       .negative = slate->negative };

    assert_true(net->parts * net->net.inputs * 32 <= COUNT(slate->y));
    memset(slate, 0x7f, sizeof *slate);
    queens->curriculum->minibatch(net, &at, &minibatch);
    assert_true(minibatch.cols == 32 && minibatch.parts >= 1 && minibatch.parts <= net->parts);
    return minibatch;
}

/* Queens of a column of cells that are all 0 or 1. */
static size_t queens_in(const float *y, size_t cells, size_t col)
{
    size_t found = 0;

    for (size_t i = 0; i < cells; i++) {
        assert_true(y[i * 32 + col] == 0 || y[i * 32 + col] == 1);
        found += y[i * 32 + col] == 1;
    }
    return found;
}

/* Positives are lines as they should be, negatives are not; all kinds of them come up. */
static void check_lessons(const struct bsn_recipe_net *net)
{
    const bool cell = strcmp(net->name, "cell") == 0, any = strcmp(net->name, "any") == 0;
    size_t seen[2][3] = { { 0 } }, with_negatives = 0, long_ones = 0;
    struct slate slate, again, other;

    for (uint32_t k = 0; k < 60; k++) {
        const struct bsn_minibatch minibatch = teach(net, k % 7, k, &slate);
        const size_t cells = minibatch.parts * net->net.inputs;
        teach(net, k % 7, k, &again);
        teach(net, k % 7, k + 1000, &other);
        assert_memory_equal(slate.y, again.y, cells * 32 * sizeof(float));
        assert_memory_not_equal(slate.y, other.y, 32 * sizeof(float));
        long_ones += cells > 8;
        with_negatives += minibatch.negatives;
        if (minibatch.negatives)
            assert_memory_equal(slate.negative, again.negative, cells * 32 * sizeof(float));
        for (size_t col = 0; col < 32; col++) {
            const size_t good = queens_in(slate.y, cells, col);
            assert_true(cell || any ? good <= 1 : good == 1);
            seen[0][good]++;
            if (!minibatch.negatives)
                continue;
            const size_t bad = queens_in(slate.negative, cells, col);
            assert_true(bad == 2 || (bad == 0 && !any));
            seen[1][bad]++;
        }
    }
    assert_true(seen[0][1] > 0 && (seen[0][0] > 0) == (cell || any));
    assert_true((with_negatives > 0) == !cell);
    assert_true((seen[1][2] > 0) == !cell && (seen[1][0] > 0) == (!cell && !any));
    assert_true((long_ones > 0) == (strcmp(net->name, "one") == 0));
}

static void test_lessons(void **state)
{
    (void)state;
    for (int energy = BASIN_ENERGY_COMPACT; energy <= BASIN_ENERGY_PAPER; energy++) {
        const struct bsn_recipe *const recipe =
            queens->curriculum->recipe((enum basin_energy)energy);
        for (size_t k = 0; k < recipe->nets; k++)
            check_lessons(&recipe->net[k]);
    }
    assert_null(queens->curriculum->recipe(BASIN_ENERGY_EXACT));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_lessons) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
