/* probe.h - a small graph that is made to ask a model's networks something, and what it takes. */
#ifndef BSN_PROBE_H
#define BSN_PROBE_H

#include "energy/compose.h"

struct bsn_probe {
    struct bsn_graph graph;
    struct bsn_compose *compose;
    float *y, *grad, *residual, *scratch;
    _Alignas(64) float energy[BSN_LANES];
};

/* When the graph is filled: binds it to the model of another composition. To be cleared in any
 * case. */
basin_status bsn_probe_bind(basin_ctx *ctx, const struct bsn_compose *like, struct bsn_probe *p);
void bsn_probe_clear(basin_ctx *ctx, struct bsn_probe *p);

/* Evaluates y (coords, 16): residual (factors, 16) has the answer. */
basin_status bsn_probe_ask(basin_ctx *ctx, struct bsn_probe *p, const struct bsn_level *level);

#endif
