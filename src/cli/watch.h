/* watch.h - --watch: the search in the terminal while it goes on. */
#ifndef BASIN_CLI_WATCH_H
#define BASIN_CLI_WATCH_H

#include "cli.h"

struct watch;

/* Opens the screen for a solve; all that is given must live as long. NULL after complaining. */
struct watch *watch_new(const struct setup *s, const basin_problem *problem, const char *spec);
void watch_free(struct watch *w);  /* accepts NULL */

/* From here on it is solved with another limit than the problem has. */
void watch_limit(struct watch *w, uint32_t limit);

/* How long the run of this moment has waited for the display. */
double watch_waited(struct watch *w, const struct basin_moment *now);

/* Draws a frame, if it is time for one; short runs wait so that they can be seen. */
void watch_moment(struct watch *w, const struct basin_moment *now);

/* Shows the answer (NULL: there is none) for a moment, then gives the terminal back. */
void watch_end(struct watch *w, const struct basin_answer *answer);

#endif
