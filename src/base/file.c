/* file.c - reading with a limit, writing atomically. */
#define _GNU_SOURCE
#include "base/file.h"

#include "base/mem.h"
#include "base/unpack.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CHUNK ((size_t)1 << 22)  /* bytes read between polls */
#define PATIENCE 20              /* milliseconds between them where nothing comes */

static basin_status io_error(basin_ctx *ctx, const char *path, const char *what)
{
    return bsn_fail(ctx, BASIN_STATUS_IO, "%s: %s: %s", path, what, strerror(errno));
}

/* Waits until there is something to read; pipes and terminals may keep it waiting, and a stop is
 * heard meanwhile. */
static basin_status await(basin_ctx *ctx, int fd)
{
    struct pollfd ready = { .fd = fd, .events = POLLIN };
    int count;

    do {
        BSN_TRY(bsn_poll(ctx));
        count = poll(&ready, 1, PATIENCE);
    } while (count == 0 || (count < 0 && errno == EINTR));
    return BASIN_STATUS_OK;
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
    BSN_TRY(BSN_NEW(ctx, hint, &block));
    capacity = hint;
    for (;;) {
        if (used > BSN_FILE_MAX) {
            status = bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "%s: larger than %zu bytes", path,
                              BSN_FILE_MAX);
            goto out;
        }
        BSN_TRY_OUT(bsn_grow(ctx, (void **)&block, &capacity, used + 2, 1));
        BSN_TRY_OUT(await(ctx, fd));
        const size_t room = capacity - used - 1;
        const ssize_t got = read(fd, block + used, room < CHUNK ? room : CHUNK);
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

basin_status bsn_file_read_text(basin_ctx *ctx, const char *path, char **bytes, size_t *length)
{
    static const char mark[] = "\xef\xbb\xbf";
    const size_t chars = sizeof mark - 1;

    BSN_TRY(bsn_file_read(ctx, path, bytes, length));
    if (*length >= chars && memcmp(*bytes, mark, chars) == 0) {
        *length -= chars;
        memmove(*bytes, *bytes + chars, *length + 1);
    }
    return BASIN_STATUS_OK;
}

static void folder_of(const char *path, char folder[static BSN_PATH_CHARS])
{
    const char *const slash = strrchr(path, '/');

    if (!slash)
        snprintf(folder, BSN_PATH_CHARS, ".");
    else
        snprintf(folder, BSN_PATH_CHARS, "%.*s", (int)(slash - path + 1), path);
}

/* Makes a rename in path's folder durable. A folder that cannot be opened is not an error: the
 * file itself is whole by then. */
static void sync_folder(const char *path)
{
    char folder[BSN_PATH_CHARS];

    folder_of(path, folder);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
}

/* Is there something that is written to as it stands: a device, a pipe, or a link into nothing,
 * where no earlier file is to be kept? */
static bool is_through(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 ? !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)
                                  : lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

/* Where a path leads: links are followed, so that renaming replaces what they name. */
static basin_status find_target(basin_ctx *ctx, const char *path, struct bsn_writing *file)
{
    struct stat info;
    const bool link = lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
    char *const real = link ? realpath(path, NULL) : NULL;
    const int chars = snprintf(file->target, sizeof file->target, "%s", real ? real : path);

    free(real);
    if (chars < 0 || (size_t)chars >= sizeof file->target)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a file name of %zu characters is too long",
                        strlen(path));
    errno = *path ? EISDIR : ENOENT;  /* both would show only when the file is renamed */
    if (!*path || (stat(path, &info) == 0 && S_ISDIR(info.st_mode)))
        return io_error(ctx, path, "cannot create");
    return BASIN_STATUS_OK;
}

/* Makes a file that was not there, under a name that nobody could have guessed. */
static basin_status open_temporary(basin_ctx *ctx, const char *path, struct bsn_writing *file)
{
    uint64_t word;

    errno = EIO;
    if (getrandom(&word, sizeof word, 0) != (ssize_t)sizeof word)
        return io_error(ctx, path, "cannot create");
    const int chars = snprintf(file->temporary, sizeof file->temporary, "%s.tmp.%016llx",
                               file->target, (unsigned long long)word);
    if (chars < 0 || (size_t)chars >= sizeof file->temporary)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a file name of %zu characters is too long",
                        strlen(path));
    const int fd = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                        0666);
    if (fd >= 0)
        (void)flock(fd, LOCK_EX | LOCK_NB);  /* says that we live: see remove_if_left */
    file->to = fd < 0 ? NULL : fdopen(fd, "w");
    if (fd >= 0 && !file->to) {
        close(fd);
        unlink(file->temporary);
    }
    return file->to ? BASIN_STATUS_OK : io_error(ctx, path, "cannot create");
}

basin_status bsn_file_begin(basin_ctx *ctx, const char *path, struct bsn_writing *file)
{
    BSN_TRY(find_target(ctx, path, file));
    file->path = path;
    file->temporary[0] = 0;
    if (!is_through(path))
        return open_temporary(ctx, path, file);
    file->to = fopen(path, "we");
    return file->to ? BASIN_STATUS_OK : io_error(ctx, path, "cannot create");
}

basin_status bsn_file_end(basin_ctx *ctx, struct bsn_writing *file, bool keep)
{
    const bool through = !file->temporary[0];
    const bool written = keep && !ferror(file->to) && fflush(file->to) == 0 &&
                         (through || fsync(fileno(file->to)) == 0);
    const bool closed = fclose(file->to) == 0;

    if (written && closed && (through || rename(file->temporary, file->target) == 0)) {
        sync_folder(file->target);
        return BASIN_STATUS_OK;
    }
    const basin_status status = keep ? io_error(ctx, file->path, "cannot write")
                                     : BASIN_STATUS_OK;
    if (!through)
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

bool bsn_file_grow(FILE *to, int64_t *whole)
{
    struct stat info;

    if (!ferror(to) && fflush(to) == 0) {
        *whole = ftello(to);
        return true;
    }
    const int why = errno, file = fileno(to);
    __fpurge(to);  /* else it is tried again when the file is closed */
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && *whole >= 0 &&
        ftruncate(file, (off_t)*whole) == 0)
        (void)lseek(file, (off_t)*whole, SEEK_SET);
    errno = why;
    return false;
}

/* Removes a temporary whose writer was killed: nobody holds its lock any more. */
static void remove_if_left(int folder, const char *name)
{
    const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    if (fd < 0)
        return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        unlinkat(folder, name, 0);
    close(fd);
}

/* Of a name with .tmp.WORD at its end, a WORD as above, how long it is without; 0 for others. */
static size_t stem_chars(const char *name)
{
    const size_t length = strlen(name), tail = strlen(".tmp.") + 16;
    const char *const end = name + (length > tail ? length - tail : 0);

    return length > tail && strncmp(end, ".tmp.", 5) == 0 &&
                   strspn(end + 5, "0123456789abcdef") == 16
               ? length - tail
               : 0;
}

/* Names of files that are written: they begin and end so, and `any` has anything in between. */
struct names {
    const char *begin, *end;
    bool any;
};

static bool is_one_of(const struct names *names, const char *stem, size_t chars)
{
    const size_t begin = strlen(names->begin), end = strlen(names->end);

    return chars >= begin + end && (names->any || chars == begin + end) &&
           strncmp(stem, names->begin, begin) == 0 &&
           strncmp(stem + chars - end, names->end, end) == 0;
}

/* What killed runs left in a folder of files with such names. */
static void sweep(const char *folder, const struct names *names, size_t count)
{
    struct dirent *entry;
    DIR *const list = opendir(folder);

    while (list && (entry = readdir(list)) != NULL) {
        const size_t chars = stem_chars(entry->d_name);
        bool left = false;
        for (size_t i = 0; i < count; i++)
            left |= chars > 0 && is_one_of(&names[i], entry->d_name, chars);
        if (left)
            remove_if_left(dirfd(list), entry->d_name);
    }
    if (list)
        closedir(list);
}

void bsn_folder_sweep(const char *folder, const char *begin, const char *end)
{
    sweep(folder, &(struct names){ begin, end, .any = true }, 1);
}

static void sweep_beside(const char *path)
{
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    const struct names names[] = { { name, "", false }, { name, ".state", false } };
    char folder[BSN_PATH_CHARS];

    folder_of(path, folder);
    sweep(folder, names, sizeof names / sizeof *names);
}

void bsn_file_sweep(const char *path)
{
    struct stat info;

    if (is_through(path) && bsn_file_exists(path))
        return;
    sweep_beside(path);
    const bool link = lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
    char *const real = link ? realpath(path, NULL) : NULL;
    if (real)  /* a link's file has its temporaries beside it */
        sweep_beside(real);
    free(real);
}

basin_status bsn_file_probe(basin_ctx *ctx, const char *path)
{
    struct bsn_writing file;

    if (is_through(path) && bsn_file_exists(path))  /* to open a pipe would be to wait */
        return access(path, W_OK) == 0 ? BASIN_STATUS_OK : io_error(ctx, path, "cannot write");
    bsn_file_sweep(path);
    BSN_TRY(bsn_file_begin(ctx, path, &file));
    const basin_status status = bsn_file_end(ctx, &file, false);
    char *const made = file.temporary[0] ? NULL : realpath(path, NULL);  /* by a link into nothing */
    if (made)
        unlink(made);
    free(made);
    return status;
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
