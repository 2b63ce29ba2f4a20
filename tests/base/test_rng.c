/* test_rng.c - Philox's known answers, independence of addresses, shapes of the distributions. */
#include "base/rng.h"

#include "support.h"

#include <Random123/philox.h>
#include <math.h>

#define DRAWS 200000

/* The first and the last vector of philox4x32-10 in Random123's kat_vectors: all zero, and the
 * digits of pi. */
static void known_answers(void **state)
{
    (void)state;
    const uint32_t zero[4] = { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 };
    const uint32_t pi[4] = { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 };
    const struct bsn_rng at_zero = { 0 };
    const struct bsn_rng at_pi = {
        .seed = 0x299f31d0a4093822, .step = 0x85a308d3, .stream = 0x13198a2e, .purpose = 0x03707344
    };
    uint32_t word[4];

    bsn_rng_words(&at_zero, 0, word);
    assert_memory_equal(word, zero, sizeof word);
    bsn_rng_words(&at_pi, 0x243f6a88, word);
    assert_memory_equal(word, pi, sizeof word);
}

static void words_agree_with_random123(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 1000; i++) {
        const struct bsn_rng rng = {
            .seed = 0x9e3779b97f4a7c15u * (i + 1), .purpose = i % 9, .stream = i * 77, .step = i * i
        };
        const philox4x32_ctr_t counter = { { i ^ 5, rng.step, rng.stream, rng.purpose } };
        const philox4x32_key_t key = { { (uint32_t)rng.seed, (uint32_t)(rng.seed >> 32) } };
        const philox4x32_ctr_t want = philox4x32_R(10, counter, key);
        uint32_t word[4];
        bsn_rng_words(&rng, i ^ 5, word);
        assert_memory_equal(word, want.v, sizeof word);
    }
}

static int compare_words(const void *a, const void *b)
{
    return memcmp(a, b, 4 * sizeof(uint32_t));
}

/* Moving any one part of the address by one gives a block never seen before. */
static void every_part_of_the_address_counts(void **state)
{
    (void)state;
    enum { SIDE = 6, ALL = SIDE * SIDE * SIDE * SIDE * SIDE };
    uint32_t(*word)[4] = malloc(ALL * sizeof *word);

    assert_non_null(word);
    for (uint32_t n = 0; n < ALL; n++) {
        uint32_t digit[5], rest = n;
        for (int d = 0; d < 5; d++, rest /= SIDE)
            digit[d] = rest % SIDE;
        const struct bsn_rng rng = {
            .seed = digit[0], .purpose = digit[1], .stream = digit[2], .step = digit[3]
        };
        bsn_rng_words(&rng, digit[4], word[n]);
    }
    qsort(word, ALL, sizeof *word, compare_words);
    for (size_t n = 1; n < ALL; n++)
        assert_int_not_equal(compare_words(word[n - 1], word[n]), 0);
    free(word);
}

static void uniform_numbers(void **state)
{
    (void)state;
    const struct bsn_rng rng = { .seed = 3, .purpose = BSN_RNG_TEST };
    double sum = 0, squares = 0, low = 1, high = 0;

    for (uint32_t i = 0; i < DRAWS; i++) {
        const double u = bsn_rng_uniform(&rng, i);
        assert_true(u >= 0 && u < 1);
        sum += u;
        squares += u * u;
        low = fmin(low, u);
        high = fmax(high, u);
    }
    /* six standard deviations of the mean, for 1/2 and 1/3 */
    assert_true(fabs(sum / DRAWS - 0.5) < 6 * sqrt(1.0 / 12 / DRAWS));
    assert_true(fabs(squares / DRAWS - 1.0 / 3) < 6 * sqrt(4.0 / 45 / DRAWS));
    assert_true(low < 1e-3 && high > 1 - 1e-3);
}

static void numbers_below_n(void **state)
{
    (void)state;
    const struct bsn_rng rng = { .seed = 4, .purpose = BSN_RNG_TEST };
    unsigned seen[7] = { 0 };

    for (uint32_t i = 0; i < 70000; i++) {
        const uint32_t k = bsn_rng_below(&rng, i, 7);
        assert_true(k < 7);
        seen[k]++;
        assert_int_equal(bsn_rng_below(&rng, i, 1), 0);
    }
    for (int k = 0; k < 7; k++)
        assert_true(fabs(seen[k] - 10000.0) < 6 * sqrt(10000.0 * 6 / 7));
    assert_true(bsn_rng_below(&rng, 0, UINT32_MAX) < UINT32_MAX);
}

/* The first six moments of the standard normal: 0, 1, 0, 3, 0, 15. */
static void moments_of_normal_numbers(void **state)
{
    (void)state;
    const double want[] = { 0, 1, 0, 3, 0, 15 };
    const double even[] = { 1, 3, 15, 105, 945, 10395 }; /* moments 2, 4, ..., 12 */
    const struct bsn_rng rng = { .seed = 5, .purpose = BSN_RNG_TEST };
    double sum[6] = { 0 }, product = 0;

    for (uint32_t i = 0; i < DRAWS; i++) {
        double z[2];
        bsn_rng_normal2(&rng, i, z);
        product += z[0] * z[1];
        for (int half = 0; half < 2; half++)
            for (int k = 0; k < 6; k++)
                sum[k] += pow(z[half], k + 1);
    }
    for (int k = 0; k < 6; k++) {
        const double variance = even[k] - want[k] * want[k];
        assert_true(fabs(sum[k] / (2.0 * DRAWS) - want[k]) < 6 * sqrt(variance / (2.0 * DRAWS)));
    }
    assert_true(fabs(product / DRAWS) < 6 / sqrt((double)DRAWS));
}

static void filling_is_the_same_as_drawing(void **state)
{
    (void)state;
    const struct bsn_rng rng = { .seed = 6, .purpose = BSN_RNG_TEST, .stream = 2, .step = 9 };
    float all[101], some[50];

    bsn_rng_fill_normal(&rng, all, COUNT(all));
    bsn_rng_fill_normal(&rng, some, COUNT(some));
    assert_memory_equal(all, some, sizeof some);
    for (uint32_t i = 0; i < COUNT(all); i++) {
        double z[2];
        bsn_rng_normal2(&rng, i / 2, z);
        assert_true(all[i] == (float)z[i % 2]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(words_agree_with_random123),
        cmocka_unit_test(every_part_of_the_address_counts),
        cmocka_unit_test(uniform_numbers),
        cmocka_unit_test(numbers_below_n),
        cmocka_unit_test(moments_of_normal_numbers),
        cmocka_unit_test(filling_is_the_same_as_drawing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
