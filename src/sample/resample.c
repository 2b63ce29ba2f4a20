/* resample.c - keep the particles that fit, drop the ones that do not.
 *
 * Systematic resampling: one uniform draw places a comb over the cumulative weights, so that a
 * particle of weight w gets floor(nw) or ceil(nw) children. Chosen over multinomial (which the
 * authors' code uses) because its variance is lower and it needs one random number a step.
 */
#include "sample/resample.h"

#include <assert.h>
#include <math.h>

static double sound(double weight)
{
    return weight > 0 && isfinite(weight) ? weight : 0;
}

void bsn_resample(const double *weight, size_t n, double u, uint32_t *parent)
{
    double total = 0;
    size_t last = 0;  /* last particle that may have children: rounding must not pass it */

    assert(n > 0 && 0 <= u && u < 1);
    for (size_t i = 0; i < n; i++) {
        total += sound(weight[i]);
        last = sound(weight[i]) > 0 ? i : last;
    }
    if (!(total > 0) || !isfinite(total)) {
        for (size_t i = 0; i < n; i++)
            parent[i] = (uint32_t)i;
        return;
    }
    double reach = sound(weight[0]);
    size_t i = 0;
    for (size_t k = 0; k < n; k++) {
        const double at = total * (((double)k + u) / (double)n);
        while (reach <= at && i < last)  /* not <: a weight of zero is never at a tooth */
            reach += sound(weight[++i]);
        parent[k] = (uint32_t)i;
    }
}

/* share (particles) becomes exp(-energy) up to a factor, in double. */
static void weigh(struct bsn_run *run)
{
    double lowest = INFINITY;

    for (size_t p = 0; p < run->particles; p++) {
        run->share[p] = run->tile[p / BSN_LANES].energy[p % BSN_LANES];
        if (isfinite(run->share[p]))
            lowest = fmin(lowest, run->share[p]);
    }
    for (size_t p = 0; p < run->particles; p++)
        run->share[p] = isfinite(run->share[p]) ? exp(lowest - run->share[p]) : 0;
}

/* Collects the parents of a tile; idle lanes stay. */
static void collect(struct bsn_run *run, struct bsn_tile *tile, void *unused)
{
    const size_t coords = bsn_compose_coords(run->compose);
    const float *from[BSN_LANES];

    (void)unused;
    if (bsn_run_poll(run))
        return;
    for (size_t lane = 0; lane < BSN_LANES; lane++) {
        const uint32_t own = (uint32_t)(tile->index * BSN_LANES + lane);
        const uint32_t parent = lane < tile->live ? run->parent[own] : own;
        from[lane] = run->tile[parent / BSN_LANES].y + parent % BSN_LANES;
    }
    for (size_t i = 0; i < coords; i++)
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            tile->extra[i * BSN_LANES + lane] = from[lane][i * BSN_LANES];
}

void bsn_run_resample(struct bsn_run *run, uint32_t when)
{
    const struct bsn_rng rng = { run->seed, BSN_RNG_ACCEPT, run->stream << 12, when };

    weigh(run);
    bsn_resample(run->share, run->particles, bsn_rng_uniform(&rng, 0), run->parent);
    bsn_run_each(run, collect, NULL);
    if (bsn_run_poll(run))  /* some were not collected */
        return;
    run->resampled = true;
    for (size_t i = 0; i < run->tiles; i++) {
        float *const old = run->tile[i].y;
        run->tile[i].y = run->tile[i].extra;
        run->tile[i].extra = old;
    }
}
