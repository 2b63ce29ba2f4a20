/* test_adamw.c - the optimiser against its definition in double, step by step. */
#include "support.h"

#include "base/rng.h"
#include "nn/adamw.h"

#include <math.h>

#define N 7

/* theta <- theta - rate (m^ / (sqrt(v^) + eps) + decay theta), m^ and v^ without their bias. */
static void test_definition(void **state)
{
    const struct bsn_rng rng = { 9, BSN_RNG_TEST, 0, 0 };
    const struct bsn_adamw opt = { .rate = 0.02, .decay = 0.3, .beta1 = 0.8, .beta2 = 0.95,
                                   .epsilon = 1e-3 };
    float theta[N], m[N] = { 0 }, v[N] = { 0 }, gradient[N];
    double want[N], first[N] = { 0 }, second[N] = { 0 };

    (void)state;
    for (uint32_t i = 0; i < N; i++)
        want[i] = theta[i] = (float)(bsn_rng_uniform(&rng, i) - 0.5);
    for (uint32_t step = 1; step <= 50; step++) {
        for (uint32_t i = 0; i < N; i++)
            gradient[i] = (float)(bsn_rng_uniform(&rng, 100 * step + i) - 0.3);
        bsn_adamw_step(&opt, step, N, gradient, theta, m, v);
        for (uint32_t i = 0; i < N; i++) {
            const double g = gradient[i];
            first[i] = 0.8 * first[i] + 0.2 * g;
            second[i] = 0.95 * second[i] + 0.05 * g * g;
            const double mean = first[i] / (1 - pow(0.8, step));
            const double spread = sqrt(second[i] / (1 - pow(0.95, step)));
            want[i] -= 0.02 * (mean / (spread + 1e-3) + 0.3 * want[i]);
            if (!(fabs(theta[i] - want[i]) <= 1e-5))
                fail_msg("step %u: theta %.8g, by definition %.8g", step, (double)theta[i],
                         want[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_definition) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
