/* rng.h - random numbers that are addressed, not consumed.
 *
 * A draw is a pure function of (seed, purpose, stream, step, item): Philox 4x32-10 of Random123
 * with that address as counter and key. So no order of evaluation and no number of threads can
 * change a result, and a resumed run needs no generator state.
 */
#ifndef BSN_RNG_H
#define BSN_RNG_H

#include <stdint.h>

/* What a draw is for: draws of different purposes never share an address. */
enum bsn_rng_purpose {
    BSN_RNG_INIT = 1,  /* initial weights of networks */
    BSN_RNG_EXAMPLE,   /* training examples and negatives */
    BSN_RNG_LEVEL,     /* noise levels in training */
    BSN_RNG_NOISE,     /* noise in training */
    BSN_RNG_START,     /* starting points of particles */
    BSN_RNG_MOVE,      /* noise of sampler steps */
    BSN_RNG_ACCEPT,    /* accept or reject, resampling */
    BSN_RNG_TEST,
    BSN_RNG_INSTANCE   /* random instances */
};

/* Where a family of draws lives; `stream` counts samples or tiles, `step` counts time. */
struct bsn_rng {
    uint64_t seed;
    uint32_t purpose;
    uint32_t stream;
    uint32_t step;
};

/* Four uniform 32-bit words at (rng, item). */
void bsn_rng_words(const struct bsn_rng *rng, uint32_t item, uint32_t word[4]);

/* Uniform in [0, 1) and in 0 .. n - 1 (n > 0). */
double bsn_rng_uniform(const struct bsn_rng *rng, uint32_t item);
uint32_t bsn_rng_below(const struct bsn_rng *rng, uint32_t item, uint32_t n);

/* Two independent standard normal numbers at (rng, item). */
void bsn_rng_normal2(const struct bsn_rng *rng, uint32_t item, double normal[2]);

/* Fills n standard normal numbers: from number `first` on, which is even, of those that
 * bsn_rng_fill_normal makes of items 0, 1, ... */
void bsn_rng_normals(const struct bsn_rng *rng, uint32_t first, float *out, uint32_t n);
void bsn_rng_fill_normal(const struct bsn_rng *rng, float *out, uint32_t n);

/* The next number of a generator whose state begins at random and is not all zero (xoroshiro128+ of
 * Blackman and Vigna), for loops whose draws follow each other. */
static inline uint64_t bsn_next(uint64_t state[static 2])
{
    const uint64_t a = state[0], b = state[1] ^ a, sum = a + state[1];

    state[0] = (a << 24 | a >> 40) ^ b ^ b << 16;
    state[1] = b << 37 | b >> 27;
    return sum;
}

/* Begins such a state. */
void bsn_next_begin(const struct bsn_rng *rng, uint64_t state[static 2]);

/* Numbers that follow each other from an address on, for loops that do not know how many they take.
 * Start with { .rng = address }. */
struct bsn_dice {
    struct bsn_rng rng;
    uint32_t item, word[4], left;
};

uint32_t bsn_roll(struct bsn_dice *dice, uint32_t sides);  /* 0 .. sides - 1 */

#endif
