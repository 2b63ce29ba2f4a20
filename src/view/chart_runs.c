/* chart_runs.c - charts of many instances' runs, a curve for each file: how many were solved within
 * which time (a cactus plot), and how the time grows with the instance. */
#include "base/file.h"
#include "domain/chart.h"
#include "format/run_lines.h"
#include "view/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 13.0
#define HEIGHT 6.5       /* or more, where the legend is longer */
#define LEGEND 3.9       /* its width, right of the axes, */
#define ROW 0.85         /* and the height of each of its rows */
#define SIZE 0.3
#define LEAST 1e-6       /* seconds that can be told from none */

/* One file: its solved runs in front, in the order in which the curve goes. */
struct curve {
    char name[BSN_SHAPE_TEXT_CHARS];
    struct bsn_run_lines runs;
    size_t solved;
    double end[2];  /* where its number stands */
};

struct chart {
    const char *path; /* of the first file */
    bool growth;  /* time over size; else instances over time */
    size_t curves;
    struct curve *curve;
    struct bsn_axes axes;
};

/* ----------------------------------------------------------------------------- the files ---- */

/* The file's name without its folders and its ending. */
static void name_curve(const char *path, struct curve *curve)
{
    const char *const slash = strrchr(path, '/'), *const base = slash ? slash + 1 : path;
    const char *const dot = strrchr(base, '.');
    struct bsn_shape text;

    bsn_shape_say(&text, "%.*s", dot && dot > base ? (int)(dot - base) : (int)strlen(base),
                  strcmp(path, "-") == 0 ? "standard input" : base);
    memcpy(curve->name, text.text, sizeof curve->name);
}

static int by_seconds(const void *a, const void *b)
{
    const struct bsn_run_line *const x = a, *const y = b;

    if (x->solved != y->solved)
        return y->solved - x->solved;
    return (x->seconds > y->seconds) - (x->seconds < y->seconds);
}

static int by_size(const void *a, const void *b)
{
    const struct bsn_run_line *const x = a, *const y = b;

    if (x->solved != y->solved || x->searched == y->searched)
        return by_seconds(a, b);
    return (x->searched > y->searched) - (x->searched < y->searched);
}

static basin_status read_curve(basin_ctx *ctx, const char *path, bool growth, struct curve *curve)
{
    name_curve(path, curve);
    BSN_TRY(bsn_run_lines_read(ctx, path, &curve->runs));
    qsort(curve->runs.line, curve->runs.count, sizeof *curve->runs.line,
          growth ? by_size : by_seconds);
    while (curve->solved < curve->runs.count && curve->runs.line[curve->solved].solved) {
        struct bsn_run_line *const run = &curve->runs.line[curve->solved++];
        run->seconds = fmax(run->seconds, LEAST);
        if (growth && !(run->searched >= 1))
            return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s: a solved run without \"searched\", how "
                            "many values there were", path);
    }
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------ the axes ---- */

static void reach(struct bsn_axes *axes, int axis, double value)
{
    axes->low[axis] = fmin(axes->low[axis], value);
    axes->high[axis] = fmax(axes->high[axis], value);
}

/* False when no run was solved. */
static bool find_reach(struct chart *chart)
{
    struct bsn_axes *const axes = &chart->axes;
    bool any = false;

    for (int axis = 0; axis < 2; axis++) {
        axes->low[axis] = INFINITY;
        axes->high[axis] = -INFINITY;
    }
    for (size_t c = 0; c < chart->curves; c++)
        for (size_t i = 0; i < chart->curve[c].solved; i++) {
            const struct bsn_run_line *const run = &chart->curve[c].runs.line[i];
            reach(axes, 0, chart->growth ? run->searched : run->seconds);
            reach(axes, 1, chart->growth ? run->seconds : (double)(i + 1));
            any = true;
        }
    return any;
}

static void set_axes(struct chart *chart)
{
    struct bsn_axes *const axes = &chart->axes;

    axes->decades[0] = true;
    axes->decades[1] = chart->growth;
    axes->whole_y = !chart->growth;
    for (int axis = 0; axis < 2; axis++)
        if (axes->decades[axis]) {  /* some room on either side, and not a point alone */
            axes->low[axis] *= axes->low[axis] < axes->high[axis] ? 0.8 : 0.3;
            axes->high[axis] *= axes->low[axis] * 1.5 < axes->high[axis] ? 1.25 : 3;
        } else {
            axes->low[axis] = 0;
            axes->high[axis] = fmax(axes->high[axis] * 1.04, 1);
        }
    axes->name[0] = chart->growth ? "values searched for" : "seconds";
    axes->name[1] = chart->growth ? "seconds until solved" : "instances solved";
}

/* ---------------------------------------------------------------------------- the curves ---- */

/* Would the number of curve c stand on that of one before it? */
static bool is_taken(const struct chart *chart, size_t c)
{
    for (size_t i = 0; i < c; i++)
        if (chart->curve[i].solved > 0 &&
            fabs(chart->curve[i].end[0] - chart->curve[c].end[0]) < 0.9 * SIZE &&
            fabs(chart->curve[i].end[1] - chart->curve[c].end[1]) < SIZE)
            return true;
    return false;
}

/* The curve's number at its end, lower where another one stands there. */
static void add_number(const struct chart *chart, size_t c, double x, double y,
                       struct bsn_scene *scene)
{
    double *const end = chart->curve[c].end;
    char text[24];

    end[0] = bsn_axes_x(&chart->axes, x) + 0.12;
    end[1] = bsn_axes_y(&chart->axes, y);
    while (is_taken(chart, c))
        end[1] += SIZE;
    snprintf(text, sizeof text, "%zu", c + 1);
    bsn_scene_label(scene, BSN_TONE_INK, -1, end[0], end[1], SIZE, text);
}

/* Steps: up by one at the time of each instance. */
static void add_steps(const struct chart *chart, size_t c, struct bsn_scene *scene)
{
    const struct curve *const curve = &chart->curve[c];
    const struct bsn_run_line *const run = curve->runs.line;
    const enum bsn_tone tone = bsn_tone_curve((uint32_t)c);

    for (size_t i = 0; i < curve->solved; i++) {
        const double x = bsn_axes_x(&chart->axes, run[i].seconds);
        const double y = bsn_axes_y(&chart->axes, (double)(i + 1));
        bsn_scene_line(scene, tone, x, bsn_axes_y(&chart->axes, (double)i), x, y);
        if (i + 1 < curve->solved)
            bsn_scene_line(scene, tone, x, y, bsn_axes_x(&chart->axes, run[i + 1].seconds), y);
    }
    if (curve->solved > 0)
        add_number(chart, c, run[curve->solved - 1].seconds, (double)curve->solved, scene);
}

/* A disc for each instance, and a line through the medians of each size. */
static void add_medians(const struct chart *chart, size_t c, struct bsn_scene *scene)
{
    const struct curve *const curve = &chart->curve[c];
    const struct bsn_run_line *const run = curve->runs.line, *last = NULL;
    const enum bsn_tone tone = bsn_tone_curve((uint32_t)c);
    const struct bsn_axes *const axes = &chart->axes;

    for (size_t i = 0, end; i < curve->solved; i = end) {
        for (end = i; end < curve->solved && run[end].searched == run[i].searched; end++)
            bsn_scene_disc(scene, tone, bsn_axes_x(axes, run[end].searched),
                           bsn_axes_y(axes, run[end].seconds), 0.14);
        const struct bsn_run_line *const middle = &run[(i + end - 1) / 2];
        if (last)
            bsn_scene_line(scene, tone, bsn_axes_x(axes, last->searched),
                           bsn_axes_y(axes, last->seconds), bsn_axes_x(axes, middle->searched),
                           bsn_axes_y(axes, middle->seconds));
        last = middle;
    }
    if (last)
        add_number(chart, c, last->searched, last->seconds, scene);
}

static void add_legend(const struct chart *chart, size_t c, struct bsn_scene *scene)
{
    const struct curve *const curve = &chart->curve[c];
    const double x = WIDTH - LEGEND, y = chart->axes.top + ROW * ((double)c + 0.3);
    char text[48];

    snprintf(text, sizeof text, "%zu", c + 1);
    bsn_scene_label(scene, BSN_TONE_INK, 1, x, y, SIZE, text);
    bsn_scene_line(scene, bsn_tone_curve((uint32_t)c), x + 0.12, y, x + 0.55, y);
    bsn_scene_label(scene, BSN_TONE_INK, -1, x + 0.7, y, SIZE, curve->name);
    snprintf(text, sizeof text, "%zu of %zu solved", curve->solved, curve->runs.count);
    bsn_scene_label(scene, BSN_TONE_MUTED, -1, x + 0.7, y + 0.35, SIZE, text);
}

static basin_status lay(basin_ctx *ctx, struct chart *chart, struct bsn_scene *scene)
{
    if (!find_reach(chart))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s: no run in %s was solved",
                        bsn_file_label(chart->path),
                        chart->curves == 1 ? "it" : "it or the files behind it");
    scene->width = WIDTH;
    scene->height = (float)fmax(HEIGHT, 1 + ROW * (double)chart->curves);
    chart->axes.left = 1.6;
    chart->axes.top = 0.6;
    chart->axes.width = WIDTH - LEGEND - 2.5;
    chart->axes.height = scene->height - 1.6;
    set_axes(chart);
    bsn_axes_add(&chart->axes, scene);
    for (size_t c = 0; c < chart->curves; c++) {
        (chart->growth ? add_medians : add_steps)(chart, c, scene);
        add_legend(chart, c, scene);
    }
    return scene->status;
}

/* --------------------------------------------------------------------------- the picture ---- */

static basin_status draw_chart(basin_ctx *ctx, const char *const *path, size_t count, bool growth,
                               basin_picture **out)
{
    BSN_NEED(ctx, path && out);
    if (count == 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a chart needs a file of runs");
    struct chart chart = { .path = path[0], .growth = growth };
    basin_picture *picture = NULL;
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, count, &chart.curve));
    for (; chart.curves < count; chart.curves++) {
        const char *const name = path[chart.curves];
        BSN_TRY_OUT(name ? read_curve(ctx, name, growth, &chart.curve[chart.curves])
                         : bsn_missing(ctx, "path"));
    }
    BSN_TRY_OUT(BSN_NEW(ctx, 1, &picture));
    bsn_scene_begin(ctx, &picture->scene);
    basin_picture_title(picture, growth ? "Time to solve by size" : "Instances solved by time");
    BSN_TRY_OUT(lay(ctx, &chart, &picture->scene));
    *out = picture;
    picture = NULL;
out:
    basin_picture_free(ctx, picture);
    for (size_t c = 0; chart.curve && c < count; c++)
        bsn_run_lines_clear(ctx, &chart.curve[c].runs);
    bsn_free(ctx, chart.curve);
    return status;
}

basin_status basin_picture_cactus(basin_ctx *ctx, const char *const *path, size_t count,
                                  basin_picture **out)
{
    return draw_chart(ctx, path, count, false, out);
}

basin_status basin_picture_growth(basin_ctx *ctx, const char *const *path, size_t count,
                                  basin_picture **out)
{
    return draw_chart(ctx, path, count, true, out);
}
