/* builtin.h - files that are inside the library: models, and the parts of the report's page.
 *
 * The build makes both tables (scripts/builtin.sh), sorted by name; the last entry has a NULL name.
 * Each file begins at an address that is a multiple of 64.
 */
#ifndef BSN_BUILTIN_H
#define BSN_BUILTIN_H

#include <stddef.h>

struct bsn_builtin {
    const char *name;            /* the file's; a model's without .safetensors ("queens-compact") */
    const unsigned char *bytes;
    size_t length;
};

extern const struct bsn_builtin bsn_builtin_list[];  /* models/; empty when the folder is */
extern const struct bsn_builtin bsn_page_list[];     /* src/view/page/ */

#endif
