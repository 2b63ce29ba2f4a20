/* narrow.c - excludes values, and follows what that excludes in turn.
 *
 * A counting factor with a parts that are 1 for certain and b that are 0 can reach the counts from a
 * to length - b. Where only the lowest of them is not broken for certain, all its open parts become
 * 0; where only the highest is, 1. Each exclusion touches the factors of one literal, of the last
 * one of a variable also those of what is left: the work is linear in the touched parts.
 */
#include "sample/narrow.h"

#include "base/mem.h"

#include <string.h>

#define POLL 4096  /* rounds between polls */

/* --------------------------------------------------------------------------------- tables ---- */

static void read_slots(const struct bsn_focus_table *table, uint32_t *next, uint16_t *last)
{
    uint32_t sound = BSN_NARROW_NONE;
    uint16_t end = 0;

    for (uint32_t s = table->entries; s > 0; s--) {
        const uint32_t at = s - 1;
        if (table->flag[at] & BSN_FOCUS_LAST) {
            sound = BSN_NARROW_NONE;
            end = (uint16_t)at;
        }
        if (!(table->cost[at] > BSN_NARROW_CERTAIN))
            sound = at;
        next[at] = sound;
        last[at] = end;
    }
}

basin_status bsn_narrow_bites(basin_ctx *ctx, const struct bsn_focus_map *map,
                              const struct bsn_focus_table *table, bool *out)
{
    struct bsn_narrow n = { .map = map, .table = table };
    basin_status status;

    *out = false;
    BSN_TRY_OUT(BSN_NEW(ctx, table->entries, &n.next));
    BSN_TRY_OUT(BSN_NEW(ctx, table->entries, &n.last));
    read_slots(table, n.next, n.last);
    for (size_t k = 0; k < map->graph->terms; k++)
        for (uint32_t f = map->from[k];
             table->kind[k] == BSN_FOCUS_COUNT && f < map->from[k + 1] && !*out; f++)
            *out = bsn_narrow_push(&n, f, 0, 0) != BSN_NARROW_IDLE;
out:
    bsn_free(ctx, n.next);
    bsn_free(ctx, n.last);
    return status;
}

/* --------------------------------------------------------------------------------- memory ---- */

static basin_status new_arrays(basin_ctx *ctx, struct bsn_narrow *n)
{
    const struct bsn_focus_map *const map = n->map;

    BSN_TRY(BSN_NEW(ctx, n->table->entries, &n->next));
    BSN_TRY(BSN_NEW(ctx, n->table->entries, &n->last));
    BSN_TRY(BSN_NEW(ctx, map->pairs, &n->same));
    BSN_TRY(BSN_NEW(ctx, map->pairs, &n->differ));
    BSN_TRY(BSN_NEW(ctx, map->literals, &n->place));
    BSN_TRY(BSN_NEW(ctx, map->variables, &n->left));
    BSN_TRY(BSN_NEW(ctx, map->variables, &n->settled));
    BSN_TRY(BSN_NEW(ctx, map->factors, &n->ones));
    BSN_TRY(BSN_NEW(ctx, map->factors, &n->zeros));
    BSN_TRY(BSN_NEW(ctx, map->literals, &n->trail));
    BSN_TRY(BSN_NEW(ctx, map->literals, &n->reason));
    BSN_TRY(BSN_NEW(ctx, map->literals, &n->level));
    BSN_TRY(BSN_NEW(ctx, map->factors, &n->queue));
    return BSN_NEW(ctx, map->factors, &n->queued);
}

basin_status bsn_narrow_make(basin_ctx *ctx, const struct bsn_focus_map *map,
                             const struct bsn_focus_table *table, struct bsn_narrow *n)
{
    *n = (struct bsn_narrow){ .map = map, .table = table };
    BSN_TRY(new_arrays(ctx, n));
    read_slots(table, n->next, n->last);
    for (uint32_t pair = 0; pair < map->pairs; pair++) {
        n->same[pair] = table->same[map->pair_term[pair]][0] > BSN_NARROW_CERTAIN;
        n->differ[pair] = table->differ[map->pair_term[pair]][0] > BSN_NARROW_CERTAIN;
    }
    for (uint32_t v = 0; v < map->variables; v++) {
        n->left[v] = map->literal[v + 1] - map->literal[v];
        n->settled[v] = BSN_NARROW_NONE;
    }
    n->open = map->variables;
    return BASIN_STATUS_OK;
}

void bsn_narrow_clear(basin_ctx *ctx, struct bsn_narrow *n)
{
    void *const blocks[] = { n->next, n->last, n->same, n->differ, n->place, n->left, n->settled,
                             n->ones, n->zeros, n->trail, n->reason, n->level, n->queue,
                             n->queued };

    bsn_narrow_learned_clear(ctx, n);
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        bsn_free(ctx, blocks[i]);
}

/* ------------------------------------------------------------------------------ exclusions ---- */

/* A factor that does something to its parts waits for its turn. */
static void enqueue(struct bsn_narrow *n, uint32_t factor)
{
    const uint32_t at = n->head + n->queues;

    if (n->queued[factor] ||
        bsn_narrow_push(n, factor, n->ones[factor], n->zeros[factor]) == BSN_NARROW_IDLE)
        return;
    n->queued[factor] = 1;
    n->queue[at < n->map->factors ? at : at - n->map->factors] = factor;
    n->queues++;
}

static uint32_t dequeue(struct bsn_narrow *n)
{
    const uint32_t factor = n->queue[n->head];

    n->head = n->head + 1 < n->map->factors ? n->head + 1 : 0;
    n->queues--;
    n->queued[factor] = 0;
    return factor;
}

/* Counts a literal as 1 or 0 for certain in the factors that it touches. */
static void count(struct bsn_narrow *n, uint32_t literal, uint32_t *counts)
{
    const struct bsn_focus_map *const map = n->map;

    for (uint32_t i = map->touch_first[literal]; i < map->touch_first[literal + 1]; i++) {
        const uint32_t factor = map->touch[i];
        counts[factor]++;
        enqueue(n, factor);
    }
}

static void uncount(const struct bsn_narrow *n, uint32_t literal, uint32_t *counts)
{
    const struct bsn_focus_map *const map = n->map;

    for (uint32_t i = map->touch_first[literal]; i < map->touch_first[literal + 1]; i++)
        counts[map->touch[i]]--;
}

static void settle(struct bsn_narrow *n, uint32_t v)
{
    n->settled[v] = n->trailed;
    n->open--;
    count(n, bsn_narrow_remaining(n, n->map->literal[v]), n->ones);
}

bool bsn_narrow_exclude(struct bsn_narrow *n, uint32_t literal, uint32_t reason)
{
    uint32_t value;
    const uint32_t v = bsn_focus_holder(n->map, literal, &value);

    if (n->place[literal] > 0)
        return true;
    if (n->left[v] == 1) {
        n->conflict = reason;
        n->refused = literal;
        return false;
    }
    n->trail[n->trailed] = literal;
    n->reason[n->trailed] = reason;
    n->level[n->trailed] = n->depth;
    n->place[literal] = ++n->trailed;
    n->steps++;
    count(n, literal, n->zeros);
    if (--n->left[v] == 1)
        settle(n, v);
    return true;
}

bool bsn_narrow_take(struct bsn_narrow *n, uint32_t literal, uint32_t reason)
{
    uint32_t value;
    const uint32_t v = bsn_focus_holder(n->map, literal, &value);
    const uint32_t first = n->map->literal[v], end = n->map->literal[v + 1];

    if (n->place[literal] > 0) {
        n->conflict = reason;
        n->refused = literal;
        return false;
    }
    for (uint32_t l = first; l < end; l++)
        if (l != literal && !bsn_narrow_exclude(n, l, reason))
            return false;
    return true;
}

void bsn_narrow_undo(struct bsn_narrow *n, uint32_t trailed)
{
    uint32_t value;

    while (n->queues > 0)
        dequeue(n);
    for (; n->trailed > trailed; n->trailed--) {
        const uint32_t literal = n->trail[n->trailed - 1];
        const uint32_t v = bsn_focus_holder(n->map, literal, &value);
        if (n->settled[v] == n->trailed) {
            const uint32_t alone = bsn_narrow_remaining(n, n->map->literal[v]);
            uncount(n, alone, n->ones);
            if (n->kept)
                n->kept[v] = (uint16_t)(alone - n->map->literal[v]);
            n->settled[v] = BSN_NARROW_NONE;
            n->open++;
        }
        uncount(n, literal, n->zeros);
        n->left[v]++;
        n->place[literal] = 0;
    }
    n->met = n->met < trailed ? n->met : trailed;
}

/* ------------------------------------------------------------------------------- following ---- */

/* All open parts of a factor become 0, or 1. */
static bool set_parts(struct bsn_narrow *n, uint32_t factor, bool one)
{
    const struct bsn_focus_map *const map = n->map;
    uint32_t value;

    for (uint32_t i = map->part_first[factor]; i < map->part_first[factor + 1]; i++) {
        const uint32_t literal = map->part[i];
        const uint32_t v = bsn_focus_holder(map, literal, &value);
        if (n->place[literal] > 0 || n->left[v] == 1)
            continue;
        if (!(one ? bsn_narrow_take : bsn_narrow_exclude)(n, literal, factor))
            return false;
    }
    return true;
}

static bool enforce(struct bsn_narrow *n, uint32_t factor)
{
    const enum bsn_narrow_push push = bsn_narrow_push(n, factor, n->ones[factor],
                                                      n->zeros[factor]);

    if (push == BSN_NARROW_AGAINST) {
        n->conflict = factor;
        n->refused = BSN_NARROW_NONE;
        return false;
    }
    return push == BSN_NARROW_IDLE || set_parts(n, factor, push == BSN_NARROW_ONE);
}

/* A variable has one value left: its neighbours hear of it. */
static bool meet_pairs(struct bsn_narrow *n, uint32_t v)
{
    const struct bsn_focus_map *const map = n->map;
    const uint32_t first = map->literal[v];
    const uint32_t value = bsn_narrow_remaining(n, first) - first;

    for (uint32_t pair = 0; pair < map->pairs; pair++)
        for (uint32_t i = map->near_first[pair][v]; i < map->near_first[pair][v + 1]; i++) {
            const struct bsn_focus_near near = map->near[pair][i];
            const uint32_t literal = map->literal[near.variable] + value;
            if ((n->same[pair] && !bsn_narrow_exclude(n, literal, near.factor)) ||
                (n->differ[pair] && !bsn_narrow_take(n, literal, near.factor)))
                return false;
        }
    return true;
}

static bool meet(struct bsn_narrow *n, uint32_t literal)
{
    uint32_t value;
    const uint32_t v = bsn_focus_holder(n->map, literal, &value);

    if (n->map->pairs > 0 && n->settled[v] == n->place[literal] && !meet_pairs(n, v))
        return false;
    return !n->learned || bsn_narrow_learned_meet(n, literal);
}

/* Once in so many rounds: is the work to end? */
static bool is_over(const struct bsn_narrow *n, uint64_t round)
{
    return n->brake && round % POLL == 0 && bsn_brake_on(n->brake);
}

bool bsn_narrow_follow(struct bsn_narrow *n)
{
    for (;;) {
        while (n->queues > 0 && !is_over(n, n->rounds++))
            if (!enforce(n, dequeue(n)))
                return false;
        if (n->queues > 0)
            return true;
        if (n->met == n->trailed)
            return true;
        if (!meet(n, n->trail[n->met++]))
            return false;
    }
}

/* -------------------------------------------------------------------------------- the root ---- */

bool bsn_narrow_root(struct bsn_narrow *n, const uint8_t *held, const uint16_t *start)
{
    const struct bsn_focus_map *const map = n->map;

    for (uint32_t v = 0; v < map->variables; v++)
        if (n->left[v] == 1) {  /* from the beginning */
            settle(n, v);
            if (!meet_pairs(n, v))
                return false;
        }
    for (uint32_t v = 0; held && v < map->variables && !is_over(n, v); v++)
        if (held[v] && !bsn_narrow_take(n, map->literal[v] + start[v], BSN_NARROW_NONE))
            return false;
    for (size_t k = 0; k < map->graph->terms; k++)
        for (uint32_t f = map->from[k];
             n->table->kind[k] == BSN_FOCUS_COUNT && f < map->from[k + 1] && !is_over(n, f); f++)
            enqueue(n, f);
    return bsn_narrow_follow(n);
}

/* Supposes a value; excludes it when that contradicts. *failed: it did. */
static bool probe_value(struct bsn_narrow *n, uint32_t literal, bool *failed)
{
    const uint32_t before = n->trailed;

    n->depth = 1;
    *failed = !bsn_narrow_take(n, literal, BSN_NARROW_NONE) || !bsn_narrow_follow(n);
    bsn_narrow_undo(n, before);
    n->depth = 0;
    return !*failed ||
           (bsn_narrow_exclude(n, literal, BSN_NARROW_NONE) && bsn_narrow_follow(n));
}

bool bsn_narrow_probe(struct bsn_narrow *n, uint64_t steps)
{
    const struct bsn_focus_map *const map = n->map;
    const uint64_t end = n->steps + steps;
    uint32_t unchanged = 0, value;

    for (uint32_t l = 0; unchanged < map->literals && n->steps < end && n->open > 0 &&
                         !is_over(n, unchanged);
         l = l + 1 < map->literals ? l + 1 : 0, unchanged++) {
        bool failed;
        if (n->place[l] > 0 || n->left[bsn_focus_holder(map, l, &value)] == 1)
            continue;
        if (!probe_value(n, l, &failed))
            return false;
        unchanged = failed ? 0 : unchanged;
    }
    return true;
}
