/* solve.c - the public way to an answer: bind the model to the problem, run a sampler, report. */
#include "base/file.h"
#include "base/mem.h"
#include "sample/sampler.h"

#include <math.h>
#include <string.h>

#define PARTICLES_MAX 65536
#define SAMPLE_MAX ((UINT32_MAX >> 12) - 1)  /* a sample and its tile share 32 bits */
#define LARGE 1024  /* coordinates and factors from which on particles are twice as many */

/* What one call works with. */
struct call {
    struct basin_solve_opts opts;
    const basin_problem *problem;
    const struct bsn_sampler *sampler;
    struct bsn_graph graph;
    struct bsn_compose *compose;
    struct bsn_pool *pool;
    uint32_t particles;
    int32_t *fixed;       /* values that the caller or the problem fixes; or NULL */
    float *held, *start;  /* as in the run */
    double began;
};

const char *basin_sampler_name(size_t index)
{
    for (size_t i = 0; bsn_sampler_list[i]; i++)
        if (i == index)
            return bsn_sampler_list[i]->name;
    return NULL;
}

static const struct bsn_sampler *find_sampler(const char *name)
{
    for (size_t i = 0; bsn_sampler_list[i]; i++)
        if (strcmp(bsn_sampler_list[i]->name, name) == 0)
            return bsn_sampler_list[i];
    return NULL;
}

const char *basin_sampler_summary(const char *sampler)
{
    const struct bsn_sampler *const found = find_sampler(sampler);

    return found ? found->summary : NULL;
}

static basin_status find_mode(basin_ctx *ctx, const struct basin_solve_opts *opts,
                              enum bsn_compose_mode *mode)
{
    static const char *const names[] = { "basin", "sum", "mean" };

    *mode = opts->method == BASIN_METHOD_PAPER ? BSN_COMPOSE_MEAN : BSN_COMPOSE_BASIN;
    if (!opts->compose)
        return BASIN_STATUS_OK;
    for (int i = 0; i < 3; i++)
        if (strcmp(opts->compose, names[i]) == 0) {
            *mode = (enum bsn_compose_mode)i;
            return BASIN_STATUS_OK;
        }
    return bsn_fail(ctx, BASIN_STATUS_INPUT,
                    "no composition \"%.40s\"; there are: basin sum mean", opts->compose);
}

/* Copies the options that the caller's struct has; the rest keep their defaults. */
static void take_opts(const struct basin_solve_opts *given, struct basin_solve_opts *opts)
{
    const struct basin_solve_opts standard = BASIN_SOLVE_OPTS_INIT;

    *opts = standard;
    if (given)
        memcpy(opts, given, given->size < sizeof *opts ? given->size : sizeof *opts);
}

static const char *own_sampler(const struct bsn_domain *domain)
{
    return domain->sampler ? domain->sampler : bsn_sampler_list[0]->name;
}

const char *basin_domain_sampler(const char *domain)
{
    const struct bsn_domain *const found = bsn_domain_find(NULL, domain);

    return found ? own_sampler(found) : NULL;
}

/* What the problem itself holds fixed is added to what the caller does. */
static basin_status fix_values(basin_ctx *ctx, struct call *call)
{
    const struct bsn_domain *const domain = call->problem->domain;

    if (!domain->given)
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_NEW(ctx, call->problem->values, &call->fixed));
    for (size_t i = 0; i < call->problem->values; i++)
        call->fixed[i] = call->opts.fixed ? call->opts.fixed[i] : -1;
    domain->given(call->problem->instance, call->fixed);
    call->opts.fixed = call->fixed;
    return BASIN_STATUS_OK;
}

static basin_status check_opts(basin_ctx *ctx, size_t count, struct call *call)
{
    const struct basin_solve_opts *const o = &call->opts;
    const char *const name = o->sampler                        ? o->sampler
                             : o->method == BASIN_METHOD_PAPER ? "pem"
                                                               : own_sampler(call->problem->domain);

    call->sampler = find_sampler(name);
    if (!call->sampler)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "no sampler \"%.40s\"", name);
    if (o->particles > PARTICLES_MAX)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%u particles asked for; at most %d",
                        o->particles, PARTICLES_MAX);
    if (!(o->seconds >= 0) || o->sample > SAMPLE_MAX || count > SAMPLE_MAX + 1 - o->sample)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "a time limit or sample number that makes no sense");
    return BASIN_STATUS_OK;
}

static basin_status set_levels(basin_ctx *ctx, struct call *call)
{
    const uint32_t levels = call->opts.levels;

    if (levels == 0)
        return BASIN_STATUS_OK;
    if (levels > BSN_LEVELS_MAX)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%u noise levels asked for; at most %d", levels,
                        BSN_LEVELS_MAX);
    if (call->sampler->weights || call->sampler->words)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "sampler \"%s\" does not go down noise levels",
                        call->sampler->name);
    bsn_compose_pace(call->compose, levels);
    return BASIN_STATUS_OK;
}

/* The problem as a graph for that model; to be cleared in any case. */
static basin_status make_graph(basin_ctx *ctx, const basin_model *model,
                               const basin_problem *problem, struct bsn_graph *graph)
{
    const struct bsn_domain *const domain = problem->domain;

    if (strcmp(model->domain, domain->name) != 0)
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "a model of %s cannot solve %s", model->domain,
                        domain->name);
    BSN_TRY(domain->graph(ctx, problem->instance, model, graph));
    bsn_graph_finish(graph);
    return BASIN_STATUS_OK;
}

static basin_status bind(basin_ctx *ctx, const basin_model *model, struct call *call)
{
    const struct bsn_domain *const domain = call->problem->domain;
    enum bsn_compose_mode mode;

    BSN_TRY(find_mode(ctx, &call->opts, &mode));
    BSN_TRY(make_graph(ctx, model, call->problem, &call->graph));
    for (size_t i = 0; i < call->graph.terms && call->sampler->likely; i++)
        if (call->graph.term[i].words)
            BSN_TRY(bsn_words_narrow(ctx, call->graph.term[i].words, call->sampler->likely));
    BSN_TRY(bsn_compose_new(ctx, model, &call->graph, mode, domain->examples, &call->compose));
    if (call->opts.kernel)
        BSN_TRY(bsn_compose_level(ctx, call->compose, call->opts.kernel));
    if (call->sampler->weights && !domain->gait)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "sampler \"%s\" is not for %s",
                        call->sampler->name, domain->name);
    if (call->sampler->words && !bsn_compose_words(call->compose))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "sampler \"%s\" is for energies of words; the %s energies of %s are none",
                        call->sampler->name, bsn_energy_name(model->energy), domain->name);
    return set_levels(ctx, call);
}

/* Coordinates (coords, 16) of the values that are given, NAN elsewhere; NULL for no values. */
static basin_status encode(basin_ctx *ctx, const struct call *call, const int32_t *value,
                           float **y)
{
    if (!value)
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_NEW(ctx, call->graph.coords * BSN_LANES, y));
    call->problem->domain->encode(call->problem->instance, value, NAN, *y);
    return BASIN_STATUS_OK;
}

static basin_status begin(basin_ctx *ctx, const basin_model *model, const basin_problem *problem,
                          const struct basin_solve_opts *opts, size_t count, struct call *call)
{
    *call = (struct call){ .problem = problem, .began = bsn_seconds() };
    take_opts(opts, &call->opts);
    BSN_TRY(check_opts(ctx, count, call));
    BSN_TRY(bind(ctx, model, call));
    BSN_TRY(fix_values(ctx, call));
    BSN_TRY(encode(ctx, call, call->opts.fixed, &call->held));
    BSN_TRY(encode(ctx, call, call->opts.start, &call->start));
    call->particles = call->opts.particles;
    if (call->particles == 0)
        call->particles = call->sampler->particles
                          << (call->graph.coords + call->graph.factors >= LARGE);
    return bsn_pool_new(ctx, call->opts.threads, &call->pool);
}

static void end(basin_ctx *ctx, struct call *call)
{
    bsn_pool_free(ctx, call->pool);
    bsn_compose_free(ctx, call->compose);
    bsn_free(ctx, call->fixed);
    bsn_free(ctx, call->held);
    bsn_free(ctx, call->start);
    bsn_graph_clear(ctx, &call->graph);
}

static struct bsn_run_setup run_setup(const struct call *call, struct bsn_pool *pool)
{
    const bool paper = call->opts.method == BASIN_METHOD_PAPER;

    return (struct bsn_run_setup){ .problem = call->problem, .compose = call->compose,
                                   .sampler = call->sampler, .pool = pool,
                                   .particles = call->particles, .by_energy = paper,
                                   .held = call->held, .start = call->start,
                                   .decode = paper ? BSN_DECODE_PAPER : BSN_DECODE_BASIN };
}

/* What a run found, into an answer whose `value` is there already. */
static void fill_answer(const struct bsn_run *run, uint64_t sample, enum basin_stop stop,
                        struct basin_answer *answer)
{
    answer->stop = stop;
    answer->sample = sample;
    answer->steps = run->steps;
    answer->seconds = bsn_seconds() - run->began;
    answer->particles = run->particles;
    answer->values = run->problem->values;
    answer->kind = run->violated == UINT64_MAX ? BASIN_ANSWER_NONE
                   : run->violated == 0        ? BASIN_ANSWER_SOLVED
                                               : BASIN_ANSWER_BEST;
    if (answer->kind == BASIN_ANSWER_NONE)
        return;
    answer->violated = run->violated;
    answer->energy = run->energy;
    memcpy(answer->value, run->best, answer->values * sizeof *answer->value);
}

/* -------------------------------------------------------------------------- many samples ---- */

struct many {
    const struct call *call;
    struct bsn_run **run;          /* one a thread */
    struct basin_answer *answers;
    double deadline;
    atomic_int stop;
};

static void sample_task(void *arg, size_t task, uint32_t thread)
{
    struct many *const many = arg;
    const struct basin_solve_opts *const opts = &many->call->opts;
    const uint64_t sample = opts->sample + task;

    if (atomic_load(&many->stop) != 0)
        return;  /* not begun: stays NONE */
    struct bsn_run *const run = many->run[thread];
    const enum basin_stop stop =
        bsn_run_sample(run, opts, sample, thread == 0, many->deadline, &many->stop);
    fill_answer(run, sample, stop, &many->answers[task]);
}

/* The calling thread has nothing left to do but others have: their runs do not ask the caller. */
static void poll_caller(void *arg)
{
    struct many *const many = arg;
    const struct basin_solve_opts *const opts = &many->call->opts;

    if (opts->should_stop && atomic_load(&many->stop) == 0 && opts->should_stop(opts->user))
        atomic_store(&many->stop, BASIN_STOP_CALLER);
}

/* How sure each word of an answer is. */
static basin_status fill_sure(basin_ctx *ctx, const struct bsn_compose *compose,
                              struct basin_answer *answer)
{
    const struct bsn_term *const term = bsn_compose_words(compose);
    uint8_t *letter;

    if (!term || answer->kind == BASIN_ANSWER_NONE)
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_NEW(ctx, answer->values, &letter));
    for (size_t i = 0; i < answer->values; i++)
        letter[i] = (uint8_t)answer->value[i];
    const basin_status status = BSN_NEW(ctx, term->f.factors, &answer->sure);
    answer->sures = status == BASIN_STATUS_OK ? term->f.factors : 0;
    for (size_t k = 0; k < answer->sures; k++)
        answer->sure[k] = bsn_words_sure(term->words, &term->f, k, letter);
    bsn_free(ctx, letter);
    return status;
}

/* Samples side by side where there are enough of them, else each on all threads. */
static basin_status run_all(basin_ctx *ctx, struct call *call, size_t count,
                            struct basin_answer *answers)
{
    const uint32_t threads = bsn_pool_threads(call->pool);
    const bool side_by_side = count >= threads;
    const uint32_t runs = side_by_side ? threads : 1;
    struct bsn_run_setup setup = run_setup(call, side_by_side ? NULL : call->pool);
    struct many many = { .call = call, .answers = answers };
    basin_status status;

    if (call->opts.seconds > 0)
        many.deadline = call->began + call->opts.seconds;
    BSN_TRY(BSN_NEW(ctx, runs, &many.run));
    for (uint32_t i = 0; i < runs; i++) {
        setup.watch = call->opts.watch && call->opts.on_moment && i == 0;  /* the caller's thread */
        BSN_TRY_OUT(bsn_run_new(ctx, &setup, &many.run[i]));
    }
    for (size_t i = 0; i < count; i++)
        BSN_TRY_OUT(BSN_NEW(ctx, call->problem->values, &answers[i].value));
    if (side_by_side)
        bsn_pool_run_idle(call->pool, count, sample_task, poll_caller, &many);
    for (size_t i = 0; i < count && !side_by_side; i++)
        sample_task(&many, i, 0);
    for (size_t i = 0; i < count; i++)
        BSN_TRY_OUT(fill_sure(ctx, call->compose, &answers[i]));
    status = BASIN_STATUS_OK;
out:
    for (uint32_t i = 0; i < runs; i++)
        bsn_run_free(ctx, many.run[i]);
    bsn_free(ctx, many.run);
    for (size_t i = 0; i < count; i++)
        if (status != BASIN_STATUS_OK || answers[i].kind == BASIN_ANSWER_NONE) {
            bsn_free(ctx, answers[i].value);
            answers[i].value = NULL;
        }
    return status;
}

basin_status basin_solve_many(basin_ctx *ctx, const basin_model *model,
                              const basin_problem *problem, const struct basin_solve_opts *opts,
                              size_t count, struct basin_answer *answers)
{
    struct call call;

    for (size_t i = 0; i < count; i++)
        basin_answer_clear(ctx, &answers[i]);
    basin_status status = begin(ctx, model, problem, opts, count, &call);
    if (status == BASIN_STATUS_OK)
        status = run_all(ctx, &call, count, answers);
    end(ctx, &call);
    return status;
}

basin_status basin_solve(basin_ctx *ctx, const basin_model *model, const basin_problem *problem,
                         const struct basin_solve_opts *opts, struct basin_answer *answer)
{
    return basin_solve_many(ctx, model, problem, opts, 1, answer);
}

void basin_answer_clear(basin_ctx *ctx, struct basin_answer *answer)
{
    const struct basin_answer empty = BASIN_ANSWER_INIT;

    bsn_free(ctx, answer->value);
    bsn_free(ctx, answer->sure);
    *answer = empty;
}

/* ------------------------------------------------------------------ energies of problems ---- */

/* Evaluates an assignment at level t as the first particle of a run. Both are to be ended by the
 * caller, whatever comes out. */
static basin_status price(basin_ctx *ctx, const basin_model *model, const basin_problem *problem,
                          const int32_t *value, uint32_t t, enum basin_method method,
                          struct call *call, struct bsn_run **run)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;

    opts.method = method;
    opts.sampler = "pem";  /* one for any problem, and no words are left out of its sums */
    opts.particles = opts.threads = 1;
    BSN_TRY(begin(ctx, model, problem, &opts, 1, call));
    if (t < 1 || t > model->schedule.levels)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "noise level %u is not within 1 to %u", t,
                        model->schedule.levels);
    const struct bsn_run_setup setup = run_setup(call, NULL);
    BSN_TRY(bsn_run_new(ctx, &setup, run));
    problem->domain->encode(problem->instance, value, 0, (*run)->tile->y);
    bsn_level_all(&model->schedule, t, &(*run)->tile->level);
    bsn_tile_eval(*run, (*run)->tile, NULL);
    return BASIN_STATUS_OK;
}

basin_status basin_problem_energy(basin_ctx *ctx, const basin_model *model,
                                  const basin_problem *problem, const int32_t *value, uint32_t t,
                                  enum basin_method method, double *energy)
{
    struct bsn_run *run = NULL;
    struct call call;
    const basin_status status = price(ctx, model, problem, value, t, method, &call, &run);

    if (status == BASIN_STATUS_OK)
        *energy = run->tile->energy[0];
    bsn_run_free(ctx, run);
    end(ctx, &call);
    return status;
}

/* The residuals of all factors, each where the constraint is that it stands for. */
static void file_costs(const struct bsn_graph *graph, const float *residual, double *cost)
{
    for (size_t k = 0; k < graph->terms; k++) {
        const struct bsn_term *const term = &graph->term[k];
        for (size_t i = 0; !term->unary && i < term->f.factors; i++, residual += BSN_LANES)
            cost[term->label[i]] += *residual;
    }
}

basin_status basin_problem_costs(basin_ctx *ctx, const basin_model *model,
                                 const basin_problem *problem, const int32_t *value, uint32_t t,
                                 enum basin_method method, double **cost, size_t *count)
{
    const struct bsn_domain *const domain = problem->domain;
    struct bsn_run *run = NULL;
    struct call call;
    double *list = NULL;

    if (!domain->costs)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has no energy maps", domain->name);
    const size_t costs = domain->costs(problem->instance);
    basin_status status = price(ctx, model, problem, value, t, method, &call, &run);

    if (status == BASIN_STATUS_OK)
        status = BSN_NEW(ctx, costs, &list);
    if (status == BASIN_STATUS_OK) {
        file_costs(&call.graph, run->tile->residual, list);
        *cost = list;
        *count = costs;
    }
    bsn_run_free(ctx, run);
    end(ctx, &call);
    return status;
}

void basin_costs_free(basin_ctx *ctx, double *cost)
{
    bsn_free(ctx, cost);
}

basin_status basin_problem_reference(basin_ctx *ctx, const basin_model *model,
                                     const basin_problem *problem, double *energy)
{
    const struct bsn_domain *const domain = problem->domain;
    struct bsn_graph graph = { 0 };
    double found = NAN;
    basin_status status = BASIN_STATUS_OK;

    if (domain->reference) {
        BSN_TRY_OUT(make_graph(ctx, model, problem, &graph));
        BSN_TRY_OUT(domain->reference(ctx, problem->instance, &graph, &found));
    }
    *energy = found;
out:
    bsn_graph_clear(ctx, &graph);
    return status;
}
