/* pen_svg.c - a pen that writes svg, an element that can stand in a page or be a file.
 *
 * Strokes of one style that follow each other are one path. Numbers have at most two decimals and
 * no locale: the same picture is the same bytes everywhere.
 */
#include "view/pen.h"

#include "base/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add_number(struct bsn_text *text, double value)
{
    bsn_text_number(text, value, 2);
}

/* Text for xml: what it has no letters for becomes a question mark. */
static void add_escaped(struct bsn_text *text, const char *words)
{
    const char *const end = words + strlen(words);

    for (size_t length; words < end; words += length > 0 ? length : 1) {
        length = bsn_utf8_bytes(words, (size_t)(end - words));
        const char c = *words;
        if (c == '&' || c == '<' || c == '>' || c == '"')
            bsn_text_add(text, "%s", c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;"
                                                                                   : "&quot;");
        else if (length == 0 || (length == 1 && (c < ' ' || c == 127)))
            bsn_text_add(text, "?");
        else
            bsn_text_add(text, "%.*s", (int)length, words);
    }
}

static void add_color(struct bsn_text *text, const char *name, uint32_t color)
{
    if (color == BSN_NO_COLOR)
        bsn_text_add(text, " %s=\"none\"", name);
    else
        bsn_text_add(text, " %s=\"#%06x\"", name, color);
}

static void add_stroke(struct bsn_text *text, const struct bsn_stroke *stroke)
{
    add_color(text, "fill", stroke->fill);
    if (stroke->line == BSN_NO_COLOR)
        return;
    add_color(text, "stroke", stroke->line);
    bsn_text_add(text, " stroke-width=\"");
    add_number(text, stroke->width);
    if (stroke->dash > 0) {
        bsn_text_add(text, "\" stroke-dasharray=\"");
        add_number(text, stroke->dash);
    }
    bsn_text_add(text, "\"");
}

static void close_path(struct bsn_pen *pen)
{
    if (pen->open)
        bsn_text_add(&pen->text, "\"/>\n");
    pen->open = false;
}

/* Is a path begun that a stroke of this style can be added to? */
static bool is_same(const struct bsn_pen *pen, const struct bsn_stroke *stroke)
{
    const struct bsn_stroke *const is = &pen->stroke;

    return pen->open && is->fill == stroke->fill && is->line == stroke->line &&
           is->width == stroke->width && is->dash == stroke->dash;
}

static void svg_path(struct bsn_pen *pen, const struct bsn_stroke *stroke, size_t points,
                     const double *xy, bool closed)
{
    const bool fresh = !is_same(pen, stroke);

    if (fresh) {
        close_path(pen);
        bsn_text_add(&pen->text, "<path");
        add_stroke(&pen->text, stroke);
        bsn_text_add(&pen->text, " d=\"");
        pen->stroke = *stroke;
        pen->open = true;
    }
    const bool goes_on = !fresh && !closed && xy[0] == pen->last[0] && xy[1] == pen->last[1];
    for (size_t i = goes_on; i < points; i++) {
        const bool across = i > 0 && xy[2 * i + 1] == xy[2 * i - 1];
        const bool down = i > 0 && xy[2 * i] == xy[2 * i - 2];
        bsn_text_add(&pen->text, "%c", i == 0 ? 'M' : across ? 'H' : down ? 'V' : 'L');
        if (!down || across)
            add_number(&pen->text, xy[2 * i]);
        bsn_text_add(&pen->text, across || down ? "" : " ");
        if (!across)
            add_number(&pen->text, xy[2 * i + 1]);
    }
    if (closed)
        bsn_text_add(&pen->text, "Z");
    pen->last[0] = closed ? NAN : xy[2 * points - 2];
    pen->last[1] = xy[2 * points - 1];
}

static void svg_disc(struct bsn_pen *pen, const struct bsn_stroke *stroke, double x, double y,
                     double radius)
{
    close_path(pen);
    bsn_text_add(&pen->text, "<circle cx=\"");
    add_number(&pen->text, x);
    bsn_text_add(&pen->text, "\" cy=\"");
    add_number(&pen->text, y);
    bsn_text_add(&pen->text, "\" r=\"");
    add_number(&pen->text, radius);
    bsn_text_add(&pen->text, "\"");
    add_stroke(&pen->text, stroke);
    bsn_text_add(&pen->text, "/>\n");
}

static void svg_words(struct bsn_pen *pen, const struct bsn_words_style *style, double x, double y,
                      const char *text)
{
    static const char *const anchors[] = { "start", "middle", "end" };

    close_path(pen);
    bsn_text_add(&pen->text, "<text x=\"");
    add_number(&pen->text, x);
    bsn_text_add(&pen->text, "\" y=\"");
    add_number(&pen->text, y + 0.36 * style->size);  /* the middle of a capital letter */
    bsn_text_add(&pen->text, "\" font-size=\"");
    add_number(&pen->text, style->size);
    bsn_text_add(&pen->text, "\" text-anchor=\"%s\"", anchors[style->align + 1]);
    add_color(&pen->text, "fill", style->color);
    if (style->bold)
        bsn_text_add(&pen->text, " font-weight=\"bold\"");
    if (style->halo != BSN_NO_COLOR) {
        add_color(&pen->text, "stroke", style->halo);
        bsn_text_add(&pen->text, " paint-order=\"stroke\" stroke-linejoin=\"round\" "
                                 "stroke-width=\"");
        add_number(&pen->text, style->size / 5);
        bsn_text_add(&pen->text, "\"");
    }
    bsn_text_add(&pen->text, ">");
    add_escaped(&pen->text, text);
    bsn_text_add(&pen->text, "</text>\n");
}

static const struct bsn_pen_kind kind = { svg_path, svg_disc, svg_words };

void bsn_pen_svg(basin_ctx *ctx, double width, double height, const char *title,
                 struct bsn_pen *pen)
{
    *pen = (struct bsn_pen){ .kind = &kind, .ctx = ctx, .text = BSN_TEXT_INIT(ctx) };
    bsn_text_add(&pen->text, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    add_number(&pen->text, width);
    bsn_text_add(&pen->text, " ");
    add_number(&pen->text, height);
    bsn_text_add(&pen->text, "\" width=\"");
    add_number(&pen->text, width);
    bsn_text_add(&pen->text, "\" height=\"");
    add_number(&pen->text, height);
    bsn_text_add(&pen->text, "\" role=\"img\" font-family=\"DejaVu Sans, Verdana, sans-serif\" "
                             "stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>");
    add_escaped(&pen->text, title);
    bsn_text_add(&pen->text, "</title>\n<rect width=\"100%%\" height=\"100%%\" rx=\"6\" "
                             "fill=\"#ffffff\"/>\n");
}

void bsn_pen_svg_raw(struct bsn_pen *pen, const char *format, ...)
{
    char markup[400];
    va_list args;

    close_path(pen);
    va_start(args, format);
    vsnprintf(markup, sizeof markup, format, args);
    va_end(args);
    bsn_text_add(&pen->text, "%s", markup);
}

void bsn_pen_svg_use(struct bsn_pen *pen, size_t number, double x, double y)
{
    close_path(pen);
    bsn_text_add(&pen->text, "<use href=\"#s%zu\" x=\"", number);
    bsn_text_number(&pen->text, x, 1);
    bsn_text_add(&pen->text, "\" y=\"");
    bsn_text_number(&pen->text, y, 1);
    bsn_text_add(&pen->text, "\"/>\n");
}

basin_status bsn_pen_svg_end(struct bsn_pen *pen, char **text)
{
    close_path(pen);
    bsn_text_add(&pen->text, "</svg>\n");
    return bsn_text_take(&pen->text, text);
}
