/* dimacs.h - what the readers of DIMACS texts and their relatives share.
 *
 * A text is scanned line by line and word by word, in place; whatever is wrong with it is said in
 * one error line "NAME:LINE: reason", in which words of the text are quoted safely.
 */
#ifndef BSN_DIMACS_H
#define BSN_DIMACS_H

#include "base/ctx.h"

#define BSN_QUOTE_CHARS 20

struct bsn_text;

/* Where reading is. */
struct bsn_scan {
    basin_ctx *ctx;
    const char *name;      /* of the text, in errors */
    const char *at, *end;
    size_t line;           /* of `at`, from 1 */
    char blank;            /* one more character that separates words, or ' ' */
};

/* A run of characters without blanks, somewhere in the text. */
struct bsn_word {
    const char *chars;
    size_t length;
};

/* A word, or its beginning, as it can be shown to anybody. */
struct bsn_quote {
    char text[BSN_QUOTE_CHARS + sizeof "..."];
};

/* How a reader `r` with a member `scan` refuses: by line, at this line, and for what is missing, at
 * the line reading ended in. */
#define BSN_REFUSE_AT(r, status, line, format, ...) \
    bsn_fail((r)->scan.ctx, status, "%s:%zu: " format, (r)->scan.name, line, __VA_ARGS__)
#define BSN_REFUSE(r, format, ...) \
    BSN_REFUSE_AT(r, BASIN_STATUS_PARSE, (r)->scan.line, format, __VA_ARGS__)
#define BSN_REFUSE_END(r, format, ...) \
    BSN_REFUSE_AT(r, BASIN_STATUS_PARSE, bsn_scan_last_line(&(r)->scan), format, __VA_ARGS__)

struct bsn_scan bsn_scan_begin(basin_ctx *ctx, const char *name, const char *text, size_t length);

/* The line reading ended in. A newline at the end of the text begins no line of its own. */
size_t bsn_scan_last_line(const struct bsn_scan *scan);

bool bsn_scan_blank(const struct bsn_scan *scan, char c);

/* The next word of this line; false when there is none. */
bool bsn_scan_word(struct bsn_scan *scan, struct bsn_word *word);

bool bsn_word_is(struct bsn_word word, const char *text);

/* Decimal digits and nothing else. Whatever is past UINT32_MAX, and so every limit, becomes it. */
bool bsn_word_number(struct bsn_word word, uint32_t *out);

struct bsn_quote bsn_word_quote(struct bsn_word word);

/* Adds each line of `comment` behind "c ". */
void bsn_comment_write(const char *comment, struct bsn_text *text);

#endif
