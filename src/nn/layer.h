/* layer.h - the pieces that networks are made of: products, and softplus at a temperature. */
#ifndef BSN_LAYER_H
#define BSN_LAYER_H

#include "nn/real.h"

#include <stdbool.h>
#include <stddef.h>

/* The next `count` numbers of a workspace; with no workspace it only counts. */
static inline real *NN(take)(real *work, size_t *used, size_t count)
{
    real *const block = work ? work + *used : NULL;

    *used += (count + 15) / 16 * 16;
    return block;
}

struct bsn_kernel;

/* Products by a kernel, NULL: the processor's best.
 * z (out, cols) = W (out, in) x (in, cols)  [+ z when add] */
void NN(product)(const struct bsn_kernel *kernel, size_t out, size_t in, size_t cols,
                 const real *w, const real *x, bool add, real *z);
/* x (in, cols) = W^T (in, out) z (out, cols)  [+ x when add] */
void NN(product_transposed)(const struct bsn_kernel *kernel, size_t out, size_t in, size_t cols,
                            const real *w, const real *z, bool add, real *x);
/* dW (out, in) += z (out, cols) x^T (cols, in) */
void NN(product_weight)(const struct bsn_kernel *kernel, size_t out, size_t in, size_t cols,
                        const real *z, const real *x, real *dw);

/* tau log(1 + exp(x / tau)): a soft hinge whose corner is as wide as the noise. Its derivative,
 * the logistic function of x / tau, is left in *slope. */
real NN(softplus)(real x, real tau, real *slope);

#endif
