/* extension_crossword.h - what a crossword model has beside networks. */
#ifndef BSN_EXTENSION_CROSSWORD_H
#define BSN_EXTENSION_CROSSWORD_H

#include "domain/crossword/knowledge/embeddings.h"
#include "domain/crossword/knowledge/knowledge.h"
#include "energy/model.h"

struct bsn_crossword_extra {
    struct bsn_knowledge *knowledge;  /* compact energies: from clues to those of words; or NULL */
    struct bsn_embeddings *clues;     /* a network's: from clues to its conditions; or NULL */
};

/* An empty model of compact energies, and room for its knowledge, all 0. */
basin_status bsn_crossword_model_new(basin_ctx *ctx, basin_model **out,
                                     struct bsn_knowledge **knowledge);

/* What a model has, or NULL. */
const struct bsn_knowledge *bsn_crossword_knowledge(const basin_model *model);
const struct bsn_embeddings *bsn_crossword_clues(const basin_model *model);

/* The vectors that the built-in model of compact energies makes of clues. */
basin_status bsn_crossword_embeddings(basin_ctx *ctx, struct bsn_embeddings **out);

#endif
