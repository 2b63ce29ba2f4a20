/* nameless.h - files without a name, for texts that others read from files. */
#ifndef BASIN_PROGRAM_NAMELESS_H
#define BASIN_PROGRAM_NAMELESS_H

#include <stddef.h>

/* An open file that holds the text, at its beginning, and is gone when it is closed; -1 when there is
 * none to be had. Others open it by the name /dev/fd/NUMBER. */
int nameless_file(const char *text, size_t length);

#endif
