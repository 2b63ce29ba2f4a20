/* whole.c - files that appear when all of them is written, or not at all. */
#include "program/whole.h"

#include "base/file.h"
#include "program/program.h"

#include <string.h>
#include <sys/stat.h>

int whole_write(basin_ctx *ctx, const char *path, const char *text)
{
    return bsn_file_write(ctx, path, text, strlen(text)) == BASIN_STATUS_OK ? 0 : complain_ctx(ctx);
}

int whole_probe(basin_ctx *ctx, const char *path)
{
    return bsn_file_probe(ctx, path) == BASIN_STATUS_OK ? 0 : complain_ctx(ctx);
}

bool whole_lines(FILE *to, int64_t *whole)
{
    return bsn_file_grow(to, whole);
}

bool whole_same(const char *one, const char *other)
{
    struct stat a, b;

    return stat(one, &a) == 0 && stat(other, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
