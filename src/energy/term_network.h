/* term_network.h - terms of networks without their kernels. */
#ifndef BSN_TERM_NETWORK_H
#define BSN_TERM_NETWORK_H

#include "energy/term.h"

/* As bsn_term_network.eval, by the network's forward and backward pass whatever its kind: the twin
 * that tests hold kernels against. It needs so many floats of scratch. */
size_t bsn_term_network_plain_scratch(const struct bsn_bound *bound);
void bsn_term_network_plain(const struct bsn_bound *bound, const struct bsn_term_call *call);

#endif
