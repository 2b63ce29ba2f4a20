/* color_draw.h - the pictures of a graph and its colours, and of the energy of its edges. */
#ifndef BSN_COLOR_DRAW_H
#define BSN_COLOR_DRAW_H

#include "format/col.h"
#include "domain/scene.h"

basin_status bsn_color_lay(basin_ctx *ctx, const struct bsn_col *graph, struct bsn_scene *scene);

/* Colours past k are none, unless k is 0. */
void bsn_color_paint(const struct bsn_col *graph, uint32_t k, const int32_t *value,
                     const double *cost, struct bsn_scene *scene);

/* The energy of one edge and of two edges, see landscape.c; from 2 to 8 colours. */
basin_status bsn_color_landscape(basin_ctx *ctx, const basin_model *model, uint32_t colors,
                                 enum basin_method method, struct bsn_scene *scene);

#endif
