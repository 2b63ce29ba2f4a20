/* vec.h - sixteen lanes side by side, and exp and log on them.
 *
 * One vector holds one number of sixteen particles. It is the compilers' vector extension, so the
 * same source becomes SSE2, AVX2 or AVX-512 code, whichever level the file is compiled for. Only
 * *_kernel.c files include this header.
 */
#ifndef BSN_VEC_H
#define BSN_VEC_H

#include "nn/kernel.h"

#include <stdint.h>

#define INLINE static inline __attribute__((always_inline, unused))

typedef float vec __attribute__((vector_size(4 * BSN_LANES), may_alias));
typedef int32_t veci __attribute__((vector_size(4 * BSN_LANES), may_alias));
typedef uint32_t vecu __attribute__((vector_size(4 * BSN_LANES), may_alias));

INLINE vec vset(float x)
{
    return (vec){ 0 } + x;
}

INLINE vec vload(const float *at)
{
    return *(const vec *)(const void *)at;
}

INLINE void vstore(float *at, vec x)
{
    *(vec *)(void *)at = x;
}

/* a where the mask's bits are set, else b. */
INLINE vec vselect(veci mask, vec a, vec b)
{
    return (vec)(((veci)a & mask) | ((veci)b & ~mask));
}

INLINE vec vmax(vec a, vec b)
{
    return vselect(a > b, a, b);
}

INLINE vec vmin(vec a, vec b)
{
    return vselect(a < b, a, b);
}

INLINE vec vabs(vec a)
{
    return (vec)((veci)a & 0x7fffffff);
}

/* exp(x), relative error below 2e-7; x is brought into [-87, 87] first. */
INLINE vec vexp(vec x)
{
    const vec shifter = vset(12582912.0f);  /* 1.5 * 2^23: adding it rounds to an integer */
    x = vmax(vmin(x, vset(87.0f)), vset(-87.0f));
    const vec rounded = x * 1.44269504f + shifter;
    const vec n = rounded - shifter;
    const vec r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
    vec p = vset(1.0f / 5040);
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    const veci power = ((veci)rounded - (veci)shifter + 127) << 23;
    return p * (vec)power;
}

/* log((1 + s) / (1 - s)) for |s| <= 1/3, absolute error below 3e-7. */
INLINE vec vlog_ratio(vec s)
{
    const vec z = s * s;
    vec p = vset(2.0f / 11);
    p = p * z + 2.0f / 9;
    p = p * z + 2.0f / 7;
    p = p * z + 2.0f / 5;
    p = p * z + 2.0f / 3;
    p = p * z + 2.0f;
    return p * s;
}

/* log(1 + f) for f in [0, 1]. */
INLINE vec vlog1p_unit(vec f)
{
    return vlog_ratio(f / (f + 2.0f));
}

/* log(x) for normal positive x. */
INLINE vec vlog(vec x)
{
    const veci bits = (veci)x;
    const veci exponent = ((bits - 0x3f2aaaab) >> 23);  /* so that the rest is in [2/3, 4/3) */
    const vec m = (vec)(bits - (exponent << 23));
    return __builtin_convertvector(exponent, vec) * 0.69314718f +
           vlog_ratio((m - 1.0f) / (m + 1.0f));
}

INLINE vec vsqrt(vec x)
{
    vec out;
    for (int l = 0; l < BSN_LANES; l++)
        out[l] = __builtin_sqrtf(x[l]);
    return out;
}

/* tau log(1 + exp(x / tau)) with its slope, as NN(softplus). */
INLINE vec vsoftplus(vec x, vec tau, vec inverse, vec *slope)
{
    const vec far = vexp(-vabs(x) * inverse);
    const vec near = 1.0f / (far + 1.0f);
    *slope = vselect(x < 0.0f, far * near, near);
    return vmax(x, vset(0.0f)) + tau * vlog1p_unit(far);
}

#endif
