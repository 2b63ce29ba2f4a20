/* kernel.h - the hot loops of solving, for sixteen particles at a time.
 *
 * A tile is sixteen particles; every array of a tile has its lanes innermost and begins on a
 * 64-byte boundary. The loops stand in *_kernel.c, compiled once for each level of the processor;
 * bsn_kernel_pick chooses a level when the program starts to solve. The plain twin of the network
 * kernels is set.c, of the random numbers base/rng.c; tests hold them against each other.
 */
#ifndef BSN_KERNEL_H
#define BSN_KERNEL_H

#include "nn/net.h"

#define BSN_LANES 16
#define BSN_CHANNELS_MAX 8  /* channels of an embedding that the kernels are made for */
#define BSN_WIDTH_MAX 64    /* hidden and head widths, and pooled inputs */

/* The noise level of each lane. */
struct bsn_level {
    _Alignas(64) float signal[BSN_LANES];
    _Alignas(64) float noise[BSN_LANES];
    uint32_t t[BSN_LANES];
    size_t lanes;  /* the first ones are evaluated, the others may be left out */
};

/* Factors of one kind. Parts are the distinct things that factors are made of; a part that
 * several factors share is embedded once. */
struct bsn_factors {
    size_t parts, factors;
    const uint32_t *input;  /* (parts, inputs) coordinates of y */
    const float *cond;      /* (parts, conds) */
    const float *mirror;    /* (parts) 1: reads signal - y, a variable's opposite; or NULL */
    const uint32_t *first;  /* (factors + 1) where each factor's parts begin in `member` */
    const uint32_t *member; /* part numbers */
    size_t longest;         /* parts of the longest factor */
};

/* One noisy step of a tile. Its noise is addressed by (seed, purpose MOVE, stream, when, coordinate
 * and lane). */
struct bsn_move {
    uint64_t seed;
    uint32_t stream, when;
    float clip, reach;  /* bounds of the pull and of the coordinates */
    float glide;        /* share of the last step that is taken again */
    _Alignas(64) float step[BSN_LANES];
    _Alignas(64) float jolt[BSN_LANES];
};

/* The energies of a term's factors under one network, which has the problem's number of inputs.
 * Adds to energy (16) and grad (coords, 16); residual (factors, 16) gets each factor's energy.
 * weight (factors, 16) multiplies factors, NULL for ones; scale (factors) does so alike for all
 * lanes, NULL for ones. */
typedef void bsn_term_fn(const struct bsn_net *net, const float *theta,
                         const struct bsn_factors *f, const struct bsn_level *level,
                         const float *y, const float *weight, const float *scale, float *scratch,
                         float *energy, float *grad, float *residual);

/* The same for slots of words, see word_list.h: the parts of a factor are cells, with 26 inputs
 * each, and slot (factors) says what the words are worth; NULL: the factors are single cells. */
struct bsn_word_slot;
typedef void bsn_words_fn(const struct bsn_word_slot *slot, const struct bsn_factors *f,
                          const struct bsn_level *level, const float *y, const float *weight,
                          const float *scale, float *scratch, float *energy, float *grad,
                          float *residual);

/* c (rows, cols) = a b, or c + a b: a's element (r, k) is a[r a_row + k a_depth], b's (k, l) is
 * b[k b_depth + l b_col]. */
struct bsn_product {
    size_t rows, depth, cols;
    const float *a, *b;
    size_t a_row, a_depth, b_depth, b_col;
    bool add;
    float *c;
};

struct bsn_kernel {
    const char *level;
    bsn_term_fn *set_term, *choice_term;
    bsn_words_fn *words_term;
    /* drift <- glide * drift - clip(step * grad) + jolt * normal; y <- clamp(y + drift). Without
     * drift, NULL, glide counts as 0. */
    void (*langevin)(const struct bsn_move *move, size_t coords, const float *grad, float *drift,
                     float *y);
    /* w <- w + rate (1 - exp(-max(0, r))) - decay (w - 1); decay (16) by lane. */
    void (*reweigh)(size_t factors, const float *residual, float rate, const float *decay,
                    float *weight);
    void (*product)(const struct bsn_product *product);
};

/* Floats of scratch that a term with this network needs. */
size_t bsn_kernel_scratch(const struct bsn_net *net, const struct bsn_factors *f);

/* The levels that this processor has, the best first; NULL past the last one. */
const struct bsn_kernel *bsn_kernel_at(size_t index);
/* The best level this processor has; a name ("sse2", "avx2", "avx512") asks for that one, NULL
 * when this processor lacks it. */
const struct bsn_kernel *bsn_kernel_pick(const char *level);

#endif
