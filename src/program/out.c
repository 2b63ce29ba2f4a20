/* out.c - standard output: was all of it written, and may it have colours? */
#define _GNU_SOURCE
#include "program/program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int out_finish(int code)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    return complain("cannot write to standard output: %s",
                    errno ? strerror(errno) : "an earlier write failed");
}

bool out_color(void)
{
    const char *const refused = getenv("NO_COLOR");

    return isatty(STDOUT_FILENO) && !(refused && *refused);
}
