/* net.c - hands each question to the kind of network it is for. */
#include "nn/net.h"

#include "nn/choice.h"
#include "nn/residual.h"
#include "nn/set.h"

#ifndef BSN_DOUBLE
size_t bsn_net_params(const struct bsn_net *net)
{
    switch (net->kind) {
    case BSN_NET_SET: return bsn_set_layout(net).params;
    case BSN_NET_CHOICE: return bsn_choice_params(net);
    default: return bsn_residual_params(net);
    }
}

size_t bsn_net_full(const struct bsn_net *net)
{
    return net->kind == BSN_NET_RESIDUAL ? bsn_residual_full(net) : bsn_net_params(net);
}

bool bsn_net_tensor(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out)
{
    switch (net->kind) {
    case BSN_NET_SET: return bsn_set_tensor(net, index, out);
    case BSN_NET_CHOICE: return bsn_choice_tensor(net, index, out);
    default: return bsn_residual_tensor(net, index, out);
    }
}
#endif

void NN(net_init)(const struct bsn_net *net, uint64_t seed, uint32_t stream, real *theta)
{
    switch (net->kind) {
    case BSN_NET_SET: NN(set_init)(net, seed, stream, theta); break;
    case BSN_NET_CHOICE: NN(choice_init)(net, seed, stream, theta); break;
    case BSN_NET_RESIDUAL: NN(residual_init)(net, seed, stream, theta); break;
    }
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
    switch (net->kind) {
    case BSN_NET_SET: return NN(set_workspace)(net, parts, cols);
    case BSN_NET_CHOICE: return NN(choice_workspace)(net, cols);
    default: return NN(residual_workspace)(net, cols);
    }
}

/* The network of this kind is asked the question `name`. */
#define ASK(net, name, ...)                                                                       \
    do {                                                                                          \
        switch ((net)->kind) {                                                                    \
        case BSN_NET_SET: NN(set_##name)(net, __VA_ARGS__); break;                                \
        case BSN_NET_CHOICE: NN(choice_##name)(net, __VA_ARGS__); break;                          \
        case BSN_NET_RESIDUAL: NN(residual_##name)(net, __VA_ARGS__); break;                      \
        }                                                                                         \
    } while (0)

void NN(net_forward)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, real *energy)
{
    ASK(net, forward, theta, batch, work, energy);
}

void NN(net_backward)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                      real *work, const real *seed, real *grad_y, real *gradient)
{
    ASK(net, backward, theta, batch, work, seed, grad_y, gradient);
}

void NN(net_tangent)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, const real *direction)
{
    ASK(net, tangent, theta, batch, work, direction);
}

void NN(net_second)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, const real *seed, real *gradient)
{
    ASK(net, second, theta, batch, work, seed, gradient);
}
