/* narrow_learn.c - what a contradiction teaches: literals of which one must be taken.
 *
 * A contradiction follows from exclusions, and these from others, back to suppositions. The last
 * supposition's exclusions are replaced by their reasons until one of them alone is left (the first
 * unique implication point of Marques-Silva and Sakallah, 1996); not all of the exclusions that then
 * remain can be right, so one of these literals must be taken. Lists are watched at two of their
 * literals (Moskewicz and others, 2001). They only repeat what the factors' tables say.
 */
#include "sample/narrow.h"

#include "base/mem.h"

#include <assert.h>
#include <string.h>

#define WORDS ((uint32_t)1 << 20)  /* room for lists, unless n->room says another */
#define HEAD 4                     /* words before the literals: */
enum { SIZE, GLUE, NEXT };         /* length; suppositions that it binds; next lists of both watches */
#define GLUE_MOST 63

struct bsn_narrow_learned {
    uint32_t *word;     /* (room) the lists, one after the other */
    uint32_t room, used;
    uint32_t *watch;    /* (literals) the first list that watches it, times two, and which of its two
                         * watches; NONE: no list does */
    uint8_t *seen;      /* (literals) part of the contradiction */
    uint32_t *list;     /* (literals) what is being learned */
    uint32_t length, now;  /* its literals; exclusions of the last supposition that are not in it */
    uint32_t *stamp, stamps;  /* (literals + 1) scratch: levels that were counted */
};

/* --------------------------------------------------------------------------------- memory ---- */

basin_status bsn_narrow_learned_make(basin_ctx *ctx, struct bsn_narrow *n)
{
    const size_t literals = n->map->literals;

    BSN_TRY(BSN_NEW(ctx, 1, &n->learned));
    n->learned->room = n->room > 0 ? n->room : WORDS;
    BSN_TRY(BSN_NEW(ctx, n->learned->room, &n->learned->word));
    BSN_TRY(BSN_NEW(ctx, literals, &n->learned->watch));
    BSN_TRY(BSN_NEW(ctx, literals, &n->learned->seen));
    BSN_TRY(BSN_NEW(ctx, literals, &n->learned->list));
    BSN_TRY(BSN_NEW(ctx, literals + 1, &n->learned->stamp));
    bsn_narrow_learned_reset(n);
    return BASIN_STATUS_OK;
}

void bsn_narrow_learned_clear(basin_ctx *ctx, struct bsn_narrow *n)
{
    if (!n->learned)
        return;
    bsn_free(ctx, n->learned->word);
    bsn_free(ctx, n->learned->watch);
    bsn_free(ctx, n->learned->seen);
    bsn_free(ctx, n->learned->list);
    bsn_free(ctx, n->learned->stamp);
    bsn_free(ctx, n->learned);
    n->learned = NULL;
}

static void forget_watches(struct bsn_narrow *n)
{
    for (uint32_t l = 0; l < n->map->literals; l++)
        n->learned->watch[l] = BSN_NARROW_NONE;
}

void bsn_narrow_learned_reset(struct bsn_narrow *n)
{
    n->learned->used = 0;
    forget_watches(n);
}

static void watch(struct bsn_narrow_learned *m, uint32_t at, uint32_t which)
{
    uint32_t *const first = &m->watch[m->word[at + HEAD + which]];

    m->word[at + NEXT + which] = *first;
    *first = 2 * at + which;
}

/* The largest glue of which all lists have room in half of the words. */
static uint32_t glue_to_keep(const struct bsn_narrow_learned *m)
{
    uint32_t words[GLUE_MOST + 1] = { 0 }, glue = 0, sum = 0;

    for (uint32_t at = 0; at < m->used; at += HEAD + m->word[at + SIZE])
        words[m->word[at + GLUE]] += HEAD + m->word[at + SIZE];
    while (glue < GLUE_MOST && sum + words[glue] <= m->room / 2)
        sum += words[glue++];
    return glue;
}

/* To be called where nothing is supposed: no list is a reason that will be asked for. */
void bsn_narrow_learned_thin(struct bsn_narrow *n)
{
    struct bsn_narrow_learned *const m = n->learned;
    uint32_t to = 0;

    if (m->used < m->room / 4 * 3)
        return;
    const uint32_t glue = glue_to_keep(m);
    forget_watches(n);
    for (uint32_t at = 0, next; at < m->used; at = next) {
        const uint32_t words = HEAD + m->word[at + SIZE];
        next = at + words;
        if (m->word[at + GLUE] >= glue)
            continue;
        memmove(m->word + to, m->word + at, words * sizeof *m->word);
        watch(m, to, 0);
        watch(m, to, 1);
        to += words;
    }
    m->used = to;
}

/* --------------------------------------------------------------------------------- meeting ---- */

static bool is_taken(const struct bsn_narrow *n, uint32_t literal)
{
    uint32_t value;

    return n->place[literal] == 0 && n->left[bsn_focus_holder(n->map, literal, &value)] == 1;
}

/* Lets a list watch another literal than its watch `which`, which was excluded; false: there is
 * none. */
static bool watch_other(struct bsn_narrow *n, uint32_t at, uint32_t which)
{
    uint32_t *const list = n->learned->word + at + HEAD;
    const uint32_t size = n->learned->word[at + SIZE];

    for (uint32_t i = 2; i < size; i++)
        if (n->place[list[i]] == 0) {
            const uint32_t other = list[i];
            list[i] = list[which];
            list[which] = other;
            watch(n->learned, at, which);
            return true;
        }
    return false;
}

bool bsn_narrow_learned_meet(struct bsn_narrow *n, uint32_t literal)
{
    struct bsn_narrow_learned *const m = n->learned;
    uint32_t *link = &m->watch[literal];

    while (*link != BSN_NARROW_NONE) {
        const uint32_t at = *link / 2, which = *link % 2;
        const uint32_t other = m->word[at + HEAD + !which];
        const uint32_t next = m->word[at + NEXT + which];
        if (!is_taken(n, other)) {
            if (watch_other(n, at, which)) {
                *link = next;
                continue;
            }
            if (!bsn_narrow_take(n, other, BSN_NARROW_LEARNED + at))
                return false;
        }
        link = &m->word[at + NEXT + which];
    }
    return true;
}

/* --------------------------------------------------------------------------------- reasons ---- */

/* An exclusion takes part in the contradiction, unless it holds whatever is supposed. */
static void accuse(struct bsn_narrow *n, uint32_t literal)
{
    struct bsn_narrow_learned *const m = n->learned;
    const uint32_t level = n->level[n->place[literal] - 1];

    if (m->seen[literal] || level == 0)
        return;
    m->seen[literal] = 1;
    if (level == n->depth)
        m->now++;
    else
        m->list[m->length++] = literal;
}

/* All others of a literal's variable were excluded before `when`. */
static void accuse_others(struct bsn_narrow *n, uint32_t literal, uint32_t when)
{
    uint32_t value;
    const uint32_t v = bsn_focus_holder(n->map, literal, &value);

    for (uint32_t l = n->map->literal[v]; l < n->map->literal[v + 1]; l++)
        if (l != literal && n->place[l] > 0 && n->place[l] < when)
            accuse(n, l);
}

static bool was_zero(const struct bsn_narrow *n, uint32_t literal, uint32_t when)
{
    return n->place[literal] > 0 && n->place[literal] < when;
}

static bool was_one(const struct bsn_narrow *n, uint32_t literal, uint32_t when)
{
    uint32_t value;
    const uint32_t v = bsn_focus_holder(n->map, literal, &value);

    return n->place[literal] == 0 && n->settled[v] != BSN_NARROW_NONE && n->settled[v] < when;
}

/* Why a counting factor did what it did: its ones or its zeros then, both where neither is enough. */
static void accuse_parts(struct bsn_narrow *n, uint32_t factor, uint32_t when)
{
    const uint32_t *const first = &n->map->part[n->map->part_first[factor]];
    const uint32_t length = n->map->part_first[factor + 1] - n->map->part_first[factor];
    uint32_t ones = 0, zeros = 0;

    for (uint32_t i = 0; i < length; i++) {
        ones += was_one(n, first[i], when);
        zeros += was_zero(n, first[i], when);
    }
    const enum bsn_narrow_push push = bsn_narrow_push(n, factor, ones, zeros);
    const bool by_ones = bsn_narrow_push(n, factor, ones, 0) == push;
    const bool by_zeros = !by_ones && bsn_narrow_push(n, factor, 0, zeros) == push;
    for (uint32_t i = 0; i < length; i++) {
        if (!by_zeros && was_one(n, first[i], when))
            accuse_others(n, first[i], when);
        if (!by_ones && was_zero(n, first[i], when))
            accuse(n, first[i]);
    }
}

/* A pair: the end that is not `told` had a single value. */
static void accuse_pair(struct bsn_narrow *n, size_t k, uint32_t factor, uint32_t told,
                        uint32_t when)
{
    const struct bsn_term *const term = &n->map->graph->term[k];
    const uint32_t i = factor - n->map->from[k];

    for (uint32_t e = 0; e < 2; e++) {
        const uint32_t part = term->member[term->first[i] + e];
        const uint32_t v = n->map->owner[term->input[part * term->inputs]];
        if (v != told)
            accuse_others(n, bsn_narrow_remaining(n, n->map->literal[v]), when);
    }
}

static void accuse_list(struct bsn_narrow *n, uint32_t at, uint32_t when)
{
    const uint32_t *const list = n->learned->word + at + HEAD;

    for (uint32_t i = 0; i < n->learned->word[at + SIZE]; i++)
        if (was_zero(n, list[i], when))
            accuse(n, list[i]);
}

/* Why a literal was excluded, at place `when`; or why a factor has no state left, NONE. */
static void accuse_reason(struct bsn_narrow *n, uint32_t reason, uint32_t literal, uint32_t when)
{
    uint32_t value;
    size_t k = 0;

    if (reason >= BSN_NARROW_LEARNED) {
        accuse_list(n, reason - BSN_NARROW_LEARNED, when);
        return;
    }
    while (reason >= n->map->from[k + 1])
        k++;
    if (n->table->kind[k] == BSN_FOCUS_COUNT)
        accuse_parts(n, reason, when);
    else
        accuse_pair(n, k, reason, bsn_focus_holder(n->map, literal, &value), when);
}

/* -------------------------------------------------------------------------------- learning ---- */

/* The contradiction itself. */
static void accuse_conflict(struct bsn_narrow *n)
{
    const uint32_t when = n->trailed + 1;

    if (n->refused != BSN_NARROW_NONE && n->place[n->refused] > 0)
        accuse(n, n->refused);
    else if (n->refused != BSN_NARROW_NONE)
        accuse_others(n, n->refused, when);
    accuse_reason(n, n->conflict, n->refused, when);
}

/* Back along the trail until one exclusion of the last supposition is left; returns its literal. */
static uint32_t find_point(struct bsn_narrow *n, bsn_narrow_blame_fn *blame, void *arg)
{
    struct bsn_narrow_learned *const m = n->learned;
    uint32_t value;

    for (uint32_t at = n->trailed;; at--) {
        const uint32_t literal = n->trail[at - 1];
        if (!m->seen[literal])
            continue;
        blame(arg, bsn_focus_holder(n->map, literal, &value));
        m->seen[literal] = 0;
        if (--m->now == 0)
            return literal;
        accuse_reason(n, n->reason[at - 1], literal, at);
    }
}

/* Puts the literal of the latest supposition among the others second, and returns how many
 * suppositions stay; counts the suppositions that are bound. */
static uint32_t order_list(struct bsn_narrow *n, uint32_t *glue)
{
    struct bsn_narrow_learned *const m = n->learned;
    uint32_t latest = 0;

    *glue = 1;
    m->stamps++;
    for (uint32_t i = 1; i < m->length; i++) {
        const uint32_t literal = m->list[i], level = n->level[n->place[literal] - 1];
        m->seen[literal] = 0;
        *glue += m->stamp[level] != m->stamps;
        m->stamp[level] = m->stamps;
        if (level > latest) {
            latest = level;
            m->list[i] = m->list[1];
            m->list[1] = literal;
        }
    }
    return latest;
}

/* Returns the reason that it is for what follows from it. */
static uint32_t keep_list(struct bsn_narrow *n, uint32_t glue)
{
    struct bsn_narrow_learned *const m = n->learned;
    const uint32_t at = m->used;

    m->word[at + SIZE] = m->length;
    m->word[at + GLUE] = glue < GLUE_MOST ? glue : GLUE_MOST;
    memcpy(m->word + at + HEAD, m->list, m->length * sizeof *m->list);
    watch(m, at, 0);
    watch(m, at, 1);
    m->used += HEAD + m->length;
    return BSN_NARROW_LEARNED + at;
}

/* Takes back all suppositions past so many. */
static void return_to(struct bsn_narrow *n, uint32_t depth)
{
    uint32_t to = n->trailed;

    while (to > 0 && n->level[to - 1] > depth)
        to--;
    bsn_narrow_undo(n, to);
    n->depth = depth;
}

bool bsn_narrow_learn(struct bsn_narrow *n, bsn_narrow_blame_fn *blame, void *arg)
{
    struct bsn_narrow_learned *const m = n->learned;
    uint32_t glue, value;

    if (n->depth == 0)
        return false;
    m->length = 1;
    m->now = 0;
    accuse_conflict(n);
    assert(m->now > 0);  /* before the last supposition, all was followed to its end */
    m->list[0] = find_point(n, blame, arg);
    for (uint32_t i = 1; i < m->length; i++)
        blame(arg, bsn_focus_holder(n->map, m->list[i], &value));
    const uint32_t depth = order_list(n, &glue);
    if (m->length > 1 && m->used + HEAD + m->length > m->room) {
        return_to(n, 0);  /* no room: the lists will be thinned */
        return true;
    }
    return_to(n, depth);
    const uint32_t reason = m->length > 1 ? keep_list(n, glue) : BSN_NARROW_NONE;
    return bsn_narrow_take(n, m->list[0], reason);
}
