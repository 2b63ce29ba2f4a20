/* sampler_pem_lookahead.c - parallel energy minimization as the authors' released code does it.
 *
 * At each level: resample by softmax(-E(y, t)), follow every particle down to t = 0 by reverse
 * diffusion, bring what comes out back to level t with a noise vector that stays the same for the
 * whole pass, take one step of reverse diffusion. About T^2 / 2 gradients a pass.
 */
#include "sample/anneal.h"
#include "sample/resample.h"

#include <math.h>

/* Reverse diffusion of particles that have moved since their gradient was taken. */
static void reverse(struct bsn_run *run, struct bsn_tile *tile, void *arg)
{
    if (bsn_tile_weigh(run, tile, ((const struct bsn_anneal *)arg)->t))
        bsn_tile_reverse(run, tile, arg);
}

static void rise(struct bsn_run *run, struct bsn_tile *tile, void *arg)
{
    const struct bsn_anneal *const way = arg;
    const size_t count = bsn_compose_coords(run->compose) * BSN_LANES;
    const double abar = bsn_compose_schedule(run->compose)->abar[way->t];
    const float signal = (float)sqrt(abar);

    if (bsn_run_poll(run))
        return;
    for (size_t i = 0; i < count; i++)
        tile->y[i] *= signal;
    bsn_tile_noise(run, tile, way->steady, sqrt(1 - abar), tile->y);
    reverse(run, tile, arg);
}

static void descend(struct bsn_run *run, struct bsn_anneal *way)
{
    struct bsn_anneal ahead = *way;

    bsn_run_resample(run, ahead.when++);
    for (; ahead.t > 0 && !bsn_run_poll(run); ahead.t--, ahead.when++)
        bsn_run_each(run, reverse, &ahead);
    way->when = ahead.when;
    bsn_run_each(run, rise, way);
    way->when++;
}

static void run_pem_lookahead(struct bsn_run *run)
{
    bsn_anneal(run, descend, false);
}

const struct bsn_sampler bsn_sampler_pem_lookahead = {
    .name = "pem-lookahead",
    .summary = "PEM as the authors' code does it: a reverse diffusion to the end at every level",
    .particles = 128,
    .extra = true,
    .run = run_pem_lookahead,
};
