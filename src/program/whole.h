/* whole.h - files that appear when all of them is written, or not at all. */
#ifndef BASIN_PROGRAM_WHOLE_H
#define BASIN_PROGRAM_WHOLE_H

#include <basin.h>
#include <stdio.h>

/* All of these return 0, or EXIT_ERROR after complaining. */
int whole_write(basin_ctx *ctx, const char *path, const char *text);
/* Can a file be written there? Asked before long work. */
int whole_probe(basin_ctx *ctx, const char *path);

/* For a file that grows line by line: see bsn_file_grow. */
bool whole_lines(FILE *to, int64_t *whole);

/* Are both one and the same file? */
bool whole_same(const char *one, const char *other);

#endif
