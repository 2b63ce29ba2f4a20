/* calls.h - random legal sequences of calls of basin.h, each from a number. */
#ifndef TEST_CALLS_H
#define TEST_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#define CALLS 48 /* of a sequence */

/* Makes the calls of a sequence that are kept, then frees what is left. Every call depends on its
 * place and the number alone, not on those before it, so that some can be left out; one that has
 * nothing to work on does nothing. What breaks a promise ends the process with a line on standard
 * error; `tell` names each call there. Files are made in the folder. */
void calls_run(uint64_t number, const bool keep[static CALLS], const char *folder, bool tell);

#endif
