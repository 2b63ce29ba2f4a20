/* train_talk.c - the progress of a training as lines, and its end. */
#include "train_talk.h"

#include <math.h>
#include <unistd.h>

#define LOG_SECONDS 10 /* between lines when nobody watches */

struct train_talk train_talk_new(const struct options *o)
{
    return (struct train_talk){ .o = o, .terminal = isatty(STDERR_FILENO),
                                .begun = clock_seconds() };
}

void train_talk_moment(void *user, const struct basin_train_moment *now)
{
    struct train_talk *const t = user;
    const double seconds = clock_seconds() - t->begun;
    char line[256], left[32], losses[96] = "";

    if (t->o->quiet)
        return;
    if (now->note)
        tell("%s", now->note);
    if (seconds - t->shown < (t->terminal ? 0.1 : LOG_SECONDS))
        return;
    t->shown = seconds;
    if (!isnan(now->loss))
        snprintf(losses, sizeof losses, ", loss %.4g (diffusion %.4g, contrastive %.4g)",
                 now->loss, now->diffusion, now->contrastive);
    snprintf(line, sizeof line, "%s: step %llu of %llu, %.3g steps/s, %s left%s", now->network,
             (unsigned long long)now->step, (unsigned long long)now->steps, now->steps_per_second,
             time_text(now->seconds_left, left), losses);
    if (t->terminal)
        progress_show(line);
    else
        tell("%s", line);
}

/* Trainings of some minutes, from dictionaries, write no checkpoints. */
static void tell_stopped(const struct train_talk *t)
{
    char state[4096];
    const int chars = snprintf(state, sizeof state, "%s.state", t->o->output);

    if (chars > 0 && chars < (int)sizeof state && access(state, F_OK) == 0)
        tell("stopped; go on with --resume (checkpoint: %s)", state);
    else
        tell("stopped; nothing was written");
}

int train_talk_end(const struct train_talk *t, const basin_ctx *ctx, basin_status status)
{
    char took[32];

    progress_show(NULL);
    if (status == BASIN_STATUS_STOPPED) {
        if (!t->o->quiet)
            tell_stopped(t);
        return EXIT_STOPPED;
    }
    if (status != BASIN_STATUS_OK)
        return complain_ctx(ctx);
    if (!t->o->quiet)
        tell("%s written after %s", t->o->output, time_text(clock_seconds() - t->begun, took));
    return EXIT_DONE;
}
