/* point.h - the energy of points: coordinates, or an assignment made into some, at a noise level.
 *
 * Up to sixteen points at a time, and no search: what figures, tests and prices of answers ask for.
 */
#ifndef BSN_POINT_H
#define BSN_POINT_H

#include "energy/compose.h"

struct bsn_point {
    struct bsn_compose *compose;
    struct bsn_level level;  /* of all lanes */
    float *y;                /* (coords, 16) for the caller to fill */
    float *energy;           /* (16) */
    float *residual;         /* (factors, 16) R_k, see compose.h */
    float *scratch;
};

/* Room for points of a problem at level t of the model's schedule. Model and graph must outlive it.
 * To be cleared in any case. */
basin_status bsn_point_new(basin_ctx *ctx, const basin_model *model, const struct bsn_graph *graph,
                           enum bsn_compose_mode mode, bsn_examples_fn *examples, uint32_t t,
                           struct bsn_point *point);
void bsn_point_clear(basin_ctx *ctx, struct bsn_point *point);

/* Energies and residuals of the first `lanes` points in y, which is left as it is. */
void bsn_point_eval(struct bsn_point *point, size_t lanes);

#endif
