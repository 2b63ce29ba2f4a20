/* encoder.h - vectors for stems, learned so that a definition lies near the word it defines.
 *
 * A bag of stems has the vector sum_t idf_t E[t], brought to length 1. A clue is such a bag; a word
 * is the sum over its articles, each a bag, and its own stem. E is learned from pairs of articles
 * of the same word: one asks, the other answers, and the answers of the other pairs of the batch
 * are the wrong ones (softmax of cosines). What is nowhere said in the same words, but in words
 * that are used alike, can be found through it.
 */
#ifndef BSN_ENCODER_H
#define BSN_ENCODER_H

#include "domain/crossword/knowledge/word_index.h"

#define BSN_ENCODER_DIM 64
#define BSN_ENCODER_HELD 5 /* each fifth article is left out, for the mixer to learn on */

struct bsn_pool;
struct bsn_watch;

struct bsn_encoder {
    size_t stems;
    int8_t *table;   /* (stems, DIM) idf included */
    float *scale;    /* (stems) */
    /* For each length that was prepared: (words of it, DIM), unit vectors times 127, in the order
     * of the index; 0 for a word that nothing is known of. */
    int8_t *word[BSN_ANSWER_LONGEST + 1];
};

struct bsn_encoder_opts {
    uint32_t passes;
    double rate, sharpness;
    uint64_t seed;
};

/* Learns the vectors of stems; *loss is the mean loss of the last batches. The result does not
 * depend on the threads of the pool. No length is prepared. */
basin_status bsn_encoder_train(basin_ctx *ctx, const struct bsn_index *index,
                               const struct bsn_encoder_opts *opts, struct bsn_pool *pool,
                               const struct bsn_watch *watch, struct bsn_encoder **out,
                               double *loss);

/* Makes the vectors of the words of a length from the table, unless they are there already. They
 * are not made for all lengths at once because a puzzle needs only a few. */
basin_status bsn_encoder_prepare(basin_ctx *ctx, const struct bsn_index *index, size_t length,
                                 struct bsn_encoder *encoder);
/* Takes the vectors of words back, so that no length is prepared. A copy of an encoder in which no
 * length is prepared may prepare lengths of its own: what else it has is only read. */
void bsn_encoder_forget(basin_ctx *ctx, struct bsn_encoder *encoder);
void bsn_encoder_free(basin_ctx *ctx, struct bsn_encoder *encoder);

/* The stem of a word of one form, or BSN_NONE when no unit has it. */
uint32_t bsn_encoder_stem(const struct bsn_index *index, uint32_t word);

/* Adds the vector of a stem; brings a sum to length 1 (false when it is 0). */
void bsn_encoder_add(const struct bsn_encoder *encoder, uint32_t stem, float sum[BSN_ENCODER_DIM]);
bool bsn_encoder_unit(float sum[BSN_ENCODER_DIM]);

/* The vector of a word when article `skip` is left out. */
bool bsn_encoder_word(const struct bsn_encoder *encoder, const struct bsn_index *index,
                      uint32_t word, uint32_t skip, float out[BSN_ENCODER_DIM]);

#endif
