/* whole.c - files that appear when all of them is written, or not at all. */
#define _GNU_SOURCE
#include "whole.h"

#include "cli.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int whole_open(const char *path, struct whole *file)
{
    struct stat info;
    const int chars =
        snprintf(file->temporary, WHOLE_CHARS, "%s.tmp.%ld", path, (long)getpid());

    file->path = path;
    if (chars < 0 || chars >= WHOLE_CHARS)
        return complain("a file name of %zu characters is too long", strlen(path));
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))  /* it could not be renamed to that */
        return complain("%s: cannot write: %s", path, strerror(EISDIR));
    file->to = fopen(file->temporary, "we");
    return file->to ? 0 : complain("%s: cannot write: %s", path, strerror(errno));
}

int whole_close(struct whole *file, bool keep)
{
    const bool written =
        keep && !ferror(file->to) && fflush(file->to) == 0 && fsync(fileno(file->to)) == 0;
    const bool closed = fclose(file->to) == 0;

    if (written && closed && rename(file->temporary, file->path) == 0)
        return 0;
    if (keep)
        complain("%s: cannot write: %s", file->path, strerror(errno));
    unlink(file->temporary);
    return keep ? EXIT_ERROR : 0;
}

int whole_probe(const char *path)
{
    struct whole file;

    return whole_open(path, &file) == 0 ? whole_close(&file, false) : EXIT_ERROR;
}
