/* landscape.c - the energy of one edge and of two edges of a graph, at several noise levels.
 *
 * A vertex moves from colour 1 to colour 2, to colour 3 and so on; between two colours its entries
 * are interpolated. Above, one edge whose other end has colour 1: a curve for each level. Below,
 * two edges A - B - C with A of colour 1: a map over the colours of B and C for each level.
 * Energies of different levels have nothing to do with each other: each has its own scale.
 */
#include "domain/chart.h"
#include "domain/color/color_draw.h"
#include "domain/color/probe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAPS 5
#define FINE 40            /* steps from colour to colour of a curve */
#define MAP_SIDE 36        /* steps of a map from its first colour to its last, or somewhat less */
#define SHADES 32
#define WIDTH 18.0
#define CURVES_HEIGHT 4.6
#define MAP_GAP 0.55
#define COLORS_MOST 8     /* that a curve can show */

static const uint32_t levels[MAPS] = { 50, 35, 30, 25, 5 };  /* the paper's, of 100 */

/* Entries of a vertex that is at `place` on its way through the colours, from 0 to colours - 1. */
static void entries_at(double place, uint32_t colors, float *y)
{
    const uint32_t from = place >= colors - 1 ? colors - 2 : (uint32_t)place;
    const float part = (float)(place - from);

    memset(y, 0, colors * sizeof *y);
    y[from] = 1 - part;
    y[from + 1] = part;
}

/* Steps from colour to colour of a map. */
static uint32_t coarse(uint32_t colors)
{
    return MAP_SIDE / (colors - 1);
}

static uint32_t level_of(const basin_model *model, uint32_t t)
{
    const uint32_t scaled = t * model->schedule.levels / 100;

    return scaled > 0 ? scaled : 1;
}

/* Energies of all places of the vertices after the first, `fine` of them from colour to colour,
 * brought to 0 .. 1; low and high are what they were. */
static basin_status sample(basin_ctx *ctx, const struct bsn_probe *probe, uint32_t fine,
                           double *energy, double *low, double *high)
{
    const uint32_t k = probe->colors, side = (k - 1) * fine + 1, v = probe->vertices;
    const size_t points = v == 3 ? (size_t)side * side : side;
    float *y;

    BSN_TRY(BSN_NEW(ctx, points * v * k, &y));
    for (size_t i = 0; i < points; i++) {
        float *const at = y + i * v * k;
        entries_at(0, k, at);
        entries_at((double)(i % side) / fine, k, at + k);
        if (v == 3)
            entries_at((double)(i / side) / fine, k, at + 2 * k);
    }
    const basin_status status = bsn_color_probe(ctx, probe, points, y, energy);
    bsn_free(ctx, y);
    if (status != BASIN_STATUS_OK)
        return status;
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < points; i++) {
        *low = fmin(*low, energy[i]);
        *high = fmax(*high, energy[i]);
    }
    for (size_t i = 0; i < points; i++)
        energy[i] = *high > *low ? (energy[i] - *low) / (*high - *low) : 0;
    return BASIN_STATUS_OK;
}

static void add_curve(const struct bsn_axes *axes, uint32_t k, uint8_t tone, const double *energy,
                      struct bsn_scene *scene)
{
    const uint32_t side = (k - 1) * FINE + 1;

    for (uint32_t i = 1; i < side; i++)
        bsn_scene_line(scene, tone, bsn_axes_x(axes, 1 + (i - 1.0) / FINE),
                       bsn_axes_y(axes, energy[i - 1]), bsn_axes_x(axes, 1 + (double)i / FINE),
                       bsn_axes_y(axes, energy[i]));
}

/* Its level in discs along a curve, at other places for each, and beside the chart: curves can be
 * told apart without their colours. */
static void add_marks(const struct bsn_axes *axes, uint32_t k, uint32_t number, uint32_t t,
                      const double *energy, struct bsn_scene *scene)
{
    const uint32_t side = (k - 1) * FINE + 1;
    const uint8_t tone = bsn_tone_curve(number);
    const double right = axes->left + axes->width + 0.4, beside = axes->top + 0.4 + 0.55 * number;
    char text[24];

    snprintf(text, sizeof text, "%u", t);
    for (uint32_t i = FINE / 8 + number * FINE / 5; i < side; i += FINE) {
        const double x = bsn_axes_x(axes, 1 + (double)i / FINE), y = bsn_axes_y(axes, energy[i]);
        bsn_scene_disc(scene, tone, x, y, 0.4);
        bsn_scene_text(scene, tone, x, y, 0.34, 0.2, text);
    }
    bsn_scene_line(scene, tone, right, beside, right + 0.6, beside);
    snprintf(text, sizeof text, "t = %u", t);
    bsn_scene_label(scene, BSN_TONE_MUTED, -1, right + 0.75, beside, 0.27, text);
}

static basin_status add_curves(basin_ctx *ctx, struct bsn_probe *probe, double *energy,
                               struct bsn_scene *scene)
{
    const struct bsn_axes axes = { .left = 1, .top = 1.2, .width = WIDTH - 3.2,
                                   .height = CURVES_HEIGHT - 1.3, .low = { 1, 0 },
                                   .high = { probe->colors, 1.05 },
                                   .name = { "colour of B", "energy, scaled" } };
    const size_t side = (probe->colors - 1) * FINE + 1;
    double low, high;

    bsn_scene_label(scene, BSN_TONE_INK, -1, 0, 0.25, 0.3, "One edge: A\xe2\x80\x93""B");
    bsn_axes_add(&axes, scene);
    for (uint32_t i = 0; i < MAPS; i++) {
        probe->t = level_of(probe->model, levels[i]);
        BSN_TRY(sample(ctx, probe, FINE, energy + i * side, &low, &high));
        add_curve(&axes, probe->colors, bsn_tone_curve(i), energy + i * side, scene);
    }
    for (uint32_t i = 0; i < MAPS; i++)
        add_marks(&axes, probe->colors, i, level_of(probe->model, levels[i]), energy + i * side,
                  scene);
    return scene->status;
}

/* Energies in as many shades as the eye tells apart. */
static int shade(double energy)
{
    return (int)lround(energy * SHADES);
}

/* Cells of one shade, those beside each other as one rectangle. */
static void add_shade(uint32_t side, double left, double top, double step, const double *energy,
                      int wanted, struct bsn_scene *scene)
{
    for (size_t i = 0, next; i < (size_t)side * side; i = next) {
        next = i + 1;
        if (shade(energy[i]) != wanted)
            continue;
        while (next % side != 0 && shade(energy[next]) == wanted)
            next++;
        bsn_scene_rect(scene, BSN_TONE_NONE, left + step * (double)(i % side),
                       top + step * (double)(side - 1 - i / side), step * (double)(next - i), step);
        if (scene->status == BASIN_STATUS_OK)
            scene->shape[scene->shapes - 1].heat = (float)wanted / SHADES;
    }
}

/* Shade by shade, so that the shapes of one colour follow each other. */
static void add_map(uint32_t k, double left, double top, double size, const double *energy,
                    struct bsn_scene *scene)
{
    const uint32_t side = (k - 1) * coarse(k) + 1;
    const double step = size / side;
    char text[24];

    for (int i = 0; i <= SHADES; i++)
        add_shade(side, left, top, step, energy, i, scene);
    for (uint32_t c = 0; c < k; c++) {
        const double at = step * (c * coarse(k) + 0.5);
        snprintf(text, sizeof text, "%u", c + 1);
        bsn_scene_text(scene, BSN_TONE_MUTED, left + at, top + size + 0.25, 0.6, 0.25, text);
        bsn_scene_text(scene, BSN_TONE_MUTED, left - 0.22, top + size - at, 0.4, 0.25, text);
    }
}

static basin_status add_maps(basin_ctx *ctx, struct bsn_probe *probe, double *energy,
                             struct bsn_scene *scene)
{
    const double size = (WIDTH - MAPS * MAP_GAP - 0.1) / MAPS, top = CURVES_HEIGHT + 2.6;
    double low, high;
    char text[24];

    bsn_scene_label(scene, BSN_TONE_INK, -1, 0, top - 1.0, 0.3,
                    "Two edges: A\xe2\x80\x93""B\xe2\x80\x93""C");
    bsn_scene_label(scene, BSN_TONE_MUTED, -1, 4, top - 1.0, 0.27, "colours: B across, C up");
    for (size_t i = 0; i < MAPS; i++) {
        const double left = MAP_GAP + (double)i * (size + MAP_GAP), middle = left + size / 2;
        probe->t = level_of(probe->model, levels[i]);
        BSN_TRY(sample(ctx, probe, coarse(probe->colors), energy, &low, &high));
        add_map(probe->colors, left, top, size, energy, scene);
        snprintf(text, sizeof text, "t = %u", probe->t);
        bsn_scene_text(scene, BSN_TONE_MUTED, middle, top - 0.28, size, 0.27, text);
        snprintf(text, sizeof text, "%.3g to %.3g", low, high);
        bsn_scene_text(scene, BSN_TONE_MUTED, middle, top + size + 0.65, size, 0.25, text);
    }
    scene->height = (float)(top + size + 0.9);
    return scene->status;
}

basin_status bsn_color_landscape(basin_ctx *ctx, const basin_model *model, uint32_t colors,
                                 enum basin_method method, struct bsn_scene *scene)
{
    const size_t curves = MAPS * ((colors - 1) * FINE + 1), map = (MAP_SIDE + 1) * (MAP_SIDE + 1);
    struct bsn_probe probe = { .model = model, .method = method, .vertices = 2,
                               .colors = colors };
    double *energy;

    if (colors < 2 || colors > COLORS_MOST)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a landscape shows 2 to %d colours, not %u",
                        COLORS_MOST, colors);
    BSN_TRY(BSN_NEW(ctx, curves > map ? curves : map, &energy));
    scene->width = WIDTH;
    snprintf(scene->heat_name, sizeof scene->heat_name, "%s",
             "energy, of each map from lowest to highest");
    basin_status status = add_curves(ctx, &probe, energy, scene);
    probe.vertices = 3;
    if (status == BASIN_STATUS_OK)
        status = add_maps(ctx, &probe, energy, scene);
    bsn_free(ctx, energy);
    return status;
}
