/* anneal.h - the way down the noise levels that all samplers of the paper share.
 *
 * From t = T to 1, one level after the other; at each the sampler brings the particles from level t
 * to t - 1, and the run looks at them. A sampler adds only what it does at a level.
 */
#ifndef BSN_ANNEAL_H
#define BSN_ANNEAL_H

#include "sample/sampler.h"

/* Where a run stands on its way. Every noise vector has an address of its own, `when`: to use one
 * is to take `when` and count it up, from the main flow only. */
struct bsn_anneal {
    uint32_t t;
    uint32_t when;   /* the first address not used yet */
    uint32_t steady; /* an address for noise that stays the same for a whole pass */
};

/* Brings all particles from level way->t to the next. When it begins, energies (and gradients,
 * where they were asked for) are those of the particles at way->t; it need not leave them so. */
typedef void bsn_descend_fn(struct bsn_run *run, struct bsn_anneal *way);

/* Passes over the schedule until the run is over: one, or more where a step limit or a deadline
 * leaves room for them. A sampler that only weighs particles before it moves them does without
 * gradients, a good half of the work. Energies are then those of the final positions at t = 1 (at
 * the level that was reached, if the run was cut short), infinite where they are no number. */
void bsn_anneal(struct bsn_run *run, bsn_descend_fn *descend, bool gradients);

/* The plainest way to the next level: one step of reverse diffusion. */
void bsn_descend_reverse(struct bsn_run *run, struct bsn_anneal *way);

/* ----------------------------------------------------------------------- steps of a tile ---- */

/* Energy and gradient at level t; energies that are not finite become +infinity. False when the run
 * was stopped: then the energies are those from before, and the gradient is 0. */
bool bsn_tile_weigh(struct bsn_run *run, struct bsn_tile *tile, uint32_t t);

/* x (coords, 16) += size * normal noise of address `when`. */
void bsn_tile_noise(const struct bsn_run *run, const struct bsn_tile *tile, uint32_t when,
                    double size, float *x);

/* One step of reverse diffusion (DDPM) from way->t to way->t - 1, with the gradient that the tile
 * has; its noise has the address way->when. */
void bsn_tile_reverse(struct bsn_run *run, struct bsn_tile *tile, void *way);

#endif
