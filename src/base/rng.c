/* rng.c - addressed random numbers over Random123's Philox; normals by Box and Muller. */
#include "base/rng.h"

#include <Random123/philox.h>
#include <assert.h>
#include <math.h>

void bsn_rng_words(const struct bsn_rng *rng, uint32_t item, uint32_t word[4])
{
    const philox4x32_ctr_t counter = { { item, rng->step, rng->stream, rng->purpose } };
    const philox4x32_key_t key = { { (uint32_t)rng->seed, (uint32_t)(rng->seed >> 32) } };
    const philox4x32_ctr_t out = philox4x32(counter, key);

    for (int i = 0; i < 4; i++)
        word[i] = out.v[i];
}

static double unit(uint32_t high, uint32_t low)
{
    const uint64_t bits = ((uint64_t)high << 21) ^ (low >> 11);

    return (double)bits * 0x1p-53;
}

double bsn_rng_uniform(const struct bsn_rng *rng, uint32_t item)
{
    uint32_t word[4];

    bsn_rng_words(rng, item, word);
    return unit(word[0], word[1]);
}

uint32_t bsn_rng_below(const struct bsn_rng *rng, uint32_t item, uint32_t n)
{
    uint32_t word[4];

    bsn_rng_words(rng, item, word);
    return (uint32_t)(((uint64_t)word[0] * n) >> 32);  /* bias below n / 2^32 */
}

void bsn_rng_normal2(const struct bsn_rng *rng, uint32_t item, double normal[2])
{
    uint32_t word[4];

    bsn_rng_words(rng, item, word);
    const double u = 1.0 - unit(word[0], word[1]);  /* in (0, 1]: the logarithm is finite */
    const double angle = 6.283185307179586 * unit(word[2], word[3]);
    const double radius = sqrt(-2.0 * log(u));
    normal[0] = radius * cos(angle);
    normal[1] = radius * sin(angle);
}

void bsn_rng_normals(const struct bsn_rng *rng, uint32_t first, float *out, uint32_t n)
{
    double pair[2];

    assert(first % 2 == 0);
    for (uint32_t i = 0; i < n; i++) {
        if (i % 2 == 0)
            bsn_rng_normal2(rng, (first + i) / 2, pair);
        out[i] = (float)pair[i % 2];
    }
}

void bsn_rng_fill_normal(const struct bsn_rng *rng, float *out, uint32_t n)
{
    bsn_rng_normals(rng, 0, out, n);
}

uint32_t bsn_roll(struct bsn_dice *dice, uint32_t sides)
{
    if (dice->left == 0) {
        bsn_rng_words(&dice->rng, dice->item++, dice->word);
        dice->left = 4;
    }
    return (uint32_t)((uint64_t)dice->word[--dice->left] * sides >> 32);
}

void bsn_next_begin(const struct bsn_rng *rng, uint64_t state[static 2])
{
    uint32_t word[4];

    bsn_rng_words(rng, 0, word);
    state[0] = (uint64_t)word[0] << 32 | word[1];
    state[1] = (uint64_t)word[2] << 32 | word[3] | 1;  /* not all zero */
}
