/* beam.c - letter by letter, keeping the most promising states.
 *
 * A state is the letters so far and, for each slot that has begun, the node of the tree it is at,
 * or OFF when its letters begin no word. Its bound changes only by the one or two slots that cross
 * in the new cell. Ties are broken by the order in which states were made, so a search has one
 * result.
 */
#include "domain/crossword/knowledge/beam.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define LETTERS 26
#define OFF UINT32_MAX
#define WORD_CHARS 64
#define CROSSING 2 /* slots that a cell can belong to */

/* ------------------------------------------------------------------------------------ tree ---- */

static basin_status add_word(basin_ctx *ctx, struct bsn_trie *t, const char *letters,
                             size_t *child_room, size_t *parent_room, uint32_t *leaf)
{
    uint32_t node = 0;

    for (size_t i = 0; i < t->length; i++) {
        const size_t at = (size_t)node * LETTERS + (size_t)(letters[i] - 'A');
        assert(letters[i] >= 'A' && letters[i] <= 'Z');
        if (t->child[at] == 0) {
            BSN_TRY(BSN_GROW(ctx, &t->child, child_room, (t->nodes + 1) * LETTERS));
            BSN_TRY(BSN_GROW(ctx, &t->parent, parent_room, t->nodes + 1));
            t->parent[t->nodes] = node;
            t->child[at] = (uint32_t)t->nodes++;
        }
        node = t->child[at];
    }
    *leaf = node;
    return BASIN_STATUS_OK;
}

/* A tree of the words, read backwards if `back`. */
static basin_status grow_tree(basin_ctx *ctx, const char *letters, size_t words, size_t length,
                              bool back, struct bsn_trie **out)
{
    struct bsn_trie *t;
    size_t child_room = 0, parent_room = 0;
    char word[WORD_CHARS];
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &t));
    *t = (struct bsn_trie){ .length = length, .words = words, .nodes = 1 };
    BSN_TRY_OUT(BSN_GROW(ctx, &t->child, &child_room, LETTERS));
    BSN_TRY_OUT(BSN_GROW(ctx, &t->parent, &parent_room, 1));
    BSN_TRY_OUT(BSN_NEW(ctx, words, &t->leaf));
    for (size_t w = 0; w < words; w++) {
        for (size_t i = 0; i < length; i++)
            word[i] = letters[w * length + (back ? length - 1 - i : i)];
        BSN_TRY_OUT(add_word(ctx, t, word, &child_room, &parent_room, &t->leaf[w]));
    }
    *out = t;
    return BASIN_STATUS_OK;
out:
    bsn_trie_free(ctx, t);
    return status;
}

basin_status bsn_trie_new(basin_ctx *ctx, const char *letters, size_t words, size_t length,
                          struct bsn_trie **out)
{
    struct bsn_trie *t;

    if (length > WORD_CHARS)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "words of %zu letters; at most %d", length,
                        WORD_CHARS);
    BSN_TRY(grow_tree(ctx, letters, words, length, false, &t));
    const basin_status status = grow_tree(ctx, letters, words, length, true, &t->back);
    if (status == BASIN_STATUS_OK)
        *out = t;
    else
        bsn_trie_free(ctx, t);
    return status;
}

void bsn_trie_free(basin_ctx *ctx, struct bsn_trie *t)
{
    if (!t)
        return;
    bsn_free(ctx, t->child);
    bsn_free(ctx, t->parent);
    bsn_free(ctx, t->leaf);
    bsn_trie_free(ctx, t->back);
    bsn_free(ctx, t);
}

/* ---------------------------------------------------------------------------------- search ---- */

/* A state's successor, before it is known whether it is kept. */
struct option {
    double bound;
    uint32_t state;
    uint8_t letter;
};

struct search {
    const struct bsn_beam_slot *slot;
    size_t cells, slots, width;
    const char *given;       /* (cells) or NULL */
    bool back;               /* words are filled from their ends */
    float **lowest;          /* (slots) of (nodes): the lowest energy below each node */
    uint32_t (*cross)[CROSSING]; /* (cells) the slots of each cell, OFF when there is none */
    uint32_t *node[2];       /* (width, slots) now and next */
    char *letter[2];         /* (width, cells) */
    double *bound[2];        /* (width) */
    size_t states;
    struct option *option;   /* (width * LETTERS) */
};

static const struct bsn_trie *tree(const struct search *s, size_t slot)
{
    return s->back ? s->slot[slot].trie->back : s->slot[slot].trie;
}

static double reach(const struct search *s, size_t slot, uint32_t node)
{
    const double floor = s->slot[slot].floor;

    if (node == OFF)
        return floor;
    return (double)s->lowest[slot][node] < floor ? (double)s->lowest[slot][node] : floor;
}

static basin_status make_lowest(basin_ctx *ctx, struct search *s, size_t k)
{
    const struct bsn_trie *const t = tree(s, k);

    BSN_TRY(BSN_NEW(ctx, t->nodes, &s->lowest[k]));
    float *const low = s->lowest[k];
    for (size_t n = 0; n < t->nodes; n++)
        low[n] = INFINITY;
    for (size_t w = 0; w < t->words; w++)
        low[t->leaf[w]] = s->slot[k].energy[w];
    for (size_t n = t->nodes; n-- > 1;)
        if (low[n] < low[t->parent[n]])
            low[t->parent[n]] = low[n];
    return BASIN_STATUS_OK;
}

static basin_status make_crossings(basin_ctx *ctx, struct search *s)
{
    BSN_TRY(BSN_NEW(ctx, s->cells, &s->cross));
    memset(s->cross, 0xff, s->cells * sizeof *s->cross);
    for (uint32_t k = 0; k < s->slots; k++)
        for (size_t i = 0; i < s->slot[k].trie->length; i++) {
            const uint32_t cell = s->slot[k].cell[i];
            if (cell >= s->cells || (i > 0 && cell <= s->slot[k].cell[i - 1]))
                return bsn_fail(ctx, BASIN_STATUS_INPUT,
                                "slot %u: its cells do not ascend inside the grid", k);
            uint32_t *const at = s->cross[cell];
            if (at[1] != OFF)
                return bsn_fail(ctx, BASIN_STATUS_INPUT, "cell %u belongs to three slots", cell);
            at[at[0] != OFF] = k;
        }
    return BASIN_STATUS_OK;
}

static basin_status prepare(basin_ctx *ctx, struct search *s)
{
    BSN_TRY(BSN_NEW(ctx, s->slots, &s->lowest));
    for (size_t k = 0; k < s->slots; k++)
        BSN_TRY(make_lowest(ctx, s, k));
    BSN_TRY(make_crossings(ctx, s));
    for (int i = 0; i < 2; i++) {
        BSN_TRY(BSN_NEW(ctx, s->width * s->slots, &s->node[i]));
        BSN_TRY(BSN_NEW(ctx, s->width * s->cells, &s->letter[i]));
        BSN_TRY(BSN_NEW(ctx, s->width, &s->bound[i]));
    }
    BSN_TRY(BSN_NEW(ctx, s->width * LETTERS, &s->option));
    for (size_t k = 0; k < s->slots; k++)
        s->bound[0][0] += reach(s, k, 0);
    s->states = 1;
    return BASIN_STATUS_OK;
}

static uint32_t step(const struct search *s, uint32_t slot, uint32_t node, size_t letter)
{
    const uint32_t child = node == OFF ? 0 : tree(s, slot)->child[(size_t)node * LETTERS + letter];

    return child ? child : OFF;
}

/* All ways to fill `cell`, from all states. */
static size_t list_options(struct search *s, size_t cell)
{
    const uint32_t *const cross = s->cross[cell];
    const char given = s->given ? s->given[cell] : 0;
    size_t count = 0;

    for (uint32_t i = 0; i < s->states; i++) {
        const uint32_t *const node = s->node[0] + i * s->slots;
        for (size_t l = 0; l < LETTERS; l++) {
            if (given && l != (size_t)(given - 'A'))
                continue;
            double bound = s->bound[0][i];
            for (size_t c = 0; c < CROSSING && cross[c] != OFF; c++)
                bound += reach(s, cross[c], step(s, cross[c], node[cross[c]], l)) -
                         reach(s, cross[c], node[cross[c]]);
            s->option[count++] = (struct option){ bound, i, (uint8_t)l };
        }
    }
    return count;
}

/* A total order: which options are kept never depends on how they are sorted. */
static bool is_before(const struct option *x, const struct option *y)
{
    if (x->bound != y->bound)
        return x->bound < y->bound;
    return x->state != y->state ? x->state < y->state : x->letter < y->letter;
}

/* Brings the first `keep` of n options to the front, in no particular order (Hoare's find). */
static void select_best(struct option *o, size_t n, size_t keep)
{
    size_t low = 0, high = n;

    while (high - low > 1 && keep > low && keep < high) {
        const struct option pivot = o[low + (high - low) / 2];
        size_t i = low, j = high - 1;
        for (;;) {
            while (is_before(&o[i], &pivot))
                i++;
            while (is_before(&pivot, &o[j]))
                j--;
            if (i >= j)
                break;
            const struct option swap = o[i];
            o[i++] = o[j];
            o[j--] = swap;
        }
        /* Everything before i is at most the pivot, everything from i on is at least. */
        if (keep <= i)
            high = i > low ? i : low + 1;
        else
            low = i;
    }
}

static void take_options(struct search *s, size_t cell, size_t count)
{
    s->states = count < s->width ? count : s->width;
    for (size_t k = 0; k < s->states; k++) {
        const struct option *const o = &s->option[k];
        uint32_t *const node = s->node[1] + k * s->slots;
        memcpy(node, s->node[0] + o->state * s->slots, s->slots * sizeof *node);
        memcpy(s->letter[1] + k * s->cells, s->letter[0] + o->state * s->cells, s->cells);
        s->letter[1][k * s->cells + cell] = (char)('A' + o->letter);
        s->bound[1][k] = o->bound;
        for (size_t c = 0; c < CROSSING && s->cross[cell][c] != OFF; c++)
            node[s->cross[cell][c]] =
                step(s, s->cross[cell][c], node[s->cross[cell][c]], o->letter);
    }
}

static void swap_states(struct search *s)
{
    uint32_t *const node = s->node[0];
    char *const letter = s->letter[0];
    double *const bound = s->bound[0];

    s->node[0] = s->node[1];
    s->letter[0] = s->letter[1];
    s->bound[0] = s->bound[1];
    s->node[1] = node;
    s->letter[1] = letter;
    s->bound[1] = bound;
}

static void clear(basin_ctx *ctx, struct search *s)
{
    for (size_t k = 0; k < s->slots && s->lowest; k++)
        bsn_free(ctx, s->lowest[k]);
    bsn_free(ctx, s->lowest);
    bsn_free(ctx, s->cross);
    for (int i = 0; i < 2; i++) {
        bsn_free(ctx, s->node[i]);
        bsn_free(ctx, s->letter[i]);
        bsn_free(ctx, s->bound[i]);
    }
    bsn_free(ctx, s->option);
}

/* Which cell is filled as number i in way 0 to 3: by rows, by columns, and both backwards. */
static size_t cell_at(const struct bsn_beam *beam, unsigned way, size_t i)
{
    const size_t rows = beam->cells / beam->columns;
    const size_t k = way & 2 ? beam->cells - 1 - i : i;

    return way & 1 ? k % rows * beam->columns + k / rows : k;
}

static basin_status search_once(basin_ctx *ctx, const struct bsn_beam *beam, unsigned way,
                                char *letter, double *energy)
{
    struct search s = { .slot = beam->slot, .cells = beam->cells, .slots = beam->slots,
                        .width = beam->width, .given = beam->given, .back = way & 2 };
    size_t best = 0;
    basin_status status;

    BSN_TRY_OUT(prepare(ctx, &s));
    for (size_t i = 0; i < beam->cells; i++) {
        const size_t cell = cell_at(beam, way, i);
        if (s.cross[cell][0] == OFF) {
            for (size_t k = 0; k < s.states; k++)
                s.letter[0][k * s.cells + cell] = ' ';
            continue;
        }
        const size_t count = list_options(&s, cell);
        select_best(s.option, count, s.width);
        take_options(&s, cell, count);
        swap_states(&s);
    }
    for (size_t k = 1; k < s.states; k++)
        if (s.bound[0][k] < s.bound[0][best])
            best = k;
    memcpy(letter, s.letter[0] + best * s.cells, s.cells);
    *energy = s.bound[0][best];
out:
    clear(ctx, &s);
    return status;
}

basin_status bsn_beam_search(basin_ctx *ctx, const struct bsn_beam *beam, char *letter,
                             double *energy)
{
    basin_status status = BASIN_STATUS_OK;
    char *found;
    double lowest = INFINITY;

    if (beam->cells == 0 || beam->columns == 0 || beam->cells % beam->columns != 0 ||
        beam->width == 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a grid of %zu cells in rows of %zu, a beam of "
                        "%zu",
                        beam->cells, beam->columns, beam->width);
    BSN_TRY(BSN_NEW(ctx, beam->cells, &found));
    for (unsigned way = 0; way < 4 && status == BASIN_STATUS_OK; way++) {
        double this = INFINITY;
        status = search_once(ctx, beam, way, found, &this);
        if (status != BASIN_STATUS_OK || !(this < lowest))
            continue;
        lowest = this;
        memcpy(letter, found, beam->cells);
    }
    bsn_free(ctx, found);
    if (status == BASIN_STATUS_OK)
        *energy = lowest;
    return status;
}

double bsn_beam_energy(const struct bsn_beam *beam, const char *letter)
{
    double sum = 0;

    for (size_t k = 0; k < beam->slots; k++) {
        const struct bsn_beam_slot *const slot = &beam->slot[k];
        const struct bsn_trie *const t = slot->trie;
        uint32_t node = 0;
        double energy = slot->floor;
        for (size_t i = 0; i < t->length && node != OFF; i++) {
            const char c = letter[slot->cell[i]];
            const uint32_t child = t->child[(size_t)node * LETTERS + (size_t)(c - 'A')];
            node = child ? child : OFF;
        }
        for (size_t w = 0; w < t->words && node != OFF; w++)
            if (t->leaf[w] == node && (double)slot->energy[w] < energy)
                energy = (double)slot->energy[w];
        sum += energy;
    }
    return sum;
}
