/* lexicon.h - what is known about words: articles that describe them, and lists they stand in.
 *
 * An article is what one source says about one meaning: the words that have it (answers: A to Z
 * only, 3 to 15 letters, blanks and hyphens left out), and units that describe it. A unit is a
 * definition, or a part of one between semicolons, or the name of a word with that meaning, as a
 * list of forms: lower-case words as they were written, without the most common ones. Numbers
 * stand for strings everywhere.
 */
#ifndef BSN_LEXICON_H
#define BSN_LEXICON_H

#include "domain/crossword/knowledge/strings.h"

#define BSN_ANSWER_SHORTEST 3
#define BSN_ANSWER_LONGEST 15
#define BSN_UNIT_FORMS 48  /* what is longer is cut */

/* Where an article is from. */
enum bsn_source {
    BSN_SOURCE_WORDNET = 0,
    BSN_SOURCE_WEBSTER,    /* 1913 Webster and its supplement: public domain */
    BSN_SOURCE_GCIDE,      /* what later editors added */
    BSN_SOURCE_CLUES,      /* crossword clues */
    BSN_SOURCES
};

enum bsn_pos {
    BSN_POS_OTHER = 0, BSN_POS_NOUN, BSN_POS_VERB, BSN_POS_ADJECTIVE, BSN_POS_ADVERB, BSN_POSES
};

enum bsn_unit_kind {
    BSN_UNIT_TEXT = 0, /* a definition */
    BSN_UNIT_SYNONYM,  /* a word said to have nearly that meaning */
    BSN_UNIT_SEE       /* a word to look under */
};

/* Lists that a word stands in, one bit each. */
#define BSN_LIST_WORDNET 1u
#define BSN_LIST_GCIDE 2u
#define BSN_LIST_FIRST 4u    /* the lists of words that were given first and second */
#define BSN_LIST_SECOND 8u
#define BSN_LIST_PROPER 16u  /* found only with a capital */
#define BSN_LIST_PHRASE 32u  /* found only as several words */
#define BSN_LIST_CLUES 64u

/* How one word is made from another. */
enum bsn_inflection {
    BSN_INFLECTION_NONE = 0, BSN_INFLECTION_S, BSN_INFLECTION_ED, BSN_INFLECTION_ING,
    BSN_INFLECTION_ER, BSN_INFLECTION_EST, BSN_INFLECTION_LY, BSN_INFLECTION_NESS,
    BSN_INFLECTIONS
};

/* Ways from one article to another, as WordNet has them. */
enum bsn_relation {
    BSN_RELATION_UP = 0,  /* to a more general one */
    BSN_RELATION_DOWN, BSN_RELATION_LIKE, BSN_RELATION_PART, BSN_RELATION_DERIVED,
    BSN_RELATION_OPPOSITE, BSN_RELATION_OTHER, BSN_RELATIONS
};

struct bsn_article {
    uint8_t source, pos;
    uint32_t first_word, first_unit; /* up to those of the next article */
};

struct bsn_unit {
    uint8_t kind, asks; /* asks: which kind of word the text asks for, see forms.h */
    uint32_t first_form;
};

struct bsn_relation_link {
    uint32_t from, to; /* articles */
    uint32_t relation;
};

struct bsn_inflection_link {
    uint32_t word, base; /* word is the inflected form of base */
    uint32_t inflection;
};

struct bsn_lexicon {
    struct bsn_strings word, form;
    uint8_t *list;                 /* (word.count) */
    struct bsn_article *article;   /* (articles + 1) the last one closes the lists */
    size_t articles;
    struct bsn_unit *unit;         /* (units + 1) */
    size_t units;
    uint32_t *unit_form;           /* (unit_forms) */
    size_t unit_forms;
    uint32_t *article_word;        /* (article_words) */
    size_t article_words;
    struct bsn_relation_link *relation;
    size_t relations;
    struct bsn_inflection_link *inflection;
    size_t inflections;

    size_t list_room, article_room, unit_room, form_room, word_room, relation_room;
    size_t inflection_room;
};

/* The letters of an answer in capitals, accents and all else left out; 0 when it is shorter than 3
 * or longer than 15. `answer` has room for BSN_ANSWER_LONGEST + 1. */
size_t bsn_answer_of(const char *text, size_t length, char *answer);

/* Adds a word to the lists of `bits`; text that is no answer is left out. PROPER and PHRASE are
 * found out here, and are taken back when the word is met without. */
basin_status bsn_lexicon_list(basin_ctx *ctx, struct bsn_lexicon *lex, const char *text,
                              size_t length, unsigned bits, uint32_t *number);

/* Begins an article; the words and units that follow are part of it. */
basin_status bsn_lexicon_begin(basin_ctx *ctx, struct bsn_lexicon *lex, enum bsn_source source,
                               enum bsn_pos pos);
/* Adds a word, listed as `bits` says. */
basin_status bsn_lexicon_word(basin_ctx *ctx, struct bsn_lexicon *lex, const char *text,
                              size_t length, unsigned bits);
/* Adds a unit; nothing when no form is left of it. */
basin_status bsn_lexicon_unit(basin_ctx *ctx, struct bsn_lexicon *lex, enum bsn_unit_kind kind,
                              const char *text, size_t length);
/* Adds a text: one unit for each part between semicolons. */
basin_status bsn_lexicon_text(basin_ctx *ctx, struct bsn_lexicon *lex, const char *text,
                              size_t length);
/* Takes the article back if it has no word or no unit. */
void bsn_lexicon_end(struct bsn_lexicon *lex);

basin_status bsn_lexicon_relate(basin_ctx *ctx, struct bsn_lexicon *lex, uint32_t from,
                                uint32_t to, enum bsn_relation relation);
basin_status bsn_lexicon_inflect(basin_ctx *ctx, struct bsn_lexicon *lex, const char *text,
                                 size_t length, const char *base, size_t base_length,
                                 enum bsn_inflection inflection);

/* Empties every article that has one of these words and is from one of `sources` (a bit 1 << source
 * each), so that nothing is known of what it said; the words stay, on the lists of words and of the
 * dictionaries that still describe them. For puzzles of which no definition may be known. */
#define BSN_SOURCES_ALL ((1u << BSN_SOURCES) - 1)
struct bsn_clues;
basin_status bsn_lexicon_hold_out(basin_ctx *ctx, struct bsn_lexicon *lex,
                                  const struct bsn_clues *words, unsigned sources);

/* Puts words and forms in the order of their letters and leaves out all forms but the `forms` most
 * frequent, and units that have no form then. The same articles in the same order give the same
 * lexicon. On failure `lex` is as it was. */
#define BSN_LEXICON_FORMS 65535
basin_status bsn_lexicon_pack(basin_ctx *ctx, struct bsn_lexicon *lex, size_t forms);

void bsn_lexicon_clear(basin_ctx *ctx, struct bsn_lexicon *lex);

#endif
