/* model_builtin.c - the models that come with the library, by their names. */
#include "base/builtin.h"
#include "energy/model_file.h"

#include <string.h>

static const struct bsn_builtin *find(const char *name)
{
    for (const struct bsn_builtin *b = bsn_builtin_list; b->name; b++)
        if (strcmp(b->name, name) == 0)
            return b;
    return NULL;
}

const char *basin_model_name(size_t index)
{
    for (size_t i = 0; bsn_builtin_list[i].bytes; i++)
        if (i == index)
            return bsn_builtin_list[i].name;
    return NULL;
}

bool bsn_model_is_known(const char *name)
{
    return find(name) != NULL;
}

basin_status basin_model_named(basin_ctx *ctx, const char *name, basin_model **out)
{
    BSN_NEED(ctx, name && out);
    const struct bsn_builtin *const b = find(name);

    if (!b)
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "no built-in model is called \"%.100s\"", name);
    if (!b->bytes)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "the model \"%s\" is not part of libbasin; libbasin-full has it", b->name);
    return bsn_model_from_bytes(ctx, b->name, b->bytes, b->length, out);
}
