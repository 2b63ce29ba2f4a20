/* limit_kernel.h - loops for each level of the processor; each returns the work that it did. */
#ifndef BASIN_BENCH_LIMIT_KERNEL_H
#define BASIN_BENCH_LIMIT_KERNEL_H

#include "nn/kernel.h"

typedef double bench_flops_fn(size_t turns);     /* floating-point operations */
typedef double bench_multiply_fn(size_t turns);  /* 64-bit products of 32-bit words */
typedef double bench_stream_fn(const float *data, size_t floats);  /* bytes that were read */

BSN_KERNELS_DECLARE(bench_flops_fn, bench_flops);
BSN_KERNELS_DECLARE(bench_multiply_fn, bench_multiply);
BSN_KERNELS_DECLARE(bench_stream_fn, bench_stream);

/* A result that somebody has to want, or nothing would be computed. */
static inline void bench_keep(double result)
{
    volatile double kept = result;

    (void)kept;
}

#endif
