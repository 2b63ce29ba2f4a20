/* dictd.h - dictionaries in the format of the DICT server: NAME.index and NAME.dict.dz.
 *
 * The index has a line for each headword: the word, where its article begins and how long it is,
 * both in base 64. The articles are one text, compressed with dictzip, which is gzip with a table
 * for jumping that a reader of the whole text does not need. Reading trusts nothing: every entry
 * that comes back lies inside the text.
 */
#ifndef BSN_DICTD_H
#define BSN_DICTD_H

#include "base/ctx.h"

#define BSN_DICTD_TEXT ((size_t)1 << 28) /* bytes of text, once it is unpacked */

struct bsn_dictd_entry {
    const char *head;       /* ends in 0 */
    size_t offset, length;  /* of its article in the text */
};

struct bsn_dictd {
    struct bsn_dictd_entry *entry; /* (count) in the order of the index */
    size_t count;
    char *text;                    /* (length) and a final 0 */
    size_t length;
    char *index;                   /* owns the headwords */
};

/* Reads PREFIX.index and PREFIX.dict.dz or, when there is none, PREFIX.dict. On success *out is
 * the caller's, to be released with bsn_dictd_clear; on failure it is untouched. */
basin_status bsn_dictd_read(basin_ctx *ctx, const char *prefix, struct bsn_dictd *out);

/* The same from memory; `where` is used in error texts, the text may be packed or plain. */
basin_status bsn_dictd_parse(basin_ctx *ctx, const char *where, const char *index,
                             size_t index_length, const char *text, size_t text_length,
                             struct bsn_dictd *out);
void bsn_dictd_clear(basin_ctx *ctx, struct bsn_dictd *dict);

/* Several headwords may share an article: orders the entries by where their articles begin (by
 * headword where these are the same) and keeps one for each article. */
void bsn_dictd_articles(struct bsn_dictd *dict);

#endif
