/* puzzle_draft.h - a puzzle while it is read: what the readers of the three forms share.
 *
 * A reader begins a draft, fills puzzle.cell, has the words found, adds clues, and fills
 * puzzle.solution if there is one; bsn_draft_finish checks what remains to be checked.
 */
#ifndef BSN_PUZZLE_DRAFT_H
#define BSN_PUZZLE_DRAFT_H

#include "format/dimacs.h"
#include "format/puzzle.h"

struct json_t;

struct bsn_draft {
    basin_ctx *ctx;
    const char *name;          /* of the file, in errors */
    struct bsn_puzzle puzzle;  /* index: which one is asked for */
};

/* The first character of a text, as it can be shown to anybody. */
struct bsn_quote bsn_quote_first(struct bsn_word text);

/* Sets the error text to "NAME:LINE: reason", or "NAME: reason" for line 0; returns `status`. */
basin_status bsn_draft_refuse(const struct bsn_draft *draft, basin_status status, size_t line,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Room for the largest grid, all 0, in puzzle.cell and puzzle.solution. */
basin_status bsn_draft_begin(struct bsn_draft *draft);

/* Says how many puzzles the file has; refuses when the one that is asked for, puzzle.index, is not
 * among them. */
basin_status bsn_draft_count_is(struct bsn_draft *draft, size_t count);

/* The capital for a letter of either case, 0 for everything else. */
char bsn_capital(char letter);

/* Once cells, rows and columns are known: finds the words. `label` (rows, columns) has the numbers
 * that the file gives to cells, 0 for none; NULL: the usual numbering. */
basin_status bsn_draft_words(struct bsn_draft *draft, const uint32_t *label);

/* Gives a word its clue. `line` is its place in the file, or 0. */
basin_status bsn_draft_clue(struct bsn_draft *draft, size_t line, enum bsn_direction direction,
                            uint32_t number, struct bsn_word clue);

/* Keeps a copy of UTF-8 text in *to, which must be NULL. */
basin_status bsn_draft_keep(struct bsn_draft *draft, size_t line, struct bsn_word text, char **to);

/* Checks the solution against the grid and moves the puzzle to *out. */
basin_status bsn_draft_finish(struct bsn_draft *draft, struct bsn_puzzle *out);

/* The readers. The text begins with something that is not blank and has no zero byte; `line` is the
 * number of its first line. */
basin_status bsn_draft_typed(struct bsn_draft *draft, size_t line, struct bsn_word text);
basin_status bsn_draft_json(struct bsn_draft *draft, size_t line, struct bsn_word text);
basin_status bsn_draft_ipuz(struct bsn_draft *draft, const struct json_t *root);

/* How many puzzles a JSON text has. */
basin_status bsn_draft_count(const struct bsn_draft *draft, size_t line, struct bsn_word text,
                             size_t *count);

#endif
