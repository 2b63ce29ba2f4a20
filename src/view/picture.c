/* picture.c - the public face of pictures. */
#include "view/picture.h"

#include "base/file.h"
#include "view/render.h"
#include "view/tone.h"

#include <stdio.h>
#include <string.h>

#define MANY 20000  /* shapes from which on a png has one pixel for one, to be done in time */

basin_status basin_picture_new(basin_ctx *ctx, const basin_problem *problem, basin_picture **out)
{
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
    if (!picture->problem)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a chart cannot be painted");
    picture->drawing->paint(picture->problem->instance, value, cost, &picture->scene);
    return BASIN_STATUS_OK;
}

void basin_picture_title(basin_picture *picture, const char *title)
{
    snprintf(picture->scene.title, sizeof picture->scene.title, "%s", title);
}

void basin_picture_scale(basin_picture *picture, double low, double high)
{
    picture->scene.low = low;
    picture->scene.high = high;
}

bool basin_picture_range(const basin_picture *picture, double *low, double *high)
{
    return bsn_scene_range(&picture->scene, low, high);
}

/* ---------------------------------------------------------------------------------- json ---- */

static void write_number(const char *before, double value, struct bsn_text *text)
{
    bsn_text_add(text, "%s", before);
    bsn_text_number(text, value, 4);
}

static void write_places(const struct bsn_scene *scene, struct bsn_text *text)
{
    static const char *const kinds[] = { "rect", "disc", "line", "text" };

    write_number("{\"width\":", scene->width, text);
    write_number(",\"height\":", scene->height, text);
    bsn_text_add(text, ",\"shapes\":[");
    for (size_t i = 0; i < scene->shapes; i++) {
        const struct bsn_shape *const s = &scene->shape[i];
        bsn_text_add(text, "%s{\"kind\":\"%s\"", i ? "," : "", kinds[s->kind]);
        write_number(",\"x\":", s->x, text);
        write_number(",\"y\":", s->y, text);
        write_number(",\"w\":", s->w, text);
        write_number(",\"h\":", s->h, text);
        bsn_text_add(text, "}");
    }
    bsn_text_add(text, "]}");
}

/* chr(48 + tone) as UTF-8. */
static void write_tone(uint8_t tone, struct bsn_text *text)
{
    const unsigned code = 48u + tone;

    if (code == '\\')
        bsn_text_add(text, "\\\\");
    else if (code < 0x80)
        bsn_text_add(text, "%c", (int)code);
    else
        bsn_text_add(text, "%c%c", (int)(0xC0 | code >> 6), (int)(0x80 | (code & 0x3F)));
}

static void write_string(const char *string, struct bsn_text *text)
{
    bsn_text_add(text, "\"");
    for (const char *c = string; *c; c++)
        if (*c == '"' || *c == '\\')
            bsn_text_add(text, "\\%c", *c);
        else
            bsn_text_add(text, "%c", *c);
    bsn_text_add(text, "\"");
}

static void write_heats(const struct bsn_scene *scene, struct bsn_text *text)
{
    bsn_text_add(text, ",\"heat\":[");
    for (size_t i = 0; i < scene->shapes; i++)
        write_number(i ? "," : "", scene->shape[i].heat, text);
    bsn_text_add(text, "]");
}

static void write_paint(const struct bsn_scene *scene, struct bsn_text *text)
{
    double low, high;
    bool first = true;

    bsn_text_add(text, "{\"tone\":\"");
    for (size_t i = 0; i < scene->shapes; i++)
        write_tone(scene->shape[i].tone, text);
    bsn_text_add(text, "\",\"text\":[");
    for (size_t i = 0; i < scene->shapes; i++) {
        if (scene->shape[i].kind != BSN_SHAPE_TEXT)
            continue;
        bsn_text_add(text, first ? "" : ",");
        write_string(scene->shape[i].text, text);
        first = false;
    }
    bsn_text_add(text, "]");
    if (bsn_scene_range(scene, &low, &high))
        write_heats(scene, text);
    bsn_text_add(text, "}");
}

basin_status basin_picture_json(basin_ctx *ctx, const basin_picture *picture, bool places,
                                char **text)
{
    struct bsn_text out = BSN_TEXT_INIT(ctx);

    if (places)
        write_places(&picture->scene, &out);
    else
        write_paint(&picture->scene, &out);
    return bsn_text_take(&out, text);
}

void basin_tone_look(unsigned tone, struct basin_tone *look)
{
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

static basin_status save_png(basin_ctx *ctx, const basin_picture *picture, const char *path)
{
    const struct bsn_frame frame = bsn_frame_of(&picture->scene);
    struct bsn_pen pen;
    unsigned char *bytes;
    size_t length;

    BSN_TRY(bsn_pen_png(ctx, frame.width, frame.height,
                        picture->scene.shapes > MANY ? 1 : 2, &pen));
    bsn_render(&picture->scene, &frame, &pen);
    BSN_TRY(bsn_pen_png_end(&pen, &bytes, &length));
    const basin_status status = bsn_file_write(ctx, path, bytes, length);
    bsn_free(ctx, bytes);
    return status;
}

static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path), end = strlen(ending);

    return length > end && strcmp(path + length - end, ending) == 0;
}

basin_status basin_picture_probe(basin_ctx *ctx, const char *path)
{
    if (!ends_in(path, ".svg") && !ends_in(path, ".png"))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "%s: a picture is a file whose name ends in .svg or .png", path);
    if (ends_in(path, ".png"))
        BSN_TRY(bsn_pen_png_probe(ctx));
    return bsn_file_probe(ctx, path);
}

basin_status basin_picture_save(basin_ctx *ctx, const basin_picture *picture, const char *path)
{
    BSN_TRY(basin_picture_probe(ctx, path));
    return ends_in(path, ".svg") ? save_svg(ctx, picture, path) : save_png(ctx, picture, path);
}
