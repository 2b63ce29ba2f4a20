/* net.c - hands each question to the kind of network it is for. */
#include "nn/net.h"

#include "nn/residual.h"
#include "nn/set.h"

#ifndef BSN_DOUBLE
size_t bsn_net_params(const struct bsn_net *net)
{
    return net->kind == BSN_NET_SET ? bsn_set_layout(net).params : bsn_residual_params(net);
}

size_t bsn_net_full(const struct bsn_net *net)
{
    return net->kind == BSN_NET_SET ? bsn_set_layout(net).params : bsn_residual_full(net);
}

bool bsn_net_tensor(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out)
{
    return net->kind == BSN_NET_SET ? bsn_set_tensor(net, index, out)
                                    : bsn_residual_tensor(net, index, out);
}
#endif

void NN(net_init)(const struct bsn_net *net, uint64_t seed, uint32_t stream, real *theta)
{
    if (net->kind == BSN_NET_SET)
        NN(set_init)(net, seed, stream, theta);
    else
        NN(residual_init)(net, seed, stream, theta);
}

void NN(net_expand)(const struct bsn_net *net, real *theta)
{
    if (net->kind == BSN_NET_RESIDUAL)
        NN(residual_expand)(net, theta);
}

void NN(net_fold)(const struct bsn_net *net, const real *theta, real *gradient)
{
    if (net->kind == BSN_NET_RESIDUAL)
        NN(residual_fold)(net, theta, gradient);
}

size_t NN(net_workspace)(const struct bsn_net *net, size_t parts, size_t cols)
{
    return net->kind == BSN_NET_SET ? NN(set_workspace)(net, parts, cols)
                                    : NN(residual_workspace)(net, cols);
}

void NN(net_forward)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, real *energy)
{
    if (net->kind == BSN_NET_SET)
        NN(set_forward)(net, theta, batch, work, energy);
    else
        NN(residual_forward)(net, theta, batch, work, energy);
}

void NN(net_backward)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                      real *work, const real *seed, real *grad_y, real *gradient)
{
    if (net->kind == BSN_NET_SET)
        NN(set_backward)(net, theta, batch, work, seed, grad_y, gradient);
    else
        NN(residual_backward)(net, theta, batch, work, seed, grad_y, gradient);
}

void NN(net_tangent)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, const real *direction)
{
    if (net->kind == BSN_NET_SET)
        NN(set_tangent)(net, theta, batch, work, direction);
    else
        NN(residual_tangent)(net, theta, batch, work, direction);
}

void NN(net_second)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, const real *seed, real *gradient)
{
    if (net->kind == BSN_NET_SET)
        NN(set_second)(net, theta, batch, work, seed, gradient);
    else
        NN(residual_second)(net, theta, batch, work, seed, gradient);
}
