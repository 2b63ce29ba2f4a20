/* focus_map.c - from a graph to who touches whom: literals, factors, neighbours. */
#include "base/mem.h"
#include "sample/focus.h"

#include <math.h>

#define POLL 1024  /* factors between polls: a factor may be long */

#define TAIL_LEAST 2.0
#define TAIL_TOUCHES 3.0

static uint32_t coords_of(const struct bsn_graph *graph, size_t v)
{
    return graph->variable[v + 1] - graph->variable[v];
}

static basin_status list_literals(basin_ctx *ctx, const struct bsn_graph *graph,
                                  struct bsn_focus_map *map)
{
    uint64_t next = 0;

    BSN_TRY(BSN_NEW(ctx, map->variables + (size_t)1, &map->literal));
    for (size_t v = 0; v < map->variables; v++) {
        const uint32_t coords = coords_of(graph, v), values = coords == 1 ? 2 : coords;
        BSN_TRY(BSN_POLL_ITEM(ctx, v));
        map->literal[v] = (uint32_t)next;
        next += values;
        if (values >= UINT16_MAX || next >= UINT32_MAX)
            return bsn_fail(ctx, BASIN_STATUS_TOO_BIG,
                            "sampler \"focus\": variable %zu has %u values", v + 1, values);
    }
    map->literal[map->variables] = map->literals = (uint32_t)next;
    if (graph->coords == graph->variables)
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_NEW(ctx, graph->coords, &map->owner));
    BSN_TRY(BSN_NEW(ctx, map->literals, &map->holder));
    for (uint32_t v = 0; v < map->variables; v++) {
        BSN_TRY(BSN_POLL_AT(ctx, v, POLL));
        for (uint32_t c = graph->variable[v]; c < graph->variable[v + 1]; c++)
            map->owner[c] = v;
        for (uint32_t l = map->literal[v]; l < map->literal[v + 1]; l++)
            map->holder[l] = v;
    }
    return BASIN_STATUS_OK;
}

/* The literal that makes a part of a counting factor 1. */
static uint32_t literal_of(const struct bsn_focus_map *map, const struct bsn_term *term,
                           uint32_t part)
{
    const uint32_t coord = term->input[part], v = map->owner ? map->owner[coord] : coord;
    const uint32_t first = map->graph->variable[v];
    const bool many = map->graph->variable[v + 1] - first > 1;

    return map->literal[v] +
           (many ? coord - first : !(term->mirror && term->mirror[part] > 0));
}

/* All values of one variable: one of them is 1, always. */
static bool is_constant(const struct bsn_focus_map *map, const struct bsn_term *term, size_t i)
{
    if (!map->owner)
        return false;
    const uint32_t v = map->owner[term->input[term->member[term->first[i]]]];
    const uint32_t count = term->first[i + 1] - term->first[i];

    if (count != coords_of(map->graph, v) || count == 1)
        return false;
    for (uint32_t m = term->first[i]; m < term->first[i + 1]; m++)
        if (term->input[term->member[m]] != map->graph->variable[v] + m - term->first[i])
            return false;
    return true;
}

/* The literals of all factors one after the other: moves of large problems mostly wait for memory,
 * and would wait three times on the way through the graph's lists. A factor that is constant has
 * none, and pairs neither. */
static basin_status list_parts(basin_ctx *ctx, const struct bsn_focus_table *table,
                               struct bsn_focus_map *map)
{
    size_t members = 0;
    uint32_t at = 0, factor = 0;

    for (size_t k = 0; k < map->graph->terms; k++)
        if (table->kind[k] == BSN_FOCUS_COUNT)
            members += map->graph->term[k].first[map->graph->term[k].f.factors];
    BSN_TRY(BSN_NEW(ctx, map->factors, &map->base));
    BSN_TRY(BSN_NEW(ctx, map->factors + (size_t)1, &map->part_first));
    BSN_TRY(BSN_NEW(ctx, members, &map->part));
    for (size_t k = 0; k < map->graph->terms; k++) {
        const struct bsn_term *const term = &map->graph->term[k];
        for (uint32_t i = 0; !term->unary && i < term->f.factors; i++, factor++) {
            BSN_TRY(BSN_POLL_AT(ctx, factor, POLL));
            map->part_first[factor] = at;
            if (table->kind[k] != BSN_FOCUS_COUNT)
                continue;
            const uint32_t length = term->first[i + 1] - term->first[i];
            const bool constant = length > 0 && is_constant(map, term, i);
            map->base[factor] = (uint16_t)(table->zero[k][length] + constant);
            for (uint32_t m = term->first[i]; !constant && m < term->first[i + 1]; m++)
                map->part[at++] = literal_of(map, term, term->member[m]);
        }
    }
    map->part_first[factor] = at;
    return BASIN_STATUS_OK;
}

static basin_status add_up(basin_ctx *ctx, uint32_t *count, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, i));
        count[i] += count[i - 1];
    }
    return BASIN_STATUS_OK;
}

/* Counted two places ahead, a list's end stands where the next one is filled from; when all are
 * filled, each place holds its own beginning. */
static basin_status list_touches(basin_ctx *ctx, struct bsn_focus_map *map)
{
    const size_t places = map->literals + (size_t)2;
    const uint32_t parts = map->part_first[map->factors];

    BSN_TRY(BSN_NEW(ctx, places, &map->touch_first));
    BSN_TRY(BSN_NEW(ctx, parts, &map->touch));
    BSN_TRY(bsn_warm(ctx, map->touch_first, places * sizeof *map->touch_first));
    BSN_TRY(bsn_warm(ctx, map->touch, parts * sizeof *map->touch));
    for (uint32_t i = 0; i < parts; i++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, i));
        map->touch_first[map->part[i] + 2]++;
    }
    BSN_TRY(add_up(ctx, map->touch_first, places));
    for (uint32_t factor = 0; factor < map->factors; factor++) {
        BSN_TRY(BSN_POLL_AT(ctx, factor, POLL));
        for (uint32_t i = map->part_first[factor]; i < map->part_first[factor + 1]; i++)
            map->touch[map->touch_first[map->part[i] + 1]++] = factor;
    }
    return BASIN_STATUS_OK;
}

/* The two variables of a pair. */
static void ends_of(const struct bsn_focus_map *map, const struct bsn_term *term, uint32_t i,
                    uint32_t end[2])
{
    for (uint32_t e = 0; e < 2; e++)
        end[e] = map->owner[term->input[term->member[term->first[i] + e] * term->inputs]];
}

static basin_status list_neighbours(basin_ctx *ctx, size_t k, struct bsn_focus_map *map)
{
    const struct bsn_term *const term = &map->graph->term[k];
    const size_t places = map->variables + (size_t)2;
    uint32_t *first, end[2];
    struct bsn_focus_near *near;

    BSN_TRY(BSN_NEW(ctx, places, &map->near_first[map->pairs]));
    BSN_TRY(BSN_NEW(ctx, 2 * term->f.factors, &map->near[map->pairs]));
    first = map->near_first[map->pairs];
    near = map->near[map->pairs];
    BSN_TRY(bsn_warm(ctx, first, places * sizeof *first));
    BSN_TRY(bsn_warm(ctx, near, 2 * term->f.factors * sizeof *near));
    map->pair_term[map->pairs++] = (uint32_t)k;
    for (uint32_t i = 0; i < term->f.factors; i++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, i));
        ends_of(map, term, i, end);
        first[end[0] + 2]++;
        first[end[1] + 2]++;
    }
    BSN_TRY(add_up(ctx, first, places));
    for (uint32_t i = 0; i < term->f.factors; i++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, i));
        ends_of(map, term, i, end);
        for (int e = 0; e < 2; e++)
            near[first[end[e] + 1]++] =
                (struct bsn_focus_near){ end[!e], map->from[k] + i };
    }
    return BASIN_STATUS_OK;
}

/* What the moves count on, see focus_walk.c. */
static basin_status check_map(basin_ctx *ctx, const struct bsn_focus_map *map)
{
    for (size_t k = 0; k < map->graph->terms; k++) {
        const struct bsn_term *const term = &map->graph->term[k];
        for (uint32_t p = 0; term->mirror && !term->unary && p < term->f.parts; p++) {
            BSN_TRY(BSN_POLL_ITEM(ctx, p));
            const uint32_t v = map->owner ? map->owner[term->input[p]] : term->input[p];
            if (term->mirror[p] > 0 && coords_of(map->graph, v) > 1)
                return bsn_fail(ctx, BASIN_STATUS_INPUT, "sampler \"focus\": \"%s\" reads the "
                                "opposite of one of several values", term->net);
        }
    }
    return BASIN_STATUS_OK;
}

/* Moves that add energy x are offered by (1 + x / b)^-b, which is exp(-x) for large b and has a long
 * tail for small ones, as in Tsallis' statistics. The fewer factors a literal touches, the longer a
 * tail is of use: random problems of 3 parts a factor (6 touches) near the threshold take a third
 * of the moves with b = 2 and 10,000 variables are out of reach with exp, while those of 5 (50
 * touches) are not solved with b = 2 and take four times as many with b = 4 as with exp. */
static void set_tail(struct bsn_focus_map *map)
{
    const double touches = (double)map->touch_first[map->literals] / (map->literals + 1.0);
    const double b = touches > TAIL_LEAST * TAIL_TOUCHES ? touches / TAIL_TOUCHES : TAIL_LEAST;

    map->tail_length = map->owner ? 0 : 1 / b;
    for (int n = 0; n <= BSN_FOCUS_BINS; n++)
        map->tail[n] = (float)pow(1 + (double)n / BSN_FOCUS_BIN / b, -b);
}

basin_status bsn_focus_map_make(basin_ctx *ctx, const struct bsn_graph *graph,
                                const struct bsn_focus_table *table, struct bsn_focus_map *map)
{
    map->graph = graph;
    map->variables = (uint32_t)graph->variables;
    for (size_t k = 0; k < graph->terms; k++)
        map->from[k + 1] =
            map->from[k] + (graph->term[k].unary ? 0 : (uint32_t)graph->term[k].f.factors);
    map->factors = map->from[graph->terms];
    BSN_TRY(list_literals(ctx, graph, map));
    BSN_TRY(check_map(ctx, map));
    BSN_TRY(list_parts(ctx, table, map));
    BSN_TRY(list_touches(ctx, map));
    for (size_t k = 0; k < graph->terms; k++)
        if (table->kind[k] == BSN_FOCUS_PAIR)
            BSN_TRY(list_neighbours(ctx, k, map));
    set_tail(map);
    map->plain = map->pairs == 1 && map->touch_first[map->literals] == 0;
    return BASIN_STATUS_OK;
}

void bsn_focus_map_clear(basin_ctx *ctx, struct bsn_focus_map *map)
{
    bsn_free(ctx, map->literal);
    bsn_free(ctx, map->owner);
    bsn_free(ctx, map->holder);
    bsn_free(ctx, map->part_first);
    bsn_free(ctx, map->part);
    bsn_free(ctx, map->touch_first);
    bsn_free(ctx, map->touch);
    bsn_free(ctx, map->base);
    for (size_t p = 0; p < BSN_GRAPH_TERMS; p++) {
        bsn_free(ctx, map->near_first[p]);
        bsn_free(ctx, map->near[p]);
    }
}
