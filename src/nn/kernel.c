/* kernel.c - picks the kernels for this processor. */
#include "nn/kernel.h"

#ifndef BSN_DOUBLE

#include "nn/set.h"

#include <string.h>

#define DECLARE(level)                                                                            \
    void bsn_set_term_##level(const struct bsn_net *net, const float *theta,                      \
                              const struct bsn_factors *f, const struct bsn_level *at,            \
                              const float *y, const float *weight, const float *scale,            \
                              float *scratch, float *energy, float *grad, float *residual);       \
    void bsn_langevin_##level(const struct bsn_move *move, size_t coords, const float *grad,      \
                              float *drift, float *y);                                            \
    void bsn_reweigh_##level(size_t factors, const float *residual, float rate,                   \
                             const float *decay, float *weight);                                  \
    static const struct bsn_kernel level##_kernel = { #level, bsn_set_term_##level,               \
                                                      bsn_langevin_##level,                       \
                                                      bsn_reweigh_##level }

DECLARE(sse2);
#if defined(__x86_64__)
DECLARE(avx2);
DECLARE(avx512);
#endif

size_t bsn_kernel_part_floats(const struct bsn_net *net)
{
    return bsn_set_layout(net).channels * (2 + net->inputs) * BSN_LANES;
}

size_t bsn_kernel_pool_floats(const struct bsn_net *net)
{
    return net->pools * BSN_LANES;
}

const struct bsn_kernel *bsn_kernel_pick(const char *level)
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
    for (size_t i = 0; i < n; i++)
        if (!level || strcmp(level, have[i]->level) == 0)
            return have[i];
    return NULL;
}

#endif
