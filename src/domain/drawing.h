/* drawing.h - how a domain shows its instances: the shapes of a picture, and their tones. */
#ifndef BSN_DRAWING_H
#define BSN_DRAWING_H

#include "domain/scene.h"

struct bsn_drawing {
    /* The shapes of an instance's picture: always the same for the same instance. */
    basin_status (*lay)(basin_ctx *ctx, const void *instance, struct bsn_scene *scene);
    /* What an assignment (NULL: none) and the costs of its constraints (NULL: not asked for) make
     * of them: sets tone, heat and text of shapes, never their places. Cost c is that of factors
     * with label c. */
    void (*paint)(const void *instance, const int32_t *value, const double *cost,
                  struct bsn_scene *scene);
    /* The energies of a model between the values of a variable, of which there are `count`, at
     * several noise levels. NULL: they have no such picture. */
    basin_status (*landscape)(basin_ctx *ctx, const basin_model *model, uint32_t count,
                              enum basin_method method, struct bsn_scene *scene);
};

/* The drawings of the domain of that name; NULL when it has none, or when there is no such. */
const struct bsn_drawing *bsn_drawing_find(const char *domain);

#endif
