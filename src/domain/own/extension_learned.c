/* extension_learned.c - the notes of a learned constraint, read once when its model is opened. */
#include "base/mem.h"
#include "base/text.h"
#include "domain/own/learned.h"
#include "energy/extension.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOTES 16     /* of names, at most */
#define PLACES_MAX 100000

extern const struct bsn_extension bsn_extension_learned;

static void note_key(size_t index, char key[static 24])
{
    if (index == 0)
        snprintf(key, 24, "values");
    else
        snprintf(key, 24, "values.%u", (unsigned)(index + 1) % 100);
}

bool bsn_learned_note(basin_model *model, size_t values, const char *const *name, uint32_t low,
                      uint32_t high)
{
    const size_t room = sizeof model->note[0].value;
    char line[sizeof model->note[0].value] = "", key[24];
    size_t used = 0, notes = 0;

    for (size_t v = 0; v < values; v++) {
        const size_t chars = strlen(name[v]);
        if (used > 0 && used + 1 + chars >= room) {
            note_key(notes++, key);
            bsn_model_note(model, key, "%s", line);
            used = 0;
        }
        if (chars >= room || chars == 0 || strchr(name[v], ',') || notes >= NOTES)
            return false;
        used += (size_t)snprintf(line + used, room - used, "%s%s", used > 0 ? "," : "", name[v]);
    }
    note_key(notes, key);
    bsn_model_note(model, key, "%s", line);
    if (low == high)
        bsn_model_note(model, "places", "%u", low);
    else
        bsn_model_note(model, "places", "%u-%u", low, high);
    return true;
}

/* All names with commas between them; empty when there are none. */
static basin_status join_names(basin_ctx *ctx, const basin_model *model, char **out)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    const char *note;
    char key[24];

    bsn_text_add(&text, "%s", "");
    for (size_t i = 0; i < NOTES && (note_key(i, key), note = bsn_model_noted(model, key)); i++)
        bsn_text_add(&text, "%s%s", i > 0 ? "," : "", note);
    return bsn_text_take(&text, out);
}

static basin_status read_names(basin_ctx *ctx, const basin_model *model, struct bsn_learned *l)
{
    size_t count = 1;

    BSN_TRY(join_names(ctx, model, &l->text));
    for (const char *c = l->text; *c; c++)
        count += *c == ',';
    BSN_TRY(BSN_NEW(ctx, count, &l->name));
    char *at = l->text;
    for (l->values = 0; l->values < count; l->values++) {
        char *const end = at + strcspn(at, ",");
        l->name[l->values] = at;
        at = end + (*end == ',');
        *end = 0;
    }
    return BASIN_STATUS_OK;
}

static bool read_places(const basin_model *model, struct bsn_learned *l)
{
    const char *const note = bsn_model_noted(model, "places");
    char *end;

    if (!note)
        return false;
    const long low = strtol(note, &end, 10);
    const long high = *end == '-' ? strtol(end + 1, &end, 10) : low;
    if (*end || end == note || low < 1 || high < low || high > PLACES_MAX)
        return false;
    l->low = (uint32_t)low;
    l->high = (uint32_t)high;
    return true;
}

static void free_extra(basin_ctx *ctx, void *extra)
{
    struct bsn_learned *const l = extra;

    bsn_free(ctx, l->name);
    bsn_free(ctx, l->text);
    bsn_free(ctx, l);
}

basin_status bsn_learned_complete(basin_ctx *ctx, const char *where, basin_model *model)
{
    struct bsn_learned *l;

    if (model->extra)
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_NEW(ctx, 1, &l));
    basin_status status = read_names(ctx, model, l);
    if (status == BASIN_STATUS_OK && (l->values < 2 || !read_places(model, l)))
        status = bsn_fail(ctx, BASIN_STATUS_PARSE,
                          "%s: a learned constraint whose notes do not say its values and places",
                          where);
    if (status != BASIN_STATUS_OK) {
        free_extra(ctx, l);
        return status;
    }
    model->extension = &bsn_extension_learned;
    model->extra = l;
    return BASIN_STATUS_OK;
}

const struct bsn_learned *bsn_learned_of(const basin_model *model)
{
    return model->extension == &bsn_extension_learned ? model->extra : NULL;
}

const char *basin_model_value_name(const basin_model *model, size_t index)
{
    const struct bsn_learned *const l = model ? bsn_learned_of(model) : NULL;

    return l && index < l->values ? l->name[index] : NULL;
}

const struct bsn_extension bsn_extension_learned = {
    .domain = BSN_LEARNED_DOMAIN,
    .levels = 100,
    .complete = bsn_learned_complete,
    .free = free_extra,
};
