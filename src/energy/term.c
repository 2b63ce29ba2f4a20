/* term.c - binds terms by the kind that they have. */
#include "energy/term.h"

#include "base/mem.h"

basin_status bsn_term_bind(basin_ctx *ctx, const struct bsn_term *term,
                           const struct bsn_term_source *source, struct bsn_bound *bound)
{
    const struct bsn_term_source from = { term->model ? term->model : source->model,
                                          source->examples };

    *bound = (struct bsn_bound){ .term = term, .kind = term->kind };
    if (!bound->kind)
        bound->kind = from.model->energy == BASIN_ENERGY_EXACT ? &bsn_term_exact
                                                               : &bsn_term_network;
    return bound->kind->bind(ctx, &from, bound);
}

void bsn_term_release(basin_ctx *ctx, struct bsn_bound *bound)
{
    if (bound->state && bound->kind->release)
        bound->kind->release(ctx, bound);
    bsn_free(ctx, bound->state);
    bsn_free(ctx, bound->scale);
}
