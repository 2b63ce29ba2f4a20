/* set.c - the compact network: one small embedding shared by all parts, pooled, then a head.
 *
 * With tau = s_t^2 and act(x) = tau log(1 + exp(x / tau)), for parts j = 1 .. n:
 *     x_j = (y_j, cond_j, 1, sqrt(abar_t), tau)
 *     h_j = act(W1 x_j)                         c_j = W2 (h_j, x_j)
 *     sum channels   S_i = sum_j (c_ij - c_i0)  q = (S, z, 1, sqrt(abar_t), tau)
 *     pool channels  z_k = tau log( exp(sink_k / tau) + sum_j exp(c_kj / tau) )
 *     g = act(W3 q)      D = w4 . (g, q)        E = D / tau, or act(D) / tau when positive
 * plus |y|^2 / 2 tau when quadratic. Part 0 is the absent part, y and cond zero: sums count from
 * it, so that a part which is not there adds nothing. (Without it the sum of a constant fits 8
 * parts and is absurd for 100.) All hinges are as soft as the noise, so one set of weights serves
 * every noise level, and log-sum-exp grows so slowly that a network trained on 8 parts serves 200.
 * The symbols in the code are those above; a suffix _b is an adjoint (dE/d.), _d a derivative
 * along the tangent direction, _bd both. In the arrays the absent part stands behind the others.
 */
#include "nn/set.h"

#include "base/rng.h"
#include "nn/kind.h"
#include "nn/flops.h"
#include "nn/layer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#ifdef BSN_DOUBLE
#define EXP exp
#define LOG log
#else
#define EXP expf
#define LOG logf
#endif

/* Pointers into the workspace; m = (parts + 1) * cols. */
struct arrays {
    size_t m;
    real *hx, *slope1;          /* (hidden + features, m), (hidden, m) */
    real *c, *p, *p_sink;       /* (channels, m), (pools, m), (pools, cols) */
    real *gq, *slope2;          /* (head + pooled, cols), (head, cols) */
    real *slope3;               /* (cols) */
    real *d_b, *gq_b, *pre2_b;  /* (cols), (head + pooled, cols), (head, cols) */
    real *q_b, *c_b;            /* (pooled, cols), (channels, m) */
    real *hx_b, *pre1_b;        /* (hidden + features, m), (hidden, m) */
    real *hx_d, *pre1_d, *c_d, *p_d, *sink_d, *gq_d, *pre2_d, *d_d; /* tangents, same shapes */
    real *bd;                   /* scratch of the second pass: (hidden + features, m) or more */
    real *bd2;                  /* (channels + hidden, m) */
};

#ifndef BSN_DOUBLE  /* the layout is the same in both precisions */
struct bsn_set_layout bsn_set_layout(const struct bsn_net *net)
{
    struct bsn_set_layout at = { 0 };

    at.features = net->inputs + net->conds + 3;
    at.channels = net->sums + net->pools;
    at.pooled = at.channels + 3;
    at.w2 = at.w1 + net->hidden * at.features;
    at.sink = at.w2 + at.channels * (net->hidden + at.features);
    at.w3 = at.sink + net->pools;
    at.w4 = at.w3 + net->head * at.pooled;
    at.params = at.w4 + net->head + at.pooled;
    return at;
}
#endif

static size_t params(const struct bsn_net *net)
{
    return bsn_set_layout(net).params;
}

static bool tensor(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out)
{
    const struct bsn_set_layout at = bsn_set_layout(net);
    const struct bsn_net_tensor all[] = {
        { "embed.in", "", net->hidden, at.features, at.w1 },
        { "embed.out", "", at.channels, net->hidden + at.features, at.w2 },
        { "pool.sink", "", 1, net->pools, at.sink },
        { "head.in", "", net->head, at.pooled, at.w3 },
        { "head.out", "", 1, net->head + at.pooled, at.w4 },
    };

    if (index >= sizeof all / sizeof *all)
        return false;
    *out = all[index];
    return true;
}

#define TAKE(count) NN(take)(work, &used, count)

/* Lays the arrays out from `work` on; returns how many numbers they take. */
static size_t lay_out(const struct bsn_net *net, size_t parts, size_t cols, real *work,
                      struct arrays *a)
{
    const struct bsn_set_layout at = bsn_set_layout(net);
    const size_t m = (parts + 1) * cols, hx = net->hidden + at.features;
    const size_t gq = net->head + at.pooled;
    size_t used = 0;

    a->m = m;
    a->hx = TAKE(hx * m), a->slope1 = TAKE(net->hidden * m);
    a->c = TAKE(at.channels * m), a->p = TAKE(net->pools * m);
    a->p_sink = TAKE(net->pools * cols);
    a->gq = TAKE(gq * cols), a->slope2 = TAKE(net->head * cols);
    a->slope3 = TAKE(cols);
    a->d_b = TAKE(cols), a->gq_b = TAKE(gq * cols);
    a->pre2_b = TAKE(net->head * cols), a->q_b = TAKE(at.pooled * cols);
    a->c_b = TAKE(at.channels * m), a->hx_b = TAKE(hx * m);
    a->pre1_b = TAKE(net->hidden * m);
    a->hx_d = TAKE(hx * m), a->pre1_d = TAKE(net->hidden * m);
    a->c_d = TAKE(at.channels * m), a->p_d = TAKE(net->pools * m);
    a->sink_d = TAKE(net->pools * cols);
    a->gq_d = TAKE(gq * cols), a->pre2_d = TAKE(net->head * cols);
    a->d_d = TAKE(cols);
    a->bd = TAKE(hx * m + (1 + gq + net->head) * cols);
    a->bd2 = TAKE((at.channels + net->hidden) * m);
    return used;
}

static size_t workspace(const struct bsn_net *net, size_t parts, size_t cols)
{
    struct arrays a;

    return lay_out(net, parts, cols, NULL, &a);
}

static void init(const struct bsn_net *net, uint64_t seed, uint32_t stream, real *theta)
{
    const struct bsn_set_layout at = bsn_set_layout(net);
    const struct bsn_rng rng = { seed, BSN_RNG_INIT, stream, 0 };
    double pair[2];

    for (uint32_t i = 0; i < at.params; i++) {
        bsn_rng_normal2(&rng, i, pair);
        const double fan = i < at.w2     ? (double)at.features
                           : i < at.sink ? (double)(net->hidden + at.features)
                           : i < at.w3   ? 1.0
                           : i < at.w4   ? (double)at.pooled
                                         : (double)(net->head + at.pooled);
        theta[i] = (real)(pair[0] / sqrt(fan));
    }
    /* A pool begins as the soft maximum or minimum of an input: from a random mixture it often
     * never learned to pick. */
    const size_t wide = net->hidden + at.features;
    for (size_t k = 0; k < net->pools; k++)
        theta[at.w2 + (net->sums + k) * wide + net->hidden + k / 2 % net->inputs] = k % 2 ? -1 : 1;
}

static void fill(real *row, real value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        row[i] = value;
}

/* Rows 1, signal, noise of the features of parts or of the head's input. */
static void fill_level(const struct NN(batch) *batch, size_t parts, real *rows)
{
    const size_t m = parts * batch->cols;

    fill(rows, 1, m);
    for (size_t j = 0; j < parts; j++) {
        memcpy(rows + m + j * batch->cols, batch->signal, batch->cols * sizeof *rows);
        memcpy(rows + 2 * m + j * batch->cols, batch->noise, batch->cols * sizeof *rows);
    }
}

/* (parts, rows, cols) -> (rows, parts + 1, cols) with a zero behind, and back. */
static void parts_inside(const real *from, size_t parts, size_t rows, size_t cols, real *to)
{
    for (size_t r = 0; r < rows; r++, to += (parts + 1) * cols) {
        for (size_t j = 0; j < parts; j++)
            memcpy(to + j * cols, from + (j * rows + r) * cols, cols * sizeof *to);
        fill(to + parts * cols, 0, cols);
    }
}

static void parts_outside(const real *from, size_t parts, size_t rows, size_t cols, real *to)
{
    for (size_t r = 0; r < rows; r++, from += (parts + 1) * cols)
        for (size_t j = 0; j < parts; j++)
            memcpy(to + (j * rows + r) * cols, from + j * cols, cols * sizeof *to);
}

/* rows (n, parts, cols) through the hinge in place; the slopes go to `slope`. */
static void hinge(const struct NN(batch) *batch, size_t n, size_t parts, real *x, real *slope)
{
    for (size_t i = 0; i < n * parts; i++)
        for (size_t l = 0; l < batch->cols; l++) {
            const size_t at = i * batch->cols + l;
            x[at] = NN(softplus)(x[at], batch->noise[l], &slope[at]);
        }
}

/* z = tau log(exp(sink/tau) + sum exp(c/tau)) of one channel; p gets the shares. */
static void pool(const struct NN(batch) *batch, const real *c, real sink, real *z, real *p,
                 real *p_sink)
{
    const size_t cols = batch->cols;

    for (size_t l = 0; l < cols; l++) {
        const real tau = batch->noise[l];
        real top = sink;
        for (size_t j = 0; j < batch->parts; j++)
            if (c[j * cols + l] > top)
                top = c[j * cols + l];
        real total = p_sink[l] = EXP((sink - top) / tau);
        for (size_t j = 0; j < batch->parts; j++)
            total += p[j * cols + l] = EXP((c[j * cols + l] - top) / tau);
        z[l] = top + tau * LOG(total);
        p_sink[l] /= total;
        for (size_t j = 0; j < batch->parts; j++)
            p[j * cols + l] /= total;
        p[batch->parts * cols + l] = 0;  /* the absent part is in no pool */
    }
}

/* How much part j counts in a sum: the absent part is taken off once for every part. */
static real sign_of(const struct NN(batch) *batch, size_t j)
{
    return j < batch->parts ? 1 : -(real)batch->parts;
}

/* row (cols) = the sum over parts of x (parts + 1, cols), weighted by shares p, or signed. */
static void sum_parts(const struct NN(batch) *batch, const real *x, const real *p, real *row)
{
    fill(row, 0, batch->cols);
    for (size_t j = 0; j <= batch->parts; j++)
        for (size_t l = 0; l < batch->cols; l++) {
            const size_t at = j * batch->cols + l;
            row[l] += (p ? p[at] : sign_of(batch, j)) * x[at];
        }
}

static void pool_forward(const struct bsn_net *net, const real *sink, const struct NN(batch) *batch,
                         struct arrays *a, real *q)
{
    const size_t cols = batch->cols;

    for (size_t i = 0; i < net->sums; i++)
        sum_parts(batch, a->c + i * a->m, NULL, q + i * cols);
    for (size_t k = 0; k < net->pools; k++)
        pool(batch, a->c + (net->sums + k) * a->m, sink[k], q + (net->sums + k) * cols,
             a->p + k * a->m, a->p_sink + k * cols);
}

static void add_quadratic(const struct bsn_net *net, const struct NN(batch) *batch, real *energy)
{
    for (size_t i = 0; i < batch->parts * net->inputs; i++)
        for (size_t l = 0; l < batch->cols; l++) {
            const real y = batch->y[i * batch->cols + l];
            energy[l] += y * y / (2 * batch->noise[l]);
        }
}

static void forward(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, real *energy)
{
    const struct bsn_set_layout at = bsn_set_layout(net);
    const size_t cols = batch->cols;
    struct arrays a;

    lay_out(net, batch->parts, cols, work, &a);
    real *const x = a.hx + net->hidden * a.m, *const q = a.gq + net->head * cols;
    parts_inside(batch->y, batch->parts, net->inputs, cols, x);
    if (net->conds > 0)
        parts_inside(batch->cond, batch->parts, net->conds, cols, x + net->inputs * a.m);
    fill_level(batch, batch->parts + 1, x + (net->inputs + net->conds) * a.m);
    NN(product)(batch->kernel, net->hidden, at.features, a.m, theta + at.w1, x, 0, a.hx);
    hinge(batch, net->hidden, batch->parts + 1, a.hx, a.slope1);
    NN(product)(batch->kernel, at.channels, net->hidden + at.features, a.m, theta + at.w2, a.hx, 0,
                a.c);

    pool_forward(net, theta + at.sink, batch, &a, q);
    fill_level(batch, 1, q + at.channels * cols);
    NN(product)(batch->kernel, net->head, at.pooled, cols, theta + at.w3, q, 0, a.gq);
    hinge(batch, net->head, 1, a.gq, a.slope2);
    NN(product)(batch->kernel, 1, net->head + at.pooled, cols, theta + at.w4, a.gq, 0, energy);

    fill(a.slope3, 1, cols);
    if (net->positive)
        hinge(batch, 1, 1, energy, a.slope3);
    for (size_t l = 0; l < cols; l++)
        energy[l] /= batch->noise[l];
    if (net->quadratic)
        add_quadratic(net, batch, energy);
}

/* out (n, m) = x * slope, elementwise. */
static void times(size_t n, const real *x, const real *slope, real *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = x[i] * slope[i];
}

/* c_b from q_b: a sum passes its adjoint to every part, a pool gives each part its share. */
static void pool_backward(const struct bsn_net *net, const struct NN(batch) *batch,
                          const struct arrays *a)
{
    const size_t cols = batch->cols;

    for (size_t i = 0; i < net->sums + net->pools; i++)
        for (size_t j = 0; j <= batch->parts; j++)
            for (size_t l = 0; l < cols; l++) {
                const real share = i < net->sums ? sign_of(batch, j)
                                                 : a->p[(i - net->sums) * a->m + j * cols + l];
                a->c_b[i * a->m + j * cols + l] = share * a->q_b[i * cols + l];
            }
}

static void first_order(const struct bsn_net *net, const struct bsn_set_layout *at,
                        const struct NN(batch) *batch, const struct arrays *a, real *gradient)
{
    const size_t cols = batch->cols;
    const real *const x = a->hx + net->hidden * a->m, *const q = a->gq + net->head * cols;

    NN(product_weight)(batch->kernel, 1, net->head + at->pooled, cols, a->d_b, a->gq,
                       gradient + at->w4);
    NN(product_weight)(batch->kernel, net->head, at->pooled, cols, a->pre2_b, q, gradient + at->w3);
    for (size_t k = 0; k < net->pools; k++)
        for (size_t l = 0; l < cols; l++)
            gradient[at->sink + k] += a->p_sink[k * cols + l] * a->q_b[(net->sums + k) * cols + l];
    NN(product_weight)(batch->kernel, at->channels, net->hidden + at->features, a->m, a->c_b,
                       a->hx, gradient + at->w2);
    NN(product_weight)(batch->kernel, net->hidden, at->features, a->m, a->pre1_b, x,
                       gradient + at->w1);
}

static void backward(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, const real *seed, real *grad_y, real *gradient)
{
    const struct bsn_set_layout at = bsn_set_layout(net);
    const size_t cols = batch->cols;
    struct arrays a;

    lay_out(net, batch->parts, cols, work, &a);
    for (size_t l = 0; l < cols; l++)
        a.d_b[l] = (seed ? seed[l] : 1) / batch->noise[l] * a.slope3[l];
    NN(product_transposed)(batch->kernel, 1, net->head + at.pooled, cols, theta + at.w4, a.d_b, 0,
                           a.gq_b);
    times(net->head * cols, a.gq_b, a.slope2, a.pre2_b);
    memcpy(a.q_b, a.gq_b + net->head * cols, at.pooled * cols * sizeof *a.q_b);
    NN(product_transposed)(batch->kernel, net->head, at.pooled, cols, theta + at.w3, a.pre2_b, 1,
                           a.q_b);
    pool_backward(net, batch, &a);
    NN(product_transposed)(batch->kernel, at.channels, net->hidden + at.features, a.m,
                           theta + at.w2, a.c_b, 0, a.hx_b);
    times(net->hidden * a.m, a.hx_b, a.slope1, a.pre1_b);
    if (gradient)
        first_order(net, &at, batch, &a, gradient);
    if (!grad_y)
        return;
    real *const x_b = a.bd;
    memcpy(x_b, a.hx_b + net->hidden * a.m, at.features * a.m * sizeof *x_b);
    NN(product_transposed)(batch->kernel, net->hidden, at.features, a.m, theta + at.w1, a.pre1_b,
                           1, x_b);
    parts_outside(x_b, batch->parts, net->inputs, cols, grad_y);
    for (size_t i = 0; net->quadratic && i < batch->parts * net->inputs; i++)
        for (size_t l = 0; l < cols; l++)
            grad_y[i * cols + l] +=
                (seed ? seed[l] : 1) * batch->y[i * cols + l] / batch->noise[l];
}

static void pool_tangent(const struct bsn_net *net, const struct NN(batch) *batch,
                         const struct arrays *a, real *q_d)
{
    const size_t cols = batch->cols;

    for (size_t i = 0; i < net->sums + net->pools; i++) {
        const real *const p = i < net->sums ? NULL : a->p + (i - net->sums) * a->m;
        sum_parts(batch, a->c_d + i * a->m, p, q_d + i * cols);
    }
    for (size_t k = 0; k < net->pools; k++) {
        const real *const z_d = q_d + (net->sums + k) * cols;
        const real *const c_d = a->c_d + (net->sums + k) * a->m;
        for (size_t l = 0; l < cols; l++)
            a->sink_d[k * cols + l] = -a->p_sink[k * cols + l] * z_d[l] / batch->noise[l];
        for (size_t j = 0; j <= batch->parts; j++)
            for (size_t l = 0; l < cols; l++)
                a->p_d[k * a->m + j * cols + l] = a->p[k * a->m + j * cols + l] *
                                                  (c_d[j * cols + l] - z_d[l]) / batch->noise[l];
    }
}

static void tangent(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, const real *direction)
{
    const struct bsn_set_layout at = bsn_set_layout(net);
    const size_t cols = batch->cols;
    struct arrays a;

    lay_out(net, batch->parts, cols, work, &a);
    real *const x_d = a.hx_d + net->hidden * a.m, *const q_d = a.gq_d + net->head * cols;
    fill(x_d, 0, at.features * a.m);
    parts_inside(direction, batch->parts, net->inputs, cols, x_d);
    NN(product)(batch->kernel, net->hidden, at.features, a.m, theta + at.w1, x_d, 0, a.pre1_d);
    times(net->hidden * a.m, a.pre1_d, a.slope1, a.hx_d);
    NN(product)(batch->kernel, at.channels, net->hidden + at.features, a.m, theta + at.w2, a.hx_d,
                0, a.c_d);
    pool_tangent(net, batch, &a, q_d);
    fill(q_d + at.channels * cols, 0, 3 * cols);
    NN(product)(batch->kernel, net->head, at.pooled, cols, theta + at.w3, q_d, 0, a.pre2_d);
    times(net->head * cols, a.pre2_d, a.slope2, a.gq_d);
    NN(product)(batch->kernel, 1, net->head + at.pooled, cols, theta + at.w4, a.gq_d, 0, a.d_d);
}

/* x_bd (n, parts, cols) = above_bd * slope + above_b * d(slope), with the hinge's second
 * derivative slope (1 - slope) / tau. */
static void hinge_second(const struct NN(batch) *batch, size_t n, const real *slope,
                         const real *x_d, const real *above_b, const real *above_bd, real *x_bd)
{
    for (size_t i = 0; i < n; i++)
        for (size_t l = 0; l < batch->cols; l++) {
            const size_t at = i * batch->cols + l;
            const real bend = slope[at] * (1 - slope[at]) / batch->noise[l];
            x_bd[at] = above_bd[at] * slope[at] + above_b[at] * bend * x_d[at];
        }
}

static void pool_second(const struct bsn_net *net, const struct NN(batch) *batch,
                        const struct arrays *a, const real *q_bd, real *c_bd, real *sink_gradient)
{
    const size_t cols = batch->cols;

    for (size_t i = 0; i < net->sums; i++)
        for (size_t j = 0; j <= batch->parts; j++)
            for (size_t l = 0; l < cols; l++)
                c_bd[i * a->m + j * cols + l] = sign_of(batch, j) * q_bd[i * cols + l];
    for (size_t k = 0; k < net->pools; k++) {
        const size_t i = net->sums + k;
        for (size_t l = 0; l < cols; l++)
            sink_gradient[k] += a->p_sink[k * cols + l] * q_bd[i * cols + l] +
                                a->sink_d[k * cols + l] * a->q_b[i * cols + l];
        for (size_t j = 0; j <= batch->parts; j++)
            for (size_t l = 0; l < cols; l++) {
                const size_t at = k * a->m + j * cols + l;
                c_bd[i * a->m + j * cols + l] =
                    a->p[at] * q_bd[i * cols + l] + a->p_d[at] * a->q_b[i * cols + l];
            }
    }
}

static void second(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                   real *work, const real *seed, real *gradient)
{
    const struct bsn_set_layout at = bsn_set_layout(net);
    const size_t cols = batch->cols, gq = net->head + at.pooled, hx = net->hidden + at.features;
    struct arrays a;

    lay_out(net, batch->parts, cols, work, &a);
    const real *const x = a.hx + net->hidden * a.m, *const q = a.gq + net->head * cols;
    const real *const x_d = a.hx_d + net->hidden * a.m, *const q_d = a.gq_d + net->head * cols;

    /* The head. d_b came from seed 1; its tangent has the new seed and the last hinge's bend. */
    real *const d_bd = a.bd, *const gq_bd = d_bd + cols, *const pre2_bd = gq_bd + gq * cols;
    for (size_t l = 0; l < cols; l++) {
        const real bend = a.slope3[l] * (1 - a.slope3[l]) / batch->noise[l];
        d_bd[l] = (seed[l] * a.slope3[l] + bend * a.d_d[l]) / batch->noise[l];
    }
    NN(product_weight)(batch->kernel, 1, gq, cols, d_bd, a.gq, gradient + at.w4);
    NN(product_weight)(batch->kernel, 1, gq, cols, a.d_b, a.gq_d, gradient + at.w4);
    NN(product_transposed)(batch->kernel, 1, gq, cols, theta + at.w4, d_bd, 0, gq_bd);
    hinge_second(batch, net->head, a.slope2, a.pre2_d, a.gq_b, gq_bd, pre2_bd);
    NN(product_weight)(batch->kernel, net->head, at.pooled, cols, pre2_bd, q, gradient + at.w3);
    NN(product_weight)(batch->kernel, net->head, at.pooled, cols, a.pre2_b, q_d, gradient + at.w3);
    real *const q_bd = gq_bd + net->head * cols;
    NN(product_transposed)(batch->kernel, net->head, at.pooled, cols, theta + at.w3, pre2_bd, 1,
                           q_bd);

    /* The parts. */
    real *const c_bd = a.bd2, *const pre1_bd = c_bd + at.channels * a.m;
    pool_second(net, batch, &a, q_bd, c_bd, gradient + at.sink);
    NN(product_weight)(batch->kernel, at.channels, hx, a.m, c_bd, a.hx, gradient + at.w2);
    NN(product_weight)(batch->kernel, at.channels, hx, a.m, a.c_b, a.hx_d, gradient + at.w2);
    NN(product_transposed)(batch->kernel, at.channels, hx, a.m, theta + at.w2, c_bd, 0, a.bd);
    hinge_second(batch, net->hidden * (batch->parts + 1), a.slope1, a.pre1_d, a.hx_b, a.bd,
                 pre1_bd);
    NN(product_weight)(batch->kernel, net->hidden, at.features, a.m, pre1_bd, x, gradient + at.w1);
    NN(product_weight)(batch->kernel, net->hidden, at.features, a.m, a.pre1_b, x_d,
                       gradient + at.w1);
}

/* ---------------------------------------------------------------------------- the table ---- */

static bool classifies(const struct bsn_net *net)
{
    return net->positive;
}

/* The noise's own energy is that of variables, not of what binds them. */
static bool alone(const struct bsn_net *net)
{
    return net->quadratic;
}

static bool sound(const struct bsn_net *net, size_t chars, char *why)
{
    const uint32_t channels = net->sums + net->pools;

    snprintf(why, chars, "%u sums and pools together; it must be 1 to %d", channels,
             BSN_CHANNELS_MAX);
    return channels >= 1 && channels <= BSN_CHANNELS_MAX;
}

static size_t scratch(const struct bsn_net *net, const struct bsn_factors *f)
{
    const size_t part = bsn_set_layout(net).channels * (2 + net->inputs);

    return (f->parts * part + f->longest * net->pools) * BSN_LANES;
}

static const struct bsn_net_field fields[] = {
    BSN_NET_FIELD(inputs, 1, 4),
    BSN_NET_FIELD(conds, 0, 64),
    BSN_NET_FIELD(hidden, 1, BSN_WIDTH_MAX),
    BSN_NET_FIELD(sums, 0, BSN_CHANNELS_MAX),
    BSN_NET_FIELD(pools, 0, BSN_CHANNELS_MAX),
    BSN_NET_FIELD(head, 1, BSN_WIDTH_MAX),
    BSN_NET_FIELD(quadratic, 0, 1),
    BSN_NET_FIELD(positive, 0, 1),
    BSN_NET_FIELDS_END,
};

/* ------------------------------------------------------------------------------ counting ---- */

/* A part, from its inputs to its channels and their Jacobian, as set_kernel.c embeds it. */
static double embed_flops(const struct bsn_net *net, bool mirrored)
{
    const double channels = net->sums + net->pools, inputs = net->inputs, conds = net->conds;
    const double straight = inputs * (mirrored ? 4 : 1) + channels * (2 * inputs + 3 * conds);
    const double unit = 2 * inputs + 3 * conds + BSN_FLOPS_SOFTPLUS + 2 * channels * (1 + inputs);

    return straight + net->hidden * unit;
}

static double head_flops(const struct bsn_net *net)
{
    const double channels = net->sums + net->pools;
    const double unit = BSN_FLOPS_SOFTPLUS + 2 + 4 * channels;

    return 2 + 3 * channels + net->head * unit + (net->positive ? BSN_FLOPS_SOFTPLUS + 1 : 0);
}

static double flops(const struct bsn_net *net, const struct bsn_factors *f)
{
    const double channels = net->sums + net->pools, inputs = net->inputs;
    const double members = f->first[f->factors], back = inputs * (2 * channels + 2);
    const bool single = f->longest == 1 && members == (double)f->factors;
    const double square = net->quadratic ? inputs * (f->mirror ? 9 : 6) + 2 : 0;
    double each = head_flops(net) + 2, part = embed_flops(net, f->mirror != NULL) + back;

    if (single)
        return BSN_LANES * (double)f->factors *
               (part + each + square + net->pools * (BSN_FLOPS_SOFTPLUS + 1));
    part += net->pools * (BSN_FLOPS_EXP2 + inputs);
    each += net->pools * (BSN_FLOPS_LOG2 + 3);
    return BSN_LANES * ((double)f->parts * part + (double)f->factors * each +
                        members * (2 * channels + square));
}

/* The absent part is one more. */
static double products(const struct bsn_net *net, size_t parts)
{
    const struct bsn_set_layout at = bsn_set_layout(net);
    const double wide = (double)(net->hidden + at.features);
    const double part = (double)net->hidden * (double)at.features + (double)at.channels * wide;
    const double head = (double)net->head * (double)at.pooled + (double)(net->head + at.pooled);

    return 2 * ((double)(parts + 1) * part + head);
}

BSN_KERNELS_DECLARE(bsn_term_fn, bsn_set_term);

const struct NN(net_kind) NN(net_set) = {
    .name = "set",
    .field = fields,
    .negatable = true,
    .alone = alone,
    .sound = sound,
    .params = params,
    .tensor = tensor,
    .init = init,
    .workspace = workspace,
    .forward = forward,
    .backward = backward,
    .tangent = tangent,
    .second = second,
    .level = bsn_level_low,
    .classifies = classifies,
    .term = BSN_KERNELS_LIST(bsn_set_term),
    .flops = flops,
    .products = products,
    .scratch = scratch,
};
