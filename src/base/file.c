/* file.c - reading with a limit, writing atomically. */
#define _GNU_SOURCE
#include "base/file.h"

#include "base/mem.h"
#include "base/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static basin_status io_error(basin_ctx *ctx, const char *path, const char *what)
{
    return bsn_fail(ctx, BASIN_STATUS_IO, "%s: %s: %s", path, what, strerror(errno));
}

static basin_status read_all(basin_ctx *ctx, int fd, const char *path, char **bytes,
                             size_t *length)
{
    struct stat info;
    size_t capacity = 0, used = 0;
    char *block = NULL;
    basin_status status;

    /* A regular file says how large it is: room for all of it and one byte to see its end. */
    const size_t hint = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size >= 0 &&
                                (uint64_t)info.st_size <= BSN_FILE_MAX
                            ? (size_t)info.st_size + 2
                            : 65536;
    BSN_TRY(bsn_grow(ctx, (void **)&block, &capacity, hint, 1));
    for (;;) {
        if (used > BSN_FILE_MAX) {
            status = bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "%s: larger than %zu bytes", path,
                              BSN_FILE_MAX);
            goto out;
        }
        BSN_TRY_OUT(bsn_grow(ctx, (void **)&block, &capacity, used + 2, 1));
        const ssize_t got = read(fd, block + used, capacity - used - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            status = io_error(ctx, path, "cannot read");
            goto out;
        }
        if (got == 0)
            break;
        used += (size_t)got;
    }
    block[used] = 0;
    *bytes = block;
    *length = used;
    return BASIN_STATUS_OK;
out:
    bsn_free(ctx, block);
    return status;
}

static basin_status read_plain(basin_ctx *ctx, const char *path, char **bytes, size_t *length)
{
    if (strcmp(path, "-") == 0)
        return read_all(ctx, STDIN_FILENO, bsn_file_label(path), bytes, length);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return io_error(ctx, path, "cannot open");
    const basin_status status = read_all(ctx, fd, path, bytes, length);
    close(fd);
    return status;
}

basin_status bsn_file_read(basin_ctx *ctx, const char *path, char **bytes, size_t *length)
{
    char *block;
    size_t count;

    BSN_TRY(read_plain(ctx, path, &block, &count));
    const basin_status status = bsn_unpack(ctx, bsn_file_label(path), &block, &count);
    if (status != BASIN_STATUS_OK) {
        bsn_free(ctx, block);
        return status;
    }
    *bytes = block;
    *length = count;
    return BASIN_STATUS_OK;
}

/* Makes a rename in path's folder durable. A folder that cannot be opened is not an error: the
 * file itself is whole by then. */
static void sync_folder(const char *path)
{
    char folder[BSN_PATH_CHARS];
    const char *slash = strrchr(path, '/');

    if (!slash)
        snprintf(folder, sizeof folder, ".");
    else
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path + 1), path);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
}

basin_status bsn_file_begin(basin_ctx *ctx, const char *path, struct bsn_writing *file)
{
    const int chars = snprintf(file->temporary, sizeof file->temporary, "%s.tmp.%ld", path,
                               (long)getpid());
    struct stat info;

    if (chars < 0 || (size_t)chars >= sizeof file->temporary)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a file name of %zu characters is too long",
                        strlen(path));
    errno = *path ? EISDIR : ENOENT;  /* both would show only when the file is renamed */
    if (!*path || (stat(path, &info) == 0 && S_ISDIR(info.st_mode)))
        return io_error(ctx, path, "cannot create");
    file->path = path;
    file->to = fopen(file->temporary, "we");
    return file->to ? BASIN_STATUS_OK : io_error(ctx, path, "cannot create");
}

basin_status bsn_file_end(basin_ctx *ctx, struct bsn_writing *file, bool keep)
{
    basin_status status = BASIN_STATUS_OK;
    const bool written =
        keep && !ferror(file->to) && fflush(file->to) == 0 && fsync(fileno(file->to)) == 0;
    const bool closed = fclose(file->to) == 0;

    if (written && closed && rename(file->temporary, file->path) == 0) {
        sync_folder(file->path);
        return status;
    }
    if (keep)
        status = io_error(ctx, file->path, "cannot write");
    unlink(file->temporary);
    return status;
}

basin_status bsn_file_write(basin_ctx *ctx, const char *path, const void *bytes, size_t length)
{
    struct bsn_writing file;

    BSN_TRY(bsn_file_begin(ctx, path, &file));
    fwrite(bytes, 1, length, file.to);
    return bsn_file_end(ctx, &file, true);
}

basin_status bsn_file_probe(basin_ctx *ctx, const char *path)
{
    struct bsn_writing file;

    BSN_TRY(bsn_file_begin(ctx, path, &file));
    return bsn_file_end(ctx, &file, false);
}

bool bsn_file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

double bsn_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

const char *bsn_file_label(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}
