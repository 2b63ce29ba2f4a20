/* run_file.c - reads recorded runs. */
#include "format/run_file.h"

#include "base/file.h"
#include "base/json_read.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

#define PARTICLES_MOST 65536
#define MOMENTS_MOST 1000000

void bsn_record_clear(basin_ctx *ctx, struct bsn_record *record)
{
    bsn_free(ctx, record->name);
    bsn_free(ctx, record->domain);
    bsn_free(ctx, record->step);
    bsn_free(ctx, record->energy);
    bsn_free(ctx, record->violated);
    bsn_free(ctx, record->parent);
    *record = (struct bsn_record){ 0 };
}

/* The list `key` of a frame, which has an entry for each particle; NULL and an error otherwise. */
static json_t *list_of(basin_ctx *ctx, const char *path, const json_t *frame, size_t number,
                       const char *key, size_t particles)
{
    json_t *const list = json_object_get(frame, key);

    if (json_is_array(list) && json_array_size(list) == particles)
        return list;
    bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: frame %zu: \"%s\" is no list of %zu", path, number, key,
             particles);
    return NULL;
}

static basin_status take_energies(basin_ctx *ctx, const char *path, const json_t *frame, size_t m,
                                  struct bsn_record *r)
{
    json_t *const energy = list_of(ctx, path, frame, m, "energy", r->particles);

    if (!energy)
        return BASIN_STATUS_PARSE;
    for (size_t p = 0; p < r->particles; p++) {
        const json_t *const at = json_array_get(energy, p);
        if (!json_is_number(at) && !json_is_null(at))
            return bsn_fail(ctx, BASIN_STATUS_PARSE,
                            "%s: frame %zu: an energy that is no number and not null", path, m);
        r->energy[m * r->particles + p] = json_is_number(at) ? json_number_value(at) : NAN;
    }
    return BASIN_STATUS_OK;
}

/* Whole numbers from 0 to `most`. */
static basin_status take_count(basin_ctx *ctx, const char *path, size_t m, const char *key,
                               const json_t *at, uint64_t most, uint64_t *out)
{
    if (!json_is_integer(at) || json_integer_value(at) < 0 ||
        (uint64_t)json_integer_value(at) > most)
        return bsn_fail(ctx, BASIN_STATUS_PARSE,
                        "%s: frame %zu: an entry of \"%s\" that is no number from 0 to %llu", path,
                        m, key, (unsigned long long)most);
    *out = (uint64_t)json_integer_value(at);
    return BASIN_STATUS_OK;
}

/* The particle that is continued; null when it is not one of those in the file. */
static basin_status take_parent(basin_ctx *ctx, const char *path, size_t m, const json_t *at,
                                uint32_t *out)
{
    uint64_t from = BASIN_PARENT_UNKNOWN;

    if (!json_is_null(at))
        BSN_TRY(take_count(ctx, path, m, "parent", at, BASIN_PARENT_UNKNOWN - 1, &from));
    *out = (uint32_t)from;
    return BASIN_STATUS_OK;
}

static basin_status take_counts(basin_ctx *ctx, const char *path, const json_t *frame, size_t m,
                                struct bsn_record *r)
{
    const size_t at = m * r->particles;
    json_t *const violated = list_of(ctx, path, frame, m, "violated", r->particles);
    json_t *const parent = !json_object_get(frame, "parent")
                               ? NULL
                               : list_of(ctx, path, frame, m, "parent", r->particles);

    if (!violated || (!parent && json_object_get(frame, "parent")))
        return BASIN_STATUS_PARSE;
    for (size_t p = 0; p < r->particles; p++) {
        r->parent[at + p] = (uint32_t)p;
        BSN_TRY(take_count(ctx, path, m, "violated", json_array_get(violated, p), INT64_MAX,
                           &r->violated[at + p]));
        if (parent)
            BSN_TRY(take_parent(ctx, path, m, json_array_get(parent, p), &r->parent[at + p]));
    }
    return BASIN_STATUS_OK;
}

static basin_status take_frames(basin_ctx *ctx, const char *path, const json_t *frames,
                                struct bsn_record *r)
{
    BSN_TRY(BSN_NEW(ctx, r->moments, &r->step));
    BSN_TRY(BSN_NEW(ctx, r->moments * r->particles, &r->energy));
    BSN_TRY(BSN_NEW(ctx, r->moments * r->particles, &r->violated));
    BSN_TRY(BSN_NEW(ctx, r->moments * r->particles, &r->parent));
    for (size_t m = 0; m < r->moments; m++) {
        const json_t *const frame = json_array_get(frames, m);
        const json_t *const step = json_object_get(frame, "step");
        r->step[m] = json_number_value(step);
        if (!json_is_number(step) || (m > 0 && !(r->step[m] >= r->step[m - 1])))
            return bsn_fail(ctx, BASIN_STATUS_PARSE,
                            "%s: frame %zu: \"step\" is no number, or less than the one before",
                            path, m);
        BSN_TRY(take_energies(ctx, path, frame, m, r));
        BSN_TRY(take_counts(ctx, path, frame, m, r));
    }
    return BASIN_STATUS_OK;
}

static basin_status take(basin_ctx *ctx, const char *path, const json_t *root,
                         struct bsn_record *r)
{
    const json_t *const frames = json_object_get(root, "frames");
    const size_t particles =
        json_array_size(json_object_get(json_array_get(frames, 0), "energy"));
    const char *const name = json_string_value(json_object_get(root, "name"));
    const char *const domain = json_string_value(json_object_get(root, "domain"));

    r->moments = json_array_size(frames);
    if (particles < 1 || particles > PARTICLES_MOST || r->moments < 1 ||
        r->moments > MOMENTS_MOST)
        return bsn_fail(ctx, BASIN_STATUS_PARSE,
                        "%s: not a recorded run: no \"frames\", or no \"energy\" in the first",
                        path);
    r->particles = particles;
    BSN_TRY(bsn_copy_text(ctx, name ? name : "", &r->name));
    BSN_TRY(bsn_copy_text(ctx, domain ? domain : "", &r->domain));
    return take_frames(ctx, path, frames, r);
}

basin_status bsn_record_load(basin_ctx *ctx, const char *path, struct json_t **root)
{
    struct bsn_json_error error;
    char *bytes;
    size_t length;

    BSN_TRY(bsn_file_read_text(ctx, path, &bytes, &length));
    *root = bsn_json_read(bytes, length, 0, &error);
    bsn_free(ctx, bytes);
    if (!*root)
        return bsn_fail(ctx, error.status, "%s:%zu: not JSON: %s", bsn_file_label(path), error.line,
                        error.text);
    return BASIN_STATUS_OK;
}

basin_status bsn_record_take(basin_ctx *ctx, const char *path, const struct json_t *root,
                             struct bsn_record *out)
{
    struct bsn_record record = { 0 };
    const basin_status status = take(ctx, bsn_file_label(path), root, &record);

    if (status != BASIN_STATUS_OK)
        bsn_record_clear(ctx, &record);
    else
        *out = record;
    return status;
}

basin_status bsn_record_read(basin_ctx *ctx, const char *path, struct bsn_record *out)
{
    json_t *root;

    BSN_TRY(bsn_record_load(ctx, path, &root));
    const basin_status status = bsn_record_take(ctx, path, root, out);
    json_decref(root);
    return status;
}
