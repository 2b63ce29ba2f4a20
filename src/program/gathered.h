/* gathered.h - a stream whose text is gathered in memory, all of it or none. */
#ifndef BASIN_PROGRAM_GATHERED_H
#define BASIN_PROGRAM_GATHERED_H

#include <stdbool.h>
#include <stdio.h>

struct gathered {
    char *text;  /* ends in 0; to be freed */
    size_t length, room;
    bool lost;
};

/* NULL: no memory. *to must stay where it is until gathered_close. */
FILE *gathered_open(struct gathered *to);

/* Closes the stream: is all that was printed there? If not, the text is NULL. */
bool gathered_close(FILE *stream, struct gathered *to);

#endif
