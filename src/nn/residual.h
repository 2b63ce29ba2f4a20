/* residual.h - the paper's residual network. See residual.c. */
#ifndef BSN_RESIDUAL_H
#define BSN_RESIDUAL_H

#include "nn/net.h"

size_t bsn_residual_params(const struct bsn_net *net);
size_t bsn_residual_full(const struct bsn_net *net);
bool bsn_residual_tensor(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out);

void NN(residual_init)(const struct bsn_net *net, uint64_t seed, uint32_t stream, real *theta);
/* Lets a network that was initialised begin near E = |y|^2 / 2, the energy of noise alone: the
 * first numbers of the stream are those of y, and the outputs read them. For networks with hidden
 * >= inputs == outputs. */
void NN(residual_direct)(const struct bsn_net *net, real *theta);
void NN(residual_expand)(const struct bsn_net *net, real *theta);
void NN(residual_fold)(const struct bsn_net *net, const real *theta, real *gradient);
size_t NN(residual_workspace)(const struct bsn_net *net, size_t cols);
void NN(residual_forward)(const struct bsn_net *net, const real *theta,
                          const struct NN(batch) *batch, real *work, real *energy);
void NN(residual_backward)(const struct bsn_net *net, const real *theta,
                           const struct NN(batch) *batch, real *work, const real *seed,
                           real *grad_y, real *gradient);
void NN(residual_tangent)(const struct bsn_net *net, const real *theta,
                          const struct NN(batch) *batch, real *work, const real *direction);
void NN(residual_second)(const struct bsn_net *net, const real *theta,
                         const struct NN(batch) *batch, real *work, const real *seed,
                         real *gradient);

#endif
