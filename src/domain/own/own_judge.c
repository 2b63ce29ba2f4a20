/* own_judge.c - who judges a problem that its user stated: the user's function; where there is none,
 * the tables that were given, looked up as they were stated, and for what is learned the energies
 * themselves, by which an answer is believed at best. */
#include "domain/own/own.h"

#include <math.h>

#define DOUBT 0.69314718f  /* -log(1/2): a constraint that costs more is held for broken */

/* Scratch of an evaluation. */
struct arrays {
    float *y, *grad, *energy, *residual, *rest;
};

basin_status bsn_own_judge(basin_ctx *ctx, struct bsn_own *own)
{
    basin_status status;

    if (own->constraints == 0)
        return BASIN_STATUS_OK;
    BSN_TRY_OUT(bsn_own_graph_learned(ctx, own, &own->graph));
    bsn_graph_finish(&own->graph);
    BSN_TRY_OUT(bsn_compose_new(ctx, own->net[0].model, &own->graph, BSN_COMPOSE_BASIN, NULL,
                                &own->compose));
    bsn_level_all(bsn_compose_schedule(own->compose), 1, &own->level);
    return BASIN_STATUS_OK;
out:
    bsn_graph_clear(ctx, &own->graph);
    return status;
}

/* Numbers of four bytes each: coordinates, slopes, energies, residuals, what composing takes. Sums
 * of costs need them whoever judges. */
size_t bsn_own_scratch(const void *instance)
{
    const struct bsn_own *const own = instance;

    return own->compose ? (2 * own->coords + own->graph.factors + 1) * BSN_LANES +
                              bsn_compose_scratch(own->compose)
                        : 0;
}

/* Asks the energies at the lowest noise about `count` assignments at once. */
static struct arrays ask(const struct bsn_own *own, size_t count, const int32_t *value,
                         uint32_t *scratch)
{
    struct arrays a = { .y = (float *)scratch };
    struct bsn_level level = own->level;

    a.grad = a.y + own->coords * BSN_LANES;
    a.energy = a.grad + own->coords * BSN_LANES;
    a.residual = a.energy + BSN_LANES;
    a.rest = a.residual + own->graph.factors * BSN_LANES;
    for (size_t l = 0; l < count; l++) {
        bsn_own_encode(own, value + l * own->variables, 0, a.grad);
        for (size_t i = 0; i < own->coords; i++)
            a.y[i * BSN_LANES + l] = a.grad[i * BSN_LANES] * level.signal[l];
    }
    level.lanes = count;
    bsn_compose_eval(own->compose, &level, a.y, NULL, a.rest, a.energy, a.grad, a.residual);
    return a;
}

/* What table i says of an assignment; INFINITY also where a value is none. */
static double look_up(const struct bsn_own *own, size_t i, const int32_t *value)
{
    const struct bsn_own_tables *const given = &own->given;
    size_t at = 0;

    for (size_t k = given->first[i]; k < given->first[i + 1]; k++) {
        const int64_t chosen = value[given->variable[k]];
        if (chosen < 0 || chosen >= (int64_t)given->values[k])
            return INFINITY;
        at = at * given->values[k] + (size_t)chosen;
    }
    return given->cost[given->at[i] + at];
}

static uint64_t count_forbidden(const struct bsn_own *own, const int32_t *value)
{
    uint64_t count = 0;

    for (size_t i = 0; i < own->given.tables; i++)
        count += look_up(own, i, value) == INFINITY;
    return count;
}

static uint64_t count_open(const struct bsn_own *own, const int32_t *value)
{
    uint64_t count = 0;

    for (size_t v = 0; v < own->variables; v++)
        count += value[v] < 0 || value[v] >= (int64_t)own->variable[v].values;
    return count;
}

void bsn_own_verify(const void *instance, size_t count, const int32_t *value, uint32_t *scratch,
                    uint64_t *violated)
{
    const struct bsn_own *const own = instance;

    for (size_t i = 0; i < count; i++) {
        const int32_t *const one = value + i * own->variables;
        violated[i] = own->verify ? own->verify(own->user, one, own->variables)
                                  : count_open(own, one) + count_forbidden(own, one);
        violated[i] -= violated[i] == UINT64_MAX;  /* which says that nothing was judged */
    }
    if (own->verify || !own->compose)
        return;
    const struct arrays a = ask(own, count, value, scratch);
    for (size_t l = 0; l < count; l++)
        for (size_t k = 0; k < own->graph.factors; k++)
            violated[l] += !(a.residual[k * BSN_LANES + l] <= DOUBT);
}

double bsn_own_sum(const void *instance, const int32_t *value, uint32_t *scratch)
{
    const struct bsn_own *const own = instance;
    double sum = 0;
    size_t at = 0;

    for (size_t i = 0; i < own->given.tables; i++)
        sum += look_up(own, i, value);
    if (!own->compose)
        return sum;
    const struct arrays a = ask(own, 1, value, scratch);
    for (size_t k = 0; k < own->graph.terms; k++) {
        const struct bsn_term *const term = &own->graph.term[k];
        for (size_t i = 0; !term->unary && i < term->f.factors; i++, at++)
            sum += (term->weight ? (double)term->weight[i] : 1.0) * a.residual[at * BSN_LANES];
    }
    return sum;
}
