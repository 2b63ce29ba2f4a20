/* builtin.h - files that are inside a program: the models of the library, the parts of a page.
 *
 * The build makes the tables (scripts/builtin.sh), sorted by name; the last entry has a NULL name.
 * Each file begins at an address that is a multiple of 64. Entries behind all others may have no
 * bytes, NULL: files that are known, but are part of another library.
 */
#ifndef BSN_BUILTIN_H
#define BSN_BUILTIN_H

#include <stddef.h>

struct bsn_builtin {
    const char *name;            /* the file's; a model's without .safetensors */
    const unsigned char *bytes;
    size_t length;
};

extern const struct bsn_builtin bsn_builtin_list[];  /* models/; empty when the folder is */

#endif
