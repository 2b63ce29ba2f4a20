/* model_default.c - the built-in model of a domain, by its kind of energy. */
#include "domain/domain.h"
#include "energy/model_file.h"

#include <stdio.h>

#define EXACT_LEVELS 100

basin_status basin_model_default(basin_ctx *ctx, const char *domain, enum basin_energy energy,
                                 basin_model **out)
{
    BSN_NEED(ctx, domain && out);
    char name[64];

    if (!bsn_domain_find(NULL, domain))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "no domain is called \"%.64s\"", domain);
    if ((int)energy < BASIN_ENERGY_COMPACT || energy > BASIN_ENERGY_EXACT)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "no energy has the number %d", (int)energy);
    if (energy == BASIN_ENERGY_EXACT)
        return bsn_model_new(ctx, domain, energy, EXACT_LEVELS, out);
    snprintf(name, sizeof name, "%s-%s", domain, basin_energy_name(energy));
    if (!bsn_model_is_known(name))
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "no built-in %s model for %s",
                        basin_energy_name(energy), domain);
    return basin_model_named(ctx, name, out);
}
