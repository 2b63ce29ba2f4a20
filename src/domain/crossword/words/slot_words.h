/* slot_words.h - what the words of a problem's slots are worth, and fillings made of letters.
 *
 * A slot is a factor whose parts are cells. Its words are those of a list, each with an energy
 * -log p(word); letters that are no word, or a word of more than that, have the energy `floor`. A
 * filling gives each cell a letter, 0 .. 25; its energy is the sum over slots. The same energies
 * under noise are those of bsn_words_term.
 */
#ifndef BSN_WORDS_H
#define BSN_WORDS_H

#include "domain/crossword/words/word_list.h"

struct bsn_words {
    struct bsn_word_list *list[BSN_WORD_LONGEST + 1]; /* by length; NULL where none was given */
    size_t slots;
    struct bsn_word_slot *slot;  /* (slots) */
    float **energy, **chance;    /* (slots) what the slots point to */
    uint8_t **low;
    /* Made by bsn_words_narrow: slots that know their likely words only, and what they point to. */
    struct bsn_word_slot *likely;  /* (slots) or NULL */
    struct bsn_word_list **likely_list;
    float **likely_chance;
    /* The slots of each cell, found by bsn_words_bind. */
    uint32_t *touch_first;       /* (cells + 1) */
    uint32_t *touch_slot;
    uint8_t *touch_place;
};

basin_status bsn_words_new(basin_ctx *ctx, size_t slots, struct bsn_words **out);
void bsn_words_free(basin_ctx *ctx, struct bsn_words *words);  /* accepts NULL */

/* Takes the words of a length, once: letters (count, length) capitals, ascending. */
basin_status bsn_words_list(basin_ctx *ctx, struct bsn_words *words, const char *letters,
                            size_t count, size_t length);

/* Slot k has words of that length, whose list was given, with energy (count) in its order. */
basin_status bsn_words_slot(basin_ctx *ctx, struct bsn_words *words, size_t k, size_t length,
                            const float *energy, double floor);

/* From here on sums under noise are over the `most` likely words of each slot; all others count as
 * any letters do. Fillings keep their energies. On failure all is as it was. */
basin_status bsn_words_narrow(basin_ctx *ctx, struct bsn_words *words, size_t most);

/* The slots that sums under noise are made of. */
static inline const struct bsn_word_slot *bsn_words_summed(const struct bsn_words *words)
{
    return words->likely ? words->likely : words->slot;
}

/* Checks slots against a term's factors and finds the slots of each cell; terms do so
 * when they are bound. */
basin_status bsn_words_bind(basin_ctx *ctx, struct bsn_words *words, const struct bsn_factors *f);

/* ------------------------------------------------------------------------------- fillings ---- */

/* The energy of slot k, and of all. letter (cells). */
double bsn_words_slot_energy(const struct bsn_words *words, const struct bsn_factors *f, size_t k,
                             const uint8_t *letter);
double bsn_words_energy(const struct bsn_words *words, const struct bsn_factors *f,
                        const uint8_t *letter);

/* Puts into slot k the letters that lower the energy of the filling most, all other letters staying
 * as they are; fixed (cells) holds letters that must stay, 255 elsewhere, or is NULL. Returns by
 * how much the energy fell; 0 when there is nothing better. */
double bsn_words_improve(const struct bsn_words *words, const struct bsn_factors *f, size_t k,
                         const uint8_t *fixed, uint8_t *letter);

/* Improves slots until none can be; returns the energy of the filling. `settled` (cells) is one for
 * which this was done before, so that only slots near a difference need be looked at; NULL: all
 * are. dirty (slots) is scratch. */
double bsn_words_settle(const struct bsn_words *words, const struct bsn_factors *f,
                        const uint8_t *fixed, const uint8_t *settled, uint8_t *dirty,
                        uint8_t *letter);

/* How sure the letters of slot k are: their share among all words that could stand there, each
 * weighed by its chance and, softened, by what it would do to the slots it crosses. */
double bsn_words_sure(const struct bsn_words *words, const struct bsn_factors *f, size_t k,
                      const uint8_t *letter);

#endif
