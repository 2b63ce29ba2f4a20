/* json_dump.h - jansson's values as text, in memory of the context.
 *
 * jansson's own json_dumps leaves out a key for which there was no room, and goes on.
 */
#ifndef BSN_JSON_DUMP_H
#define BSN_JSON_DUMP_H

#include "basin.h"

#include <jansson.h>

/* Flags are jansson's. *text is freed with bsn_free. */
basin_status bsn_json_dump(basin_ctx *ctx, const json_t *value, size_t flags, char **text);

#endif
