/* sampler_uhmc.c - reverse diffusion, with Hamiltonian moves taken as they come. */
#include "sample/mcmc.h"

static void descend(struct bsn_run *run, struct bsn_anneal *way)
{
    bsn_descend_leapfrog(run, way, false);
}

static void run_uhmc(struct bsn_run *run)
{
    bsn_anneal(run, descend, true);
}

const struct bsn_sampler bsn_sampler_uhmc = {
    .name = "uhmc",
    .summary = "reverse diffusion with unadjusted Hamiltonian moves at high noise",
    .particles = 16,
    .extra = true,
    .run = run_uhmc,
};
