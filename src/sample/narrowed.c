/* narrowed.c - what the search makes of excluded values: variables that it holds, values that it
 * does not offer, and whether dives are worth their time. */
#include "sample/narrow.h"

#include "base/mem.h"

#define PROBE_STEPS ((uint64_t)1 << 22)  /* for trying single values */
#define MUCH 16  /* one in so many values is excluded, or more: a problem that is worth more work */

static bool is_much(const struct bsn_narrow *n)
{
    return n->trailed > n->map->literals / MUCH;
}

/* What is left of each variable. */
static basin_status read_narrow(basin_ctx *ctx, const uint16_t *start, struct bsn_narrowed *w)
{
    const struct bsn_narrow *const n = &w->narrow;
    const struct bsn_focus_map *const map = n->map;

    BSN_TRY(BSN_NEW(ctx, map->variables, &w->held));
    BSN_TRY(BSN_NEW(ctx, map->variables, &w->start));
    BSN_TRY(BSN_NEW(ctx, map->literals, &w->banned));
    for (uint32_t l = 0; l < map->literals; l++) {
        BSN_TRY(BSN_POLL_ITEM(ctx, l));
        w->banned[l] = n->place[l] > 0;
    }
    for (uint32_t v = 0; v < map->variables; v++) {
        const uint32_t first = map->literal[v];
        BSN_TRY(BSN_POLL_ITEM(ctx, v));
        const uint16_t wish = start ? start[v] : UINT16_MAX;
        w->held[v] = n->left[v] == 1;
        w->start[v] = w->held[v] ? (uint16_t)(bsn_narrow_remaining(n, first) - first)
                      : wish != UINT16_MAX && !w->banned[first + wish] ? wish
                                                                       : UINT16_MAX;
    }
    return BASIN_STATUS_OK;
}

/* Counts what was excluded beside what was held. */
static void count(const uint8_t *held, struct bsn_narrowed *w)
{
    const struct bsn_narrow *const n = &w->narrow;
    const struct bsn_focus_map *const map = n->map;

    for (uint32_t v = 0; v < map->variables; v++) {
        const uint32_t values = map->literal[v + 1] - map->literal[v];
        if (held && held[v])
            continue;
        w->values += values - n->left[v];
        w->variables += n->left[v] == 1 && values > 1;
    }
    w->outcome = w->values == 0   ? BASIN_NARROW_NOTHING
                 : n->open == 0 ? BASIN_NARROW_ALL
                                : BASIN_NARROW_SOME;
}

basin_status bsn_narrowed_make(basin_ctx *ctx, const struct bsn_focus_map *map,
                               const struct bsn_focus_table *table, const uint8_t *held,
                               const uint16_t *start, struct bsn_narrowed *w)
{
    struct bsn_narrow *const n = &w->narrow;
    bool bites = false;

    if (!held)
        BSN_TRY(bsn_narrow_bites(ctx, map, table, &bites));
    if (!held && !bites)
        return BASIN_STATUS_OK;
    BSN_TRY(bsn_narrow_make(ctx, map, table, n));
    n->brake = ctx->brake;
    const bool fine = bsn_narrow_root(n, held, start) &&
                      (!is_much(n) || bsn_narrow_probe(n, PROBE_STEPS));
    n->brake = NULL;
    BSN_TRY(bsn_poll(ctx));
    if (!fine) {
        w->outcome = BASIN_NARROW_AGAINST;
        return BASIN_STATUS_OK;
    }
    count(held, w);
    if (w->outcome == BASIN_NARROW_NOTHING)
        return BASIN_STATUS_OK;
    BSN_TRY(read_narrow(ctx, start, w));
    w->dives = w->outcome == BASIN_NARROW_SOME && is_much(n);
    return w->dives ? bsn_narrow_dive_make(ctx, n, &w->dive) : BASIN_STATUS_OK;
}

void bsn_narrowed_clear(basin_ctx *ctx, struct bsn_narrowed *w)
{
    bsn_narrow_dive_clear(ctx, &w->dive);
    bsn_narrow_clear(ctx, &w->narrow);
    bsn_free(ctx, w->held);
    bsn_free(ctx, w->start);
    bsn_free(ctx, w->banned);
}
