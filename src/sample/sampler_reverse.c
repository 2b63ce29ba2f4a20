/* sampler_reverse.c - reverse diffusion (DDPM) of the composed energy, nothing else. */
#include "sample/anneal.h"

static void run_reverse(struct bsn_run *run)
{
    bsn_anneal(run, bsn_descend_reverse, true);
}

const struct bsn_sampler bsn_sampler_reverse = {
    .name = "reverse",
    .summary = "reverse diffusion down the noise levels",
    .particles = 16,
    .run = run_reverse,
};
