/* move_kernel.c - particles take a Langevin step, factor weights adapt; many lanes at a time.
 *
 * The noise is Philox 4x32-10 at the addresses of base/rng.h: purpose MOVE, the move's stream, step
 * `when`, item = coordinate / 4 * 16 + lane. Of an item's four words, 0 and 1 give the normals of
 * the first and second of the four coordinates, 2 and 3 those of the third and fourth, by Box and
 * Muller from the words' top 24 bits a and b: radius sqrt(-2 log((a + 1/2) / 2^24)) times cosine
 * and sine of 2 pi b / 2^24. Done here for many lanes at once because the scalar library call
 * costs more than a small network.
 */
#include "base/rng.h"
#include "nn/vec.h"

#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)

/* High and low half of a * m in every lane. */
INLINE void multiply(vecu a, uint32_t m, vecu *high, vecu *low)
{
    const vecu factor = (vecu){ 0 } + m;
    const vecw upper = (vecw){ 0 } + 0xffffffff00000000u;
    const vecw even = vmultiply_even(a, factor);
    const vecw odd = vmultiply_even((vecu)((vecw)a >> 32), factor);

    *high = (vecu)((even >> 32) | (odd & upper));
    *low = (vecu)((even & ~upper) | (odd << 32));
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
    const veci swap = -(quadrant & 1);
    const vec a = vselect(swap, c, s), b = vselect(swap, s, c);
    /* Bit 1 of the quadrant, moved to the place of the sign. */
    *sine = (vec)((veci)a ^ ((quadrant << 30) & INT32_MIN));
    *cosine = (vec)((veci)b ^ (((quadrant + 1) << 30) & INT32_MIN));
}

/* Two normals from two words. The top 24 bits make a uniform number; half a step away from 0. */
INLINE void normals(vecu first, vecu second, vec *a, vec *b)
{
    const vec u = __builtin_convertvector((veci)(first >> 8), vec) * 0x1p-24f + 0x1p-25f;
    const vec v = __builtin_convertvector((veci)(second >> 8), vec) * 0x1p-24f;
    const vec radius = vsqrt(-1.38629436f * vlog2(u));  /* -2 log(2) */
    vec sine, cosine;

    turn(v, &sine, &cosine);
    *a = radius * cosine;
    *b = radius * sine;
}

INLINE vec clamp(vec x, float most)
{
    return vmax(vmin(x, vset(most)), vset(-most));
}

static const _Alignas(64) uint32_t lane_number[BSN_LANES] = { 0, 1, 2,  3,  4,  5,  6,  7,
                                                              8, 9, 10, 11, 12, 13, 14, 15 };

/* Four coordinates from `first` on, `count` of which exist, in the lanes from `lane` on. */
INLINE void move_four(const struct bsn_move *move, uint32_t item, size_t lane, size_t count,
                      const float *grad, float *drift, float *y)
{
    const vec step = vload(move->step + lane), noise_scale = vload(move->noise_scale + lane);
    const vecu zero = { 0 }, number = *(const vecu *)(const void *)(lane_number + lane);
    vecu word[4] = { number + item, zero + move->when, zero + move->stream,
                     zero + (uint32_t)BSN_RNG_MOVE };
    vec normal[4];

    philox(word, (uint32_t)move->seed, (uint32_t)(move->seed >> 32));
    normals(word[0], word[1], &normal[0], &normal[1]);
    normals(word[2], word[3], &normal[2], &normal[3]);
    for (size_t c = 0; c < count; c++) {
        const size_t at = c * BSN_LANES + lane;
        const vec descent = clamp(step * vload(grad + at), move->clip);
        vec by = noise_scale * normal[c] - descent;
        if (drift) {
            by += move->momentum * vload(drift + at);
            vstore(drift + at, by);
        }
        vstore(y + at, clamp(vload(y + at) + by, move->reach));
    }
}

void CAT(bsn_langevin, BSN_LEVEL)(const struct bsn_move *move, size_t coords, const float *grad,
                                  float *drift, float *y)
{
    for (size_t i = 0; i < coords; i += 4)
        for (size_t lane = 0; lane < BSN_LANES; lane += VEC_LANES) {
            const uint32_t item = (uint32_t)(i / 4 * BSN_LANES);
            const size_t at = i * BSN_LANES;
            if (i + 4 <= coords)
                move_four(move, item, lane, 4, grad + at, drift ? drift + at : NULL, y + at);
            else
                move_four(move, item, lane, coords - i, grad + at, drift ? drift + at : NULL,
                          y + at);
        }
}

void CAT(bsn_reweigh, BSN_LEVEL)(size_t factors, const float *residual, float rate,
                                 const float *decay, float *weight)
{
    for (size_t i = 0; i < factors * BSN_LANES; i += VEC_LANES) {
        const vec r = vmax(vload(residual + i), vset(0)), w = vload(weight + i);
        const vec loss = vload(decay + i % BSN_LANES);
        const vec miss = 1.0f - vexp2(r * -1.44269504f, -125.0f);
        vstore(weight + i, w + rate * miss - loss * (w - 1.0f));
    }
}
