/* tuples_ladder.c - temperatures that suit a problem's costs, and the energies at each.
 *
 * Costs have a unit of their own, so the ladder is found from the problem: random assignments are
 * changed in one value each, and the hottest rung is at a temperature where most of these changes
 * are likely, the coldest where hardly the smallest is. What is forbidden, or held for broken by a
 * network, has no such scale: it is softened by noise, as given tables are (term_table.h),
 *     -log sum_x' q(x' | x) exp(-c(x') / T),
 * q at the rung's noise, so that a broken tuple costs the less the hotter it is, and the nearer to
 * one that holds. Learned costs are in nats and T is 1 for them; counting factors are asked at
 * the rung's noise. Tables without a broken entry are divided by T alone.
 */
#include "base/mem.h"
#include "sample/tuples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TRIALS 4096       /* changes that are tried */
#define HOT_SHARE 0.9     /* of changes are smaller than the hottest temperature, */
#define COLD_SHARE 0.05   /* and so many than COLD times the coldest */
#define COLD 6.0
#define SPAN_LEAST 20.0   /* between coldest and hottest, at least */
#define SPAN_MOST 1e4
#define SIGMA_HOT 0.8
#define SIGMA_COLD 0.3    /* where there is nothing but broken and whole, */
#define SIGMA_FROZEN 0.13 /* and where costs compete with what is broken */

/* -------------------------------------------------------------------------- temperatures ---- */

/* By how much a change of variable v, in an assignment with these states, changes given costs;
 * broken entries do not count. */
static double try_change(const struct bsn_tuples *t, const uint32_t *state, uint32_t v,
                         uint32_t before, uint32_t after)
{
    double change = 0;

    for (size_t i = t->touch_first[v]; i < t->touch_first[v + 1]; i++) {
        const struct bsn_tuple_touch *const touch = &t->touch[i];
        const struct bsn_tuple_table *const table = &t->table[t->table_of[touch->factor]];
        const size_t from = table->at + state[touch->factor];
        const size_t to = from - bsn_tuple_adds(t, touch, before) + bsn_tuple_adds(t, touch, after);
        if (!table->learned && !t->broken[from] && !t->broken[to])
            change += t->cost[to] - t->cost[from];
    }
    return fabs(change);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Tries changes around one random assignment after the other; how many of them cost something. */
static size_t try_changes(const struct bsn_tuples *t, uint16_t *value, uint32_t *state,
                          double *change)
{
    const struct bsn_rng rng = { 0, BSN_RNG_MOVE, 0, 0 };
    uint64_t random[2];
    size_t found = 0;

    bsn_next_begin(&rng, random);
    for (size_t trial = 0; trial < TRIALS; trial++) {
        if (trial % 64 == 0) {
            memset(state, 0, t->factors * sizeof *state);
            for (uint32_t v = 0; v < t->variables; v++) {
                value[v] = (uint16_t)(bsn_next(random) % t->values[v]);
                for (size_t i = t->touch_first[v]; i < t->touch_first[v + 1]; i++)
                    state[t->touch[i].factor] += bsn_tuple_adds(t, &t->touch[i], value[v]);
            }
        }
        const uint32_t v = (uint32_t)(bsn_next(random) % t->variables);
        const uint32_t after = (uint32_t)(bsn_next(random) % t->values[v]);
        const double size = try_change(t, state, v, value[v], after);
        if (size > 0)
            change[found++] = size;
    }
    return found;
}

static basin_status set_temperatures(basin_ctx *ctx, const struct bsn_tuples *t,
                                     struct bsn_tuple_ladder *l)
{
    uint16_t *value = NULL;
    uint32_t *state = NULL;
    double *change = NULL, hot = 1, cold = 1;
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, t->variables, &value));
    BSN_TRY_OUT(BSN_NEW(ctx, t->factors, &state));
    BSN_TRY_OUT(BSN_NEW(ctx, TRIALS, &change));
    const size_t found = t->soft ? try_changes(t, value, state, change) : 0;
    if (found > 0) {
        qsort(change, found, sizeof *change, by_size);
        hot = change[(size_t)(HOT_SHARE * (double)(found - 1))];
        cold = change[(size_t)(COLD_SHARE * (double)(found - 1))] / COLD;
        cold = fmin(fmax(cold, hot / SPAN_MOST), hot / SPAN_LEAST);
    }
    for (uint32_t r = 0; r < l->rungs; r++) {
        const double at = l->rungs > 1 ? r / (l->rungs - 1.0) : 0;
        const double frozen = t->soft ? SIGMA_FROZEN : SIGMA_COLD;
        l->temperature[r] = cold * pow(hot / cold, at);
        l->sigma[r] = frozen * pow(SIGMA_HOT / frozen, at);
    }
out:
    bsn_free(ctx, value);
    bsn_free(ctx, state);
    bsn_free(ctx, change);
    return status;
}

/* ------------------------------------------------------------------------------ energies ---- */

/* One axis of a table: lines of `values` entries that are `stride` apart. */
static void soften_axis(double *energy, size_t size, size_t stride, uint32_t values, double gain)
{
    const double other = 1 / (exp(gain) + values - 1), own = 1 - other * (values - 1);

    for (size_t x = 0; x < size; x++) {
        double least = INFINITY, sum = 0;
        if (x / stride % values != 0)
            continue;
        for (uint32_t k = 0; k < values; k++)
            least = fmin(least, energy[x + k * stride]);
        if (least == INFINITY)
            continue;  /* another axis may have some that hold */
        for (uint32_t k = 0; k < values; k++)
            sum += exp(least - energy[x + k * stride]);
        for (uint32_t k = 0; k < values; k++) {
            const double here = exp(least - energy[x + k * stride]);
            energy[x + k * stride] = least - log(other * sum + (own - other) * here);
        }
    }
}

/* A table of tuples at a rung; `work` has room for it. */
static void set_tuples(const struct bsn_tuples *t, const struct bsn_tuple_table *table,
                       double temperature, double sigma, double *work, float *energy)
{
    size_t stride = 1;

    for (size_t x = 0; x < table->size; x++)
        work[x] = t->cost[table->at + x] / (table->learned ? 1 : temperature);
    for (uint32_t k = table->scope; table->hard && k-- > 0;) {
        const struct bsn_tuple_dim *const dim = &t->dim[table->dim + k];
        const double gain = (dim->coords > 1 ? 1 : 0.5) / (sigma * sigma);
        soften_axis(work, table->size, stride, dim->values, gain);
        stride *= dim->values;
    }
    for (size_t x = 0; x < table->size; x++)
        energy[table->at + x] = work[x] == INFINITY ? 0 : (float)work[x];  /* all are forbidden */
}

static basin_status set_counts(basin_ctx *ctx, const struct bsn_compose *compose,
                               const struct bsn_tuple_table *table, struct bsn_tuple_ladder *l)
{
    struct bsn_level level;
    float *cost;

    BSN_TRY(BSN_NEW(ctx, (table->length + (size_t)1) * BSN_LANES, &cost));
    for (uint32_t r = 0; r < BSN_LANES; r++) {
        const double sigma = l->sigma[r < l->rungs ? r : 0];
        bsn_level_lane(bsn_compose_schedule(compose), sigma * sigma / (1 + sigma * sigma), r,
                       &level);
    }
    const basin_status status = bsn_tuples_ask_counts(ctx, compose, table, &level, cost);
    for (uint32_t r = 0; status == BASIN_STATUS_OK && r < l->rungs; r++)
        for (size_t c = 0; c <= table->length; c++)
            l->energy[r][table->at + c] = cost[c * BSN_LANES + r];
    bsn_free(ctx, cost);
    return status;
}

basin_status bsn_tuple_ladder_make(basin_ctx *ctx, const struct bsn_compose *compose,
                                   const struct bsn_tuples *t, uint32_t rungs,
                                   struct bsn_tuple_ladder *l)
{
    size_t most = 0;
    double *work = NULL;
    basin_status status = BASIN_STATUS_OK;

    l->rungs = rungs;
    BSN_TRY(set_temperatures(ctx, t, l));
    for (uint32_t r = 0; r < rungs; r++)
        BSN_TRY(BSN_NEW(ctx, t->entries, &l->energy[r]));
    for (size_t n = 0; n < t->tables; n++)
        most = t->table[n].size > most ? t->table[n].size : most;
    BSN_TRY(BSN_NEW(ctx, most, &work));
    for (size_t n = 0; n < t->tables; n++) {
        for (uint32_t r = 0; t->table[n].scope > 0 && r < rungs; r++)
            set_tuples(t, &t->table[n], l->temperature[r], l->sigma[r], work, l->energy[r]);
        if (t->table[n].scope == 0)
            BSN_TRY_OUT(set_counts(ctx, compose, &t->table[n], l));
    }
out:
    bsn_free(ctx, work);
    return status;
}

void bsn_tuple_ladder_clear(basin_ctx *ctx, struct bsn_tuple_ladder *l)
{
    for (uint32_t r = 0; r < BSN_TUPLES_RUNGS; r++)
        bsn_free(ctx, l->energy[r]);
}
