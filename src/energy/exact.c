/* exact.c - the closed-form energy of a set of 0/1 examples under noise.
 *
 * With y.x over the ones of x only:
 *     E = |y|^2 / 2 tau - log sum_i w_i exp( (signal y.x_i - signal^2 |x_i|^2 / 2) / tau )
 * Plain loops, in double where sums decide: this is the oracle.
 */
#include "energy/exact.h"

#include <math.h>

size_t bsn_exact_scratch(size_t width, size_t count)
{
    return 2 * (2 * width + count);  /* doubles: inputs, slopes, shares */
}

/* Where the factor's input i lies in a tile, and whether it is read mirrored. */
static size_t place(const struct bsn_factors *f, uint32_t inputs, size_t factor, size_t i,
                    bool *mirror)
{
    const uint32_t part = f->member[f->first[factor] + i / inputs];

    *mirror = f->mirror && f->mirror[part] > 0;
    return (size_t)f->input[part * inputs + i % inputs] * BSN_LANES;
}

/* One factor in one lane: its energy; slope (width) gets dE/dy. share (count) is scratch. */
static double one_lane(const struct bsn_examples *set, double signal, double tau, const double *y,
                       double *share, double *slope)
{
    double top = -INFINITY, total = 0, energy = 0;

    for (size_t i = 0; i < set->count; i++) {
        double dot = 0;
        for (size_t k = set->first[i]; k < set->first[i + 1]; k++)
            dot += y[set->one[k]];
        const double ones = set->first[i + 1] - set->first[i];
        share[i] = set->log_weight[i] + (signal * dot - signal * signal * ones / 2) / tau;
        top = fmax(top, share[i]);
    }
    for (size_t i = 0; i < set->count; i++)
        total += share[i] = exp(share[i] - top);
    for (size_t i = 0; i < set->width; i++) {
        slope[i] = y[i] / tau;
        energy += y[i] * y[i] / (2 * tau);
    }
    for (size_t i = 0; i < set->count; i++)
        for (size_t k = set->first[i]; k < set->first[i + 1]; k++)
            slope[set->one[k]] -= signal / tau * share[i] / total;
    return energy - top - log(total);
}

void bsn_exact_term(const struct bsn_examples *const *of, uint32_t inputs,
                    const struct bsn_factors *f, const struct bsn_level *level, const float *y,
                    const float *weight, const float *scale, float *scratch, float *energy,
                    float *grad, float *residual)
{
    for (size_t k = 0; k < f->factors; k++) {
        const struct bsn_examples *const set = of[f->first[k + 1] - f->first[k]];
        double *const value = (double *)(void *)scratch;
        double *const slope = value + set->width, *const share = slope + set->width;
        bool mirror;
        for (size_t lane = 0; lane < BSN_LANES; lane++) {
            for (size_t i = 0; i < set->width; i++) {
                const double at = y[place(f, inputs, k, i, &mirror) + lane];
                value[i] = mirror ? level->signal[lane] - at : at;
            }
            const double e = one_lane(set, level->signal[lane], level->noise[lane], value, share,
                                      slope);
            const double w = (weight ? weight[k * BSN_LANES + lane] : 1) * (scale ? scale[k] : 1);
            for (size_t i = 0; i < set->width; i++) {
                const size_t at = place(f, inputs, k, i, &mirror) + lane;
                grad[at] += (float)(mirror ? -w * slope[i] : w * slope[i]);
            }
            energy[lane] += (float)(w * e);
            residual[k * BSN_LANES + lane] = (float)e;
        }
    }
}
