/* picture.h - a scene and the problem it shows. */
#ifndef BSN_PICTURE_H
#define BSN_PICTURE_H

#include "domain/domain.h"
#include "view/scene.h"

struct basin_picture {
    const basin_problem *problem;  /* NULL: a chart */
    struct bsn_scene scene;
};

#endif
