/* columns.h - factors of a term as columns of a batch: what networks read of the coordinates, and
 * their slopes back to the coordinates.
 *
 * A network reads y_in = turn y + offset signal of a coordinate (turn -1 and offset 1 for parts
 * that read its opposite), and 0 where an input is empty.
 */
#ifndef BSN_COLUMNS_H
#define BSN_COLUMNS_H

#include "energy/graph.h"

/* Factors from .. from + count - 1, which all have `parts` parts, at `lanes` points. A batch has
 * cols = count lanes columns, those of a factor side by side. A coordinate's lanes lie side by
 * side, `stride` numbers from those of the next. */
struct bsn_columns {
    const struct bsn_term *term;
    size_t from, count, parts;
    size_t lanes, stride;
};

/* From y (coords, stride) to x (parts, inputs, cols) and cond (parts, conds, cols); signal is that
 * of each lane's level. */
void bsn_columns_gather(const struct bsn_columns *c, const float *y, const float *signal, float *x,
                        float *cond);

/* grad (coords, stride) += share weight scale times slope (parts, inputs, cols). weight (count,
 * stride) and scale (count) are of factors, share (coords) is of coordinates; each may be NULL for
 * ones. */
void bsn_columns_scatter(const struct bsn_columns *c, const float *slope, const float *weight,
                         const float *scale, const float *share, float *grad);

/* The adjoint of scatter without weights: slope (parts, inputs, cols) = share grad. */
void bsn_columns_back(const struct bsn_columns *c, const float *grad, const float *share,
                      float *slope);

#endif
