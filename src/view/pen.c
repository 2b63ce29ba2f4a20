/* pen.c - what all pens have in common. */
#include "view/pen.h"

void bsn_pen_rect(struct bsn_pen *pen, const struct bsn_stroke *stroke, double x, double y,
                  double w, double h)
{
    const double corner[] = { x, y, x + w, y, x + w, y + h, x, y + h };

    pen->kind->path(pen, stroke, 4, corner, true);
}

/* Letters of a sans-serif are about 0.56 of its size wide on average, capitals and digits 0.64. */
double bsn_words_width(const char *text, double size, bool bold)
{
    double width = 0;

    for (const char *c = text; *c; c++) {
        if ((*c & 0xC0) == 0x80)
            continue;
        width += *c == ' ' || *c == '.' || *c == ',' || *c == ':' || *c == 'i' || *c == 'l' ? 0.34
                 : (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ? 0.66 : 0.6;
    }
    return width * size * (bold ? 1.1 : 1);
}
