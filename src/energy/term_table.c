/* term_table.c - terms whose factors have a given cost for each tuple of values. */
#include "energy/term_table.h"

#include "base/mem.h"
#include "nn/layer.h"

#include <math.h>
#include <string.h>

#define FORBIDDEN 1e5f  /* what a forbidden tuple costs here: more than any noise lets through */

/* Scratch of an evaluation, each (values of the largest factor, 16). */
struct arrays {
    float *chance;  /* log q of each value, */
    float *share;   /* q, */
    float *margin;  /* and its probability under q exp(-c) */
};

size_t bsn_tables_size(const struct bsn_tables *tables, size_t factor)
{
    size_t size = 1;

    for (size_t v = tables->first[factor]; v < tables->first[factor + 1]; v++)
        size *= tables->values[v];
    return size;
}

bool bsn_tables_soft(const struct bsn_tables *tables, size_t factors)
{
    for (size_t i = 0; i < factors; i++)
        for (size_t k = 0; k < bsn_tables_size(tables, i); k++) {
            const double cost = tables->cost[tables->at[i] + k];
            if (cost < INFINITY && cost != 0)
                return true;
        }
    return false;
}

void bsn_tuple_next(const uint32_t *values, size_t variables, uint32_t *tuple)
{
    for (size_t v = variables; v-- > 0;) {
        if (++tuple[v] < values[v])
            return;
        tuple[v] = 0;
    }
}

static size_t count_values(const struct bsn_tables *t, size_t factor)
{
    size_t count = 0;

    for (size_t v = t->first[factor]; v < t->first[factor + 1]; v++)
        count += t->values[v];
    return count;
}

static basin_status table_bind(basin_ctx *ctx, const struct bsn_term_source *source,
                               struct bsn_bound *b)
{
    const struct bsn_tables *const t = b->term->own;
    size_t most = 0, variables = 0;

    (void)ctx;
    (void)source;
    for (size_t i = 0; i < b->term->f.factors; i++) {
        const size_t values = count_values(t, i), scope = t->first[i + 1] - t->first[i];
        most = values > most ? values : most;
        variables = scope > variables ? scope : variables;
    }
    b->scratch = 3 * most * BSN_LANES + 2 * variables;
    b->gradless = true;
    return BASIN_STATUS_OK;
}

/* log q of the values of one variable; y (coords, 16) of a lane begin at `part` of the term. */
static void posterior(const struct bsn_term_call *call, const struct bsn_term *term, size_t part,
                      uint32_t values, uint32_t coords, float *chance, float *share)
{
    for (size_t lane = 0; lane < call->level->lanes; lane++) {
        const float signal = call->level->signal[lane], slope = signal / call->level->noise[lane];
        float most = -INFINITY, sum = 0;
        for (uint32_t k = 0; k < values; k++) {
            const size_t from = part + (coords > 1 ? k : 0);
            const float y = call->y[(size_t)term->input[term->member[from]] * BSN_LANES + lane];
            const float z = coords > 1 ? slope * y : k == 0 ? 0 : slope * (y - signal / 2);
            chance[k * BSN_LANES + lane] = z;
            most = z > most ? z : most;
        }
        for (uint32_t k = 0; k < values; k++)
            sum += expf(chance[k * BSN_LANES + lane] - most);
        for (uint32_t k = 0; k < values; k++) {
            chance[k * BSN_LANES + lane] -= most + logf(sum);
            share[k * BSN_LANES + lane] = expf(chance[k * BSN_LANES + lane]);
        }
    }
}

/* The logarithm of a tuple's weight q exp(-c) in each lane. */
static void weigh(const float *chance, const uint32_t *values, size_t variables,
                  const uint32_t *tuple, double cost, float weight[static BSN_LANES])
{
    const float c = cost < FORBIDDEN ? (float)cost : FORBIDDEN;

    for (size_t lane = 0; lane < BSN_LANES; lane++)
        weight[lane] = -c;
    for (size_t v = 0; v < variables; chance += values[v++] * BSN_LANES)
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            weight[lane] += chance[tuple[v] * BSN_LANES + lane];
}

/* Adds a tuple's weight to the margins of its values. */
static void add_margins(const float *weight, const uint32_t *values, size_t variables,
                        const uint32_t *tuple, float *margin)
{
    for (size_t v = 0; v < variables; margin += values[v++] * BSN_LANES)
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            margin[tuple[v] * BSN_LANES + lane] += weight[lane];
}

/* Fills residual (16) of factor i, and its margins where `margin` is not NULL. */
static void sum_tuples(const struct bsn_tables *t, size_t i, const float *chance, uint32_t *tuple,
                       float *margin, float *residual)
{
    const uint32_t *const values = t->values + t->first[i];
    const size_t variables = t->first[i + 1] - t->first[i], size = bsn_tables_size(t, i);
    const double *const cost = t->cost + t->at[i];
    float most[BSN_LANES], sum[BSN_LANES] = { 0 }, weight[BSN_LANES];

    for (size_t lane = 0; lane < BSN_LANES; lane++)
        most[lane] = -INFINITY;
    memset(tuple, 0, variables * sizeof *tuple);
    for (size_t x = 0; x < size; x++, bsn_tuple_next(values, variables, tuple)) {
        weigh(chance, values, variables, tuple, cost[x], weight);
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            most[lane] = weight[lane] > most[lane] ? weight[lane] : most[lane];
    }
    for (size_t x = 0; x < size; x++, bsn_tuple_next(values, variables, tuple)) {
        weigh(chance, values, variables, tuple, cost[x], weight);
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            sum[lane] += weight[lane] = expf(weight[lane] - most[lane]);
        if (margin)
            add_margins(weight, values, variables, tuple, margin);
    }
    for (size_t lane = 0; lane < BSN_LANES; lane++)
        residual[lane] = -(most[lane] + logf(sum[lane]));
    for (size_t k = 0; margin && k < count_values(t, i); k++)
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            margin[k * BSN_LANES + lane] /= sum[lane];
}

/* dR/dy = (q - margin) signal / noise, of the value that a coordinate stands for. */
static void add_slopes(const struct bsn_bound *b, size_t i, const struct arrays *a,
                       const struct bsn_term_call *call)
{
    const struct bsn_tables *const t = b->term->own;
    const struct bsn_level *const level = call->level;
    const float scale = b->scale ? b->scale[i] : 1;
    size_t part = b->term->first[i], value = 0;

    for (size_t v = t->first[i]; v < t->first[i + 1]; value += t->values[v++])
        for (uint32_t k = 0; k < t->coords[v]; k++, part++)
            for (size_t lane = 0; lane < level->lanes; lane++) {
                const size_t at = (value + k + (t->coords[v] == 1)) * BSN_LANES + lane;
                const float weight = call->weight ? call->weight[i * BSN_LANES + lane] : 1;
                call->grad[(size_t)b->term->input[b->term->member[part]] * BSN_LANES + lane] +=
                    scale * weight * (a->share[at] - a->margin[at]) * level->signal[lane] /
                    level->noise[lane];
            }
}

static void table_eval(const struct bsn_bound *b, const struct bsn_term_call *call)
{
    const struct bsn_tables *const t = b->term->own;
    const size_t factors = b->term->f.factors;
    size_t most = 0;

    for (size_t i = 0; i < factors; i++)
        most = count_values(t, i) > most ? count_values(t, i) : most;
    const struct arrays a = { call->scratch, call->scratch + most * BSN_LANES,
                              call->scratch + 2 * most * BSN_LANES };
    uint32_t *const tuple = (uint32_t *)(a.margin + most * BSN_LANES);
    for (size_t i = 0; i < factors; i++) {
        float *const residual = call->residual + i * BSN_LANES;
        size_t part = b->term->first[i], value = 0;
        memset(call->scratch, 0, 3 * most * BSN_LANES * sizeof *call->scratch);
        for (size_t v = t->first[i]; v < t->first[i + 1]; v++) {
            posterior(call, b->term, part, t->values[v], t->coords[v],
                      a.chance + value * BSN_LANES, a.share + value * BSN_LANES);
            part += t->coords[v];
            value += t->values[v];
        }
        sum_tuples(t, i, a.chance, tuple, call->grad ? a.margin : NULL, residual);
        if (call->grad)
            add_slopes(b, i, &a, call);
        for (size_t lane = 0; lane < call->level->lanes; lane++)
            call->energy[lane] += (call->weight ? call->weight[i * BSN_LANES + lane] : 1) *
                                  (b->scale ? b->scale[i] : 1) * residual[lane];
    }
}

static void table_free(basin_ctx *ctx, void *own)
{
    bsn_free(ctx, own);
}

const struct bsn_term_kind bsn_term_table = { .name = "given tables", .bind = table_bind,
                                              .eval = table_eval, .free = table_free };
