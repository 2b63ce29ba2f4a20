/* reduce.h - what of a graph need not be searched: vertices that can always be coloured last.
 *
 * Both rules are exact. A vertex with fewer than k neighbours has a colour left whatever they get.
 * A vertex whose neighbours are all neighbours of another one can have that one's colour. They are
 * taken out one after the other, until the rest has no such vertex, and come back in the opposite
 * order.
 */
#ifndef BSN_COLOR_REDUCE_H
#define BSN_COLOR_REDUCE_H

#include "format/col.h"

/* A graph by the neighbours of each vertex. */
struct bsn_near {
    uint32_t vertices;
    size_t *first;    /* (vertices + 1) */
    uint32_t *vertex; /* (2 edges) in ascending order for each */
};

basin_status bsn_near_new(basin_ctx *ctx, const struct bsn_col *col, struct bsn_near *out);
void bsn_near_clear(basin_ctx *ctx, struct bsn_near *near);

#define BSN_NO_TWIN UINT32_MAX

/* What is left, and the way back. */
struct bsn_reduced {
    uint32_t kept, removed;
    uint32_t *place;   /* (vertices) number among the kept ones, or UINT32_MAX */
    uint32_t *order;   /* (removed) vertices in the order in which they were taken out */
    uint32_t *twin;    /* (removed) the vertex whose colour it takes, or BSN_NO_TWIN */
};

/* With `fixed` (vertices), or NULL: vertices that have a colour of at least 0 there are kept. */
basin_status bsn_reduce(basin_ctx *ctx, const struct bsn_near *near, uint32_t k,
                        const int32_t *fixed, struct bsn_reduced *out);
void bsn_reduced_clear(basin_ctx *ctx, struct bsn_reduced *reduced);

/* Colours the removed vertices; value (vertices) has the colours of the kept ones. */
void bsn_restore(const struct bsn_near *near, const struct bsn_reduced *reduced, uint32_t k,
                 int32_t *value);

#endif
