/* clues.h - files of one item a line: `clue<TAB>WORD`, or a word alone.
 *
 * UTF-8, no header, no quoting; empty lines are skipped. A line of a file of clues without a tab,
 * or with nothing on one side of it, is refused by its number.
 */
#ifndef BSN_CLUES_H
#define BSN_CLUES_H

#include "base/ctx.h"

struct bsn_clue_line {
    const char *clue; /* NULL in a list of words */
    const char *word;
};

struct bsn_clues {
    struct bsn_clue_line *line; /* (count) */
    size_t count;
    char *text;                 /* owns the strings */
};

/* On success *out is the caller's, to be released with bsn_clues_clear. */
basin_status bsn_clues_read(basin_ctx *ctx, const char *path, struct bsn_clues *out);
basin_status bsn_words_read(basin_ctx *ctx, const char *path, struct bsn_clues *out);
void bsn_clues_clear(basin_ctx *ctx, struct bsn_clues *clues);

#endif
