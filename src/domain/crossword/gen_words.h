/* gen_words.h - words with clues out of the dictionaries of this machine, to make puzzles of.
 *
 * The words are those of WordNet that GCIDE defines; a clue is the first definition of 1913
 * Webster.
 */
#ifndef BSN_CROSSWORD_GEN_WORDS_H
#define BSN_CROSSWORD_GEN_WORDS_H

#include "domain/crossword/knowledge/lexicon.h"

#define BSN_GEN_CLUE 96

/* Words of one length. */
struct bsn_gen_list {
    size_t count, blocks;               /* blocks of 64 words */
    char (*word)[BSN_ANSWER_LONGEST + 1];
    char (*clue)[BSN_GEN_CLUE];
    uint64_t *has;                      /* (length, 26, blocks) words with that letter there */
    size_t word_room, clue_room;
};

struct bsn_gen_words {
    struct bsn_gen_list list[BSN_ANSWER_LONGEST + 1];
};

/* Those words of a list, as bits, that have a letter in a place. */
static inline const uint64_t *bsn_gen_has(const struct bsn_gen_list *list, size_t place,
                                          size_t letter)
{
    return list->has + (place * 26 + letter) * list->blocks;
}

/* On failure *out is empty. */
basin_status bsn_gen_words_read(basin_ctx *ctx, struct bsn_gen_words *out);
void bsn_gen_words_clear(basin_ctx *ctx, struct bsn_gen_words *words);

#endif
