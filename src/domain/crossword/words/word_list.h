/* word_list.h - all words of one length, arranged for sums over them and for searches among them.
 *
 * A sum over words of products of one number for each letter is what the energy of a slot needs.
 * Each word is cut in two; beginnings and ends are shared by many words and their products are
 * found once, along two trees. What is left for each word is one product of two numbers and its
 * chance: about ten times faster than letter by letter down one tree, whose branches no processor
 * can foresee.
 */
#ifndef BSN_WORD_LIST_H
#define BSN_WORD_LIST_H

#include "base/ctx.h"
#include "nn/kernel.h"

#define BSN_LETTERS 26
#define BSN_WORD_LONGEST 32

/* Beginnings of words, or ends read backwards. Node 0 is the root; parents come before children. */
struct bsn_word_half {
    size_t nodes;
    uint32_t *parent;  /* (nodes) */
    uint8_t *letter;   /* (nodes) 0 .. 25 */
    uint8_t *place;    /* (nodes) of that letter in the word */
};

struct bsn_word_list {
    size_t length, words;
    uint8_t *letter;       /* (words, length) 0 .. 25, ascending */
    /* For sums. A run is all words with one beginning; in short lists runs stand in the order of
     * their lengths, which makes the loop over a run's words one that the processor foresees. */
    struct bsn_word_half head, tail;
    size_t runs;
    uint32_t *run_head;    /* (runs) node of the beginning */
    uint32_t *run_first;   /* (runs + 1) */
    uint32_t *tail_node;   /* (words) in the order of runs */
    uint32_t *order;       /* (words) which word stands there */
    /* For searches: the tree of all letters, depth first. */
    size_t steps;
    uint8_t *step_letter, *step_place;
    uint32_t *step_skip;   /* the next step that is not below this one */
    uint32_t *step_word;   /* the first word below */
    uint32_t *bucket;      /* (buckets) word + 1, or 0: none; found by a hash of the letters */
    size_t buckets;
};

/* letters (words, length): capitals, ascending, each word once. */
basin_status bsn_word_list_new(basin_ctx *ctx, const char *letters, size_t words, size_t length,
                               struct bsn_word_list **out);
/* Some of a list's words, given by their numbers, ascending; for sums only. */
basin_status bsn_word_list_some(basin_ctx *ctx, const struct bsn_word_list *list,
                                const uint32_t *word, size_t words, struct bsn_word_list **out);
void bsn_word_list_free(basin_ctx *ctx, struct bsn_word_list *list);  /* accepts NULL */

/* The number of a word, letter (length) 0 .. 25; UINT32_MAX when it is not in the list. */
uint32_t bsn_word_find(const struct bsn_word_list *list, const uint8_t *letter);

/* What a slot's words are worth. */
struct bsn_word_slot {
    const struct bsn_word_list *list;
    const float *energy;  /* (words) -log p, in the order of the list's letters */
    const float *chance;  /* (words) p, in the order of its runs */
    double floor;         /* energy of any letters at all; words above it are worth no less */
    const uint8_t *low;   /* (steps) the lowest energy below each step, in units, rounded down */
    double unit;
};

/* The energies of slots of words on a tile, as a network's kernel (bsn_term_fn) has those of its
 * factors: the parts of a factor are cells, with 26 inputs each, and slot (factors) says what the
 * words are worth; NULL: the factors are single cells. See words_kernel.c. */
typedef void bsn_words_fn(const struct bsn_word_slot *slot, const struct bsn_factors *f,
                          const struct bsn_level *level, const float *y, const float *weight,
                          const float *scale, float *scratch, float *energy, float *grad,
                          float *residual);

/* That of the kernel's level. */
bsn_words_fn *bsn_words_term(const struct bsn_kernel *kernel);
/* Floats of scratch that it needs. */
size_t bsn_words_scratch(const struct bsn_word_slot *slot, const struct bsn_factors *f);

#endif
