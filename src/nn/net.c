/* net.c - hands each question to the kind of network it is for. */
#include "nn/net.h"

#include "nn/kind.h"

#define DECLARE(NAME, name) extern const struct NN(net_kind) NN(net_##name);
BSN_NET_KINDS(DECLARE)

#define ENTRY(NAME, name) [BSN_NET_##NAME] = &NN(net_##name),
static const struct NN(net_kind) *const kinds[] = { BSN_NET_KINDS(ENTRY) };

const struct NN(net_kind) *NN(net_kind)(const struct bsn_net *net)
{
    return kinds[net->kind];
}

const struct NN(net_kind) *NN(net_kind_at)(size_t index)
{
    return index < sizeof kinds / sizeof *kinds ? kinds[index] : NULL;
}

#ifndef BSN_DOUBLE  /* the same in both precisions */
size_t bsn_net_params(const struct bsn_net *net)
{
    return kinds[net->kind]->params(net);
}

size_t bsn_net_full(const struct bsn_net *net)
{
    return kinds[net->kind]->full ? kinds[net->kind]->full(net) : bsn_net_params(net);
}

bool bsn_net_tensor(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out)
{
    return kinds[net->kind]->tensor(net, index, out);
}

struct bsn_net bsn_net_fit(const struct bsn_net *net, size_t inputs)
{
    struct bsn_net fitted = *net;

    if (kinds[net->kind]->whole_variables)
        fitted.inputs = (uint32_t)inputs;
    return fitted;
}

uint32_t bsn_net_level(const struct bsn_net *net, double u, uint32_t levels)
{
    return 1 + (uint32_t)(kinds[net->kind]->level(u) * levels);
}

bool bsn_net_classifies(const struct bsn_net *net)
{
    return kinds[net->kind]->classifies(net);
}

uint32_t bsn_net_parts(const struct bsn_net *net)
{
    return kinds[net->kind]->parts ? kinds[net->kind]->parts(net) : 0;
}

bool bsn_net_alone(const struct bsn_net *net)
{
    return kinds[net->kind]->alone && kinds[net->kind]->alone(net);
}

double bsn_level_even(double u)
{
    return u;
}

double bsn_level_low(double u)
{
    return u * u;
}

double bsn_level_least(double u)
{
    double power = u;

    for (int i = 0; i < 6; i++)  /* u^64: nine of ten are the lowest level or the next */
        power *= power;
    return power;
}
#endif

void NN(net_init)(const struct bsn_net *net, uint64_t seed, uint32_t stream, real *theta)
{
    kinds[net->kind]->init(net, seed, stream, theta);
}

void NN(net_direct)(const struct bsn_net *net, real *theta)
{
    if (kinds[net->kind]->direct)
        kinds[net->kind]->direct(net, theta);
}

void NN(net_expand)(const struct bsn_net *net, real *theta)
{
    if (kinds[net->kind]->expand)
        kinds[net->kind]->expand(net, theta);
}

void NN(net_fold)(const struct bsn_net *net, const real *theta, real *gradient)
{
    if (kinds[net->kind]->fold)
        kinds[net->kind]->fold(net, theta, gradient);
}

size_t NN(net_workspace)(const struct bsn_net *net, size_t parts, size_t cols)
{
    return kinds[net->kind]->workspace(net, parts, cols);
}

void NN(net_forward)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, real *energy)
{
    kinds[net->kind]->forward(net, theta, batch, work, energy);
}

void NN(net_backward)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                      real *work, const real *seed, real *grad_y, real *gradient)
{
    kinds[net->kind]->backward(net, theta, batch, work, seed, grad_y, gradient);
}

void NN(net_tangent)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, const real *direction)
{
    kinds[net->kind]->tangent(net, theta, batch, work, direction);
}

void NN(net_second)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, const real *seed, real *gradient)
{
    kinds[net->kind]->second(net, theta, batch, work, seed, gradient);
}
