/* out.c - standard output: JSON pieces, and the check that all of it was written. */
#define _GNU_SOURCE
#include "cli.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes of the UTF-8 character at `text`; 0 when there is none (overlong forms and surrogates
 * pass: nothing here depends on them). */
static size_t utf8_length(const unsigned char *text)
{
    const size_t length = text[0] < 0x80   ? 1
                          : text[0] < 0xc2 ? 0
                          : text[0] < 0xe0 ? 2
                          : text[0] < 0xf0 ? 3
                          : text[0] < 0xf5 ? 4
                                           : 0;

    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

void json_text(FILE *to, const char *text)
{
    const unsigned char *c = (const unsigned char *)text;

    putc('"', to);
    while (*c) {
        const size_t length = utf8_length(c);
        if (length == 0)
            fputs("\\ufffd", to);
        else if (*c < ' ' || *c == 127)
            fprintf(to, "\\u%04x", *c);
        else if (*c == '"' || *c == '\\')
            fprintf(to, "\\%c", *c);
        else
            fwrite(c, 1, length, to);
        c += length ? length : 1;
    }
    putc('"', to);
}

void json_number(FILE *to, double number, int digits)
{
    if (isfinite(number))
        fprintf(to, "%.*g", digits, number);
    else
        fputs("null", to);
}

int out_finish(int code)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    return complain("cannot write to standard output: %s",
                    errno ? strerror(errno) : "an earlier write failed");
}

bool out_colour(void)
{
    const char *const refused = getenv("NO_COLOR");

    return isatty(STDOUT_FILENO) && !(refused && *refused);
}
