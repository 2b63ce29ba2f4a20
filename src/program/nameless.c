/* nameless.c - a file that is unlinked as soon as it is open, in TMPDIR or /tmp. */
#define _GNU_SOURCE  /* mkostemp */
#include "program/nameless.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_CHARS 4096

int nameless_file(const char *text, size_t length)
{
    const char *const folder = getenv("TMPDIR");
    char path[PATH_CHARS];

    if (folder && strlen(folder) > sizeof path - 32)
        return -1;
    strcpy(path, folder && *folder ? folder : "/tmp");
    strcat(path, "/basin-XXXXXX");
    const int file = mkostemp(path, O_CLOEXEC);
    if (file < 0)
        return -1;
    unlink(path);
    for (ssize_t wrote; length > 0; text += wrote, length -= (size_t)wrote) {
        wrote = write(file, text, length);
        if (wrote <= 0) {
            close(file);
            return -1;
        }
    }
    lseek(file, 0, SEEK_SET);
    return file;
}
