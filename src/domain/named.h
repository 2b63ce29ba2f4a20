/* named.h - instances that are known by the name of their file, or by their place in one. */
#ifndef BSN_NAMED_H
#define BSN_NAMED_H

#include "base/ctx.h"

/* Does a name of that length end in one of the endings, or in one of them and that of a packed file
 * (f.cnf, f.cnf.gz)? The list ends with NULL. */
bool bsn_named(const char *name, size_t length, const char *const *endings);

/* A file with several instances: "FILE", which is its first, or "FILE:INDEX". */

/* The length of the file's name in it. */
size_t bsn_spec_file(const char *spec);

/* The name, to be freed, and the number, from 0. A file whose name is all of it comes first. */
basin_status bsn_spec_split(basin_ctx *ctx, const char *spec, char **path, size_t *index);

#endif
