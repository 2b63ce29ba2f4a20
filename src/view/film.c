/* film.c - a recorded run as an svg that moves, in any page and without a script.
 *
 * What is the same in all frames is drawn once. Every other look of a shape (a queen, an edge that
 * is broken) is defined once and used in the frames that have it; a frame is shown for its share of
 * the time by a style that all of them have in common, each with a delay of its own. Where nothing
 * may move, or styles are not known, the last frame stands.
 */
#include "view/film.h"

#include "domain/chart.h"
#include "view/render.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FRAMES 60        /* at most */
#define FRAME_TIME 200   /* thousandths of a second */
#define HOLD_TIME 3000   /* that the last one stays */
#define WIDTH 560.0      /* of the picture, in pixels; letters are made for 360 */
#define MARGIN 20.0
#define TITLE 23.0       /* sizes of fonts */
#define WORDS 20.0
#define TOP 92.0         /* of the scene */
#define TALLEST 620.0    /* scene */
#define CHART_UNIT 58.0
#define CHART_HEIGHT 3.4 /* units */
#define CHART_GAP 10.0

struct movie {
    struct bsn_film *film;
    struct bsn_pen *pen;
    struct bsn_frame frame;  /* of the scene */
    struct bsn_shape *look;  /* (looks) each as it is at (0, 0) */
    size_t looks, room;
    uint32_t *use;           /* (frames, shapes) look of each shape + 1; 0: not to be seen */
    struct bsn_scene chart;
    struct bsn_axes axes;
    double height;
    basin_status status;
};

static size_t time_of(const struct movie *m)
{
    return FRAME_TIME * (m->film->frames - 1) + HOLD_TIME;
}

/* --------------------------------------------------------------------------------- looks ---- */

static bool is_seen(const struct bsn_shape *s)
{
    return s->tone != BSN_TONE_NONE && (s->kind != BSN_SHAPE_TEXT || s->text[0]);
}

static bool is_alike(const struct bsn_shape *a, const struct bsn_shape *b)
{
    return a->kind == b->kind && a->tone == b->tone && a->align == b->align && a->w == b->w &&
           a->h == b->h && strcmp(a->text, b->text) == 0;
}

/* The number of a look from 1 on, which is new where there was none like it. */
static uint32_t look_of(struct movie *m, const struct bsn_shape *s)
{
    for (size_t i = m->looks; i-- > 0;)
        if (is_alike(&m->look[i], s))
            return (uint32_t)i + 1;
    if (m->status == BASIN_STATUS_OK)
        m->status = BSN_GROW(m->film->ctx, &m->look, &m->room, m->looks + 1);
    if (m->status != BASIN_STATUS_OK)
        return 0;
    m->look[m->looks] = *s;
    m->look[m->looks].x = m->look[m->looks].y = 0;
    return (uint32_t)++m->looks;
}

static basin_status find_looks(struct movie *m)
{
    struct bsn_film *const film = m->film;
    const size_t shapes = film->scene.shapes;

    BSN_TRY(BSN_NEW(film->ctx, film->frames * shapes, &m->use));
    for (size_t f = 0; f < film->frames; f++) {
        bsn_film_paint(film, f);
        for (size_t i = 0; i < shapes; i++)
            if (is_seen(&film->scene.shape[i]))
                m->use[f * shapes + i] = look_of(m, &film->scene.shape[i]);
    }
    return m->status;
}

/* Is a shape the same from the first frame to the last? */
static bool stands(const struct movie *m, size_t i)
{
    const size_t shapes = m->film->scene.shapes;

    for (size_t f = 1; f < m->film->frames; f++)
        if (m->use[f * shapes + i] != m->use[i])
            return false;
    return true;
}

/* -------------------------------------------------------------------------------- styles ---- */

/* Shown for a share of the time; percents are written without a locale's comma. */
static void write_keys(const struct movie *m, char name, size_t shown)
{
    const size_t share = (100000 * shown + time_of(m) / 2) / time_of(m);

    bsn_pen_svg_raw(m->pen,
                    "@keyframes %c{0%%{visibility:visible}%zu.%03zu%%{visibility:hidden}}\n", name,
                    share / 1000, share % 1000);
}

/* Delays are of the past, so that the first round is like all others. */
static void write_style(const struct movie *m)
{
    const size_t all = time_of(m), last = m->film->frames - 1;

    bsn_pen_svg_raw(m->pen,
                    "<desc>%zu frames, %zu ms</desc>\n<style>\n"
                    ".f{visibility:hidden;animation:f %zums steps(1) infinite}\n"
                    ".f%zu{visibility:visible;animation-name:l}\n",
                    m->film->frames, all, all, last);
    write_keys(m, 'f', FRAME_TIME);
    write_keys(m, 'l', HOLD_TIME);
    for (size_t f = 0; f <= last; f++)
        bsn_pen_svg_raw(m->pen, ".f%zu{animation-delay:-%zums}\n", f, all - FRAME_TIME * f);
    bsn_pen_svg_raw(m->pen, "@media (prefers-reduced-motion:reduce){.f{animation:none}}\n"
                            "</style>\n");
}

static void write_looks(const struct movie *m)
{
    struct bsn_frame origin = m->frame;

    origin.left = origin.top = 0;
    bsn_pen_svg_raw(m->pen, "<defs>\n");
    for (size_t i = 0; i < m->looks; i++) {
        bsn_pen_svg_raw(m->pen, "<g id=\"s%zu\">", i);
        bsn_render_shape(&m->film->scene, &origin, m->pen, &m->look[i]);
        bsn_pen_svg_raw(m->pen, "</g>\n");
    }
    bsn_pen_svg_raw(m->pen, "</defs>\n");
}

/* -------------------------------------------------------------------------------- frames ---- */

static void open_frame(const struct movie *m, size_t f, const char *what)
{
    bsn_pen_svg_raw(m->pen, "<g class=\"f f%zu %s\">\n", f, what);
}

static void write_use(const struct movie *m, size_t f, size_t i)
{
    const struct bsn_shape *const s = &m->film->scene.shape[i];
    const uint32_t look = m->use[f * m->film->scene.shapes + i];

    if (look)
        bsn_pen_svg_use(m->pen, look - 1, m->frame.left + s->x * m->frame.unit,
                        m->frame.top + s->y * m->frame.unit);
}

/* Shapes `from` to `to` - 1, which are of one kind: what stands, then what comes and goes. */
static void write_layer(const struct movie *m, size_t from, size_t to)
{
    size_t moving = 0;

    for (size_t i = from; i < to; i++) {
        moving += !stands(m, i);
        if (stands(m, i))
            write_use(m, 0, i);
    }
    for (size_t f = 0; moving > 0 && f < m->film->frames; f++) {
        open_frame(m, f, "shapes");
        for (size_t i = from; i < to; i++)
            if (!stands(m, i))
                write_use(m, f, i);
        bsn_pen_svg_raw(m->pen, "</g>\n");
    }
}

static void write_scene(const struct movie *m)
{
    const struct bsn_scene *const scene = &m->film->scene;

    for (size_t from = 0, to; from < scene->shapes; from = to) {
        for (to = from; to < scene->shapes && scene->shape[to].kind == scene->shape[from].kind;)
            to++;
        write_layer(m, from, to);
    }
}

/* --------------------------------------------------------------------------------- words ---- */

static void words(const struct movie *m, double y, double size, bool bold, const char *text)
{
    const double room = WIDTH - 2 * MARGIN, wide = bsn_words_width(text, size, bold);
    const struct bsn_words_style style = { .color = 0x1c1c1c, .halo = BSN_NO_COLOR,
                                           .size = wide > room ? size * room / wide : size,
                                           .align = -1, .bold = bold };

    m->pen->kind->words(m->pen, &style, MARGIN, y, text);
}

/* "step 12: 3 constraints broken, energy -836.9", of the particle that is shown. */
static void write_words(const struct movie *m, size_t f)
{
    const struct bsn_record *const r = &m->film->record;
    const size_t moment = m->film->moment[f], at = moment * r->particles + m->film->best[moment];
    const unsigned long long broken = r->violated[at];
    char text[160], energy[48] = "";

    if (isfinite(r->energy[at]))
        snprintf(energy, sizeof energy, ", energy %.4g", r->energy[at]);
    if (broken)
        snprintf(text, sizeof text, "step %.0f: %llu broken%s", r->step[moment], broken, energy);
    else
        snprintf(text, sizeof text, "step %.0f: nothing broken%s", r->step[moment], energy);
    words(m, 66, WORDS, false, text);
}

/* --------------------------------------------------------------------------------- chart ---- */

static double broken_at(const struct movie *m, size_t moment, size_t particle)
{
    return (double)m->film->record.violated[moment * m->film->record.particles + particle];
}

static void add_curve(struct movie *m, enum bsn_tone tone, const size_t *of, size_t particle)
{
    const struct bsn_record *const r = &m->film->record;

    for (size_t k = 1; k < r->moments; k++)
        bsn_scene_line(&m->chart, tone, bsn_axes_x(&m->axes, r->step[k - 1]),
                       bsn_axes_y(&m->axes, broken_at(m, k - 1, of ? of[k - 1] : particle)),
                       bsn_axes_x(&m->axes, r->step[k]),
                       bsn_axes_y(&m->axes, broken_at(m, k, of ? of[k] : particle)));
}

/* What every particle breaks, in grey; and the one that is shown. */
static basin_status make_chart(struct movie *m)
{
    const struct bsn_record *const r = &m->film->record;
    double most = 1;

    bsn_scene_begin(m->film->ctx, &m->chart);
    m->chart.width = (float)((WIDTH - 2 * MARGIN) / CHART_UNIT);
    m->chart.height = (float)CHART_HEIGHT;
    for (size_t i = 0; i < r->moments * r->particles; i++)
        most = fmax(most, (double)r->violated[i]);
    m->axes = (struct bsn_axes){ .left = 0.7, .top = 0.55, .width = m->chart.width - 1.0,
                                 .height = CHART_HEIGHT - 1.55,
                                 .low = { r->step[0], 0 },
                                 .high = { fmax(r->step[r->moments - 1], r->step[0] + 1), most },
                                 .name = { "steps", "constraints broken" } };
    bsn_axes_add(&m->axes, &m->chart);
    for (size_t p = 0; p < r->particles; p++)
        add_curve(m, BSN_TONE_FAINT, NULL, p);
    add_curve(m, BSN_TONE_MARK, m->film->best, 0);
    return m->chart.status;
}

/* Where on the chart a frame is. */
static void write_place(const struct movie *m, const struct bsn_frame *at, size_t f)
{
    const size_t moment = m->film->moment[f];
    const struct bsn_stroke stroke = { .fill = 0xc8201a, .line = 0xffffff, .width = 2 };
    const double x = bsn_axes_x(&m->axes, m->film->record.step[moment]);
    const double y = bsn_axes_y(&m->axes, broken_at(m, moment, m->film->best[moment]));

    m->pen->kind->disc(m->pen, &stroke, at->left + at->unit * x, at->top + at->unit * y, 8);
}

/* ----------------------------------------------------------------------------- all of it ---- */

static void measure(struct movie *m)
{
    const struct bsn_scene *const scene = &m->film->scene;
    const double room = WIDTH - 2 * MARGIN;
    const double unit = fmin(room / scene->width, TALLEST / scene->height);

    m->frame = (struct bsn_frame){ .unit = unit, .width = WIDTH, .top = TOP,
                                   .left = MARGIN + (room - unit * scene->width) / 2 };
    m->height = ceil(TOP + unit * scene->height + CHART_GAP + CHART_UNIT * CHART_HEIGHT + MARGIN);
}

static void write_all(const struct movie *m, const char *title)
{
    const struct bsn_frame chart = { .unit = CHART_UNIT, .width = WIDTH, .left = MARGIN,
                                     .top = m->height - MARGIN - CHART_UNIT * CHART_HEIGHT };

    write_style(m);
    write_looks(m);
    words(m, 34, TITLE, true, title);
    write_scene(m);
    bsn_render(&m->chart, &chart, m->pen);
    for (size_t f = 0; f < m->film->frames; f++) {
        open_frame(m, f, "words");
        write_words(m, f);
        write_place(m, &chart, f);
        bsn_pen_svg_raw(m->pen, "</g>\n");
    }
}

basin_status basin_film_svg(basin_ctx *ctx, const char *path, const char *title, char **text)
{
    BSN_NEED(ctx, path && text);
    struct bsn_film film;
    struct bsn_pen pen;
    struct movie m = { .film = &film, .pen = &pen };
    basin_status status;

    BSN_TRY(bsn_film_open(ctx, path, FRAMES, &film));
    BSN_TRY_OUT(find_looks(&m));
    BSN_TRY_OUT(make_chart(&m));
    measure(&m);
    title = title ? title : film.record.name;
    bsn_pen_svg(ctx, WIDTH, m.height, title, &pen);
    write_all(&m, title);
    status = bsn_pen_svg_end(&pen, text);
out:
    bsn_scene_clear(&m.chart);
    bsn_free(ctx, m.look);
    bsn_free(ctx, m.use);
    bsn_film_clear(&film);
    return status;
}
