/* unpack_formats.h - what the tool reads may be packed by gzip, xz, bzip2 or zstd. */
#ifndef BASIN_CLI_UNPACK_H
#define BASIN_CLI_UNPACK_H

#include <basin.h>

/* Unpacks what it knows by its first bytes, whatever the file is called; several files packed one
 * by one and put together unpack to all of them. For basin_ctx_unpack, without `user`. */
basin_unpack_fn unpack_bytes;

#endif
