/* extension.h - what a domain keeps in models beside networks, or in place of them.
 *
 * A domain X adds one by a file extension_X.c in its folder that defines bsn_extension_X; the build
 * finds it. A model that has an extension and no networks is a file in a format of the extension's
 * own, a safetensors file whose further metadata are the model's notes.
 */
#ifndef BSN_EXTENSION_H
#define BSN_EXTENSION_H

#include "energy/model.h"

struct bsn_extension {
    const char *domain;
    const char *format;  /* "format" in the metadata of such a file; NULL: its models always have
                          * networks, and `read` and `write` are not asked */
    uint32_t levels;     /* noise levels of such a model; its energies are compact ones */

    /* The model has its notes already. `where` begins every error text. */
    basin_status (*read)(basin_ctx *ctx, const char *where, const void *bytes, size_t length,
                         basin_model *model);
    /* *bytes is freed with bsn_free. */
    basin_status (*write)(basin_ctx *ctx, const basin_model *model, char **bytes, size_t *length);
    /* Gives a model of the domain's networks, just read, what it needs beside them. */
    basin_status (*complete)(basin_ctx *ctx, const char *where, basin_model *model);
    void (*free)(basin_ctx *ctx, void *extra);  /* model->extra */
};

extern const struct bsn_extension *const bsn_extension_list[];  /* ends with NULL */

#endif
