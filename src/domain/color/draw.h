/* draw.h - the picture of a graph and its colours. */
#ifndef BSN_COLOR_DRAW_H
#define BSN_COLOR_DRAW_H

#include "format/col.h"
#include "view/scene.h"

basin_status bsn_color_lay(basin_ctx *ctx, const struct bsn_col *graph, struct bsn_scene *scene);

/* Colours past k are none, unless k is 0. */
void bsn_color_paint(const struct bsn_col *graph, uint32_t k, const int32_t *value,
                     const double *cost, struct bsn_scene *scene);

#endif
