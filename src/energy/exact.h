/* exact.h - the closed-form energy of a set of examples under noise.
 *
 *     E(y, t) = -log sum_i w_i exp( -|y - sqrt(abar_t) x_i|^2 / 2 s_t^2 )
 *
 * The ideal that a network trained on the examples converges to: the oracle of the tests, and a
 * model that needs no training where examples are few. A kind of terms, bsn_term_exact.
 */
#ifndef BSN_EXACT_H
#define BSN_EXACT_H

#include <stddef.h>
#include <stdint.h>

/* Examples of factors with `width` inputs, in order of their parts; x is mostly zero, so only its
 * ones are kept. */
struct bsn_examples {
    size_t width, count;
    double floor;        /* the lowest R_k = E_k - sum U a factor with these examples can have */
    double *log_weight;  /* (count) */
    uint32_t *first;     /* (count + 1) */
    uint32_t *one;       /* inputs of an example that are 1; all others are 0 */
};

#endif
