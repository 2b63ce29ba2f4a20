/* mcmc.h - moves that leave exp(-E(., t)) as it is, or nearly so: Langevin and Hamiltonian. */
#ifndef BSN_MCMC_H
#define BSN_MCMC_H

#include "sample/anneal.h"

/* A move at level t. The tile's energy and gradient are those of its particles at t, before and
 * after. Corrected moves are accepted or refused by Metropolis, so that they leave exp(-E) exactly;
 * they need the sampler's `extra`, as does every Hamiltonian move. */
struct bsn_mcmc {
    uint32_t t;
    uint32_t when;   /* address of its random numbers */
    bool corrected;
    double step;
    double mass;     /* Hamiltonian moves */
};

/* y <- y - step grad + sqrt(2 step) xi: ULA, corrected MALA. `move` is a struct bsn_mcmc. */
void bsn_tile_langevin(struct bsn_run *run, struct bsn_tile *tile, void *move);

/* Momenta drawn anew, before the first Hamiltonian move. */
void bsn_tile_momentum(struct bsn_run *run, struct bsn_tile *tile, void *move);

/* Momenta partly refreshed, then three leapfrog steps: UHMC, corrected HMC. */
void bsn_tile_leapfrog(struct bsn_run *run, struct bsn_tile *tile, void *move);

/* What a level of these samplers is: above T / 2, 20 Langevin or 10 Hamiltonian moves with the
 * authors' sizes, after a step of reverse diffusion. */
void bsn_descend_langevin(struct bsn_run *run, struct bsn_anneal *way, bool corrected);
void bsn_descend_leapfrog(struct bsn_run *run, struct bsn_anneal *way, bool corrected);

#endif
