/* limit_kernel.c - what the processor can do at best: loops that do one thing and wait for nothing. */
#include "bench/limit_kernel.h"
#include "nn/vec.h"

#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)

/* More than a result is under way, and as many as registers hold beside two factors. */
#define CHAINS 12

double CAT(bench_flops, BSN_LEVEL)(size_t turns)
{
    const vec a = vset(0.999f), b = vset(1e-3f);
    vec sum[CHAINS];
    float total = 0;

    for (size_t i = 0; i < CHAINS; i++)
        sum[i] = vset((float)i);
    for (size_t k = 0; k < turns; k++) {
        VEC_UNROLL
        for (size_t i = 0; i < CHAINS / 2; i++) {
            sum[2 * i] = sum[2 * i] * a + b;
            sum[2 * i + 1] = sum[2 * i + 1] * a + b;
        }
    }
    for (size_t i = 0; i < CHAINS; i++)
        total += sum[i][0];
    bench_keep(total);
    return 2.0 * VEC_LANES * CHAINS * (double)turns;
}

double CAT(bench_multiply, BSN_LEVEL)(size_t turns)
{
    const vecu by = (vecu){ 0 } + 0xD2511F53u;
    vecw product[CHAINS];
    uint64_t total = 0;

    for (size_t i = 0; i < CHAINS; i++)
        product[i] = (vecw){ 0 } + (i + 1);
    for (size_t k = 0; k < turns; k++) {
        VEC_UNROLL
        for (size_t i = 0; i < CHAINS / 2; i++) {
            product[2 * i] = vmultiply_even((vecu)product[2 * i], by);
            product[2 * i + 1] = vmultiply_even((vecu)product[2 * i + 1], by);
        }
    }
    for (size_t i = 0; i < CHAINS; i++)
        total += product[i][0];
    bench_keep((double)total);
    return VEC_LANES / 2.0 * CHAINS * (double)turns;
}

double CAT(bench_stream, BSN_LEVEL)(const float *data, size_t floats)
{
    vec sum[CHAINS];
    size_t i = 0;
    float total = 0;

    for (size_t c = 0; c < CHAINS; c++)
        sum[c] = vset(0);
    for (; i + (size_t)CHAINS * VEC_LANES <= floats; i += (size_t)CHAINS * VEC_LANES)
        for (size_t c = 0; c < CHAINS; c++)
            sum[c] += vload(data + i + c * VEC_LANES);
    for (size_t c = 0; c < CHAINS; c++)
        total += sum[c][0];
    bench_keep(total);
    return (double)(i * sizeof *data);
}
