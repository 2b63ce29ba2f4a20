/* choice_kernel.c - choice networks on a tile: each variable's shares once, then all its pairs.
 *
 * The formulas are those of choice.c, with powers and logarithms of two. What is done for a pair is
 * two passes over its entries (agreement, and its slope by the shares), a few instructions each;
 * the way from shares back to coordinates is gone once for each variable, when all of its pairs
 * have added to the slope of its shares.
 */
#include "nn/choice.h"
#include "nn/vec.h"

#include <string.h>

#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)

#define LOG2E 1.44269504f
#define LN2 0.69314718f
#define SHARE_LEAST (-60.0f)  /* shares are at least 2^-60 */

/* The arguments of one call, from the first of the lanes that are being worked on. */
struct call {
    size_t entries;
    const struct bsn_factors *f;
    const float *y, *weight, *scale;
    float *share, *slope;  /* (parts, entries, 16) */
    float *energy, *grad, *residual;
    struct bsn_brake *brake;
};

/* Is what is left of the work not wanted any more? Asked once for so many entries. */
#define POLL 4096

static bool is_cut(const struct call *call, size_t done)
{
    const size_t every = POLL / call->entries + 1;

    return done % every == 0 && bsn_brake_on(call->brake);
}

/* Parameters at the level of each lane. */
struct folded {
    vec kappa, inverse;            /* level(a) / tau, 1 / tau */
    vec log_weight;                /* level(b) */
    float agree, differ;           /* w_1, w_2 */
    vec bias;                      /* level(w_3 .. w_5) */
};

INLINE vec level_dot(const float *w, const float *signal, const float *noise)
{
    return w[0] + w[1] * vload(signal) + w[2] * vload(noise);
}

static struct folded fold(const struct bsn_net *net, const float *theta, const float *signal,
                          const float *noise)
{
    const float *const cost = theta + BSN_CHOICE_SCALE;
    struct folded k = { .inverse = 1.0f / vload(noise) };

    k.kappa = level_dot(theta, signal, noise) * k.inverse;
    if (net->pair) {
        k.agree = cost[0];
        k.differ = cost[1];
        k.bias = level_dot(cost + 2, signal, noise);
    } else {
        k.log_weight = level_dot(cost, signal, noise);
    }
    return k;
}

/* The largest logit of a variable, in powers of two. */
INLINE vec top_of(const struct call *call, vec unit, const uint32_t *input)
{
    vec top = unit * vload(call->y + (size_t)input[0] * BSN_LANES);

    for (size_t j = 1; j < call->entries; j++)
        top = vmax(top, unit * vload(call->y + (size_t)input[j] * BSN_LANES));
    return top;
}

/* Shares (entries, 16) of one variable; returns log2 Z. */
INLINE vec shares_of(const struct call *call, vec kappa, const uint32_t *input, float *share)
{
    const vec unit = kappa * LOG2E, top = top_of(call, unit, input);
    vec total = vset(0);
    size_t j = 0;

    for (; j + VEC_FEW <= call->entries; j += VEC_FEW) {
        vec x[VEC_FEW];
        VEC_EACH(VEC_FEW) x[u] = unit * vload(call->y + (size_t)input[j + u] * BSN_LANES) - top;
        vexp2_each(VEC_FEW, x, SHARE_LEAST, x);
        VEC_EACH(VEC_FEW) vstore(share + (j + u) * BSN_LANES, x[u]);
        VEC_EACH(VEC_FEW) total += x[u];
    }
    for (; j < call->entries; j++) {
        const vec x = vexp2(unit * vload(call->y + (size_t)input[j] * BSN_LANES) - top,
                            SHARE_LEAST);
        vstore(share + j * BSN_LANES, x);
        total += x;
    }
    const vec part = 1.0f / total;
    for (j = 0; j < call->entries; j++)
        vstore(share + j * BSN_LANES, vload(share + j * BSN_LANES) * part);
    return top + vlog2(total);
}

INLINE vec weight_of(const struct call *call, size_t factor)
{
    const vec scale = vset(call->scale ? call->scale[factor] : 1);

    if (!call->weight)
        return scale;
    return scale * vload(call->weight + factor * BSN_LANES);
}

/* -------------------------------------------------------------------------- one variable ---- */

static void term_of_ones(const struct folded *k, const struct call *call)
{
    vec total = vload(call->energy);

    for (size_t factor = 0; factor < call->f->factors; factor++) {
        if (is_cut(call, factor))
            return;
        const size_t part = call->f->member[call->f->first[factor]];
        const uint32_t *const input = call->f->input + part * call->entries;
        const vec log_z = LN2 * shares_of(call, k->kappa, input, call->share);
        const vec weight = weight_of(call, factor), strength = k->log_weight * k->kappa;
        vec squares = vset(0);
        for (size_t j = 0; j < call->entries; j++) {
            const size_t at = (size_t)input[j] * BSN_LANES;
            const vec y = vload(call->y + at), p = vload(call->share + j * BSN_LANES);
            squares += y * y;
            vstore(call->grad + at,
                   vload(call->grad + at) + weight * (y * k->inverse - strength * p));
        }
        const vec energy = 0.5f * squares * k->inverse - k->log_weight * log_z;
        vstore(call->residual + factor * BSN_LANES, energy);
        total += weight * energy;
    }
    vstore(call->energy, total);
}

/* ----------------------------------------------------------------------------- two of them ---- */

/* sum_j a_j b_j in four chains, so that none is waited for. */
INLINE vec dot(size_t entries, const float *a, const float *b)
{
    vec sum[4] = { vset(0), vset(0), vset(0), vset(0) };
    size_t j = 0;

    for (; j + 4 <= entries; j += 4)
        for (size_t u = 0; u < 4; u++)
            sum[u] += vload(a + (j + u) * BSN_LANES) * vload(b + (j + u) * BSN_LANES);
    for (; j < entries; j++)
        sum[0] += vload(a + j * BSN_LANES) * vload(b + j * BSN_LANES);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* The energy of agreement q; *slope gets dE/dq. */
INLINE vec cost(const struct folded *k, vec q, vec *slope)
{
    const vec rest = 1.0f - q;
    const vec d = k->agree * vlog2(q) + k->differ * vlog2(rest) + k->bias * LOG2E;
    vec by_d;
    const vec energy = LN2 * vsoftplus2(d, &by_d);

    *slope = by_d * (k->agree * rest - k->differ * q) / (q * rest);
    return energy;
}

INLINE void pair(const struct folded *k, const struct call *call, size_t factor, vec *total)
{
    const size_t floats = call->entries * BSN_LANES;
    const uint32_t *const end = call->f->member + call->f->first[factor];
    const float *const a = call->share + end[0] * floats, *const b = call->share + end[1] * floats;
    float *const a_b = call->slope + end[0] * floats, *const b_b = call->slope + end[1] * floats;
    const vec weight = weight_of(call, factor);
    const float shrink = 1 - 2 * BSN_CHOICE_EDGE;
    vec slope;

    const vec energy = cost(k, BSN_CHOICE_EDGE + shrink * dot(call->entries, a, b), &slope);
    vstore(call->residual + factor * BSN_LANES, energy);
    *total += weight * energy;
    slope *= weight * shrink;
    for (size_t j = 0; j < floats; j += BSN_LANES) {
        vstore(a_b + j, vload(a_b + j) + slope * vload(b + j));
        vstore(b_b + j, vload(b_b + j) + slope * vload(a + j));
    }
}

/* From the slope by its shares to the slope by a variable's coordinates. */
INLINE void pull_back(const struct folded *k, const struct call *call, size_t part)
{
    const size_t floats = call->entries * BSN_LANES;
    const uint32_t *const input = call->f->input + part * call->entries;
    const float *const p = call->share + part * floats, *const p_b = call->slope + part * floats;
    const vec mean = dot(call->entries, p, p_b);

    for (size_t j = 0; j < call->entries; j++) {
        float *const grad = call->grad + (size_t)input[j] * BSN_LANES;
        const vec by_share = vload(p_b + j * BSN_LANES) - mean;
        vstore(grad, vload(grad) + k->kappa * vload(p + j * BSN_LANES) * by_share);
    }
}

static void term_of_pairs(const struct folded *k, const struct call *call)
{
    const size_t floats = call->entries * BSN_LANES;
    vec total = vload(call->energy);

    for (size_t part = 0; part < call->f->parts; part++) {
        if (is_cut(call, part))
            return;
        shares_of(call, k->kappa, call->f->input + part * call->entries,
                  call->share + part * floats);
    }
    for (size_t j = 0; j < call->f->parts * floats; j += BSN_LANES)
        vstore(call->slope + j, vset(0));
    for (size_t factor = 0; factor < call->f->factors; factor++) {
        if (is_cut(call, factor))
            return;
        pair(k, call, factor, &total);
    }
    for (size_t part = 0; part < call->f->parts; part++)
        pull_back(k, call, part);
    vstore(call->energy, total);
}

void CAT(bsn_choice_term, BSN_LEVEL)(const struct bsn_net *net, const float *theta,
                                     const struct bsn_factors *f, const struct bsn_level *level,
                                     const float *y, const float *weight, const float *scale,
                                     float *scratch, float *energy, float *grad, float *residual)
{
    const size_t shares = net->pair ? f->parts * net->inputs * BSN_LANES : 0;

    for (size_t lane = 0; lane < BSN_LANES; lane += VEC_LANES) {
        const struct call call = { net->inputs, f, y + lane, weight ? weight + lane : NULL, scale,
                                   scratch + lane, scratch + shares + lane, energy + lane,
                                   grad + lane, residual + lane, level->brake };
        const struct folded k = fold(net, theta, level->signal + lane, level->noise + lane);
        if (net->pair)
            term_of_pairs(&k, &call);
        else
            term_of_ones(&k, &call);
    }
}
