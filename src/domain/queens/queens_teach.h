/* queens_teach.h - what the energies of queens are learned from. */
#ifndef BSN_QUEENS_TEACH_H
#define BSN_QUEENS_TEACH_H

#include "train/curriculum.h"

#define BSN_QUEENS_TAUGHT 8  /* size of the board that is learned from */

/* As in the tables of a domain. */
const struct bsn_recipe *bsn_queens_recipe(enum basin_energy energy);
basin_status bsn_queens_gather(basin_ctx *ctx, const struct basin_train_opts *opts,
                               struct bsn_recipe *recipe, void **lessons);
void bsn_queens_minibatch(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                          struct bsn_minibatch *minibatch);
basin_status bsn_queens_examples(basin_ctx *ctx, const char *net, size_t parts, size_t inputs,
                                 struct bsn_examples *out);

#endif
