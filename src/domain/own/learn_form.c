/* learn_form.c - which tables tell valid examples from others: the simplest that tell as much as any.
 *
 * Tables are safe when they refuse no valid example that is judged by the others alone. Of the safe
 * ones those that refuse the most made-up rows are wanted, and of these the simplest: where counts
 * do, order is immaterial; where a table that all values share does, values are interchangeable.
 */
#include "base/mem.h"
#include "domain/own/learn.h"

#include <stdio.h>

#define SEEDS 3          /* of made-up rows */
#define MADE 3000        /* of each seed */
#define CANDIDATES 11
#define CELLS 65536      /* of all tables of a form */
#define SAFE 100         /* one valid example of so many may be refused by tables that are used, */
#define CERTAIN 400      /* and of so many by those that can be relied on */
#define ENOUGH 0.002     /* share of made-up rows that is no difference */
#define LEAST 0.01       /* a constraint refuses at least so many */
#define UNSURE 0.01      /* made-up rows of cells that cannot be told, at most, to be sure */
#define LENGTHS 20       /* one of so many may be refused by examples of other lengths */
#define FEW 8            /* examples that are too few to be sure of anything */

#define T(name) (1u << BSN_TABLE_##name)

/* From simple to rich. With more than two places a count for each value says as much as pairs do,
 * with fewer factors. */
static const unsigned candidates[CANDIDATES] = {
    T(SHARED),        T(EQUAL),
    T(COUNTS),        T(APART),
    T(NEAR),          T(NEAR_EACH),
    T(COUNTS) | T(NEAR), T(PAIRS),
    T(COUNTS) | T(NEAR_EACH), T(COUNTS) | T(PAIRS),
    T(WHOLE),
};

struct trial {
    unsigned tables;
    size_t refused, told, unsure;
};

bool bsn_form_refuses(const struct bsn_lore *lore, unsigned tables, const int32_t *row,
                      size_t length, bool *unsure)
{
    bool refuses = false;

    for (size_t k = 0; k < BSN_TABLES; k++)
        if (tables >> k & 1)
            refuses |= bsn_table_refuses(lore, (enum bsn_table_kind)k, row, length, unsure);
    return refuses;
}

static bool refuses_own(const struct bsn_lore *lore, unsigned tables, const int32_t *row,
                        size_t length)
{
    for (size_t k = 0; k < BSN_TABLES; k++)
        if (tables >> k & 1 &&
            bsn_table_refuses_own(lore, (enum bsn_table_kind)k, row, length))
            return true;
    return false;
}

static bool is_possible(const struct bsn_lore *lore, unsigned tables, unsigned wanted)
{
    bool possible = true;
    size_t cells = 0;

    for (size_t k = 0; k < BSN_TABLES; k++) {
        possible &= !(tables >> k & 1) || lore->table[k].used;
        cells += tables >> k & 1 ? lore->table[k].cells : 0;
    }
    possible &= cells <= CELLS;
    /* `wanted` of ordered tables: one of them must be there, counts may be beside it */
    return possible && (tables & wanted) != 0;
}

static size_t count_refused(const struct bsn_lore *lore, unsigned tables)
{
    size_t refused = 0;

    for (size_t r = 0; r < lore->valid.rows; r++) {
        size_t length;
        const int32_t *const row = bsn_sample_row(&lore->valid, r, &length);
        refused += refuses_own(lore, tables, row, length);
    }
    return refused;
}

/* Every candidate is asked about the same made-up rows. */
static void try_made_up(const struct bsn_lore *lore, size_t trials, struct trial *trial,
                        int32_t *row, struct bsn_form *form)
{
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        struct bsn_dice dice = { .rng = { lore->seed + seed, BSN_RNG_EXAMPLE, 0xfffe, 0xffffffff } };
        for (size_t i = 0; i < MADE; i++) {
            const size_t length = bsn_lore_make_up(lore, &dice, row);
            form->made++;
            if (bsn_lore_knows(lore, row, length)) {
                form->known++;
                continue;
            }
            for (size_t k = 0; k < trials; k++) {
                bool unsure = false;
                const bool told =
                    bsn_form_refuses(lore, trial[k].tables, row, length, &unsure);
                trial[k].told += told;
                trial[k].unsure += !told && unsure;
            }
        }
    }
}

/* Given invalid examples, each judged without what itself was blamed for. */
static size_t count_invalid(const struct bsn_lore *lore, unsigned tables)
{
    size_t told = 0;

    for (size_t r = 0; r < lore->invalid.rows; r++) {
        size_t length;
        bool refused = false;
        const int32_t *const row = bsn_sample_row(&lore->invalid, r, &length);
        for (size_t k = 0; k < BSN_TABLES; k++) {
            const struct bsn_table *const t = &lore->table[k];
            if (!(tables >> k & 1))
                continue;
            const size_t count =
                bsn_table_read(lore, (enum bsn_table_kind)k, row, length, lore->scratch);
            for (size_t i = 0; i < count; i++) {
                const size_t c = lore->scratch[i];
                refused |= (t->cell[c] == BSN_CELL_BROKEN && t->blamed[c] != 1) ||
                           t->cell[c] == BSN_CELL_UNLIKELY;
            }
        }
        told += refused;
    }
    return told;
}

/* Valid examples of one length, judged by those of all others. */
static size_t count_lengths(struct bsn_lore *lore, unsigned tables)
{
    size_t refused = 0;

    for (uint32_t length = lore->low; lore->low < lore->high && length <= lore->high; length++) {
        for (size_t k = 0; k < BSN_TABLES; k++)
            if (tables >> k & 1)
                bsn_table_forget(lore, (enum bsn_table_kind)k, length, true);
        for (size_t r = 0; r < lore->valid.rows; r++) {
            size_t own;
            bool unsure = false;
            const int32_t *const row = bsn_sample_row(&lore->valid, r, &own);
            refused += own == length && bsn_form_refuses(lore, tables, row, own, &unsure);
        }
        for (size_t k = 0; k < BSN_TABLES; k++)
            if (tables >> k & 1)
                bsn_table_forget(lore, (enum bsn_table_kind)k, length, false);
    }
    return refused;
}

/* --------------------------------------------------------------------------- in words ---- */

static const char *const words[BSN_TABLES] = {
    "whether two places are equal",
    "how many places have a value, alike for every value",
    "how many places have each value",
    "how far apart the two numbers are",
    "the values of adjacent places, alike everywhere",
    "the values of adjacent places",
    "the values of every two places",
    "all values together",
};

static void describe(const struct bsn_lore *lore, struct bsn_form *form)
{
    const bool ordered = form->tables & BSN_FORM_ORDERED;
    const bool differ = form->tables & BSN_FORM_VALUES_DIFFER;
    size_t used = 0;

    used += (size_t)snprintf(form->what, sizeof form->what, "looks at ");
    for (size_t k = 0, count = 0; k < BSN_TABLES; k++)
        if (form->tables >> k & 1 && used < sizeof form->what)
            used += (size_t)snprintf(form->what + used, sizeof form->what - used, "%s%s",
                                     count++ > 0 ? " and " : "", words[k]);
    if (used < sizeof form->what)
        snprintf(form->what + used, sizeof form->what - used,
                 "; order %s, values %s%s", ordered ? "matters" : "is immaterial",
                 differ ? "are not interchangeable" : "are interchangeable",
                 lore->low < lore->high ? ", lengths are taken together" : "");
}

static void doubt(const struct bsn_lore *lore, const struct trial *best, struct bsn_form *form)
{
    const size_t rows = lore->valid.rows, strangers = form->made - form->known;
    char *const why = form->why;

    *why = 0;
    if (form->tables == 0)
        snprintf(why, sizeof form->why,
                 "nothing was found that valid examples have and made-up ones lack");
    else if (best->refused * CERTAIN > rows)
        snprintf(why, sizeof form->why,
                 "too few examples: %zu of %zu held-out examples had tuples never seen",
                 best->refused, rows);
    else if (rows < FEW)
        snprintf(why, sizeof form->why, "too few examples: %zu", rows);
    else if (form->lengths_refused * LENGTHS > rows)
        snprintf(why, sizeof form->why,
                 "the lengths may not belong together: %zu of %zu examples are refused by what "
                 "those of other lengths show",
                 form->lengths_refused, rows);
    else if (lore->invalid.rows > form->invalid_told)
        snprintf(why, sizeof form->why,
                 "%zu of %zu invalid examples cannot be told from valid ones",
                 lore->invalid.rows - form->invalid_told, lore->invalid.rows);
    else if ((double)best->unsure > UNSURE * (double)strangers)
        snprintf(why, sizeof form->why,
                 "too few examples: %zu of %zu made-up ones have parts that were never seen and are "
                 "too rare to tell",
                 best->unsure, strangers);
    form->sure = !*why;
}

/* ------------------------------------------------------------------------------ choosing ---- */

/* The simplest of the safe ones that tell the most; NULL: none tells anything. */
static const struct trial *choose(const struct bsn_lore *lore, const struct trial *trial,
                                  size_t trials, size_t strangers)
{
    double most = 0;

    for (size_t i = 0; i < trials; i++)
        if (trial[i].refused * SAFE <= lore->valid.rows && (double)trial[i].told > most)
            most = (double)trial[i].told;
    if (most < LEAST * (double)strangers)
        return NULL;
    for (size_t i = 0; i < trials; i++)
        if (trial[i].refused * SAFE <= lore->valid.rows &&
            (double)trial[i].told >= most - ENOUGH * (double)strangers)
            return &trial[i];
    return NULL;
}

/* Where nothing is safe: all tuples, and those that were not seen are broken. */
static const struct trial *give_in(struct bsn_lore *lore, const struct trial *trial, size_t trials)
{
    struct bsn_table *const t = &lore->table[BSN_TABLE_WHOLE];

    if (!t->used || trials == 0 || trial[trials - 1].tables != T(WHOLE))
        return NULL;
    t->strict = true;
    for (size_t c = 0; c < t->cells; c++)
        if (t->cell[c] == BSN_CELL_LIKELY)
            t->cell[c] = BSN_CELL_UNLIKELY;
    return &trial[trials - 1];
}

static void settle(struct bsn_lore *lore, struct trial *trial, size_t trials, int32_t *row,
                   struct bsn_form *form)
{
    try_made_up(lore, trials, trial, row, form);
    const struct trial *best = choose(lore, trial, trials, form->made - form->known);
    if (!best && (best = give_in(lore, trial, trials)) != NULL) {
        struct trial again = { .tables = best->tables };
        form->made = form->known = 0;
        again.refused = count_refused(lore, again.tables);
        try_made_up(lore, 1, &again, row, form);
        trial[trials - 1] = again;
    }
    const struct trial none = { 0 };
    best = best ? best : &none;
    form->tables = best->tables;
    form->refused = best->refused;
    form->told = best->told;
    form->unsure = best->unsure;
    form->invalid_told = count_invalid(lore, form->tables);
    form->lengths_refused = count_lengths(lore, form->tables);
    describe(lore, form);
    doubt(lore, best, form);
}

basin_status bsn_form_find(basin_ctx *ctx, struct bsn_lore *lore, unsigned wanted,
                           struct bsn_form *form)
{
    struct trial trial[CANDIDATES] = { { 0 } };
    size_t trials = 0;
    int32_t *row;

    *form = (struct bsn_form){ 0 };
    BSN_TRY(BSN_NEW(ctx, lore->high, &row));
    for (size_t i = 0; i < CANDIDATES; i++) {
        /* two places: a pair is as simple as it gets */
        const unsigned tables =
            lore->high == 2 && i < 2 ? candidates[1 - i] : candidates[i];
        if (!is_possible(lore, tables, wanted))
            continue;
        trial[trials].tables = tables;
        trial[trials++].refused = count_refused(lore, tables);
    }
    settle(lore, trial, trials, row, form);
    bsn_free(ctx, row);
    return BASIN_STATUS_OK;
}
