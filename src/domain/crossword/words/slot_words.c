/* slot_words.c - slots of words, and fillings: their energies, the best word for a slot.
 *
 * The best word for a slot, given all other letters, is found by branch and bound down the tree of
 * letters: what a letter costs in the slots that cross is a table, and no word below a branch is
 * better than the cheapest letters that are left and the branch's lowest energy.
 */
#include "domain/crossword/words/slot_words.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

#define ENOUGH 1e-6  /* gains below are rounding */
/* How much crossings count in bsn_words_sure, and how often a slot is sure and wrong all the same.
 * Fitted to 1,360 slots of development puzzles: log loss 0.42 at 0.25, 0.39 at 0.35, 0.41 at
 * 0.5. */
#define SOFT 0.35
#define LAPSE 0.04

basin_status bsn_words_new(basin_ctx *ctx, size_t slots, struct bsn_words **out)
{
    struct bsn_words *words;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &words));
    words->slots = slots;
    BSN_TRY_OUT(BSN_NEW(ctx, slots, &words->slot));
    BSN_TRY_OUT(BSN_NEW(ctx, slots, &words->energy));
    BSN_TRY_OUT(BSN_NEW(ctx, slots, &words->chance));
    BSN_TRY_OUT(BSN_NEW(ctx, slots, &words->low));
    *out = words;
    return BASIN_STATUS_OK;
out:
    bsn_words_free(ctx, words);
    return status;
}

static void free_narrow(basin_ctx *ctx, struct bsn_words *words)
{
    for (size_t k = 0; k < words->slots; k++) {
        if (words->likely_list)
            bsn_word_list_free(ctx, words->likely_list[k]);
        if (words->likely_chance)
            bsn_free(ctx, words->likely_chance[k]);
    }
    bsn_free(ctx, words->likely);
    bsn_free(ctx, words->likely_list);
    bsn_free(ctx, words->likely_chance);
    words->likely = NULL;
    words->likely_list = NULL;
    words->likely_chance = NULL;
}

void bsn_words_free(basin_ctx *ctx, struct bsn_words *words)
{
    if (!words)
        return;
    free_narrow(ctx, words);
    for (size_t n = 0; n <= BSN_WORD_LONGEST; n++)
        bsn_word_list_free(ctx, words->list[n]);
    for (size_t k = 0; k < words->slots; k++) {
        if (words->energy)
            bsn_free(ctx, words->energy[k]);
        if (words->chance)
            bsn_free(ctx, words->chance[k]);
        if (words->low)
            bsn_free(ctx, words->low[k]);
    }
    bsn_free(ctx, words->energy);
    bsn_free(ctx, words->chance);
    bsn_free(ctx, words->low);
    bsn_free(ctx, words->slot);
    bsn_free(ctx, words->touch_first);
    bsn_free(ctx, words->touch_slot);
    bsn_free(ctx, words->touch_place);
    bsn_free(ctx, words);
}

basin_status bsn_words_list(basin_ctx *ctx, struct bsn_words *words, const char *letters,
                            size_t count, size_t length)
{
    struct bsn_word_list *list;

    if (length <= BSN_WORD_LONGEST && words->list[length])
        return BASIN_STATUS_OK;
    BSN_TRY(bsn_word_list_new(ctx, letters, count, length, &list));
    words->list[length] = list;
    return BASIN_STATUS_OK;
}

/* low[n]: the lowest energy of the words below step n. Steps come depth first, so what is below one
 * follows it. */
static void find_low(const struct bsn_word_list *list, const float *energy, double unit,
                     uint8_t *low)
{
    uint8_t open[BSN_WORD_LONGEST + 1];  /* lowest at each place since the last step above it */

    memset(open, UINT8_MAX, sizeof open);
    for (size_t n = list->steps; n-- > 0;) {
        const size_t d = list->step_place[n];
        if (d + 1 == list->length) {
            const double units = (double)energy[list->step_word[n]] / unit;
            low[n] = units < UINT8_MAX ? units > 0 ? (uint8_t)units : 0 : UINT8_MAX;
        } else {
            low[n] = open[d + 1];
            open[d + 1] = UINT8_MAX;
        }
        open[d] = low[n] < open[d] ? low[n] : open[d];
    }
}

basin_status bsn_words_slot(basin_ctx *ctx, struct bsn_words *words, size_t k, size_t length,
                            const float *energy, double floor)
{
    const struct bsn_word_list *const list =
        length <= BSN_WORD_LONGEST ? words->list[length] : NULL;
    const double unit = floor / UINT8_MAX;  /* no word is worth more than the floor */

    if (k >= words->slots || words->slot[k].list || !list)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "slot %zu: no list of words of %zu letters", k,
                        length);
    BSN_TRY(BSN_NEW(ctx, list->words, &words->energy[k]));
    BSN_TRY(BSN_NEW(ctx, list->words, &words->chance[k]));
    BSN_TRY(BSN_NEW(ctx, list->steps, &words->low[k]));
    memcpy(words->energy[k], energy, list->words * sizeof *energy);
    for (size_t w = 0; w < list->words; w++)
        words->chance[k][w] = expf(-energy[list->order[w]]);
    find_low(list, energy, unit, words->low[k]);
    words->slot[k] = (struct bsn_word_slot){ list, words->energy[k], words->chance[k], floor,
                                             words->low[k], unit };
    return BASIN_STATUS_OK;
}

/* Number `rank` of the values, were they sorted (Hoare's find, which leaves them in disorder). */
static float value_at(float *value, size_t count, size_t rank)
{
    size_t low = 0, high = count - 1;

    while (low < high) {
        const float pivot = value[low + (high - low) / 2];
        size_t i = low, j = high;
        for (;;) {
            while (value[i] < pivot)
                i++;
            while (value[j] > pivot)
                j--;
            if (i >= j)
                break;
            const float swap = value[i];
            value[i++] = value[j];
            value[j--] = swap;
        }
        if (rank <= j)
            high = j;
        else
            low = j + 1;
    }
    return value[rank];
}

/* The words of lowest energy, as many as there are in `word`; of equals the first. */
static void find_likely(const struct bsn_word_slot *slot, float *scratch, uint32_t *word,
                        size_t most)
{
    const size_t all = slot->list->words;
    size_t below = 0, count = 0;

    memcpy(scratch, slot->energy, all * sizeof *scratch);
    const float bar = value_at(scratch, all, most - 1);
    for (size_t w = 0; w < all; w++)
        below += slot->energy[w] < bar;
    for (uint32_t w = 0; count < most; w++)
        if (slot->energy[w] < bar || (slot->energy[w] == bar && below++ < most))
            word[count++] = w;
}

static basin_status narrow_slot(basin_ctx *ctx, struct bsn_words *words, size_t k, size_t most)
{
    struct bsn_word_slot *const slot = &words->likely[k];
    const float *const energy = slot->energy;
    float *scratch = NULL;
    uint32_t *word = NULL;
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, slot->list->words, &scratch));
    BSN_TRY_OUT(BSN_NEW(ctx, most, &word));
    BSN_TRY_OUT(BSN_NEW(ctx, most, &words->likely_chance[k]));
    find_likely(slot, scratch, word, most);
    BSN_TRY_OUT(bsn_word_list_some(ctx, slot->list, word, most, &words->likely_list[k]));
    slot->list = words->likely_list[k];
    slot->energy = NULL;
    slot->chance = words->likely_chance[k];
    for (size_t w = 0; w < most; w++)
        words->likely_chance[k][w] = expf(-energy[word[slot->list->order[w]]]);
out:
    bsn_free(ctx, scratch);
    bsn_free(ctx, word);
    return status;
}

basin_status bsn_words_narrow(basin_ctx *ctx, struct bsn_words *words, size_t most)
{
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, words->slots, &words->likely));
    BSN_TRY_OUT(BSN_NEW(ctx, words->slots, &words->likely_list));
    BSN_TRY_OUT(BSN_NEW(ctx, words->slots, &words->likely_chance));
    for (size_t k = 0; k < words->slots; k++) {
        words->likely[k] = words->slot[k];
        if (words->slot[k].list->words > most)
            BSN_TRY_OUT(narrow_slot(ctx, words, k, most));
    }
    return BASIN_STATUS_OK;
out:
    free_narrow(ctx, words);
    return status;
}

basin_status bsn_words_bind(basin_ctx *ctx, struct bsn_words *words, const struct bsn_factors *f)
{
    if (words->slots != f->factors)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%zu slots of words for %zu factors",
                        words->slots, f->factors);
    for (size_t k = 0; k < f->factors; k++)
        if (!words->slot[k].list || words->slot[k].list->length != f->first[k + 1] - f->first[k])
            return bsn_fail(ctx, BASIN_STATUS_INPUT, "slot %zu has no words of its length", k);
    if (words->touch_first)
        return BASIN_STATUS_OK;
    const size_t members = f->first[f->factors];
    BSN_TRY(BSN_NEW(ctx, members, &words->touch_slot));
    BSN_TRY(BSN_NEW(ctx, members, &words->touch_place));
    BSN_TRY(BSN_NEW(ctx, f->parts + 1, &words->touch_first));
    size_t at = 0;
    for (uint32_t cell = 0; cell < f->parts; cell++) {
        words->touch_first[cell] = (uint32_t)at;
        for (size_t k = 0; k < f->factors; k++)
            for (size_t i = f->first[k]; i < f->first[k + 1]; i++)
                if (f->member[i] == cell) {
                    words->touch_slot[at] = (uint32_t)k;
                    words->touch_place[at++] = (uint8_t)(i - f->first[k]);
                }
    }
    words->touch_first[f->parts] = (uint32_t)at;
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------- fillings ---- */

static double worth(const struct bsn_word_slot *slot, const uint8_t *letter)
{
    const uint32_t word = bsn_word_find(slot->list, letter);

    return word == UINT32_MAX ? slot->floor : fmin((double)slot->energy[word], slot->floor);
}

static void letters_of(const struct bsn_factors *f, size_t k, const uint8_t *letter, uint8_t *out)
{
    for (size_t i = f->first[k]; i < f->first[k + 1]; i++)
        *out++ = letter[f->member[i]];
}

double bsn_words_slot_energy(const struct bsn_words *words, const struct bsn_factors *f, size_t k,
                             const uint8_t *letter)
{
    uint8_t word[BSN_WORD_LONGEST];

    letters_of(f, k, letter, word);
    return worth(&words->slot[k], word);
}

double bsn_words_energy(const struct bsn_words *words, const struct bsn_factors *f,
                        const uint8_t *letter)
{
    double sum = 0;

    for (size_t k = 0; k < words->slots; k++)
        sum += bsn_words_slot_energy(words, f, k, letter);
    return sum;
}

/* What each letter in each place of a slot costs in the slots that cross it. */
struct costs {
    size_t length;
    double cost[BSN_WORD_LONGEST][BSN_LETTERS];
    double left[BSN_WORD_LONGEST + 1];  /* the least from a place on */
    uint8_t cheapest[BSN_WORD_LONGEST];
};

static void add_crossings(const struct bsn_words *words, const struct bsn_factors *f, size_t k,
                          uint32_t cell, const uint8_t *letter, double *cost)
{
    uint8_t word[BSN_WORD_LONGEST];

    memset(cost, 0, BSN_LETTERS * sizeof *cost);
    for (size_t t = words->touch_first[cell]; t < words->touch_first[cell + 1]; t++) {
        const size_t other = words->touch_slot[t];
        if (other == k)
            continue;
        letters_of(f, other, letter, word);
        for (uint8_t l = 0; l < BSN_LETTERS; l++) {
            word[words->touch_place[t]] = l;
            cost[l] += worth(&words->slot[other], word);
        }
    }
}

static void find_costs(const struct bsn_words *words, const struct bsn_factors *f, size_t k,
                       const uint8_t *fixed, const uint8_t *letter, struct costs *c)
{
    c->length = words->slot[k].list->length;
    c->left[c->length] = 0;
    for (size_t i = c->length; i-- > 0;) {
        const uint32_t cell = f->member[f->first[k] + i];
        add_crossings(words, f, k, cell, letter, c->cost[i]);
        for (uint8_t l = 0; fixed && fixed[cell] < BSN_LETTERS && l < BSN_LETTERS; l++)
            if (l != fixed[cell])
                c->cost[i][l] = INFINITY;
        c->cheapest[i] = 0;
        for (uint8_t l = 1; l < BSN_LETTERS; l++)
            if (c->cost[i][l] < c->cost[i][c->cheapest[i]])
                c->cheapest[i] = l;
        c->left[i] = c->left[i + 1] + c->cost[i][c->cheapest[i]];
    }
}

/* The word that costs less than *best, UINT32_MAX when there is none. */
static uint32_t find_better(const struct bsn_word_slot *slot, const struct costs *c, double *best)
{
    const struct bsn_word_list *const list = slot->list;
    double sum[BSN_WORD_LONGEST + 1] = { 0 };
    uint32_t found = UINT32_MAX;

    for (size_t n = 0; n < list->steps;) {
        const size_t d = list->step_place[n];
        const double cost = sum[d] + c->cost[d][list->step_letter[n]];
        if (cost + c->left[d + 1] + slot->unit * slot->low[n] >= *best) {
            n = list->step_skip[n];
            continue;
        }
        sum[d + 1] = cost;
        const double whole = cost + (double)slot->energy[list->step_word[n]];
        if (d + 1 == c->length && whole < *best) {
            *best = whole;
            found = list->step_word[n];
        }
        n++;
    }
    return found;
}

double bsn_words_improve(const struct bsn_words *words, const struct bsn_factors *f, size_t k,
                         const uint8_t *fixed, uint8_t *letter)
{
    const struct bsn_word_slot *const slot = &words->slot[k];
    const uint32_t *const member = f->member + f->first[k];
    struct costs c;
    double now = bsn_words_slot_energy(words, f, k, letter), any = slot->floor;

    find_costs(words, f, k, fixed, letter, &c);
    for (size_t i = 0; i < c.length; i++) {
        now += c.cost[i][letter[member[i]]];
        any += c.cost[i][c.cheapest[i]];
    }
    double best = fmin(now - ENOUGH, any);
    const uint32_t word = find_better(slot, &c, &best);
    if (word == UINT32_MAX && !(any < now - ENOUGH))
        return 0;
    const uint8_t *const put = word == UINT32_MAX ? c.cheapest
                                                  : slot->list->letter + word * c.length;
    for (size_t i = 0; i < c.length; i++)
        letter[member[i]] = put[i];
    return now - best;
}

/* The best word of a slot depends on its own letters and on those of all slots that cross it. */
static void mark(const struct bsn_words *words, const struct bsn_factors *f, uint32_t cell,
                 uint8_t *dirty)
{
    for (size_t t = words->touch_first[cell]; t < words->touch_first[cell + 1]; t++) {
        const size_t slot = words->touch_slot[t];
        for (size_t i = f->first[slot]; i < f->first[slot + 1]; i++)
            for (size_t c = words->touch_first[f->member[i]];
                 c < words->touch_first[f->member[i] + 1]; c++)
                dirty[words->touch_slot[c]] = 1;
    }
}

double bsn_words_settle(const struct bsn_words *words, const struct bsn_factors *f,
                        const uint8_t *fixed, const uint8_t *settled, uint8_t *dirty,
                        uint8_t *letter)
{
    size_t quiet = 0;  /* slots in a row that could not be improved */

    memset(dirty, settled ? 0 : 1, words->slots);
    for (uint32_t cell = 0; settled && cell < f->parts; cell++)
        if (letter[cell] != settled[cell])
            mark(words, f, cell, dirty);
    for (size_t k = 0; quiet < words->slots; k = (k + 1) % words->slots) {
        quiet++;
        if (!dirty[k])
            continue;
        if (bsn_words_improve(words, f, k, fixed, letter) > 0) {
            quiet = 0;
            for (size_t i = f->first[k]; i < f->first[k + 1]; i++)
                mark(words, f, f->member[i], dirty);
        }
        dirty[k] = 0;
    }
    return bsn_words_energy(words, f, letter);
}

double bsn_words_sure(const struct bsn_words *words, const struct bsn_factors *f, size_t k,
                      const uint8_t *letter)
{
    const struct bsn_word_slot *const slot = &words->slot[k];
    const size_t length = slot->list->length;
    const uint32_t *const member = f->member + f->first[k];
    struct costs c;
    double base = 0, other = exp(-slot->floor), total = 0;

    find_costs(words, f, k, NULL, letter, &c);
    for (size_t i = 0; i < length; i++)
        base += c.cost[i][letter[member[i]]];
    for (size_t w = 0; w < slot->list->words; w++) {
        double cost = 0;
        for (size_t i = 0; i < length; i++)
            cost += c.cost[i][slot->list->letter[w * length + i]];
        total += exp(SOFT * (base - cost) - (double)slot->energy[w]);
    }
    for (size_t i = 0; i < length; i++) {
        double sum = 0;
        for (size_t l = 0; l < BSN_LETTERS; l++)
            sum += exp(SOFT * (c.cost[i][letter[member[i]]] - c.cost[i][l]));
        other *= sum;
    }
    const double share = exp(-bsn_words_slot_energy(words, f, k, letter)) / (total + other);
    return (1 - LAPSE) * fmin(share, 1);
}
