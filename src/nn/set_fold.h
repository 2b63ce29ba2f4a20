/* set_fold.h - a set network made ready for one noise level: what set_kernel.c reads from part to
 * part, with all that depends on the level folded into the biases. Units are set_kernel.c's.
 */
#ifndef BSN_SET_FOLD_H
#define BSN_SET_FOLD_H

#include "nn/set.h"
#include "nn/vec.h"

#include <string.h>

#define INPUTS_MAX 4
#define LOG2E 1.44269504f

/* Weights of one hidden unit, side by side. */
struct hidden {
    float in[INPUTS_MAX];                      /* W1 of inputs */
    float out[BSN_CHANNELS_MAX];               /* W2 */
    float both[BSN_CHANNELS_MAX * INPUTS_MAX]; /* (channels, inputs) products of the two */
};

/* Weights of one unit of the head. */
struct top {
    float in[BSN_CHANNELS_MAX];   /* W3 of channels */
    float both[BSN_CHANNELS_MAX]; /* times w4 */
    float out;                    /* w4 */
};

/* What does not change from part to part: weights, and the level folded into the biases. */
struct folded {
    const struct bsn_net *net;
    struct bsn_set_layout at;
    const float *theta;
    vec unit, inverse, signal;    /* log2(e) / tau, 1 / tau, sqrt(abar) */
    vec bias1[BSN_WIDTH_MAX];     /* hidden */
    vec bias2[BSN_CHANNELS_MAX];  /* channels */
    vec bias3[BSN_WIDTH_MAX];     /* head */
    vec bias4;
    struct hidden hidden[BSN_WIDTH_MAX];
    struct top top[BSN_WIDTH_MAX];
};

/* w . (1, signal, noise) */
INLINE vec level_dot(const float *w, const float *signal, const float *noise)
{
    return w[0] + w[1] * vload(signal) + w[2] * vload(noise);
}

static void fold_weights(struct folded *k)
{
    const struct bsn_net *const net = k->net;
    const size_t wide = net->hidden + k->at.features;

    for (size_t h = 0; h < net->hidden; h++) {
        struct hidden *const unit = &k->hidden[h];
        memcpy(unit->in, k->theta + k->at.w1 + h * k->at.features, net->inputs * sizeof *unit->in);
        for (size_t i = 0; i < k->at.channels; i++) {
            unit->out[i] = k->theta[k->at.w2 + i * wide + h];
            for (size_t d = 0; d < net->inputs; d++)
                unit->both[i * net->inputs + d] = unit->out[i] * unit->in[d];
        }
    }
    for (size_t h = 0; h < net->head; h++) {
        struct top *const unit = &k->top[h];
        unit->out = k->theta[k->at.w4 + h];
        for (size_t i = 0; i < k->at.channels; i++) {
            unit->in[i] = k->theta[k->at.w3 + h * k->at.pooled + i];
            unit->both[i] = unit->in[i] * unit->out;
        }
    }
}

/* Sums begin at the absent part's channels (y = 0, cond = 0: only biases are left), pools at their
 * sinks; the head's biases take the sinks back. */
static void fold_origins(struct folded *k)
{
    const struct bsn_net *const net = k->net;
    vec slope, absent[BSN_CHANNELS_MAX];

    for (size_t i = 0; i < net->sums; i++)
        absent[i] = vset(0);
    for (size_t h = 0; h < net->hidden; h++) {
        const vec value = vsoftplus2(k->bias1[h], &slope);
        for (size_t i = 0; i < net->sums; i++)
            absent[i] += k->hidden[h].out[i] * value;
    }
    for (size_t i = 0; i < net->sums; i++)
        k->bias2[i] = -absent[i];
    for (size_t i = net->sums; i < k->at.channels; i++) {
        const vec sink = k->theta[k->at.sink + i - net->sums] * k->unit;
        k->bias2[i] -= sink;
        for (size_t h = 0; h < net->head; h++)
            k->bias3[h] += k->top[h].in[i] * sink;
        k->bias4 += k->theta[k->at.w4 + net->head + i] * sink;
    }
}

static void fold(const struct bsn_net *net, const float *theta, const float *signal,
                 const float *noise, struct folded *k)
{
    k->net = net;
    k->at = bsn_set_layout(net);
    k->theta = theta;
    k->inverse = 1.0f / vload(noise);
    k->unit = k->inverse * LOG2E;
    k->signal = vload(signal);
    const size_t given = net->inputs + net->conds, wide = net->hidden + k->at.features;
    const float *const w1 = theta + k->at.w1 + given, *const w2 = theta + k->at.w2 + given;
    const float *const w3 = theta + k->at.w3 + k->at.channels, *const w4 = theta + k->at.w4;
    for (size_t i = 0; i < net->hidden; i++)
        k->bias1[i] = level_dot(w1 + i * k->at.features, signal, noise) * k->unit;
    for (size_t i = 0; i < k->at.channels; i++)
        k->bias2[i] = level_dot(w2 + i * wide + net->hidden, signal, noise) * k->unit;
    for (size_t i = 0; i < net->head; i++)
        k->bias3[i] = level_dot(w3 + i * k->at.pooled, signal, noise) * k->unit;
    k->bias4 = level_dot(w4 + net->head + k->at.channels, signal, noise) * k->unit;
    fold_weights(k);
    fold_origins(k);
}

#endif
