/* rows.h - reads examples: rows of words, one example a line.
 *
 * Words are separated by blanks or, in a line that has any, by commas. "#" begins a comment. A first
 * line whose words never come again below is a header, as in CSV files; `header` says that it is one.
 */
#ifndef BSN_ROWS_H
#define BSN_ROWS_H

#include "base/ctx.h"

#define BSN_ROWS_PLACES 1024  /* of a row */
#define BSN_ROWS_VALUES 256   /* different words */
#define BSN_ROWS_WORD 60      /* bytes of one */

/* Words by the numbers of rows; files that are read with one list share it. */
struct bsn_words {
    size_t count, room;
    char **word;
};

struct bsn_rows {
    size_t rows, room, room_values;
    size_t *first;   /* (rows + 1) where each one's values begin */
    size_t *line;    /* (rows) */
    int32_t *value;  /* numbers of words */
    bool header;     /* the first line was one */
};

/* Reads a file, or "-"; *words grows. What is wrong is told as "FILE:LINE: reason". To be cleared in
 * any case. */
basin_status bsn_rows_read(basin_ctx *ctx, const char *path, bool header, struct bsn_words *words,
                           struct bsn_rows *rows);
void bsn_rows_clear(basin_ctx *ctx, struct bsn_rows *rows);
void bsn_words_clear(basin_ctx *ctx, struct bsn_words *words);

/* Are all of them whole numbers? */
bool bsn_words_are_numbers(const struct bsn_words *words);
/* Puts words in order, numbers by size, others by their letters; to[old] is the new number. */
void bsn_words_sort(struct bsn_words *words, int32_t to[static BSN_ROWS_VALUES]);

#endif
