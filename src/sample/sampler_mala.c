/* sampler_mala.c - reverse diffusion, with Langevin moves that Metropolis corrects. */
#include "sample/mcmc.h"

static void descend(struct bsn_run *run, struct bsn_anneal *way)
{
    bsn_descend_langevin(run, way, true);
}

static void run_mala(struct bsn_run *run)
{
    bsn_anneal(run, descend, true);
}

const struct bsn_sampler bsn_sampler_mala = {
    .name = "mala",
    .summary = "reverse diffusion with Metropolis-adjusted Langevin moves at high noise",
    .particles = 16,
    .extra = true,
    .run = run_mala,
};
