/* train_talk.h - what verbs that learn say as they go on, and when they are stopped. */
#ifndef BASIN_CLI_TRAIN_TALK_H
#define BASIN_CLI_TRAIN_TALK_H

#include "cli.h"

struct train_talk {
    const struct options *o;
    bool terminal;
    double begun, shown;
};

struct train_talk train_talk_new(const struct options *o);
/* For on_moment; `user` is the struct, or begins with it. */
void train_talk_moment(void *user, const struct basin_train_moment *now);
/* Says how it ended; returns the exit code. */
int train_talk_end(const struct train_talk *t, const basin_ctx *ctx, basin_status status);

#endif
