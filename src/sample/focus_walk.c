/* focus_walk.c - the moves of one particle: a broken factor, a variable in it, another value.
 *
 * A broken factor is taken at random, and in it a part whose change would mend it. Among variables
 * of two values, one is turned over, the rather the less this costs the factors that it touches
 * (focus_map.c says how much rather); what it mends does not count, as in probSAT (Balint and
 * Schoening, 2012). Metropolis steps by the whole difference of the energies (Seitz, Alava and Orponen, 2005)
 * took two to three times as many moves on random problems. A variable of more values takes another
 * value j with probability proportional to exp(-E_j), and keeps it with the probability that makes
 * this a Metropolis step (Liu's Metropolised Gibbs sampler, 1996); without the latter nothing was
 * solved that was not easy. In counting factors, most of these moves are another kind: any other
 * value, and the variable in whose place it puts this one gets the present value (an exchange). It
 * costs the same however many values there are, and problems of 1,000 values are solved in a sixth of
 * the time; of 12 Sudokus with 22 to 26 givens, 11 instead of 6 were in two million moves.
 */
#include "sample/focus_dice.h"

#include <math.h>

#define FETCH_FACTORS 65536  /* more than so many are too large for the nearest caches */
#if defined(__GNUC__)
#define BSN_FETCH(address) __builtin_prefetch(address)
#else
#define BSN_FETCH(address) ((void)(address))
#endif
#define MANY 16       /* parts of a factor that are compared */
#define ALL_VALUES 4  /* of n changes of a variable of n values so many are offered all of them */

/* ------------------------------------------------------------------------- broken factors ---- */

static void toggle(struct bsn_focus_particle *p, uint32_t factor)
{
    const uint32_t place = p->place[factor];

    if (place == 0) {
        p->open[p->opens++] = factor;
        p->place[factor] = p->opens;
        return;
    }
    const uint32_t last = p->open[--p->opens];
    p->open[place - 1] = last;
    p->place[last] = place;
    p->place[factor] = 0;
}

static void fewer(struct bsn_focus_particle *p, uint32_t factor)
{
    const uint8_t *const flag = p->table->flag;
    const uint32_t slot = p->slot[factor];

    if ((flag[slot] & BSN_FOCUS_CAP) && p->over[factor] > 0) {
        p->over[factor]--;
        return;
    }
    p->slot[factor] = (uint16_t)(slot - 1);
    if ((flag[slot] ^ flag[slot - 1]) & BSN_FOCUS_BROKEN)
        toggle(p, factor);
}

static void more(struct bsn_focus_particle *p, uint32_t factor)
{
    const uint8_t *const flag = p->table->flag;
    const uint32_t slot = p->slot[factor];

    if (flag[slot] & BSN_FOCUS_CAP) {
        p->over[factor]++;
        return;
    }
    p->slot[factor] = (uint16_t)(slot + 1);
    if ((flag[slot] ^ flag[slot + 1]) & BSN_FOCUS_BROKEN)
        toggle(p, factor);
}

/* --------------------------------------------------------------------------- a new value ---- */

static void change_pairs(struct bsn_focus_particle *p, uint32_t pair, uint32_t v, uint32_t before,
                         uint32_t after)
{
    const struct bsn_focus_map *const map = p->map;
    const size_t term = map->pair_term[pair];
    const bool turns = p->table->same_broken[term] != p->table->differ_broken[term];
    uint16_t *const clash = p->clash + (size_t)pair * map->literals;

    for (uint32_t i = map->near_first[pair][v]; i < map->near_first[pair][v + 1]; i++) {
        const struct bsn_focus_near near = map->near[pair][i];
        uint16_t *const of = clash + map->literal[near.variable];
        const uint32_t value = p->value[near.variable];
        of[before]--;
        of[after]++;
        if (turns && (value == before || value == after))
            toggle(p, near.factor);
    }
}

static void change(struct bsn_focus_particle *p, uint32_t v, uint32_t after)
{
    const struct bsn_focus_map *const map = p->map;
    const uint32_t before = p->value[v], first = map->literal[v];

    for (uint32_t i = map->touch_first[first + before]; i < map->touch_first[first + before + 1];
         i++)
        fewer(p, map->touch[i]);
    for (uint32_t i = map->touch_first[first + after]; i < map->touch_first[first + after + 1];
         i++)
        more(p, map->touch[i]);
    for (uint32_t pair = 0; pair < map->pairs; pair++)
        change_pairs(p, pair, v, before, after);
    if (p->holders)
        bsn_focus_holders_change(p, v, after);
    else
        p->value[v] = (uint16_t)after;
}

/* Of so many broken factors a change made p->opens. */
static void note_change(struct bsn_focus_particle *p, uint32_t opens)
{
    p->changes++;
    p->raised += p->opens > opens;
    if (p->opens < p->low) {
        p->low = p->opens;
        p->logged = 0;
    }
}

/* A change that the walk made. */
static void move(struct bsn_focus_particle *p, uint32_t v, uint32_t after)
{
    const uint32_t opens = p->opens;

    p->log[p->logged++] = (struct bsn_focus_step){ v, p->value[v] };
    change(p, v, after);
    note_change(p, opens);
}

/* ------------------------------------------------------------------------------- offers ---- */

static float touched(const struct bsn_focus_particle *p, uint32_t literal, const float *cost)
{
    const struct bsn_focus_map *const map = p->map;
    float sum = 0;

    for (uint32_t i = map->touch_first[literal]; i < map->touch_first[literal + 1]; i++)
        sum += cost[p->slot[map->touch[i]]];
    return sum;
}

/* What it costs to change to the one value `after`. */
static float price_value(const struct bsn_focus_particle *p, uint32_t v, uint32_t after)
{
    const struct bsn_focus_map *const map = p->map;
    const struct bsn_focus_rung *const rung = p->rung;
    const uint32_t first = map->literal[v], before = p->value[v];
    float difference = touched(p, first + before, rung->down) +
                       touched(p, first + after, rung->up);

    for (uint32_t pair = 0; pair < map->pairs; pair++) {
        const uint16_t *const clash = p->clash + (size_t)pair * map->literals + first;
        const size_t term = map->pair_term[pair];
        difference += (rung->same[term] - rung->differ[term]) *
                      (float)(clash[after] - clash[before]);
    }
    return difference;
}

static bool is_banned(const struct bsn_focus_particle *p, uint32_t v, uint32_t value)
{
    return p->banned && p->banned[p->map->literal[v] + value];
}

static bool accept(struct bsn_focus_particle *p, float difference)
{
    return difference <= 0 || unit(p) < expf(-difference);
}

static void offer_value(struct bsn_focus_particle *p, uint32_t v, uint32_t after)
{
    if (!is_banned(p, v, after) && accept(p, price_value(p, v, after)))
        move(p, v, after);
}

/* The values of two variables. */
static void offer_exchange(struct bsn_focus_particle *p, uint32_t v, uint32_t u)
{
    const struct bsn_focus_map *const map = p->map;
    const uint16_t a = p->value[v], b = p->value[u];
    const uint32_t opens = p->opens;

    if (a == b || map->literal[v + 1] - map->literal[v] != map->literal[u + 1] - map->literal[u] ||
        is_banned(p, v, b) || is_banned(p, u, a))
        return;
    float difference = price_value(p, v, b);
    change(p, v, b);
    difference += price_value(p, u, a);
    if (!accept(p, difference)) {
        change(p, v, a);
        return;
    }
    change(p, u, a);
    p->log[p->logged++] = (struct bsn_focus_step){ v, a };
    p->log[p->logged++] = (struct bsn_focus_step){ u, b };
    note_change(p, opens);
}

/* E_j of all values, but for what they have in common: touched factors do without the present
 * one. */
static void price_values(struct bsn_focus_particle *p, uint32_t v, uint32_t values)
{
    const struct bsn_focus_map *const map = p->map;
    const uint32_t first = map->literal[v], now = first + p->value[v];
    const uint32_t from = map->touch_first[now], to = map->touch_first[now + 1];

    for (uint32_t i = from; i < to; i++)
        fewer(p, map->touch[i]);
    for (uint32_t j = 0; j < values; j++)
        p->energy[j] = touched(p, first + j, p->rung->up);
    for (uint32_t i = from; i < to; i++)
        more(p, map->touch[i]);
    for (uint32_t pair = 0; pair < map->pairs; pair++) {
        const uint16_t *const clash = p->clash + (size_t)pair * map->literals + first;
        const size_t term = map->pair_term[pair];
        const float cost = p->rung->same[term] - p->rung->differ[term];
        for (uint32_t j = 0; j < values; j++)
            p->energy[j] += cost * (float)clash[j];
    }
}

/* energy[j] becomes exp(-E_j) on any scale. */
static void weigh_values(struct bsn_focus_particle *p, uint32_t v, uint32_t values)
{
    float least = INFINITY;

    price_values(p, v, values);
    for (uint32_t j = 0; j < values; j++)
        least = p->energy[j] < least ? p->energy[j] : least;
    for (uint32_t j = 0; j < values; j++)
        p->energy[j] = expf(least - p->energy[j]);
}

/* The same where only pairs of one kind count. */
static void weigh_clashes(struct bsn_focus_particle *p, uint32_t v, uint32_t values)
{
    const uint16_t *const clash = p->clash + p->map->literal[v];
    const float *const fade = p->rung->fade[p->map->pair_term[0]];
    uint16_t least = UINT16_MAX;

    for (uint32_t j = 0; j < values; j++)
        least = clash[j] < least ? clash[j] : least;
    for (uint32_t j = 0; j < values; j++) {
        const uint32_t n = (uint32_t)(clash[j] - least);
        p->energy[j] = fade[n < BSN_FOCUS_FADES ? n : BSN_FOCUS_FADES - 1];
    }
}

/* To any other value, by their energies. */
static void offer_values(struct bsn_focus_particle *p, uint32_t v)
{
    const uint32_t values = p->map->literal[v + 1] - p->map->literal[v], now = p->value[v];
    float others = 0;

    if (p->map->plain && p->rung->fade[p->map->pair_term[0]][1] <= 1)
        weigh_clashes(p, v, values);
    else
        weigh_values(p, v, values);
    const float own = p->energy[now];
    p->energy[now] = 0;
    for (uint32_t j = 0; p->banned && j < values; j++)
        p->energy[j] = is_banned(p, v, j) ? 0 : p->energy[j];
    for (uint32_t j = 0; j < values; j++)
        others += p->energy[j];
    float left = unit(p) * others;
    uint32_t pick = now;
    for (uint32_t j = 0; j < values && left >= 0; j++) {
        left -= p->energy[j];
        pick = p->energy[j] > 0 ? j : pick;
    }
    const float back = others - p->energy[pick] + own;
    if (pick != now && (others >= back || unit(p) * back < others))
        move(p, v, pick);
}

/* Parts of a counting factor that are 1 (or 0, as asked) and may change, from a random place on:
 * their variables, and the values that make them 1. Returns how many there are, at most MANY. */
static uint32_t find_parts(struct bsn_focus_particle *p, uint32_t factor, bool one,
                           uint32_t variable[static MANY], uint32_t value[static MANY])
{
    const struct bsn_focus_map *const map = p->map;
    const uint32_t first = map->part_first[factor];
    const uint32_t length = map->part_first[factor + 1] - first;
    uint32_t m = below(p, length), found = 0;

    for (uint32_t tries = 0; tries < length && found < MANY; tries++) {
        const uint32_t v = bsn_focus_holder(map, map->part[first + m], &value[found]);
        variable[found] = v;
        found += (p->value[v] == value[found]) == one && !(p->held && p->held[v]);
        m = m + 1 < length ? m + 1 : 0;
    }
    return found;
}

/* Any other value; who holds a factor that this one would touch gets the present one for it. */
static void offer_other(struct bsn_focus_particle *p, uint32_t v)
{
    const struct bsn_focus_map *const map = p->map;
    const uint32_t values = map->literal[v + 1] - map->literal[v];
    const uint32_t other = (p->value[v] + 1 + below(p, values - 1)) % values;
    const uint32_t literal = map->literal[v] + other;
    const uint32_t first = map->touch_first[literal];
    const uint32_t touches = map->touch_first[literal + 1] - first;
    uint32_t u;

    if (touches > 0 &&
        bsn_focus_holders_find(p, map->touch[first + below(p, touches)], 1, &u) > 0)
        offer_exchange(p, v, u);
    else
        offer_value(p, v, other);
}

/* A factor has too many: one of those that hold it. */
static void offer_holder(struct bsn_focus_particle *p, uint32_t factor)
{
    uint32_t variable[MANY];
    const uint32_t found = bsn_focus_holders_find(p, factor, MANY, variable);

    if (found == 0)
        return;
    const uint32_t v = variable[below(p, found)];
    const uint32_t values = p->map->literal[v + 1] - p->map->literal[v];
    if (below(p, values) < ALL_VALUES)
        offer_values(p, v);
    else
        offer_other(p, v);
}

static bool has_two(const struct bsn_focus_particle *p, uint32_t v)
{
    return p->map->literal[v + 1] - p->map->literal[v] == 2;
}

/* Asks for the memory that turn_one and the change after it will read. In problems too large for the
 * caches a move is mostly waiting, and this lets it wait for all of it at once. */
static void fetch(const struct bsn_focus_particle *p, uint32_t count, const uint32_t *variable)
{
    const struct bsn_focus_map *const map = p->map;

    for (uint32_t i = 0; i < count; i++) {
        const uint32_t first = map->literal[variable[i]];
        BSN_FETCH(&map->touch[map->touch_first[first]]);
        BSN_FETCH(&map->touch[map->touch_first[first + 1]]);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t first = map->literal[variable[i]];
        for (uint32_t t = map->touch_first[first]; t < map->touch_first[first + 2]; t++)
            BSN_FETCH(&p->slot[map->touch[t]]);
    }
}

/* Turns over one of several variables of two values. */
static void turn_one(struct bsn_focus_particle *p, uint32_t count, const uint32_t *variable)
{
    const struct bsn_focus_rung *const rung = p->rung;
    float weight[MANY], all = 0;
    uint32_t pick = 0;

    if (p->map->factors > FETCH_FACTORS)
        fetch(p, count, variable);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t first = p->map->literal[variable[i]], now = p->value[variable[i]];
        float harm = touched(p, first + now, rung->harm_down);
        if (rung->rises)
            harm += touched(p, first + !now, rung->harm_up);
        weight[i] = bsn_focus_weigh(p->map, harm);
        all += weight[i];
    }
    float left = unit(p) * all;
    while (pick + 1 < count && (left -= weight[pick]) >= 0)
        pick++;
    move(p, variable[pick], !p->value[variable[pick]]);
}

static void offer_count(struct bsn_focus_particle *p, uint32_t factor)
{
    const bool one = p->table->flag[p->slot[factor]] & BSN_FOCUS_FEWER;
    uint32_t variable[MANY], value[MANY], twos = 0;

    if (one && p->holders) {
        offer_holder(p, factor);
        return;
    }
    const uint32_t found = find_parts(p, factor, one, variable, value);
    if (found == 0)
        return;
    if (has_two(p, variable[0])) {
        while (twos < found && has_two(p, variable[twos]))
            twos++;
        turn_one(p, twos, variable);
    } else if (one) {
        offer_values(p, variable[0]);
    } else {
        offer_value(p, variable[0], value[0]);
    }
}

static void offer_pair(struct bsn_focus_particle *p, size_t k, uint32_t factor)
{
    const struct bsn_term *const term = &p->map->graph->term[k];
    const uint32_t i = factor - p->map->from[k], end = term->first[i] + below(p, 2);
    const uint32_t v = p->map->owner[term->input[term->member[end] * term->inputs]];

    if (!p->held || !p->held[v])
        offer_values(p, v);
}

size_t bsn_focus_walk(struct bsn_focus_particle *p, size_t moves)
{
    const struct bsn_focus_map *const map = p->map;
    size_t made = 0;

    for (; made < moves && p->opens > 0; made++) {
        const uint32_t factor = p->open[below(p, p->opens)];
        size_t k = 0;
        while (factor >= map->from[k + 1])
            k++;
        if (p->table->kind[k] == BSN_FOCUS_COUNT)
            offer_count(p, factor);
        else
            offer_pair(p, k, factor);
    }
    p->moves += made;
    return made;
}
