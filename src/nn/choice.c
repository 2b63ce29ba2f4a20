/* choice.c - the compact network of categorical variables: any number of entries, eight numbers.
 *
 * A part is one variable, its inputs y_1 .. y_k are its entries; a factor has one or two parts.
 * With tau = s_t^2 and level(w) = w . (1, sqrt(abar_t), tau):
 *     kappa = level(a) / tau      p_j = exp(kappa y_j) / Z     Z = sum_j exp(kappa y_j)
 *     one part    E = |y|^2 / 2 tau - level(b) log Z
 *     two parts   q = sum_j p_j p'_j, how likely the two agree
 *                 E = log(1 + exp(D)),   D = w_1 log q + w_2 log(1 - q) + level(w_3 .. w_5)
 * What agreement costs is learned: with w_1 > 0 the ends of a factor are to differ, with w_1 < 0
 * they are to be equal. The derivatives are short sums over entries:
 *     dq/dy_j = kappa p_j (p'_j - q)     dq/dkappa = K = sum_j p_j p'_j s_j - q m
 * with s_j = y_j + y'_j, m the mean of y under p plus that of y' under p'; along a direction v the
 * same with v in place of y. The names in the code are those above; _d is a derivative along v.
 */
#include "nn/choice.h"

#include "base/rng.h"
#include "nn/flops.h"
#include "nn/kind.h"
#include "nn/layer.h"

#include <math.h>
#include <string.h>

#ifdef BSN_DOUBLE
#define EXP exp
#define LOG log
#else
#define EXP expf
#define LOG logf
#endif

#define SHRINK (1 - 2 * BSN_CHOICE_EDGE)

/* What forward and tangent leave for a column. */
struct column {
    real kappa, log_z;         /* of one part */
    real q, slope, d_by_q;     /* of a pair: q, dE/dD, dD/dq */
    real mean, mean_d;         /* of y and v under the shares, over the parts */
    real cross, cross_d, both; /* sum over entries of p p' times s, times its v, times both */
    real spread;               /* covariance of y and v under the shares, over the parts */
};

/* Columns stand in front of the shares p (parts, inputs, cols). */
static struct column *columns(real *work)
{
    return (struct column *)(void *)work;
}

static real *shares(const struct NN(batch) *batch, real *work)
{
    return work + batch->cols * sizeof(struct column) / sizeof *work;
}

static size_t params(const struct bsn_net *net)
{
    return BSN_CHOICE_SCALE + (net->pair ? BSN_CHOICE_PAIR : BSN_CHOICE_ONE);
}

static bool tensor(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out)
{
    const struct bsn_net_tensor all[] = {
        { "scale", "", 1, BSN_CHOICE_SCALE, 0 },
        { "cost", "", 1, net->pair ? BSN_CHOICE_PAIR : BSN_CHOICE_ONE, BSN_CHOICE_SCALE },
    };

    if (index >= sizeof all / sizeof *all)
        return false;
    *out = all[index];
    return true;
}

static size_t workspace(const struct bsn_net *net, size_t parts, size_t cols)
{
    (void)parts;  /* the shape says how many */
    return cols * (sizeof(struct column) / sizeof(real) + (net->pair ? 2 : 1) * net->inputs);
}

static void init(const struct bsn_net *net, uint64_t seed, uint32_t stream, real *theta)
{
    const struct bsn_rng rng = { seed, BSN_RNG_INIT, stream, 0 };
    double pair[2];

    for (uint32_t i = 0; i < params(net); i++) {
        bsn_rng_normal2(&rng, i, pair);
        theta[i] = (real)(0.1 * pair[0]);
    }
    theta[0] += 1;  /* shares that follow the entries; without, nothing tells entries apart */
}

static real level(const real *w, const struct NN(batch) *batch, size_t l)
{
    return w[0] + w[1] * batch->signal[l] + w[2] * batch->noise[l];
}

/* Shares of one part of one column; `at` is its first entry. Returns log Z. */
static real softmax(size_t entries, size_t cols, real kappa, const real *y, real *p)
{
    real top = -INFINITY, total = 0;

    for (size_t j = 0; j < entries; j++)
        top = kappa * y[j * cols] > top ? kappa * y[j * cols] : top;
    for (size_t j = 0; j < entries; j++)
        total += p[j * cols] = EXP(kappa * y[j * cols] - top);
    for (size_t j = 0; j < entries; j++)
        p[j * cols] /= total;
    return top + LOG(total);
}

/* The energy of agreement q, with dE/dD and dD/dq. */
static real cost(const real *w, const struct NN(batch) *batch, size_t l, struct column *c)
{
    const real d = w[0] * LOG(c->q) + w[1] * LOG(1 - c->q) + level(w + 2, batch, l);

    c->d_by_q = w[0] / c->q - w[1] / (1 - c->q);
    return NN(softplus)(d, 1, &c->slope);
}

static void forward(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, real *energy)
{
    const size_t cols = batch->cols, k = net->inputs;
    real *const p = shares(batch, work);

    for (size_t l = 0; l < cols; l++) {
        struct column *const c = &columns(work)[l];
        *c = (struct column){ .kappa = level(theta, batch, l) / batch->noise[l] };
        c->log_z = softmax(k, cols, c->kappa, batch->y + l, p + l);
        if (net->pair) {
            softmax(k, cols, c->kappa, batch->y + k * cols + l, p + k * cols + l);
            for (size_t j = 0; j < k; j++)
                c->q += p[j * cols + l] * p[(k + j) * cols + l];
            c->q = BSN_CHOICE_EDGE + SHRINK * c->q;
            energy[l] = cost(theta + BSN_CHOICE_SCALE, batch, l, c);
            continue;
        }
        energy[l] = -level(theta + BSN_CHOICE_SCALE, batch, l) * c->log_z;
        for (size_t j = 0; j < k; j++)
            energy[l] += batch->y[j * cols + l] * batch->y[j * cols + l] / (2 * batch->noise[l]);
    }
}

/* gradient[0 .. 2] += amount * d level(w) / dw */
static void add_level(const struct NN(batch) *batch, size_t l, real amount, real *gradient)
{
    gradient[0] += amount;
    gradient[1] += amount * batch->signal[l];
    gradient[2] += amount * batch->noise[l];
}

/* Means of y and of the direction v (NULL for none) under the shares of all parts. */
static void moments(const struct bsn_net *net, const struct NN(batch) *batch, size_t l,
                    const real *p, const real *v, struct column *c)
{
    const size_t cols = batch->cols, k = net->inputs;

    c->mean = c->mean_d = c->spread = c->cross = c->cross_d = c->both = 0;
    for (size_t part = 0; part < (net->pair ? 2 : 1); part++) {
        real y1 = 0, v1 = 0, yv = 0;
        for (size_t j = 0; j < k; j++) {
            const size_t at = (part * k + j) * cols + l;
            y1 += p[at] * batch->y[at];
            v1 += v ? p[at] * v[at] : 0;
            yv += v ? p[at] * v[at] * batch->y[at] : 0;
        }
        c->mean += y1;
        c->mean_d += v1;
        c->spread += yv - y1 * v1;
    }
    for (size_t j = 0; net->pair && j < k; j++) {
        const size_t a = j * cols + l, b = (k + j) * cols + l;
        const real agree = SHRINK * p[a] * p[b], s = batch->y[a] + batch->y[b];
        const real u = v ? v[a] + v[b] : 0;
        c->cross += agree * s;
        c->cross_d += agree * u;
        c->both += agree * s * u;
    }
}

/* Parameter gradient of seed * E: of D's terms for a pair, and of kappa. */
static void first_order(const struct bsn_net *net, const real *theta,
                        const struct NN(batch) *batch, size_t l, real seed,
                        const struct column *c, real *gradient)
{
    real *const at = gradient + BSN_CHOICE_SCALE;
    real by_kappa;

    if (net->pair) {
        const real d_b = seed * c->slope, bare = c->q - BSN_CHOICE_EDGE;
        by_kappa = d_b * c->d_by_q * (c->cross - bare * c->mean);
        at[0] += d_b * LOG(c->q);
        at[1] += d_b * LOG(1 - c->q);
        add_level(batch, l, d_b, at + 2);
    } else {
        by_kappa = -seed * level(theta + BSN_CHOICE_SCALE, batch, l) * c->mean;
        add_level(batch, l, -seed * c->log_z, at);
    }
    add_level(batch, l, by_kappa / batch->noise[l], gradient);
}

static void slope_of_pair(const struct bsn_net *net, size_t cols, size_t l, real seed,
                          const real *p, const struct column *c, real *grad_y)
{
    const size_t k = net->inputs;
    const real by_q = seed * c->slope * c->d_by_q * c->kappa, bare = c->q - BSN_CHOICE_EDGE;

    for (size_t j = 0; j < k; j++) {
        const size_t a = j * cols + l, b = (k + j) * cols + l;
        grad_y[a] = by_q * p[a] * (SHRINK * p[b] - bare);
        grad_y[b] = by_q * p[b] * (SHRINK * p[a] - bare);
    }
}

static void backward(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, const real *seed, real *grad_y, real *gradient)
{
    const size_t cols = batch->cols;
    const real *const p = shares(batch, work);

    for (size_t l = 0; l < cols; l++) {
        struct column *const c = &columns(work)[l];
        const real from = seed ? seed[l] : 1;
        if (gradient) {
            moments(net, batch, l, p, NULL, c);
            first_order(net, theta, batch, l, from, c, gradient);
        }
        if (!grad_y)
            continue;
        if (net->pair) {
            slope_of_pair(net, cols, l, from, p, c, grad_y);
            continue;
        }
        const real strength = level(theta + BSN_CHOICE_SCALE, batch, l) * c->kappa;
        for (size_t j = 0; j < net->inputs; j++) {
            const size_t at = j * cols + l;
            grad_y[at] = from * (batch->y[at] / batch->noise[l] - strength * p[at]);
        }
    }
}

static void tangent(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, const real *direction)
{
    (void)theta;
    for (size_t l = 0; l < batch->cols; l++)
        moments(net, batch, l, shares(batch, work), direction, &columns(work)[l]);
}

/* The gradient of d/dv E of a pair, E_d = slope * d_by_q * kappa * Q with Q = dq/dkappa along v. */
static void second_of_pair(const real *theta, const struct NN(batch) *batch, size_t l,
                           const struct column *c, real *gradient)
{
    const real *const w = theta + BSN_CHOICE_SCALE;
    real *const at = gradient + BSN_CHOICE_SCALE;
    const real bare = c->q - BSN_CHOICE_EDGE, bend = c->slope * (1 - c->slope);
    const real along_v = c->cross_d - bare * c->mean_d, along_y = c->cross - bare * c->mean;
    const real q_d = c->kappa * along_v, d_d = c->d_by_q * q_d;
    const real d_by_q_slope = -w[0] / (c->q * c->q) - w[1] / ((1 - c->q) * (1 - c->q));

    at[0] += bend * LOG(c->q) * d_d + c->slope * q_d / c->q;
    at[1] += bend * LOG(1 - c->q) * d_d - c->slope * q_d / (1 - c->q);
    add_level(batch, l, bend * d_d, at + 2);
    const real along_both = c->both - c->mean * c->cross_d - along_y * c->mean_d -
                            bare * c->spread;
    const real by_kappa = (bend * c->d_by_q * c->d_by_q + c->slope * d_by_q_slope) * along_y * q_d +
                          c->slope * c->d_by_q * (along_v + c->kappa * along_both);
    add_level(batch, l, by_kappa / batch->noise[l], gradient);
}

static void second(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                   real *work, const real *seed, real *gradient)
{
    for (size_t l = 0; l < batch->cols; l++) {
        const struct column *const c = &columns(work)[l];
        first_order(net, theta, batch, l, seed[l], c, gradient);
        if (net->pair) {
            second_of_pair(theta, batch, l, c, gradient);
            continue;
        }
        const real b = level(theta + BSN_CHOICE_SCALE, batch, l);
        add_level(batch, l, -c->kappa * c->mean_d, gradient + BSN_CHOICE_SCALE);
        add_level(batch, l, -b * (c->mean_d + c->kappa * c->spread) / batch->noise[l], gradient);
    }
}

/* ---------------------------------------------------------------------------- the table ---- */

static bool classifies(const struct bsn_net *net)
{
    return net->pair;
}

static bool alone(const struct bsn_net *net)
{
    return !net->pair;
}

static uint32_t parts(const struct bsn_net *net)
{
    return 1 + net->pair;
}

static size_t scratch(const struct bsn_net *net, const struct bsn_factors *f)
{
    return (net->pair ? 2 * f->parts : f->parts > 0) * net->inputs * BSN_LANES;
}

static const struct bsn_net_field fields[] = { BSN_NET_FIELD(pair, 0, 1), BSN_NET_FIELDS_END };

/* Of choice_kernel.c: the shares of a variable, ... */
static double share_flops(double entries)
{
    return entries * (5 + BSN_FLOPS_EXP2) + BSN_FLOPS_LOG2 + 3;
}

static double flops(const struct bsn_net *net, const struct bsn_factors *f)
{
    const double n = net->inputs, factors = (double)f->factors, parts = (double)f->parts;
    const double agree = 2 * BSN_FLOPS_LOG2 + BSN_FLOPS_SOFTPLUS + 15;  /* ... what it costs, */
    const double back = n * 6;                                          /* and the way back */

    if (!net->pair)
        return BSN_LANES * factors * (share_flops(n) + 7 * n + 9);
    return BSN_LANES * (parts * (share_flops(n) + back) + factors * (6 * n + agree + 7));
}

BSN_KERNELS_DECLARE(bsn_term_fn, bsn_choice_term);

const struct NN(net_kind) NN(net_choice) = {
    .name = "choice",
    .field = fields,
    .whole_variables = true,
    .parts = parts,
    .alone = alone,
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
    .term = BSN_KERNELS_LIST(bsn_choice_term),
    .flops = flops,
    .scratch = scratch,
};
