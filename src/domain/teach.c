/* teach.c - the public face of training: a domain by its name, and the options it takes. */
#include "base/team.h"
#include "domain/domain.h"
#include "train/train.h"

#include <math.h>
#include <string.h>

/* Refuses options that the curriculum would not look at. */
static basin_status check_opts(basin_ctx *ctx, const char *domain,
                               const struct bsn_curriculum *curriculum,
                               const struct basin_train_opts *opts)
{
    const bool paper = opts->energy == BASIN_ENERGY_PAPER;

    if (opts->embeddings && !(curriculum->gather && paper))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "%s energies of %s are not learned from embeddings",
                        basin_energy_name(opts->energy), domain);
    if (opts->board > 0 && !(curriculum->boards && paper))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s energies of %s take no size of a board",
                        basin_energy_name(opts->energy), domain);
    return BASIN_STATUS_OK;
}

static basin_status check_numbers(basin_ctx *ctx, const struct basin_train_opts *o)
{
    if ((int)o->energy < BASIN_ENERGY_COMPACT || o->energy > BASIN_ENERGY_EXACT)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "no energy has the number %d", (int)o->energy);
    if (!(o->rate >= 0 && isfinite(o->rate)))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a learning rate of %g makes no sense", o->rate);
    if (!isfinite(o->diffusion) || !isfinite(o->contrastive))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a weight of a loss is %g or %g", o->diffusion,
                        o->contrastive);
    return bsn_train_check_time(ctx, o->checkpoint_seconds);
}

basin_status basin_train(basin_ctx *ctx, const char *domain, const struct basin_train_opts *opts,
                         const char *path)
{
    BSN_NEED(ctx, domain && path);
    const struct bsn_domain *const d = bsn_domain_find(ctx, domain);
    struct basin_train_opts o = BASIN_TRAIN_OPTS_INIT;

    if (!d)
        return BASIN_STATUS_INPUT;
    if (!d->curriculum)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has nothing to train", d->name);
    if (opts)
        memcpy(&o, opts, opts->size < sizeof o ? opts->size : sizeof o);
    BSN_TRY(check_numbers(ctx, &o));
    BSN_TRY(check_opts(ctx, d->name, d->curriculum, &o));
    BSN_TRY(bsn_team_check(ctx, o.team));
    if (d->curriculum->learn && o.energy == BASIN_ENERGY_COMPACT && !bsn_team_leads(o.team))
        return BASIN_STATUS_OK;
    if (d->curriculum->learn && o.energy == BASIN_ENERGY_COMPACT)
        return d->curriculum->learn(ctx, &o, path);
    const struct bsn_subject subject = { .name = d->name, .task = d->task,
                                         .curriculum = d->curriculum };
    return bsn_train(ctx, &subject, &o, path);
}
