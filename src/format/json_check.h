/* json_check.h - is a JSON document made as its reader needs it?
 *
 * All of these return BASIN_STATUS_PARSE, with a line that says which part of which file is wrong.
 */
#ifndef BSN_JSON_CHECK_H
#define BSN_JSON_CHECK_H

#include "base/ctx.h"

#include <jansson.h>

/* Where in a document something is: "table 6, row 2". */
struct bsn_place {
    basin_ctx *ctx;
    const char *file;
    char name[64];
};
struct bsn_place bsn_place_inside(const struct bsn_place *outer, const char *what, size_t index);

basin_status bsn_json_refuse(const struct bsn_place *at, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

enum bsn_json_kind {
    BSN_JSON_OBJECT,
    BSN_JSON_LIST,
    BSN_JSON_TEXT,
    BSN_JSON_NUMBER,
    BSN_JSON_NUMBER_OR_NULL
};
bool bsn_json_is(const json_t *value, enum bsn_json_kind kind);

/* The member `key` of an object, which must be there and of that kind; *out, unless it is NULL. */
basin_status bsn_json_part(const struct bsn_place *at, const json_t *object, const char *key,
                           enum bsn_json_kind kind, const json_t **out);
/* The same for a list whose items are all of one kind. */
basin_status bsn_json_list(const struct bsn_place *at, const json_t *object, const char *key,
                           enum bsn_json_kind kind, const json_t **out);
/* The same for a list that has to have `count` items; and for one of numbers that may be absent. */
basin_status bsn_json_row(const struct bsn_place *at, const json_t *object, const char *key,
                          enum bsn_json_kind kind, size_t count);
basin_status bsn_json_row_maybe(const struct bsn_place *at, const json_t *object, const char *key,
                                size_t count);
/* A text that is one of those in `words`, which are separated by blanks. */
basin_status bsn_json_word(const struct bsn_place *at, const json_t *value, const char *key,
                           const char *words);

/* Calls `check` for every item of the list `key`; `what` is the name of one. */
typedef basin_status bsn_json_check_fn(const struct bsn_place *at, const json_t *item,
                                       const void *more);
basin_status bsn_json_each(const struct bsn_place *at, const json_t *object, const char *key,
                           const char *what, bsn_json_check_fn *check, const void *more);

#endif
