/* resample.h - keep the particles that fit, drop the ones that do not. */
#ifndef BSN_RESAMPLE_H
#define BSN_RESAMPLE_H

#include "sample/sampler.h"

/* Systematic resampling: fills parent (n) with the index that each new particle is copied from.
 * A weight w of total W gives floor(nw/W) or ceil(nw/W) children, up to rounding; u is uniform in
 * [0, 1). Weights that are not positive and finite count as zero and have no children; when all are
 * so, or the total is infinite, every particle stays. */
void bsn_resample(const double *weight, size_t n, double u, uint32_t *parent);

/* Resamples the particles of a run by softmax(-energy), energies that are not finite counting as
 * hopeless. `when` is where its one random draw lives. The sampler must have asked for `extra`;
 * energies and gradients are no longer those of the particles afterwards. */
void bsn_run_resample(struct bsn_run *run, uint32_t when);

#endif
