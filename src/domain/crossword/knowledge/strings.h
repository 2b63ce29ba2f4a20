/* strings.h - each string once, by number: numbers count from 0 in the order of first mention. */
#ifndef BSN_STRINGS_H
#define BSN_STRINGS_H

#include "base/ctx.h"

#define BSN_STRINGS_NONE UINT32_MAX

struct bsn_strings {
    char *chars;        /* all strings, each with its final 0 */
    uint32_t *first;    /* (count + 1) where each begins */
    size_t count;

    uint32_t *slot;     /* (slots) open addressing: number + 1, or 0 */
    uint8_t *tag;       /* (slots) part of its hash: most others are told apart without a look */
    size_t slots, chars_room, first_room;
};

/* Makes room for that many, so that the table need not be built again and again. */
basin_status bsn_strings_reserve(basin_ctx *ctx, struct bsn_strings *s, size_t count);

/* The number of chars[0 .. length), adding it if it is new. */
basin_status bsn_strings_add(basin_ctx *ctx, struct bsn_strings *s, const char *chars,
                             size_t length, uint32_t *number);
/* Its number, or BSN_STRINGS_NONE. */
uint32_t bsn_strings_find(const struct bsn_strings *s, const char *chars, size_t length);
void bsn_strings_clear(basin_ctx *ctx, struct bsn_strings *s);

static inline const char *bsn_strings_at(const struct bsn_strings *s, uint32_t number)
{
    return s->chars + s->first[number];
}

static inline size_t bsn_strings_length(const struct bsn_strings *s, uint32_t number)
{
    return s->first[number + 1] - s->first[number] - 1;
}

#endif
