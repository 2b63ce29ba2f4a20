/* json_read.h - the one reader of JSON: jansson's values, without jansson's parser.
 *
 * That parser asserts where an allocation fails, and ends the process; its constructors return NULL.
 * What is taken, and as which value, is what jansson's own takes, which a test compares; but for
 * bytes of 0, some of which that one passes over.
 */
#ifndef BSN_JSON_READ_H
#define BSN_JSON_READ_H

#include "basin.h"

#include <jansson.h>

#define BSN_JSON_ERROR_CHARS 120

/* Why there is no value: BASIN_STATUS_PARSE or BASIN_STATUS_MEMORY, where, and a reason. */
struct bsn_json_error {
    basin_status status;
    size_t line, byte; /* from 1 */
    char text[BSN_JSON_ERROR_CHARS];
};

/* The list or object that the text is, to be freed with json_decref, or NULL. Flags are jansson's
 * JSON_REJECT_DUPLICATES and JSON_DECODE_INT_AS_REAL, or 0. */
json_t *bsn_json_read(const char *chars, size_t length, size_t flags, struct bsn_json_error *error);

#endif
