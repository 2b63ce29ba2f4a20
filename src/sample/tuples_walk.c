/* tuples_walk.c - a particle of the search on tables: a value is drawn anew given all others.
 *
 * The variable is one of a broken factor, or any; its values are weighed by the energies of the
 * factors that touch it, and one is drawn (heat bath, or Gibbs sampling). The cost of a move is the
 * number of these factors times that of the values.
 */
#include "base/mem.h"
#include "sample/tuples.h"

#include <math.h>
#include <string.h>

#define FOCUS 15       /* of 16 moves that take a variable of a broken factor, if there is one, */
#define FOCUS_SOFT 8   /* and where costs count as well */
#define TRIES 8        /* draws of a variable that is not held */

basin_status bsn_tuple_particle_make(basin_ctx *ctx, const struct bsn_tuples *tuples,
                                     size_t moves, struct bsn_tuple_particle *p)
{
    p->tuples = tuples;
    BSN_TRY(BSN_NEW(ctx, tuples->variables, &p->value));
    BSN_TRY(BSN_NEW(ctx, tuples->variables, &p->best));
    BSN_TRY(BSN_NEW(ctx, tuples->factors, &p->state));
    BSN_TRY(BSN_NEW(ctx, tuples->factors, &p->open));
    BSN_TRY(BSN_NEW(ctx, tuples->factors, &p->place));
    BSN_TRY(BSN_NEW(ctx, tuples->most, &p->chance));
    return BSN_NEW(ctx, moves, &p->log);
}

void bsn_tuple_particle_clear(basin_ctx *ctx, struct bsn_tuple_particle *p)
{
    bsn_free(ctx, p->value);
    bsn_free(ctx, p->best);
    bsn_free(ctx, p->state);
    bsn_free(ctx, p->open);
    bsn_free(ctx, p->place);
    bsn_free(ctx, p->chance);
    bsn_free(ctx, p->log);
}

static uint32_t below(struct bsn_tuple_particle *p, uint32_t n)
{
    return (uint32_t)((bsn_next(p->random) >> 32) * n >> 32);
}

/* ------------------------------------------------------------------------- what is counted ---- */

static void open_factor(struct bsn_tuple_particle *p, uint32_t factor)
{
    p->open[p->opens++] = factor;
    p->place[factor] = p->opens;
}

static void close_factor(struct bsn_tuple_particle *p, uint32_t factor)
{
    const uint32_t place = p->place[factor], last = p->open[--p->opens];

    p->open[place - 1] = last;
    p->place[last] = place;
    p->place[factor] = 0;
}

/* Sums of many steps gather rounding: they are counted anew. */
static void count_sum(struct bsn_tuple_particle *p)
{
    const struct bsn_tuples *const t = p->tuples;

    p->sum = 0;
    for (uint32_t f = 0; f < t->factors; f++) {
        const double cost = t->cost[t->table[t->table_of[f]].at + p->state[f]];
        p->sum += cost < INFINITY ? cost : 0;
    }
}

static void count_all(struct bsn_tuple_particle *p)
{
    const struct bsn_tuples *const t = p->tuples;

    p->opens = 0;
    memset(p->state, 0, t->factors * sizeof *p->state);
    memset(p->place, 0, t->factors * sizeof *p->place);
    for (uint32_t v = 0; v < t->variables; v++)
        for (size_t i = t->touch_first[v]; i < t->touch_first[v + 1]; i++)
            p->state[t->touch[i].factor] += bsn_tuple_adds(t, &t->touch[i], p->value[v]);
    for (uint32_t f = 0; f < t->factors; f++)
        if (t->broken[t->table[t->table_of[f]].at + p->state[f]])
            open_factor(p, f);
    count_sum(p);
}

/* Any of the values that a variable may have. */
static uint16_t any_value(struct bsn_tuple_particle *p, uint32_t v)
{
    const struct bsn_tuple_narrow *const narrow = p->narrow;
    const uint32_t values = narrow ? narrow->left[v] : p->tuples->values[v];
    uint32_t drawn = below(p, values), value = 0;

    if (!narrow)
        return (uint16_t)drawn;
    for (;; value++)
        if (!narrow->banned[narrow->literal[v] + value] && drawn-- == 0)
            return (uint16_t)value;
}

void bsn_tuple_start(struct bsn_tuple_particle *p, const struct bsn_rng *rng,
                     const uint16_t *start)
{
    const struct bsn_tuples *const t = p->tuples;

    bsn_next_begin(rng, p->random);
    for (uint32_t v = 0; v < t->variables; v++) {
        const uint16_t drawn = any_value(p, v);
        p->value[v] = start[v] != UINT16_MAX ? start[v] : drawn;
    }
    count_all(p);
    p->best_opens = UINT32_MAX;
    p->best_sum = INFINITY;
    p->low_opens = p->opens;
    p->low_sum = p->sum;
    p->logged = 0;
    bsn_tuple_keep(p);
}

static bool is_lower(uint32_t opens, double sum, uint32_t other, double other_sum)
{
    return opens < other || (opens == other && sum < other_sum);
}

void bsn_tuple_keep(struct bsn_tuple_particle *p)
{
    if (is_lower(p->low_opens, p->low_sum, p->best_opens, p->best_sum)) {
        memcpy(p->best, p->value, p->tuples->variables * sizeof *p->best);
        for (size_t i = p->logged; i > 0; i--)
            p->best[p->log[i - 1].variable] = p->log[i - 1].before;
        p->best_opens = p->low_opens;
        p->best_sum = p->low_sum;
        p->improved = true;
    }
    count_sum(p);
    p->low_opens = p->opens;
    p->low_sum = p->sum;
    p->logged = 0;
}

double bsn_tuple_energy(const struct bsn_tuple_particle *p, const float *energy)
{
    const struct bsn_tuples *const t = p->tuples;
    double sum = 0;

    for (uint32_t f = 0; f < t->factors; f++)
        sum += (double)energy[t->table[t->table_of[f]].at + p->state[f]];
    return sum;
}

/* -------------------------------------------------------------------------------- moves ---- */

/* A variable of a broken factor that may change, or any. */
static uint32_t choose_variable(struct bsn_tuple_particle *p)
{
    const struct bsn_tuples *const t = p->tuples;

    if (p->opens > 0 && below(p, 16) < (t->soft ? FOCUS_SOFT : FOCUS)) {
        const uint32_t f = p->open[below(p, p->opens)];
        const uint32_t count = (uint32_t)(t->scope_first[f + 1] - t->scope_first[f]);
        for (int i = 0; i < TRIES; i++) {
            const uint32_t v = t->scope[t->scope_first[f] + below(p, count)];
            if (!p->held[v])
                return v;
        }
    }
    return p->free[below(p, p->frees)];
}

/* The energies of all values of a variable, into p->chance. */
static void weigh_values(struct bsn_tuple_particle *p, uint32_t v)
{
    const struct bsn_tuples *const t = p->tuples;
    const uint32_t values = t->values[v], now = p->value[v];

    memset(p->chance, 0, values * sizeof *p->chance);
    for (size_t i = t->touch_first[v]; i < t->touch_first[v + 1]; i++) {
        const struct bsn_tuple_touch *const touch = &t->touch[i];
        const float *const energy = p->energy + t->table[t->table_of[touch->factor]].at +
                                    p->state[touch->factor] - bsn_tuple_adds(t, touch, now);
        if (touch->stride > 0)
            for (uint32_t k = 0; k < values; k++)
                p->chance[k] += energy[(size_t)k * touch->stride];
        else
            for (uint32_t k = 0; k < values; k++)
                p->chance[k] += energy[t->add[touch->from + k]];
    }
    for (uint32_t k = 0; p->narrow && k < values; k++)
        if (p->narrow->banned[p->narrow->literal[v] + k])
            p->chance[k] = INFINITY;
}

/* Draws a value by exp(-energy). */
static uint32_t draw_value(struct bsn_tuple_particle *p, uint32_t values)
{
    float least = p->chance[0], sum = 0;
    uint32_t k = 0;

    for (uint32_t i = 1; i < values; i++)
        least = p->chance[i] < least ? p->chance[i] : least;
    for (uint32_t i = 0; i < values; i++)
        sum += p->chance[i] = expf(least - p->chance[i]);
    float mark = sum * (float)(bsn_next(p->random) >> 40) * 0x1p-24f;
    while (k + 1 < values && mark >= p->chance[k])
        mark -= p->chance[k++];
    while (k > 0 && !(p->chance[k] > 0))  /* rounding at the end */
        k--;
    return k;
}

static void change(struct bsn_tuple_particle *p, uint32_t v, uint32_t after)
{
    const struct bsn_tuples *const t = p->tuples;
    const uint32_t before = p->value[v];

    for (size_t i = t->touch_first[v]; i < t->touch_first[v + 1]; i++) {
        const struct bsn_tuple_touch *const touch = &t->touch[i];
        const uint32_t f = touch->factor;
        const size_t from = t->table[t->table_of[f]].at + p->state[f];
        const size_t to = from - bsn_tuple_adds(t, touch, before) + bsn_tuple_adds(t, touch, after);
        p->state[f] += (uint32_t)(to - from);
        p->sum += (t->cost[to] < INFINITY ? t->cost[to] : 0) -
                  (t->cost[from] < INFINITY ? t->cost[from] : 0);
        if (t->broken[from] && !t->broken[to])
            close_factor(p, f);
        else if (!t->broken[from] && t->broken[to])
            open_factor(p, f);
    }
    p->log[p->logged++] = (struct bsn_tuple_step){ v, (uint16_t)before };
    p->value[v] = (uint16_t)after;
    if (is_lower(p->opens, p->sum, p->low_opens, p->low_sum)) {
        p->low_opens = p->opens;
        p->low_sum = p->sum;
        p->logged = 0;
    }
}

size_t bsn_tuple_walk(struct bsn_tuple_particle *p, size_t moves, double bound)
{
    size_t made = 0;

    while (made < moves && p->frees > 0 && !(p->opens == 0 && p->sum <= bound)) {
        const uint32_t v = choose_variable(p);
        weigh_values(p, v);
        const uint32_t after = draw_value(p, p->tuples->values[v]);
        if (after != p->value[v])
            change(p, v, after);
        made++;
    }
    return p->frees > 0 ? made : moves;
}
