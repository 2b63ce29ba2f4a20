/* adamw.h - the optimiser: Adam with decoupled weight decay. */
#ifndef BSN_ADAMW_H
#define BSN_ADAMW_H

#include <stddef.h>
#include <stdint.h>

struct bsn_adamw {
    double rate, decay, beta1, beta2, epsilon;
};

#define BSN_ADAMW_INIT { .rate = 1e-3, .beta1 = 0.9, .beta2 = 0.999, .epsilon = 1e-8 }

/* One step, number `step` counted from 1. theta, first and second moments (m, v), gradient (n). */
void bsn_adamw_step(const struct bsn_adamw *opt, uint64_t step, size_t n, const float *gradient,
                    float *theta, float *m, float *v);

#endif
