/* choice.h - what choice.c and its kernel share: the order of the parameters. */
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

#endif
