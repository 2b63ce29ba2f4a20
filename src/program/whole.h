/* whole.h - whole files: written so that they appear when all of them is there, and read. */
#ifndef BASIN_PROGRAM_WHOLE_H
#define BASIN_PROGRAM_WHOLE_H

#include <basin.h>
#include <stdio.h>

/* What returns a number here returns 0, or EXIT_ERROR after complaining. What killed runs left of
 * the file is removed. */
int whole_write(basin_ctx *ctx, const char *path, const char *text);
/* Can a file be written there? Asked before long work. */
int whole_probe(basin_ctx *ctx, const char *path);

/* For many files of one folder, which is looked through once: removes what killed runs left of all
 * whose names begin and end so. Then each is written. */
void whole_sweep(const char *folder, const char *begin, const char *end);
int whole_add(basin_ctx *ctx, const char *path, const char *text);

/* For a file that grows line by line: see bsn_file_grow. */
bool whole_lines(FILE *to, int64_t *whole);

/* Reads a text file, or standard input for "-", and unpacks it where the context can. *bytes ends in
 * an extra 0; whole_free frees it. */
int whole_read(basin_ctx *ctx, const char *path, char **bytes, size_t *length);
void whole_free(basin_ctx *ctx, char *bytes);

/* Are both one and the same file? */
bool whole_same(const char *one, const char *other);

#endif
