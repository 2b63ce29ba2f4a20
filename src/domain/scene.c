/* scene.c - lists of shapes. */
#include "domain/scene.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void bsn_scene_begin(basin_ctx *ctx, struct bsn_scene *scene)
{
    *scene = (struct bsn_scene){ .ctx = ctx, .low = NAN, .high = NAN };
}

void bsn_scene_clear(struct bsn_scene *scene)
{
    bsn_free(scene->ctx, scene->shape);
    scene->shape = NULL;
    scene->shapes = scene->capacity = 0;
}

static struct bsn_shape *add(struct bsn_scene *scene, enum bsn_shape_kind kind, enum bsn_tone tone)
{
    if (scene->status == BASIN_STATUS_OK && scene->shapes == BSN_SCENE_SHAPES)
        scene->status = bsn_fail(scene->ctx, BASIN_STATUS_TOO_BIG,
                                 "too large for a picture: more than %zu shapes", BSN_SCENE_SHAPES);
    if (scene->status == BASIN_STATUS_OK)
        scene->status = BSN_GROW(scene->ctx, &scene->shape, &scene->capacity, scene->shapes + 1);
    if (scene->status != BASIN_STATUS_OK)
        return NULL;
    struct bsn_shape *const shape = &scene->shape[scene->shapes++];
    *shape = (struct bsn_shape){ .kind = (uint8_t)kind, .tone = (uint8_t)tone, .heat = NAN };
    return shape;
}

static void place(struct bsn_shape *shape, double x, double y, double w, double h)
{
    if (!shape)
        return;
    shape->x = (float)x;
    shape->y = (float)y;
    shape->w = (float)w;
    shape->h = (float)h;
}

void bsn_scene_rect(struct bsn_scene *scene, enum bsn_tone tone, double x, double y, double w,
                    double h)
{
    place(add(scene, BSN_SHAPE_RECT, tone), x, y, w, h);
}

void bsn_scene_disc(struct bsn_scene *scene, enum bsn_tone tone, double x, double y, double size)
{
    place(add(scene, BSN_SHAPE_DISC, tone), x, y, size, size);
}

void bsn_scene_line(struct bsn_scene *scene, enum bsn_tone tone, double x, double y, double to_x,
                    double to_y)
{
    place(add(scene, BSN_SHAPE_LINE, tone), x, y, to_x - x, to_y - y);
}

void bsn_scene_text(struct bsn_scene *scene, enum bsn_tone tone, double x, double y, double room,
                    double height, const char *text)
{
    struct bsn_shape *const shape = add(scene, BSN_SHAPE_TEXT, tone);

    place(shape, x, y, room, height);
    if (shape)
        bsn_shape_say(shape, "%s", text);
}

void bsn_scene_label(struct bsn_scene *scene, enum bsn_tone tone, int align, double x, double y,
                     double height, const char *text)
{
    bsn_scene_text(scene, tone, x, y, 0, height, text);
    if (scene->status == BASIN_STATUS_OK)
        scene->shape[scene->shapes - 1].align = (int8_t)align;
}

void bsn_shape_say(struct bsn_shape *shape, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int length = vsnprintf(shape->text, sizeof shape->text, format, args);
    va_end(args);
    if (length < (int)sizeof shape->text)
        return;
    size_t end = sizeof shape->text - 1;  /* a character that was cut in two goes altogether */
    size_t lead = end - 1;
    while (lead > 0 && (shape->text[lead] & 0xC0) == 0x80)
        lead--;
    const unsigned char first = (unsigned char)shape->text[lead];
    const size_t needs = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (lead + needs > end)
        end = lead;
    shape->text[end] = 0;
}

uint8_t bsn_tone_curve(uint32_t c)
{
    static const uint8_t strong[] = { 0, 1, 2, 4, 5, 7, 9, 6, 11 };

    return bsn_tone_class(strong[c % sizeof strong]);
}

bool bsn_scene_range(const struct bsn_scene *scene, double *low, double *high)
{
    bool any = false;

    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < scene->shapes; i++) {
        const double heat = scene->shape[i].heat;
        if (!isfinite(heat))
            continue;
        any = true;
        *low = heat < *low ? heat : *low;
        *high = heat > *high ? heat : *high;
    }
    if (!any)
        return false;
    *low = isnan(scene->low) ? *low : scene->low;
    *high = isnan(scene->high) ? *high : scene->high;
    *high = *high < *low + 1 && isnan(scene->high) ? *low + 1 : *high;
    return true;
}
