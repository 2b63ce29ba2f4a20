/* gen_grid.h - random patterns of black squares, and words put into them. */
#ifndef BSN_CROSSWORD_GEN_GRID_H
#define BSN_CROSSWORD_GEN_GRID_H

#include "base/rng.h"
#include "domain/crossword/gen_words.h"

#define BSN_GEN_SIDE 15

struct bsn_gen_slot {
    uint32_t length, first, step;  /* its cells are first, first + step, ... */
    uint32_t word;                 /* in the list of its length, once filled */
};

struct bsn_gen_grid {
    uint32_t side;
    bool black[BSN_GEN_SIDE * BSN_GEN_SIDE];
    struct bsn_gen_slot slot[BSN_GEN_SIDE * BSN_GEN_SIDE];  /* across, then down, in grid order */
    size_t slots, across;
};

/* Draws a pattern of at least `blacks` black squares that looks the same turned upside down; every
 * open square lies in two words of 3 to `longest` letters, and all hang together. False when the
 * dice did not come to one. */
bool bsn_gen_pattern(struct bsn_dice *dice, uint32_t blacks, uint32_t longest,
                     struct bsn_gen_grid *grid);

/* Fills the slots with different words; *filled is false when that takes too long. */
basin_status bsn_gen_fill(basin_ctx *ctx, struct bsn_dice *dice, const struct bsn_gen_words *words,
                          struct bsn_gen_grid *grid, bool *filled);

#endif
