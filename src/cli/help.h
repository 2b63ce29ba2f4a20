/* help.h - the longer forms of help, made from the same tables. */
#ifndef BASIN_CLI_HELP_H
#define BASIN_CLI_HELP_H

#include "cli.h"

/* How the value of an option is written: "N", "a|b|c", or nothing. */
void option_value(const struct option *row, char *text, size_t room);

void help_man(void);         /* doc/basin.1 */
void help_completion(void);  /* completions/basin.bash */

#endif
