/* clue.h - what speaks for a word, given a clue: a row of features for each word it touches.
 *
 * A clue is cut at semicolons into segments, each of which may be an independent description. The
 * features say how well the best definition of a word matches (by tf-idf of stems), whether a
 * dictionary names it as a synonym, in which relation of WordNet it stands to what the clue names,
 * and so on. How much each counts is learned, see mixer.h; nothing here is.
 */
#ifndef BSN_CLUE_H
#define BSN_CLUE_H

#include "domain/crossword/knowledge/forms.h"
#include "domain/crossword/knowledge/word_index.h"

#define BSN_CLUE_SEGMENTS 6
#define BSN_CLUE_TOKENS 32

enum bsn_feature {
    BSN_F_COS,           /* best cosine of a segment and a unit of a dictionary */
    BSN_F_COS_SUM,       /* the sum over segments of each one's best */
    BSN_F_EXACT,         /* segments that are the same as a unit */
    BSN_F_ARTICLE,       /* share of the clue that one article covers */
    BSN_F_WORD,          /* share of the clue that all articles of the word cover */
    BSN_F_EVIDENCE,      /* the weight of what they cover */
    BSN_F_CLUE_COS,      /* the same against crossword clues */
    BSN_F_CLUE_SUM,
    BSN_F_CLUE_EXACT,
    BSN_F_CLUE_WORD,
    BSN_F_SYNONYM,       /* segments that name a word with the same meaning */
    BSN_F_SYNONYM_PART,  /* the same for single words of a segment */
    BSN_F_REVERSE,       /* segments whose definition is the word */
    BSN_F_REVERSE_PART,
    BSN_F_RELATION,      /* one for each bsn_relation: from what a segment names to the word */
    BSN_F_BELOW = BSN_F_RELATION + BSN_RELATIONS, /* two and three steps down */
    BSN_F_EXPAND,        /* best cosine of a unit and the definitions of what a segment names */
    BSN_F_ENCODER,       /* how near the vectors of a segment and the word are, see encoder.h */
    BSN_F_ENCODER_MEAN,  /* the mean over segments */
    BSN_F_POS,           /* does the clue ask for the part of speech of the best match? */
    BSN_F_INFLECTED,     /* matched as an inflected form, and the clue looks like one */
    BSN_F_INFLECTED_NOT, /* ... and it does not */
    BSN_F_PLAIN_NOT,     /* matched as it is, though the clue looks inflected */
    BSN_F_START,         /* begins like a word of the clue */
    BSN_F_PREFIXED,      /* is a word of the clue with a prefix: RETIE, to tie again */
    BSN_F_SAME,          /* is a word of the clue */
    BSN_F_CLUE_WEIGHT,   /* of the clue alone: how much it says, in how many segments */
    BSN_F_CLUE_SEGMENTS,
    BSN_F_CLUE_UNKNOWN,
    BSN_F_PROFILE,       /* of the word alone; first 7 lists */
    BSN_F_FREQUENCY = BSN_F_PROFILE + 7,
    BSN_F_ARTICLES,
    BSN_F_ENDING,        /* does the clue ask for such an ending? */
    BSN_FEATURES_USED,
    BSN_FEATURES = (BSN_FEATURES_USED + 3) / 4 * 4 /* whole lanes; the rest is 0 */
};

struct bsn_token {
    char form[BSN_FORM_CHARS + 1];
    uint8_t length, segment;
};

struct bsn_clue {
    struct bsn_token token[BSN_CLUE_TOKENS];
    size_t tokens;
    size_t segments;
    uint8_t asks[BSN_CLUE_SEGMENTS];
    char whole[BSN_CLUE_SEGMENTS][BSN_ANSWER_LONGEST + 1]; /* the segment as one word, or "" */
};

/* From text, from units of an article, and from words, each a segment that asks for `asks`. */
void bsn_clue_parse(const char *text, size_t length, struct bsn_clue *clue);
void bsn_clue_of_words(const struct bsn_lexicon *lex, const uint32_t *word, size_t count,
                       enum bsn_asks asks, struct bsn_clue *clue);
void bsn_clue_of_units(const struct bsn_lexicon *lex, const uint32_t *unit, size_t count,
                       struct bsn_clue *clue);

struct bsn_match {
    uint32_t word;
    float feature[BSN_FEATURES];
};

/* How often words of each ending are asked for in each way: logarithms of ratios, learned. */
#define BSN_ASKINGS (BSN_ASKS_KINDS * BSN_ENDINGS)
struct bsn_habits {
    float ending[BSN_ASKINGS][BSN_ENDINGS];
    float pos[BSN_ASKS_KINDS][BSN_POSES];
};

/* In which of BSN_ASKINGS ways a clue asks. */
size_t bsn_clue_asking(const struct bsn_clue *clue);

/* Scratch memory for questions, some 40 MB for a large lexicon; for one thread at a time. */
struct bsn_retriever;
struct bsn_encoder;
basin_status bsn_retriever_new(basin_ctx *ctx, const struct bsn_index *index,
                               const struct bsn_habits *habits, const struct bsn_encoder *encoder,
                               struct bsn_retriever **out); /* the encoder may be NULL */
void bsn_retriever_free(basin_ctx *ctx, struct bsn_retriever *retriever);

/* All words of that length (at most BSN_ANSWER_LONGEST) that the clue touches, in no particular
 * but a fixed order; borrowed until the next question. Returns how many. Article `skip` is not
 * looked at (BSN_NONE: all are). */
size_t bsn_ask(struct bsn_retriever *retriever, const struct bsn_clue *clue, size_t length,
               uint32_t skip, const struct bsn_match **match);

/* The features of a word that the clue does not touch. */
void bsn_ask_profile(const struct bsn_retriever *retriever, const struct bsn_clue *clue,
                     const struct bsn_profile *profile, float feature[static BSN_FEATURES]);

#endif
