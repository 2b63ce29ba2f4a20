/* kernel.c - picks the kernels for this processor. */
#include "nn/kernel.h"

#ifndef BSN_DOUBLE

#include "basin.h"
#include "nn/kind.h"

#include <stdio.h>
#include <string.h>

#define DECLARE(level, rank)                                                                      \
    void bsn_langevin_##level(const struct bsn_move *move, size_t coords, const float *grad,      \
                              float *drift, float *y);                                            \
    void bsn_reweigh_##level(size_t factors, const float *residual, float rate,                   \
                             const float *decay, float *weight);                                  \
    void bsn_product_##level(const struct bsn_product *product);                                  \
    static const struct bsn_kernel level##_kernel = { #level, rank, bsn_langevin_##level,         \
                                                      bsn_reweigh_##level,                        \
                                                      bsn_product_##level }

DECLARE(sse2, 0);
#if defined(__x86_64__)
DECLARE(avx2, 1);
DECLARE(avx512, 2);
#endif

bsn_term_fn *bsn_kernel_term(const struct bsn_kernel *kernel, const struct bsn_net *net)
{
    return bsn_net_kind_f32(net)->term[kernel->rank];
}

size_t bsn_kernel_scratch(const struct bsn_net *net, const struct bsn_factors *f)
{
    return bsn_net_kind_f32(net)->scratch(net, f);
}

double bsn_net_flops(const struct bsn_net *net, const struct bsn_factors *f)
{
    const struct bsn_net_kind_f32 *const kind = bsn_net_kind_f32(net);

    return kind->flops ? kind->flops(net, f) : 0;
}

double bsn_net_products(const struct bsn_net *net, size_t parts)
{
    const struct bsn_net_kind_f32 *const kind = bsn_net_kind_f32(net);

    return kind->products ? kind->products(net, parts) : 0;
}

const char *bsn_kernel_rounding(const struct bsn_kernel *kernel)
{
    return strcmp(kernel->level, "avx512") == 0 ? "avx2" : kernel->level;
}

const struct bsn_kernel *bsn_kernel_plain(void)
{
    return &sse2_kernel;
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

basin_status bsn_kernel_find(basin_ctx *ctx, const char *level, const struct bsn_kernel **out)
{
    const struct bsn_kernel *const kernel = bsn_kernel_pick(level);
    char have[64] = "";

    if (kernel) {
        *out = kernel;
        return BASIN_STATUS_OK;
    }
    for (size_t i = 0, used = 0; bsn_kernel_at(i); i++)
        used += (size_t)snprintf(have + used, sizeof have - used, "%s%s", i ? ", " : "",
                                 bsn_kernel_at(i)->level);
    return bsn_fail(ctx, BASIN_STATUS_INPUT,
                    "kernel \"%.40s\": this processor, or this build, has only %s", level, have);
}

const char *basin_kernel_name(size_t index)
{
    const struct bsn_kernel *const kernel = bsn_kernel_at(index);

    return kernel ? kernel->level : NULL;
}

#endif
