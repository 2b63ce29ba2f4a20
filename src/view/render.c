/* render.c - draws the shapes of a scene, each as its tone says. */
#include "view/render.h"

#include "view/tone.h"

#include <math.h>
#include <string.h>

#define LONGEST 960.0    /* pixels of the longer side of a scene ... */
#define UNIT_LEAST 26.0  /* ... and where a unit would have fewer than these ... */
#define LONGEST_MOST 1600.0  /* ... up to so many */
#define UNIT_MOST 56.0
#define MARGIN 20.0
#define TITLE 17.0       /* size of its font */
#define TITLE_LEAST 11.0
#define LINE_LEAST 0.6   /* thinner ones fade away */
#define WIDTH_LEAST 280.0
#define DENSE 150        /* lines from which on they are drawn thinner */
#define MANY_LINES 20000 /* that cover the ground: they are drawn fainter than what lies on them */
#define SMALL_DISC 7.0   /* radius below which dashes are not seen */
#define SMALL_QUEEN 16.0 /* height below which a crown is not seen ... */
#define MANY_QUEENS 60.0 /* ... nor where so many would fill the picture's width */
#define SMALL_SQUARE 20.0 /* below, lines between squares are all that is seen */

struct canvas {
    const struct bsn_scene *scene;
    const struct bsn_frame *frame;
    struct bsn_pen *pen;
    bool warm;           /* energies are shown */
    double low, high;
    size_t lines;
};

struct bsn_frame bsn_frame_of(const struct bsn_scene *scene)
{
    const double longer = fmax(fmax(scene->width, scene->height), 1e-3);
    const double unit = fmax(LONGEST / longer, fmin(LONGEST_MOST / longer, UNIT_LEAST));
    struct bsn_frame f = { .unit = fmin(unit, UNIT_MOST), .left = MARGIN, .top = MARGIN };
    const double wide = f.unit * scene->width, title = bsn_words_width(scene->title, TITLE, true);
    const double room = fmax(fmax(wide, bsn_legend_width(scene)), WIDTH_LEAST);

    f.title_size = title > room ? fmax(TITLE_LEAST, TITLE * room / title) : TITLE;
    const double inner = fmax(room, bsn_words_width(scene->title, f.title_size, true));
    f.top += scene->title[0] ? 1.8 * TITLE : 0;
    f.left = MARGIN + (inner - wide) / 2;
    f.width = ceil(inner + 2 * MARGIN);
    f.legend_top = f.top + f.unit * scene->height + 12;
    const double legend = bsn_legend(scene, MARGIN, f.legend_top, inner, NULL);
    f.height = ceil(f.top + f.unit * scene->height + (legend > 0 ? legend + 12 : 0) + MARGIN);
    return f;
}

/* ------------------------------------------------------------------------------ one shape ---- */

/* Lines across a rectangle from lower left to upper right: wrong can be told without its colour. */
static void hatch(struct bsn_pen *pen, double x, double y, double w, double h)
{
    const double gap = fmax(fmin(w, h) / 4, 4), width = fmax(gap / 5, 0.8), in = width / 2;
    const struct bsn_stroke stroke = { .fill = BSN_NO_COLOR, .line = 0xe2756c, .width = width };

    x += in;
    y += in;
    w -= 2 * in;
    h -= 2 * in;
    for (double s = gap / 2; s < w + h; s += gap) {
        const double ends[] = { x + fmax(0, s - h), y + fmin(s, h), x + fmin(s, w),
                                y + fmax(0, s - w) };
        pen->kind->path(pen, &stroke, 2, ends, false);
    }
}

void bsn_render_box(struct bsn_pen *pen, uint8_t tone, uint32_t fill, double x, double y, double w,
                    double h)
{
    const double thin = fmin(1, fmin(w, h) / 16) * (fmin(w, h) < SMALL_SQUARE ? 0.5 : 1);
    const bool board = tone == BSN_TONE_LIGHT || tone == BSN_TONE_DARK || tone == BSN_TONE_BLOCK;
    struct bsn_stroke stroke = { .fill = fill, .line = board ? 0xb5a98e : 0x9aa0a8,
                                 .width = thin };

    if (tone == BSN_TONE_OPEN && fill == bsn_tone_look(BSN_TONE_OPEN).fill)
        stroke.dash = 3 * thin;
    bsn_pen_rect(pen, &stroke, x, y, w, h);
    if (tone == BSN_TONE_WRONG && fill == bsn_tone_look(BSN_TONE_WRONG).fill)
        hatch(pen, x, y, w, h);
}

/* What is wrong keeps a thick frame where its colour tells an energy. */
void bsn_render_frame(struct bsn_pen *pen, double x, double y, double w, double h)
{
    const double width = fmax(fmin(fmin(w, h) / 7, 6), 1);
    const struct bsn_stroke stroke = { .fill = BSN_NO_COLOR,
                                       .line = bsn_tone_look(BSN_TONE_WRONG).fill,
                                       .width = width };

    bsn_pen_rect(pen, &stroke, x + width / 2, y + width / 2, w - width, h - width);
}

static double heat_of(const struct canvas *c, const struct bsn_shape *s)
{
    return c->high > c->low ? fmin(fmax((s->heat - c->low) / (c->high - c->low), 0), 1) : 0;
}

static void draw_rect(const struct canvas *c, const struct bsn_shape *s, double x, double y)
{
    const double w = s->w * c->frame->unit, h = s->h * c->frame->unit;
    const bool warm = !isnan(s->heat);
    const uint32_t fill = warm ? bsn_heat_color(heat_of(c, s)) : bsn_tone_look(s->tone).fill;

    if (s->tone == BSN_TONE_NONE && !warm)
        return;
    if (s->tone == BSN_TONE_NONE) {  /* a part of a map: no lines between */
        const struct bsn_stroke plain = { .fill = fill, .line = fill, .width = 0.5 };
        bsn_pen_rect(c->pen, &plain, x, y, w, h);
        return;
    }
    bsn_render_box(c->pen, s->tone, fill, x, y, w, h);
    if (warm && s->tone == BSN_TONE_WRONG)
        bsn_render_frame(c->pen, x, y, w, h);
}

static void draw_disc(const struct canvas *c, const struct bsn_shape *s, double x, double y)
{
    const double radius = s->w * c->frame->unit / 2;
    const struct bsn_look look = bsn_tone_look(s->tone);
    const bool open = s->tone == BSN_TONE_OPEN, small = radius < SMALL_DISC;
    const struct bsn_stroke stroke = { .fill = open && small ? 0xc9d0d8 : look.fill,
                                       .line = 0x33373d, .width = fmax(radius / 12, 0.8),
                                       .dash = open && !small ? radius / 4 : 0 };
    const struct bsn_stroke ring = { .fill = BSN_NO_COLOR, .line = look.ink,
                                     .width = radius / 6 };

    if (s->tone == BSN_TONE_NONE)
        return;
    c->pen->kind->disc(c->pen, &stroke, x, y, radius);
    if (s->tone == BSN_TONE_WRONG)
        c->pen->kind->disc(c->pen, &ring, x, y, 0.6 * radius);
}

static double line_width(const struct canvas *c, const struct bsn_shape *s)
{
    const double unit = c->frame->unit, thin = c->lines > DENSE ? 0.025 : 0.04;

    if (s->tone == BSN_TONE_WRONG)
        return fmax((c->warm ? 0.09 : 0.12) * unit, 2);
    if (s->tone == BSN_TONE_MARK)
        return 0.06 * unit;
    if (s->tone == BSN_TONE_INK || s->tone == BSN_TONE_LIGHT)
        return fmax(0.05 * unit, 0.6);
    if (!isnan(s->heat))
        return fmax(unit * (1.2 * thin + 0.09 * heat_of(c, s)), 0.6);
    return fmax(thin * unit, LINE_LEAST);
}

static void draw_line(const struct canvas *c, const struct bsn_shape *s, double x, double y)
{
    const double unit = c->frame->unit, width = line_width(c, s);
    const double ends[] = { x, y, x + s->w * unit, y + s->h * unit };
    const bool warm = !isnan(s->heat), wrong = s->tone == BSN_TONE_WRONG;
    const uint8_t tone = s->tone == BSN_TONE_MUTED && c->lines > MANY_LINES ? BSN_TONE_FAINT
                                                                           : s->tone;
    const struct bsn_stroke casing = { .fill = BSN_NO_COLOR,
                                       .line = warm ? bsn_tone_look(BSN_TONE_WRONG).fill
                                                    : 0xffffff,
                                       .width = width + fmax(0.1 * unit, 2) };
    const struct bsn_stroke stroke = { .fill = BSN_NO_COLOR,
                                       .line = warm ? bsn_heat_color(heat_of(c, s))
                                                    : bsn_tone_look(tone).fill,
                                       .width = width };

    if (s->tone == BSN_TONE_NONE)
        return;
    if (wrong)
        c->pen->kind->path(c->pen, &casing, 2, ends, false);
    c->pen->kind->path(c->pen, &stroke, 2, ends, false);
}

/* A queen's crown, about (x, y), `size` high. No font is needed for it. */
static void draw_queen(const struct canvas *c, double x, double y, double size, uint32_t color,
                       uint32_t halo)
{
    static const double crown[] = { -0.42, -0.20, -0.22, 0.04,  -0.20, -0.33, -0.06, -0.01,
                                    0.0,   -0.38, 0.06,  -0.01, 0.20,  -0.33, 0.22,  0.04,
                                    0.42,  -0.20, 0.30,  0.28,  -0.30, 0.28 };
    static const double ball[][2] = { { -0.42, -0.22 }, { -0.20, -0.36 }, { 0.0, -0.41 },
                                      { 0.20, -0.36 },  { 0.42, -0.22 } };
    const size_t points = sizeof crown / sizeof *crown / 2;
    const struct bsn_stroke stroke = { .fill = color, .line = halo, .width = size / 26 };
    double at[sizeof crown / sizeof *crown];

    for (size_t i = 0; i < 2 * points; i++)
        at[i] = (i % 2 ? y : x) + size * crown[i];
    c->pen->kind->path(c->pen, &stroke, points, at, true);
    bsn_pen_rect(c->pen, &stroke, x - 0.30 * size, y + 0.32 * size, 0.60 * size, 0.10 * size);
    for (size_t i = 0; i < sizeof ball / sizeof *ball; i++)
        c->pen->kind->disc(c->pen, &stroke, x + size * ball[i][0], y + size * ball[i][1],
                           0.065 * size);
}

/* A disc is larger than a crown of the same height would seem. */
static void draw_small_queen(const struct canvas *c, double x, double y, double size,
                             uint32_t color)
{
    const struct bsn_stroke stroke = { .fill = color, .line = 0xffffff, .width = 0.8 };

    c->pen->kind->disc(c->pen, &stroke, x, y, 0.66 * size);
}

static void draw_text(const struct canvas *c, const struct bsn_shape *s, double x, double y)
{
    const struct bsn_look look = bsn_tone_look(s->tone);
    const bool wrong = s->tone == BSN_TONE_WRONG, bold = s->tone != BSN_TONE_MUTED;
    const bool warm = !isnan(s->heat);
    const uint32_t color = !warm ? look.ink : heat_of(c, s) > 0.45 ? 0xffffff : 0x1c1c1c;
    const double room = s->w * c->frame->unit;
    double size = s->h * c->frame->unit;

    if (!s->text[0] || s->tone == BSN_TONE_NONE)
        return;
    if (strcmp(s->text, BSN_SHAPE_QUEEN) == 0) {
        if (size < fmax(SMALL_QUEEN, c->frame->width / MANY_QUEENS))
            draw_small_queen(c, x, y, size, wrong ? bsn_tone_look(BSN_TONE_WRONG).fill : look.fill);
        else
            draw_queen(c, x, y, size, warm ? wrong ? look.fill : 0x1c1c1c : color,
                       wrong && !warm ? look.fill : 0xffffff);
        return;
    }
    const double width = bsn_words_width(s->text, size, bold);
    size = room > 0 && width > room ? size * room / width : size;
    const struct bsn_words_style style = { .color = color, .halo = BSN_NO_COLOR, .size = size,
                                           .align = s->align, .bold = bold };
    c->pen->kind->words(c->pen, &style, x, y, s->text);
    if (s->tone == BSN_TONE_MISS) {
        const struct bsn_stroke below = { .fill = BSN_NO_COLOR, .line = color,
                                          .width = fmax(size / 12, 1) };
        const double ends[] = { x - 0.4 * size, y + 0.52 * size, x + 0.4 * size, y + 0.52 * size };
        c->pen->kind->path(c->pen, &below, 2, ends, false);
    }
}

static void draw_shape(const struct canvas *c, const struct bsn_shape *s)
{
    const double x = c->frame->left + s->x * c->frame->unit;
    const double y = c->frame->top + s->y * c->frame->unit;

    switch ((enum bsn_shape_kind)s->kind) {
    case BSN_SHAPE_RECT: draw_rect(c, s, x, y); break;
    case BSN_SHAPE_DISC: draw_disc(c, s, x, y); break;
    case BSN_SHAPE_LINE: draw_line(c, s, x, y); break;
    case BSN_SHAPE_TEXT: draw_text(c, s, x, y); break;
    }
}

/* ---------------------------------------------------------------------------- all of them ---- */

static bool is_late(const struct bsn_shape *s)
{
    return s->kind == BSN_SHAPE_LINE && s->tone == BSN_TONE_WRONG;
}

/* In their order, but of lines that follow each other the wrong ones come last. */
static void draw_shapes(const struct canvas *c)
{
    const struct bsn_shape *const shape = c->scene->shape;

    for (size_t i = 0, begun = 0; i < c->scene->shapes; i++) {
        if (!is_late(&shape[i]))
            draw_shape(c, &shape[i]);
        if (shape[i].kind != BSN_SHAPE_LINE)
            begun = i + 1;
        else if (i + 1 == c->scene->shapes || shape[i + 1].kind != BSN_SHAPE_LINE)
            for (size_t j = begun; j <= i; j++)
                if (is_late(&shape[j]))
                    draw_shape(c, &shape[j]);
    }
}

static struct canvas canvas_of(const struct bsn_scene *scene, const struct bsn_frame *frame,
                               struct bsn_pen *pen)
{
    struct canvas c = { .scene = scene, .frame = frame, .pen = pen };

    c.warm = bsn_scene_range(scene, &c.low, &c.high);
    for (size_t i = 0; i < scene->shapes; i++)
        c.lines += scene->shape[i].kind == BSN_SHAPE_LINE && scene->shape[i].tone != BSN_TONE_NONE;
    return c;
}

void bsn_render_shape(const struct bsn_scene *scene, const struct bsn_frame *frame,
                      struct bsn_pen *pen, const struct bsn_shape *shape)
{
    const struct canvas c = canvas_of(scene, frame, pen);

    draw_shape(&c, shape);
}

void bsn_render(const struct bsn_scene *scene, const struct bsn_frame *frame, struct bsn_pen *pen)
{
    const struct bsn_words_style title = { .color = 0x1c1c1c, .halo = BSN_NO_COLOR,
                                           .size = frame->title_size, .align = -1, .bold = true };
    const struct canvas c = canvas_of(scene, frame, pen);

    if (scene->title[0])
        pen->kind->words(pen, &title, MARGIN, MARGIN + TITLE / 2, scene->title);
    draw_shapes(&c);
    bsn_legend(scene, MARGIN, frame->legend_top, frame->width - 2 * MARGIN, pen);
}
