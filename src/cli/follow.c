/* follow.c - who follows a solve as it goes on: the recorder of --trace, the screen of --watch. */
#include "follow.h"

#include "program/whole.h"

#include <string.h>

static void on_moment(void *user, const struct basin_moment *now)
{
    struct follow *const f = user;
    struct basin_moment own = *now;

    if (f->watch)
        own.seconds -= watch_waited(f->watch, now);  /* the time of the run, not of the display */
    if (f->trace)
        trace_moment(f->trace, &own);
    if (f->watch)
        watch_moment(f->watch, &own);
    else
        setup_progress(f->setup, now);
}

static int open_trace(const struct options *o, const basin_problem *problem, const char *spec,
                      const struct setup *s, struct follow *f)
{
    const struct trace_about about = { .instance = spec, .method = s->method,
                                       .sampler = s->sampler, .energy = s->energy,
                                       .seed = s->solve.seed };

    if (strcmp(o->trace, "-") == 0)
        return complain("--trace needs a file: answers go to standard output");
    if (o->count > 1)
        return complain("--trace records one run; --count asks for %llu",
                        (unsigned long long)o->count);
    if (basin_problem_has_limit(problem) && basin_problem_limited(problem) == 0)
        return complain("--trace records one run; without -k there are several");
    if (whole_probe(s->ctx, o->trace) != 0)
        return EXIT_ERROR;
    f->path = o->trace;
    f->trace = trace_new(s->ctx, problem, &about);
    return f->trace ? 0 : EXIT_ERROR;
}

int follow_open(const struct options *o, const basin_problem *problem, const char *spec,
                struct setup *s, struct follow *f)
{
    if (!o->trace && !o->watch)
        return 0;
    if (o->trace && open_trace(o, problem, spec, s, f) != 0)
        return EXIT_ERROR;
    if (o->watch) {
        f->watch = watch_new(s, problem, spec);
        if (!f->watch)
            return EXIT_ERROR;
    }
    f->setup = s;
    s->solve.watch = true;
    s->solve.on_moment = on_moment;
    s->solve.user = f;
    return 0;
}

int follow_end(struct follow *f, const struct basin_answer *answer, bool failed)
{
    if (f->watch)
        watch_end(f->watch, answer);
    return f->trace && !failed ? trace_save(f->trace, answer, f->path) : 0;
}

void follow_close(struct follow *f)
{
    watch_free(f->watch);
    trace_free(f->trace);
}
