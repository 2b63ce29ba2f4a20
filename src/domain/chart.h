/* chart.h - axes with numbers, made of the shapes of a scene. */
#ifndef BSN_CHART_H
#define BSN_CHART_H

#include "domain/scene.h"

/* A rectangle of the scene in which x goes right and y goes up. */
struct bsn_axes {
    double left, top, width, height;  /* in the scene */
    double low[2], high[2];           /* what is at its edges, x and y */
    bool log_y;                       /* y is spread by the logarithm of 1 + |y| */
    bool whole_y;                     /* y counts something too */
    bool decades[2];                  /* spread by the logarithm; the edges are above 0 */
    const char *name[2];
};

/* Adds grid, axes, numbers and names; x counts something, unless it has decades. They take about 1
 * to the left, 0.9 below and 0.5 above. */
void bsn_axes_add(const struct bsn_axes *axes, struct bsn_scene *scene);

/* Where a number lies, in the scene; numbers beyond the edges lie on them. */
double bsn_axes_x(const struct bsn_axes *axes, double x);
double bsn_axes_y(const struct bsn_axes *axes, double y);

#endif
