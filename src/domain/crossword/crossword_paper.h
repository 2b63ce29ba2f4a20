/* crossword_paper.h - crosswords as the paper has them: a network over the letters of a word,
 * given its clue.
 *
 * The network reads five letters, 26 numbers each, and the vector of the clue as condition. It is
 * trained by the diffusion loss alone, on pairs of clue and word. For struct bsn_domain.
 */
#ifndef BSN_CROSSWORD_PAPER_H
#define BSN_CROSSWORD_PAPER_H

#include "domain/domain.h"
#include "format/puzzle.h"

/* Adds a factor for each slot; place (cells of the grid) numbers the open cells. */
basin_status bsn_crossword_paper_graph(basin_ctx *ctx, const struct bsn_puzzle *puzzle,
                                       const uint32_t *place, const basin_model *model,
                                       struct bsn_graph *graph);

const struct bsn_recipe *bsn_crossword_recipe(enum basin_energy energy);
basin_status bsn_crossword_gather(basin_ctx *ctx, const struct basin_train_opts *opts,
                                  struct bsn_recipe *recipe, void **lessons);
void bsn_crossword_dismiss(basin_ctx *ctx, void *lessons);
void bsn_crossword_minibatch(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                             struct bsn_minibatch *minibatch);

#endif
