/* whole.c - whole files: written so that they appear when all of them is there, and read. */
#include "program/whole.h"

#include "base/file.h"
#include "base/mem.h"
#include "program/program.h"

#include <string.h>
#include <sys/stat.h>

void whole_sweep(const char *folder, const char *begin, const char *end)
{
    bsn_folder_sweep(folder, begin, end);
}

int whole_add(basin_ctx *ctx, const char *path, const char *text)
{
    return bsn_file_write(ctx, path, text, strlen(text)) == BASIN_STATUS_OK ? 0 : complain_ctx(ctx);
}

int whole_write(basin_ctx *ctx, const char *path, const char *text)
{
    bsn_file_sweep(path);
    return whole_add(ctx, path, text);
}

int whole_probe(basin_ctx *ctx, const char *path)
{
    return bsn_file_probe(ctx, path) == BASIN_STATUS_OK ? 0 : complain_ctx(ctx);
}

bool whole_lines(FILE *to, int64_t *whole)
{
    return bsn_file_grow(to, whole);
}

int whole_read(basin_ctx *ctx, const char *path, char **bytes, size_t *length)
{
    return bsn_file_read_text(ctx, path, bytes, length) == BASIN_STATUS_OK ? 0 : complain_ctx(ctx);
}

void whole_free(basin_ctx *ctx, char *bytes)
{
    bsn_free(ctx, bytes);
}

bool whole_same(const char *one, const char *other)
{
    struct stat a, b;

    return stat(one, &a) == 0 && stat(other, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
