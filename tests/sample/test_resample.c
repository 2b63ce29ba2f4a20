/* test_resample.c - the comb: how many children each weight gets, and who gets none at all. */
#include "sample/resample.h"

#include "toy.h"

#define MANY 1000

/* Resamples and counts children; parents must come in order. */
static void count_children(const double *weight, size_t n, double u, unsigned *children)
{
    uint32_t parent[MANY];

    bsn_resample(weight, n, u, parent);
    memset(children, 0, n * sizeof *children);
    for (size_t i = 0; i < n; i++) {
        assert_true(parent[i] < n);
        assert_true(i == 0 || parent[i] >= parent[i - 1]);
        children[parent[i]]++;
    }
}

static void children_are_floor_or_ceiling_of_the_share(void **state)
{
    (void)state;
    const size_t sizes[] = { 1, 2, 3, 16, 17, 100, MANY };
    double weight[MANY];
    unsigned children[MANY];

    for (uint32_t round = 0; round < 50; round++)
        for (size_t s = 0; s < COUNT(sizes); s++) {
            const size_t n = sizes[s];
            const struct bsn_rng rng = { 5, BSN_RNG_TEST, round, (uint32_t)n };
            double total = 0;
            for (uint32_t i = 0; i < n; i++) {
                const double x = bsn_rng_uniform(&rng, i);
                weight[i] = x < 0.3 ? 0 : exp(8 * x);
                total += weight[i];
            }
            count_children(weight, n, bsn_rng_uniform(&rng, MANY), children);
            for (size_t i = 0; i < n && total > 0; i++) {
                const double share = weight[i] / total * (double)n;
                assert_true(children[i] >= floor(share - 1e-9));
                assert_true(children[i] <= ceil(share + 1e-9));
            }
        }
}

static void the_mean_number_of_children_is_the_share(void **state)
{
    (void)state;
    const double weight[] = { 0.1, 2.3, 0, 0.7, 1.9 };
    double mean[5] = { 0 };
    unsigned children[5];

    for (int k = 0; k < 1000; k++) {
        count_children(weight, 5, (k + 0.5) / 1000, children);
        for (size_t i = 0; i < 5; i++)
            mean[i] += children[i] / 1000.0;
    }
    for (size_t i = 0; i < 5; i++)
        assert_true(fabs(mean[i] - weight[i]) < 2e-3);  /* the weights add up to 5 */
}

static void equal_weights_keep_everyone(void **state)
{
    (void)state;
    const double teeth[] = { 0, 0.1, 0.5, 0.999999 };
    double weight[MANY];
    uint32_t parent[MANY];

    for (size_t i = 0; i < MANY; i++)
        weight[i] = 0.125;
    for (size_t k = 0; k < COUNT(teeth); k++) {
        bsn_resample(weight, 64, teeth[k], parent);
        for (uint32_t i = 0; i < 64; i++)
            assert_int_equal(parent[i], i);
    }
}

static void one_weight_takes_all(void **state)
{
    (void)state;
    const double teeth[] = { 0, 0.3, 1 - 0x1p-53 };
    unsigned children[7];

    for (size_t winner = 0; winner < 7; winner++)
        for (size_t k = 0; k < COUNT(teeth); k++) {
            double weight[7] = { 0 };
            weight[winner] = 1e-300;
            count_children(weight, 7, teeth[k], children);
            assert_int_equal(children[winner], 7);
        }
}

static void hopeless_weights_have_no_children(void **state)
{
    (void)state;
    const double hopeless[] = { 0, -1, NAN, INFINITY, -INFINITY };
    unsigned children[6];

    for (size_t k = 0; k < COUNT(hopeless); k++)
        for (int u = 0; u < 10; u++) {
            const double h = hopeless[k], weight[] = { h, 1, h, h, 2, h };
            count_children(weight, 6, u / 10.0, children);
            assert_int_equal(children[1], 2);
            assert_int_equal(children[4], 4);
        }
}

static void when_all_are_hopeless_nobody_moves(void **state)
{
    (void)state;
    const double weight[] = { 0, NAN, -1, INFINITY }, large[] = { 1e308, 1e308, 1e308, 0 };
    uint32_t parent[4];

    bsn_resample(weight, 4, 0.9, parent);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(parent[i], i);
    bsn_resample(large, 4, 0.9, parent);  /* the total is infinite */
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(parent[i], i);
}

/* Particles p of a run get coordinates 100 p and 100 p + 1. */
static void number_particles(struct bsn_run *run)
{
    for (size_t t = 0; t < run->tiles; t++)
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            for (size_t i = 0; i < 2; i++)
                run->tile[t].y[i * BSN_LANES + lane] =
                    (float)(100 * (t * BSN_LANES + lane) + i);
}

static void particles_move_whole_and_idle_lanes_are_never_parents(void **state)
{
    (void)state;
    const struct toy_setup setup = { .ones = "0.5", .coords = 2, .levels = 3, .particles = 37,
                                     .sampler = "pem" };
    struct toy toy;

    toy_make(&setup, &toy);
    number_particles(toy.run);
    for (size_t p = 0; p < 3 * BSN_LANES; p++)
        toy.run->tile[p / BSN_LANES].energy[p % BSN_LANES] =
            p >= 37 ? -1000 : p % 3 == 0 ? NAN : p % 3 == 1 ? INFINITY : (float)(5000 + p % 5);
    bsn_run_resample(toy.run, 7);
    bool moved = false;
    for (size_t p = 0; p < 37; p++) {
        const size_t parent = toy.run->parent[p];
        assert_true(parent < 37 && parent % 3 == 2);
        assert_true(toy_at(&toy, 0, p) == (float)(100 * parent));
        assert_true(toy_at(&toy, 1, p) == (float)(100 * parent + 1));
        moved = moved || parent != p;
    }
    assert_true(moved);
    for (size_t p = 37; p < 48; p++)
        assert_true(toy_at(&toy, 1, p) == (float)(100 * p + 1));
    toy_free(&toy);
}

/* Somebody waits: copies of all particles would be thrown away. */
static void nobody_moves_once_the_run_is_stopped(void **state)
{
    (void)state;
    const struct toy_setup setup = { .ones = "0.5", .coords = 2, .levels = 3, .particles = 37,
                                     .sampler = "pem" };
    struct toy toy;

    toy_make(&setup, &toy);
    number_particles(toy.run);
    for (size_t p = 0; p < 37; p++)
        toy.run->tile[p / BSN_LANES].energy[p % BSN_LANES] = p == 5 ? 0 : INFINITY;
    bsn_brake_put(toy.ctx, &toy.brake, NULL, NULL, 1e-9);
    toy.run->brake = &toy.brake;
    bsn_run_resample(toy.run, 7);
    assert_false(toy.run->resampled);
    for (size_t p = 0; p < 37; p++)
        assert_true(toy_at(&toy, 1, p) == (float)(100 * p + 1));
    bsn_brake_take(toy.ctx, &toy.brake);
    toy_free(&toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_are_floor_or_ceiling_of_the_share),
        cmocka_unit_test(the_mean_number_of_children_is_the_share),
        cmocka_unit_test(equal_weights_keep_everyone),
        cmocka_unit_test(one_weight_takes_all),
        cmocka_unit_test(hopeless_weights_have_no_children),
        cmocka_unit_test(when_all_are_hopeless_nobody_moves),
        cmocka_unit_test(particles_move_whole_and_idle_lanes_are_never_parents),
        cmocka_unit_test(nobody_moves_once_the_run_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
