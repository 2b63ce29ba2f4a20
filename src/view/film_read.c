/* film_read.c - reads a run for a film: the places of its shapes, who is shown at which moment. */
#include "base/file.h"
#include "view/film.h"
#include "view/run_check.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#define PAINTED 200000  /* shapes of all frames together; larger pictures have fewer frames */

void bsn_film_clear(struct bsn_film *film)
{
    json_decref(film->root);
    bsn_record_clear(film->ctx, &film->record);
    bsn_scene_clear(&film->scene);
    bsn_free(film->ctx, film->moment);
    bsn_free(film->ctx, film->best);
    *film = (struct bsn_film){ .ctx = film->ctx };
}

/* -------------------------------------------------------------------------------- places ---- */

#define FAR 100000  /* units: no picture of ours is as wide, and a board's row is one */

/* Do all the places of a shape, or the sizes of a picture, lie within reason? */
static bool is_near(const json_t *item, const char *const *key)
{
    for (; *key; key++)
        if (!(fabs(json_number_value(json_object_get(item, *key))) <= FAR))
            return false;
    return true;
}

static float number(const json_t *shape, const char *key)
{
    return (float)json_number_value(json_object_get(shape, key));
}

static void take_shape(const json_t *shape, struct bsn_scene *scene)
{
    const char kind = json_string_value(json_object_get(shape, "kind"))[0];
    const float x = number(shape, "x"), y = number(shape, "y");
    const float w = number(shape, "w"), h = number(shape, "h");

    switch (kind) {
    case 'r': bsn_scene_rect(scene, BSN_TONE_NONE, x, y, w, h); break;
    case 'd': bsn_scene_disc(scene, BSN_TONE_NONE, x, y, w); break;
    case 'l': bsn_scene_line(scene, BSN_TONE_NONE, x, y, x + w, y + h); break;
    default:
        if (w > 0)
            bsn_scene_text(scene, BSN_TONE_NONE, x, y, w, h, "");
        else  /* a label: what has no room of its own begins at its place */
            bsn_scene_label(scene, BSN_TONE_NONE, -1, x, y, h, "");
    }
}

static basin_status take_places(struct bsn_film *film, const char *path)
{
    static const char *const sizes[] = { "width", "height", NULL };
    static const char *const places[] = { "x", "y", "w", "h", NULL };
    const json_t *const picture = json_object_get(film->root, "picture");
    const json_t *const shapes = json_object_get(picture, "shapes");

    bool near = is_near(picture, sizes);
    for (size_t i = 0; near && i < json_array_size(shapes); i++)
        near = is_near(json_array_get(shapes, i), places);
    if (!near)
        return bsn_fail(film->ctx, BASIN_STATUS_PARSE,
                        "%s: a shape of its picture lies farther out than %d", path, FAR);
    bsn_scene_begin(film->ctx, &film->scene);
    film->scene.width = number(picture, "width");
    film->scene.height = number(picture, "height");
    for (size_t i = 0; i < json_array_size(shapes); i++)
        take_shape(json_array_get(shapes, i), &film->scene);
    return film->scene.status;
}

/* ------------------------------------------------------------------------------- choices ---- */

/* Who breaks least; of those the one that was shown before, else that of the lowest energy. */
static size_t best_at(const struct bsn_record *r, size_t moment, size_t before)
{
    const uint64_t *const broken = r->violated + moment * r->particles;
    const double *const energy = r->energy + moment * r->particles;
    size_t best = before;

    for (size_t p = 0; p < r->particles; p++)
        if (broken[p] < broken[best] ||
            (broken[p] == broken[best] && best != before && energy[p] < energy[best]))
            best = p;
    return best;
}

static basin_status choose(struct bsn_film *film, size_t most)
{
    const struct bsn_record *const r = &film->record;
    const json_t *const winner = json_object_get(film->root, "winner");
    const size_t room = PAINTED / (film->scene.shapes + 1);

    most = most < room ? most : room;
    most = most > 2 ? most : 2;
    film->frames = r->moments < most ? r->moments : most;
    BSN_TRY(BSN_NEW(film->ctx, film->frames, &film->moment));
    BSN_TRY(BSN_NEW(film->ctx, r->moments, &film->best));
    for (size_t f = 0; f < film->frames; f++)
        film->moment[f] = film->frames > 1 ? f * (r->moments - 1) / (film->frames - 1) : 0;
    for (size_t m = 0; m < r->moments; m++)
        film->best[m] = best_at(r, m, m > 0 ? film->best[m - 1] : 0);
    if (json_is_integer(winner) && json_integer_value(winner) >= 0 &&
        (size_t)json_integer_value(winner) < r->particles)
        film->best[r->moments - 1] = (size_t)json_integer_value(winner);
    return BASIN_STATUS_OK;
}

static basin_status open_all(struct bsn_film *film, const char *path, size_t most)
{
    BSN_TRY(bsn_record_load(film->ctx, path, &film->root));
    BSN_TRY(bsn_record_take(film->ctx, path, film->root, &film->record));
    const struct bsn_place at = { .ctx = film->ctx, .file = bsn_file_label(path) };
    BSN_TRY(bsn_run_check(&at, film->root, NULL));
    BSN_TRY(take_places(film, path));
    if (!(film->scene.width > 0) || !(film->scene.height > 0))
        return bsn_fail(film->ctx, BASIN_STATUS_PARSE, "%s: the picture has no size",
                        bsn_file_label(path));
    return choose(film, most);
}

basin_status bsn_film_open(basin_ctx *ctx, const char *path, size_t most, struct bsn_film *film)
{
    *film = (struct bsn_film){ .ctx = ctx };
    const basin_status status = open_all(film, path, most);
    if (status != BASIN_STATUS_OK)
        bsn_film_clear(film);
    return status;
}

/* --------------------------------------------------------------------------------- paint ---- */

/* The tone at `at`, written as chr(48 + tone) in UTF-8; moves on to the next. */
static uint8_t next_tone(const char **at)
{
    const unsigned char *const c = (const unsigned char *)*at;
    const bool two = c[0] >= 0xC0 && c[1];

    *at += two ? 2 : 1;
    return (uint8_t)((two ? (c[0] & 0x1Fu) << 6 | (c[1] & 0x3Fu) : c[0]) - 48u);
}

void bsn_film_paint(struct bsn_film *film, size_t frame)
{
    const size_t moment = film->moment[frame];
    const json_t *const now =
        json_array_get(json_object_get(film->root, "frames"), moment);
    const json_t *const paint =
        json_array_get(json_object_get(now, "paint"), film->best[moment]);
    const json_t *const texts = json_object_get(paint, "text");
    const char *tone = json_string_value(json_object_get(paint, "tone"));
    size_t text = 0;

    for (size_t i = 0; i < film->scene.shapes && *tone; i++) {
        struct bsn_shape *const shape = &film->scene.shape[i];
        shape->tone = next_tone(&tone);
        if (shape->kind == BSN_SHAPE_TEXT)
            bsn_shape_say(shape, "%s", json_string_value(json_array_get(texts, text++)));
    }
}
