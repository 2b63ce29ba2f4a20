/* retriever.h - the memory of a question and the parts of answering it; only for bsn_ask.
 *
 * All room is taken when a retriever is made: a row for each word of the most frequent length, a
 * hit for each article. So a question allocates nothing and cannot fail.
 */
#ifndef BSN_RETRIEVER_H
#define BSN_RETRIEVER_H

#include "domain/crossword/knowledge/clue.h"

struct sb_stemmer;

/* What an article has of the clue. */
struct bsn_hit {
    uint32_t article, mask;
    float cos[BSN_CLUE_SEGMENTS];
};

/* What a word has of it, beyond its features. */
struct bsn_tally {
    uint32_t mask[2];                   /* by dictionaries, by crossword clues */
    float cos[2][BSN_CLUE_SEGMENTS];
    float pos, best;
    uint8_t inflection;
};

struct bsn_retriever {
    const struct bsn_index *index;
    const struct bsn_habits *habits;
    const struct bsn_encoder *encoder;
    struct sb_stemmer *stemmer;

    /* The question. */
    const struct bsn_clue *clue;
    size_t length;
    uint32_t skip;
    size_t asking;
    size_t bits;                        /* stems of the clue, one bit each */
    uint32_t bit_stem[BSN_CLUE_TOKENS];
    float bit_weight[BSN_CLUE_TOKENS];
    uint32_t segment_mask[BSN_CLUE_SEGMENTS];
    float segment_norm[BSN_CLUE_SEGMENTS];
    float total;                        /* weight of all stems */
    float unknown;                      /* weight of those that no unit has */

    uint32_t *unit_mask;                /* (units) 0 between questions */
    uint32_t *unit;                     /* (units) those whose mask is not 0 */
    size_t units;
    uint32_t *article_slot;             /* (articles) place in hit + 1, or 0 */
    struct bsn_hit *hit;                /* (articles) */
    size_t hits;
    uint32_t *word_slot;                /* (words) place in match + 1, or 0 */
    struct bsn_match *match;            /* (words of one length) */
    struct bsn_tally *tally;            /* (words of one length) */
    size_t matches;
};

/* The features of a word of the asked length; its row is made if it is new. */
float *bsn_retriever_features(struct bsn_retriever *a, uint32_t word);

/* The place of that row. */
size_t bsn_retriever_row(struct bsn_retriever *a, uint32_t word);

/* Sets bit b of unit_mask for the units that have stem[b]; `unit` lists them. */
void bsn_retriever_mark(struct bsn_retriever *a, const uint32_t *stem, size_t bits);

/* Has the article a word of the asked length? */
bool bsn_retriever_has_length(const struct bsn_retriever *a, uint32_t article);

/* The weight of the clue's stems with these bits. */
double bsn_retriever_weight(const struct bsn_retriever *a, uint32_t mask);

/* Adds to a feature of a word, if it is of the asked length. */
void bsn_retriever_credit(struct bsn_retriever *a, uint32_t word, size_t feature, double value);

/* Makes a feature at least `value`. */
static inline void bsn_lift(float *feature, double value)
{
    if ((double)*feature < value)
        *feature = (float)value;
}

/* The parts, in the order in which they must come. */
void bsn_ask_stems(struct bsn_retriever *a);   /* who is described with the stems of the clue? */
void bsn_ask_names(struct bsn_retriever *a);   /* where do dictionaries lead from what it names? */
void bsn_ask_shapes(struct bsn_retriever *a);  /* what looks like a word of the clue? */
void bsn_ask_vectors(struct bsn_retriever *a); /* whose vector is near? */

#endif
