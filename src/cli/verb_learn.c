/* verb_learn.c - learns a constraint from a file of examples, and says what was found. */
#include "train_talk.h"

#include "program/ranks.h"
#include "program/whole.h"

static struct basin_learn_opts learn_opts(struct train_talk *t)
{
    const struct options *const o = t->o;
    struct basin_learn_opts opts = BASIN_LEARN_OPTS_INIT;

    opts.ordered = o->ordered;
    opts.values_differ = o->values_differ;
    opts.seed = o->seed;
    opts.steps = o->steps;
    opts.threads = (uint32_t)o->threads;
    opts.resume = o->resume;
    opts.checkpoint_seconds = o->checkpoint;
    opts.log = o->log;
    opts.kernel = o->kernel;
    opts.should_stop = stop_asked;
    opts.on_moment = train_talk_moment;
    opts.user = t;
    opts.team = ranks_team();
    return opts;
}

static void print_report(const struct basin_learn_report *r)
{
    const size_t others = r->made - r->made_known;

    if (r->header)
        printf("the first line is a header\n");
    printf("%zu examples: %s\n", r->examples, r->found);
    printf("valid: %zu of %zu held-out examples are accepted, each judged by the others\n",
           r->examples - r->refused, r->examples);
    if (r->invalid > 0)
        printf("invalid: %zu of %zu given examples are refused, each judged by the others\n",
               r->invalid_told, r->invalid);
    printf("made up: %zu changed examples, %zu of them known valid; of the others %zu are refused "
           "(%.2f %%), the rest may be valid by accident\n",
           r->made, r->made_known, r->made_told,
           100.0 * (double)r->made_told / (double)(others > 0 ? others : 1));
    printf("networks: they judge %zu of %zu rows as that says\n", r->agreed, r->asked);
}

int verb_learn(const struct verb *verb, const struct options *o)
{
    struct train_talk t = train_talk_new(o);
    struct basin_learn_report report = BASIN_LEARN_REPORT_INIT;
    basin_ctx *ctx;

    if (!o->output)
        return complain("learn needs -o FILE; see `basin help %s`", verb->name);
    if (whole_same(o->operand[0], o->output) || (o->invalid && whole_same(o->invalid, o->output)))
        return complain("%s: is what it reads; give -o another file", o->output);
    if (ctx_new(&ctx) != BASIN_STATUS_OK)
        return complain("out of memory");
    memory_set(o, 1, ctx);
    basin_ctx_stop(ctx, stop_asked, NULL, 0);
    const struct basin_learn_opts opts = learn_opts(&t);
    const int code = train_talk_end(&t, ctx,
                                    basin_learn_files(ctx, o->operand[0], o->invalid, o->header,
                                                      &opts, o->output, &report));
    if (code == EXIT_DONE) {
        print_report(&report);
        if (!report.sure)
            tell("warning: not sure: %s", report.why);
    }
    basin_ctx_free(ctx);
    return code;
}
