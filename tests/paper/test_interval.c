/* test_interval.c - intervals against values worked out elsewhere, and how often they hold. */
#include "base/rng.h"
#include "paper/parts.h"
#include "support.h"

#include <math.h>

static bool near(double a, double b, double within)
{
    return fabs(a - b) <= within;
}

/* Wilson's interval of 24 of 25 and of 0 of 10, by the formula in rational steps. */
static void test_wilson(void **state)
{
    double low, high;

    (void)state;
    paper_wilson(24, 25, &low, &high);
    assert_true(near(low, 0.8046, 5e-5) && near(high, 0.9929, 5e-5));
    paper_wilson(0, 10, &low, &high);
    assert_true(low == 0 && near(high, 0.2775, 5e-5));
    paper_wilson(10, 10, &low, &high);
    assert_true(high == 1 && near(low, 0.7225, 5e-5));
}

/* It turns round with the share, and more runs narrow it. */
static void test_wilson_shape(void **state)
{
    (void)state;
    for (int n = 1; n <= 40; n++)
        for (int k = 0; k <= n; k++) {
            double low, high, other_low, other_high, wide_low, wide_high;
            paper_wilson(k, n, &low, &high);
            paper_wilson(n - k, n, &other_low, &other_high);
            assert_true(near(low, 1 - other_high, 1e-12) && near(high, 1 - other_low, 1e-12));
            assert_true(low <= (double)k / n && (double)k / n <= high);
            paper_wilson(4 * k, 4 * n, &wide_low, &wide_high);
            assert_true(wide_high - wide_low < high - low);
        }
}

/* Of samples of a normal distribution, 95 % of the intervals hold its mean, few runs or many. */
static void test_mean(void **state)
{
    static const size_t runs[] = { 2, 5, 10, 25 };

    (void)state;
    for (size_t k = 0; k < COUNT(runs); k++) {
        size_t held = 0;
        for (uint32_t trial = 0; trial < 4000; trial++) {
            const struct bsn_rng rng = { 7, BSN_RNG_TEST, (uint32_t)k, trial };
            double sum = 0, squares = 0, low, high;
            for (uint32_t i = 0; i < runs[k]; i++) {
                double pair[2];
                bsn_rng_normal2(&rng, i, pair);
                sum += 3 + pair[0];
                squares += (3 + pair[0]) * (3 + pair[0]);
            }
            const double n = (double)runs[k], mean = sum / n;
            paper_mean_interval(mean, sqrt(fmax(0, squares / n - mean * mean)), n, &low, &high);
            held += low <= 3 && 3 <= high;
        }
        assert_true(near((double)held / 4000, 0.95, 0.014));  /* four standard errors */
    }
}

static void test_verdict(void **state)
{
    (void)state;
    assert_string_equal(paper_verdict(97, 80, 99), "agrees");
    assert_string_equal(paper_verdict(97, 97, 99), "agrees");
    assert_string_equal(paper_verdict(97, 50, 96), "below");
    assert_string_equal(paper_verdict(9, 10, 30), "above");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wilson),
        cmocka_unit_test(test_wilson_shape),
        cmocka_unit_test(test_mean),
        cmocka_unit_test(test_verdict),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
