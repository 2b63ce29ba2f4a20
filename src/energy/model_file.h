/* model_file.h - models as bytes, for files, checkpoints, and what is built in. */
#ifndef BSN_MODEL_FILE_H
#define BSN_MODEL_FILE_H

#include "energy/model.h"

/* The bytes of a model file: a pure function of the model. *bytes is freed with bsn_free. */
basin_status bsn_model_to_bytes(basin_ctx *ctx, const basin_model *model, char **bytes,
                                size_t *length);

/* The model that such bytes hold; `where` begins every error text. On failure *out is untouched.
 * Whether the networks fit their domain shows when they meet a problem. */
basin_status bsn_model_from_bytes(basin_ctx *ctx, const char *where, const void *bytes,
                                  size_t length, basin_model **out);

/* Is there a built-in model of that name, here or in libbasin-full? */
bool bsn_model_is_known(const char *name);

#endif
