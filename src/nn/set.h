/* set.h - the compact network: shared weights over exchangeable parts. See set.c. */
#ifndef BSN_SET_H
#define BSN_SET_H

#include "nn/net.h"

/* Where the tensors of a set network begin in its parameter block, and its derived widths. */
struct bsn_set_layout {
    size_t features;  /* numbers that describe a part: inputs, conds, 1, signal, noise */
    size_t channels;  /* of an embedding: sums and pools */
    size_t pooled;    /* numbers the head sees: channels, 1, signal, noise */
    size_t w1;        /* (hidden, features) */
    size_t w2;        /* (channels, hidden + features) */
    size_t sink;      /* (pools) an imagined further part in every pool */
    size_t w3;        /* (head, pooled) */
    size_t w4;        /* (head + pooled) */
    size_t params;
};

struct bsn_set_layout bsn_set_layout(const struct bsn_net *net);
bool bsn_set_tensor(const struct bsn_net *net, size_t index, struct bsn_net_tensor *out);

void NN(set_init)(const struct bsn_net *net, uint64_t seed, uint32_t stream, real *theta);
size_t NN(set_workspace)(const struct bsn_net *net, size_t parts, size_t cols);
void NN(set_forward)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, real *energy);
void NN(set_backward)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                      real *work, const real *seed, real *grad_y, real *gradient);
void NN(set_tangent)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                     real *work, const real *direction);
void NN(set_second)(const struct bsn_net *net, const real *theta, const struct NN(batch) *batch,
                    real *work, const real *seed, real *gradient);

#endif
