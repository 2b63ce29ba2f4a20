/* puzzle.h - crosswords: grid, words and clues, the three files they come in, and what is written.
 *
 * A cell is one character: BSN_CELL_BLOCK, BSN_CELL_OPEN, or a given letter A to Z. Cells are
 * numbered row by row from 0. A slot is a run of open cells in a row or a column that holds a word.
 * Reading trusts nothing: whatever is wrong with a file is one error line.
 */
#ifndef BSN_PUZZLE_H
#define BSN_PUZZLE_H

#include "base/ctx.h"

#define BSN_PUZZLE_SIDE 64                   /* rows, and columns */
#define BSN_PUZZLE_CHARS ((size_t)4 << 20)   /* of a file; a clue may be as long as that */
#define BSN_SLOT_SHORTEST 3
#define BSN_SLOT_LONGEST 15

#define BSN_CELL_BLOCK '#'
#define BSN_CELL_OPEN '.'

struct bsn_text;

enum bsn_direction { BSN_ACROSS = 0, BSN_DOWN };

struct bsn_slot {
    uint32_t number;
    enum bsn_direction direction;
    uint32_t length;
    uint32_t first, step;  /* its cells are first, first + step, ... */
    char *clue;            /* UTF-8 as the file has it; "" when there is none */
};

struct bsn_puzzle {
    uint32_t rows, columns;
    char *cell;             /* (rows, columns) */
    char *solution;         /* (rows, columns) what the file says, BSN_CELL_OPEN where it says
                             * nothing, NULL when it has none; to score by, never to solve by */
    size_t slots;           /* words of 3 to 15 letters: across, then down, each in grid order */
    size_t shorts;          /* runs of 2 cells, behind them: their letters come from the crossings,
                             * and a clue they have is only kept */
    struct bsn_slot *slot;  /* (slots + shorts) */
    char *title, *author, *copyright;  /* or NULL */
    size_t index, count;    /* which puzzle of the file this is, and how many there are */
};

static inline size_t bsn_slot_cell(const struct bsn_slot *slot, size_t k)
{
    return slot->first + k * slot->step;
}

static inline char bsn_direction_letter(enum bsn_direction direction)
{
    return direction == BSN_DOWN ? 'D' : 'A';
}

/* Reads puzzle number `index` (from 0) of a text in one of three forms, told apart by how it
 * begins:
 *
 *   ipuz   a JSON object, bare or as ipuz(...). Numbers in the cells are the words' numbers; where
 *          there are none, the usual numbering counts. "value" of a cell and "saved" give letters.
 *   mini   a JSON array of puzzles [[10 clues: rows, then columns], [25 letters]].
 *   typed  everything else:
 *
 *              Title: A small one          (or Author, Copyright; may be left out)
 *
 *              # . . . #                   . or _ is open, # is black, letters are given
 *              S . . . .                   blanks and empty lines do not matter
 *
 *              Across                      or, without these lines, before each clue:
 *              1. Domestic animal            1 Across: Domestic animal
 *              4. Bright point               1A Domestic animal
 *              Down
 *              ...
 *              Solution                    (may be left out)
 *              # C A T #
 *
 * Words have the numbers of the usual numbering: cells are counted that begin a run of 2 or more. A
 * word without a clue is fine; a clue without a word, two clues of a word, a word of more than 15
 * letters, a grid without words and an open cell in no word of at least 3 letters are refused.
 *
 * `name` is the file's name in error texts. On success *out is the caller's, to be given to
 * bsn_puzzle_clear; on failure it is untouched: PARSE, TOO_BIG (past the limits), INPUT (no puzzle
 * of that index) with an error text "NAME:LINE: reason" or "NAME: reason", or MEMORY. */
basin_status bsn_puzzle_parse(basin_ctx *ctx, const char *name, const char *text, size_t length,
                              size_t index, struct bsn_puzzle *out);

/* How many puzzles a text has, which need not be right: 1 but for the mini form. */
basin_status bsn_puzzle_count_text(basin_ctx *ctx, const char *name, const char *text,
                                   size_t length, size_t *count);

/* The same for a file, or standard input for "-". */
basin_status bsn_puzzle_read(basin_ctx *ctx, const char *path, size_t index,
                             struct bsn_puzzle *out);
basin_status bsn_puzzle_count(basin_ctx *ctx, const char *path, size_t *count);

/* Frees what a puzzle holds and leaves it all zero; a puzzle that is all zero is fine. */
void bsn_puzzle_clear(basin_ctx *ctx, struct bsn_puzzle *puzzle);

/* Writing. `letters` (rows, columns) fills the grid: A to Z, or BSN_CELL_OPEN; what it has at black
 * squares does not matter. NULL writes the puzzle as it is. `sure` (slots) says how sure each word
 * is, 0 to 1; NULL: not known. */

/* The grid, one line a row: "S T A R E". It can be read again as the grid of a typed puzzle. */
void bsn_puzzle_write_grid(const struct bsn_puzzle *puzzle, const char *letters,
                           struct bsn_text *text);

/* The same with the colours of a terminal: given letters bold, black squares dim, and yellow the
 * letters none of whose words is surer than a half. */
void bsn_puzzle_write_color(const struct bsn_puzzle *puzzle, const char *letters,
                            const double *sure, struct bsn_text *text);

/* One line "INDEX LETTERS", all rows behind each other, black squares included. */
void bsn_puzzle_write_line(const struct bsn_puzzle *puzzle, const char *letters,
                           struct bsn_text *text);

/* One line a slot: "1A  STARE  0.97  clue". Control characters in clues become blanks. */
void bsn_puzzle_write_slots(const struct bsn_puzzle *puzzle, const char *letters,
                            const double *sure, struct bsn_text *text);

/* ipuz. `letters` become its solution, in place of the one the file had; "basin:sure" has
 * [number, sure] for each slot. */
void bsn_puzzle_write_ipuz(const struct bsn_puzzle *puzzle, const char *letters,
                           const double *sure, struct bsn_text *text);

#endif
