/* kernel.c - picks the kernels for this processor. */
#include "nn/kernel.h"

#ifndef BSN_DOUBLE

#include "basin.h"
#include "nn/set.h"

#include <string.h>

#define DECLARE(level)                                                                            \
    bsn_term_fn bsn_set_term_##level, bsn_choice_term_##level;                                    \
    bsn_words_fn bsn_words_term_##level;                                                          \
    void bsn_langevin_##level(const struct bsn_move *move, size_t coords, const float *grad,      \
                              float *drift, float *y);                                            \
    void bsn_reweigh_##level(size_t factors, const float *residual, float rate,                   \
                             const float *decay, float *weight);                                  \
    void bsn_product_##level(const struct bsn_product *product);                                  \
    static const struct bsn_kernel level##_kernel = { #level, bsn_set_term_##level,               \
                                                      bsn_choice_term_##level,                    \
                                                      bsn_words_term_##level,                     \
                                                      bsn_langevin_##level,                       \
                                                      bsn_reweigh_##level,                        \
                                                      bsn_product_##level }

DECLARE(sse2);
#if defined(__x86_64__)
DECLARE(avx2);
DECLARE(avx512);
#endif

size_t bsn_kernel_scratch(const struct bsn_net *net, const struct bsn_factors *f)
{
    if (net->kind == BSN_NET_CHOICE)
        return (net->pair ? 2 * f->parts : f->parts > 0) * net->inputs * BSN_LANES;
    const size_t part = bsn_set_layout(net).channels * (2 + net->inputs);
    return (f->parts * part + f->longest * net->pools) * BSN_LANES;
}

const struct bsn_kernel *bsn_kernel_at(size_t index)
{
    const struct bsn_kernel *have[3];
    size_t n = 0;

#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        have[n++] = &avx512_kernel;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        have[n++] = &avx2_kernel;
#endif
    have[n++] = &sse2_kernel;
    return index < n ? have[index] : NULL;
}

const struct bsn_kernel *bsn_kernel_pick(const char *level)
{
    const struct bsn_kernel *kernel;

    for (size_t i = 0; (kernel = bsn_kernel_at(i)) != NULL; i++)
        if (!level || strcmp(level, kernel->level) == 0)
            return kernel;
    return NULL;
}

const char *basin_kernel_name(size_t index)
{
    const struct bsn_kernel *const kernel = bsn_kernel_at(index);

    return kernel ? kernel->level : NULL;
}

#endif
