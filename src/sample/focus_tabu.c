/* focus_tabu.c - the best of all moves, and none back soon: tabu search on pairs of one kind.
 *
 * Where all factors are pairs with the same learned energies, a move of a variable to another value
 * changes the energy by (R of equal ones - R of different ones) times the neighbours that have the
 * value less those that have the present one, at every noise level. So one count for each value of
 * each variable orders all moves, and the best of those that change a variable in a broken pair is
 * made, though it may be for the worse. The value that is left is forbidden for some moves, the
 * more the more is broken, unless it leads to the best so far (TabuCol, Hertz and de Werra 1987,
 * with the times of Galinier and Hao 1999).
 */
#include "base/mem.h"
#include "sample/focus_dice.h"

#include <string.h>

#define MARK 0x4000       /* on the count of a value that is forbidden */
#define TENURE_RANDOM 10  /* moves that a value is forbidden: below so many at random, */
#define TENURE_SHARE 0.6  /* and so many for each variable in a broken pair */

struct choice {
    uint32_t variable, value;
};

struct bsn_focus_tabu {
    uint32_t *bad, *place;   /* (variables) those in broken pairs, and where each stands, from 1 */
    uint32_t bads;
    struct ban {
        struct choice of;
        uint64_t until;
    } *ban;                  /* (literals) */
    uint32_t bans;
    uint32_t *tie;           /* (variables) those that have an equally good move */
    uint32_t ties;
    uint64_t now;
    uint32_t least;          /* broken pairs, since it began */
};

/* ------------------------------------------------------------------------------- memory ---- */

bool bsn_focus_tabu_fits(const struct bsn_focus_map *map, const struct bsn_focus_table *table)
{
    const size_t k = map->pair_term[0];

    if (!map->plain || map->factors == 0 || !table->same_broken[k] || table->differ_broken[k])
        return false;
    for (int level = 0; level < BSN_FOCUS_LEVELS; level++)
        if (!(table->same[k][level] > table->differ[k][level]))
            return false;
    for (uint32_t v = 0; v < map->variables; v++)
        if (map->near_first[0][v + 1] - map->near_first[0][v] >= MARK / 2)
            return false;
    return true;
}

basin_status bsn_focus_tabu_make(basin_ctx *ctx, struct bsn_focus_particle *p)
{
    struct bsn_focus_tabu *t;

    BSN_TRY(BSN_NEW(ctx, 1, &t));
    p->tabu = t;
    BSN_TRY(BSN_NEW(ctx, p->map->variables, &t->bad));
    BSN_TRY(BSN_NEW(ctx, p->map->variables, &t->place));
    BSN_TRY(BSN_NEW(ctx, p->map->variables, &p->lowest));
    BSN_TRY(BSN_NEW(ctx, p->map->literals, &t->ban));
    return BSN_NEW(ctx, p->map->variables, &t->tie);
}

void bsn_focus_tabu_clear(basin_ctx *ctx, struct bsn_focus_particle *p)
{
    struct bsn_focus_tabu *const t = p->tabu;

    if (!t)
        return;
    bsn_free(ctx, t->bad);
    bsn_free(ctx, t->place);
    bsn_free(ctx, t->ban);
    bsn_free(ctx, t->tie);
    bsn_free(ctx, t);
}

/* ------------------------------------------------------------- variables in broken pairs ---- */

static void enter(struct bsn_focus_tabu *t, uint32_t v)
{
    t->bad[t->bads++] = v;
    t->place[v] = t->bads;
}

static void leave(struct bsn_focus_tabu *t, uint32_t v)
{
    const uint32_t place = t->place[v], last = t->bad[--t->bads];

    t->bad[place - 1] = last;
    t->place[last] = place;
    t->place[v] = 0;
}

void bsn_focus_tabu_begin(struct bsn_focus_particle *p)
{
    const struct bsn_focus_map *const map = p->map;
    struct bsn_focus_tabu *const t = p->tabu;

    t->bads = t->bans = 0;
    t->now = 0;
    t->least = p->opens;
    memset(t->place, 0, map->variables * sizeof *t->place);
    for (uint32_t v = 0; v < map->variables; v++)
        if (p->clash[map->literal[v] + p->value[v]] > 0 && !(p->held && p->held[v]))
            enter(t, v);
}

/* -------------------------------------------------------------------------- forbidden values ---- */

static void forbid(struct bsn_focus_particle *p, uint32_t v, uint32_t value)
{
    struct bsn_focus_tabu *const t = p->tabu;
    const uint64_t tenure = below(p, TENURE_RANDOM) +
                            (uint64_t)(TENURE_SHARE * t->bads);

    if (tenure == 0)
        return;
    p->clash[p->map->literal[v] + value] |= MARK;
    t->ban[t->bans++] = (struct ban){ { v, value }, t->now + tenure };
}

static void allow(struct bsn_focus_particle *p, uint32_t i)
{
    struct bsn_focus_tabu *const t = p->tabu;

    p->clash[p->map->literal[t->ban[i].of.variable] + t->ban[i].of.value] &= (uint16_t)~MARK;
    t->ban[i] = t->ban[--t->bans];
}

/* What has been forbidden long enough. */
static void allow_until(struct bsn_focus_particle *p, uint64_t now)
{
    for (uint32_t i = p->tabu->bans; i > 0; i--)
        if (p->tabu->ban[i - 1].until <= now)
            allow(p, i - 1);
}

/* --------------------------------------------------------------------------------- moves ---- */

static int least_of(const int16_t *clash, uint32_t values)
{
    int16_t least = INT16_MAX;

    for (uint32_t j = 0; j < values; j++)
        least = clash[j] < least ? clash[j] : least;
    return least;
}

/* What the best other value of a variable that is allowed adds to the broken pairs. */
static int least_other(struct bsn_focus_particle *p, uint32_t v)
{
    const uint32_t first = p->map->literal[v], values = p->map->literal[v + 1] - first;
    int16_t *const clash = (int16_t *)(p->clash + first);
    const int16_t own = clash[p->value[v]];

    clash[p->value[v]] = INT16_MAX;
    const int least = least_of(clash, values);
    clash[p->value[v]] = own;
    return least - own;
}

/* Lists the variables with the best moves that are allowed, and says by how much these add to the
 * number of broken pairs. */
static int find_best(struct bsn_focus_particle *p)
{
    struct bsn_focus_tabu *const t = p->tabu;
    int best = MARK / 2 - 1;

    t->ties = 0;
    for (uint32_t i = 0; i < t->bads; i++) {
        const int change = least_other(p, t->bad[i]);
        if (change > best)
            continue;
        if (change < best)
            t->ties = 0;
        best = change;
        t->tie[t->ties++] = t->bad[i];
    }
    return best;
}

/* One of those variables, and one of its values that are so good. */
static struct choice pick_best(struct bsn_focus_particle *p, int best)
{
    const uint32_t v = p->tabu->tie[below(p, p->tabu->ties)];
    const uint32_t first = p->map->literal[v], values = p->map->literal[v + 1] - first;
    const int want = p->clash[first + p->value[v]] + best;
    struct choice pick = { v, 0 };
    uint32_t ties = 0;

    for (uint32_t j = 0; j < values; j++)
        if (p->clash[first + j] == want && j != p->value[v] && below(p, ++ties) == 0)
            pick.value = j;
    return pick;
}

/* A forbidden move that is better than `best` and leads to fewer broken pairs than ever. */
static bool find_forbidden(const struct bsn_focus_particle *p, int best,
                           struct choice *out)
{
    const struct bsn_focus_tabu *const t = p->tabu;
    bool found = false;

    for (uint32_t i = 0; i < t->bans; i++) {
        const struct choice of = t->ban[i].of;
        const uint16_t *const clash = p->clash + p->map->literal[of.variable];
        const int change = clash[of.value] - MARK - clash[p->value[of.variable]];
        if (t->place[of.variable] == 0 || change >= best || (int64_t)p->opens + change >= t->least)
            continue;
        best = change;
        *out = of;
        found = true;
    }
    return found;
}

static void change(struct bsn_focus_particle *p, uint32_t v, uint32_t after)
{
    const struct bsn_focus_map *const map = p->map;
    struct bsn_focus_tabu *const t = p->tabu;
    const uint32_t before = p->value[v];
    const uint16_t *const own = p->clash + map->literal[v];

    for (uint32_t i = map->near_first[0][v]; i < map->near_first[0][v + 1]; i++) {
        const uint32_t u = map->near[0][i].variable;
        uint16_t *const of = p->clash + map->literal[u];
        of[before]--;
        of[after]++;
        if (p->value[u] == before && of[before] == 0 && t->place[u] > 0)
            leave(t, u);
        else if (p->value[u] == after && of[after] == 1 && !(p->held && p->held[u]))
            enter(t, u);
    }
    p->opens = p->opens - own[before] + own[after];
    p->value[v] = (uint16_t)after;
    if (own[after] == 0)
        leave(t, v);
}

static void make_move(struct bsn_focus_particle *p, struct choice to)
{
    struct bsn_focus_tabu *const t = p->tabu;
    const uint16_t before = p->value[to.variable];

    for (uint32_t i = t->bans; i > 0; i--)
        if (t->ban[i - 1].of.variable == to.variable && t->ban[i - 1].of.value == to.value)
            allow(p, i - 1);
    p->log[p->logged++] = (struct bsn_focus_step){ to.variable, before };
    change(p, to.variable, to.value);
    forbid(p, to.variable, before);
    if (p->opens < p->low) {
        p->low = p->opens;
        p->logged = 0;
    }
    t->least = p->opens < t->least ? p->opens : t->least;
}

size_t bsn_focus_tabu_walk(struct bsn_focus_particle *p, size_t moves)
{
    struct bsn_focus_tabu *const t = p->tabu;
    struct choice to;
    size_t made = 0;

    for (; made < moves && p->opens > 0; made++, t->now++) {
        allow_until(p, t->now);
        const int best = find_best(p);
        if (find_forbidden(p, best, &to))
            make_move(p, to);
        else if (t->ties > 0)
            make_move(p, pick_best(p, best));
    }
    return made;
}
