/* pen_png.c - a pen that draws on a cairo surface, and the surface as png. */
#include "view/pen.h"

#include <cairo/cairo.h>
#include <math.h>
#include <string.h>

#define SIDE_MOST 16000

static void set_colour(cairo_t *cairo, uint32_t colour)
{
    cairo_set_source_rgb(cairo, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0,
                         (colour & 0xff) / 255.0);
}

/* Fills and strokes the path that is there. */
static void finish(cairo_t *cairo, const struct bsn_stroke *stroke)
{
    if (stroke->fill != BSN_NO_COLOUR) {
        set_colour(cairo, stroke->fill);
        cairo_fill_preserve(cairo);
    }
    if (stroke->line != BSN_NO_COLOUR) {
        set_colour(cairo, stroke->line);
        cairo_set_line_width(cairo, stroke->width);
        cairo_set_dash(cairo, &stroke->dash, stroke->dash > 0, 0);
        cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
}

/* Paths are not collected as in svg: cairo's time grows with the square of their number. */
static void png_path(struct bsn_pen *pen, const struct bsn_stroke *stroke, size_t points,
                     const double *xy, bool closed)
{
    for (size_t i = 0; i < points; i++)
        cairo_line_to(pen->cairo, xy[2 * i], xy[2 * i + 1]);
    if (closed)
        cairo_close_path(pen->cairo);
    finish(pen->cairo, stroke);
}

static void png_disc(struct bsn_pen *pen, const struct bsn_stroke *stroke, double x, double y,
                     double radius)
{
    cairo_arc(pen->cairo, x, y, radius, 0, 2 * 3.14159265358979323846);
    finish(pen->cairo, stroke);
}

static void png_words(struct bsn_pen *pen, const struct bsn_words_style *style, double x, double y,
                      const char *text)
{
    cairo_t *const cairo = pen->cairo;
    cairo_text_extents_t extents;

    cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           style->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, style->size);
    cairo_text_extents(cairo, text, &extents);
    cairo_move_to(cairo, x - 0.5 * (style->align + 1) * extents.x_advance,
                  y + 0.36 * style->size);
    cairo_text_path(cairo, text);
    if (style->halo != BSN_NO_COLOUR) {
        set_colour(cairo, style->halo);
        cairo_set_line_width(cairo, style->size / 5);
        cairo_set_dash(cairo, NULL, 0, 0);
        cairo_stroke_preserve(cairo);
    }
    set_colour(cairo, style->colour);
    cairo_fill(cairo);
}

static const struct bsn_pen_kind kind = { png_path, png_disc, png_words };

static basin_status cairo_failure(basin_ctx *ctx, cairo_status_t status)
{
    return bsn_fail(ctx, status == CAIRO_STATUS_NO_MEMORY ? BASIN_STATUS_MEMORY : BASIN_STATUS_IO,
                    "cannot draw: %s", cairo_status_to_string(status));
}

basin_status bsn_pen_png(basin_ctx *ctx, double width, double height, double sharp,
                         struct bsn_pen *pen)
{
    const double scale = fmin(sharp, SIDE_MOST / fmax(width, height));
    cairo_surface_t *const surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)ceil(width * scale), (int)ceil(height * scale));
    const cairo_status_t status = cairo_surface_status(surface);

    if (status != CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(surface);
        return cairo_failure(ctx, status);
    }
    cairo_t *const cairo = cairo_create(surface);
    *pen = (struct bsn_pen){ .kind = &kind, .ctx = ctx, .surface = surface, .cairo = cairo };
    cairo_scale(cairo, scale, scale);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    set_colour(cairo, 0xffffff);
    cairo_paint(cairo);
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
    struct sink sink = { .ctx = pen->ctx };
    cairo_status_t status = cairo_status(pen->cairo);

    cairo_destroy(pen->cairo);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(pen->surface, keep, &sink);
    cairo_surface_destroy(pen->surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        *bytes = sink.bytes;
        *length = sink.length;
        return BASIN_STATUS_OK;
    }
    bsn_free(pen->ctx, sink.bytes);
    return sink.status != BASIN_STATUS_OK ? sink.status : cairo_failure(pen->ctx, status);
}
