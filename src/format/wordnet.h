/* wordnet.h - WordNet's database: the files data.noun, data.verb, data.adj, data.adv and *.exc.
 *
 * A synset is a line: where it begins in its file, its words, pointers to other synsets and a
 * gloss. The files are described in wndb(5WN). Reading trusts nothing but keeps pointers as they
 * are: one that leads nowhere is simply not found.
 */
#ifndef BSN_WORDNET_H
#define BSN_WORDNET_H

#include "base/ctx.h"

/* From one synset to another; `from` and `to` count words from 1, 0 means the whole synset. */
struct bsn_wordnet_pointer {
    char symbol[4];
    uint32_t synset;     /* its number in the list, or UINT32_MAX when it is not there */
    uint8_t from, to;
};

struct bsn_wordnet_synset {
    uint32_t offset;     /* in its file */
    char file;           /* n, v, a or r: which file it is from (s, a satellite, is in a) */
    const char *gloss;
    uint32_t first_word, words;
    uint32_t first_pointer, pointers;
};

/* A form that no rule makes, and what it is a form of: geese, goose. */
struct bsn_wordnet_exception {
    const char *form, *base;
    char file;
};

struct bsn_wordnet {
    struct bsn_wordnet_synset *synset; /* (synsets) nouns, verbs, adjectives, adverbs */
    size_t synsets;
    const char **word;                 /* (words) as written: blanks are _ */
    size_t words;
    struct bsn_wordnet_pointer *pointer;
    size_t pointers;
    struct bsn_wordnet_exception *exception;
    size_t exceptions;

    size_t synset_room, word_room, pointer_room, exception_room;
    char *text[8];                     /* owns all strings */
};

/* Reads the database in a folder. On success *out is the caller's, to be released with
 * bsn_wordnet_clear; on failure it is untouched. Files of exceptions may be missing. */
basin_status bsn_wordnet_read(basin_ctx *ctx, const char *folder, struct bsn_wordnet *out);
void bsn_wordnet_clear(basin_ctx *ctx, struct bsn_wordnet *net);

#endif
