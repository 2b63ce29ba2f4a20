/* exact.c - the closed-form energy of a set of 0/1 examples under noise.
 *
 * With y.x over the ones of x only:
 *     E = |y|^2 / 2 tau - log sum_i w_i exp( (signal y.x_i - signal^2 |x_i|^2 / 2) / tau )
 * Plain loops, in double where sums decide: this is the oracle.
 */
#include "energy/exact.h"

#include "base/mem.h"
#include "energy/term.h"

#include <math.h>

/* The state of a bound term: the examples of factors by their number of parts, (longest + 1). */
static basin_status exact_bind(basin_ctx *ctx, const struct bsn_term_source *source,
                               struct bsn_bound *b)
{
    const struct bsn_factors *const f = &b->term->f;
    struct bsn_examples *by_parts;

    BSN_TRY(BSN_NEW(ctx, f->longest + 1, &by_parts));
    b->state = by_parts;
    for (size_t i = 0; i < f->factors; i++) {
        const size_t parts = f->first[i + 1] - f->first[i];
        struct bsn_examples *const set = &by_parts[parts];
        if (set->first)
            continue;
        BSN_TRY(source->examples(ctx, b->term->net, parts, b->term->inputs, set));
        const size_t need = 2 * (2 * set->width + set->count);  /* doubles */
        b->scratch = need > b->scratch ? need : b->scratch;
    }
    return BASIN_STATUS_OK;
}

static void exact_release(basin_ctx *ctx, struct bsn_bound *b)
{
    struct bsn_examples *const by_parts = b->state;

    for (size_t n = 0; n <= b->term->f.longest; n++) {
        bsn_free(ctx, by_parts[n].log_weight);
        bsn_free(ctx, by_parts[n].first);
        bsn_free(ctx, by_parts[n].one);
    }
}

static const struct bsn_examples *examples_of(const struct bsn_bound *b, size_t factor)
{
    const struct bsn_factors *const f = &b->term->f;

    return (const struct bsn_examples *)b->state + (f->first[factor + 1] - f->first[factor]);
}

static double exact_floor(const struct bsn_bound *b, size_t factor)
{
    return examples_of(b, factor)->floor;
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

static void exact_eval(const struct bsn_bound *b, const struct bsn_term_call *call)
{
    const struct bsn_factors *const f = &b->term->f;
    const uint32_t inputs = b->term->inputs;

    for (size_t k = 0; k < f->factors; k++) {
        const struct bsn_examples *const set = examples_of(b, k);
        double *const value = (double *)(void *)call->scratch;
        double *const slope = value + set->width, *const share = slope + set->width;
        bool mirror;
        for (size_t lane = 0; lane < BSN_LANES; lane++) {
            const double signal = call->level->signal[lane];
            for (size_t i = 0; i < set->width; i++) {
                const double at = call->y[place(f, inputs, k, i, &mirror) + lane];
                value[i] = mirror ? signal - at : at;
            }
            const double e = one_lane(set, signal, call->level->noise[lane], value, share, slope);
            const double w = (call->weight ? call->weight[k * BSN_LANES + lane] : 1) *
                             (b->scale ? b->scale[k] : 1);
            for (size_t i = 0; i < set->width; i++) {
                const size_t at = place(f, inputs, k, i, &mirror) + lane;
                call->grad[at] += (float)(mirror ? -w * slope[i] : w * slope[i]);
            }
            call->energy[lane] += (float)(w * e);
            call->residual[k * BSN_LANES + lane] = (float)e;
        }
    }
}

const struct bsn_term_kind bsn_term_exact = { .name = "exact", .bind = exact_bind,
                                              .eval = exact_eval, .release = exact_release,
                                              .floor = exact_floor };
