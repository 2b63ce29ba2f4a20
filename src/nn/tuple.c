/* tuple.c - the network of small tuples: tables over the values of a factor's places, in order.
 *
 * A part is one variable, its inputs are its entries. With tau = s_t^2 and kappa = sqrt(abar_t) / tau
 * a place has value a with probability p_a = exp(kappa y_a) / Z: what Gaussian noise leaves to be
 * known of it. What a tuple costs is said by tables, see cells.h, of which the shape has
 *     pairs   1: a table for every two places; 2: one that all adjacent places share; 3: one for each
 *             two adjacent places
 *     apart   1: how far the numbers of the first two places' values are apart
 *     counts  1: for each value a table of how many places have it
 *     whole   1: a table of all tuples
 */
#include "nn/cells.h"
#include "nn/kind.h"
#include "nn/layer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#ifdef BSN_DOUBLE
#define EXP exp
#else
#define EXP expf
#endif

#define CELLS_MAX 65536  /* of all tables together */
#define PAIRS_ALL 1
#define PAIRS_SHARED 2

static size_t count_pairs(const struct bsn_net *net)
{
    const size_t n = net->places;

    return net->pairs == 0 ? 0 : net->pairs == PAIRS_ALL ? n * (n - 1) / 2 : n - 1;
}

static size_t count_readers(const struct bsn_net *net)
{
    return count_pairs(net) + net->apart + (net->counts ? net->values : 0) + net->whole;
}

/* Tables stand in the order of the readers: pairs, apart, counts, whole. */
static void read_pair(const struct bsn_net *net, size_t index, struct bsn_reader *r)
{
    size_t first = 0, rest = index;

    *r = (struct bsn_reader){ .reading = BSN_READ_VALUES, .steps = 2, .place = index, .stride = 1,
                              .values = net->values,
                              .cells = (size_t)net->values * net->values };
    r->table = net->pairs == PAIRS_SHARED ? 0 : index * r->cells;
    if (net->pairs != PAIRS_ALL)
        return;
    while (rest >= net->places - 1 - first)
        rest -= net->places - 1 - first++;
    r->place = first;
    r->stride = 1 + rest;
}

static size_t pair_cells(const struct bsn_net *net)
{
    const size_t tables = net->pairs == PAIRS_SHARED ? 1 : count_pairs(net);

    return tables * net->values * net->values;
}

static size_t whole_cells(const struct bsn_net *net)
{
    size_t cells = 1;

    for (uint32_t i = 0; i < net->places && cells <= CELLS_MAX; i++)
        cells *= net->values;
    return cells;
}

static void read_one(const struct bsn_net *net, size_t places, size_t index, struct bsn_reader *r)
{
    const size_t k = net->values, pairs = count_pairs(net);
    size_t table = pair_cells(net);

    (void)places;  /* the shape says how many */
    if (index < pairs) {
        read_pair(net, index, r);
        return;
    }
    index -= pairs;
    *r = (struct bsn_reader){ .steps = net->places, .stride = 1, .values = k, .most = net->places };
    if (net->apart && index-- == 0) {
        r->reading = BSN_READ_APART;
        r->steps = 2;
        r->table = table;
        r->cells = 2 * k - 1;
        return;
    }
    table += net->apart ? 2 * k - 1 : 0;
    r->cells = net->places + (size_t)1;
    r->table = table + index * r->cells;
    r->value = index;
    if (net->counts && index < k)
        return;
    r->reading = BSN_READ_VALUES;
    r->table = table + (net->counts ? k * r->cells : 0);
    r->cells = whole_cells(net);
}

static size_t params(const struct bsn_net *net)
{
    return pair_cells(net) + (net->apart ? 2 * (size_t)net->values - 1 : 0) +
           (net->counts ? net->values * (net->places + (size_t)1) : 0) +
           (net->whole ? whole_cells(net) : 0);
}

static bool tensor(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out)
{
    if (index > 0)
        return false;
    *out = (struct bsn_net_tensor){ .name = "cells", .rows = 1, .cols = params(net) };
    return true;
}

static struct NN(cells) cells_of(const struct bsn_net *net, size_t cols)
{
    return (struct NN(cells)){ .cols = cols, .places = net->places, .values = net->values,
                               .readers = count_readers(net), .reader = read_one };
}

static size_t workspace(const struct bsn_net *net, size_t parts, size_t cols)
{
    const struct NN(cells) cells = cells_of(net, cols);
    struct NN(cells_work) w;

    (void)parts;
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
    const struct NN(cells) cells = cells_of(net, batch->cols);
    const size_t cols = batch->cols, k = net->values;
    struct NN(cells_work) w;

    NN(cells_lay_out)(net, &cells, work, &w);
    for (size_t j = 0; j < net->places; j++)
        for (size_t l = 0; l < cols; l++) {
            const real *const y = batch->y + j * k * cols + l;
            real *const p = w.p + j * k * cols + l, kappa = kappa_at(batch, l);
            real top = y[0], total = 0;
            for (size_t a = 1; a < k; a++)
                top = y[a * cols] > top ? y[a * cols] : top;
            for (size_t a = 0; a < k; a++)
                total += p[a * cols] = EXP(kappa * (y[a * cols] - top));
            for (size_t a = 0; a < k; a++)
                p[a * cols] /= total;
        }
    NN(cells_forward)(net, &cells, theta, &w, energy);
}

/* out_a = kappa p_a (in_a - sum_b p_b in_b): from slopes by p to slopes by y, and from a direction
 * of y to one of p. */
static void through_shares(const struct bsn_net *net, const struct NN(batch) *batch, const real *p,
                           const real *in, real *out)
{
    const size_t cols = batch->cols, k = net->values;

    for (size_t j = 0; j < net->places; j++)
        for (size_t l = 0; l < cols; l++) {
            const size_t at = j * k * cols + l;
            real mean = 0;
            for (size_t a = 0; a < k; a++)
                mean += p[at + a * cols] * in[at + a * cols];
            for (size_t a = 0; a < k; a++)
                out[at + a * cols] =
                    kappa_at(batch, l) * p[at + a * cols] * (in[at + a * cols] - mean);
        }
}

static void backward(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, const real *seed, real *grad_y, real *gradient)
{
    const struct NN(cells) cells = cells_of(net, batch->cols);
    struct NN(cells_work) w;

    NN(cells_lay_out)(net, &cells, work, &w);
    NN(cells_backward)(net, &cells, theta, &w, seed, grad_y != NULL, gradient);
    if (grad_y)
        through_shares(net, batch, w.p, w.p_b, grad_y);
}

static void tangent(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, const real *direction)
{
    const struct NN(cells) cells = cells_of(net, batch->cols);
    struct NN(cells_work) w;

    NN(cells_lay_out)(net, &cells, work, &w);
    through_shares(net, batch, w.p, direction, w.p_d);
    NN(cells_tangent)(net, &cells, theta, &w);
}

static void second(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                   real *work, const real *seed, real *gradient)
{
    const struct NN(cells) cells = cells_of(net, batch->cols);
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

static uint32_t parts(const struct bsn_net *net)
{
    return net->places;
}

static bool sound(const struct bsn_net *net, size_t chars, char *why)
{
    const size_t most = net->whole ? whole_cells(net) : 0;

    snprintf(why, chars, "tables of %u values in %u places are none, or of more than %d cells",
             net->values, net->places, CELLS_MAX);
    return count_readers(net) > 0 && most <= CELLS_MAX && params(net) <= CELLS_MAX;
}

static const struct bsn_net_field fields[] = {
    BSN_NET_FIELD(places, 2, 1024),  BSN_NET_FIELD(values, 2, 256),
    BSN_NET_FIELD(pairs, 0, 3),      BSN_NET_FIELD(apart, 0, 1),
    BSN_NET_FIELD(counts, 0, 1),     BSN_NET_FIELD(whole, 0, 1),
    BSN_NET_FIELDS_END,
};

const struct NN(net_kind) NN(net_tuple) = {
    .name = "tuple",
    .field = fields,
    .whole_variables = true,
    .ordered = true,
    .parts = parts,
    .sound = sound,
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
