/* file.h - whole files in, whole files out.
 *
 * Reading has a stated maximum. Writing is atomic: a reader, or a machine that loses power, finds
 * the previous file or the new one, never a mixture. What is no file (a device, a pipe) is written
 * to as it stands, and a link leads to what it names; neither is ever replaced.
 */
#ifndef BSN_FILE_H
#define BSN_FILE_H

#include "base/ctx.h"

#include <stdio.h>

#define BSN_FILE_MAX ((size_t)1 << 30)
#define BSN_PATH_CHARS 4096

/* Reads a file, or standard input for "-", and unpacks it where the context can; BSN_FILE_MAX holds
 * for what is read and for what it unpacks to. *bytes ends in an extra 0 that *length does
 * not count; free it with bsn_free. */
basin_status bsn_file_read(basin_ctx *ctx, const char *path, char **bytes, size_t *length);
/* The same of text, without the byte-order mark of UTF-8 that some editors put before it. */
basin_status bsn_file_read_text(basin_ctx *ctx, const char *path, char **bytes, size_t *length);

/* A file that is being written: under another name beside it, until all of it is there. */
struct bsn_writing {
    FILE *to;          /* write here; an error stays with the stream, and the end looks for it */
    const char *path;  /* the caller's, until the end */
    char target[BSN_PATH_CHARS];     /* the file that path leads to */
    char temporary[BSN_PATH_CHARS];  /* target.tmp.RANDOM; "": path itself is written to */
};
basin_status bsn_file_begin(basin_ctx *ctx, const char *path, struct bsn_writing *file);
/* Syncs the file, renames it over path, and syncs the folder, if `keep`; else, and where that
 * fails, nothing is left of it. */
basin_status bsn_file_end(basin_ctx *ctx, struct bsn_writing *file, bool keep);
/* All of it at once. */
basin_status bsn_file_write(basin_ctx *ctx, const char *path, const void *bytes, size_t length);

/* Removes the temporaries that killed runs left: of a file and the checkpoint beside it, or of all
 * files of a folder whose names begin and end so. Those of runs that live are locked, and stay. */
void bsn_file_sweep(const char *path);
void bsn_folder_sweep(const char *folder, const char *begin, const char *end);

/* For a file that grows line by line: what was written so far is there now, and `*whole` is where it
 * ends. False, with errno, where that fails: then the file ends where it ended before, the rest is
 * forgotten, and nothing more is to be written. */
bool bsn_file_grow(FILE *to, int64_t *whole);

/* Can a file be made there? Says so before hours of work, not after. It is swept, too. */
basin_status bsn_file_probe(basin_ctx *ctx, const char *path);

bool bsn_file_exists(const char *path);

/* What a file is called in messages: its path, "<stdin>" for "-". */
const char *bsn_file_label(const char *path);

/* Seconds on a clock that never goes back. */
double bsn_seconds(void);

#endif
