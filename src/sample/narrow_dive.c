/* narrow_dive.c - supposes one value after the other, follows each, and learns from contradictions.
 *
 * The next variable is the one that took part in a contradiction last; of its values, the one that it
 * had last is kept, at first the one by which the fewest factors would be broken if all else were
 * at random. Every now and then all suppositions are taken back; what was learned stays. The number
 * of steps alone, an exclusion each, says how far it gets.
 */
#include "sample/narrow.h"

#include "base/mem.h"

#include <math.h>

#define PATIENCE 64  /* contradictions until the first return; then as Luby and others (1993) say */

basin_status bsn_narrow_dive_make(basin_ctx *ctx, struct bsn_narrow *n, struct bsn_narrow_dive *d)
{
    const size_t variables = n->map->variables;

    *d = (struct bsn_narrow_dive){ .n = n, .root = n->trailed };
    BSN_TRY(BSN_NEW(ctx, variables, &d->before));
    BSN_TRY(BSN_NEW(ctx, variables, &d->after));
    BSN_TRY(BSN_NEW(ctx, variables, &d->like));
    BSN_TRY(BSN_NEW(ctx, n->table->entries, &d->gain));
    BSN_TRY(bsn_narrow_learned_make(ctx, n));
    n->kept = d->like;
    return BASIN_STATUS_OK;
}

void bsn_narrow_dive_clear(basin_ctx *ctx, struct bsn_narrow_dive *d)
{
    bsn_free(ctx, d->before);
    bsn_free(ctx, d->after);
    bsn_free(ctx, d->like);
    bsn_free(ctx, d->gain);
}

/* ------------------------------------------------------------------------------- beginning ---- */

/* By how much the probability that a factor is broken falls when one of its parts is 1 rather than
 * 0, the others being 1 with probability q each. */
static double gain_of(const struct bsn_narrow *n, uint32_t factor, double q)
{
    const uint32_t base = n->map->base[factor], last = n->last[base];
    const uint32_t others = n->map->part_first[factor + 1] - n->map->part_first[factor] - 1;
    double chance = pow(1 - q, others), gain = 0;

    for (uint32_t c = 0; c <= others && base + c < last; c++) {
        const int zero = n->table->flag[base + c] & BSN_FOCUS_BROKEN;
        const int one = n->table->flag[base + c + 1] & BSN_FOCUS_BROKEN;
        gain += chance * (zero - one);
        chance *= q / (1 - q) * (others - c) / (c + 1);
    }
    return gain;
}

static double gain_of_literal(struct bsn_narrow_dive *d, uint32_t literal, double q)
{
    const struct bsn_focus_map *const map = d->n->map;
    double sum = 0;

    for (uint32_t i = map->touch_first[literal]; i < map->touch_first[literal + 1]; i++) {
        const uint32_t factor = map->touch[i];
        double *const gain = &d->gain[map->base[factor]];
        if (isnan(*gain))
            *gain = gain_of(d->n, factor, q);
        sum += *gain;
    }
    return sum;
}

/* The value of the highest gain; of several, any. */
static uint16_t like_of(struct bsn_narrow_dive *d, uint32_t v, struct bsn_dice *dice)
{
    const struct bsn_focus_map *const map = d->n->map;
    const uint32_t first = map->literal[v], values = map->literal[v + 1] - first;
    const double q = (double)map->variables / map->literals;
    const uint32_t from = bsn_roll(dice, values);
    double best = -INFINITY;
    uint32_t pick = from;

    for (uint32_t i = 0; i < values; i++) {
        const uint32_t value = (from + i) % values;
        const double gain = gain_of_literal(d, first + value, q);
        if (gain > best) {
            best = gain;
            pick = value;
        }
    }
    return (uint16_t)pick;
}

static void append(struct bsn_narrow_dive *d, uint32_t v)
{
    d->before[v] = d->tail;
    d->after[v] = BSN_NARROW_NONE;
    if (d->tail != BSN_NARROW_NONE)
        d->after[d->tail] = v;
    d->tail = v;
}

/* All variables in a random order; `after` holds it meanwhile. */
static void shuffle(struct bsn_narrow_dive *d, struct bsn_dice *dice)
{
    const uint32_t variables = d->n->map->variables;
    uint32_t *const order = d->before;

    for (uint32_t i = 0; i < variables; i++) {
        const uint32_t j = bsn_roll(dice, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (uint32_t i = 0; i < variables; i++)
        d->after[order[i]] = i + 1 < variables ? order[i + 1] : BSN_NARROW_NONE;
    d->tail = order[variables - 1];
    uint32_t v = order[0], last = BSN_NARROW_NONE;
    for (; v != BSN_NARROW_NONE; last = v, v = d->after[v])
        d->before[v] = last;
}

void bsn_narrow_dive_begin(struct bsn_narrow_dive *d, const struct bsn_rng *rng)
{
    struct bsn_narrow *const n = d->n;
    struct bsn_dice dice = { .rng = *rng };

    bsn_narrow_undo(n, d->root);
    n->depth = 0;
    bsn_narrow_learned_reset(n);
    for (uint32_t s = 0; s < n->table->entries; s++)
        d->gain[s] = NAN;
    for (uint32_t v = 0; v < n->map->variables; v++)
        d->like[v] = like_of(d, v, &dice);
    shuffle(d, &dice);
    d->search = d->tail;
    d->state = BSN_NARROW_ON;
    d->began = n->steps;
    d->conflicts = 0;
    d->patience = PATIENCE;
    d->returns = 0;
}

/* ---------------------------------------------------------------------------------- diving ---- */

/* A variable took part in a contradiction: it goes to the end of the list. */
static void blame(void *arg, uint32_t v)
{
    struct bsn_narrow_dive *const d = arg;

    if (v == d->tail)
        return;
    if (d->before[v] != BSN_NARROW_NONE)
        d->after[d->before[v]] = d->after[v];
    d->before[d->after[v]] = d->before[v];
    append(d, v);
}

/* 1 1 2 1 1 2 4 1 1 2 ...: the i-th, from 1. */
static uint64_t luby(uint32_t i)
{
    uint32_t whole = 1;

    while (whole < i)
        whole = 2 * whole + 1;
    while (whole != i) {
        whole /= 2;
        i = i > whole ? i - whole : i;
    }
    return ((uint64_t)whole + 1) / 2;
}

static void return_to_root(struct bsn_narrow_dive *d)
{
    struct bsn_narrow *const n = d->n;
    uint32_t to = n->trailed;

    while (to > 0 && n->level[to - 1] > 0)
        to--;
    bsn_narrow_undo(n, to);
    n->depth = 0;
    d->conflicts = 0;
    d->patience = PATIENCE * luby(++d->returns + 1);
    d->search = d->tail;
}

static void learn(struct bsn_narrow_dive *d)
{
    if (!bsn_narrow_learn(d->n, blame, d)) {
        d->state = BSN_NARROW_EXHAUSTED;
        return;
    }
    d->search = d->tail;
    d->conflicts++;
}

/* Supposes that the next variable has not some value beside the one that it is to have. */
static void suppose(struct bsn_narrow_dive *d)
{
    struct bsn_narrow *const n = d->n;

    while (n->left[d->search] == 1)
        d->search = d->before[d->search];
    const uint32_t first = n->map->literal[d->search], like = first + d->like[d->search];
    uint32_t other = bsn_narrow_remaining(n, first);
    if (other == like)
        other = bsn_narrow_remaining(n, other + 1);
    if (n->depth++ == 0)
        bsn_narrow_learned_thin(n);
    bsn_narrow_exclude(n, other, BSN_NARROW_NONE);
}

void bsn_narrow_dive_on(struct bsn_narrow_dive *d, uint64_t steps)
{
    struct bsn_narrow *const n = d->n;
    const uint64_t end = n->steps + steps;

    while (d->state == BSN_NARROW_ON && n->steps < end) {
        if (!bsn_narrow_follow(n))
            learn(d);
        else if (n->open == 0)
            d->state = BSN_NARROW_FOUND;
        else if (d->conflicts >= d->patience)
            return_to_root(d);
        else
            suppose(d);
    }
}

void bsn_narrow_dive_value(const struct bsn_narrow_dive *d, uint16_t *value)
{
    const struct bsn_focus_map *const map = d->n->map;

    for (uint32_t v = 0; v < map->variables; v++)
        value[v] = (uint16_t)(bsn_narrow_remaining(d->n, map->literal[v]) - map->literal[v]);
}
