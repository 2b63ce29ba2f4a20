/* shape.c - the numbers that a kind of network has, with their names and bounds, to and from JSON.
 *
 * A shape that passes here may be evaluated.
 */
#include "energy/shape.h"

#include "nn/kind.h"

#include <jansson.h>
#include <string.h>

static uint32_t get(const struct bsn_net *net, const struct bsn_net_field *field)
{
    uint32_t number;

    memcpy(&number, (const char *)net + field->offset, sizeof number);
    return number;
}

static void put(struct bsn_net *net, const struct bsn_net_field *field, uint32_t number)
{
    memcpy((char *)net + field->offset, &number, sizeof number);
}

json_t *bsn_shape_json(const struct bsn_net *net)
{
    const struct bsn_net_kind_f32 *const kind = bsn_net_kind_f32(net);
    json_t *const object = json_object();
    int failed = !object || json_object_set_new(object, "kind", json_string(kind->name));

    for (const struct bsn_net_field *f = kind->field; f->name && !failed; f++)
        failed = json_object_set_new(object, f->name, json_integer(get(net, f)));
    if (!failed)
        return object;
    json_decref(object);
    return NULL;
}

static basin_status read_field(basin_ctx *ctx, const char *where, const char *name,
                               const json_t *object, const struct bsn_net_field *field,
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

    for (size_t k = 0; kind && bsn_net_kind_at_f32(k); k++)
        if (strcmp(bsn_net_kind_at_f32(k)->name, kind) == 0) {
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
    char why[128];
    size_t known = 1 + (json_object_get(object, "name") != NULL);

    BSN_TRY(read_kind(ctx, where, name, object, &shape));
    const struct bsn_net_kind_f32 *const kind = bsn_net_kind_f32(&shape);
    for (const struct bsn_net_field *f = kind->field; f->name; f++, known++)
        BSN_TRY(read_field(ctx, where, name, object, f, &shape));
    if (json_object_size(object) != known)
        return bsn_fail(ctx, BASIN_STATUS_PARSE,
                        "%s: network %s: its shape says more than a network of kind %s has", where,
                        name, kind->name);
    if (kind->sound && !kind->sound(&shape, sizeof why, why))
        return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: network %s: %s", where, name, why);
    *net = shape;
    return BASIN_STATUS_OK;
}
