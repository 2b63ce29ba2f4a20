/* model_find.c - from what the command line calls a model to the model: built in, or a file. */
#define _GNU_SOURCE
#include "cli.h"

#include <string.h>
#include <unistd.h>

/* "DOMAIN" or "DOMAIN-exact": models that no file holds by that name. False for other names. */
static bool is_default(const char *name, const char *energy, char domain[static 64],
                       enum basin_energy *which)
{
    const char *const dash = strrchr(name, '-');
    const bool exact = dash && strcmp(dash + 1, basin_energy_name(BASIN_ENERGY_EXACT)) == 0;

    snprintf(domain, 64, "%.*s", (int)(exact ? (size_t)(dash - name) : strnlen(name, 63)), name);
    *which = exact ? BASIN_ENERGY_EXACT : energy ? energy_of(energy) : BASIN_ENERGY_COMPACT;
    return basin_domain_summary(domain) != NULL;
}

static bool is_built_in(const char *name)
{
    const char *known;

    for (size_t i = 0; (known = basin_model_name(i)) != NULL; i++)
        if (strcmp(known, name) == 0)
            return true;
    return false;
}

int model_find(basin_ctx *ctx, const char *name, const char *energy, basin_model **model)
{
    char domain[64], list[512];
    enum basin_energy which;
    basin_status status;

    if (is_built_in(name)) {
        status = basin_model_named(ctx, name, model);
    } else if (is_default(name, energy, domain, &which)) {
        status = basin_model_default(ctx, domain, which, model);
    } else if (!strchr(name, '/') && access(name, F_OK) != 0) {
        words_join(WORDS_MODELS, NULL, NULL, ", ", list, sizeof list);
        return complain("%s: no such file, and no built-in model of that name; there are %s", name,
                        list);
    } else {
        status = basin_model_load(ctx, name, model);
    }
    return status == BASIN_STATUS_OK ? 0 : complain_ctx(ctx);
}

int model_open(basin_ctx *ctx, const char *domain, const struct options *o, const char *energy,
               basin_model **model)
{
    if (!o->model) {
        if (basin_model_default(ctx, domain, energy_of(energy), model) != BASIN_STATUS_OK)
            return complain_ctx(ctx);
        return 0;
    }
    if (model_find(ctx, o->model, o->energy, model) != 0)
        return EXIT_ERROR;
    if (!basin_domain_takes(domain, *model))
        return complain("%s: a model of %s, not of %s", o->model, basin_model_domain(*model),
                        domain);
    if (o->energy && basin_model_energy(*model) != energy_of(o->energy))
        return complain("%s: its energies are %s, not %s", o->model,
                        basin_energy_name(basin_model_energy(*model)), o->energy);
    return 0;
}
