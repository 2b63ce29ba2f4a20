/* gen_fill.c - words into a pattern, the slot with the fewest that still fit first.
 *
 * Each slot has a set of words, each cell a set of letters; after every choice both are brought
 * into agreement, and a choice that leaves a slot without words is taken back.
 */
#include "base/mem.h"
#include "domain/crossword/gen_grid.h"

#include <string.h>

#define CHOICES 400  /* for all slots together, before the pattern is given up */
#define TRIES 12     /* words for one slot */
#define ALL_LETTERS ((1u << 26) - 1)

/* What is still possible. */
struct state {
    uint64_t *fits;   /* (slots, blocks) words, one bit each */
    uint32_t letters[BSN_GEN_SIDE * BSN_GEN_SIDE];
};

struct fill {
    const struct bsn_gen_words *words;
    struct bsn_gen_grid *grid;
    struct bsn_dice *dice;
    size_t blocks;         /* of the longest list */
    struct state *state;   /* (slots + 1) at each depth; the first owns the sets of all */
    bool done[BSN_GEN_SIDE * BSN_GEN_SIDE];
    int choices;
};

static const struct bsn_gen_list *list_of(const struct fill *f, size_t slot)
{
    return &f->words->list[f->grid->slot[slot].length];
}

static uint64_t *fits(const struct fill *f, size_t depth, size_t slot)
{
    return f->state[depth].fits + slot * f->blocks;
}

static size_t count_fits(const struct fill *f, size_t depth, size_t slot)
{
    size_t count = 0;

    for (size_t b = 0; b < list_of(f, slot)->blocks; b++)
        count += (size_t)__builtin_popcountll(fits(f, depth, slot)[b]);
    return count;
}

/* Takes words out of a slot whose letter in a place is not possible; returns the letters that its
 * words have there. */
static uint32_t agree_place(const struct fill *f, size_t depth, size_t slot, size_t place,
                            uint32_t letters)
{
    const struct bsn_gen_list *const list = list_of(f, slot);
    uint64_t *const set = fits(f, depth, slot);
    uint32_t can = 0;

    for (uint32_t l = 0; l < 26; l++) {
        const uint64_t *const has = bsn_gen_has(list, place, l);
        uint64_t some = 0;
        for (size_t b = 0; b < list->blocks; b++) {
            if (!(letters >> l & 1))
                set[b] &= ~has[b];
            some |= set[b] & has[b];
        }
        can |= some ? 1u << l : 0;
    }
    return can;
}

/* Brings words and letters of all slots into agreement; false when nothing fits somewhere. */
static bool agree(const struct fill *f, size_t depth)
{
    uint32_t *const letters = f->state[depth].letters;

    for (bool changed = true; changed;) {
        changed = false;
        for (size_t k = 0; k < f->grid->slots; k++)
            for (size_t i = 0; i < f->grid->slot[k].length; i++) {
                const size_t cell = f->grid->slot[k].first + i * f->grid->slot[k].step;
                const uint32_t can = agree_place(f, depth, k, i, letters[cell]);
                changed |= can != letters[cell];
                letters[cell] = can;
                if (can == 0)
                    return false;
            }
    }
    return true;
}

/* The open slot with the fewest words; the number of slots when one has none. */
static size_t choose_slot(const struct fill *f, size_t depth)
{
    size_t best = f->grid->slots, least = SIZE_MAX;

    for (size_t k = 0; k < f->grid->slots; k++) {
        const size_t count = f->done[k] ? SIZE_MAX : count_fits(f, depth, k);
        if (count == 0)
            return f->grid->slots;
        if (count < least) {
            least = count;
            best = k;
        }
    }
    return best;
}

/* Number `nth` of a slot's words. */
static uint32_t find_word(const struct fill *f, size_t depth, size_t slot, uint32_t nth)
{
    const uint64_t *const set = fits(f, depth, slot);
    uint32_t w = 0;

    for (;; w++)
        if (set[w / 64] >> w % 64 & 1 && nth-- == 0)
            return w;
}

/* The state of the next depth: as this one, with a word in a slot and in no other. */
static void put_word(struct fill *f, size_t depth, size_t slot, uint32_t word)
{
    const uint64_t bit = (uint64_t)1 << word % 64;

    memcpy(fits(f, depth + 1, 0), fits(f, depth, 0),
           f->grid->slots * f->blocks * sizeof *f->state->fits);
    memcpy(f->state[depth + 1].letters, f->state[depth].letters, sizeof f->state->letters);
    for (size_t k = 0; k < f->grid->slots; k++)
        if (f->grid->slot[k].length == f->grid->slot[slot].length)
            fits(f, depth + 1, k)[word / 64] &= ~bit;
    memset(fits(f, depth + 1, slot), 0, f->blocks * sizeof *f->state->fits);
    fits(f, depth + 1, slot)[word / 64] = bit;
    f->grid->slot[slot].word = word;
}

static bool fill_from(struct fill *f, size_t depth)
{
    if (depth == f->grid->slots)
        return true;
    const size_t slot = choose_slot(f, depth);
    if (slot == f->grid->slots)
        return false;
    f->done[slot] = true;
    for (int n = 0; n < TRIES && f->choices-- > 0; n++) {
        const size_t count = count_fits(f, depth, slot);
        if (count == 0)
            break;
        const uint32_t word = find_word(f, depth, slot, bsn_roll(f->dice, (uint32_t)count));
        put_word(f, depth, slot, word);
        if (agree(f, depth + 1) && fill_from(f, depth + 1))
            return true;
        fits(f, depth, slot)[word / 64] &= ~((uint64_t)1 << word % 64);
    }
    f->done[slot] = false;
    return false;
}

static void begin(struct fill *f)
{
    for (size_t k = 0; k < f->grid->slots; k++)
        for (size_t w = 0; w < list_of(f, k)->count; w++)
            fits(f, 0, k)[w / 64] |= (uint64_t)1 << w % 64;
    for (size_t c = 0; c < BSN_GEN_SIDE * BSN_GEN_SIDE; c++)
        f->state[0].letters[c] = ALL_LETTERS;
}

basin_status bsn_gen_fill(basin_ctx *ctx, struct bsn_dice *dice, const struct bsn_gen_words *words,
                          struct bsn_gen_grid *grid, bool *filled)
{
    struct fill f = { .words = words, .grid = grid, .dice = dice, .choices = CHOICES };
    uint64_t *sets = NULL;
    basin_status status;

    for (size_t n = 0; n <= BSN_ANSWER_LONGEST; n++)
        f.blocks = words->list[n].blocks > f.blocks ? words->list[n].blocks : f.blocks;
    BSN_TRY_OUT(BSN_NEW(ctx, grid->slots + 1, &f.state));
    BSN_TRY_OUT(BSN_NEW(ctx, (grid->slots + 1) * grid->slots * f.blocks, &sets));
    for (size_t d = 0; d <= grid->slots; d++)
        f.state[d].fits = sets + d * grid->slots * f.blocks;
    begin(&f);
    *filled = agree(&f, 0) && fill_from(&f, 0);
out:
    bsn_free(ctx, f.state);
    bsn_free(ctx, sets);
    return status;
}
