/* help.h - the longer forms of help, made from the same tables. */
#ifndef BASIN_CLI_HELP_H
#define BASIN_CLI_HELP_H

#include "cli.h"

/* How the value of an option is written: "N", "a|b|c", or nothing. */
void option_value(const struct option *row, char *text, size_t room);

/* Its sentence, behind the domains that it is for when `domain` (NULL: any) leaves that open. */
void option_text(const struct option *row, const char *domain, char *text, size_t room);

int help_usage(void);  /* on standard error, for a command line without a verb; EXIT_ERROR */
void help_man(void);   /* doc/basin.1 */

/* completions/basin.bash, completions/_basin, completions/basin.fish */
void help_bash(void);
void help_zsh(void);
void help_fish(void);

#endif
