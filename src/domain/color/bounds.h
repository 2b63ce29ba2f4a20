/* bounds.h - how many colours a graph surely needs, and how many are surely enough. */
#ifndef BSN_COLOR_BOUNDS_H
#define BSN_COLOR_BOUNDS_H

#include "domain/color/reduce.h"

/* *low is the size of a clique that was found, *high the number of colours of a proper colouring,
 * which is left in value (vertices). Both from one order of the vertices: the one of least degree
 * among the rest comes last. */
basin_status bsn_color_bounds(basin_ctx *ctx, const struct bsn_near *near, int32_t *value,
                              uint32_t *low, uint32_t *high);

#endif
