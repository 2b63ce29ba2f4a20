/* vec.h - lanes side by side, and powers and logarithms of two on them.
 *
 * One vector holds one number of as many particles as a register of this level has room for: 16
 * with AVX-512, 8 with AVX2, 4 otherwise. It is the compilers' vector extension, so one source
 * serves all levels; intrinsics stand where gcc would not find the instruction. (Vectors wider
 * than a register were tried: gcc takes comparisons of those apart lane by lane.) Only *_kernel.c
 * files include this header.
 */
#ifndef BSN_VEC_H
#define BSN_VEC_H

#include "nn/kernel.h"

#include <stdint.h>

#if defined(__AVX512F__)
#include <immintrin.h>
#define VEC_LANES 16
#define VEC_NATIVE(name) _mm512_##name
#elif defined(__AVX2__)
#include <immintrin.h>
#define VEC_LANES 8
#define VEC_NATIVE(name) _mm256_##name
#elif defined(__SSE2__)
#include <emmintrin.h>
#define VEC_LANES 4
#define VEC_NATIVE(name) _mm_##name
#else
#define VEC_LANES 4
#endif

/* How many vectors are worked on side by side. One alone is 5 % slower; four do not fit into the
 * registers. */
#define VEC_FEW 2

/* Before a loop: to be unrolled where its length is known. clang does so unasked (and complains
 * where it cannot); with the address sanitizer functions become too large for gcc. */
#if defined(__SANITIZE_ADDRESS__) || defined(__clang__)
#define VEC_UNROLL
#else
#define VEC_UNROLL _Pragma("GCC unroll 8")
#endif

#define INLINE static inline __attribute__((always_inline, unused))

typedef float vec __attribute__((vector_size(4 * VEC_LANES), may_alias));
typedef int32_t veci __attribute__((vector_size(4 * VEC_LANES), may_alias));
typedef uint32_t vecu __attribute__((vector_size(4 * VEC_LANES), may_alias));
typedef uint64_t vecw __attribute__((vector_size(4 * VEC_LANES), may_alias));

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

/* a where the mask is -1, b where it is 0. */
INLINE vec vselect(veci mask, vec a, vec b)
{
#if defined(__AVX512F__)
    return _mm512_mask_mov_ps(b, _mm512_movepi32_mask((__m512i)mask), a);
#else
    return (vec)(((veci)a & mask) | ((veci)b & ~mask));
#endif
}

/* a where x is negative, else b. */
INLINE vec vnegative(vec x, vec a, vec b)
{
#if defined(__AVX512F__)
    return vselect((veci)x, a, b);  /* looks at the sign only, as the next one does */
#elif defined(__AVX2__)
    return _mm256_blendv_ps(b, a, x);
#else
    return vselect(x < 0.0f, a, b);
#endif
}

/* The larger and the smaller; b where a is not a number. */
INLINE vec vmax(vec a, vec b)
{
#if defined(VEC_NATIVE)
    return VEC_NATIVE(max_ps)(a, b);
#else
    return vselect(a > b, a, b);
#endif
}

INLINE vec vmin(vec a, vec b)
{
#if defined(VEC_NATIVE)
    return VEC_NATIVE(min_ps)(a, b);
#else
    return vselect(a < b, a, b);
#endif
}

INLINE vec vsqrt(vec x)
{
#if defined(VEC_NATIVE)
    return VEC_NATIVE(sqrt_ps)(x);
#else
    for (int l = 0; l < VEC_LANES; l++)
        x[l] = __builtin_sqrtf(x[l]);
    return x;
#endif
}

/* The 64-bit products of the even numbered 32-bit lanes. */
INLINE vecw vmultiply_even(vecu a, vecu b)
{
#if defined(__AVX512F__)
    return (vecw)_mm512_mul_epu32((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (vecw)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (vecw)_mm_mul_epu32((__m128i)a, (__m128i)b);
#else
    return ((vecw)a & UINT32_MAX) * ((vecw)b & UINT32_MAX);
#endif
}

/* Functions of a few vectors at once, each step for all of them before the next: one alone is a
 * long chain, and the processor would wait for it more than half of the time. */
#define VEC_EACH(n) for (size_t u = 0; u < (n); u++)

/* 2^x for x up to 127, relative error below 2e-7; x is raised to `least`, at least -125, so that
 * nothing becomes denormal. The polynomials here are minimax, found by Remez' exchange. */
INLINE void vexp2_each(size_t n, const vec *x, float least, vec *out)
{
    const vec shifter = vset(12582912.0f);  /* 1.5 * 2^23: adding it rounds to an integer */
    vec r[VEC_FEW], r2[VEC_FEW], rounded[VEC_FEW], low[VEC_FEW], middle[VEC_FEW], high[VEC_FEW];

    VEC_EACH(n) r[u] = vmax(x[u], vset(least));
    VEC_EACH(n) rounded[u] = r[u] + shifter;
    VEC_EACH(n) r2[u] = rounded[u] - shifter;
    VEC_EACH(n) r[u] = r[u] - r2[u];
    VEC_EACH(n) high[u] = 1.32764719e-3f * r[u] + 9.67554133e-3f;
    VEC_EACH(n) middle[u] = 5.55071327e-2f * r[u] + 2.40221197e-1f;
    VEC_EACH(n) low[u] = 6.93146967e-1f * r[u] + 1.00000007f;
    VEC_EACH(n) r2[u] = r[u] * r[u];
    VEC_EACH(n) middle[u] = high[u] * r2[u] + middle[u];
    VEC_EACH(n) low[u] = middle[u] * r2[u] + low[u];
    VEC_EACH(n) out[u] = (vec)((veci)low[u] + ((veci)rounded[u] << 23));
}

INLINE vec vexp2(vec x, float least)
{
    vec out;
    vexp2_each(1, &x, least, &out);
    return out;
}

/* log2(x) for normal positive x, relative error below 4e-7. */
INLINE vec vlog2(vec x)
{
    const veci bits = (veci)x;
    const veci exponent = (bits - 0x3f2aaaab) >> 23;  /* so that the rest is in [2/3, 4/3) */
    const vec f = (vec)(bits - (exponent << 23)) - 1.0f;
    vec p = 2.02786875e-1f * f + -2.22221179e-1f;
    p = p * f + 2.01799140e-1f;
    p = p * f + -2.36786522e-1f;
    p = p * f + 2.88711329e-1f;
    p = p * f + -3.60789569e-1f;
    p = p * f + 4.80895972e-1f;
    p = p * f + -7.21346541e-1f;
    p = p * f + 1.44269505f;
    return p * f + __builtin_convertvector(exponent, vec);
}

/* x <- log2(1 + 2^x) with its slope 2^x / (1 + 2^x), both within 2e-7. Beyond |x| = 32 the slope
 * stays at 2^-32 from 0 or 1, again to keep denormals out. No division: 1 / (1 + f) for f in
 * [0, 1] is a quartic (3e-4) and one step of Newton (9e-8). */
INLINE void vsoftplus2_each(size_t n, vec *x, vec *slope)
{
    vec f[VEC_FEW], f2[VEC_FEW], low[VEC_FEW], high[VEC_FEW], near[VEC_FEW], part[VEC_FEW];

    VEC_EACH(n) f[u] = (vec)((veci)x[u] | INT32_MIN);
    vexp2_each(n, f, -32.0f, f);
    VEC_EACH(n) f2[u] = f[u] * f[u];
    VEC_EACH(n) part[u] = -5.32857568e-1f * f[u] + 8.65893547e-1f;
    VEC_EACH(n) near[u] = -9.84834969e-1f * f[u] + 9.99702646e-1f;
    VEC_EACH(n) part[u] = 1.52245019e-1f * f2[u] + part[u];
    VEC_EACH(n) high[u] = -9.30916223e-3f * f[u] + 5.20589967e-2f;
    VEC_EACH(n) near[u] = part[u] * f2[u] + near[u];
    VEC_EACH(n) part[u] = -1.37521345e-1f * f[u] + 2.41864776e-1f;
    VEC_EACH(n) high[u] = high[u] * f2[u] + part[u];
    VEC_EACH(n) part[u] = 1.0f - near[u] * (f[u] + 1.0f);
    VEC_EACH(n) near[u] = part[u] * near[u] + near[u];
    VEC_EACH(n) part[u] = -3.47301086e-1f * f[u] + 4.78683700e-1f;
    VEC_EACH(n) low[u] = -7.21165806e-1f * f[u] + 1.44268988f;
    VEC_EACH(n) part[u] = high[u] * f2[u] + part[u];
    VEC_EACH(n) slope[u] = vnegative(x[u], 1.0f - near[u], near[u]);
    VEC_EACH(n) low[u] = part[u] * f2[u] + low[u];
    VEC_EACH(n) x[u] = low[u] * f[u] + vmax(x[u], vset(0.0f));
}

INLINE vec vsoftplus2(vec x, vec *slope)
{
    vsoftplus2_each(1, &x, slope);
    return x;
}

#endif
