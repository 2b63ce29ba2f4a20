/* crossword_reference.c - from the words of a puzzle's slots to a beam search over its grid. */
#include "domain/crossword/crossword_reference.h"

#include "base/mem.h"
#include "domain/crossword/knowledge/beam.h"

#define WIDTH 1000  /* states kept; on the minis 8,000 find nothing better */

/* All that a search borrows. */
struct boards {
    struct bsn_trie *trie[BSN_WORD_LONGEST + 1];  /* by length */
    struct bsn_beam_slot *slot;
    uint32_t *cell;    /* of all slots, one after the other */
    char *given;       /* (cells of the grid) */
    char *letter;      /* likewise: what is found */
};

static basin_status grow_tree(basin_ctx *ctx, const struct bsn_word_list *list,
                              struct bsn_trie **trie)
{
    const size_t chars = list->words * list->length;
    char *letters;

    BSN_TRY(BSN_NEW(ctx, chars + 1, &letters));
    for (size_t i = 0; i < chars; i++)
        letters[i] = (char)('A' + list->letter[i]);
    const basin_status status = bsn_trie_new(ctx, letters, list->words, list->length, trie);
    bsn_free(ctx, letters);
    return status;
}

static basin_status lay_out(basin_ctx *ctx, const struct bsn_puzzle *puzzle,
                            const struct bsn_words *words, struct boards *b)
{
    const size_t cells = (size_t)puzzle->rows * puzzle->columns;
    size_t members = 0;

    for (size_t k = 0; k < puzzle->slots; k++)
        members += puzzle->slot[k].length;
    BSN_TRY(BSN_NEW(ctx, puzzle->slots, &b->slot));
    BSN_TRY(BSN_NEW(ctx, members, &b->cell));
    BSN_TRY(BSN_NEW(ctx, cells, &b->given));
    BSN_TRY(BSN_NEW(ctx, cells, &b->letter));
    for (size_t i = 0; i < cells; i++)
        b->given[i] = puzzle->cell[i] >= 'A' && puzzle->cell[i] <= 'Z' ? puzzle->cell[i] : 0;
    uint32_t *cell = b->cell;
    for (size_t k = 0; k < puzzle->slots; k++) {
        const struct bsn_slot *const slot = &puzzle->slot[k];
        const struct bsn_word_slot *const worth = &words->slot[k];
        if (!b->trie[slot->length])
            BSN_TRY(grow_tree(ctx, worth->list, &b->trie[slot->length]));
        b->slot[k] = (struct bsn_beam_slot){ b->trie[slot->length], worth->energy, worth->floor,
                                             cell };
        for (size_t i = 0; i < slot->length; i++)
            *cell++ = (uint32_t)bsn_slot_cell(slot, i);
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_crossword_reference(basin_ctx *ctx, const struct bsn_puzzle *puzzle,
                                     const struct bsn_words *words, double *energy)
{
    struct boards b = { 0 };
    basin_status status;

    BSN_TRY_OUT(lay_out(ctx, puzzle, words, &b));
    const struct bsn_beam beam = { .cells = (size_t)puzzle->rows * puzzle->columns,
                                   .columns = puzzle->columns, .slot = b.slot,
                                   .slots = puzzle->slots, .width = WIDTH, .given = b.given };
    status = bsn_beam_search(ctx, &beam, b.letter, energy);
out:
    for (size_t n = 0; n <= BSN_WORD_LONGEST; n++)
        bsn_trie_free(ctx, b.trie[n]);
    bsn_free(ctx, b.slot);
    bsn_free(ctx, b.cell);
    bsn_free(ctx, b.given);
    bsn_free(ctx, b.letter);
    return status;
}
