/* verb_train.c - learns a domain's energies, with a progress line, and stops on request. */
#define _GNU_SOURCE
#include "train_talk.h"

#include "program/ranks.h"

#include <string.h>
#include <unistd.h>

struct training {
    struct train_talk talk;
    const struct options *o;
    const char *energy;  /* asked for, or the default */
};

static struct basin_train_opts train_opts(struct training *t, const basin_model *refine)
{
    const struct options *const o = t->o;
    struct basin_train_opts opts = BASIN_TRAIN_OPTS_INIT;

    opts.energy = refine ? basin_model_energy(refine) : energy_of(t->energy);
    opts.refine = refine;
    opts.steps = o->steps;
    opts.batch = (uint32_t)o->batch;
    opts.rate = o->rate;
    opts.diffusion = o->diffusion;
    opts.contrastive = o->contrastive;
    opts.seed = o->seed;
    opts.threads = (uint32_t)o->threads;
    opts.resume = o->resume;
    opts.checkpoint_seconds = o->checkpoint;
    opts.log = o->log;
    opts.full = o->full;
    opts.clues = o->clues;
    opts.hold_out = o->hold_out;
    opts.hold_from = o->hold_from;
    opts.only_clues = o->only_clues;
    opts.audit = o->audit;
    opts.embeddings = o->embeddings;
    opts.kernel = o->kernel;
    opts.board = (uint32_t)o->board;
    opts.should_stop = stop_asked;
    opts.on_moment = train_talk_moment;
    opts.user = t;
    opts.team = ranks_team();
    return opts;
}

/* With --resume: a model and no checkpoint are what a training leaves that came to its end. */
static bool is_finished(const struct training *t, basin_ctx *ctx)
{
    const char *const path = t->o->output;
    basin_model *model = NULL;
    char state[4096];
    const int chars = snprintf(state, sizeof state, "%s.state", path);

    if (!t->o->resume || chars >= (int)sizeof state || access(state, F_OK) == 0 ||
        access(path, F_OK) != 0)
        return false;
    const bool same = basin_model_load(ctx, path, &model) == BASIN_STATUS_OK &&
                      strcmp(basin_model_domain(model), t->o->operand[0]) == 0 &&
                      basin_model_energy(model) == energy_of(t->energy);
    basin_model_free(ctx, model);
    return same;
}

static int train(struct training *t, basin_ctx *ctx)
{
    const struct options *const o = t->o;
    basin_model *refine = NULL;
    int code = 0;

    if (o->refine)
        code = model_open(ctx, o->operand[0], o, t->energy, &refine);
    if (code == 0) {
        const struct basin_train_opts opts = train_opts(t, refine);
        if (opts.energy == BASIN_ENERGY_EXACT)
            code = complain("train: exact energies are not learned; they need no model file");
        else
            code = train_talk_end(&t->talk, ctx,
                                  basin_train(ctx, o->operand[0], &opts, o->output));
    }
    basin_model_free(ctx, refine);
    return code;
}

int verb_train(const struct verb *verb, const struct options *o)
{
    struct training t = { .talk = train_talk_new(o), .o = o,
                          .energy = o->energy ? o->energy : "compact" };
    basin_ctx *ctx;

    if (!o->output)
        return complain("train needs -o FILE; see `basin help %s`", verb->name);
    if (o->model && !o->refine)
        return complain("train: --model is for --refine only; see `basin help %s`", verb->name);
    if (ctx_new(&ctx) != BASIN_STATUS_OK)
        return complain("out of memory");
    memory_set(o, 1, ctx);
    basin_ctx_stop(ctx, stop_asked, NULL, 0);
    int code = EXIT_DONE;
    if (!is_finished(&t, ctx))
        code = train(&t, ctx);
    else if (!o->quiet)
        tell("%s is finished: there is nothing to resume; without --resume it is trained anew",
             o->output);
    basin_ctx_free(ctx);
    return code;
}
