/* beam.h - a near-exact search for the filling of a grid with the lowest energy.
 *
 * The energy of a filling is the sum over slots of the energy of the word in it, a given number
 * for each word of its length and `floor` for letters that are no word. Cells are filled row by
 * row, so every slot is filled from its beginning; the bound of a state is the sum of the lowest
 * energies that each slot can still reach. The `width` states with the lowest bounds are kept; with
 * no limit the search would be exact. A word that is hard to guess does harm when it comes early,
 * so the search is done four times: by rows and by columns, from the first cell and from the last,
 * where words are filled from their ends. The best filling counts.
 */
#ifndef BSN_BEAM_H
#define BSN_BEAM_H

#include "base/ctx.h"

/* All words of one length as a tree of letters. Nodes are numbered so that children come after
 * their parents. */
struct bsn_trie {
    size_t length, words, nodes;
    uint32_t *child;      /* (nodes, 26) 0: none; the root is node 0 */
    uint32_t *leaf;       /* (words) the node of each word */
    uint32_t *parent;     /* (nodes) */
    struct bsn_trie *back;  /* the words read backwards; NULL in that one */
};

/* letters (words, length), capitals without separators; in any order, each word once. */
basin_status bsn_trie_new(basin_ctx *ctx, const char *letters, size_t words, size_t length,
                          struct bsn_trie **out);
void bsn_trie_free(basin_ctx *ctx, struct bsn_trie *trie);

struct bsn_beam_slot {
    const struct bsn_trie *trie;
    const float *energy;    /* (trie->words) */
    double floor;
    const uint32_t *cell;   /* (trie->length) ascending */
};

/* Cell c lies in row c / columns; a cell that no slot covers gets a blank. On success the array
 * letter (cells) holds the filling and *energy its energy. */
struct bsn_beam {
    size_t cells, columns;
    const struct bsn_beam_slot *slot; /* (slots) */
    size_t slots, width;
    const char *given;                /* (cells) letters that must stay, 0 elsewhere; or NULL */
};
basin_status bsn_beam_search(basin_ctx *ctx, const struct bsn_beam *beam, char *letter,
                             double *energy);

/* The energy of a filling. */
double bsn_beam_energy(const struct bsn_beam *beam, const char *letter);

#endif
