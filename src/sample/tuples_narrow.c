/* tuples_narrow.c - values that no tuple of some table has, given those that are fixed.
 *
 * A value of a variable stays as long as every factor has a support for it: a tuple, or a count,
 * of values that are left, which is not broken for certain. What loses its support is excluded, and
 * the factors that read its variable are looked at again, to the end (generalised arc consistency).
 * Of counting factors the least and the highest count that can be reached decide. An assignment that
 * breaks nothing for certain is never lost.
 */
#include "base/mem.h"
#include "sample/narrow.h"
#include "sample/tuples.h"

#include <math.h>
#include <string.h>

#define WORK_MOST ((uint64_t)1 << 24)  /* looks at entries, after which what is excluded stays so */
#define SIZE_MOST ((size_t)1 << 20)    /* entries of a table that is looked at */

struct narrowing {
    const struct bsn_tuples *tuples;
    struct bsn_tuple_narrow *out;
    size_t *touch;                 /* (scopes) which touch of its variable is this factor's */
    uint32_t *queue, head, queues; /* (factors) a ring of those to be looked at */
    uint8_t *queued;               /* (factors) */
    uint8_t *support;              /* values of a factor's variables, one after the other */
    uint32_t *digit;               /* of a tuple */
    uint32_t widest;               /* variables of a factor, at most */
    size_t values_most;            /* of all variables of a factor, at most */
    uint64_t work;
};

/* ------------------------------------------------------------------------------- memory ---- */

static void measure(struct narrowing *n)
{
    const struct bsn_tuples *const t = n->tuples;

    for (uint32_t f = 0; f < t->factors; f++) {
        size_t values = 0;
        for (size_t k = t->scope_first[f]; k < t->scope_first[f + 1]; k++)
            values += t->values[t->scope[k]];
        const uint32_t wide = (uint32_t)(t->scope_first[f + 1] - t->scope_first[f]);
        n->widest = wide > n->widest ? wide : n->widest;
        n->values_most = values > n->values_most ? values : n->values_most;
    }
}

/* Touches of a variable stand in the order of the factors. */
static basin_status find_touches(basin_ctx *ctx, struct narrowing *n)
{
    const struct bsn_tuples *const t = n->tuples;
    size_t *next;

    BSN_TRY(BSN_NEW(ctx, t->scope_first[t->factors], &n->touch));
    BSN_TRY(BSN_NEW(ctx, t->variables, &next));
    memcpy(next, t->touch_first, t->variables * sizeof *next);
    for (size_t k = 0; k < t->scope_first[t->factors]; k++)
        n->touch[k] = next[t->scope[k]]++;
    bsn_free(ctx, next);
    return BASIN_STATUS_OK;
}

static basin_status new_arrays(basin_ctx *ctx, struct narrowing *n)
{
    const struct bsn_tuples *const t = n->tuples;
    struct bsn_tuple_narrow *const out = n->out;

    measure(n);
    BSN_TRY(BSN_NEW(ctx, t->variables + (size_t)1, &out->literal));
    BSN_TRY(BSN_NEW(ctx, t->variables, &out->left));
    for (uint32_t v = 0; v < t->variables; v++) {
        out->left[v] = t->values[v];
        out->literal[v + 1] = out->literal[v] + t->values[v];
    }
    BSN_TRY(BSN_NEW(ctx, out->literal[t->variables], &out->banned));
    BSN_TRY(BSN_NEW(ctx, t->factors, &n->queue));
    BSN_TRY(BSN_NEW(ctx, t->factors, &n->queued));
    BSN_TRY(BSN_NEW(ctx, n->values_most, &n->support));
    BSN_TRY(BSN_NEW(ctx, n->widest, &n->digit));
    return find_touches(ctx, n);
}

static void free_arrays(basin_ctx *ctx, struct narrowing *n)
{
    bsn_free(ctx, n->touch);
    bsn_free(ctx, n->queue);
    bsn_free(ctx, n->queued);
    bsn_free(ctx, n->support);
    bsn_free(ctx, n->digit);
}

void bsn_tuple_narrow_clear(basin_ctx *ctx, struct bsn_tuple_narrow *out)
{
    bsn_free(ctx, out->literal);
    bsn_free(ctx, out->left);
    bsn_free(ctx, out->banned);
    bsn_free(ctx, out->held);
    bsn_free(ctx, out->start);
}

/* --------------------------------------------------------------------------- exclusions ---- */

static void enqueue(struct narrowing *n, uint32_t factor)
{
    const struct bsn_tuples *const t = n->tuples;
    const struct bsn_tuple_table *const table = &t->table[t->table_of[factor]];
    const uint32_t at = n->head + n->queues;

    if (n->queued[factor] || !table->hard || table->size > SIZE_MOST)
        return;
    n->queued[factor] = 1;
    n->queue[at < t->factors ? at : at - t->factors] = factor;
    n->queues++;
}

static uint32_t dequeue(struct narrowing *n)
{
    const uint32_t factor = n->queue[n->head];

    n->head = n->head + 1 < n->tuples->factors ? n->head + 1 : 0;
    n->queues--;
    n->queued[factor] = 0;
    return factor;
}

/* False: it was the last value of its variable. */
static bool exclude(struct narrowing *n, uint32_t v, uint32_t value)
{
    const struct bsn_tuples *const t = n->tuples;
    uint8_t *const banned = n->out->banned + n->out->literal[v];

    if (banned[value])
        return true;
    if (n->out->left[v] == 1)
        return false;
    banned[value] = 1;
    n->out->left[v]--;
    for (size_t i = t->touch_first[v]; i < t->touch_first[v + 1]; i++)
        enqueue(n, t->touch[i].factor);
    return true;
}

/* ------------------------------------------------------------------------------ support ---- */

/* Is an entry broken for certain? */
static bool is_certain(const struct bsn_tuples *t, const struct bsn_tuple_table *table, size_t x)
{
    const double cost = t->cost[table->at + x];

    return table->learned ? cost > (double)(table->weight * BSN_NARROW_CERTAIN) : cost == INFINITY;
}

/* The next value that variable v has left, from `value` on; all of them: none has. */
static uint32_t next_left(const struct narrowing *n, uint32_t v, uint32_t value)
{
    const uint8_t *const banned = n->out->banned + n->out->literal[v];

    while (value < n->tuples->values[v] && banned[value])
        value++;
    return value;
}

/* Marks the values of a tuple, n->digit. */
static void mark_tuple(struct narrowing *n, const uint32_t *scope, size_t count)
{
    uint8_t *support = n->support;

    for (size_t k = 0; k < count; support += n->tuples->values[scope[k++]])
        support[n->digit[k]] = 1;
}

/* All tuples of values that are left, the last variable's changing first. */
static void support_tuples(struct narrowing *n, uint32_t factor)
{
    const struct bsn_tuples *const t = n->tuples;
    const struct bsn_tuple_table *const table = &t->table[t->table_of[factor]];
    const uint32_t *const scope = t->scope + t->scope_first[factor];
    const size_t count = t->scope_first[factor + 1] - t->scope_first[factor];
    size_t k = 0;

    for (size_t i = 0; i < count; i++)
        n->digit[i] = next_left(n, scope[i], 0);
    do {
        size_t x = 0;
        for (size_t i = 0; i < count; i++)
            x = x * t->values[scope[i]] + n->digit[i];
        if (!is_certain(t, table, x))
            mark_tuple(n, scope, count);
        n->work += count;
        for (k = count; k > 0; k--) {
            n->digit[k - 1] = next_left(n, scope[k - 1], n->digit[k - 1] + 1);
            if (n->digit[k - 1] < t->values[scope[k - 1]])
                break;
            n->digit[k - 1] = next_left(n, scope[k - 1], 0);
        }
    } while (k > 0);
}

/* The least and the highest that a variable's values add to a count. */
static void reach(const struct narrowing *n, uint32_t v, const struct bsn_tuple_touch *touch,
                  uint32_t *least, uint32_t *most)
{
    *least = UINT32_MAX;
    *most = 0;
    for (uint32_t value = next_left(n, v, 0); value < n->tuples->values[v];
         value = next_left(n, v, value + 1)) {
        const uint32_t adds = bsn_tuple_adds(n->tuples, touch, value);
        *least = adds < *least ? adds : *least;
        *most = adds > *most ? adds : *most;
    }
}

/* Is there a count within bounds that is not broken for certain? */
static bool is_sound(struct narrowing *n, const struct bsn_tuple_table *table, size_t from,
                     size_t to)
{
    for (size_t x = from; x <= to; x++, n->work++)
        if (!is_certain(n->tuples, table, x))
            return true;
    return false;
}

static void support_counts(struct narrowing *n, uint32_t factor)
{
    const struct bsn_tuples *const t = n->tuples;
    const struct bsn_tuple_table *const table = &t->table[t->table_of[factor]];
    const size_t begin = t->scope_first[factor], end = t->scope_first[factor + 1];
    uint8_t *support = n->support;
    uint32_t least, most;
    size_t low = 0, high = 0;

    for (size_t k = begin; k < end; k++) {
        reach(n, t->scope[k], &t->touch[n->touch[k]], &least, &most);
        low += least;
        high += most;
        n->work += t->values[t->scope[k]];
    }
    for (size_t k = begin; k < end; k++) {
        const uint32_t v = t->scope[k];
        const struct bsn_tuple_touch *const touch = &t->touch[n->touch[k]];
        reach(n, v, touch, &least, &most);
        for (uint32_t value = 0; value < t->values[v]; value++) {
            const size_t adds = bsn_tuple_adds(t, touch, value);
            support[value] = is_sound(n, table, low - least + adds, high - most + adds);
        }
        support += t->values[v];
        n->work += t->values[v];
    }
}

/* ---------------------------------------------------------------------------- following ---- */

/* Excludes what a factor has no support for; false: some variable would have no value left. */
static bool enforce(struct narrowing *n, uint32_t factor)
{
    const struct bsn_tuples *const t = n->tuples;
    const uint8_t *support = n->support;

    memset(n->support, 0, n->values_most);
    if (t->table[t->table_of[factor]].scope > 0)
        support_tuples(n, factor);
    else
        support_counts(n, factor);
    for (size_t k = t->scope_first[factor]; k < t->scope_first[factor + 1]; k++) {
        const uint32_t v = t->scope[k];
        for (uint32_t value = 0; value < t->values[v]; value++)
            if (!support[value] && !exclude(n, v, value))
                return false;
        support += t->values[v];
    }
    return true;
}

static bool follow_all(struct narrowing *n, const uint8_t *held, const uint16_t *start)
{
    const struct bsn_tuples *const t = n->tuples;

    for (uint32_t v = 0; v < t->variables; v++)
        for (uint32_t value = 0; held[v] && value < t->values[v]; value++)
            if (value != start[v])
                exclude(n, v, value);
    for (uint32_t f = 0; f < t->factors; f++)
        enqueue(n, f);
    while (n->queues > 0 && n->work < WORK_MOST)
        if (!enforce(n, dequeue(n)))
            return false;
    return true;
}

/* What the search is to hold and to begin with, and how much was excluded beside what was held. */
static basin_status read_left(basin_ctx *ctx, const struct narrowing *n, const uint8_t *held,
                              const uint16_t *start)
{
    const struct bsn_tuples *const t = n->tuples;
    struct bsn_tuple_narrow *const out = n->out;
    uint32_t open = 0;

    BSN_TRY(BSN_NEW(ctx, t->variables, &out->held));
    BSN_TRY(BSN_NEW(ctx, t->variables, &out->start));
    for (uint32_t v = 0; v < t->variables; v++) {
        const bool alone = out->left[v] == 1;
        out->held[v] = alone;
        out->start[v] = alone ? (uint16_t)next_left(n, v, 0)
                        : start[v] != UINT16_MAX && !out->banned[out->literal[v] + start[v]]
                            ? start[v]
                            : UINT16_MAX;
        open += !alone;
        if (held[v])
            continue;
        out->values += t->values[v] - out->left[v];
        out->variables += alone && t->values[v] > 1;
    }
    out->outcome = out->values == 0 ? BASIN_NARROW_NOTHING
                   : open == 0      ? BASIN_NARROW_ALL
                                    : BASIN_NARROW_SOME;
    return BASIN_STATUS_OK;
}

basin_status bsn_tuple_narrow_make(basin_ctx *ctx, const struct bsn_tuples *tuples,
                                   const uint8_t *held, const uint16_t *start,
                                   struct bsn_tuple_narrow *out)
{
    struct narrowing n = { .tuples = tuples, .out = out };
    basin_status status;

    BSN_TRY_OUT(new_arrays(ctx, &n));
    if (follow_all(&n, held, start))
        BSN_TRY_OUT(read_left(ctx, &n, held, start));
    else
        out->outcome = BASIN_NARROW_AGAINST;
out:
    free_arrays(ctx, &n);
    return status;
}
