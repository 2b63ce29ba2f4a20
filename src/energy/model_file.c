/* model_file.c - models to bytes and back.
 *
 * A model file is a safetensors file. Its metadata says what the model is: "format", "domain",
 * "energy", "levels", "networks" (the shapes, as JSON); every further entry is a note that is kept
 * as it is. A tensor is called NETWORK.TENSOR. Models without networks may have another "format",
 * see extension.h. Reading trusts nothing: the shapes must be within bounds and the tensors exactly
 * those that the shapes ask for, before any memory is taken.
 */
#include "energy/model_file.h"

#include "base/file.h"
#include "base/json_dump.h"
#include "base/json_read.h"
#include "base/mem.h"
#include "energy/extension.h"
#include "energy/shape.h"
#include "energy/safetensors.h"

#include <stdio.h>
#include <string.h>

#define FORMAT "basin model 1"
#define NAME_CHARS 48 /* of NETWORK.TENSOR: both have room for 24 */

static const char *const reserved[] = { "format", "domain", "energy", "levels", "networks" };

#define RESERVED (sizeof reserved / sizeof *reserved)

/* ------------------------------------------------------------------------------ writing ---- */

/* The shapes of all networks as JSON text, to be freed with bsn_free. */
static basin_status networks_text(basin_ctx *ctx, const basin_model *model, char **text)
{
    json_t *const list = json_array();
    bool whole = list != NULL;

    for (size_t i = 0; i < model->nets && whole; i++) {
        json_t *const entry = json_object(), *const shape = bsn_shape_json(&model->net[i].net);
        whole = entry && shape &&
                json_object_set_new(entry, "name", json_string(model->net[i].name)) == 0 &&
                json_object_update(entry, shape) == 0 && json_array_append(list, entry) == 0;
        json_decref(shape);
        json_decref(entry);
    }
    const basin_status status =
        whole ? bsn_json_dump(ctx, list, JSON_COMPACT | JSON_PRESERVE_ORDER, text)
              : bsn_fail(ctx, BASIN_STATUS_MEMORY, "out of memory");
    json_decref(list);
    return status;
}

static size_t count_tensors(const struct bsn_net *net)
{
    struct bsn_net_tensor tensor;
    size_t count = 0;

    while (bsn_net_tensor(net, count, &tensor))
        count++;
    return count;
}

static void tensor_name(const struct bsn_model_net *net, const struct bsn_net_tensor *tensor,
                        char name[static NAME_CHARS])
{
    snprintf(name, NAME_CHARS, "%s.%s", net->name, tensor->name);
}

/* Points `tensor` at the parameters of all networks; `name` holds NAME_CHARS for each. */
static void list_tensors(const basin_model *model, struct bsn_tensor *tensor, char *name)
{
    for (size_t i = 0; i < model->nets; i++) {
        const struct bsn_model_net *const net = &model->net[i];
        struct bsn_net_tensor cut;
        for (size_t k = 0; bsn_net_tensor(&net->net, k, &cut); k++, name += NAME_CHARS) {
            tensor_name(net, &cut, name);
            *tensor++ = (struct bsn_tensor){ .name = name,
                                             .dims = 2,
                                             .dim = { cut.rows, cut.cols },
                                             .data = net->theta + cut.offset,
                                             .count = cut.rows * cut.cols };
        }
    }
}

static size_t list_metadata(const basin_model *model, const char *levels, const char *networks,
                            struct bsn_pair pair[static RESERVED + BSN_MODEL_NOTES])
{
    const char *const value[RESERVED] = { FORMAT, model->domain, basin_energy_name(model->energy),
                                          levels, networks };
    size_t count = 0;

    for (; count < RESERVED; count++)
        pair[count] = (struct bsn_pair){ reserved[count], value[count] };
    for (size_t i = 0; i < model->notes; i++)
        pair[count++] = (struct bsn_pair){ model->note[i].key, model->note[i].value };
    return count;
}

basin_status bsn_model_to_bytes(basin_ctx *ctx, const basin_model *model, char **bytes,
                                size_t *length)
{
    struct bsn_pair pair[RESERVED + BSN_MODEL_NOTES];
    struct bsn_tensor *tensor = NULL;
    char levels[16], *names = NULL, *networks = NULL;
    size_t tensors = 0;
    basin_status status;

    if (model->extension && model->nets == 0)
        return model->extension->write(ctx, model, bytes, length);
    for (size_t i = 0; i < model->nets; i++)
        tensors += count_tensors(&model->net[i].net);
    BSN_TRY_OUT(BSN_NEW(ctx, tensors, &tensor));
    BSN_TRY_OUT(BSN_NEW(ctx, tensors * NAME_CHARS, &names));
    list_tensors(model, tensor, names);
    BSN_TRY_OUT(networks_text(ctx, model, &networks));
    snprintf(levels, sizeof levels, "%u", model->schedule.levels);
    const size_t pairs = list_metadata(model, levels, networks, pair);
    status = bsn_safetensors_format(ctx, tensor, tensors, pair, pairs, bytes, length);
out:
    bsn_free(ctx, networks);
    bsn_free(ctx, names);
    bsn_free(ctx, tensor);
    return status;
}

basin_status basin_model_save(basin_ctx *ctx, const basin_model *model, const char *path)
{
    BSN_NEED(ctx, model && path);
    char *bytes;
    size_t length;

    BSN_TRY(bsn_file_probe(ctx, path));
    BSN_TRY(bsn_model_to_bytes(ctx, model, &bytes, &length));
    const basin_status status = bsn_file_write(ctx, path, bytes, length);
    bsn_free(ctx, bytes);
    return status;
}

/* ------------------------------------------------------------------------------ reading ---- */

struct reader {
    basin_ctx *ctx;
    const char *where;
    struct bsn_safetensors *file;
    json_t *networks;
    basin_model *model;
    size_t tensors; /* that the networks seen so far account for */
};

#define REFUSE(r, format, ...) \
    bsn_fail((r)->ctx, BASIN_STATUS_PARSE, "%s: " format, (r)->where, __VA_ARGS__)

/* Names are used in tensor names and file names. */
static bool is_name(const char *text, size_t room)
{
    static const char *const allowed =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

    return text && *text && strlen(text) < room && text[strspn(text, allowed)] == 0;
}

static basin_status read_energy(const struct reader *r, enum basin_energy *energy)
{
    const char *const name = bsn_safetensors_meta(r->file, "energy");

    for (int k = BASIN_ENERGY_COMPACT; name && k <= BASIN_ENERGY_EXACT; k++)
        if (strcmp(basin_energy_name((enum basin_energy)k), name) == 0) {
            *energy = (enum basin_energy)k;
            return BASIN_STATUS_OK;
        }
    return REFUSE(r, "energy \"%.32s\" is none of compact, paper, exact", name ? name : "");
}

static basin_status read_levels(const struct reader *r, uint32_t *levels)
{
    const char *const text = bsn_safetensors_meta(r->file, "levels");
    const size_t digits = text ? strspn(text, "0123456789") : 0;

    *levels = 0;
    for (size_t i = 0; i < digits && digits <= 4; i++)
        *levels = *levels * 10 + (uint32_t)(text[i] - '0');
    if (*levels < 1 || *levels > BSN_LEVELS_MAX || text[digits] || text[0] == '0')
        return REFUSE(r, "\"%.32s\" noise levels; it must be a number from 1 to %d",
                      text ? text : "", BSN_LEVELS_MAX);
    return BASIN_STATUS_OK;
}

/* What the model is for; makes it, still without networks. */
static basin_status read_heading(struct reader *r)
{
    const char *const format = bsn_safetensors_meta(r->file, "format");
    const char *const domain = bsn_safetensors_meta(r->file, "domain");
    enum basin_energy energy = BASIN_ENERGY_COMPACT;
    uint32_t levels;

    if (!format)
        return REFUSE(r, "%s", "not a basin model: its metadata has no \"format\"");
    if (strcmp(format, FORMAT) != 0)
        return REFUSE(r, "format \"%.32s\"; this library reads \"%s\"", format, FORMAT);
    if (!is_name(domain, sizeof r->model->domain))
        return REFUSE(r, "\"%.32s\" cannot be the name of a domain", domain ? domain : "");
    BSN_TRY(read_energy(r, &energy));
    BSN_TRY(read_levels(r, &levels));
    return bsn_model_new(r->ctx, domain, energy, levels, &r->model);
}

static bool is_reserved(const char *key)
{
    for (size_t i = 0; i < RESERVED; i++)
        if (strcmp(reserved[i], key) == 0)
            return true;
    return false;
}

static basin_status read_notes(struct reader *r)
{
    basin_model *const model = r->model;
    const char *key;
    json_t *value;

    json_object_foreach (r->file->metadata, key, value) {
        const char *const text = json_string_value(value);
        if (is_reserved(key))
            continue;
        if (model->notes == BSN_MODEL_NOTES)
            return REFUSE(r, "more than %d notes in the metadata", BSN_MODEL_NOTES);
        if (strlen(key) >= sizeof model->note[0].key || strlen(text) >= sizeof model->note[0].value)
            return REFUSE(r, "the note \"%.32s\" is too long", key);
        bsn_model_note(model, key, "%s", text);
    }
    return BASIN_STATUS_OK;
}

static basin_status check_tensor(const struct reader *r, const char *name,
                                 const struct bsn_net_tensor *cut)
{
    const struct bsn_tensor *const tensor =
        bsn_safetensors_typed(r->file, name, BSN_TENSOR_F32);

    if (!tensor)
        return REFUSE(r, "tensor %s is missing", name);
    if (tensor->dims != 2 || tensor->dim[0] != cut->rows || tensor->dim[1] != cut->cols)
        return REFUSE(r, "tensor %s does not have the shape %zu x %zu that its network asks for",
                      name, cut->rows, cut->cols);
    return BASIN_STATUS_OK;
}

/* Takes one network over once the file is known to hold all of it. */
static basin_status read_network(struct reader *r, const char *name, const struct bsn_net *shape)
{
    struct bsn_model_net named = { .net = *shape }, *net;
    struct bsn_net_tensor cut;
    char full[NAME_CHARS];

    snprintf(named.name, sizeof named.name, "%s", name);
    for (size_t k = 0; bsn_net_tensor(shape, k, &cut); k++, r->tensors++) {
        tensor_name(&named, &cut, full);
        BSN_TRY(check_tensor(r, full, &cut));
    }
    BSN_TRY(bsn_model_add(r->ctx, r->model, name, shape, &net));
    for (size_t k = 0; bsn_net_tensor(shape, k, &cut); k++) {
        tensor_name(&named, &cut, full);
        memcpy(net->theta + cut.offset, bsn_safetensors_find(r->file, full)->data,
               cut.rows * cut.cols * sizeof *net->theta);
    }
    bsn_net_expand_f32(shape, net->theta);
    return BASIN_STATUS_OK;
}

static basin_status read_entry(struct reader *r, const json_t *entry)
{
    const char *const name = json_string_value(json_object_get(entry, "name"));
    struct bsn_net shape;

    if (!is_name(name, sizeof r->model->net[0].name))
        return REFUSE(r, "\"%.32s\" cannot be the name of a network", name ? name : "");
    if (bsn_model_find(r->model, name))
        return REFUSE(r, "two networks of the name %s", name);
    BSN_TRY(bsn_shape_read(r->ctx, r->where, name, entry, &shape));
    if (shape.levels > 0 && shape.levels != r->model->schedule.levels)
        return REFUSE(r, "network %s has %u noise levels, the model %u", name, shape.levels,
                      r->model->schedule.levels);
    return read_network(r, name, &shape);
}

static basin_status read_networks(struct reader *r)
{
    const char *const text = bsn_safetensors_meta(r->file, "networks");
    struct bsn_json_error error;

    r->networks = text ? bsn_json_read(text, strlen(text), JSON_REJECT_DUPLICATES, &error) : NULL;
    if (text && !r->networks)
        return bsn_fail(r->ctx, error.status,
                        "%s: \"networks\" in the metadata is not a list: %s", r->where, error.text);
    if (!json_is_array(r->networks))
        return REFUSE(r, "%s", "\"networks\" in the metadata is not a list of shapes");
    const size_t count = json_array_size(r->networks);
    if (count > BSN_MODEL_NETS)
        return REFUSE(r, "%zu networks; at most %d", count, BSN_MODEL_NETS);
    if ((count == 0) != (r->model->energy == BASIN_ENERGY_EXACT))
        return REFUSE(r, "%zu networks in a model of %s energies", count,
                      basin_energy_name(r->model->energy));
    for (size_t i = 0; i < count; i++)
        BSN_TRY(read_entry(r, json_array_get(r->networks, i)));
    if (r->tensors != r->file->count)
        return REFUSE(r, "%zu tensors; its networks have %zu", r->file->count, r->tensors);
    return BASIN_STATUS_OK;
}

/* The extension whose format the file has, or NULL. */
static const struct bsn_extension *find_format(const struct reader *r)
{
    const char *const format = bsn_safetensors_meta(r->file, "format");

    for (size_t i = 0; format && bsn_extension_list[i]; i++)
        if (bsn_extension_list[i]->format &&
            strcmp(bsn_extension_list[i]->format, format) == 0)
            return bsn_extension_list[i];
    return NULL;
}

/* A model without networks: nothing but the notes is read here. */
static basin_status read_extension(struct reader *r, const struct bsn_extension *extension,
                                   const void *bytes, size_t length)
{
    BSN_TRY(bsn_model_new(r->ctx, extension->domain, BASIN_ENERGY_COMPACT, extension->levels,
                          &r->model));
    BSN_TRY(read_notes(r));
    return extension->read(r->ctx, r->where, bytes, length, r->model);
}

static basin_status read_model(struct reader *r)
{
    BSN_TRY(read_heading(r));
    BSN_TRY(read_notes(r));
    BSN_TRY(read_networks(r));
    for (size_t i = 0; bsn_extension_list[i]; i++)
        if (strcmp(bsn_extension_list[i]->domain, r->model->domain) == 0)
            BSN_TRY(bsn_extension_list[i]->complete(r->ctx, r->where, r->model));
    return BASIN_STATUS_OK;
}

basin_status bsn_model_from_bytes(basin_ctx *ctx, const char *where, const void *bytes,
                                  size_t length, basin_model **out)
{
    struct reader r = { .ctx = ctx, .where = where };
    basin_status status;

    BSN_TRY_OUT(bsn_safetensors_parse_in_place(ctx, where, bytes, length, &r.file));
    const struct bsn_extension *const extension = find_format(&r);
    BSN_TRY_OUT(extension ? read_extension(&r, extension, bytes, length) : read_model(&r));
    *out = r.model;
    r.model = NULL;
out:
    json_decref(r.networks);
    basin_model_free(ctx, r.model);
    bsn_safetensors_free(ctx, r.file);
    return status;
}

basin_status basin_model_load(basin_ctx *ctx, const char *path, basin_model **out)
{
    BSN_NEED(ctx, path && out);
    char *bytes;
    size_t length;

    BSN_TRY(bsn_file_read(ctx, path, &bytes, &length));
    const basin_status status =
        bsn_model_from_bytes(ctx, bsn_file_label(path), bytes, length, out);
    bsn_free(ctx, bytes);
    return status;
}
