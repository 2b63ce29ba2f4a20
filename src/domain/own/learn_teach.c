/* learn_teach.c - lessons of a constraint that is known by examples.
 *
 * Networks that see one thing of a row (a count, a pair) are taught that: what valid rows show
 * against what was found to be broken. A network of tuples is taught whole rows: valid ones, and
 * refused ones, half of them made to show each broken cell alike often.
 */
#include "domain/own/learn_teach.h"

#include "base/mem.h"
#include "domain/own/learned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 100       /* as the built-in models */
#define PALETTE 14       /* values that energies of choices are learned with, at most */
#define NEGATIVES 4096
#define TRIES 64         /* to make one */
#define TUPLES 65536     /* tuples that a search can list */
#define COUNTS_MOST 12   /* networks of counts */

#define STEPS_ALONE 3000
#define STEPS_PAIR 4000
#define STEPS_CELLS 2500

static bool broken(const struct bsn_table *t, size_t cell)
{
    return t->cell[cell] == BSN_CELL_BROKEN || t->cell[cell] == BSN_CELL_UNLIKELY;
}

/* A broken cell of a table (or one that is not), out of `count` from `from` on; false: none. */
static bool pick_cell(const struct bsn_table *t, size_t from, size_t count, bool bad,
                      struct bsn_dice *dice, size_t *cell)
{
    const size_t start = bsn_roll(dice, (uint32_t)count);
    size_t total = 0;

    *cell = from;
    for (size_t i = 0; i < count; i++)
        total += broken(t, from + i) == bad;
    if (total == 0)
        return false;
    size_t left = start % total;
    for (size_t i = 0; i < count; i++)
        if (broken(t, from + i) == bad && left-- == 0) {
            *cell = from + i;
            break;
        }
    return true;
}

/* ------------------------------------------------------------------------- rows of tuples ---- */

/* Changes a row so that exactly `count` places have the value. */
static void force_count(const struct bsn_lore *lore, int32_t value, size_t count,
                        struct bsn_dice *dice, int32_t *row)
{
    const size_t n = lore->high;
    size_t now = 0;

    for (size_t i = 0; i < n; i++)
        now += row[i] == value;
    while (now != count) {
        const size_t at = bsn_roll(dice, (uint32_t)n);
        if (now < count && row[at] != value) {
            row[at] = value;
            now++;
        } else if (now > count && row[at] == value) {
            row[at] = (int32_t)(((uint32_t)value + 1 + bsn_roll(dice, lore->values - 1)) %
                                lore->values);
            now--;
        }
    }
}

/* Changes a row so that it shows that cell. */
static void force(const struct bsn_lore *lore, enum bsn_table_kind kind, size_t cell,
                  struct bsn_dice *dice, int32_t *row)
{
    const size_t k = lore->values, n = lore->high;

    if (kind == BSN_TABLE_COUNTS) {
        force_count(lore, (int32_t)(cell / (n + 1)), cell % (n + 1), dice, row);
    } else if (kind == BSN_TABLE_APART) {
        do {
            row[0] = (int32_t)bsn_roll(dice, (uint32_t)k);
            row[1] = row[0] + (int32_t)cell - (int32_t)k + 1;
        } while (row[1] < 0 || row[1] >= (int32_t)k);
    } else if (kind == BSN_TABLE_WHOLE) {
        for (size_t i = n; i-- > 0; cell /= k)
            row[i] = (int32_t)(cell % k);
    } else {
        const size_t pair = cell / (k * k);
        size_t i = kind == BSN_TABLE_NEAR ? bsn_roll(dice, (uint32_t)n - 1) : pair, j = i + 1;
        if (kind == BSN_TABLE_PAIRS)
            for (i = 0, j = pair + 1; j >= n; i++)
                j -= n - 2 - i;
        row[i] = (int32_t)(cell / k % k);
        row[j] = (int32_t)(cell % k);
    }
}

/* A row that the form refuses; false when none was found. */
static bool make_negative(const struct bsn_learn_lessons *lessons, struct bsn_dice *dice, int32_t *row)
{
    const struct bsn_lore *const lore = lessons->lore;
    const unsigned tables = lessons->form->tables;

    for (int tries = 0; tries < TRIES; tries++) {
        bool unsure = false;
        size_t cell = 0;
        const enum bsn_table_kind kind = (enum bsn_table_kind)bsn_roll(dice, BSN_TABLES);
        bsn_lore_make_up(lore, dice, row);
        if (tries % 2 == 0 && tables >> kind & 1 &&
            pick_cell(&lore->table[kind], 0, lore->table[kind].cells, true, dice, &cell))
            force(lore, kind, cell, dice, row);
        if (bsn_form_refuses(lore, tables, row, lore->high, &unsure))
            return true;
    }
    return false;
}

static basin_status make_negatives(basin_ctx *ctx, struct bsn_learn_lessons *lessons)
{
    const struct bsn_lore *const lore = lessons->lore;
    struct bsn_dice dice = { .rng = { lore->seed, BSN_RNG_EXAMPLE, 0xfffd, 0xffffffff } };

    BSN_TRY(BSN_NEW(ctx, NEGATIVES * (size_t)lore->high, &lessons->negative));
    for (size_t i = 0; i < NEGATIVES; i++)
        lessons->negatives +=
            make_negative(lessons, &dice, lessons->negative + lessons->negatives * lore->high);
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------- minibatches ---- */

static void set_one(struct bsn_minibatch *b, float *to, size_t part, size_t entry, size_t col)
{
    to[(part * b->inputs + entry) * b->cols + col] = 1;
}

static const int32_t *pick_row(const struct bsn_lore *lore, struct bsn_dice *dice, size_t *length)
{
    return bsn_sample_row(&lore->valid, bsn_roll(dice, (uint32_t)lore->valid.rows), length);
}

static void teach_tuple(const struct bsn_learn_lessons *lessons, struct bsn_dice *dice,
                        struct bsn_minibatch *b)
{
    const struct bsn_lore *const lore = lessons->lore;

    b->negatives = lessons->negatives > 0;
    for (size_t col = 0; col < b->cols; col++) {
        size_t length;
        const int32_t *const row = pick_row(lore, dice, &length);
        const int32_t *const other =
            b->negatives ? lessons->negative +
                               bsn_roll(dice, (uint32_t)lessons->negatives) * (size_t)lore->high
                         : row;
        for (size_t i = 0; i < length; i++) {
            set_one(b, b->y, i, (size_t)row[i], col);
            set_one(b, b->negative, i, (size_t)other[i], col);
        }
    }
}

/* Two adjacent places. */
static void teach_near(const struct bsn_learn_lessons *lessons, struct bsn_dice *dice,
                       struct bsn_minibatch *b)
{
    const struct bsn_lore *const lore = lessons->lore;
    const struct bsn_table *const t = &lore->table[BSN_TABLE_NEAR];
    size_t cell = 0;

    for (size_t col = 0; col < b->cols; col++) {
        size_t length;
        const int32_t *const row = pick_row(lore, dice, &length);
        const size_t i = bsn_roll(dice, (uint32_t)length - 1);
        set_one(b, b->y, 0, (size_t)row[i], col);
        set_one(b, b->y, 1, (size_t)row[i + 1], col);
        b->negatives = pick_cell(t, 0, t->cells, true, dice, &cell);
        set_one(b, b->negative, 0, b->negatives ? cell / lore->values : 0, col);
        set_one(b, b->negative, 1, b->negatives ? cell % lore->values : 0, col);
    }
}

/* Two places; which values they have is immaterial. */
static void teach_pair(const struct bsn_learn_lessons *lessons, struct bsn_dice *dice,
                       struct bsn_minibatch *b)
{
    const struct bsn_lore *const lore = lessons->lore;
    const bool equal_broken = broken(&lore->table[BSN_TABLE_EQUAL], 1);
    const uint32_t k = (uint32_t)b->inputs;

    b->negatives = true;
    b->odds = equal_broken ? 1.0 / (k - 1) : k - 1;  /* of k^2 pairs k are equal */
    for (size_t col = 0; col < b->cols; col++) {
        size_t length;
        const int32_t *const row = pick_row(lore, dice, &length);
        const uint32_t i = bsn_roll(dice, (uint32_t)length);
        const uint32_t j = (i + 1 + bsn_roll(dice, (uint32_t)length - 1)) % (uint32_t)length;
        const uint32_t a = bsn_roll(dice, k), other = (a + 1 + bsn_roll(dice, k - 1)) % k;
        set_one(b, b->y, 0, a, col);
        set_one(b, b->y, 1, row[i] == row[j] ? a : other, col);
        set_one(b, b->negative, 0, a, col);
        set_one(b, b->negative, 1, equal_broken ? a : other, col);
    }
}

/* So many ones in `parts` places. */
static void spread(struct bsn_minibatch *b, float *to, size_t ones, struct bsn_dice *dice,
                   size_t col)
{
    size_t left = b->parts;

    for (size_t i = 0; i < b->parts; i++, left--) {
        const bool one = bsn_roll(dice, (uint32_t)left) < ones;
        to[i * b->cols + col] = one;
        ones -= one;
    }
}

/* How many places have a value: in a valid row, or, of counts that no row has, one that is held for
 * valid; against one that is broken. */
static void teach_count(const struct bsn_learn_lessons *lessons, const char *name, struct bsn_dice *dice,
                        struct bsn_minibatch *b)
{
    const struct bsn_lore *const lore = lessons->lore;
    const bool shared = strcmp(name, BSN_LEARNED_COUNT) == 0;
    const struct bsn_table *const t =
        &lore->table[shared ? BSN_TABLE_SHARED : BSN_TABLE_COUNTS];
    size_t value = shared ? 0 : strtoul(name + strlen(BSN_LEARNED_COUNT_OF), NULL, 10);
    const size_t from = value * (lore->high + (size_t)1);

    pick_row(lore, dice, &b->parts);
    for (size_t col = 0; col < b->cols; col++) {
        size_t length, ones = 0, cell = from;
        const int32_t *const row = pick_row(lore, dice, &length);
        value = shared ? bsn_roll(dice, lore->values) : value;
        for (size_t i = 0; i < length; i++)
            ones += row[i] == (int32_t)value;
        if (ones > b->parts || col % 4 == 0) {
            pick_cell(t, from, b->parts + 1, false, dice, &cell);
            ones = cell - from;
        }
        spread(b, b->y, ones, dice, col);
        b->negatives = pick_cell(t, from, b->parts + 1, true, dice, &cell);
        spread(b, b->negative, b->negatives ? cell - from : 0, dice, col);
    }
}

static void minibatch(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                      struct bsn_minibatch *b)
{
    const struct bsn_learn_lessons *const lessons = b->from;
    struct bsn_dice dice = { .rng = *at };

    memset(b->y, 0, b->parts * b->inputs * b->cols * sizeof *b->y);
    memset(b->negative, 0, b->parts * b->inputs * b->cols * sizeof *b->negative);
    if (strcmp(net->name, BSN_LEARNED_TUPLE) == 0)
        teach_tuple(lessons, &dice, b);
    else if (strcmp(net->name, BSN_LEARNED_NEAR) == 0)
        teach_near(lessons, &dice, b);
    else if (strcmp(net->name, BSN_LEARNED_PAIR) == 0)
        teach_pair(lessons, &dice, b);
    else if (strncmp(net->name, BSN_LEARNED_COUNT, strlen(BSN_LEARNED_COUNT)) == 0)
        teach_count(lessons, net->name, &dice, b);
    else
        for (size_t col = 0; col < b->cols; col++) {  /* one variable alone */
            const uint32_t value = bsn_roll(&dice, b->inputs > 1 ? (uint32_t)b->inputs
                                                                 : lessons->lore->values);
            if (b->inputs > 1 || value == 0)
                set_one(b, b->y, 0, b->inputs > 1 ? value : 0, col);
        }
}

const struct bsn_curriculum bsn_learn_curriculum = { .minibatch = minibatch };

/* ------------------------------------------------------------------------------ the recipe ---- */

static void add_net(struct bsn_learn_lessons *lessons, const char *name, const struct bsn_recipe_net *like)
{
    struct bsn_recipe *const r = &lessons->recipe;

    snprintf(lessons->name[r->nets], sizeof lessons->name[0], "%s", name);
    r->net[r->nets] = *like;
    r->net[r->nets].name = lessons->name[r->nets];
    r->nets++;
}

/* The energy of a variable alone: of its values, or of one of them. */
static void add_value(struct bsn_learn_lessons *lessons)
{
    const uint32_t k = lessons->lore->values;
    const struct bsn_recipe_net net = {
        .net = { .kind = BSN_NET_CHOICE, .inputs = k < PALETTE ? k : PALETTE }, .parts = 1,
        .steps = STEPS_ALONE, .batch = 512, .tile = 64, .rate = 0.01, .diffusion = 1,
        .noise_floor = 0.1 };

    add_net(lessons, BSN_LEARNED_VALUE, &net);
}

static void add_cell(struct bsn_learn_lessons *lessons)
{
    const struct bsn_recipe_net net = {
        .net = { .kind = BSN_NET_SET, .inputs = 1, .hidden = 4, .sums = 1, .pools = 1, .head = 2,
                 .quadratic = 1 },
        .parts = 1, .steps = STEPS_ALONE, .batch = 1024, .tile = 64, .rate = 0.01, .diffusion = 1,
        .noise_floor = 0.1 };

    add_net(lessons, BSN_LEARNED_CELL, &net);
}

static void add_pair(struct bsn_learn_lessons *lessons)
{
    const uint32_t k = lessons->lore->values;
    const struct bsn_recipe_net net = {
        .net = { .kind = BSN_NET_CHOICE, .inputs = k < PALETTE ? k : PALETTE, .pair = 1 },
        .base = BSN_LEARNED_VALUE, .parts = 2, .steps = STEPS_PAIR, .batch = 512, .tile = 64,
        .rate = 0.01, .diffusion = 1, .contrastive = 0.5, .noise_floor = 0.1 };

    add_net(lessons, BSN_LEARNED_PAIR, &net);
}

/* Networks of tables have no part in the energies of single variables: those are added when a
 * problem is made, and what they learn does not depend on them. */
static void add_cells(struct bsn_learn_lessons *lessons, const char *name, const struct bsn_net *shape,
                      size_t parts)
{
    const struct bsn_recipe_net net = { .net = *shape, .parts = parts, .steps = STEPS_CELLS,
                                        .batch = 128, .tile = 32, .rate = 0.05, .contrastive = 1,
                                        .odds = 1 };

    add_net(lessons, name, &net);
}

static void add_count(struct bsn_learn_lessons *lessons, const char *name)
{
    const struct bsn_net net = { .kind = BSN_NET_COUNT, .inputs = 1,
                                 .values = lessons->lore->values, .most = lessons->lore->high };

    add_cells(lessons, name, &net, lessons->lore->high);
}

/* Is there a count of that value that is broken? */
static bool is_bound(const struct bsn_lore *lore, uint32_t value)
{
    const size_t line = lore->high + (size_t)1;
    bool bound = false;

    for (size_t c = 0; c < line; c++)
        bound |= broken(&lore->table[BSN_TABLE_COUNTS], value * line + c);
    return bound;
}

static uint32_t count_bound(const struct bsn_lore *lore)
{
    uint32_t bound = 0;

    for (uint32_t v = 0; v < lore->values; v++)
        bound += is_bound(lore, v);
    return bound;
}

/* A network for each value whose number is bound; of two values one tells of the other. */
static void add_counts(struct bsn_learn_lessons *lessons)
{
    const struct bsn_lore *const lore = lessons->lore;
    const bool one = lore->values == 2 && lore->low == lore->high;
    char name[24];

    add_cell(lessons);
    for (uint32_t v = one ? 1 : 0, added = 0; v < lore->values && added < COUNTS_MOST; v++)
        if (is_bound(lore, v)) {
            snprintf(name, sizeof name, "%s%u", BSN_LEARNED_COUNT_OF, v);
            add_count(lessons, name);
            added++;
        }
}

static bool has(const struct bsn_learn_lessons *lessons, enum bsn_table_kind kind)
{
    return lessons->form->tables >> kind & 1;
}

static void add_tuple(struct bsn_learn_lessons *lessons)
{
    const struct bsn_lore *const lore = lessons->lore;
    const struct bsn_net net = {
        .kind = BSN_NET_TUPLE, .inputs = lore->values, .places = lore->high,
        .values = lore->values,
        .pairs = has(lessons, BSN_TABLE_PAIRS)       ? 1
                 : has(lessons, BSN_TABLE_NEAR)      ? 2
                 : has(lessons, BSN_TABLE_NEAR_EACH) ? 3
                                                     : 0,
        .apart = has(lessons, BSN_TABLE_APART), .counts = has(lessons, BSN_TABLE_COUNTS),
        .whole = has(lessons, BSN_TABLE_WHOLE) };

    add_value(lessons);
    add_cells(lessons, BSN_LEARNED_TUPLE, &net, lore->high);
}

static bool is_small(const struct bsn_lore *lore)
{
    double tuples = 1;

    for (uint32_t i = 0; i < lore->high && tuples <= TUPLES; i++)
        tuples *= lore->values;
    return tuples <= TUPLES;
}

static void choose_nets(struct bsn_learn_lessons *lessons)
{
    const struct bsn_lore *const lore = lessons->lore;
    const unsigned tables = lessons->form->tables;
    const unsigned counts = 1u << BSN_TABLE_COUNTS, near = 1u << BSN_TABLE_NEAR;

    if (tables == 1u << BSN_TABLE_EQUAL) {
        add_value(lessons);
        add_pair(lessons);
    } else if (tables == 1u << BSN_TABLE_SHARED) {
        add_cell(lessons);
        add_count(lessons, BSN_LEARNED_COUNT);
    } else if (tables == counts && (lore->low < lore->high || count_bound(lore) <= COUNTS_MOST)) {
        add_counts(lessons);
    } else if ((tables & ~(counts | near)) == 0 && !is_small(lore) &&
               count_bound(lore) <= COUNTS_MOST) {
        const struct bsn_net net = { .kind = BSN_NET_TUPLE, .inputs = lore->values, .places = 2,
                                     .values = lore->values, .pairs = 1 };
        add_value(lessons);
        add_cells(lessons, BSN_LEARNED_NEAR, &net, 2);
        if (tables & counts)
            add_counts(lessons);
    } else {
        add_tuple(lessons);
    }
}

basin_status bsn_learn_lessons_make(basin_ctx *ctx, struct bsn_learn_lessons *lessons)
{
    if (lessons->form->tables & BSN_FORM_ORDERED)
        BSN_TRY(make_negatives(ctx, lessons));
    lessons->recipe = (struct bsn_recipe){ .levels = LEVELS };
    choose_nets(lessons);
    return BASIN_STATUS_OK;
}

void bsn_learn_lessons_clear(basin_ctx *ctx, struct bsn_learn_lessons *lessons)
{
    bsn_free(ctx, lessons->negative);
}
