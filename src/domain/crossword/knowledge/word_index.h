/* word_index.h - a lexicon made ready for questions: who is described with this stem, what is this
 * word called elsewhere, which words have this length.
 *
 * Everything here follows from the lexicon alone, so it is made anew each time a model is loaded
 * and takes no room in its file.
 */
#ifndef BSN_INDEX_H
#define BSN_INDEX_H

#include "domain/crossword/knowledge/lexicon.h"

#define BSN_NONE UINT32_MAX
#define BSN_INDEX_MOST ((size_t)1 << 28) /* words of all articles, with their inflected forms */

/* A word of an article and how it comes to be there: as it is, or inflected. */
struct bsn_index_word {
    uint32_t word;
    uint8_t inflection, length;
};

/* A list of lists: those of k are item[first[k] .. first[k + 1]). */
struct bsn_lists {
    uint32_t *first, *item;
};

/* Words whose clue-independent features are the same have the same profile. */
struct bsn_profile {
    uint8_t list, frequency, articles, ending;
};

/* How a word ends, by which its grammar can be guessed. */
enum bsn_ending { BSN_ENDING_OTHER = 0, BSN_ENDING_S, BSN_ENDING_ED, BSN_ENDING_ING,
                  BSN_ENDING_ER, BSN_ENDING_EST, BSN_ENDING_LY, BSN_ENDING_Y, BSN_ENDINGS };

struct bsn_index {
    const struct bsn_lexicon *lex;

    struct bsn_strings stem;
    uint32_t *form_stem;        /* (forms) */
    float *weight;              /* (stems) the square of the idf: how much a stem says */
    struct bsn_lists stem_unit; /* units with that stem, ascending */
    float *unit_norm;           /* (units) */
    uint32_t *unit_article;     /* (units) */
    uint32_t *unit_word;        /* (units) the word that the unit is, or BSN_NONE */

    uint32_t *article_first;    /* (articles + 1) into article_word */
    struct bsn_index_word *article_word;
    struct bsn_lists word_article;  /* articles that a word has itself */
    struct bsn_lists word_base;     /* words that it is an inflected form of; pairs (base, how) */
    struct bsn_lists word_form;     /* its inflected forms; pairs (form, how) */
    struct bsn_lists relation;      /* of an article; pairs (article, relation) */

    uint32_t *sorted;           /* (words) by length, then by letters */
    uint32_t length_first[BSN_ANSWER_LONGEST + 2];
    uint32_t *place;            /* (words) of a word among those of its length */
    uint16_t *profile;          /* (words) */
    struct bsn_profile *profiles;
    size_t profile_count;
};

basin_status bsn_index_new(basin_ctx *ctx, const struct bsn_lexicon *lex, struct bsn_index **out);
void bsn_index_free(basin_ctx *ctx, struct bsn_index *index);

/* 0, 1, 2-3, 4-7, ... are 0, 1, 2, 3, ..., at most `most`: as coarse as a profile may be. */
uint8_t bsn_bucket(uint32_t count, uint8_t most);
#define BSN_PROFILE_ARTICLES 5
#define BSN_PROFILE_USES 12

enum bsn_ending bsn_ending_of(const char *letters, size_t length);

/* The stem of a form, or BSN_NONE when no unit has it. */
struct sb_stemmer;
uint32_t bsn_index_stem(const struct bsn_index *index, struct sb_stemmer *stemmer,
                        const char *form, size_t length);

#endif
