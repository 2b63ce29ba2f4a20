/* cairo.h - the calls of cairo that a png needs, loaded when the first one is drawn.
 *
 * Debian's libcairo brings seventeen other libraries, those of X11 among them: linked, they were a
 * fourth of the time that the tool takes for eight queens, which need no picture.
 */
#ifndef BSN_CAIRO_H
#define BSN_CAIRO_H

#include <cairo/cairo.h>

#include "base/ctx.h"

#define BSN_CAIRO_CALLS(X) \
    X(arc) X(close_path) X(create) X(destroy) X(fill) X(fill_preserve) X(image_surface_create) \
    X(line_to) X(move_to) X(new_path) X(paint) X(scale) X(select_font_face) X(set_antialias) \
    X(set_dash) X(set_font_size) X(set_line_cap) X(set_line_join) X(set_line_width) \
    X(set_source_rgb) X(status) X(status_to_string) X(stroke_preserve) X(surface_destroy) \
    X(surface_status) X(surface_write_to_png_stream) X(text_extents) X(text_path)

struct bsn_cairo {
#define BSN_CAIRO_MEMBER(call) __typeof__(cairo_##call) *call;
    BSN_CAIRO_CALLS(BSN_CAIRO_MEMBER)
#undef BSN_CAIRO_MEMBER
};

/* Loads the library, which stays until the process ends, and finds its calls; with `fonts`, it is
 * ready to write words, too. Where memory is short, it ends the process: see apart.h. */
basin_status bsn_cairo_load(basin_ctx *ctx, bool fonts, struct bsn_cairo *api);

#endif
