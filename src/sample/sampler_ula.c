/* sampler_ula.c - reverse diffusion, with Langevin moves taken as they come. */
#include "sample/mcmc.h"

static void descend(struct bsn_run *run, struct bsn_anneal *way)
{
    bsn_descend_langevin(run, way, false);
}

static void run_ula(struct bsn_run *run)
{
    bsn_anneal(run, descend, true);
}

const struct bsn_sampler bsn_sampler_ula = {
    .name = "ula",
    .summary = "reverse diffusion with unadjusted Langevin moves at high noise",
    .particles = 16,
    .run = run_ula,
};
