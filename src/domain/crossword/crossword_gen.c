/* crossword_gen.c - a pattern, words in it, and the typed puzzle with its solution. */
#include "domain/crossword/crossword_gen.h"

#include "base/mem.h"
#include "base/text.h"
#include "domain/crossword/gen_grid.h"

#include <math.h>

#define SIDE_LEAST 3
#define SIDE 9            /* when N is not given */
#define SMALL 9           /* sides up to which ... */
#define RATIO_SMALL 0.2   /* ... this share is black */
#define RATIO 0.25
#define WIDTH_SMALL 7
#define WIDTH 9
#define PATTERNS 2000     /* before it is given up */

/* What is asked for, complete. */
struct order {
    uint32_t side, blacks, longest;
};

static basin_status read_order(basin_ctx *ctx, const struct basin_gen_opts *opts,
                               struct order *order)
{
    const uint32_t side = opts->n ? opts->n : SIDE;
    const double ratio = opts->ratio > 0 ? opts->ratio : side > SMALL ? RATIO : RATIO_SMALL;

    if (side < SIDE_LEAST || side > BSN_GEN_SIDE)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a puzzle of side %u; from %d to %d", side,
                        SIDE_LEAST, BSN_GEN_SIDE);
    if (!(ratio < 1))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "--ratio %g: no square would be open", ratio);
    if (opts->width && (opts->width < BSN_ANSWER_SHORTEST || opts->width > BSN_ANSWER_LONGEST))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "words of at most %u letters; from %d to %d",
                        opts->width, BSN_ANSWER_SHORTEST, BSN_ANSWER_LONGEST);
    order->side = side;
    order->blacks = side <= 5 && opts->ratio <= 0 ? 0 : (uint32_t)lround(ratio * side * side);
    order->longest = opts->width ? opts->width : side > SMALL ? WIDTH : WIDTH_SMALL;
    return BASIN_STATUS_OK;
}

static basin_status make_grid(basin_ctx *ctx, const struct order *order, uint64_t seed,
                              const struct bsn_gen_words *words, struct bsn_gen_grid *grid)
{
    struct bsn_dice dice = { .rng = { .seed = seed, .purpose = BSN_RNG_INSTANCE } };
    bool filled = false;

    grid->side = order->side;
    for (int n = 0; n < PATTERNS && !filled; n++)
        if (bsn_gen_pattern(&dice, order->blacks, order->longest, grid))
            BSN_TRY(bsn_gen_fill(ctx, &dice, words, grid, &filled));
    if (!filled)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "no puzzle of side %u with %u black squares and words of at most %u "
                        "letters was found; others may be",
                        order->side, order->blacks, order->longest);
    return BASIN_STATUS_OK;
}

/* The rows, `#` for black squares; with their letters, or without. */
static void write_rows(const struct bsn_gen_words *words, const struct bsn_gen_grid *grid,
                       bool letters, struct bsn_text *text)
{
    char row[BSN_GEN_SIDE * BSN_GEN_SIDE];

    for (uint32_t c = 0; c < grid->side * grid->side; c++)
        row[c] = grid->black[c] ? '#' : '.';
    for (size_t k = 0; letters && k < grid->across; k++)
        for (uint32_t i = 0; i < grid->slot[k].length; i++)
            row[grid->slot[k].first + i] =
                words->list[grid->slot[k].length].word[grid->slot[k].word][i];
    for (uint32_t r = 0; r < grid->side; r++)
        bsn_text_add(text, "%.*s\n", (int)grid->side, row + r * grid->side);
}

/* The number of the word that begins in a cell: cells are counted in which any word begins. */
static uint32_t number_of(const struct bsn_gen_grid *grid, uint32_t cell)
{
    bool begins[BSN_GEN_SIDE * BSN_GEN_SIDE] = { false };
    uint32_t number = 0;

    for (size_t k = 0; k < grid->slots; k++)
        begins[grid->slot[k].first] = true;
    for (uint32_t c = 0; c <= cell; c++)
        number += begins[c];
    return number;
}

static void write_puzzle(const struct bsn_gen_words *words, const struct bsn_gen_grid *grid,
                         uint64_t seed, struct bsn_text *text)
{
    bsn_text_add(text, "Title: words of WordNet, definitions of 1913 Webster, seed %llu\n\n",
                 (unsigned long long)seed);
    write_rows(words, grid, false, text);
    for (size_t k = 0; k < grid->slots; k++) {
        const struct bsn_gen_slot *const slot = &grid->slot[k];
        if (k == 0 || k == grid->across)
            bsn_text_add(text, "\n%s\n", k == 0 ? "Across" : "Down");
        bsn_text_add(text, "%u. %s\n", number_of(grid, slot->first),
                     words->list[slot->length].clue[slot->word]);
    }
    bsn_text_add(text, "\nSolution\n");
    write_rows(words, grid, true, text);
}

basin_status bsn_crossword_generate(basin_ctx *ctx, const struct basin_gen_opts *opts,
                                    struct bsn_text *text)
{
    struct bsn_gen_words words = { 0 };
    struct bsn_gen_grid *grid = NULL;
    struct order order = { 0 };
    basin_status status;

    BSN_TRY_OUT(read_order(ctx, opts, &order));
    BSN_TRY_OUT(BSN_NEW(ctx, 1, &grid));
    BSN_TRY_OUT(bsn_gen_words_read(ctx, &words));
    BSN_TRY_OUT(make_grid(ctx, &order, opts->seed, &words, grid));
    write_puzzle(&words, grid, opts->seed, text);
    status = text->status;
out:
    bsn_gen_words_clear(ctx, &words);
    bsn_free(ctx, grid);
    return status;
}
