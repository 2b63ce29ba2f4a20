/* probe.h - the energy of a path of vertices at any point, not only where each has one colour. */
#ifndef BSN_COLOR_PROBE_H
#define BSN_COLOR_PROBE_H

#include "energy/model.h"

struct bsn_probe {
    const basin_model *model;
    enum basin_method method;
    uint32_t vertices, colors;   /* vertex i is joined to i + 1 */
    uint32_t t;                  /* noise level */
};

/* y (points, vertices, colours) are entries of colours without noise: they are scaled as a noisy
 * point of that level is. Writes energy (points): by basin's method with each vertex's own energy
 * counted once, by the paper's the plain sum over the edges. */
basin_status bsn_color_probe(basin_ctx *ctx, const struct bsn_probe *probe, size_t points,
                             const float *y, double *energy);

#endif
