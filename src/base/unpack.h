/* unpack.h - files that come packed, for contexts whose caller can unpack them. */
#ifndef BSN_UNPACK_H
#define BSN_UNPACK_H

#include "base/ctx.h"

/* Replaces the *length bytes of a file, called `name` in messages, by what they unpack to, if the
 * context has an unpacker and it knows them. As for a file, *bytes then ends in an extra 0. On
 * failure both are as they were. */
basin_status bsn_unpack(basin_ctx *ctx, const char *name, char **bytes, size_t *length);

#endif
