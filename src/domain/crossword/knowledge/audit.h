/* audit.h - how many clues stand word for word in what a lexicon was read from.
 *
 * A clue stands in an article when each of its parts between semicolons is one of the article's
 * units: the same words in the same order. Case, punctuation, accents and the most common words do
 * not count, see forms.h. To be done before a lexicon is packed, when it still has all forms.
 */
#ifndef BSN_AUDIT_H
#define BSN_AUDIT_H

#include "domain/crossword/knowledge/lexicon.h"

struct bsn_clues;

struct bsn_audit {
    size_t clues;
    size_t found[BSN_SOURCES];     /* clues that stand in an article of that source */
    size_t answered[BSN_SOURCES];  /* ... in one that has the clue's answer among its words */
    size_t found_any, answered_any;
};

basin_status bsn_audit(basin_ctx *ctx, const struct bsn_lexicon *lex,
                       const struct bsn_clues *clues, struct bsn_audit *out);

#endif
