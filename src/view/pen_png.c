/* pen_png.c - a pen that draws on a cairo surface, and the surface as png. It is for a copy of the
 * process, see apart.h. */
#include "view/pen.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "view/apart.h"
#include "view/cairo.h"

#define SIDE_MOST 16000

struct bsn_canvas {
    struct bsn_cairo call;
    cairo_surface_t *surface;
    cairo_t *cairo;
};

static void set_color(const struct bsn_canvas *c, uint32_t color)
{
    c->call.set_source_rgb(c->cairo, (color >> 16 & 0xff) / 255.0, (color >> 8 & 0xff) / 255.0,
                           (color & 0xff) / 255.0);
}

/* Fills and strokes the path that is there. */
static void finish(const struct bsn_canvas *c, const struct bsn_stroke *stroke)
{
    bsn_apart_alive();
    if (stroke->fill != BSN_NO_COLOR) {
        set_color(c, stroke->fill);
        c->call.fill_preserve(c->cairo);
    }
    if (stroke->line != BSN_NO_COLOR) {
        set_color(c, stroke->line);
        c->call.set_line_width(c->cairo, stroke->width);
        c->call.set_dash(c->cairo, &stroke->dash, stroke->dash > 0, 0);
        c->call.stroke_preserve(c->cairo);
    }
    c->call.new_path(c->cairo);
}

/* Paths are not collected as in svg: cairo's time grows with the square of their number. */
static void png_path(struct bsn_pen *pen, const struct bsn_stroke *stroke, size_t points,
                     const double *xy, bool closed)
{
    const struct bsn_canvas *const c = pen->canvas;

    for (size_t i = 0; i < points; i++)
        c->call.line_to(c->cairo, xy[2 * i], xy[2 * i + 1]);
    if (closed)
        c->call.close_path(c->cairo);
    finish(c, stroke);
}

static void png_disc(struct bsn_pen *pen, const struct bsn_stroke *stroke, double x, double y,
                     double radius)
{
    const struct bsn_canvas *const c = pen->canvas;

    c->call.arc(c->cairo, x, y, radius, 0, 2 * 3.14159265358979323846);
    finish(c, stroke);
}

static void png_words(struct bsn_pen *pen, const struct bsn_words_style *style, double x, double y,
                      const char *text)
{
    const struct bsn_canvas *const c = pen->canvas;
    cairo_text_extents_t extents;

    bsn_apart_alive();
    c->call.select_font_face(c->cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                             style->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    c->call.set_font_size(c->cairo, style->size);
    c->call.text_extents(c->cairo, text, &extents);
    c->call.move_to(c->cairo, x - 0.5 * (style->align + 1) * extents.x_advance,
                    y + 0.36 * style->size);
    c->call.text_path(c->cairo, text);
    if (style->halo != BSN_NO_COLOR) {
        set_color(c, style->halo);
        c->call.set_line_width(c->cairo, style->size / 5);
        c->call.set_dash(c->cairo, NULL, 0, 0);
        c->call.stroke_preserve(c->cairo);
    }
    set_color(c, style->color);
    c->call.fill(c->cairo);
}

static const struct bsn_pen_kind kind = { png_path, png_disc, png_words };

static basin_status cairo_failure(basin_ctx *ctx, const struct bsn_canvas *c, cairo_status_t status)
{
    return bsn_fail(ctx, status == CAIRO_STATUS_NO_MEMORY ? BASIN_STATUS_MEMORY : BASIN_STATUS_IO,
                    "cannot draw: %s", c->call.status_to_string(status));
}

static basin_status begin(basin_ctx *ctx, struct bsn_canvas *c, double width, double height,
                          double scale)
{
    BSN_TRY(bsn_cairo_load(ctx, true, &c->call));
    c->surface = c->call.image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width * scale),
                                              (int)ceil(height * scale));
    const cairo_status_t status = c->call.surface_status(c->surface);
    if (status != CAIRO_STATUS_SUCCESS) {
        c->call.surface_destroy(c->surface);
        return cairo_failure(ctx, c, status);
    }
    c->cairo = c->call.create(c->surface);
    c->call.scale(c->cairo, scale, scale);
    c->call.set_antialias(c->cairo, CAIRO_ANTIALIAS_FAST);
    c->call.set_line_cap(c->cairo, CAIRO_LINE_CAP_ROUND);
    c->call.set_line_join(c->cairo, CAIRO_LINE_JOIN_ROUND);
    set_color(c, 0xffffff);
    c->call.paint(c->cairo);
    return BASIN_STATUS_OK;
}

basin_status bsn_pen_png_probe(basin_ctx *ctx)
{
    struct bsn_cairo call;

    return bsn_cairo_load(ctx, false, &call);
}

basin_status bsn_pen_png(basin_ctx *ctx, double width, double height, double sharp,
                         struct bsn_pen *pen)
{
    struct bsn_canvas *canvas;

    BSN_TRY(BSN_NEW(ctx, 1, &canvas));
    const basin_status status = begin(ctx, canvas, width, height,
                                      fmin(sharp, SIDE_MOST / fmax(width, height)));
    if (status != BASIN_STATUS_OK) {
        bsn_free(ctx, canvas);
        return status;
    }
    *pen = (struct bsn_pen){ .kind = &kind, .ctx = ctx, .canvas = canvas };
    return BASIN_STATUS_OK;
}

/* Bytes that cairo hands over, kept one behind the other. */
struct sink {
    basin_ctx *ctx;
    unsigned char *bytes;
    size_t length, capacity;
    basin_status status;
};

static cairo_status_t keep(void *to, const unsigned char *bytes, unsigned length)
{
    struct sink *const sink = to;

    sink->status = BSN_GROW(sink->ctx, &sink->bytes, &sink->capacity, sink->length + length);
    if (sink->status != BASIN_STATUS_OK)
        return CAIRO_STATUS_WRITE_ERROR;
    memcpy(sink->bytes + sink->length, bytes, length);
    sink->length += length;
    return CAIRO_STATUS_SUCCESS;
}

basin_status bsn_pen_png_end(struct bsn_pen *pen, unsigned char **bytes, size_t *length)
{
    struct bsn_canvas *const c = pen->canvas;
    struct sink sink = { .ctx = pen->ctx };
    cairo_status_t status = c->call.status(c->cairo);

    bsn_apart_alive();
    c->call.destroy(c->cairo);
    if (status == CAIRO_STATUS_SUCCESS)
        status = c->call.surface_write_to_png_stream(c->surface, keep, &sink);
    c->call.surface_destroy(c->surface);
    const basin_status failure = status == CAIRO_STATUS_SUCCESS ? BASIN_STATUS_OK
                                 : sink.status != BASIN_STATUS_OK ? sink.status
                                 : cairo_failure(pen->ctx, c, status);
    bsn_free(pen->ctx, c);
    if (failure != BASIN_STATUS_OK) {
        bsn_free(pen->ctx, sink.bytes);
        return failure;
    }
    *bytes = sink.bytes;
    *length = sink.length;
    return BASIN_STATUS_OK;
}
