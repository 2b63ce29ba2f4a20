/* pen.h - what a picture is drawn with: a few strokes, as svg text or on a cairo surface.
 *
 * Lengths are pixels from the top left. A pen that fails draws nothing more; its end says so.
 */
#ifndef BSN_PEN_H
#define BSN_PEN_H

#include "base/text.h"

#define BSN_NO_COLOR UINT32_MAX

struct bsn_stroke {
    uint32_t fill, line;  /* colours 0xRRGGBB, or BSN_NO_COLOR */
    double width;         /* of the line */
    double dash;          /* length of dashes; 0: none */
};

struct bsn_words_style {
    uint32_t color, halo;   /* halo: drawn around the letters; or BSN_NO_COLOR */
    double size;            /* of the font */
    int align;              /* as in bsn_shape */
    bool bold;
};

struct bsn_pen;
struct bsn_canvas;

/* The operations of a kind of pen. (x, y) of text is the middle of its height. */
struct bsn_pen_kind {
    void (*path)(struct bsn_pen *pen, const struct bsn_stroke *stroke, size_t points,
                 const double *xy, bool closed);
    void (*disc)(struct bsn_pen *pen, const struct bsn_stroke *stroke, double x, double y,
                 double radius);
    void (*words)(struct bsn_pen *pen, const struct bsn_words_style *style, double x, double y,
                  const char *text);
};

struct bsn_pen {
    const struct bsn_pen_kind *kind;
    basin_ctx *ctx;
    struct bsn_text text;      /* svg */
    struct bsn_stroke stroke;  /* svg: of the path that has begun */
    bool open;
    double last[2];            /* svg: where that path is; NAN when it is closed */
    struct bsn_canvas *canvas; /* png */
};

/* Begins a picture of that size on a white ground. `title` is what readers hear who do not see. */
void bsn_pen_svg(basin_ctx *ctx, double width, double height, const char *title,
                 struct bsn_pen *pen);
/* Adds markup as it is: what an svg can do and other pens cannot. */
void bsn_pen_svg_raw(struct bsn_pen *pen, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Puts what has the id "s" and that number at a place. */
void bsn_pen_svg_use(struct bsn_pen *pen, size_t number, double x, double y);
/* Ends it; *text is the caller's. */
basin_status bsn_pen_svg_end(struct bsn_pen *pen, char **text);

/* Can a png be drawn here? It needs cairo. */
basin_status bsn_pen_png_probe(basin_ctx *ctx);
/* `sharp` pixels of the file for each one of the picture, fewer where it would be very large. */
basin_status bsn_pen_png(basin_ctx *ctx, double width, double height, double sharp,
                         struct bsn_pen *pen);
basin_status bsn_pen_png_end(struct bsn_pen *pen, unsigned char **bytes, size_t *length);

/* A rectangle, as a path. */
void bsn_pen_rect(struct bsn_pen *pen, const struct bsn_stroke *stroke, double x, double y,
                  double w, double h);

/* About how wide a text will be. */
double bsn_words_width(const char *text, double size, bool bold);

#endif
