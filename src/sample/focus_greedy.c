/* focus_greedy.c - a first assignment of pairs: one variable after the other.
 *
 * The next one is that with the fewest values that no neighbour has, of several the one with the
 * most neighbours (DSATUR, Brelaz 1979); it gets the value of least learned energy, which is the
 * one that the fewest neighbours have, of several the first. The very first is any. On geometric
 * graphs tabu search gets from there where it does not get from random values. Those that wait
 * stand in a heap.
 */
#include "sample/focus_dice.h"

#include <string.h>

#define POLL 1024  /* variables, each with all its neighbours, between polls */

/* The variables that have no value, the next one first. */
struct queue {
    const struct bsn_focus_map *map;
    uint32_t *taken;  /* (variables) values that neighbours have, */
    uint32_t *heap;   /* (variables) none stands behind a later one, */
    uint32_t *place;  /* (variables) and where each stands; UINT32_MAX: it has a value */
    uint32_t count;
};

static uint32_t neighbours(const struct bsn_focus_map *map, uint32_t v)
{
    return map->near_first[0][v + 1] - map->near_first[0][v];
}

static bool is_before(const struct queue *q, uint32_t u, uint32_t w)
{
    const uint32_t near = neighbours(q->map, u), others = neighbours(q->map, w);

    if (q->taken[u] != q->taken[w])
        return q->taken[u] > q->taken[w];
    return near != others ? near > others : u < w;
}

static void put(struct queue *q, uint32_t at, uint32_t v)
{
    q->heap[at] = v;
    q->place[v] = at;
}

/* Brings v forward from a place that is free. */
static void rise(struct queue *q, uint32_t at, uint32_t v)
{
    for (; at > 0 && is_before(q, v, q->heap[(at - 1) / 2]); at = (at - 1) / 2)
        put(q, at, q->heap[(at - 1) / 2]);
    put(q, at, v);
}

/* Brings v back from a place that is free. */
static void sink(struct queue *q, uint32_t at, uint32_t v)
{
    for (uint32_t next; (next = 2 * at + 1) < q->count; at = next) {
        next += next + 1 < q->count && is_before(q, q->heap[next + 1], q->heap[next]);
        if (!is_before(q, q->heap[next], v))
            break;
        put(q, at, q->heap[next]);
    }
    put(q, at, v);
}

static void line_up(struct queue *q)
{
    q->count = q->map->variables;
    memset(q->taken, 0, q->count * sizeof *q->taken);
    for (uint32_t v = 0; v < q->count; v++)
        put(q, v, v);
    for (uint32_t at = q->count / 2; at-- > 0;)
        sink(q, at, q->heap[at]);
}

/* Takes a variable out; another one gets its place. */
static void leave(struct queue *q, uint32_t v)
{
    const uint32_t at = q->place[v], last = q->heap[--q->count];

    q->place[v] = UINT32_MAX;
    if (last == v)
        return;
    if (at > 0 && is_before(q, last, q->heap[(at - 1) / 2]))
        rise(q, at, last);
    else
        sink(q, at, last);
}

/* The variable gets the value that is best for it, and its neighbours hear of that. */
static void settle(struct bsn_focus_particle *p, uint32_t v, struct queue *q, uint16_t *value)
{
    const struct bsn_focus_map *const map = p->map;
    const uint32_t values = map->literal[v + 1] - map->literal[v];
    const uint16_t *const clash = p->clash + map->literal[v];
    uint32_t best = 0;

    leave(q, v);
    for (uint32_t j = 1; j < values; j++)
        best = clash[j] < clash[best] ? j : best;
    value[v] = (uint16_t)best;
    for (uint32_t i = map->near_first[0][v]; i < map->near_first[0][v + 1]; i++) {
        const uint32_t u = map->near[0][i].variable;
        if (p->clash[map->literal[u] + best]++ > 0)
            continue;
        q->taken[u]++;
        if (q->place[u] != UINT32_MAX)
            rise(q, q->place[u], u);
    }
}

bool bsn_focus_greedy(struct bsn_focus_particle *p, uint32_t *scratch, uint16_t *value)
{
    const struct bsn_focus_map *const map = p->map;
    struct queue q = { .map = map, .taken = scratch, .heap = scratch + map->variables,
                       .place = scratch + 2 * (size_t)map->variables };

    memset(p->clash, 0, map->literals * sizeof *p->clash);
    line_up(&q);
    for (uint32_t n = 0; n < map->variables; n++) {
        if (n % POLL == 0 && bsn_brake_on(p->brake))
            return false;
        settle(p, n == 0 ? below(p, map->variables) : q.heap[0], &q, value);
    }
    return true;
}
