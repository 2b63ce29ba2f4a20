/* queens_teach.c - what lines of a board are learned from: recipes, lessons, and the examples of exact
 * energies. All of it comes from one solution of 8 queens. */
#include "domain/queens/queens_teach.h"

#include "base/text.h"
#include "domain/line_teach.h"
#include "domain/queens/board.h"

#include <string.h>

#define TAUGHT BSN_QUEENS_TAUGHT
#define TAUGHT_MAX 32  /* of boards that networks of the paper's kind are asked for */

/* The one solution that everything is learned from. */
static const uint8_t taught[TAUGHT] = { 1, 4, 6, 3, 0, 7, 5, 2 };

/* A macro, as a constant is no constant expression in C17. */
#define NET_RESIDUAL { .kind = BSN_NET_RESIDUAL, .inputs = TAUGHT, .hidden = 128, .blocks = 3, \
                       .outputs = TAUGHT, .levels = 100 }

const struct bsn_recipe *bsn_queens_recipe(enum basin_energy energy)
{
    /* The paper weighs its contrastive loss by 0.5 beside a diffusion loss that its code takes the
     * mean of over 8 cells; ours is the sum, so that 4 is the same. With 0.5 a network of 1,200
     * steps of 1,024 solved 3 of 12 boards at P = 32, with 4 it solved 8. */
    static const struct bsn_recipe paper = {
        .data = "the 8 rows of the 8-queens solution 2 5 7 4 1 8 6 3; negatives: a row with no "
                "queen, a row with two",
        .levels = 100, .nets = 1,
        .net = { { .name = "line", .net = NET_RESIDUAL, .parts = 1, .steps = 4000, .batch = 2048,
                   .tile = 128, .rate = 1e-3, .decay = 0.01, .diffusion = 1,
                   .contrastive = 4 } },
    };
    /* The odds of an invalid line, of 8 cells that hold a queen each with probability 1/8: 0.61 to
     * 0.39 where one queen is due, 0.26 to 0.74 where at most one is. */
    static const struct bsn_recipe compact = {
        .data = "the lines of the 8-queens solution 2 5 7 4 1 8 6 3: cells; rows and columns among "
                "0 to 56 further empty cells; diagonals padded to 8; negatives: two queens, or "
                "none where one is due",
        .levels = 100, .nets = 3,
        .net = { BSN_RECIPE_PLACE,
                 BSN_RECIPE_ONE(TAUGHT, 1.55),
                 { .name = "any", .net = BSN_NET_LINE, .base = "cell", .parts = TAUGHT, .steps = 6000,
                   .batch = 1024, .tile = 64, .rate = 0.01, .diffusion = 1, .contrastive = 0.5,
                   .odds = 0.36, .noise_floor = 0.1 } },
    };

    return energy == BASIN_ENERGY_PAPER ? &paper : energy == BASIN_ENERGY_COMPACT ? &compact
                                                                                  : NULL;
}

static bool is_queen(uint32_t cell)
{
    return taught[cell / TAUGHT] == cell % TAUGHT;
}

/* Where the queen of a line of the taught board stands. */
static uint32_t queen_in(const struct bsn_line *line)
{
    for (uint32_t c = 0; c < line->length; c++)
        if (is_queen(bsn_line_cell(TAUGHT, line, c)))
            return c;
    return BSN_LINE_NONE;
}

/* The paper trains a network for each size of board, on the rows of one solution: a queen in each
 * place once. */
basin_status bsn_queens_gather(basin_ctx *ctx, const struct basin_train_opts *opts,
                               struct bsn_recipe *recipe, void **lessons)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    char *data;

    if (opts->embeddings)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "paper energies of queens are not learned from embeddings");
    if (opts->board == 0 || opts->board == TAUGHT)
        return BASIN_STATUS_OK;
    if (opts->board < 4 || opts->board > TAUGHT_MAX)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "queens: a board of %u rows; networks are for 4 to %d", opts->board,
                        TAUGHT_MAX);
    bsn_text_add(&text, "the %u rows of a %u-queens solution; negatives: a row with no queen, a "
                 "row with two", opts->board, opts->board);
    BSN_TRY(bsn_text_take(&text, &data));
    *lessons = data;
    recipe->data = data;
    recipe->net[0].net.inputs = recipe->net[0].net.outputs = opts->board;
    return BASIN_STATUS_OK;
}

/* Diagonals are padded to 8 cells, as the paper does. Rows and columns are taught among further
 * empty cells too. Networks for boards of other sizes learn rows with their queen anywhere. */
void bsn_queens_minibatch(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                          struct bsn_minibatch *minibatch)
{
    const bool cell = strcmp(net->name, "cell") == 0, any = strcmp(net->name, "any") == 0;
    const bool padded = strcmp(net->name, "line") == 0;
    const uint32_t first = any ? 2 * TAUGHT : 0;
    const uint32_t lines = any ? 4 * TAUGHT - 2 : padded ? TAUGHT : 2 * TAUGHT;
    const uint32_t length = padded ? net->net.inputs : TAUGHT;
    const size_t cells = padded || any ? length : bsn_line_places(at, length);

    minibatch->parts = cell || padded ? 1 : cells;
    minibatch->negatives = !cell && cells == length;  /* the odds are those of 8 cells */
    for (uint32_t col = 0; col < minibatch->cols; col++) {
        uint32_t word[4];
        bsn_rng_words(at, 1 + col, word);
        if (cell) {
            minibatch->y[col] = is_queen(word[0] % (TAUGHT * TAUGHT));
            continue;
        }
        const struct bsn_line line = bsn_line_of(TAUGHT, first + word[0] % lines);
        const uint32_t taken = length == TAUGHT ? queen_in(&line) : word[0] % length;
        const struct bsn_line_lesson lesson = { cells, length, taken, !any };
        bsn_line_teach(&lesson, word, minibatch, col);
    }
}

basin_status bsn_queens_examples(basin_ctx *ctx, const char *net, size_t parts, size_t inputs,
                                 struct bsn_examples *out)
{
    const bool cell = strcmp(net, "cell") == 0, empty = cell || strcmp(net, "any") == 0;

    (void)inputs;  /* one a part */
    return bsn_line_examples(ctx, parts, TAUGHT, cell, empty, out);
}
