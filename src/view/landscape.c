/* landscape.c - the energy of one edge and of two edges of a graph, at several noise levels.
 *
 * A vertex moves from colour 1 to colour 2, to colour 3 and so on; between two colours its entries
 * are interpolated. Above, one edge whose other end has colour 1: a curve for each level. Below, two
 * edges A - B - C with A of colour 1: a map over the colours of B and C for each level. Energies of
 * different levels have nothing to do with each other: each curve and each map has its own scale.
 */
#include "domain/color/probe.h"
#include "view/chart.h"
#include "view/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAPS 5
#define FINE 16            /* steps from colour to colour of a curve */
#define COARSE 8           /* and of a map */
#define WIDTH 18.0
#define CURVES_HEIGHT 4.6
#define MAP_GAP 0.55
#define COLOURS_MOST 8     /* that a curve can show */

static const uint32_t levels[MAPS] = { 50, 35, 30, 25, 5 };  /* the paper's, of 100 */

/* Entries of a vertex that is at `place` on its way through the colours, from 0 to colours - 1. */
static void entries_at(double place, uint32_t colours, float *y)
{
    const uint32_t from = place >= colours - 1 ? colours - 2 : (uint32_t)place;
    const float part = (float)(place - from);

    memset(y, 0, colours * sizeof *y);
    y[from] = 1 - part;
    y[from + 1] = part;
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
    const uint32_t k = probe->colours, side = (k - 1) * fine + 1, v = probe->vertices;
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

static void add_curve(const struct bsn_axes *axes, uint32_t k, size_t number, uint32_t t,
                      const double *energy, struct bsn_scene *scene)
{
    const uint32_t side = (k - 1) * FINE + 1;
    const double right = axes->left + axes->width + 0.3, y = axes->top + 0.5 + 0.75 * (double)number;
    char text[24];

    for (uint32_t i = 1; i < side; i++)
        bsn_scene_line(scene, bsn_tone_class((uint32_t)number),
                       bsn_axes_x(axes, 1 + (i - 1.0) / FINE), bsn_axes_y(axes, energy[i - 1]),
                       bsn_axes_x(axes, 1 + (double)i / FINE), bsn_axes_y(axes, energy[i]));
    /* Marks along the curve, at other places for each: to be told apart without colours. */
    snprintf(text, sizeof text, "%u", t);
    for (uint32_t i = 2 + 3 * (uint32_t)number; i < side; i += FINE) {
        const double x = bsn_axes_x(axes, 1 + (double)i / FINE), at = bsn_axes_y(axes, energy[i]);
        bsn_scene_disc(scene, bsn_tone_class((uint32_t)number), x, at, 0.42);
        bsn_scene_text(scene, bsn_tone_class((uint32_t)number), x, at, 0.36, 0.22, text);
    }
    bsn_scene_line(scene, bsn_tone_class((uint32_t)number), right, y, right + 0.7, y);
    snprintf(text, sizeof text, "t = %u", t);
    bsn_scene_text(scene, BSN_TONE_MUTED, right + 1.5, y, 1.4, 0.38, text);
}

static basin_status add_curves(basin_ctx *ctx, struct bsn_probe *probe, double *energy,
                               struct bsn_scene *scene)
{
    const struct bsn_axes axes = { .left = 1.6, .top = 1.5, .width = WIDTH - 4.4,
                                   .height = CURVES_HEIGHT - 1.3, .low = { 1, 0 },
                                   .high = { probe->colours, 1.05 },
                                   .name = { "colour of B", "energy" } };
    double low, high;

    bsn_scene_text(scene, BSN_TONE_INK, 3.8, 0.3, 7.4, 0.42, "One edge, A \xe2\x80\x93 B");
    bsn_axes_add(&axes, scene);
    for (size_t i = 0; i < MAPS; i++) {
        probe->t = level_of(probe->model, levels[i]);
        BSN_TRY(sample(ctx, probe, FINE, energy, &low, &high));
        add_curve(&axes, probe->colours, i, probe->t, energy, scene);
    }
    return scene->status;
}

static void add_map(uint32_t k, double left, double top, double size, const double *energy,
                    struct bsn_scene *scene)
{
    const uint32_t side = (k - 1) * COARSE + 1;
    const double step = size / side;
    char text[24];

    for (size_t i = 0; i < (size_t)side * side; i++) {
        const double up = (double)(side - 1 - i / side);
        bsn_scene_rect(scene, BSN_TONE_NONE, left + step * (double)(i % side), top + step * up,
                       step, step);
        if (scene->status == BASIN_STATUS_OK)
            scene->shape[scene->shapes - 1].heat = (float)energy[i];
    }
    for (uint32_t c = 0; c < k; c++) {
        const double at = step * (c * COARSE + 0.5);
        snprintf(text, sizeof text, "%u", c + 1);
        bsn_scene_text(scene, BSN_TONE_MUTED, left + at, top + size + 0.3, 0.6, 0.3, text);
        bsn_scene_text(scene, BSN_TONE_MUTED, left - 0.25, top + size - at, 0.4, 0.3, text);
    }
}

static basin_status add_maps(basin_ctx *ctx, struct bsn_probe *probe, double *energy,
                             struct bsn_scene *scene)
{
    const double size = (WIDTH - MAPS * MAP_GAP - 0.1) / MAPS, top = CURVES_HEIGHT + 3.6;
    double low, high;
    char text[24];

    bsn_scene_text(scene, BSN_TONE_INK, 3.8, top - 1.2, 7.4, 0.42,
                   "Two edges, A \xe2\x80\x93 B \xe2\x80\x93 C");
    for (size_t i = 0; i < MAPS; i++) {
        const double left = MAP_GAP + (double)i * (size + MAP_GAP), middle = left + size / 2;
        probe->t = level_of(probe->model, levels[i]);
        BSN_TRY(sample(ctx, probe, COARSE, energy, &low, &high));
        add_map(probe->colours, left, top, size, energy, scene);
        snprintf(text, sizeof text, "t = %u", probe->t);
        bsn_scene_text(scene, BSN_TONE_MUTED, middle, top - 0.35, size, 0.38, text);
        snprintf(text, sizeof text, "%.1f to %.1f", low, high);
        bsn_scene_text(scene, BSN_TONE_MUTED, middle, top + size + 0.8, size, 0.3, text);
    }
    scene->height = (float)(top + size + 1.2);
    return scene->status;
}

static basin_status lay(basin_ctx *ctx, const basin_model *model, uint32_t colours,
                        enum basin_method method, struct bsn_scene *scene)
{
    const size_t side = (colours - 1) * FINE + 1;
    struct bsn_probe probe = { .model = model, .method = method, .vertices = 2,
                               .colours = colours };
    double *energy;

    BSN_TRY(BSN_NEW(ctx, side * side, &energy));
    scene->width = WIDTH;
    snprintf(scene->heat_name, sizeof scene->heat_name, "energy, of each map from lowest to highest");
    basin_status status = add_curves(ctx, &probe, energy, scene);
    probe.vertices = 3;
    if (status == BASIN_STATUS_OK)
        status = add_maps(ctx, &probe, energy, scene);
    bsn_free(ctx, energy);
    return status;
}

basin_status basin_picture_landscape(basin_ctx *ctx, const basin_model *model, uint32_t colours,
                                     enum basin_method method, basin_picture **out)
{
    basin_picture *picture;

    if (strcmp(model->domain, "color") != 0)
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "a landscape is of a model of color, not of %s",
                        model->domain);
    if (colours < 2 || colours > COLOURS_MOST)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a landscape shows 2 to %d colours, not %u",
                        COLOURS_MOST, colours);
    BSN_TRY(BSN_NEW(ctx, 1, &picture));
    bsn_scene_begin(ctx, &picture->scene);
    const basin_status status = lay(ctx, model, colours, method, &picture->scene);
    if (status != BASIN_STATUS_OK)
        basin_picture_free(ctx, picture);
    else
        *out = picture;
    return status;
}
