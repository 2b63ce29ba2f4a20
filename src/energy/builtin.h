/* builtin.h - the model files of models/, as bytes inside the library.
 *
 * The build makes the table (scripts/builtin.sh) from models/NAME.safetensors; it is empty when the
 * folder is. Each file begins at an address that is a multiple of 64.
 */
#ifndef BSN_BUILTIN_H
#define BSN_BUILTIN_H

#include <stddef.h>

struct bsn_builtin {
    const char *name;            /* the file name without .safetensors, as in "queens-compact" */
    const unsigned char *bytes;
    size_t length;
};

/* Sorted by name; the last entry has a NULL name. */
extern const struct bsn_builtin bsn_builtin_list[];

#endif
