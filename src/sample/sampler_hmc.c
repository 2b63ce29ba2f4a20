/* sampler_hmc.c - reverse diffusion, with Hamiltonian moves that Metropolis corrects. */
#include "sample/mcmc.h"

static void descend(struct bsn_run *run, struct bsn_anneal *way)
{
    bsn_descend_leapfrog(run, way, true);
}

static void run_hmc(struct bsn_run *run)
{
    bsn_anneal(run, descend, true);
}

const struct bsn_sampler bsn_sampler_hmc = {
    .name = "hmc",
    .summary = "reverse diffusion with Metropolis-adjusted Hamiltonian moves at high noise",
    .particles = 16,
    .extra = true,
    .run = run_hmc,
};
