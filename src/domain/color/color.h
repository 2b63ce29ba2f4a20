/* color.h - what a search needs to know about colouring, and graphs for it that are made, not read.
 */
#ifndef BSN_COLOR_H
#define BSN_COLOR_H

#include "energy/task.h"

extern const struct bsn_task bsn_color_task;

/* A path of vertices, each joined to the next, all of which are searched; an instance of the domain
 * color, to be freed as such. `vertices` is at most 8. */
basin_status bsn_color_path(basin_ctx *ctx, uint32_t vertices, uint32_t colors, void **instance);

#endif
