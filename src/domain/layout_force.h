/* layout_force.h - places for the vertices of one connected graph. */
#ifndef BSN_LAYOUT_FORCE_H
#define BSN_LAYOUT_FORCE_H

#include "domain/layout.h"

/* As bsn_layout, for a graph that is connected. */
basin_status bsn_layout_force(basin_ctx *ctx, uint32_t vertices, size_t edges,
                              const uint32_t *ends, struct bsn_point *at, double *width,
                              double *height);

#endif
