/* focus_greedy.c - a first assignment of pairs: one variable after the other.
 *
 * The next one is that with the fewest values that no neighbour has, of several the one with the
 * most neighbours (DSATUR, Brelaz 1979); it gets the value of least learned energy, which is the
 * one that the fewest neighbours have, of several the first. The very first is any. On geometric
 * graphs tabu search gets from there where it does not get from random values.
 */
#include "sample/focus_dice.h"

#include <string.h>

/* Of the variables that have no value, the next one. */
static uint32_t next_of(const struct bsn_focus_map *map, const uint16_t *value,
                        const uint32_t *taken)
{
    uint32_t pick = UINT32_MAX, best = 0, neighbours = 0;

    for (uint32_t v = 0; v < map->variables; v++) {
        const uint32_t near = map->near_first[0][v + 1] - map->near_first[0][v];
        if (value[v] != UINT16_MAX ||
            (pick != UINT32_MAX &&
             (taken[v] < best || (taken[v] == best && near <= neighbours))))
            continue;
        pick = v;
        best = taken[v];
        neighbours = near;
    }
    return pick;
}

/* The variable gets the value that is best for it, and its neighbours hear of that. */
static void settle(struct bsn_focus_particle *p, uint32_t v, uint32_t *taken, uint16_t *value)
{
    const struct bsn_focus_map *const map = p->map;
    const uint32_t values = map->literal[v + 1] - map->literal[v];
    const uint16_t *const clash = p->clash + map->literal[v];
    uint32_t best = 0;

    for (uint32_t j = 1; j < values; j++)
        best = clash[j] < clash[best] ? j : best;
    value[v] = (uint16_t)best;
    for (uint32_t i = map->near_first[0][v]; i < map->near_first[0][v + 1]; i++) {
        const uint32_t u = map->near[0][i].variable;
        taken[u] += p->clash[map->literal[u] + best]++ == 0;
    }
}

void bsn_focus_greedy(struct bsn_focus_particle *p, uint32_t *taken, uint16_t *value)
{
    const struct bsn_focus_map *const map = p->map;

    memset(p->clash, 0, map->literals * sizeof *p->clash);
    memset(taken, 0, map->variables * sizeof *taken);
    for (uint32_t v = 0; v < map->variables; v++)
        value[v] = UINT16_MAX;
    settle(p, below(p, map->variables), taken, value);
    for (uint32_t n = 1; n < map->variables; n++)
        settle(p, next_of(map, value, taken), taken, value);
}
