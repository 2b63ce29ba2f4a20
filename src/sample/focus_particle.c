/* focus_particle.c - an assignment with all that is counted about it: its beginning, its best. */
#include "base/mem.h"
#include "sample/focus.h"

#include <string.h>

#define POLL 16384  /* variables, each with all that it touches, or factors between polls */

/* ------------------------------------------------------------------------------- memory ---- */

static uint32_t most_values(const struct bsn_focus_map *map)
{
    uint32_t most = 0;

    for (size_t v = 0; v < map->variables; v++) {
        const uint32_t values = map->literal[v + 1] - map->literal[v];
        most = values > most ? values : most;
    }
    return most;
}

basin_status bsn_focus_particle_make(basin_ctx *ctx, const struct bsn_focus_map *map,
                                     const struct bsn_focus_table *table, size_t moves,
                                     struct bsn_focus_particle *p)
{
    p->map = map;
    p->table = table;
    BSN_TRY(BSN_NEW(ctx, map->variables, &p->value));
    BSN_TRY(BSN_NEW(ctx, map->variables, &p->best));
    BSN_TRY(BSN_NEW(ctx, map->factors, &p->slot));
    if (table->capped)
        BSN_TRY(BSN_NEW(ctx, map->factors, &p->over));
    BSN_TRY(BSN_NEW(ctx, (size_t)map->pairs * map->literals, &p->clash));
    BSN_TRY(BSN_NEW(ctx, map->factors, &p->open));
    BSN_TRY(BSN_NEW(ctx, map->factors, &p->place));
    BSN_TRY(BSN_NEW(ctx, most_values(map), &p->energy));
    BSN_TRY(BSN_NEW(ctx, table->entries, &p->stock));
    BSN_TRY(bsn_focus_holders_make(ctx, p));
    return BSN_NEW(ctx, p->holders ? 2 * moves : moves, &p->log);  /* exchanges are two steps */
}

void bsn_focus_particle_clear(basin_ctx *ctx, struct bsn_focus_particle *p)
{
    bsn_free(ctx, p->value);
    bsn_free(ctx, p->best);
    bsn_free(ctx, p->slot);
    bsn_free(ctx, p->over);
    bsn_free(ctx, p->clash);
    bsn_free(ctx, p->open);
    bsn_free(ctx, p->place);
    bsn_free(ctx, p->energy);
    bsn_free(ctx, p->stock);
    bsn_free(ctx, p->log);
    bsn_free(ctx, p->lowest);
    bsn_focus_holders_clear(ctx, p);
    bsn_focus_tabu_clear(ctx, p);
}

/* ------------------------------------------------------------------- beginnings and ends ---- */

/* In loops over all variables or factors: are they to end? */
static bool is_over(struct bsn_brake *brake, uint32_t round)
{
    return round % POLL == 0 && bsn_brake_on(brake);
}

/* Slots of an assignment; `over`, or NULL: counts past a cap. False: the brake ended it. */
static bool count_ones(const struct bsn_focus_map *map, const struct bsn_focus_table *table,
                       struct bsn_brake *brake, const uint16_t *value, uint16_t *slot,
                       uint16_t *over)
{
    memcpy(slot, map->base, map->factors * sizeof *slot);
    if (over)
        memset(over, 0, map->factors * sizeof *over);
    for (uint32_t v = 0; v < map->variables; v++) {
        const uint32_t literal = map->literal[v] + value[v];
        if (is_over(brake, v))
            return false;
        for (uint32_t i = map->touch_first[literal]; i < map->touch_first[literal + 1]; i++) {
            const uint32_t factor = map->touch[i];
            if (!(table->flag[slot[factor]] & BSN_FOCUS_CAP))
                slot[factor]++;
            else if (over)
                over[factor]++;
        }
    }
    return true;
}

static void count_clashes(struct bsn_focus_particle *p, uint32_t pair)
{
    const struct bsn_focus_map *const map = p->map;
    const uint32_t *const first = map->near_first[pair];
    uint16_t *const clash = p->clash + (size_t)pair * map->literals;

    memset(clash, 0, map->literals * sizeof *clash);
    for (uint32_t v = 0; v < map->variables && !is_over(p->brake, v); v++)
        for (uint32_t i = first[v]; i < first[v + 1]; i++)
            clash[map->literal[v] + p->value[map->near[pair][i].variable]]++;
}

static void open_factor(struct bsn_focus_particle *p, uint32_t factor)
{
    p->open[p->opens++] = factor;
    p->place[factor] = p->opens;
}

static void open_pairs(struct bsn_focus_particle *p, uint32_t pair)
{
    const struct bsn_focus_map *const map = p->map;
    const size_t term = map->pair_term[pair];
    const uint32_t *const first = map->near_first[pair];

    for (uint32_t v = 0; v < map->variables && !is_over(p->brake, v); v++)
        for (uint32_t i = first[v]; i < first[v + 1]; i++) {
            const struct bsn_focus_near near = map->near[pair][i];
            const bool same = p->value[near.variable] == p->value[v];
            if (near.variable > v &&
                (same ? p->table->same_broken[term] : p->table->differ_broken[term]))
                open_factor(p, near.factor);
        }
}

/* False: the brake ended it. It stays on, so that one question at the end tells. */
static bool count_all(struct bsn_focus_particle *p)
{
    const struct bsn_focus_map *const map = p->map;

    if (!count_ones(map, p->table, p->brake, p->value, p->slot, p->over))
        return false;
    if (p->holders)
        bsn_focus_holders_count(p);
    p->opens = 0;
    memset(p->place, 0, map->factors * sizeof *p->place);
    for (size_t k = 0; k < map->graph->terms; k++)
        for (uint32_t f = map->from[k]; f < map->from[k + 1] && !is_over(p->brake, f); f++)
            if (p->table->kind[k] == BSN_FOCUS_COUNT &&
                (p->table->flag[p->slot[f]] & BSN_FOCUS_BROKEN))
                open_factor(p, f);
    for (uint32_t pair = 0; pair < map->pairs; pair++) {
        count_clashes(p, pair);
        open_pairs(p, pair);
    }
    return !bsn_brake_on(p->brake);
}

static void set_off(struct bsn_focus_particle *p)
{
    p->lowest_opens = UINT32_MAX;
    p->logged = 0;
    if (!count_all(p)) {
        p->opens = p->low = UINT32_MAX;
        return;
    }
    if (p->tabu)
        bsn_focus_tabu_begin(p);
    p->low = p->opens;
    bsn_focus_keep(p);
}

void bsn_focus_start(struct bsn_focus_particle *p, const struct bsn_rng *rng,
                     const uint16_t *start)
{
    const struct bsn_focus_map *const map = p->map;
    struct bsn_dice dice = { .rng = *rng, .item = 1 };

    bsn_next_begin(rng, p->random);
    for (uint32_t v = 0; v < map->variables && !is_over(p->brake, v); v++) {
        const uint32_t values = map->literal[v + 1] - map->literal[v];
        uint32_t drawn = bsn_roll(&dice, values);
        while (p->banned && p->banned[map->literal[v] + drawn])
            drawn = (drawn + 1) % values;
        p->value[v] = start && start[v] != UINT16_MAX ? start[v] : (uint16_t)drawn;
    }
    p->moves = p->changes = p->raised = 0;
    p->best_opens = UINT32_MAX;
    set_off(p);
}

bool bsn_focus_begun(const struct bsn_focus_particle *p)
{
    return p->best_opens < UINT32_MAX;
}

void bsn_focus_restart(struct bsn_focus_particle *p, const uint16_t *value)
{
    memcpy(p->value, value, p->map->variables * sizeof *p->value);
    set_off(p);
}

/* As it was when the fewest factors of this walk were broken. */
static void recall(const struct bsn_focus_particle *p, uint16_t *value)
{
    memcpy(value, p->value, p->map->variables * sizeof *value);
    for (size_t i = p->logged; i > 0; i--)
        value[p->log[i - 1].variable] = p->log[i - 1].before;
}

void bsn_focus_keep(struct bsn_focus_particle *p)
{
    if (p->low < p->best_opens) {
        recall(p, p->best);
        p->best_opens = p->low;
        p->improved = true;
    }
    if (p->tabu && p->low < p->lowest_opens) {
        recall(p, p->lowest);
        p->lowest_opens = p->low;
    }
    p->low = p->opens;
    p->logged = 0;
}

void bsn_focus_stock(struct bsn_focus_particle *p)
{
    const struct bsn_focus_map *const map = p->map;

    memset(p->stock, 0, p->table->entries * sizeof *p->stock);
    for (size_t k = 0; k < map->graph->terms; k++)
        for (uint32_t f = map->from[k];
             p->table->kind[k] == BSN_FOCUS_COUNT && f < map->from[k + 1]; f++)
            p->stock[p->slot[f]]++;
    for (uint32_t pair = 0; pair < map->pairs; pair++) {
        uint64_t twice = 0;
        for (uint32_t v = 0; v < map->variables; v++)
            twice += p->clash[(size_t)pair * map->literals + map->literal[v] + p->value[v]];
        p->equal[pair] = twice / 2;
    }
}

double bsn_focus_energy(const struct bsn_focus_particle *p, const struct bsn_focus_rung *rung)
{
    const struct bsn_focus_map *const map = p->map;
    double sum = 0;

    for (uint32_t s = 0; s < p->table->entries; s++)
        sum += (double)rung->cost[s] * p->stock[s];
    for (uint32_t pair = 0; pair < map->pairs; pair++) {
        const size_t term = map->pair_term[pair];
        const double all = (double)map->graph->term[term].f.factors;
        const double equal = (double)p->equal[pair];
        sum += (double)rung->same[term] * equal + (double)rung->differ[term] * (all - equal);
    }
    return sum;
}

static double price_pairs(const struct bsn_focus_map *map, const struct bsn_focus_table *table,
                          uint32_t pair, const uint16_t *value)
{
    const uint32_t *const first = map->near_first[pair];
    const size_t term = map->pair_term[pair];
    double twice = 0;

    for (uint32_t v = 0; v < map->variables; v++)
        for (uint32_t i = first[v]; i < first[v + 1]; i++)
            twice += value[v] == value[map->near[pair][i].variable] ? table->same[term][0]
                                                                    : table->differ[term][0];
    return twice / 2;
}

double bsn_focus_price(const struct bsn_focus_map *map, const struct bsn_focus_table *table,
                       const uint16_t *value, uint16_t *slot)
{
    double sum = 0;

    count_ones(map, table, NULL, value, slot, NULL);
    for (size_t k = 0; k < map->graph->terms; k++)
        for (uint32_t f = map->from[k];
             table->kind[k] == BSN_FOCUS_COUNT && f < map->from[k + 1]; f++)
            sum += table->cost[slot[f]];
    for (uint32_t pair = 0; pair < map->pairs; pair++)
        sum += price_pairs(map, table, pair, value);
    return sum;
}
