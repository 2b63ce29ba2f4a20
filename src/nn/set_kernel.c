/* set_kernel.c - set networks on a tile: each part embedded once, factors pooled and headed.
 *
 * The formulas are those of set.c. The embedding's Jacobian is carried forward with its value
 * (parts have one or two inputs), so nothing of the hidden layer has to be kept for the way back:
 * a part stores its channels c, the Jacobian dc/dy, and the adjoint that its factors add up.
 */
#include "nn/set.h"
#include "nn/vec.h"

#include <string.h>

#define CAT_(a, b) a##_##b
#define CAT(a, b) CAT_(a, b)

/* What does not change from part to part: weights, and the level folded into the biases. */
struct folded {
    const struct bsn_net *net;
    struct bsn_set_layout at;
    const float *theta;
    vec tau, inverse;
    vec bias1[BSN_WIDTH_MAX];     /* hidden */
    vec bias2[BSN_CHANNELS_MAX];  /* channels */
    vec bias3[BSN_WIDTH_MAX];     /* head */
    vec bias4;
    vec sink[BSN_CHANNELS_MAX];
    vec absent[BSN_CHANNELS_MAX]; /* sum channels of the absent part */
};

/* w . (1, signal, noise) */
INLINE vec level_dot(const float *w, const struct bsn_level *level)
{
    return w[0] + w[1] * vload(level->signal) + w[2] * vload(level->noise);
}

/* The sum channels of y = 0, cond = 0: only biases are left. */
static void fold_absent(struct folded *k)
{
    const struct bsn_net *const net = k->net;
    const size_t wide = net->hidden + k->at.features;
    vec slope;

    for (size_t i = 0; i < net->sums; i++)
        k->absent[i] = k->bias2[i];
    for (size_t h = 0; h < net->hidden; h++) {
        const vec value = vsoftplus(k->bias1[h], k->tau, k->inverse, &slope);
        for (size_t i = 0; i < net->sums; i++)
            k->absent[i] += k->theta[k->at.w2 + i * wide + h] * value;
    }
}

static void fold(const struct bsn_net *net, const float *theta, const struct bsn_level *level,
                 struct folded *k)
{
    k->net = net;
    k->at = bsn_set_layout(net);
    k->theta = theta;
    k->tau = vload(level->noise);
    k->inverse = 1.0f / k->tau;
    const size_t given = net->inputs + net->conds, wide = net->hidden + k->at.features;
    for (size_t i = 0; i < net->hidden; i++)
        k->bias1[i] = level_dot(theta + k->at.w1 + i * k->at.features + given, level);
    for (size_t i = 0; i < k->at.channels; i++)
        k->bias2[i] = level_dot(theta + k->at.w2 + i * wide + net->hidden + given, level);
    for (size_t i = 0; i < net->head; i++)
        k->bias3[i] = level_dot(theta + k->at.w3 + i * k->at.pooled + k->at.channels, level);
    k->bias4 = level_dot(theta + k->at.w4 + net->head + k->at.channels, level);
    for (size_t i = 0; i < net->pools; i++)
        k->sink[i] = vset(theta[k->at.sink + i]);
    fold_absent(k);
}

/* Layout of a part: c (channels), adjoint (channels), Jacobian (channels, inputs); vectors. */
static void embed_part(const struct folded *k, const uint32_t *input, const float *cond,
                       const float *y, float *part)
{
    const struct bsn_net *const net = k->net;
    const size_t channels = k->at.channels, inputs = net->inputs, conds = net->conds;
    const size_t wide = net->hidden + k->at.features;
    vec in[4], c[BSN_CHANNELS_MAX], jac[BSN_CHANNELS_MAX][4];

    for (size_t d = 0; d < inputs; d++)
        in[d] = vload(y + (size_t)input[d] * BSN_LANES);
    for (size_t i = 0; i < channels; i++) {
        const float *const w = k->theta + k->at.w2 + i * wide + net->hidden;
        c[i] = k->bias2[i];
        for (size_t d = 0; d < inputs; d++) {
            c[i] += w[d] * in[d];
            jac[i][d] = vset(w[d]);
        }
        for (size_t d = 0; d < conds; d++)
            c[i] += w[inputs + d] * cond[d];
    }
    for (size_t h = 0; h < net->hidden; h++) {
        const float *const w = k->theta + k->at.w1 + h * k->at.features;
        vec slope, pre = k->bias1[h];
        for (size_t d = 0; d < inputs; d++)
            pre += w[d] * in[d];
        for (size_t d = 0; d < conds; d++)
            pre += w[inputs + d] * cond[d];
        const vec value = vsoftplus(pre, k->tau, k->inverse, &slope);
        for (size_t i = 0; i < channels; i++) {
            const float w2 = k->theta[k->at.w2 + i * wide + h];
            c[i] += w2 * value;
            for (size_t d = 0; d < inputs; d++)
                jac[i][d] += (w2 * w[d]) * slope;
        }
    }
    for (size_t i = 0; i < channels; i++) {
        vstore(part + i * BSN_LANES, c[i]);
        vstore(part + (channels + i) * BSN_LANES, vset(0));
        for (size_t d = 0; d < inputs; d++)
            vstore(part + (2 * channels + i * inputs + d) * BSN_LANES, jac[i][d]);
    }
}

/* Pools one factor's parts into q; share (members, pools) gets each part's share of each pool. */
static void pool_factor(const struct folded *k, const float *parts, size_t part_floats,
                        const uint32_t *member, size_t members, vec *q, float *share)
{
    const size_t sums = k->net->sums, pools = k->net->pools;

    for (size_t i = 0; i < sums; i++)
        q[i] = -(float)members * k->absent[i];
    vec top[BSN_CHANNELS_MAX], total[BSN_CHANNELS_MAX];
    for (size_t i = 0; i < pools; i++)
        top[i] = k->sink[i];
    for (size_t j = 0; j < members; j++) {
        const float *const c = parts + member[j] * part_floats;
        for (size_t i = 0; i < sums; i++)
            q[i] += vload(c + i * BSN_LANES);
        for (size_t i = 0; i < pools; i++)
            top[i] = vmax(top[i], vload(c + (sums + i) * BSN_LANES));
    }
    for (size_t i = 0; i < pools; i++)
        total[i] = vexp((k->sink[i] - top[i]) * k->inverse);
    for (size_t j = 0; j < members; j++) {
        const float *const c = parts + member[j] * part_floats;
        for (size_t i = 0; i < pools; i++) {
            const vec e = vexp((vload(c + (sums + i) * BSN_LANES) - top[i]) * k->inverse);
            total[i] += e;
            vstore(share + (j * pools + i) * BSN_LANES, e);
        }
    }
    for (size_t i = 0; i < pools; i++)
        q[sums + i] = top[i] + k->tau * vlog(total[i]);
    for (size_t i = 0; i < pools; i++)
        total[i] = 1.0f / total[i];
    for (size_t j = 0; j < members; j++)
        for (size_t i = 0; i < pools; i++) {
            float *const at = share + (j * pools + i) * BSN_LANES;
            vstore(at, vload(at) * total[i]);
        }
}

/* The head: energy from q, and dE/dq in q_b. */
static vec head(const struct folded *k, const vec *q, vec *q_b)
{
    const struct bsn_net *const net = k->net;
    const size_t channels = k->at.channels;
    const float *const w4 = k->theta + k->at.w4;
    vec d = k->bias4, slope;

    for (size_t i = 0; i < channels; i++) {
        d += w4[net->head + i] * q[i];
        q_b[i] = vset(w4[net->head + i]);
    }
    for (size_t h = 0; h < net->head; h++) {
        const float *const w = k->theta + k->at.w3 + h * k->at.pooled;
        vec pre = k->bias3[h];
        for (size_t i = 0; i < channels; i++)
            pre += w[i] * q[i];
        d += w4[h] * vsoftplus(pre, k->tau, k->inverse, &slope);
        for (size_t i = 0; i < channels; i++)
            q_b[i] += (w4[h] * w[i]) * slope;
    }
    vec scale = k->inverse;
    if (net->positive) {
        d = vsoftplus(d, k->tau, k->inverse, &slope);
        scale = scale * slope;
    }
    for (size_t i = 0; i < channels; i++)
        q_b[i] *= scale;
    return d * k->inverse;
}

/* Adds a factor's adjoints to its parts. */
static void spread(const struct folded *k, float *parts, size_t part_floats,
                   const uint32_t *member, size_t members, const vec *q_b, const float *share)
{
    const size_t sums = k->net->sums, pools = k->net->pools;

    for (size_t j = 0; j < members; j++) {
        float *const adjoint = parts + member[j] * part_floats + k->at.channels * BSN_LANES;
        for (size_t i = 0; i < sums; i++)
            vstore(adjoint + i * BSN_LANES, vload(adjoint + i * BSN_LANES) + q_b[i]);
        for (size_t i = 0; i < pools; i++) {
            float *const at = adjoint + (sums + i) * BSN_LANES;
            vstore(at, vload(at) + q_b[sums + i] * vload(share + (j * pools + i) * BSN_LANES));
        }
    }
}

/* grad += Jacobian^T adjoint of one part. */
static void pull_back(const struct folded *k, const uint32_t *input, const float *part,
                      float *grad)
{
    const size_t channels = k->at.channels, inputs = k->net->inputs;

    for (size_t d = 0; d < inputs; d++) {
        float *const at = grad + (size_t)input[d] * BSN_LANES;
        vec g = vload(at);
        for (size_t i = 0; i < channels; i++)
            g += vload(part + (channels + i) * BSN_LANES) *
                 vload(part + (2 * channels + i * inputs + d) * BSN_LANES);
        vstore(at, g);
    }
}

/* The noise's own energy |y|^2 / 2 tau of one factor's inputs, times `weight`. */
static vec quadratic(const struct folded *k, const struct bsn_factors *f, size_t factor,
                     const float *y, vec weight, float *grad)
{
    const size_t inputs = k->net->inputs;
    vec total = vset(0);

    for (size_t m = f->first[factor]; m < f->first[factor + 1]; m++)
        for (size_t d = 0; d < inputs; d++) {
            const size_t at = (size_t)f->input[f->member[m] * inputs + d] * BSN_LANES;
            const vec v = vload(y + at);
            total += v * v;
            vstore(grad + at, vload(grad + at) + weight * v * k->inverse);
        }
    return total * 0.5f * k->inverse;
}

void CAT(bsn_set_term, BSN_LEVEL)(const struct bsn_net *net, const float *theta,
                                  const struct bsn_factors *f, const struct bsn_level *level,
                                  const float *y, const float *weight, const float *scale,
                                  float *scratch, float *energy, float *grad, float *residual)
{
    const size_t part_floats = bsn_kernel_part_floats(net);
    float *const parts = scratch, *const share = scratch + f->parts * part_floats;
    struct folded k;
    vec total = vload(energy), q[BSN_CHANNELS_MAX], q_b[BSN_CHANNELS_MAX];

    fold(net, theta, level, &k);
    for (size_t p = 0; p < f->parts; p++)
        embed_part(&k, f->input + p * net->inputs, f->cond + p * net->conds, y,
                   parts + p * part_floats);
    for (size_t i = 0; i < f->factors; i++) {
        const uint32_t *const member = f->member + f->first[i];
        const size_t members = f->first[i + 1] - f->first[i];
        const vec w = (weight ? vload(weight + i * BSN_LANES) : vset(1)) * (scale ? scale[i] : 1);
        pool_factor(&k, parts, part_floats, member, members, q, share);
        vec e = head(&k, q, q_b);
        for (size_t c = 0; c < k.at.channels; c++)
            q_b[c] *= w;
        spread(&k, parts, part_floats, member, members, q_b, share);
        if (net->quadratic)
            e += quadratic(&k, f, i, y, w, grad);
        total += w * e;
        vstore(residual + i * BSN_LANES, e);
    }
    for (size_t p = 0; p < f->parts; p++)
        pull_back(&k, f->input + p * net->inputs, parts + p * part_floats, grad);
    vstore(energy, total);
}
