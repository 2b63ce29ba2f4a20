/* setup.c - from options to a model and a way of solving; the progress line of a solve. */
#define _GNU_SOURCE
#include "cli.h"

#include <basin_words.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum basin_energy energy_of(const char *word)
{
    enum basin_energy energy = BASIN_ENERGY_COMPACT;

    while (energy < BASIN_ENERGY_EXACT && strcmp(basin_energy_name(energy), word) != 0)
        energy++;
    return energy;
}

const char *solved_word(const char *domain)
{
    return basin_domain_has(domain, BASIN_TRAIT_RANKED) ? "believed" : "solved";
}

/* ------------------------------------------------------------------------- progress line ---- */

bool setup_show(struct setup *s, double *seconds)
{
    *seconds = clock_seconds() - s->begun;
    if (s->silent || *seconds < 0.5 || *seconds - s->shown < 0.1)
        return false;
    s->shown = *seconds;
    return true;
}

/* Once, when a run has taken long enough to show its progress: does nothing end it? Two samplers
 * have no schedule that comes to an end. */
static void tell_endless(struct setup *s)
{
    if (s->told || s->solve.seconds > 0 || s->solve.steps > 0 ||
        (strcmp(s->sampler, basin_sampler_name(0)) != 0 && strcmp(s->sampler, "focus") != 0))
        return;
    s->told = true;
    tell("no limit is set (--time, --steps); Ctrl-C ends the run with the best so far");
}

void setup_progress(void *setup, const struct basin_moment *now)
{
    struct setup *const s = setup;
    char line[200], took[32], best[48] = "", left[48] = "", rest[32];
    double seconds;

    if (!setup_show(s, &seconds))
        return;
    tell_endless(s);
    const double rate = now->seconds > 0 ? (double)now->step / now->seconds : 0;
    double remains = s->solve.seconds > 0 ? s->solve.seconds - seconds : -1;
    if (s->solve.steps > now->step && rate > 0 && s->runs == 1) {
        const double by_steps = (double)(s->solve.steps - now->step) / rate;
        remains = remains < 0 || by_steps < remains ? by_steps : remains;
    }
    if (remains >= 0)
        snprintf(left, sizeof left, ", at most %s left", time_text(remains, rest));
    if (now->value)
        snprintf(best, sizeof best, ", best breaks %llu", (unsigned long long)now->violated);
    snprintf(line, sizeof line, "%s, step %llu, %.0f steps/s%s%s", time_text(seconds, took),
             (unsigned long long)now->step, rate, best, left);
    progress_show(line);
}

/* ------------------------------------------------------------------------------- options ---- */

/* That is asked for, before there is a model. */
static const char *asked_energy(const struct options *o)
{
    return o->energy ? o->energy : strcmp(o->method, "paper") == 0 ? "paper" : "compact";
}

static void set_solve(const struct options *o, struct setup *s)
{
    const bool paper = strcmp(o->method, "paper") == 0;

    s->method = o->method;
    s->sampler = o->sampler ? o->sampler : paper ? "pem" : basin_sampler_name(0);
    s->selection = paper ? "lowest energy" : "first verified";
    s->energy = asked_energy(o);
    s->kernel = o->kernel ? o->kernel : basin_kernel_name(0);
    s->silent = o->quiet || !isatty(STDERR_FILENO);
    s->solve = (struct basin_solve_opts)BASIN_SOLVE_OPTS_INIT;
    s->solve.method = paper ? BASIN_METHOD_PAPER : BASIN_METHOD_BASIN;
    s->solve.sampler = o->sampler;
    s->solve.compose = o->compose;
    s->solve.particles = (uint32_t)o->particles;
    s->solve.steps = o->steps;
    s->samples = o->count;
    s->solve.levels = (uint32_t)o->levels;
    s->solve.seconds = o->time > 0 ? o->time : 0;
    s->solve.seed = o->seed;
    s->solve.threads = (uint32_t)o->threads;
    s->solve.kernel = o->kernel;
    s->solve.whole = o->whole;
    s->solve.should_stop = stop_asked;
    s->solve.on_moment = setup_progress;
    s->solve.user = s;
}

int setup_open(const struct options *o, struct setup *s)
{
    *s = (struct setup){ 0 };
    set_solve(o, s);
    if (ctx_new(&s->ctx) != BASIN_STATUS_OK)
        return complain("out of memory");
    memory_set(o, 1, s->ctx);
    return 0;
}

void setup_words(const char *domain, enum basin_energy energy, const struct options *o,
                 struct setup *s)
{
    s->domain = domain;
    s->energy = basin_energy_name(energy);
    if (!o->sampler && s->solve.method != BASIN_METHOD_PAPER &&
        (!o->compose || strcmp(o->compose, "basin") == 0))
        s->sampler = basin_domain_sampler(domain, energy);
    s->chosen = !o->sampler && s->solve.method != BASIN_METHOD_PAPER;
    if (basin_domain_has(domain, BASIN_TRAIT_MODELS))
        s->selection = "lowest sum";
    else if (strcmp(s->sampler, "words") == 0)
        s->selection = "lowest energy";
}

const char *setup_sampler(const struct setup *s, const struct basin_answer *answer)
{
    return answer->sampler > 0 ? basin_sampler_name(answer->sampler - 1) : s->sampler;
}

/* Instances that name their models themselves. */
static int setup_without(const char *domain, const struct options *o, struct setup *s)
{
    if (o->model || o->energy || s->solve.method == BASIN_METHOD_PAPER)
        return complain("%s: its files name their models: --model, --energy and --method paper are "
                        "not for it", domain);
    setup_words(domain, BASIN_ENERGY_COMPACT, o, s);
    return 0;
}

int setup_model(const char *domain, const struct options *o, struct setup *s)
{
    if (basin_domain_has(domain, BASIN_TRAIT_MODELS))
        return setup_without(domain, o, s);
    const int code = model_open(s->ctx, domain, o, asked_energy(o), &s->model);

    if (code != 0)
        return code;
    if (o->embeddings) {
        basin_model *const bare = s->model;
        const basin_status status =
            basin_model_with_embeddings(s->ctx, bare, o->embeddings, &s->model);
        if (status != BASIN_STATUS_OK)
            return complain_ctx(s->ctx);
        basin_model_free(s->ctx, bare);
    }
    setup_words(domain, basin_model_energy(s->model), o, s);
    return code;
}

void setup_close(struct setup *s)
{
    if (!s->ctx)
        return;
    basin_model_free(s->ctx, s->model);
    basin_ctx_free(s->ctx);
}

basin_status setup_solve(struct setup *s, const basin_problem *problem, size_t count,
                         struct basin_answer *answer)
{
    s->runs = count;
    s->begun = clock_seconds();
    s->shown = 0;
    return basin_solve_many(s->ctx, s->model, problem, &s->solve, count, answer);
}
