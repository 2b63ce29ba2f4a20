/* text.h - a string that grows: the one way in which answers and reports are put together. */
#ifndef BSN_TEXT_H
#define BSN_TEXT_H

#include "base/mem.h"

struct bsn_text {
    basin_ctx *ctx;
    char *chars;          /* always ends in 0 once something was added */
    size_t length, capacity;
    basin_status status;  /* the first failure; later additions do nothing */
};

#define BSN_TEXT_INIT(context) { .ctx = (context) }

void bsn_text_add(struct bsn_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A number with at most that many decimals (0 to 9), none of them a 0 at the end, with a point
 * whatever the locale; "null" for what is not finite or past 1e15. */
#define BSN_DECIMAL_CHARS 32
void bsn_decimal(double value, int decimals, char out[static BSN_DECIMAL_CHARS]);

/* Adds such a number. */
void bsn_text_number(struct bsn_text *text, double value, int decimals);

/* As strtod, whatever the locale. */
double bsn_read_number(const char *text, char **end);

/* Adds a character and a whole number, fast: for texts of millions of numbers. */
void bsn_text_whole(struct bsn_text *text, char before, int64_t value);

/* Hands the string over, to be freed with basin_text_free, or returns what went wrong. */
basin_status bsn_text_take(struct bsn_text *text, char **out);
void bsn_text_clear(struct bsn_text *text);

#endif
