/* choice.h - the network of variables that choose one of several entries. See choice.c. */
#ifndef BSN_CHOICE_H
#define BSN_CHOICE_H

#include "nn/net.h"

/* Numbers in front that make the logits, and behind them those of the energy: of one variable, of
 * a pair. */
#define BSN_CHOICE_SCALE 3
#define BSN_CHOICE_ONE 3
#define BSN_CHOICE_PAIR 5

/* Agreement is kept this far from 0 and 1, where its logarithms end. */
#define BSN_CHOICE_EDGE 1e-6f

size_t bsn_choice_params(const struct bsn_net *net);
bool bsn_choice_tensor(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out);

void NN(choice_init)(const struct bsn_net *net, uint64_t seed, uint32_t stream, real *theta);
size_t NN(choice_workspace)(const struct bsn_net *net, size_t cols);
void NN(choice_forward)(const struct bsn_net *net, const real *theta,
                        const struct NN(batch) *batch, real *work, real *energy);
void NN(choice_backward)(const struct bsn_net *net, const real *theta,
                         const struct NN(batch) *batch, real *work, const real *seed, real *grad_y,
                         real *gradient);
void NN(choice_tangent)(const struct bsn_net *net, const real *theta,
                        const struct NN(batch) *batch, real *work, const real *direction);
void NN(choice_second)(const struct bsn_net *net, const real *theta,
                       const struct NN(batch) *batch, real *work, const real *seed,
                       real *gradient);

#endif
