/* sudoku_teach.c - what groups of a Sudoku are learned from: one solved grid, 9 x 9.
 *
 * A group is a list of nine things of which exactly one holds: the values of a square, the squares
 * of a unit that may have a value. The grid says which one it is in each of its 324 groups.
 */
#include "domain/sudoku/sudoku_teach.h"

#include "domain/line_teach.h"
#include "domain/sudoku/grid.h"

#include <string.h>

#define SIDE 9
#define SQUARES (SIDE * SIDE)
#define GROUPS (4 * SQUARES)

/* The one grid that everything is learned from. */
static const char taught[] = "534678912672195348198342567859761423426853791713924856961537284287419635"
                             "345286179";

const struct bsn_recipe *bsn_sudoku_recipe(enum basin_energy energy)
{
    static const struct bsn_recipe compact = {
        .data = "the 324 groups of the solved Sudoku 534678912 672195348 198342567 859761423 "
                "426853791 713924856 961537284 287419635 345286179: squares, and each number in "
                "rows, columns and boxes; among 0 to 63 further places that are empty; negatives: "
                "two in a group, or none",
        .levels = 100, .nets = 2,
        .net = { BSN_RECIPE_PLACE, BSN_RECIPE_ONE(SIDE, 1.57) },
    };

    return energy == BASIN_ENERGY_COMPACT ? &compact : NULL;
}

/* Which of its nine things holds in a group of the taught grid. */
static uint32_t holds_in(uint32_t group)
{
    const struct bsn_sudoku grid = { .box = 3, .n = SIDE };
    uint32_t i = 0;

    if (group < SQUARES)
        return (uint32_t)bsn_sudoku_value(taught[group]);
    const uint32_t unit = group / SIDE - SIDE;
    while (bsn_sudoku_value(taught[bsn_sudoku_square(&grid, unit, i)]) != (int32_t)(group % SIDE))
        i++;
    return i;
}

void bsn_sudoku_minibatch(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                          struct bsn_minibatch *minibatch)
{
    const bool place = strcmp(net->name, "cell") == 0;
    const size_t places = bsn_line_places(at, SIDE);

    minibatch->parts = place ? 1 : places;
    minibatch->negatives = !place && places == SIDE;  /* the odds are those of nine */
    for (uint32_t col = 0; col < minibatch->cols; col++) {
        uint32_t word[4];
        bsn_rng_words(at, 1 + col, word);
        const uint32_t holds = holds_in(word[0] % GROUPS);
        if (place) {
            minibatch->y[col] = holds == word[1] % SIDE;
            continue;
        }
        const struct bsn_line_lesson lesson = { places, SIDE, holds, true };
        bsn_line_teach(&lesson, word, minibatch, col);
    }
}

basin_status bsn_sudoku_examples(basin_ctx *ctx, const char *net, size_t parts, size_t inputs,
                                 struct bsn_examples *out)
{
    const bool place = strcmp(net, "cell") == 0;

    (void)inputs;  /* one a part */
    return bsn_line_examples(ctx, parts, SIDE, place, place, out);
}
