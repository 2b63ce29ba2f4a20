/* sudoku_teach.h - what the energies of Sudoku are learned from. */
#ifndef BSN_SUDOKU_TEACH_H
#define BSN_SUDOKU_TEACH_H

#include "train/curriculum.h"

/* As in the tables of a domain. */
const struct bsn_recipe *bsn_sudoku_recipe(enum basin_energy energy);
void bsn_sudoku_minibatch(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                          struct bsn_minibatch *minibatch);
basin_status bsn_sudoku_examples(basin_ctx *ctx, const char *net, size_t parts, size_t inputs,
                                 struct bsn_examples *out);

#endif
