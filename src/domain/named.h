/* named.h - which domain a file belongs to, by its name. */
#ifndef BSN_NAMED_H
#define BSN_NAMED_H

#include <stdbool.h>
#include <stddef.h>

/* Does a name of that length end in one of the endings, or in one of them and that of a packed file
 * (f.cnf, f.cnf.gz)? The list ends with NULL. */
bool bsn_named(const char *name, size_t length, const char *const *endings);

#endif
