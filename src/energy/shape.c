/* shape.c - one row for each number of a network's shape: its name, its place, its bounds.
 *
 * The bounds are what the code behind can take (fixed arrays in kernels), and for the paper's
 * network what a sane file can hold. A shape that passes here may be evaluated.
 */
#include "energy/shape.h"

#include "nn/kernel.h"

#include <jansson.h>
#include <string.h>

struct field {
    const char *name;
    size_t offset;
    uint32_t low, high;
};

#define FIELD(name, low, high) { #name, offsetof(struct bsn_net, name), low, high }

static const struct field set_fields[] = {
    FIELD(inputs, 1, 4),
    FIELD(conds, 0, 64),
    FIELD(hidden, 1, BSN_WIDTH_MAX),
    FIELD(sums, 0, BSN_CHANNELS_MAX),
    FIELD(pools, 0, BSN_CHANNELS_MAX),
    FIELD(head, 1, BSN_WIDTH_MAX),
    FIELD(quadratic, 0, 1),
    FIELD(positive, 0, 1),
    { NULL, 0, 0, 0 },
};

static const struct field residual_fields[] = {
    FIELD(inputs, 1, 4096),
    FIELD(conds, 0, 4096),
    FIELD(hidden, 4, 4096),
    FIELD(blocks, 1, 16),
    FIELD(outputs, 1, 4096),
    FIELD(levels, 1, 1000),
    { NULL, 0, 0, 0 },
};

static const struct field choice_fields[] = { FIELD(pair, 0, 1), { NULL, 0, 0, 0 } };

/* Indexed by enum bsn_net_kind. */
static const struct {
    const char *name;
    const struct field *field;
} kinds[] = { { "set", set_fields }, { "residual", residual_fields },
            { "choice", choice_fields } };

#define KINDS (sizeof kinds / sizeof *kinds)

static uint32_t get(const struct bsn_net *net, const struct field *field)
{
    uint32_t number;

    memcpy(&number, (const char *)net + field->offset, sizeof number);
    return number;
}

static void put(struct bsn_net *net, const struct field *field, uint32_t number)
{
    memcpy((char *)net + field->offset, &number, sizeof number);
}

json_t *bsn_shape_json(const struct bsn_net *net)
{
    json_t *const object = json_object();
    int failed = !object || json_object_set_new(object, "kind", json_string(kinds[net->kind].name));

    for (const struct field *f = kinds[net->kind].field; f->name && !failed; f++)
        failed = json_object_set_new(object, f->name, json_integer(get(net, f)));
    if (!failed)
        return object;
    json_decref(object);
    return NULL;
}

static basin_status read_field(basin_ctx *ctx, const char *where, const char *name,
                               const json_t *object, const struct field *field,
                               struct bsn_net *net)
{
    const json_t *const number = json_object_get(object, field->name);
    const json_int_t value = json_integer_value(number);

    if (!json_is_integer(number))
        return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: network %s: %s is not given as a number",
                        where, name, field->name);
    if (value < field->low || value > field->high)
        return bsn_fail(ctx, BASIN_STATUS_PARSE,
                        "%s: network %s: %s is %lld; it must be within %u and %u", where, name,
                        field->name, (long long)value, field->low, field->high);
    put(net, field, (uint32_t)value);
    return BASIN_STATUS_OK;
}

static basin_status read_kind(basin_ctx *ctx, const char *where, const char *name,
                              const json_t *object, struct bsn_net *net)
{
    const char *const kind = json_string_value(json_object_get(object, "kind"));

    for (size_t k = 0; kind && k < KINDS; k++)
        if (strcmp(kinds[k].name, kind) == 0) {
            net->kind = (enum bsn_net_kind)k;
            return BASIN_STATUS_OK;
        }
    return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: network %s is of no known kind: \"%.32s\"", where,
                    name, kind ? kind : "");
}

basin_status bsn_shape_read(basin_ctx *ctx, const char *where, const char *name,
                            const json_t *object, struct bsn_net *net)
{
    struct bsn_net shape = { 0 };
    size_t known = 1 + (json_object_get(object, "name") != NULL);

    BSN_TRY(read_kind(ctx, where, name, object, &shape));
    for (const struct field *f = kinds[shape.kind].field; f->name; f++, known++)
        BSN_TRY(read_field(ctx, where, name, object, f, &shape));
    if (json_object_size(object) != known)
        return bsn_fail(ctx, BASIN_STATUS_PARSE,
                        "%s: network %s: its shape says more than a network of kind %s has", where,
                        name, kinds[shape.kind].name);
    const uint32_t channels = shape.sums + shape.pools;
    if (shape.kind == BSN_NET_SET && (channels < 1 || channels > BSN_CHANNELS_MAX))
        return bsn_fail(ctx, BASIN_STATUS_PARSE,
                        "%s: network %s: %u sums and pools together; it must be 1 to %d", where,
                        name, channels, BSN_CHANNELS_MAX);
    *net = shape;
    return BASIN_STATUS_OK;
}
