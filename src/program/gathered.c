/* gathered.c - a stream whose text is gathered in memory, all of it or none.
 *
 * open_memstream does the same, but where memory is short for a moment the C library's drops what
 * it was given and says nothing, not even by ferror.
 */
#define _GNU_SOURCE  /* fopencookie */
#include "program/gathered.h"

#include <stdlib.h>
#include <string.h>

static ssize_t take(void *cookie, const char *bytes, size_t count)
{
    struct gathered *const to = cookie;

    if (to->length + count >= to->room) {
        const size_t room = 2 * (to->length + count) + 1;
        char *const more = realloc(to->text, room);
        if (!more) {
            to->lost = true;
            return 0;
        }
        to->text = more;
        to->room = room;
    }
    memcpy(to->text + to->length, bytes, count);
    to->length += count;
    to->text[to->length] = 0;
    return (ssize_t)count;
}

FILE *gathered_open(struct gathered *to)
{
    *to = (struct gathered){ .text = calloc(1, 1), .room = 1 };
    FILE *const stream =
        to->text ? fopencookie(to, "w", (cookie_io_functions_t){ .write = take }) : NULL;

    if (!stream) {
        free(to->text);
        to->text = NULL;
    }
    return stream;
}

bool gathered_close(FILE *stream, struct gathered *to)
{
    const bool printed = !ferror(stream);

    if (fclose(stream) == 0 && printed && !to->lost)
        return true;
    free(to->text);
    to->text = NULL;
    return false;
}
