/* kernel.h - the hot loops of solving, for sixteen particles at a time.
 *
 * A tile is sixteen particles; every array of a tile has its lanes innermost and begins on a
 * 64-byte boundary. The loops stand in *_kernel.c, compiled once for each level of the processor;
 * bsn_kernel_pick chooses a level when the program starts to solve. The plain twins of a network's
 * kernel are the passes in its own file, of the random numbers base/rng.c; tests hold them against
 * each other.
 */
#ifndef BSN_KERNEL_H
#define BSN_KERNEL_H

#include "base/ctx.h"
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
    struct bsn_brake *brake;  /* who may cut an evaluation short; NULL: nobody */
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
    float clip, reach;  /* bounds of the descent and of the coordinates */
    float momentum;        /* share of the last step that is taken again */
    _Alignas(64) float step[BSN_LANES];
    _Alignas(64) float noise_scale[BSN_LANES];
};

/* The energies of a term's factors under one network, which has the problem's number of inputs.
 * Adds to energy (16) and grad (coords, 16); residual (factors, 16) gets each factor's energy.
 * weight (factors, 16) multiplies factors, NULL for ones; scale (factors) does so alike for all
 * lanes, NULL for ones. */
typedef void bsn_term_fn(const struct bsn_net *net, const float *theta,
                         const struct bsn_factors *f, const struct bsn_level *level,
                         const float *y, const float *weight, const float *scale, float *scratch,
                         float *energy, float *grad, float *residual);

/* c (rows, cols) = a b, or c + a b: a's element (r, k) is a[r a_row + k a_depth], b's (k, l) is
 * b[k b_depth + l b_col]. */
struct bsn_product {
    size_t rows, depth, cols;
    const float *a, *b;
    size_t a_row, a_depth, b_depth, b_col;
    bool add;
    float *c;
};

/* The functions NAME of all levels of the processor, declared (of type TYPE) and as a list. */
#if defined(__x86_64__)
#define BSN_KERNELS 3
#define BSN_KERNELS_DECLARE(TYPE, NAME) TYPE NAME##_sse2, NAME##_avx2, NAME##_avx512
#define BSN_KERNELS_LIST(NAME) { NAME##_sse2, NAME##_avx2, NAME##_avx512 }
#else
#define BSN_KERNELS 1
#define BSN_KERNELS_DECLARE(TYPE, NAME) TYPE NAME##_sse2
#define BSN_KERNELS_LIST(NAME) { NAME##_sse2 }
#endif

struct bsn_kernel {
    const char *level;
    size_t rank;  /* 0 .. BSN_KERNELS - 1: its place in such lists */
    /* drift <- momentum * drift - clip(step * grad) + noise_scale * normal; y <- clamp(y + drift).
     * Without drift, NULL, momentum counts as 0. */
    void (*langevin)(const struct bsn_move *move, size_t coords, const float *grad, float *drift,
                     float *y);
    /* w <- w + rate (1 - exp(-max(0, r))) - decay (w - 1); decay (16) by lane. */
    void (*reweigh)(size_t factors, const float *residual, float rate, const float *decay,
                    float *weight);
    void (*product)(const struct bsn_product *product);
};

/* The kernel of this network's kind, or NULL when it has none. */
bsn_term_fn *bsn_kernel_term(const struct bsn_kernel *kernel, const struct bsn_net *net);
/* Floats of scratch that it needs for a term. */
size_t bsn_kernel_scratch(const struct bsn_net *net, const struct bsn_factors *f);

/* Floating-point operations, see kind.h: of these factors on a tile; of the products in a forward
 * pass of one column. 0: they are not counted. */
double bsn_net_flops(const struct bsn_net *net, const struct bsn_factors *f);
double bsn_net_products(const struct bsn_net *net, size_t parts);

/* The levels that this processor has, the best first; NULL past the last one. */
const struct bsn_kernel *bsn_kernel_at(size_t index);
/* The level whose products are the same to the last bit, and so are the models trained with them:
 * avx512 sums in the order of avx2, and both fuse a * b + c. */
const char *bsn_kernel_rounding(const struct bsn_kernel *kernel);

/* The level that every processor has. */
const struct bsn_kernel *bsn_kernel_plain(void);

/* The best level this processor has; a name ("sse2", "avx2", "avx512") asks for that one, NULL
 * when this processor lacks it. */
const struct bsn_kernel *bsn_kernel_pick(const char *level);
/* The same; a level that is not there is an error that names those that are. */
basin_status bsn_kernel_find(basin_ctx *ctx, const char *level, const struct bsn_kernel **out);

#endif
