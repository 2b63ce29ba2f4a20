/* solve.c - the public way to an answer: bind the model to the problem, run a sampler, report. */
#include "base/file.h"
#include "base/mem.h"
#include "base/team.h"
#include "energy/term_table.h"
#include "sample/answer.h"
#include "sample/together.h"

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
    struct bsn_brake brake;
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
    for (size_t i = 0; name && bsn_sampler_list[i]; i++)
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

    *mode = bsn_method_mode(opts->method);
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

/* Networks of the paper read whole lines at once, with what is given of them: no sampler of
 * assignments knows what to make of that. */
const char *bsn_task_sampler(const struct bsn_task *task, enum basin_energy energy)
{
    const struct bsn_sampler *const own = task->sampler ? find_sampler(task->sampler) : NULL;

    return !own || (own->assignments && energy == BASIN_ENERGY_PAPER) ? bsn_sampler_list[0]->name
                                                                       : own->name;
}

/* Are values that the caller gives such that there are? Not asked where a limit says so: more than it
 * allows breaks constraints, and variables may be left out of the graph. */
static basin_status check_values(basin_ctx *ctx, const struct call *call, const int32_t *value,
                                 const char *what)
{
    const uint32_t *const first = call->graph.variable;

    for (size_t i = 0; value && i < call->problem->values; i++)
        if (value[i] < -1)
            return bsn_fail(ctx, BASIN_STATUS_INPUT,
                            "value %zu %s at %d; -1 says that it is not given", i, what, value[i]);
    if (!value || call->problem->task->limit || call->graph.variables != call->problem->values)
        return BASIN_STATUS_OK;
    for (size_t i = 0; i < call->problem->values; i++) {
        const uint32_t coords = first[i + 1] - first[i], values = coords > 1 ? coords : 2;
        if (value[i] >= (int64_t)values)
            return bsn_fail(ctx, BASIN_STATUS_INPUT, "value %zu %s at %d; it is one of %u, from 0",
                            i, what, value[i], values);
    }
    return BASIN_STATUS_OK;
}

/* What the problem itself holds fixed is added to what the caller does. */
static basin_status fix_values(basin_ctx *ctx, struct call *call)
{
    const struct bsn_task *const task = call->problem->task;

    BSN_TRY(check_values(ctx, call, call->opts.fixed, "is fixed"));
    BSN_TRY(check_values(ctx, call, call->opts.start, "begins"));
    if (!task->given)
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_NEW(ctx, call->problem->values, &call->fixed));
    const int32_t *const asked = call->opts.fixed;
    for (size_t i = 0; i < call->problem->values; i++)
        call->fixed[i] = asked ? asked[i] : -1;
    task->given(call->problem->instance, call->fixed);
    for (size_t i = 0; asked && i < call->problem->values; i++)
        if (asked[i] >= 0 && asked[i] != call->fixed[i])
            return bsn_fail(ctx, BASIN_STATUS_INPUT,
                            "value %zu is fixed at %d; the problem itself gives %d", i, asked[i],
                            call->fixed[i]);
    call->opts.fixed = call->fixed;
    return BASIN_STATUS_OK;
}

static basin_status check_opts(basin_ctx *ctx, size_t count, struct call *call)
{
    const struct basin_solve_opts *const o = &call->opts;
    const size_t samples = o->team ? o->team->count : count;

    BSN_TRY(bsn_method_check(ctx, o->method));
    if (o->team && count > 1)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a team of processes has one answer in common, not %zu",
                        count);
    BSN_TRY(bsn_team_check(ctx, o->team));
    if (o->sampler && !find_sampler(o->sampler))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "no sampler \"%.40s\"", o->sampler);
    if (o->particles > PARTICLES_MAX)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%u particles asked for; at most %d",
                        o->particles, PARTICLES_MAX);
    if (!(o->seconds >= 0) || o->sample > SAMPLE_MAX ||
        samples > SAMPLE_MAX + 1 - o->sample)
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
    if (call->sampler->own_levels)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "sampler \"%s\" does not go down noise levels",
                        call->sampler->name);
    bsn_compose_respace(call->compose, levels);
    return BASIN_STATUS_OK;
}

static basin_status narrow(basin_ctx *ctx, size_t most, struct bsn_graph *graph)
{
    for (size_t k = 0; k < graph->terms; k++) {
        struct bsn_term *const term = &graph->term[k];
        if (term->kind && term->kind->narrow)
            BSN_TRY(term->kind->narrow(ctx, term, most));
    }
    return BASIN_STATUS_OK;
}

/* The caller's, or the method's own. */
static void choose_sampler(const basin_model *model, enum bsn_compose_mode mode, struct call *call)
{
    const struct basin_solve_opts *const o = &call->opts;
    const char *const name = o->sampler                        ? o->sampler
                             : o->method == BASIN_METHOD_PAPER ? "pem"
                             : bsn_task_sampler(call->problem->task, model->energy);

    call->sampler = find_sampler(name);
    if (call->sampler->instead && mode == BSN_COMPOSE_BASIN &&
        call->sampler->instead->fits(&call->graph))
        call->sampler = call->sampler->instead;
    const bool fits = !call->sampler->fits || call->sampler->fits(&call->graph);
    if (!o->sampler && (!fits || (call->sampler->assignments && mode != BSN_COMPOSE_BASIN)))
        call->sampler = bsn_sampler_list[0];
}

/* Are sums of costs to be lowered? */
static bool is_soft(const struct bsn_graph *graph)
{
    const struct bsn_term *const term = bsn_graph_find(graph, &bsn_term_table);

    return term && bsn_tables_soft(term->own, term->f.factors);
}

/* Is the sampler one for this problem and these energies? */
static basin_status check_sampler(basin_ctx *ctx, const basin_model *model,
                                  const struct call *call)
{
    const struct bsn_sampler *const sampler = call->sampler;
    const struct bsn_term_kind *const needs = sampler->needs;
    const basin_problem *const problem = call->problem;

    if ((sampler->weights && !problem->task->dynamics) ||
        (sampler->assignments && !call->graph.variable))
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "sampler \"%s\" is not for %s", sampler->name,
                        problem->name);
    if (sampler->assignments && call->opts.method == BASIN_METHOD_PAPER)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "sampler \"%s\" is not for the paper's method",
                        sampler->name);
    if (sampler->assignments && !sampler->graded && call->graph.terms > BSN_GRAPH_TERMS)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG,
                        "sampler \"%s\" is for at most %d pairs of network and number of inputs, "
                        "those of single variables included; there are %zu", sampler->name,
                        BSN_GRAPH_TERMS, call->graph.terms);
    if (!sampler->graded && is_soft(&call->graph))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "sampler \"%s\" ends where nothing is broken, whatever it costs; costs are for "
                        "\"focus\" and for constraints of 65,536 tuples of values or fewer",
                        sampler->name);
    if (needs && !bsn_graph_find(&call->graph, needs))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "sampler \"%s\" is for energies of %s; the %s energies of %s are none",
                        sampler->name, needs->name, basin_energy_name(model->energy),
                        problem->name);
    return BASIN_STATUS_OK;
}

static basin_status bind(basin_ctx *ctx, const basin_model *model, struct call *call)
{
    const basin_problem *const problem = call->problem;
    enum bsn_compose_mode mode;

    BSN_TRY(find_mode(ctx, &call->opts, &mode));
    BSN_TRY(bsn_problem_graph(ctx, &model, problem, &call->graph));
    choose_sampler(model, mode, call);
    if (call->sampler->narrow)
        BSN_TRY(narrow(ctx, call->sampler->narrow, &call->graph));
    BSN_TRY(bsn_compose_new(ctx, model, &call->graph, mode, problem->task->examples,
                            &call->compose));
    if (call->opts.kernel)
        BSN_TRY(bsn_compose_level(ctx, call->compose, call->opts.kernel));
    BSN_TRY(check_sampler(ctx, model, call));
    return set_levels(ctx, call);
}

/* Coordinates (coords, 16) of the values that are given, NAN elsewhere; NULL for no values. */
static basin_status encode(basin_ctx *ctx, const struct call *call, const int32_t *value,
                           float **y)
{
    if (!value)
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_NEW(ctx, call->graph.coords * BSN_LANES, y));
    call->problem->task->encode(call->problem->instance, value, NAN, *y);
    return BASIN_STATUS_OK;
}

static basin_status begin(basin_ctx *ctx, const basin_model *model, struct call *call)
{
    BSN_TRY(bind(ctx, model, call));
    BSN_TRY(bsn_poll(ctx));
    BSN_TRY(fix_values(ctx, call));
    BSN_TRY(encode(ctx, call, call->opts.fixed, &call->held));
    BSN_TRY(encode(ctx, call, call->opts.start, &call->start));
    call->particles = call->opts.particles;
    if (call->particles == 0)
        call->particles = call->sampler->crowd
                              ? call->sampler->crowd(&call->graph)
                              : call->sampler->particles
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
                                   .whole = call->opts.whole, .team = call->opts.team,
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
    answer->narrow = run->narrow;
    answer->narrowed_values = run->narrowed_values;
    answer->narrowed_variables = run->narrowed_variables;
    answer->kind = run->violated == UINT64_MAX ? BASIN_ANSWER_NONE
                   : run->violated > 0         ? BASIN_ANSWER_BEST
                   : run->problem->believed    ? BASIN_ANSWER_BELIEVED
                                               : BASIN_ANSWER_SOLVED;
    if (answer->kind == BASIN_ANSWER_NONE)
        return;
    answer->violated = run->violated;
    answer->energy = run->energy;
    memcpy(answer->value, run->best, answer->values * sizeof *answer->value);
}

/* -------------------------------------------------------------------------- many samples ---- */

struct many {
    struct call *call;
    struct bsn_run **run;          /* one a thread */
    struct basin_answer *answers;
};

static void sample_task(void *arg, size_t task, uint32_t thread)
{
    struct many *const many = arg;
    const struct basin_solve_opts *const opts = &many->call->opts;
    uint64_t sample = opts->sample + task + (opts->team ? opts->team->number : 0);

    if (!opts->team && bsn_brake_on(&many->call->brake)) {  /* not begun: stays NONE */
        many->answers[task].stop = bsn_brake_why(&many->call->brake);
        many->answers[task].sample = sample;
        return;
    }
    struct bsn_run *const run = many->run[thread];
    enum basin_stop stop = bsn_run_sample(run, opts, sample, thread == 0, &many->call->brake);
    if (run->team)
        bsn_together_settle(run, &sample, &stop);
    fill_answer(run, sample, stop, &many->answers[task]);
}

/* The calling thread has nothing left to do but others have: their runs do not ask the caller. */
static void poll_caller(void *arg)
{
    bsn_brake_on(&((struct many *)arg)->call->brake);
}

/* How sure an answer is in each factor of the term that can tell. */
static basin_status fill_sure(basin_ctx *ctx, const struct bsn_graph *graph,
                              struct basin_answer *answer)
{
    for (size_t k = 0; k < graph->terms; k++) {
        const struct bsn_term *const term = &graph->term[k];
        if (!term->kind || !term->kind->sure)
            continue;
        BSN_TRY(BSN_NEW(ctx, term->f.factors, &answer->sure));
        answer->sures = term->f.factors;
        return term->kind->sure(ctx, term, answer->value, answer->sure);
    }
    return BASIN_STATUS_OK;
}

/* A run for each thread that has one of its own, and room for the answers. */
static basin_status new_runs(basin_ctx *ctx, struct call *call, size_t count, uint32_t runs,
                             bool alone, struct many *many)
{
    struct bsn_run_setup setup = run_setup(call, alone ? NULL : call->pool);

    BSN_TRY(BSN_NEW(ctx, runs, &many->run));
    for (uint32_t i = 0; i < runs; i++) {
        setup.watch = call->opts.watch && call->opts.on_moment && i == 0;  /* the caller's thread */
        BSN_TRY(bsn_run_new(ctx, &setup, &many->run[i]));
    }
    call->brake.setting_up = false;
    for (size_t i = 0; i < count; i++)
        BSN_TRY(BSN_NEW(ctx, call->problem->values, &many->answers[i].value));
    return BASIN_STATUS_OK;
}

/* A team meets after the set-up: where one of them could not end it, or was stopped, none begins. */
static basin_status all_ready(struct call *call, basin_status mine)
{
    if (!bsn_team_any(call->opts.team, mine != BASIN_STATUS_OK) || mine != BASIN_STATUS_OK)
        return mine;
    atomic_store(&call->brake.stop, BASIN_STOP_CALLER);
    return BASIN_STATUS_STOPPED;
}

/* Samples side by side where there are enough of them, else each on all threads. */
static basin_status run_all(basin_ctx *ctx, struct call *call, size_t count,
                            struct basin_answer *answers)
{
    const uint32_t threads = bsn_pool_threads(call->pool);
    const bool side_by_side = count >= threads;
    const uint32_t runs = side_by_side ? threads : 1;
    struct many many = { .call = call, .answers = answers };
    basin_status status = new_runs(ctx, call, count, runs, side_by_side, &many);

    BSN_TRY_OUT(all_ready(call, status));
    if (call->opts.team)
        BSN_TRY_OUT(bsn_together_check(ctx, many.run[0], &call->opts));
    if (side_by_side)
        bsn_pool_run_idle(call->pool, count, sample_task, poll_caller, &many);
    for (size_t i = 0; i < count && !side_by_side; i++)
        sample_task(&many, i, 0);
    for (size_t i = 0; i < count; i++)
        if (answers[i].kind != BASIN_ANSWER_NONE)
            BSN_TRY_OUT(fill_sure(ctx, &call->graph, &answers[i]));
    status = BASIN_STATUS_OK;
out:
    for (uint32_t i = 0; many.run && i < runs; i++)
        bsn_run_free(ctx, many.run[i]);
    bsn_free(ctx, many.run);
    for (size_t i = 0; i < count; i++)
        if (answers[i].kind == BASIN_ANSWER_NONE) {
            bsn_free(ctx, answers[i].value);
            answers[i].value = NULL;
        }
    return status;
}

/* The brake came on before anything was tried. */
static void give_nothing(const struct call *call, size_t count, struct basin_answer *answers)
{
    for (size_t i = 0; i < count; i++) {
        answers[i].stop = bsn_brake_why(&call->brake);
        answers[i].sample = call->opts.sample + i;
    }
}

/* As answers name what ran. One that took the place of another has its name. */
static uint32_t number_of(const struct bsn_sampler *sampler)
{
    uint32_t i = 0;

    while (sampler && strcmp(bsn_sampler_list[i]->name, sampler->name) != 0)
        i++;
    return sampler ? i + 1 : 0;
}

/* Solves into answers of our own: those of the caller stay as they are until nothing can fail. */
static basin_status solve_many(basin_ctx *ctx, const basin_model *model, struct call *call,
                               size_t count, struct basin_answer *answers)
{
    struct basin_answer *ours;

    BSN_TRY(BSN_NEW(ctx, count, &ours));
    for (size_t i = 0; i < count; i++)
        ours[i].size = sizeof *ours;
    basin_status status = begin(ctx, model, call);
    status = status == BASIN_STATUS_OK ? run_all(ctx, call, count, ours) : all_ready(call, status);
    end(ctx, call);
    if (status == BASIN_STATUS_STOPPED) {
        give_nothing(call, count, ours);
        status = BASIN_STATUS_OK;
    }
    for (size_t i = 0; i < count; i++)
        ours[i].sampler = number_of(call->sampler);
    if (status == BASIN_STATUS_OK)
        bsn_answers_give(ctx, count, ours, answers);
    for (size_t i = 0; i < count; i++)
        basin_answer_clear(ctx, &ours[i]);
    bsn_free(ctx, ours);
    return status;
}

basin_status basin_solve_many(basin_ctx *ctx, const basin_model *model,
                              const basin_problem *problem, const struct basin_solve_opts *opts,
                              size_t count, struct basin_answer *answers)
{
    BSN_NEED(ctx, problem && (answers || count == 0));
    struct call call = { .problem = problem };

    take_opts(opts, &call.opts);
    BSN_TRY(check_opts(ctx, count, &call));  /* the count, too, before so many are looked at */
    BSN_TRY(bsn_answers_check(ctx, count, answers));
    bsn_brake_put(ctx, &call.brake, call.opts.should_stop, call.opts.user, call.opts.seconds);
    call.brake.setting_up = true;
    const basin_status status = solve_many(ctx, model, &call, count, answers);
    bsn_brake_take(ctx, &call.brake);
    return status;
}

basin_status basin_solve(basin_ctx *ctx, const basin_model *model, const basin_problem *problem,
                         const struct basin_solve_opts *opts, struct basin_answer *answer)
{
    return basin_solve_many(ctx, model, problem, opts, 1, answer);
}
