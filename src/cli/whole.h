/* whole.h - files that appear when all of them is written, or not at all. */
#ifndef BASIN_CLI_WHOLE_H
#define BASIN_CLI_WHOLE_H

#include <stdbool.h>
#include <stdio.h>

#define WHOLE_CHARS 4096

struct whole {
    FILE *to;  /* write here */
    const char *path;
    char temporary[WHOLE_CHARS];
};

/* Both return 0, or EXIT_ERROR after complaining. Closing gives the file its name, if `keep`; else
 * nothing is left of it. */
int whole_open(const char *path, struct whole *file);
int whole_close(struct whole *file, bool keep);

/* Can a file be written there? Asked before long work. */
int whole_probe(const char *path);

#endif
