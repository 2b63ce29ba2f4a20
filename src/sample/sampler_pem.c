/* sampler_pem.c - parallel energy minimization, the paper's Algorithm 1.
 *
 * At each level: resample the particles by softmax(-E(y, t)), add noise of size s_t, step down the
 * gradient at the point so reached. Diversity dies soon; many particles make up for it.
 */
#include "sample/anneal.h"
#include "sample/resample.h"

#include <math.h>
#include <string.h>

/* The authors' networks are trained so that grad E is the noise eps itself, and they step by
 * s_t grad E. Ours make s_t grad E = eps: the same step is s_t^2 grad E. */
static void step(struct bsn_run *run, struct bsn_tile *tile, void *arg)
{
    const struct bsn_anneal *const way = arg;
    const size_t count = bsn_compose_coords(run->compose) * BSN_LANES;
    const double noise = 1 - bsn_compose_schedule(run->compose)->abar[way->t];

    if (bsn_run_poll(run))
        return;
    memcpy(tile->extra2, tile->y, count * sizeof *tile->y);
    bsn_tile_noise(run, tile, way->when, sqrt(noise), tile->y);
    if (!bsn_tile_weigh(run, tile, way->t)) {  /* noise alone would be worse than no step */
        memcpy(tile->y, tile->extra2, count * sizeof *tile->y);
        return;
    }
    for (size_t i = 0; i < count; i++)
        tile->y[i] -= (float)noise * tile->grad[i];
}

static void descend(struct bsn_run *run, struct bsn_anneal *way)
{
    bsn_run_resample(run, way->when++);
    bsn_run_each(run, step, way);
    way->when++;
}

static void run_pem(struct bsn_run *run)
{
    bsn_anneal(run, descend, false);
}

const struct bsn_sampler bsn_sampler_pem = {
    .name = "pem",
    .summary = "parallel energy minimization, Algorithm 1 of the paper: resample, noise, step",
    .particles = 128,
    .extra = true,
    .run = run_pem,
};
