/* layout.h - places in the plane for the vertices of a graph.
 *
 * Always the same for the same graph. Vertices are at least about 1 apart, edges as short as that
 * allows, and all lies within *width and *height from 0 on.
 */
#ifndef BSN_LAYOUT_H
#define BSN_LAYOUT_H

#include "base/mem.h"

struct bsn_point {
    double x, y;
};

/* Edge e joins ends[2 e] and ends[2 e + 1]. at (vertices) is written. */
basin_status bsn_layout(basin_ctx *ctx, uint32_t vertices, size_t edges, const uint32_t *ends,
                        struct bsn_point *at, double *width, double *height);

#endif
