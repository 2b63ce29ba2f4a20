/* set.h - what set.c and its kernel share: where the parameters of the compact network lie. */
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

#endif
