/* color_random.h - random graphs. Arguments must make sense, and *out is always to be given to
 * bsn_col_clear; the only failure is MEMORY.
 */
#ifndef BSN_COLOR_RANDOM_H
#define BSN_COLOR_RANDOM_H

#include "base/rng.h"
#include "format/col.h"

/* Erdos and Renyi: each edge is there with probability p, 0 < p <= 1. */
basin_status bsn_color_erdos_renyi(basin_ctx *ctx, const struct bsn_rng *at, uint32_t n, double p,
                                   struct bsn_col *out);
/* The same, but only between vertices of different colours, colour (n) in 0 .. colours - 1, which
 * are drawn too; no colour has two vertices more than another one. */
basin_status bsn_color_planted(basin_ctx *ctx, const struct bsn_rng *at, uint32_t n,
                               uint32_t colors, double p, int32_t *color, struct bsn_col *out);
/* Holme and Kim (2002): power-law degrees and many triangles. Each vertex but the first m is joined
 * to m earlier ones, 0 < m < n, by preference for those with many edges or, with probability
 * `triad`, to a neighbour of the one joined before. */
basin_status bsn_color_holme_kim(basin_ctx *ctx, const struct bsn_rng *at, uint32_t n, uint32_t m,
                                 double triad, struct bsn_col *out);
/* Every vertex has `degree` edges, degree < n; n * degree is even. */
basin_status bsn_color_regular(basin_ctx *ctx, const struct bsn_rng *at, uint32_t n,
                               uint32_t degree, struct bsn_col *out);

#endif
