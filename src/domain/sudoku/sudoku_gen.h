/* sudoku_gen.h - random puzzles. */
#ifndef BSN_SUDOKU_GEN_H
#define BSN_SUDOKU_GEN_H

#include "base/rng.h"
#include "base/text.h"
#include "domain/sudoku/grid.h"

#define BSN_SUDOKU_KINDS "unique any"

/* As in the tables of a domain. */
basin_status bsn_sudoku_generate(basin_ctx *ctx, const struct basin_gen_opts *opts,
                                 struct bsn_text *text);

/* Fills a grid at random, the sizes of which are set: its givens become a solution. */
void bsn_sudoku_fill(struct bsn_dice *dice, struct bsn_sudoku *grid);

/* The question whether the puzzle has a solution other than `not`, as a formula: variable
 * 1 + square n + value. */
void bsn_sudoku_formula(const struct bsn_sudoku *puzzle, const struct bsn_sudoku *not,
                        struct bsn_text *text);

#endif
