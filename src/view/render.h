/* render.h - a scene with its title and legend, drawn with a pen. */
#ifndef BSN_RENDER_H
#define BSN_RENDER_H

#include "view/pen.h"
#include "domain/scene.h"

/* Where the parts of the picture lie, in pixels. */
struct bsn_frame {
    double unit;             /* pixels of one unit of the scene */
    double width, height;    /* of the whole picture */
    double left, top;        /* of the scene */
    double title_size;
    double legend_top;
};

struct bsn_frame bsn_frame_of(const struct bsn_scene *scene);
void bsn_render(const struct bsn_scene *scene, const struct bsn_frame *frame, struct bsn_pen *pen);

/* One shape of a scene, with its place counted from (left, top) of the frame. */
void bsn_render_shape(const struct bsn_scene *scene, const struct bsn_frame *frame,
                      struct bsn_pen *pen, const struct bsn_shape *shape);

/* The legend: what tones mean, where that does not explain itself, and the scale of energies.
 * Returns its height; draws nothing without a pen. */
double bsn_legend(const struct bsn_scene *scene, double left, double top, double room,
                  struct bsn_pen *pen);

/* The least width in which every item of the legend has room. */
double bsn_legend_width(const struct bsn_scene *scene);

/* One rectangle of a tone, as in the scene; for the legend. */
void bsn_render_box(struct bsn_pen *pen, uint8_t tone, uint32_t fill, double x, double y, double w,
                    double h);
/* The frame of what is wrong where its colour is an energy. */
void bsn_render_frame(struct bsn_pen *pen, double x, double y, double w, double h);

#endif
