/* sat_teach.h - what the energies of clauses are learned from. */
#ifndef BSN_SAT_TEACH_H
#define BSN_SAT_TEACH_H

#include "train/curriculum.h"

/* As in the tables of a domain. */
const struct bsn_recipe *bsn_sat_recipe(enum basin_energy energy);
void bsn_sat_minibatch(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                       struct bsn_minibatch *minibatch);
basin_status bsn_sat_solved(basin_ctx *ctx, const struct bsn_rng *at, void **instance,
                            int32_t **value);
basin_status bsn_sat_examples(basin_ctx *ctx, const char *net, size_t parts, size_t inputs,
                              struct bsn_examples *out);

#endif
