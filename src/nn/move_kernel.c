/* move_kernel.c - particles take a Langevin step, factor weights adapt; sixteen lanes at a time.
 *
 * The noise is Philox 4x32-10 at the addresses of base/rng.h (item = coordinate / 4 * 16 + lane,
 * its four words serving four coordinates), turned into normals by Box and Muller. Done here for
 * sixteen lanes at once because the scalar library call costs more than a small network.
 */
#include "base/rng.h"
#include "nn/vec.h"

#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)

/* High and low half of a * m in every lane. */
INLINE void multiply(vecu a, uint32_t m, vecu *high, vecu *low)
{
    typedef uint64_t wide __attribute__((vector_size(8 * BSN_LANES)));
    const wide product = __builtin_convertvector(a, wide) * (uint64_t)m;
    *high = __builtin_convertvector(product >> 32, vecu);
    *low = a * m;
}

INLINE void philox(vecu c[4], uint32_t key0, uint32_t key1)
{
    for (int round = 0; round < 10; round++) {
        vecu high0, low0, high1, low1;
        multiply(c[0], 0xD2511F53u, &high0, &low0);
        multiply(c[2], 0xCD9E8D57u, &high1, &low1);
        c[0] = high1 ^ c[1] ^ key0;
        c[1] = low1;
        c[2] = high0 ^ c[3] ^ key1;
        c[3] = low0;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
}

/* sin and cos of 2 pi u for u in [0, 1): u is folded to a quarter turn around 0. */
INLINE void turn(vec u, vec *sine, vec *cosine)
{
    const vec shifter = vset(12582912.0f);
    const vec quarter = u * 4.0f + shifter;
    const veci quadrant = (veci)quarter;
    const vec x = (u * 4.0f - (quarter - shifter)) * 1.57079633f;  /* [-pi/4, pi/4] */
    const vec z = x * x;
    const vec s = x + x * z * (-1.6666654611e-1f + z * (8.3321608736e-3f + z * -1.9515295891e-4f));
    const vec c = 1.0f - 0.5f * z +
                  z * z * (4.166664568298827e-2f + z * (-1.388731625493765e-3f +
                                                        z * 2.443315711809948e-5f));
    const veci swap = (quadrant & 1) != 0;
    const vec a = vselect(swap, c, s), b = vselect(swap, s, c);
    *sine = vselect((quadrant & 2) != 0, -a, a);
    *cosine = vselect(((quadrant + 1) & 2) != 0, -b, b);
}

/* Two normals from two words. The top 24 bits make a uniform number; half a step away from 0. */
INLINE void normals(vecu first, vecu second, vec *a, vec *b)
{
    const vec u = (__builtin_convertvector((veci)(first >> 8), vec) + 0.5f) * 0x1p-24f;
    const vec v = __builtin_convertvector((veci)(second >> 8), vec) * 0x1p-24f;
    const vec radius = vsqrt(-2.0f * vlog(u));
    vec sine, cosine;

    turn(v, &sine, &cosine);
    *a = radius * cosine;
    *b = radius * sine;
}

INLINE vec clamp(vec x, float most)
{
    return vmax(vmin(x, vset(most)), vset(-most));
}

void CAT(bsn_langevin, BSN_LEVEL)(const struct bsn_move *move, size_t coords, const float *grad,
                                  float *y)
{
    const vec step = vload(move->step), jolt = vload(move->jolt);
    vecu lane;

    for (uint32_t l = 0; l < BSN_LANES; l++)
        lane[l] = l;
    for (size_t i = 0; i < coords; i += 4) {
        vecu word[4] = { lane + (uint32_t)(i / 4 * BSN_LANES), lane * 0 + move->when,
                         lane * 0 + move->stream, lane * 0 + (uint32_t)BSN_RNG_MOVE };
        vec normal[4];
        philox(word, (uint32_t)move->seed, (uint32_t)(move->seed >> 32));
        normals(word[0], word[1], &normal[0], &normal[1]);
        normals(word[2], word[3], &normal[2], &normal[3]);
        for (size_t c = 0; c < 4 && i + c < coords; c++) {
            float *const at = y + (i + c) * BSN_LANES;
            const vec pull = clamp(step * vload(grad + (i + c) * BSN_LANES), move->clip);
            vstore(at, clamp(vload(at) - pull + jolt * normal[c], move->reach));
        }
    }
}

void CAT(bsn_reweigh, BSN_LEVEL)(size_t factors, const float *residual, const float *rate,
                                 float decay, float *weight)
{
    const vec gain = vload(rate);

    for (size_t i = 0; i < factors; i++) {
        const vec r = vmax(vload(residual + i * BSN_LANES), vset(0));
        const vec w = vload(weight + i * BSN_LANES);
        vstore(weight + i * BSN_LANES, w + gain * (1.0f - vexp(-r)) - decay * (w - 1.0f));
    }
}
