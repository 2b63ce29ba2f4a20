/* term_words.h - cells of letters and slots of words as kinds of terms.
 *
 * Neither needs a network. A cell is a unary factor of 26 inputs; a slot is a factor whose parts
 * are cells, and its term owns what the words are worth.
 */
#ifndef BSN_TERM_WORDS_H
#define BSN_TERM_WORDS_H

#include "domain/crossword/words/slot_words.h"
#include "energy/term.h"

extern const struct bsn_term_kind bsn_term_letters, bsn_term_words;

/* Makes a term one of slots of words, still without any; the term owns them. */
basin_status bsn_term_words_new(basin_ctx *ctx, size_t slots, struct bsn_term *term);

/* The words of such a term. */
static inline struct bsn_words *bsn_words_of(const struct bsn_term *term)
{
    return term->own;
}

/* The term of a graph whose factors are slots of words, or NULL. */
static inline const struct bsn_term *bsn_term_words_find(const struct bsn_graph *graph)
{
    return bsn_graph_find(graph, &bsn_term_words);
}

#endif
