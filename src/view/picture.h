/* picture.h - a scene and the problem it shows. */
#ifndef BSN_PICTURE_H
#define BSN_PICTURE_H

#include "basin_pictures.h"
#include "domain/drawing.h"
#include "energy/task.h"

struct basin_picture {
    const basin_problem *problem;  /* NULL: a chart */
    const struct bsn_drawing *drawing;  /* of the problem */
    struct bsn_scene scene;
};

#endif
