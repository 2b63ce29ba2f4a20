/* basin_words.h - what only models of words have.
 *
 * Not part of libbasin: link libbasin-full (pkg-config basin-full), which has all of basin.h too,
 * the domain "crossword" and the paper's networks. A program links one of the two.
 */
#ifndef BASIN_WORDS_H
#define BASIN_WORDS_H

#include "basin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For a crossword model of energy PAPER that was trained with embeddings: the same model with the
 * vectors of the clues of the puzzles to be solved. The file is a safetensors file in which a tensor
 * is called as its clue reads and has as many numbers as those of the training. *out is the
 * caller's; `model` stays as it is. */
BASIN_API basin_status basin_model_with_embeddings(basin_ctx *ctx, const basin_model *model,
                                                   const char *path, basin_model **out);

#ifdef __cplusplus
}
#endif
#endif
