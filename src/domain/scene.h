/* scene.h - a picture as a list of shapes, before anything is drawn.
 *
 * A domain lays the shapes of an instance out once, and paints them again and again: what an
 * assignment makes of them is told by tones, heats and texts, never by places. Whoever draws
 * (svg, png, a page, a terminal) needs to know no domain. One square of a board or grid is 1 x 1;
 * x goes right, y goes down; every shape lies within the scene's width and height.
 */
#ifndef BSN_SCENE_H
#define BSN_SCENE_H

#include "base/mem.h"

enum bsn_shape_kind { BSN_SHAPE_RECT = 0, BSN_SHAPE_DISC, BSN_SHAPE_LINE, BSN_SHAPE_TEXT };

/* What a shape is, which is how it looks. No two differ in colour alone: what is wrong is hatched,
 * ringed or a thick line, and framed where its colour is an energy; a miss is underlined; classes
 * have numbers. */
enum bsn_tone {
    BSN_TONE_NONE = 0, /* not to be seen */
    BSN_TONE_LIGHT,    /* squares of a board */
    BSN_TONE_DARK,
    BSN_TONE_BLOCK,    /* a black square */
    BSN_TONE_INK,      /* letters, numbers */
    BSN_TONE_MARK,     /* a queen */
    BSN_TONE_WRONG,    /* breaks a constraint */
    BSN_TONE_MISS,     /* breaks none, but is not as the instance's own solution says */
    BSN_TONE_GIVEN,    /* fixed by the instance */
    BSN_TONE_TRUE,
    BSN_TONE_FALSE,
    BSN_TONE_OPEN,     /* without a value */
    BSN_TONE_HOLDS,    /* a constraint that holds */
    BSN_TONE_MUTED,    /* an edge, a small number, an axis */
    BSN_TONE_FAINT,    /* the grid of a chart */
    BSN_TONE_CLASS = 16, /* + c: colour c of a graph, curve c of a chart */
    BSN_TONES = 256
};

#define BSN_CLASSES (BSN_TONES - BSN_TONE_CLASS)
#define BSN_SHAPE_TEXT_CHARS 24  /* with the 0 at the end */
#define BSN_SHAPE_QUEEN "\xe2\x99\x9b"  /* a text that may be drawn as a crown */

struct bsn_shape {
    uint8_t kind, tone;
    int8_t align;     /* of a text: 0 centred at x, -1 begins there, 1 ends there */
    float x, y, w, h; /* rect: corner and size; disc: centre, and its diameter as w and h; line:
                       * from (x, y) to (x + w, y + h); text: centre, room (0: any) and height */
    float heat;       /* energy that the shape shows, of a text: of what it stands on; NAN: none */
    char text[BSN_SHAPE_TEXT_CHARS]; /* UTF-8 */
};

struct bsn_scene {
    basin_ctx *ctx;
    float width, height;
    size_t shapes, capacity;
    struct bsn_shape *shape;
    double low, high;   /* energies that are the coldest and the hottest colour; NAN: as painted */
    char title[120], heat_name[48];  /* "": none */
    basin_status status;  /* the first failure to add; later additions do nothing */
};

#define BSN_SCENE_SHAPES ((size_t)1 << 21)  /* past that nobody sees anything */

void bsn_scene_begin(basin_ctx *ctx, struct bsn_scene *scene);
void bsn_scene_clear(struct bsn_scene *scene);

/* Appends a shape. Failures are kept in scene->status: MEMORY, or TOO_BIG. */
void bsn_scene_rect(struct bsn_scene *scene, enum bsn_tone tone, double x, double y, double w,
                    double h);
void bsn_scene_disc(struct bsn_scene *scene, enum bsn_tone tone, double x, double y, double size);
void bsn_scene_line(struct bsn_scene *scene, enum bsn_tone tone, double x, double y, double to_x,
                    double to_y);
void bsn_scene_text(struct bsn_scene *scene, enum bsn_tone tone, double x, double y, double room,
                    double height, const char *text);
/* The same, beginning at x (-1) or ending there (1), however long it is. */
void bsn_scene_label(struct bsn_scene *scene, enum bsn_tone tone, int align, double x, double y,
                     double height, const char *text);

/* Writes a shape's text; what does not fit is cut off between characters. */
void bsn_shape_say(struct bsn_shape *shape, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The tone of class c; past the last they begin again, which is why a number belongs to them. */
static inline uint8_t bsn_tone_class(uint32_t c)
{
    return (uint8_t)(BSN_TONE_CLASS + c % BSN_CLASSES);
}

/* The tone of curve c of a chart: classes that are not too light for a thin line. */
uint8_t bsn_tone_curve(uint32_t c);

/* The energies between which colours are spread: what is set, else those of the shapes, at least 1
 * apart so that noise does not look like meaning. False when no shape has one. */
bool bsn_scene_range(const struct bsn_scene *scene, double *low, double *high);

#endif
