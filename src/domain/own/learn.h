/* learn.h - a constraint that is known by examples: what its parts share.
 *
 * learn_tables.c counts what examples show, and judges cells of tables that they never show;
 * learn_form.c finds the simplest tables that tell valid examples from made-up ones;
 * learn_teach.c teaches networks what these say; learn_doubt.c asks what examples leave open;
 * learn.c puts it together.
 */
#ifndef BSN_LEARN_H
#define BSN_LEARN_H

#include "base/rng.h"
#include "energy/model.h"

/* Examples: rows of values. */
struct bsn_sample {
    size_t rows;
    const size_t *first;   /* (rows + 1) where each one's values begin */
    const int32_t *value;
};

static inline const int32_t *bsn_sample_row(const struct bsn_sample *s, size_t row, size_t *length)
{
    *length = s->first[row + 1] - s->first[row];
    return s->value + s->first[row];
}

/* What is looked at. The first three do not see the order of places, the first two do not see which
 * value is which. */
enum bsn_table_kind {
    BSN_TABLE_EQUAL = 0, /* are two places equal? All pairs share it. */
    BSN_TABLE_SHARED,    /* how many places have a value? All values share it. */
    BSN_TABLE_COUNTS,    /* the same for each value */
    BSN_TABLE_APART,     /* of two places of numbers: how far apart are they? */
    BSN_TABLE_NEAR,      /* the values of two adjacent places; all share it */
    BSN_TABLE_NEAR_EACH, /* the same for each two */
    BSN_TABLE_PAIRS,     /* the values of each two places */
    BSN_TABLE_WHOLE,     /* all values */
    BSN_TABLES
};

enum bsn_cell {
    BSN_CELL_SEEN = 0,
    BSN_CELL_BROKEN,  /* never seen, though it would have been if it were valid */
    BSN_CELL_LIKELY,  /* never seen, and too rare to tell: as the nearest that can be told, or valid */
    BSN_CELL_UNLIKELY /* the same, as the nearest is broken, or as all unseen ones are held for it */
};

struct bsn_table {
    bool used;         /* is it one for examples of this size? */
    bool strict;       /* of BSN_TABLE_WHOLE: what was not seen is broken */
    size_t cells;
    uint32_t *seen;    /* (cells) by valid examples */
    uint32_t *blamed;  /* (cells) invalid examples that nothing but it can explain */
    double *expected;  /* (cells) how often values that know nothing of each other would show it */
    uint8_t *cell;     /* (cells) enum bsn_cell */
};

struct bsn_lore {
    struct bsn_sample valid, invalid;
    uint32_t values, low, high;  /* values; places of the shortest and of the longest example */
    bool numbers;                /* the values are numbers, in order */
    uint64_t seed;
    double *share;     /* (high, values) how often a place has a value; one row for several lengths */
    size_t *order;     /* (valid.rows) sorted, to find rows */
    size_t *scratch;   /* cells of one row, of any table */
    struct bsn_table table[BSN_TABLES];
};

/* Sorts the valid examples, so that rows are found; then counts and judges. Both to be cleared in any
 * case. */
basin_status bsn_lore_sort(basin_ctx *ctx, struct bsn_lore *lore);
basin_status bsn_lore_make(basin_ctx *ctx, struct bsn_lore *lore);
void bsn_lore_clear(basin_ctx *ctx, struct bsn_lore *lore);

/* Is this row one of the valid examples? */
bool bsn_lore_knows(const struct bsn_lore *lore, const int32_t *row, size_t length);

/* The cells that a row shows; returns how many. */
size_t bsn_table_read(const struct bsn_lore *lore, enum bsn_table_kind kind, const int32_t *row,
                      size_t length, size_t *cell);
/* Where the table's readers see that row as broken; `unsure` is set where a cell was never seen and
 * not held for broken. */
bool bsn_table_refuses(const struct bsn_lore *lore, enum bsn_table_kind kind, const int32_t *row,
                       size_t length, bool *unsure);
/* The same for a valid example, judged as if it had not been among the examples. */
bool bsn_table_refuses_own(const struct bsn_lore *lore, enum bsn_table_kind kind,
                           const int32_t *row, size_t length);

/* Leaves what examples of that length show out of the table, or puts it back. */
void bsn_table_forget(struct bsn_lore *lore, enum bsn_table_kind kind, size_t length, bool forget);

/* A made-up row: a valid one with a change, with two places or two values exchanged, or one of values
 * that know nothing of each other. `row` has room for the longest; returns its length. */
size_t bsn_lore_make_up(const struct bsn_lore *lore, struct bsn_dice *dice, int32_t *row);

/* What was found. */
struct bsn_form {
    unsigned tables;      /* 1 << enum bsn_table_kind */
    size_t refused;       /* valid examples that would be refused, were they not among the examples */
    size_t made, known;   /* made-up rows; of them valid examples */
    size_t told, unsure;  /* of the others: refused; accepted by cells that were never seen */
    size_t invalid_told;  /* given invalid examples that are refused, each judged by the others */
    size_t lengths_refused; /* valid examples refused by what those of other lengths show */
    bool sure;
    char why[232];        /* when not */
    char what[232];       /* in words */
};

/* `wanted`: tables that may be used. */
basin_status bsn_form_find(basin_ctx *ctx, struct bsn_lore *lore, unsigned wanted,
                           struct bsn_form *form);
bool bsn_form_refuses(const struct bsn_lore *lore, unsigned tables, const int32_t *row,
                      size_t length, bool *unsure);

#define BSN_FORM_ORDERED \
    (1u << BSN_TABLE_APART | 1u << BSN_TABLE_NEAR | 1u << BSN_TABLE_NEAR_EACH | \
     1u << BSN_TABLE_PAIRS | 1u << BSN_TABLE_WHOLE)
#define BSN_FORM_VALUES_DIFFER (BSN_FORM_ORDERED | 1u << BSN_TABLE_COUNTS)

#endif
