/* adamw.c - Adam with decoupled weight decay (Loshchilov and Hutter). */
#include "nn/adamw.h"

#ifndef BSN_DOUBLE

#include <math.h>

void bsn_adamw_step(const struct bsn_adamw *opt, uint64_t step, size_t n, const float *gradient,
                    float *theta, float *m, float *v)
{
    const float beta1 = (float)opt->beta1, beta2 = (float)opt->beta2;
    const double unbias1 = 1 - pow(opt->beta1, (double)step);
    const double unbias2 = 1 - pow(opt->beta2, (double)step);
    const float size = (float)(opt->rate / unbias1), spread = (float)(1 / sqrt(unbias2));
    const float keep = (float)(1 - opt->rate * opt->decay), epsilon = (float)opt->epsilon;

    for (size_t i = 0; i < n; i++) {
        const float g = gradient[i];
        m[i] = beta1 * m[i] + (1 - beta1) * g;
        v[i] = beta2 * v[i] + (1 - beta2) * g * g;
        theta[i] = keep * theta[i] - size * m[i] / (sqrtf(v[i]) * spread + epsilon);
    }
}

#endif
