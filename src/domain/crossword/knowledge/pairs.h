/* pairs.h - clues with their five-letter answers, as numbers: what the paper's network learns from.
 *
 * The vector of a definition is made as that of a clue, so articles of a dictionary and clues of
 * puzzles are pairs alike. Several pairs may share a vector.
 */
#ifndef BSN_PAIRS_H
#define BSN_PAIRS_H

#include "domain/crossword/knowledge/embeddings.h"

#define BSN_PAIR_LETTERS 5

struct bsn_pair_of_clue {
    uint32_t vector;
    uint8_t letter[BSN_PAIR_LETTERS]; /* 0 .. 25 */
};

struct bsn_pairs {
    const struct bsn_embeddings *embeddings;
    struct bsn_pair_of_clue *pair;    /* (count) */
    size_t count, pair_room;
    float *vector;                    /* (vectors, width) */
    size_t vectors, vector_room;      /* room in numbers */
};

struct bsn_clues;

/* Adds what the articles of the embeddings' knowledge say about words of five letters: an article's
 * definitions, each by itself and all together, and each other word that it names. For pairs that
 * began as { .embeddings = ... }. */
basin_status bsn_pairs_add_articles(basin_ctx *ctx, struct bsn_pairs *pairs);
/* Adds the lines whose word has five letters. */
basin_status bsn_pairs_add_clues(basin_ctx *ctx, const struct bsn_clues *clues,
                                 struct bsn_pairs *pairs);
/* Takes out all pairs of these words. */
basin_status bsn_pairs_hold_out(basin_ctx *ctx, const struct bsn_clues *words,
                                struct bsn_pairs *pairs);
/* A number that tells one list of pairs from another. */
uint64_t bsn_pairs_mark(const struct bsn_pairs *pairs);
void bsn_pairs_clear(basin_ctx *ctx, struct bsn_pairs *pairs);

#endif
