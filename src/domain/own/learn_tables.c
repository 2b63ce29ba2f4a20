/* learn_tables.c - what valid examples show, as counts of cells; and what they never show.
 *
 * A cell that was never seen is held for broken if values that know nothing of each other would have
 * shown it: n times on average, where exp(-n) is small even for a table of many cells. Rarer ones
 * cannot be told; a table of counts or distances judges them as the nearest one that can be.
 */
#include "base/mem.h"
#include "domain/own/learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NULL_ROWS 20000    /* rows of independent values that expectations are counted in */
#define CELLS_MAX 65536    /* of a table */
#define WHOLE_MAX 4096     /* of all tuples of more than two places */
#define PAIR_PLACES 64     /* places of which every two are looked at */
#define ALARM 20           /* a valid cell is held for broken in one table of so many */

/* ------------------------------------------------------------------------------- cells ---- */

static size_t power(size_t base, size_t exponent, size_t most)
{
    size_t product = 1;

    while (exponent-- > 0 && product <= most)
        product *= base;
    return product;
}

/* Cells of a table, 0 where it is none for examples of this size. */
static size_t count_cells(const struct bsn_lore *lore, enum bsn_table_kind kind)
{
    const size_t n = lore->high, k = lore->values, square = k * k;
    const bool even = lore->low == lore->high;
    size_t cells = 0;

    switch (kind) {
    case BSN_TABLE_EQUAL: cells = n <= PAIR_PLACES ? 2 : 0; break;
    case BSN_TABLE_SHARED: cells = n + 1; break;
    case BSN_TABLE_COUNTS: cells = k * (n + 1); break;
    case BSN_TABLE_APART: cells = even && n == 2 && lore->numbers ? 2 * k - 1 : 0; break;
    case BSN_TABLE_NEAR: cells = even && n > 2 ? square : 0; break;
    case BSN_TABLE_NEAR_EACH: cells = even && n > 2 ? (n - 1) * square : 0; break;
    case BSN_TABLE_PAIRS:
        cells = even && n > 2 && n <= PAIR_PLACES ? n * (n - 1) / 2 * square : 0;
        break;
    default:
        cells = even ? power(k, n, CELLS_MAX) : 0;
        cells = n > 2 && cells > WHOLE_MAX ? 0 : cells;
    }
    return cells <= CELLS_MAX ? cells : 0;
}

static size_t read_counts(const struct bsn_lore *lore, bool shared, const int32_t *row,
                          size_t length, size_t *cell)
{
    for (size_t v = 0; v < lore->values; v++) {
        size_t count = 0;
        for (size_t i = 0; i < length; i++)
            count += row[i] == (int32_t)v;
        cell[v] = count + (shared ? 0 : v * (lore->high + (size_t)1));
    }
    return lore->values;
}

/* Pairs of places in the order of tuple.c. */
static size_t read_pairs(const struct bsn_lore *lore, enum bsn_table_kind kind, const int32_t *row,
                         size_t length, size_t *cell)
{
    const size_t k = lore->values;
    const bool every = kind == BSN_TABLE_PAIRS || kind == BSN_TABLE_EQUAL;
    size_t count = 0;

    for (size_t i = 0; i + 1 < length; i++)
        for (size_t j = i + 1; j < (every ? length : i + 2); j++, count++)
            cell[count] = kind == BSN_TABLE_EQUAL
                              ? row[i] == row[j]
                              : (kind == BSN_TABLE_NEAR ? 0 : count * k * k) +
                                    (size_t)row[i] * k + (size_t)row[j];
    return count;
}

size_t bsn_table_read(const struct bsn_lore *lore, enum bsn_table_kind kind, const int32_t *row,
                      size_t length, size_t *cell)
{
    switch (kind) {
    case BSN_TABLE_SHARED:
    case BSN_TABLE_COUNTS: return read_counts(lore, kind == BSN_TABLE_SHARED, row, length, cell);
    case BSN_TABLE_APART:
        cell[0] = (size_t)(row[1] - row[0] + (int32_t)lore->values - 1);
        return 1;
    case BSN_TABLE_WHOLE:
        cell[0] = 0;
        for (size_t i = 0; i < length; i++)
            cell[0] = cell[0] * lore->values + (size_t)row[i];
        return 1;
    default: return read_pairs(lore, kind, row, length, cell);
    }
}

static size_t most_cells(const struct bsn_lore *lore)
{
    const size_t n = lore->high <= PAIR_PLACES ? lore->high : 2;

    return n * n + lore->high + lore->values;
}

/* ------------------------------------------------------------------------ rows to judge by ---- */

static int32_t draw_value(const struct bsn_lore *lore, size_t place, struct bsn_dice *dice)
{
    const double *const share =
        lore->share + (lore->low == lore->high ? place * lore->values : 0);
    double rest = bsn_roll(dice, 1 << 24) / (double)(1 << 24);
    uint32_t v = 0;

    while (v + 1 < lore->values && rest >= share[v])
        rest -= share[v++];
    return (int32_t)v;
}

static size_t draw_row(const struct bsn_lore *lore, struct bsn_dice *dice, int32_t *row)
{
    size_t length;

    bsn_sample_row(&lore->valid, bsn_roll(dice, (uint32_t)lore->valid.rows), &length);
    for (size_t i = 0; i < length; i++)
        row[i] = draw_value(lore, i, dice);
    return length;
}

/* Two values are exchanged wherever they stand. */
static void rename_values(const struct bsn_lore *lore, struct bsn_dice *dice, int32_t *row,
                          size_t length)
{
    const int32_t a = (int32_t)bsn_roll(dice, lore->values);
    const int32_t b = (int32_t)(((uint32_t)a + 1 + bsn_roll(dice, lore->values - 1)) %
                                lore->values);

    for (size_t i = 0; i < length; i++)
        row[i] = row[i] == a ? b : row[i] == b ? a : row[i];
}

size_t bsn_lore_make_up(const struct bsn_lore *lore, struct bsn_dice *dice, int32_t *row)
{
    const uint32_t how = bsn_roll(dice, 4);
    size_t length;

    if (how == 2)
        return draw_row(lore, dice, row);
    const int32_t *const from =
        bsn_sample_row(&lore->valid, bsn_roll(dice, (uint32_t)lore->valid.rows), &length);
    memcpy(row, from, length * sizeof *row);
    if (how == 3) {
        rename_values(lore, dice, row, length);
        return length;
    }
    const uint32_t i = bsn_roll(dice, (uint32_t)length), j = bsn_roll(dice, (uint32_t)length);
    if (how == 1 && row[i] != row[j]) {
        row[i] = from[j];
        row[j] = from[i];
        return length;
    }
    row[i] = (int32_t)(((uint32_t)row[i] + 1 + bsn_roll(dice, lore->values - 1)) % lore->values);
    return length;
}

static void count_shares(struct bsn_lore *lore)
{
    const bool even = lore->low == lore->high;
    const size_t k = lore->values;

    for (size_t r = 0; r < lore->valid.rows; r++) {
        size_t length;
        const int32_t *const row = bsn_sample_row(&lore->valid, r, &length);
        for (size_t i = 0; i < length; i++)
            lore->share[(even ? i * k : 0) + (size_t)row[i]]++;
    }
    for (size_t i = 0; i < (even ? lore->high : 1); i++) {
        double total = 0;
        for (size_t v = 0; v < k; v++)
            total += lore->share[i * k + v];
        for (size_t v = 0; v < k; v++)
            lore->share[i * k + v] /= total;
    }
}

/* ------------------------------------------------------------------------- finding a row ---- */

static int compare(const int32_t *a, size_t a_length, const int32_t *b, size_t b_length)
{
    if (a_length != b_length)
        return a_length < b_length ? -1 : 1;
    for (size_t i = 0; i < a_length; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_rows(const struct bsn_lore *lore, size_t a, size_t b)
{
    size_t a_length, b_length;
    const int32_t *const x = bsn_sample_row(&lore->valid, a, &a_length);
    const int32_t *const y = bsn_sample_row(&lore->valid, b, &b_length);

    return compare(x, a_length, y, b_length);
}

/* A heap sort: qsort has no way to hand the rows to its function. */
static void sort_rows(struct bsn_lore *lore)
{
    size_t *const order = lore->order, n = lore->valid.rows;

    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (size_t start = n / 2, end = n; end > 1;) {
        if (start > 0) {
            start--;
        } else {
            end--;
            const size_t top = order[0];
            order[0] = order[end];
            order[end] = top;
        }
        for (size_t root = start, child; (child = 2 * root + 1) < end; root = child) {
            child += child + 1 < end && compare_rows(lore, order[child], order[child + 1]) < 0;
            if (compare_rows(lore, order[root], order[child]) >= 0)
                break;
            const size_t keep = order[root];
            order[root] = order[child];
            order[child] = keep;
        }
    }
}

bool bsn_lore_knows(const struct bsn_lore *lore, const int32_t *row, size_t length)
{
    size_t low = 0, high = lore->valid.rows;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        size_t other;
        const int32_t *const at = bsn_sample_row(&lore->valid, lore->order[middle], &other);
        const int sign = compare(row, length, at, other);
        if (sign == 0)
            return true;
        *(sign < 0 ? &high : &low) = sign < 0 ? middle : middle + 1;
    }
    return false;
}

/* ---------------------------------------------------------------------------- judgement ---- */

/* Where neighbours of a cell tell of it: the numbers of a count or a distance, from..to. */
static bool has_neighbours(const struct bsn_lore *lore, enum bsn_table_kind kind, size_t cell,
                           size_t *from, size_t *to)
{
    const size_t line = lore->high + (size_t)1;

    if (kind != BSN_TABLE_SHARED && kind != BSN_TABLE_COUNTS && kind != BSN_TABLE_APART)
        return false;
    *from = kind == BSN_TABLE_COUNTS ? cell / line * line : 0;
    *to = kind == BSN_TABLE_COUNTS ? *from + line : lore->table[kind].cells;
    return true;
}

static double alarm(const struct bsn_table *t)
{
    return log((double)ALARM * (double)t->cells);
}

/* A cell's verdict when `less` of its sights are left out. */
static enum bsn_cell judge(const struct bsn_lore *lore, enum bsn_table_kind kind, size_t cell,
                           uint32_t less)
{
    const struct bsn_table *const t = &lore->table[kind];
    size_t from, to;

    if (t->seen[cell] > less)
        return BSN_CELL_SEEN;
    if (t->expected[cell] >= alarm(t) || t->blamed[cell] > 0)
        return BSN_CELL_BROKEN;
    if (t->strict)
        return BSN_CELL_UNLIKELY;
    if (!has_neighbours(lore, kind, cell, &from, &to))
        return BSN_CELL_LIKELY;
    for (size_t d = 1; d < to - from; d++) {
        bool seen = false, broken = false;
        for (int side = -1; side <= 1; side += 2) {
            const size_t other = side < 0 ? cell - d : cell + d;
            if ((side < 0 && cell < from + d) || other >= to)
                continue;
            seen |= t->seen[other] > 0;
            broken |= t->seen[other] == 0 &&
                      (t->expected[other] >= alarm(t) || t->blamed[other] > 0);
        }
        if (seen || broken)
            return seen ? BSN_CELL_LIKELY : BSN_CELL_UNLIKELY;
    }
    return BSN_CELL_LIKELY;
}

static bool is_broken(enum bsn_cell cell)
{
    return cell == BSN_CELL_BROKEN || cell == BSN_CELL_UNLIKELY;
}

bool bsn_table_refuses(const struct bsn_lore *lore, enum bsn_table_kind kind, const int32_t *row,
                       size_t length, bool *unsure)
{
    const struct bsn_table *const t = &lore->table[kind];
    const size_t count = bsn_table_read(lore, kind, row, length, lore->scratch);
    bool refuses = false;

    for (size_t i = 0; i < count; i++) {
        const enum bsn_cell cell = (enum bsn_cell)t->cell[lore->scratch[i]];
        size_t from, to;
        refuses |= is_broken(cell);
        *unsure |= cell == BSN_CELL_LIKELY &&
                   !has_neighbours(lore, kind, lore->scratch[i], &from, &to);
    }
    return refuses;
}

bool bsn_table_refuses_own(const struct bsn_lore *lore, enum bsn_table_kind kind,
                           const int32_t *row, size_t length)
{
    const size_t count = bsn_table_read(lore, kind, row, length, lore->scratch);

    for (size_t i = 0; i < count; i++) {
        uint32_t own = 0;
        if (lore->table[kind].seen[lore->scratch[i]] > count)
            continue;  /* others show it */
        for (size_t k = 0; k < count; k++)
            own += lore->scratch[k] == lore->scratch[i];
        if (is_broken(judge(lore, kind, lore->scratch[i], own)))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------ the whole ---- */

static void count_seen(struct bsn_lore *lore, enum bsn_table_kind kind)
{
    struct bsn_table *const t = &lore->table[kind];

    for (size_t r = 0; r < lore->valid.rows; r++) {
        size_t length;
        const int32_t *const row = bsn_sample_row(&lore->valid, r, &length);
        const size_t count = bsn_table_read(lore, kind, row, length, lore->scratch);
        for (size_t i = 0; i < count; i++)
            t->seen[lore->scratch[i]]++;
    }
}

static void count_expected(struct bsn_lore *lore, int32_t *row)
{
    struct bsn_dice dice = { .rng = { lore->seed, BSN_RNG_EXAMPLE, 0xffff, 0xffffffff } };
    const double each = (double)lore->valid.rows / NULL_ROWS;

    for (size_t r = 0; r < NULL_ROWS; r++) {
        const size_t length = draw_row(lore, &dice, row);
        for (size_t k = 0; k < BSN_TABLES; k++) {
            const enum bsn_table_kind kind = (enum bsn_table_kind)k;
            if (!lore->table[k].used)
                continue;
            const size_t count = bsn_table_read(lore, kind, row, length, lore->scratch);
            for (size_t i = 0; i < count; i++)
                lore->table[k].expected[lore->scratch[i]] += each;
        }
    }
}

static void judge_all(struct bsn_lore *lore, enum bsn_table_kind kind)
{
    for (size_t c = 0; c < lore->table[kind].cells; c++)
        lore->table[kind].cell[c] = (uint8_t)judge(lore, kind, c, 0);
}

void bsn_table_forget(struct bsn_lore *lore, enum bsn_table_kind kind, size_t length, bool forget)
{
    struct bsn_table *const t = &lore->table[kind];

    for (size_t r = 0; r < lore->valid.rows; r++) {
        size_t own;
        const int32_t *const row = bsn_sample_row(&lore->valid, r, &own);
        if (own != length)
            continue;
        const size_t count = bsn_table_read(lore, kind, row, own, lore->scratch);
        for (size_t i = 0; i < count; i++)
            t->seen[lore->scratch[i]] += forget ? UINT32_MAX : 1;
    }
    judge_all(lore, kind);
}

/* Tuples that were not seen are broken, if examples are hardly ever new. */
static void choose_strict(struct bsn_lore *lore)
{
    struct bsn_table *const t = &lore->table[BSN_TABLE_WHOLE];
    size_t alone = 0;

    if (!t->used)
        return;
    for (size_t c = 0; c < t->cells; c++)
        alone += t->seen[c] == 1;
    t->strict = alone * 400 <= lore->valid.rows;
}

/* Does entry i stand nowhere before? */
static bool is_first(const size_t *entry, size_t i)
{
    size_t k = 0;

    while (entry[k] != entry[i])
        k++;
    return k == i;
}

/* Invalid examples that a table takes for valid blame the cells that no valid one shows. */
static void blame(struct bsn_lore *lore, enum bsn_table_kind kind)
{
    struct bsn_table *const t = &lore->table[kind];

    for (size_t r = 0; r < lore->invalid.rows; r++) {
        size_t length;
        bool unsure = false;
        const int32_t *const row = bsn_sample_row(&lore->invalid, r, &length);
        if (bsn_table_refuses(lore, kind, row, length, &unsure))
            continue;
        const size_t count = bsn_table_read(lore, kind, row, length, lore->scratch);
        for (size_t i = 0; i < count; i++)
            if (is_first(lore->scratch, i))  /* a row blames a cell once */
                t->blamed[lore->scratch[i]] += t->seen[lore->scratch[i]] == 0;
    }
    judge_all(lore, kind);
}

static basin_status make_tables(basin_ctx *ctx, struct bsn_lore *lore)
{
    for (size_t k = 0; k < BSN_TABLES; k++) {
        struct bsn_table *const t = &lore->table[k];
        t->cells = count_cells(lore, (enum bsn_table_kind)k);
        t->used = t->cells > 0;
        BSN_TRY(BSN_NEW(ctx, t->cells, &t->seen));
        BSN_TRY(BSN_NEW(ctx, t->cells, &t->blamed));
        BSN_TRY(BSN_NEW(ctx, t->cells, &t->expected));
        BSN_TRY(BSN_NEW(ctx, t->cells, &t->cell));
        if (t->used)
            count_seen(lore, (enum bsn_table_kind)k);
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_lore_sort(basin_ctx *ctx, struct bsn_lore *lore)
{
    BSN_TRY(BSN_NEW(ctx, lore->valid.rows, &lore->order));
    sort_rows(lore);
    return BASIN_STATUS_OK;
}

basin_status bsn_lore_make(basin_ctx *ctx, struct bsn_lore *lore)
{
    int32_t *row = NULL;

    BSN_TRY(BSN_NEW(ctx, lore->high * (size_t)lore->values, &lore->share));
    BSN_TRY(BSN_NEW(ctx, most_cells(lore), &lore->scratch));
    count_shares(lore);
    BSN_TRY(make_tables(ctx, lore));
    BSN_TRY(BSN_NEW(ctx, lore->high, &row));
    count_expected(lore, row);
    bsn_free(ctx, row);
    choose_strict(lore);
    for (size_t k = 0; k < BSN_TABLES; k++)
        if (lore->table[k].used) {
            judge_all(lore, (enum bsn_table_kind)k);
            blame(lore, (enum bsn_table_kind)k);
        }
    return BASIN_STATUS_OK;
}

void bsn_lore_clear(basin_ctx *ctx, struct bsn_lore *lore)
{
    bsn_free(ctx, lore->share);
    bsn_free(ctx, lore->order);
    bsn_free(ctx, lore->scratch);
    for (size_t k = 0; k < BSN_TABLES; k++) {
        bsn_free(ctx, lore->table[k].seen);
        bsn_free(ctx, lore->table[k].blamed);
        bsn_free(ctx, lore->table[k].expected);
        bsn_free(ctx, lore->table[k].cell);
    }
}
