/* follow.h - who follows a solve as it goes on: the recorder of --trace, the screen of --watch. */
#ifndef BASIN_CLI_FOLLOW_H
#define BASIN_CLI_FOLLOW_H

#include "cli.h"
#include "program/trace.h"
#include "watch.h"

struct follow {
    struct setup *setup;
    struct trace *trace;  /* NULL: not asked for */
    struct watch *watch;  /* likewise */
    const char *path;     /* of the trace */
};

/* What the options ask for, on a problem that is ready to be solved with s. Returns 0, or
 * EXIT_ERROR after complaining; follow_close is needed in any case. */
int follow_open(const struct options *o, const basin_problem *problem, const char *spec,
                struct setup *s, struct follow *f);

/* After the solve: the screen is given back, and the trace written, unless the solve failed.
 * The answer may be NULL when there is none. Returns 0, or EXIT_ERROR after complaining. */
int follow_end(struct follow *f, const struct basin_answer *answer, bool failed);
void follow_close(struct follow *f);

#endif
