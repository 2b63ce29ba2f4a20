/* knowledge.h - everything a crossword model knows: from a clue and a length to energies of words.
 *
 * A knowledge is immutable once made or loaded, and may be shared by threads; each thread asks
 * through a retriever of its own. It must not be copied: its index points into it.
 */
#ifndef BSN_KNOWLEDGE_H
#define BSN_KNOWLEDGE_H

#include "domain/crossword/knowledge/clue.h"
#include "domain/crossword/knowledge/encoder.h"
#include "domain/crossword/knowledge/mixer.h"

struct bsn_knowledge {
    struct bsn_lexicon lex;
    struct bsn_index *index;
    struct bsn_habits habits;
    struct bsn_encoder *encoder; /* or NULL */
    struct bsn_mixer mixer;
};

/* Words of a length, in the order of energies: sorted by letters. */
static inline size_t bsn_knowledge_words(const struct bsn_knowledge *k, size_t length)
{
    return k->index->length_first[length + 1] - k->index->length_first[length];
}

static inline const char *bsn_knowledge_word(const struct bsn_knowledge *k, size_t length,
                                             size_t i)
{
    return bsn_strings_at(&k->lex.word, k->index->sorted[k->index->length_first[length] + i]);
}

/* Makes ready for questions about words of a length, for retrievers that use the knowledge's own
 * encoder; must be called before the first of them, and not while others ask. */
basin_status bsn_knowledge_prepare(basin_ctx *ctx, struct bsn_knowledge *k, size_t length);

/* energy[i] = -log p(word i | clue) for all words of the length. */
basin_status bsn_knowledge_energies(basin_ctx *ctx, const struct bsn_knowledge *k,
                                    struct bsn_retriever *retriever, const struct bsn_clue *clue,
                                    size_t length, float *energy);

/* The energy of letters that are no word: any letters are as likely as any others, and one answer
 * in a hundred is in no list. 21 for five letters: 18 did as well in development, 24 worse. */
static inline double bsn_knowledge_floor(size_t length)
{
    return 4.7 + 3.2581 * (double)length; /* log 26 = 3.2581 */
}

/* The vector of a clue, of length 1; all 0 when no word of it is known. For networks that take an
 * embedding, see --method paper. */
basin_status bsn_knowledge_embed(basin_ctx *ctx, const struct bsn_knowledge *k, const char *clue,
                                 float out[BSN_ENCODER_DIM]);

void bsn_knowledge_clear(basin_ctx *ctx, struct bsn_knowledge *k);

#endif
