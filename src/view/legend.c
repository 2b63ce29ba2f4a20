/* legend.c - what the tones of a picture mean, and which colour is which energy. */
#include "view/render.h"
#include "view/tone.h"

#include <math.h>
#include <stdio.h>

#define SIZE 13.0      /* of the font */
#define LINE 24.0      /* height of a line */
#define SWATCH 16.0
#define SPACE 8.0
#define GAP 16.0       /* between items */
#define BAR 160.0      /* width of the scale of energies */
#define BAR_PARTS 40

/* Which tones occur, and on what kind of shape. */
struct used {
    bool any[BSN_TONE_CLASS], as_line[BSN_TONE_CLASS];
    bool warm;  /* what is wrong has the colour of its energy */
};

static struct used look_for(const struct bsn_scene *scene)
{
    struct used used = { .warm = false };

    for (size_t i = 0; i < scene->shapes; i++) {
        const struct bsn_shape *const s = &scene->shape[i];
        if (s->tone >= BSN_TONE_CLASS || (s->kind == BSN_SHAPE_TEXT && !s->text[0]))
            continue;
        if (!isnan(s->heat) && s->tone != BSN_TONE_WRONG)
            continue;  /* its colour is an energy, not the tone's */
        if (!used.any[s->tone] || s->kind != BSN_SHAPE_LINE)
            used.as_line[s->tone] = s->kind == BSN_SHAPE_LINE;
        used.any[s->tone] = true;
        used.warm |= s->kind == BSN_SHAPE_RECT && !isnan(s->heat);
    }
    return used;
}

static bool is_listed(const struct used *used, uint8_t tone)
{
    return used->any[tone] && bsn_tone_look(tone).name[0];
}

static double item_width(const char *name)
{
    return SWATCH + SPACE + bsn_words_width(name, SIZE, false);
}

static void format_energy(double value, char text[static 16])
{
    snprintf(text, 16, fabs(value) < 0.05 ? "0" : fabs(value) < 100 ? "%.1f" : "%.0f", value);
}

static double scale_width(const struct bsn_scene *scene)
{
    double low, high;
    char from[16], to[16];

    if (!bsn_scene_range(scene, &low, &high))
        return 0;
    format_energy(low, from);
    format_energy(high, to);
    return BAR + 4 * SPACE + bsn_words_width(from, SIZE, false) +
           bsn_words_width(to, SIZE, false) + bsn_words_width(scene->heat_name, SIZE, false);
}

double bsn_legend_width(const struct bsn_scene *scene)
{
    const struct used used = look_for(scene);
    double width = scale_width(scene);

    for (uint8_t tone = 0; tone < BSN_TONE_CLASS; tone++)
        if (is_listed(&used, tone))
            width = fmax(width, item_width(bsn_tone_look(tone).name));
    return width;
}

static void draw_words(struct bsn_pen *pen, double x, double y, const char *text)
{
    const struct bsn_words_style style = { .color = 0x33373d, .halo = BSN_NO_COLOR,
                                           .size = SIZE, .align = -1 };

    pen->kind->words(pen, &style, x, y, text);
}

static void draw_item(struct bsn_pen *pen, uint8_t tone, const struct used *used, double x,
                      double y)
{
    const bool line = used->as_line[tone], framed = used->warm && tone == BSN_TONE_WRONG;
    const struct bsn_look look = bsn_tone_look(tone);
    const struct bsn_stroke stroke = { .fill = BSN_NO_COLOR, .line = look.fill, .width = 5 };
    const double ends[] = { x + 1, y, x + SWATCH - 1, y };

    if (line)
        pen->kind->path(pen, &stroke, 2, ends, false);
    else if (framed)
        bsn_render_frame(pen, x, y - SWATCH / 2, SWATCH, SWATCH);
    else
        bsn_render_box(pen, tone, look.fill, x, y - SWATCH / 2, SWATCH, SWATCH);
    draw_words(pen, x + SWATCH + SPACE, y, look.name);
}

static void draw_scale(const struct bsn_scene *scene, struct bsn_pen *pen, double x, double y)
{
    const struct bsn_stroke edge = { .fill = BSN_NO_COLOR, .line = 0x8a8f98, .width = 1 };
    char text[16];
    double low, high;

    if (!bsn_scene_range(scene, &low, &high))
        return;
    draw_words(pen, x, y, scene->heat_name);
    x += bsn_words_width(scene->heat_name, SIZE, false) + SPACE;
    format_energy(low, text);
    draw_words(pen, x, y, text);
    x += bsn_words_width(text, SIZE, false) + SPACE;
    for (int i = 0; i < BAR_PARTS; i++) {
        const struct bsn_stroke part = { .fill = bsn_heat_color((i + 0.5) / BAR_PARTS),
                                         .line = BSN_NO_COLOR };
        const double from = floor(x + BAR * i / BAR_PARTS);
        bsn_pen_rect(pen, &part, from, y - SWATCH / 2, floor(x + BAR * (i + 1) / BAR_PARTS) - from,
                     SWATCH);
    }
    bsn_pen_rect(pen, &edge, floor(x), y - SWATCH / 2, BAR, SWATCH);
    format_energy(high, text);
    draw_words(pen, x + BAR + SPACE, y, text);
}

double bsn_legend(const struct bsn_scene *scene, double left, double top, double room,
                  struct bsn_pen *pen)
{
    const struct used used = look_for(scene);
    const double scale = scale_width(scene);
    double x = left, y = top;
    bool any = scale > 0;

    if (scale > 0 && pen)
        draw_scale(scene, pen, x, y + LINE / 2);
    x += scale > 0 ? scale + GAP : 0;
    for (uint8_t tone = 0; tone < BSN_TONE_CLASS; tone++) {
        if (!is_listed(&used, tone))
            continue;
        const double width = item_width(bsn_tone_look(tone).name);
        if (x > left && x + width > left + room) {
            x = left;
            y += LINE;
        }
        if (pen)
            draw_item(pen, tone, &used, x, y + LINE / 2);
        x += width + GAP;
        any = true;
    }
    return any ? y + LINE - top : 0;
}
