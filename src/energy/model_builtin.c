/* model_builtin.c - the models that come with the library, by domain and energy. */
#include "base/builtin.h"
#include "energy/model_file.h"

#include <stdio.h>
#include <string.h>

#define EXACT_LEVELS 100

static bool is_domain(const char *name)
{
    const char *known;

    for (size_t i = 0; (known = basin_domain_name(i)) != NULL; i++)
        if (strcmp(known, name) == 0)
            return true;
    return false;
}

static const struct bsn_builtin *find(const char *name)
{
    for (const struct bsn_builtin *b = bsn_builtin_list; b->name; b++)
        if (strcmp(b->name, name) == 0)
            return b;
    return NULL;
}

const char *basin_model_name(size_t index)
{
    for (size_t i = 0; bsn_builtin_list[i].name; i++)
        if (i == index)
            return bsn_builtin_list[i].name;
    return NULL;
}

basin_status basin_model_named(basin_ctx *ctx, const char *name, basin_model **out)
{
    const struct bsn_builtin *const b = find(name);

    if (!b)
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "no built-in model is called \"%.100s\"", name);
    return bsn_model_from_bytes(ctx, b->name, b->bytes, b->length, out);
}

basin_status basin_model_default(basin_ctx *ctx, const char *domain, enum basin_energy energy,
                                 basin_model **out)
{
    char name[64];

    if (!is_domain(domain))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "no domain is called \"%.64s\"", domain);
    if ((int)energy < BASIN_ENERGY_COMPACT || energy > BASIN_ENERGY_EXACT)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "no energy has the number %d", (int)energy);
    if (energy == BASIN_ENERGY_EXACT)
        return bsn_model_new(ctx, domain, energy, EXACT_LEVELS, out);
    snprintf(name, sizeof name, "%s-%s", domain, bsn_energy_name(energy));
    if (!find(name))
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "no built-in %s model for %s",
                        bsn_energy_name(energy), domain);
    return basin_model_named(ctx, name, out);
}
