/* setup.c - from options to a model and a way of solving; the progress line of a solve. */
#define _GNU_SOURCE
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const energies[] = { "compact", "paper", "exact" };

const char *energy_word(enum basin_energy energy)
{
    return energies[energy];
}

enum basin_energy energy_of(const char *word)
{
    int energy = BASIN_ENERGY_COMPACT;

    while (energy < BASIN_ENERGY_EXACT && strcmp(energies[energy], word) != 0)
        energy++;
    return (enum basin_energy)energy;
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

void setup_progress(void *setup, const struct basin_moment *now)
{
    struct setup *const s = setup;
    char line[200], took[32], best[48] = "", left[48] = "", rest[32];
    double seconds;

    if (!setup_show(s, &seconds))
        return;
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

/* --------------------------------------------------------------------------------- model ---- */

int model_open(basin_ctx *ctx, const char *domain, const struct options *o, const char *energy,
               basin_model **model)
{
    if (!o->model) {
        if (basin_model_default(ctx, domain, energy_of(energy), model) != BASIN_STATUS_OK)
            return complain_ctx(ctx);
        return 0;
    }
    if (basin_model_load(ctx, o->model, model) != BASIN_STATUS_OK)
        return complain_ctx(ctx);
    if (strcmp(basin_model_domain(*model), domain) != 0)
        return complain("%s: a model of %s, not of %s", o->model, basin_model_domain(*model),
                        domain);
    if (o->energy && basin_model_energy(*model) != energy_of(o->energy))
        return complain("%s: its energies are %s, not %s", o->model,
                        energy_word(basin_model_energy(*model)), o->energy);
    return 0;
}

static void set_solve(const struct options *o, struct setup *s)
{
    const bool paper = strcmp(o->method, "paper") == 0;

    s->method = o->method;
    s->sampler = o->sampler ? o->sampler : paper ? "pem" : basin_sampler_name(0);
    s->selection = paper ? "lowest energy" : "first verified";
    s->silent = o->quiet || !isatty(STDERR_FILENO);
    s->solve = (struct basin_solve_opts)BASIN_SOLVE_OPTS_INIT;
    s->solve.method = paper ? BASIN_METHOD_PAPER : BASIN_METHOD_BASIN;
    s->solve.sampler = o->sampler;
    s->solve.compose = o->compose;
    s->solve.particles = (uint32_t)o->particles;
    s->solve.steps = o->steps;
    s->solve.levels = (uint32_t)o->levels;
    s->solve.seconds = o->time > 0 ? o->time : 0;
    s->solve.seed = o->seed;
    s->solve.threads = (uint32_t)o->threads;
    s->solve.should_stop = stop_asked;
    s->solve.on_moment = setup_progress;
    s->solve.user = s;
}

int setup_open(const struct options *o, struct setup *s)
{
    *s = (struct setup){ 0 };
    set_solve(o, s);
    return ctx_new(&s->ctx) == BASIN_STATUS_OK ? 0 : complain("out of memory");
}

int setup_model(const char *domain, const struct options *o, struct setup *s)
{
    const bool paper = s->solve.method == BASIN_METHOD_PAPER;
    const char *const energy = o->energy ? o->energy : paper ? "paper" : "compact";
    const int code = model_open(s->ctx, domain, o, energy, &s->model);

    if (code != 0)
        return code;
    if (o->embeddings &&
        basin_model_embeddings(s->ctx, s->model, o->embeddings) != BASIN_STATUS_OK)
        return complain_ctx(s->ctx);
    if (!o->sampler && !paper)
        s->sampler = basin_domain_sampler(domain);
    if (strcmp(s->sampler, "words") == 0)
        s->selection = "lowest energy";
    s->energy = energy_word(basin_model_energy(s->model));
    return code;
}

void setup_close(struct setup *s)
{
    if (!s->ctx)
        return;
    basin_model_free(s->ctx, s->model);
    basin_ctx_free(s->ctx);
}

/* ------------------------------------------------------------------------------- answers ---- */

basin_status setup_solve(struct setup *s, const basin_problem *problem, size_t count,
                         struct basin_answer *answer)
{
    s->runs = count;
    s->begun = clock_seconds();
    s->shown = 0;
    return basin_solve_many(s->ctx, s->model, problem, &s->solve, count, answer);
}

struct basin_answer *answers_new(size_t count)
{
    struct basin_answer *const answer = calloc(count, sizeof *answer);

    for (size_t i = 0; answer && i < count; i++)
        answer[i] = (struct basin_answer)BASIN_ANSWER_INIT;
    return answer;
}

void answers_free(basin_ctx *ctx, struct basin_answer *answer, size_t count)
{
    for (size_t i = 0; answer && i < count; i++)
        basin_answer_clear(ctx, &answer[i]);
    free(answer);
}
