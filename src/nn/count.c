/* count.c - the network of counts: what it costs that so many of a factor's parts are 1.
 *
 * Any number of parts, of one input each. With tau = s_t^2 a part is 1 with the probability
 *     p = 1 / (1 + (values - 1) exp(-sqrt(abar_t) (y - sqrt(abar_t) / 2) / tau))
 * what Gaussian noise leaves to be known of one of `values` equally likely things; how many are 1 is
 * read by an automaton (cells.h), whose table has a cell for each number up to `most`, which stands
 * for all above it, too. Where a set network (set.c) fits hinges to sums, this one has a number for
 * each count: any set of counts is learned from few examples, but nothing is known of counts that
 * none of them told of.
 */
#include "nn/cells.h"
#include "nn/kind.h"
#include "nn/layer.h"

#include <math.h>

#ifdef BSN_DOUBLE
#define EXP exp
#else
#define EXP expf
#endif

static void read_one(const struct bsn_net *net, size_t places, size_t index, struct bsn_reader *r)
{
    (void)index;  /* there is one */
    *r = (struct bsn_reader){ .reading = BSN_READ_COUNT, .steps = places, .stride = 1, .values = 2,
                              .value = 1, .most = net->most, .cells = net->most + (size_t)1 };
}

static size_t params(const struct bsn_net *net)
{
    return net->most + (size_t)1;
}

static bool tensor(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out)
{
    if (index > 0)
        return false;
    *out = (struct bsn_net_tensor){ .name = "cells", .rows = 1, .cols = params(net) };
    return true;
}

static struct NN(cells) cells_of(size_t parts, size_t cols)
{
    return (struct NN(cells)){ .cols = cols, .places = parts, .values = 2, .readers = 1,
                               .reader = read_one };
}

static size_t workspace(const struct bsn_net *net, size_t parts, size_t cols)
{
    const struct NN(cells) cells = cells_of(parts, cols);
    struct NN(cells_work) w;

    return NN(cells_lay_out)(net, &cells, NULL, &w);
}

static void init(const struct bsn_net *net, uint64_t seed, uint32_t stream, real *theta)
{
    NN(cells_init)(params(net), seed, stream, theta);
}

static real kappa_at(const struct NN(batch) *batch, size_t l)
{
    return batch->signal[l] / batch->noise[l];
}

static void forward(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, real *energy)
{
    const struct NN(cells) cells = cells_of(batch->parts, batch->cols);
    const size_t cols = batch->cols;
    struct NN(cells_work) w;

    NN(cells_lay_out)(net, &cells, work, &w);
    for (size_t j = 0; j < batch->parts; j++)
        for (size_t l = 0; l < cols; l++) {
            const real far = kappa_at(batch, l) * (batch->y[j * cols + l] - batch->signal[l] / 2);
            const real bound = far < -80 ? -80 : far > 80 ? 80 : far;  /* within floats */
            const real odds = EXP(bound) / (real)(net->values - 1);
            w.p[2 * j * cols + l] = 1 / (1 + odds);
            w.p[(2 * j + 1) * cols + l] = odds / (1 + odds);
        }
    NN(cells_forward)(net, &cells, theta, &w, energy);
}

/* How p_1 follows y. */
static real share_slope(const struct NN(batch) *batch, const struct NN(cells_work) *w, size_t j,
                        size_t l)
{
    return kappa_at(batch, l) * w->p[2 * j * batch->cols + l] *
           w->p[(2 * j + 1) * batch->cols + l];
}

static void backward(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, const real *seed, real *grad_y, real *gradient)
{
    const struct NN(cells) cells = cells_of(batch->parts, batch->cols);
    const size_t cols = batch->cols;
    struct NN(cells_work) w;

    NN(cells_lay_out)(net, &cells, work, &w);
    NN(cells_backward)(net, &cells, theta, &w, seed, grad_y != NULL, gradient);
    for (size_t j = 0; grad_y && j < batch->parts; j++)
        for (size_t l = 0; l < cols; l++)
            grad_y[j * cols + l] = share_slope(batch, &w, j, l) *
                                   (w.p_b[(2 * j + 1) * cols + l] - w.p_b[2 * j * cols + l]);
}

static void tangent(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, const real *direction)
{
    const struct NN(cells) cells = cells_of(batch->parts, batch->cols);
    const size_t cols = batch->cols;
    struct NN(cells_work) w;

    NN(cells_lay_out)(net, &cells, work, &w);
    for (size_t j = 0; j < batch->parts; j++)
        for (size_t l = 0; l < cols; l++) {
            const real p_d = share_slope(batch, &w, j, l) * direction[j * cols + l];
            w.p_d[2 * j * cols + l] = -p_d;
            w.p_d[(2 * j + 1) * cols + l] = p_d;
        }
    NN(cells_tangent)(net, &cells, theta, &w);
}

static void second(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                   real *work, const real *seed, real *gradient)
{
    const struct NN(cells) cells = cells_of(batch->parts, batch->cols);
    struct NN(cells_work) w;

    NN(cells_lay_out)(net, &cells, work, &w);
    NN(cells_second)(net, &cells, theta, &w, seed, gradient);
}

/* ---------------------------------------------------------------------------- the table ---- */

static bool classifies(const struct bsn_net *net)
{
    (void)net;
    return true;
}

static const struct bsn_net_field fields[] = {
    BSN_NET_FIELD(inputs, 1, 1),
    BSN_NET_FIELD(values, 2, 65536),
    BSN_NET_FIELD(most, 1, 65536),
    BSN_NET_FIELDS_END,
};

const struct NN(net_kind) NN(net_count) = {
    .name = "count",
    .field = fields,
    .negatable = true,
    .params = params,
    .tensor = tensor,
    .init = init,
    .workspace = workspace,
    .forward = forward,
    .backward = backward,
    .tangent = tangent,
    .second = second,
    .level = bsn_level_least,
    .classifies = classifies,
};
