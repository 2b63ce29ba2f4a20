/* sources.h - from dictionaries to articles of a lexicon. */
#ifndef BSN_SOURCES_H
#define BSN_SOURCES_H

#include "domain/crossword/knowledge/lexicon.h"

struct bsn_dictd;
struct bsn_wordnet;
struct bsn_clues;

/* Adds what GCIDE says; with `free_only` only senses that are marked as from 1913 Webster or its
 * supplement, which is in the public domain, and inflected forms only of articles whose first mark
 * is such a one. The entries must be one for each article, see bsn_dictd_articles. */
basin_status bsn_lexicon_add_gcide(basin_ctx *ctx, const struct bsn_dictd *dict, bool free_only,
                                   struct bsn_lexicon *lex);

/* Adds WordNet: an article for each synset, its relations, and irregular forms. */
basin_status bsn_lexicon_add_wordnet(basin_ctx *ctx, const struct bsn_wordnet *net,
                                     struct bsn_lexicon *lex);

/* Adds crossword clues, or a list of words that stand in the lists of `bits`. */
basin_status bsn_lexicon_add_clues(basin_ctx *ctx, const struct bsn_clues *clues,
                                   struct bsn_lexicon *lex);
basin_status bsn_lexicon_add_words(basin_ctx *ctx, const struct bsn_clues *words, unsigned bits,
                                   struct bsn_lexicon *lex);

#endif
