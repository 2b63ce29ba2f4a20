/* color_teach.h - what the energies of graph colouring are learned from. */
#ifndef BSN_COLOR_TEACH_H
#define BSN_COLOR_TEACH_H

#include "train/curriculum.h"

#define BSN_COLOR_PALETTE 14  /* colours of the examples */

/* As in the table of a domain. */
const struct bsn_recipe *bsn_color_recipe(enum basin_energy energy);
void bsn_color_minibatch(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                         struct bsn_minibatch *minibatch);
basin_status bsn_color_examples(basin_ctx *ctx, const char *net, size_t parts, size_t inputs,
                                struct bsn_examples *out);

#endif
