/* dynamics.h - how basin's own sampler walks on the energies of a kind of problem. */
#ifndef BSN_DYNAMICS_H
#define BSN_DYNAMICS_H

/* See sampler_basin.c. Pairs are for the first and the last rung of the ladder of particles. Found
 * by experiment, see bench/README.md. */
struct bsn_dynamics {
    double sigma[2];      /* noise levels: s^2 = sigma^2 / (1 + sigma^2) */
    double decay[2];      /* how fast weights fall back to 1, in problems of up to 1,000 factors */
    double forget;        /* beyond, it grows with their number to this power */
    double rate;          /* how fast those of broken factors grow */
    double step_size, clip;    /* step length h = step_size s^2, and bound of a step */
    double noise_scale;          /* share of the noise that a true Langevin step would have */
    double momentum;         /* share of the last step that is taken again */
};

#endif
