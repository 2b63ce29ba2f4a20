/* completion.h - what the completions of all shells are made of: cases and their words. */
#ifndef BASIN_CLI_COMPLETION_H
#define BASIN_CLI_COMPLETION_H

#include "cli.h"

#define COMPLETION_CHARS 1024

/* A place in a command line: the verb, and the domain when the verb's first operand is one. */
struct place {
    struct verb verb;
    const char *domain;  /* NULL: none yet, or the verb is not about one */
    bool exact;          /* the first operand is this domain, not just any word */
};

/* The places in an order in which the first that matches is the right one. False past the last. */
bool place_at(size_t index, struct place *place);

/* May a value or an operand be a file? */
bool value_is_file(const struct option *row);
/* What can stand at an operand of the verb, 1 for the first: words, joined by blanks, and whether
 * files can. */
void operand_words(const struct place *place, size_t number, char *words, size_t room);
bool operand_is_file(const struct place *place, size_t number);

/* The sentence of an option up to its first comma or the like, in which nothing is special to a
 * shell. */
void option_brief(const struct option *row, char *text, size_t room);

#endif
