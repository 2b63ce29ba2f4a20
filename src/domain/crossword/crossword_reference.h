/* crossword_reference.h - what a search of another kind finds, for the sampler's answers to be
 * held against. */
#ifndef BSN_CROSSWORD_REFERENCE_H
#define BSN_CROSSWORD_REFERENCE_H

#include "domain/crossword/words/slot_words.h"
#include "format/puzzle.h"

/* The energy of the best filling that a near-exact beam search finds (knowledge/beam.h). The slots
 * of `words` are those of the puzzle; its given letters stay. */
basin_status bsn_crossword_reference(basin_ctx *ctx, const struct bsn_puzzle *puzzle,
                                     const struct bsn_words *words, double *energy);

#endif
