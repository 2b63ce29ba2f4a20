/* draft_cost.c - tables of costs are stated: checked, copied, and given their variables. */
#include "base/mem.h"
#include "domain/own/own.h"

#include <math.h>
#include <string.h>

#define TUPLES_MAX ((size_t)1 << 24)  /* of one table */
#define COST_MAX 1e15                 /* past it, sums have no digits left behind the point */

/* Is the scope one of variables that there are, each once? Counts its tuples. */
static basin_status check_scope(basin_ctx *ctx, const struct bsn_own *own,
                                const uint32_t *variable, size_t count, size_t *tuples)
{
    const size_t number = own->given.tables;

    if (count == 0 || !variable)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "table %zu is of no variables", number);
    if (count > own->variables)  /* before one of them is read */
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "table %zu reads %zu variables; there are %zu",
                        number, count, own->variables);
    *tuples = 1;
    for (size_t i = 0; i < count; i++) {
        if (variable[i] >= own->variables)
            return bsn_fail(ctx, BASIN_STATUS_INPUT,
                            "table %zu reads variable %u; there are %zu, from 0", number,
                            variable[i], own->variables);
        for (size_t k = 0; k < i; k++)
            if (variable[k] == variable[i])
                return bsn_fail(ctx, BASIN_STATUS_INPUT, "table %zu reads variable %u twice",
                                number, variable[i]);
        *tuples *= own->variable[variable[i]].values;
        if (*tuples > TUPLES_MAX)
            return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "table %zu: more than %zu tuples", number,
                            TUPLES_MAX);
    }
    return BASIN_STATUS_OK;
}

static basin_status check_costs(basin_ctx *ctx, size_t number, const double *cost, size_t tuples,
                                double weight)
{
    if (!cost)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "table %zu: its costs are NULL", number);
    if (!(weight > 0 && weight < 1e6))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "table %zu: weight %g is not above 0 and below a million", number, weight);
    for (size_t i = 0; i < tuples; i++)
        if (!(cost[i] == INFINITY || fabs(cost[i] * weight) <= COST_MAX))
            return bsn_fail(ctx, BASIN_STATUS_INPUT,
                            "table %zu: cost %g of tuple %zu is neither a number up to %g nor "
                            "INFINITY", number, cost[i], i, COST_MAX);
    return BASIN_STATUS_OK;
}

static basin_status make_room(basin_ctx *ctx, struct bsn_own_tables *g, size_t count, size_t tuples)
{
    if (g->tables >= INT32_MAX)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "more than %d tables", INT32_MAX);
    BSN_TRY(BSN_GROW(ctx, &g->first, &g->room_first, g->tables + 2));
    BSN_TRY(BSN_GROW(ctx, &g->at, &g->room_at, g->tables + 2));
    BSN_TRY(BSN_GROW(ctx, &g->variable, &g->room_variable, g->variables + count));
    BSN_TRY(BSN_GROW(ctx, &g->values, &g->room_values, g->variables + count));
    BSN_TRY(BSN_GROW(ctx, &g->coords, &g->room_coords, g->variables + count));
    return BSN_GROW(ctx, &g->cost, &g->room_cost, g->costs + tuples);
}

basin_status basin_draft_cost(basin_ctx *ctx, basin_draft *draft, const uint32_t *variable,
                              size_t count, const double *cost, double weight)
{
    BSN_NEED(ctx, draft && cost);
    struct bsn_own_tables *const g = &draft->own->given;
    size_t tuples = 0;

    BSN_TRY(check_scope(ctx, draft->own, variable, count, &tuples));
    BSN_TRY(check_costs(ctx, g->tables, cost, tuples, weight));
    BSN_TRY(make_room(ctx, g, count, tuples));
    memcpy(g->variable + g->variables, variable, count * sizeof *variable);
    for (size_t i = 0; i < tuples; i++) {
        g->cost[g->costs + i] = cost[i] * weight;
        g->soft |= isfinite(cost[i]) && cost[i] != 0;
    }
    g->variables += count;
    g->costs += tuples;
    g->tables++;
    g->first[g->tables] = g->variables;
    g->at[g->tables] = g->costs;
    return BASIN_STATUS_OK;
}

void bsn_own_tables_place(struct bsn_own *own)
{
    struct bsn_own_tables *const g = &own->given;

    for (size_t i = 0; i < g->variables; i++) {
        g->values[i] = own->variable[g->variable[i]].values;
        g->coords[i] = own->variable[g->variable[i]].coords;
    }
}

void bsn_own_tables_free(basin_ctx *ctx, struct bsn_own_tables *g)
{
    bsn_free(ctx, g->first);
    bsn_free(ctx, g->at);
    bsn_free(ctx, g->variable);
    bsn_free(ctx, g->values);
    bsn_free(ctx, g->coords);
    bsn_free(ctx, g->cost);
}
