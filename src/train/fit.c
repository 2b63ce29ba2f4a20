/* fit.c - one step: tiles in parallel, their gradients added in a fixed order, AdamW.
 *
 * Tiles are dealt out to a fixed number of slots. A slot adds up its tiles in order, the slots are
 * added up in order, so the sum does not know how many threads there were, nor how many processes:
 * each has some of the slots, and all add up all of them.
 */
#include "train/fit.h"

#include "base/mem.h"
#include "nn/adamw.h"

#include <math.h>
#include <string.h>

#define SLOTS 16    /* gradients that are kept apart, and so the most threads of use */
#define CHUNK 4096  /* parameters that one task adds up */

/* At most. */
static size_t tiles_of_slot(const struct bsn_fit *fit)
{
    return (fit->tiles + fit->slots - 1) / fit->slots;
}

basin_status bsn_fit_new(basin_ctx *ctx, const struct bsn_loss *loss, struct bsn_model_net *net,
                         uint32_t threads, const struct basin_team *team, struct bsn_fit **out)
{
    const size_t count = team ? team->count : 1;
    struct bsn_fit *fit;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &fit));
    fit->loss = *loss;
    fit->net = net;
    fit->rate_scale = 1;
    fit->tiles = (loss->recipe->batch + loss->recipe->tile - 1) / loss->recipe->tile;
    fit->slots = fit->tiles < SLOTS ? fit->tiles : SLOTS;
    fit->team = team;
    fit->each = (fit->slots + count - 1) / count;
    fit->first = team ? team->number * fit->each : 0;
    fit->full = bsn_net_full(&net->net);
    fit->workspace = bsn_loss_workspace(loss);
    BSN_TRY_OUT(BSN_NEW(ctx, bsn_net_params(&net->net), &fit->m));
    BSN_TRY_OUT(BSN_NEW(ctx, bsn_net_params(&net->net), &fit->v));
    BSN_TRY_OUT(BSN_NEW(ctx, count * fit->each * fit->full, &fit->gradient));
    BSN_TRY_OUT(BSN_NEW(ctx, count * fit->each * tiles_of_slot(fit), &fit->shared));
    BSN_TRY_OUT(BSN_NEW(ctx, threads * fit->workspace, &fit->work));
    BSN_TRY_OUT(BSN_NEW(ctx, fit->tiles, &fit->sum));
    *out = fit;
    return BASIN_STATUS_OK;
out:
    bsn_fit_free(ctx, fit);
    return status;
}

void bsn_fit_free(basin_ctx *ctx, struct bsn_fit *fit)
{
    if (!fit)
        return;
    bsn_free(ctx, fit->m);
    bsn_free(ctx, fit->v);
    bsn_free(ctx, fit->gradient);
    bsn_free(ctx, fit->work);
    bsn_free(ctx, fit->sum);
    bsn_free(ctx, fit->shared);
    bsn_free(ctx, fit);
}

static void slot_task(void *arg, size_t number, uint32_t thread)
{
    const struct bsn_fit *const fit = arg;
    const size_t slot = fit->first + number;
    float *const gradient = fit->gradient + slot * fit->full;

    memset(gradient, 0, fit->full * sizeof *gradient);
    for (size_t tile = slot; tile < fit->tiles && !bsn_brake_on(fit->brake); tile += fit->slots) {
        fit->sum[tile] = (struct bsn_loss_sum){ 0 };
        bsn_loss_tile(&fit->loss, fit->net->theta, (uint32_t)fit->step, (uint32_t)tile,
                      fit->work + thread * fit->workspace, gradient, &fit->sum[tile]);
    }
}

/* Adds the slots' gradients to the first one's. */
static void add_task(void *arg, size_t chunk, uint32_t thread)
{
    const struct bsn_fit *const fit = arg;
    const size_t from = chunk * CHUNK, to = from + CHUNK < fit->full ? from + CHUNK : fit->full;

    (void)thread;
    for (size_t slot = 1; slot < fit->slots; slot++)
        for (size_t i = from; i < to; i++)
            fit->gradient[i] += fit->gradient[slot * fit->full + i];
}

/* Where the sum of a tile stands among those that processes share. */
static struct bsn_loss_sum *shared_sum(const struct bsn_fit *fit, size_t tile)
{
    return &fit->shared[tile % fit->slots * tiles_of_slot(fit) + tile / fit->slots];
}

/* This process's slots. */
static size_t own_slots(const struct bsn_fit *fit)
{
    const size_t left = fit->first < fit->slots ? fit->slots - fit->first : 0;

    return left < fit->each ? left : fit->each;
}

/* What each has done of the batch goes to all. */
static void share(struct bsn_fit *fit)
{
    const struct basin_team *const team = fit->team;

    if (!team)
        return;
    for (size_t tile = 0; tile < fit->tiles; tile++)
        *shared_sum(fit, tile) = fit->sum[tile];
    team->share(team->user, fit->gradient, fit->each * fit->full * sizeof *fit->gradient);
    team->share(team->user, fit->shared, fit->each * tiles_of_slot(fit) * sizeof *fit->shared);
    for (size_t tile = 0; tile < fit->tiles; tile++)
        fit->sum[tile] = *shared_sum(fit, tile);
}

double bsn_fit_total(const struct bsn_fit *fit, const struct bsn_loss_sum *mean)
{
    const struct bsn_recipe_net *const r = fit->loss.recipe;

    return r->diffusion * mean->diffusion + r->contrastive * mean->contrastive;
}

static bool all_finite(const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* Others work, and only this thread may ask the caller. */
static void idle(void *arg)
{
    bsn_brake_on(((const struct bsn_fit *)arg)->brake);
}

bool bsn_fit_step(struct bsn_fit *fit, struct bsn_pool *pool, struct bsn_loss_sum *mean)
{
    const struct bsn_recipe_net *const r = fit->loss.recipe;
    const size_t params = bsn_net_params(&fit->net->net);
    const double columns = (double)(fit->tiles * r->tile);

    bsn_pool_run_idle(pool, own_slots(fit), slot_task, idle, fit);
    if (bsn_brake_on(fit->brake))
        return false;
    share(fit);
    bsn_pool_run(pool, (fit->full + CHUNK - 1) / CHUNK, add_task, fit);
    bsn_net_fold_f32(&fit->net->net, fit->net->theta, fit->gradient);
    *mean = (struct bsn_loss_sum){ 0 };
    for (size_t tile = 0; tile < fit->tiles; tile++) {
        mean->diffusion += fit->sum[tile].diffusion / columns;
        mean->contrastive += fit->sum[tile].contrastive / columns;
    }
    if (!isfinite(bsn_fit_total(fit, mean)) || !all_finite(fit->gradient, params))
        return false;
    struct bsn_adamw opt = BSN_ADAMW_INIT;
    const double part = (double)fit->step / (double)r->steps;
    const double cosine = 0.5 * (1 + cos(3.141592653589793 * part));
    opt.rate = fit->rate_scale * r->rate * (0.01 + 0.99 * cosine);
    opt.decay = r->decay;
    fit->step++;
    bsn_adamw_step(&opt, fit->step, params, fit->gradient, fit->net->theta, fit->m, fit->v);
    bsn_net_expand_f32(&fit->net->net, fit->net->theta);
    return true;
}
