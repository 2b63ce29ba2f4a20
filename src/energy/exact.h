/* exact.h - the closed-form energy of a set of examples under noise.
 *
 *     E(y, t) = -log sum_i w_i exp( -|y - sqrt(abar_t) x_i|^2 / 2 s_t^2 )
 *
 * The ideal that a network trained on the examples converges to: the oracle of the tests, and a
 * model that needs no training where examples are few.
 */
#ifndef BSN_EXACT_H
#define BSN_EXACT_H

#include "nn/kernel.h"

/* Examples of factors with `width` inputs; x is mostly zero, so only its ones are kept. */
struct bsn_examples {
    size_t width, count;
    double floor;        /* the lowest R_k = E_k - sum U a factor with these examples can have */
    double *log_weight;  /* (count) */
    uint32_t *first;     /* (count + 1) */
    uint32_t *one;       /* inputs of an example that are 1; all others are 0 */
};

/* As the kernels' set_term, for factors whose inputs, in order of their parts, are the examples'
 * inputs. `of` gives the example set of a factor by its number of parts. */
void bsn_exact_term(const struct bsn_examples *const *of, uint32_t inputs,
                    const struct bsn_factors *f, const struct bsn_level *level, const float *y,
                    const float *weight, const float *scale, float *scratch, float *energy,
                    float *grad, float *residual);

/* Floats of scratch for a factor of `width` inputs and `count` examples. */
size_t bsn_exact_scratch(size_t width, size_t count);

#endif
