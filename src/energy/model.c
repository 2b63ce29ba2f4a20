/* model.c - models in memory. Their files are model_file.c's business. */
#include "energy/model.h"

#include "base/hash.h"
#include "base/mem.h"
#include "energy/extension.h"
#include "nn/kind.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *basin_energy_name(enum basin_energy energy)
{
    static const char *const names[] = { "compact", "paper", "exact" };

    return (size_t)energy < sizeof names / sizeof *names ? names[energy] : NULL;
}

basin_status bsn_model_new(basin_ctx *ctx, const char *domain, enum basin_energy energy,
                           uint32_t levels, basin_model **out)
{
    if (levels < 1 || levels > BSN_LEVELS_MAX)
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "%u noise levels; between 1 and %d are possible",
                        levels, BSN_LEVELS_MAX);
    basin_model *model;
    BSN_TRY(BSN_NEW(ctx, 1, &model));
    snprintf(model->domain, sizeof model->domain, "%s", domain);
    model->energy = energy;
    bsn_schedule_make(levels, &model->schedule);
    *out = model;
    return BASIN_STATUS_OK;
}

basin_status bsn_model_add(basin_ctx *ctx, basin_model *model, const char *name,
                           const struct bsn_net *net, struct bsn_model_net **out)
{
    if (model->nets == BSN_MODEL_NETS)
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "more than %d networks in a model",
                        BSN_MODEL_NETS);
    struct bsn_model_net *const entry = &model->net[model->nets];
    snprintf(entry->name, sizeof entry->name, "%s", name);
    entry->net = *net;
    BSN_TRY(BSN_NEW(ctx, bsn_net_full(net), &entry->theta));
    model->nets++;
    *out = entry;
    return BASIN_STATUS_OK;
}

const struct bsn_model_net *bsn_model_find(const basin_model *model, const char *name)
{
    for (size_t i = 0; i < model->nets; i++)
        if (strcmp(model->net[i].name, name) == 0)
            return &model->net[i];
    return NULL;
}

const struct bsn_model_net *bsn_model_base(const basin_model *model, const struct bsn_net *net)
{
    for (size_t i = 0; i < model->nets; i++) {
        const struct bsn_net *const other = &model->net[i].net;
        const bool whole = bsn_net_kind_f32(net)->whole_variables;
        const bool fits = whole == bsn_net_kind_f32(other)->whole_variables &&
                          (other->kind == net->kind || bsn_net_classifies(net));
        if (fits && bsn_net_alone(other) && other->conds == 0 &&
            (whole || other->inputs == net->inputs))
            return &model->net[i];
    }
    return NULL;
}

void bsn_model_note(basin_model *model, const char *key, const char *format, ...)
{
    struct bsn_note *note = model->note;
    va_list args;

    while (note < model->note + model->notes && strcmp(note->key, key) != 0)
        note++;
    assert(note < model->note + BSN_MODEL_NOTES);
    if (note == model->note + model->notes)
        model->notes++;
    snprintf(note->key, sizeof note->key, "%s", key);
    va_start(args, format);
    vsnprintf(note->value, sizeof note->value, format, args);
    va_end(args);
}

const char *bsn_model_noted(const basin_model *model, const char *key)
{
    for (size_t i = 0; i < model->notes; i++)
        if (strcmp(model->note[i].key, key) == 0)
            return model->note[i].value;
    return NULL;
}

void basin_model_free(basin_ctx *ctx, basin_model *model)
{
    if (!model)
        return;
    for (size_t i = 0; i < model->nets; i++)
        bsn_free(ctx, model->net[i].theta);
    if (model->extra)
        model->extension->free(ctx, model->extra);
    bsn_free(ctx, model);
}

uint64_t basin_model_hash(const basin_model *model)
{
    uint64_t hash = BSN_HASH_INIT;

    for (size_t k = 0; model && k < model->nets; k++)
        hash = bsn_hash(hash, model->net[k].theta,
                        bsn_net_params(&model->net[k].net) * sizeof(float));
    return model && model->nets > 0 ? hash : 0;
}

const char *basin_model_domain(const basin_model *model)
{
    return model ? model->domain : NULL;
}

enum basin_energy basin_model_energy(const basin_model *model)
{
    return model ? model->energy : BASIN_ENERGY_COMPACT;
}
