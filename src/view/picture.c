/* picture.c - the public face of pictures. */
#include "view/picture.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "view/apart.h"
#include "view/render.h"
#include "view/tone.h"

#include <stdio.h>
#include <string.h>

#define PNG "cairo, which draws a png,"
#define MANY 20000  /* shapes from which on a png has one pixel for one, to be done in time */

basin_status basin_picture_new(basin_ctx *ctx, const basin_problem *problem, basin_picture **out)
{
    BSN_NEED(ctx, problem && out);
    const struct bsn_drawing *const drawing = bsn_drawing_find(problem->name);
    basin_picture *picture;

    if (!drawing)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has no picture", problem->name);
    BSN_TRY(BSN_NEW(ctx, 1, &picture));
    picture->problem = problem;
    picture->drawing = drawing;
    bsn_scene_begin(ctx, &picture->scene);
    const basin_status status = drawing->lay(ctx, problem->instance, &picture->scene);
    if (status != BASIN_STATUS_OK) {
        basin_picture_free(ctx, picture);
        return status;
    }
    snprintf(picture->scene.heat_name, sizeof picture->scene.heat_name, "energy");
    drawing->paint(problem->instance, NULL, NULL, &picture->scene);
    *out = picture;
    return BASIN_STATUS_OK;
}

basin_status basin_picture_landscape(basin_ctx *ctx, const basin_model *model, uint32_t count,
                                     enum basin_method method, basin_picture **out)
{
    BSN_NEED(ctx, model && out);
    BSN_TRY(bsn_method_check(ctx, method));
    const char *const domain = basin_model_domain(model);
    const struct bsn_drawing *const drawing = bsn_drawing_find(domain);
    basin_picture *picture;

    if (!drawing || !drawing->landscape)
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "a model of %s has no landscape", domain);
    BSN_TRY(BSN_NEW(ctx, 1, &picture));
    bsn_scene_begin(ctx, &picture->scene);
    const basin_status status = drawing->landscape(ctx, model, count, method, &picture->scene);
    if (status != BASIN_STATUS_OK)
        basin_picture_free(ctx, picture);
    else
        *out = picture;
    return status;
}

void basin_picture_free(basin_ctx *ctx, basin_picture *picture)
{
    if (!picture)
        return;
    bsn_scene_clear(&picture->scene);
    bsn_free(ctx, picture);
}

basin_status basin_picture_paint(basin_ctx *ctx, basin_picture *picture, const int32_t *value,
                                 const double *cost)
{
    BSN_NEED(ctx, picture);
    if (!picture->problem)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a chart cannot be painted");
    picture->drawing->paint(picture->problem->instance, value, cost, &picture->scene);
    return BASIN_STATUS_OK;
}

void basin_picture_title(basin_picture *picture, const char *title)
{
    if (picture)
        snprintf(picture->scene.title, sizeof picture->scene.title, "%s", title ? title : "");
}

void basin_picture_scale(basin_picture *picture, double low, double high)
{
    if (!picture)
        return;
    picture->scene.low = low;
    picture->scene.high = high;
}

bool basin_picture_range(const basin_picture *picture, double *low, double *high)
{
    return picture && low && high && bsn_scene_range(&picture->scene, low, high);
}

/* ---------------------------------------------------------------------------------- json ---- */

#define DECIMALS 4

static void write_places(const struct bsn_scene *scene, struct bsn_json *j)
{
    static const char *const kinds[] = { "rect", "disc", "line", "text" };

    bsn_json_open(j, NULL, '{');
    bsn_json_decimal(j, "width", scene->width, DECIMALS);
    bsn_json_decimal(j, "height", scene->height, DECIMALS);
    bsn_json_open(j, "shapes", '[');
    for (size_t i = 0; i < scene->shapes; i++) {
        const struct bsn_shape *const s = &scene->shape[i];
        bsn_json_open(j, NULL, '{');
        bsn_json_text(j, "kind", kinds[s->kind]);
        bsn_json_decimal(j, "x", s->x, DECIMALS);
        bsn_json_decimal(j, "y", s->y, DECIMALS);
        bsn_json_decimal(j, "w", s->w, DECIMALS);
        bsn_json_decimal(j, "h", s->h, DECIMALS);
        bsn_json_close(j, '}');
    }
    bsn_json_close(j, ']');
    bsn_json_close(j, '}');
}

/* The tones of all shapes as one string, chr(48 + tone) each, as UTF-8. */
static void write_tones(const struct bsn_scene *scene, struct bsn_json *j)
{
    struct bsn_text tones = BSN_TEXT_INIT(j->text->ctx);

    for (size_t i = 0; i < scene->shapes; i++) {
        const unsigned code = 48u + scene->shape[i].tone;
        if (code < 0x80)
            bsn_text_add(&tones, "%c", (int)code);
        else
            bsn_text_add(&tones, "%c%c", (int)(0xC0 | code >> 6), (int)(0x80 | (code & 0x3F)));
    }
    if (tones.status == BASIN_STATUS_OK)
        bsn_json_text(j, "tone", tones.chars ? tones.chars : "");
    else
        j->text->status = tones.status;
    bsn_text_clear(&tones);
}

static void write_paint(const struct bsn_scene *scene, struct bsn_json *j)
{
    double low, high;

    bsn_json_open(j, NULL, '{');
    write_tones(scene, j);
    bsn_json_open(j, "text", '[');
    for (size_t i = 0; i < scene->shapes; i++)
        if (scene->shape[i].kind == BSN_SHAPE_TEXT)
            bsn_json_text(j, NULL, scene->shape[i].text);
    bsn_json_close(j, ']');
    if (bsn_scene_range(scene, &low, &high)) {
        bsn_json_open(j, "heat", '[');
        for (size_t i = 0; i < scene->shapes; i++)
            bsn_json_decimal(j, NULL, scene->shape[i].heat, DECIMALS);
        bsn_json_close(j, ']');
    }
    bsn_json_close(j, '}');
}

basin_status basin_picture_json(basin_ctx *ctx, const basin_picture *picture, bool places,
                                char **text)
{
    BSN_NEED(ctx, picture && text);
    struct bsn_text out = BSN_TEXT_INIT(ctx);
    struct bsn_json j = { .text = &out, .tight = true };

    if (places)
        write_places(&picture->scene, &j);
    else
        write_paint(&picture->scene, &j);
    return bsn_text_take(&out, text);
}

void basin_tone_look(unsigned tone, struct basin_tone *look)
{
    if (!look)
        return;
    const struct bsn_look l = bsn_tone_look((uint8_t)tone);
    *look = (struct basin_tone){ .fill = "" };
    snprintf(look->fill, sizeof look->fill, "#%06x", l.fill & 0xffffff);
    snprintf(look->ink, sizeof look->ink, "#%06x", l.ink & 0xffffff);
    if (tone >= BSN_TONE_CLASS)
        snprintf(look->name, sizeof look->name, "class %u", tone - BSN_TONE_CLASS + 1);
    else
        snprintf(look->name, sizeof look->name, "%s", bsn_tone_name((uint8_t)tone));
}

/* --------------------------------------------------------------------------------- files ---- */

basin_status basin_picture_svg(basin_ctx *ctx, const basin_picture *picture, char **text)
{
    BSN_NEED(ctx, picture && text);
    const struct bsn_frame frame = bsn_frame_of(&picture->scene);
    struct bsn_pen pen;

    bsn_pen_svg(ctx, frame.width, frame.height,
                picture->scene.title[0] ? picture->scene.title : "basin", &pen);
    bsn_render(&picture->scene, &frame, &pen);
    return bsn_pen_svg_end(&pen, text);
}

static basin_status save_svg(basin_ctx *ctx, const basin_picture *picture, const char *path)
{
    char *text;

    BSN_TRY(basin_picture_svg(ctx, picture, &text));
    const basin_status status = bsn_file_write(ctx, path, text, strlen(text));
    bsn_free(ctx, text);
    return status;
}

/* For a copy of the process: cairo may end it. */
static basin_status draw_png(basin_ctx *ctx, const void *work, unsigned char **bytes,
                             size_t *length)
{
    const basin_picture *const picture = work;
    const struct bsn_frame frame = bsn_frame_of(&picture->scene);
    struct bsn_pen pen;

    BSN_TRY(bsn_pen_png(ctx, frame.width, frame.height,
                        picture->scene.shapes > MANY ? 1 : 2, &pen));
    bsn_render(&picture->scene, &frame, &pen);
    return bsn_pen_png_end(&pen, bytes, length);
}

static basin_status probe_png(basin_ctx *ctx, const void *work, unsigned char **bytes,
                              size_t *length)
{
    (void)work;
    *bytes = NULL;
    *length = 0;
    return bsn_pen_png_probe(ctx);
}

static basin_status save_png(basin_ctx *ctx, const basin_picture *picture, const char *path)
{
    unsigned char *bytes;
    size_t length;

    BSN_TRY(bsn_apart(ctx, PNG, draw_png, picture, &bytes, &length));
    const basin_status status = bsn_file_write(ctx, path, bytes, length);
    bsn_free(ctx, bytes);
    return status;
}

static basin_status can_draw_png(basin_ctx *ctx)
{
    unsigned char *bytes;
    size_t length;

    BSN_TRY(bsn_apart(ctx, PNG, probe_png, NULL, &bytes, &length));
    bsn_free(ctx, bytes);
    return BASIN_STATUS_OK;
}

static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path), end = strlen(ending);

    return length > end && strcmp(path + length - end, ending) == 0;
}

basin_status basin_picture_probe(basin_ctx *ctx, const char *path)
{
    BSN_NEED(ctx, path);
    if (!ends_in(path, ".svg") && !ends_in(path, ".png"))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "%s: a picture is a file whose name ends in .svg or .png", path);
    if (ends_in(path, ".png"))
        BSN_TRY(can_draw_png(ctx));
    return bsn_file_probe(ctx, path);
}

basin_status basin_picture_save(basin_ctx *ctx, const basin_picture *picture, const char *path)
{
    BSN_NEED(ctx, picture && path);
    BSN_TRY(basin_picture_probe(ctx, path));
    return ends_in(path, ".svg") ? save_svg(ctx, picture, path) : save_png(ctx, picture, path);
}
