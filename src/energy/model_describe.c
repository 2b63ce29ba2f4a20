/* model_describe.c - what a model says about itself, as JSON for people and programs. */
#include "base/json_dump.h"
#include "base/mem.h"
#include "energy/model_file.h"
#include "energy/shape.h"

#include <jansson.h>

/* Jansson takes a NULL value as a failure, so that a chain of these needs one check at its end. */
static bool set(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

static json_t *describe_schedule(const struct bsn_schedule *schedule)
{
    return json_pack("{s:I, s:f, s:f}", "levels", (json_int_t)schedule->levels, "first_beta",
                     schedule->beta[1], "last_beta", schedule->beta[schedule->levels]);
}

static json_t *describe_networks(const basin_model *model)
{
    json_t *const list = json_array();
    bool whole = list != NULL;

    for (size_t i = 0; i < model->nets && whole; i++) {
        json_t *const entry = json_object(), *const shape = bsn_shape_json(&model->net[i].net);
        whole = entry && shape && set(entry, "name", json_string(model->net[i].name)) &&
                json_object_update(entry, shape) == 0 &&
                set(entry, "parameters",
                    json_integer((json_int_t)bsn_net_params(&model->net[i].net))) &&
                json_array_append(list, entry) == 0;
        json_decref(shape);
        json_decref(entry);
    }
    if (whole)
        return list;
    json_decref(list);
    return NULL;
}

static json_t *describe_notes(const basin_model *model)
{
    json_t *const notes = json_object();

    for (size_t i = 0; notes && i < model->notes; i++)
        if (!set(notes, model->note[i].key, json_string(model->note[i].value))) {
            json_decref(notes);
            return NULL;
        }
    return notes;
}

static basin_status describe(basin_ctx *ctx, const basin_model *model, size_t bytes, char **text)
{
    const size_t flags = JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6);
    json_t *const top = json_object();
    json_int_t parameters = 0;
    basin_status status;

    for (size_t i = 0; i < model->nets; i++)
        parameters += (json_int_t)bsn_net_params(&model->net[i].net);
    if (top && set(top, "domain", json_string(model->domain)) &&
        set(top, "model_energy", json_string(basin_energy_name(model->energy))) &&
        set(top, "schedule", describe_schedule(&model->schedule)) &&
        set(top, "networks", describe_networks(model)) &&
        set(top, "parameters", json_integer(parameters)) &&
        set(top, "bytes", json_integer((json_int_t)bytes)) &&
        set(top, "notes", describe_notes(model)))
        status = bsn_json_dump(ctx, top, flags, text);
    else
        status = bsn_fail(ctx, BASIN_STATUS_MEMORY, "out of memory");
    json_decref(top);
    return status;
}

basin_status basin_model_describe(basin_ctx *ctx, const basin_model *model, char **text)
{
    BSN_NEED(ctx, model && text);
    char *bytes;
    size_t length;

    BSN_TRY(bsn_model_to_bytes(ctx, model, &bytes, &length));
    bsn_free(ctx, bytes);
    return describe(ctx, model, length, text);
}
