/* shape.h - the shape of a network as words and numbers, for model files and descriptions. */
#ifndef BSN_SHAPE_H
#define BSN_SHAPE_H

#include "base/ctx.h"
#include "nn/net.h"

struct json_t;

/* {"kind": ..., numbers that this kind has ...}, to be released with json_decref; NULL when there
 * is no memory. */
struct json_t *bsn_shape_json(const struct bsn_net *net);

/* Reads such an object. "name" may be among its entries; any other stranger, a number that is
 * missing or outside its bounds, or an unknown kind is refused as "WHERE: network NAME: ...". */
basin_status bsn_shape_read(basin_ctx *ctx, const char *where, const char *name,
                            const struct json_t *object, struct bsn_net *net);

#endif
