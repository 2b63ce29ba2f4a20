/* color.h - graphs to be coloured that are made, not read. */
#ifndef BSN_COLOR_H
#define BSN_COLOR_H

#include "base/ctx.h"

/* A path of vertices, each joined to the next, all of which are searched; an instance of the domain
 * color, to be freed as such. `vertices` is at most 8. */
basin_status bsn_color_path(basin_ctx *ctx, uint32_t vertices, uint32_t colours, void **instance);

#endif
