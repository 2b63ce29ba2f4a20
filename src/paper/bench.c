/* bench.c - measures a row: its runs side by side, those made before taken from the store.
 *
 * A quick row has a time after which only the first run of each of its parts is begun, so that
 * every cell has a figure on a slow machine too. Each run is kept as soon as it is done.
 */
#define _GNU_SOURCE
#include "program/jobs.h"
#include "paper/work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RUN_SECONDS 20  /* of basin's own method, which has no end of its own */
#define LATE_SECONDS 400
#define LATE_LEVELS 10

/* --------------------------------------------------------------------------- what to run ---- */

size_t paper_key_instance(const char *domain, const char *name, uint32_t limit,
                          char key[static PAPER_KEY])
{
    const char *const slash = strrchr(name, '/');

    return (size_t)snprintf(key, PAPER_KEY, "%.20s %.80s k=%u", domain, slash ? slash + 1 : name,
                            limit);
}

static void name_run(const struct paper_work *w, struct paper_job *job)
{
    const struct paper_way *const way = &w->plan->way;
    char *const key = job->run.key;
    const size_t used = paper_key_instance(way->domain, job->instance->name,
                                           job->instance->limit, key);

    snprintf(key + used, PAPER_KEY - used, "%s %s %s%s%s%s %s P=%u T=%u N=%llu" PAPER_KEY_END,
             way->whole ? " whole" : "", way->method == BASIN_METHOD_PAPER ? "paper" : "basin",
             basin_energy_name(way->energy), way->model ? "-" : "", way->model ? way->model : "",
             way->model && w->bench->full ? "-full" : "", way->sampler ? way->sampler : "-",
             paper_particles_of(w->plan, job->part), way->levels, (unsigned long long)way->steps,
             (unsigned long long)PAPER_SEED, (unsigned long long)job->sample);
}

static size_t runs_of(const struct paper_work *w, size_t part)
{
    return w->set[part].count * w->plan->part[part].samples;
}

/* Runs that are there are found by the names of their instances alone. */
static bool open_part(struct paper_work *w, size_t p)
{
    const struct paper_part *const part = &w->plan->part[p];

    return w->bench->idle ? paper_set_list(part->set, part->instances, &w->set[p])
                          : paper_set_open(w->bench, part->set, part->instances, &w->set[p]);
}

/* The runs in rounds, one of each part, the last part (the largest) first. */
static bool list_jobs(struct paper_work *w)
{
    const struct paper_plan *const plan = w->plan;
    const uint64_t model = basin_model_hash(w->model);
    size_t all = 0, most = 0;

    for (size_t p = 0; p < plan->parts; p++) {
        if (!open_part(w, p))
            return false;
        all += runs_of(w, p);
        most = runs_of(w, p) > most ? runs_of(w, p) : most;
    }
    w->job = calloc(all, sizeof *w->job);
    w->pending = calloc(all, sizeof *w->pending);
    if (!w->job || !w->pending) {
        complain("out of memory");
        return false;
    }
    for (size_t round = 0; round < most; round++)
        for (size_t p = plan->parts; p-- > 0;) {
            if (round >= runs_of(w, p))
                continue;
            struct paper_job *const job = &w->job[w->jobs++];
            job->part = p;
            job->instance = &w->set[p].instance[round % w->set[p].count];
            job->sample = round / w->set[p].count;
            name_run(w, job);
            job->run.model = model;
        }
    return true;
}

/* Runs are dealt out by their keys, so that it does not matter which are there already. */
static bool is_ours(const struct paper_bench *bench, const char *key)
{
    return hash_bytes(key, strlen(key)) % bench->o->shards == bench->o->shard;
}

/* Those that nobody made before. */
static void list_pending(struct paper_work *w)
{
    bool begun[PAPER_CELLS] = { false };

    for (size_t i = 0; i < w->jobs; i++) {
        struct paper_job *const job = &w->job[i];
        const struct paper_run *const known = paper_store_run(w->bench->store, job->run.key);
        if (known && (known->model == 0 || known->model == job->run.model)) {
            job->run = *known;
            job->done = true;
        } else if (!w->bench->idle && !job->instance->spec) {
            w->bench->absent++;
        } else if (!w->bench->idle && is_ours(w->bench, job->run.key)) {
            w->pending[w->pendings++] = job;
            if (!begun[job->part])
                w->least = w->pendings;
        }
        begun[job->part] = true;
    }
}

/* --------------------------------------------------------------------------------- a run ---- */

static bool fail(struct paper_job *job, basin_status status, const char *why)
{
    paper_memory_note(status);
    job->failed = true;
    snprintf(job->why, sizeof job->why, "%s", why);
    return false;
}

/* All vertices take part in the search by the paper's method; basin's leaves some for last, unless
 * the row is about the search itself. */
static bool set_limit(const struct paper_work *w, basin_ctx *ctx, basin_problem **problem,
                      struct paper_job *job)
{
    const bool whole = w->plan->way.method == BASIN_METHOD_PAPER || w->plan->way.whole;

    if (job->instance->limit == 0)
        return true;
    int32_t *const all = calloc(basin_problem_values(*problem) + 1, sizeof *all);
    if (!all)
        return fail(job, BASIN_STATUS_MEMORY, "out of memory");
    const basin_status status =
        problem_limit(ctx, problem, job->instance->limit, whole ? all : NULL);
    free(all);
    return status == BASIN_STATUS_OK || fail(job, status, basin_error_text(ctx));
}

uint64_t paper_hash(const int32_t *value, size_t count)
{
    uint64_t h = 14695981039346656037u;

    for (size_t i = 0; i < count; i++)
        h = (h ^ (uint32_t)value[i]) * 1099511628211u;
    return h;
}

static json_t *values_of(const struct basin_answer *answer)
{
    json_t *const list = json_array();

    for (size_t i = 0; answer->kind != BASIN_ANSWER_NONE && i < answer->values; i++)
        json_array_append_new(list, json_integer(answer->value[i]));
    return list;
}

static void take_answer(const struct paper_work *w, basin_ctx *ctx, const basin_problem *problem,
                        const struct basin_answer *answer, struct paper_run *run)
{
    run->begun = answer->kind != BASIN_ANSWER_NONE;
    run->energy = run->begun ? answer->energy : NAN;
    run->weighed = NAN;
    run->seconds = answer->seconds;
    run->steps = answer->steps;
    run->particles = answer->particles;
    run->constraints = basin_problem_constraints(problem);
    if (!run->begun)
        return;
    run->violated = answer->violated;
    run->hash = paper_hash(answer->value, answer->values);
    for (size_t i = 0; i < answer->values; i++)
        run->placed += answer->value[i] >= 0;
    run->scored = basin_problem_score(problem, answer->value, &run->score);
    if (w->scale)
        basin_problem_energy(ctx, w->scale, problem, answer->value, 1, BASIN_METHOD_PAPER,
                             &run->weighed);
}

static struct basin_solve_opts solve_opts(const struct paper_work *w, size_t part, uint64_t sample)
{
    const struct paper_way *const way = &w->plan->way;
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;

    opts.method = way->method;
    opts.sampler = way->sampler;
    opts.particles = paper_particles_of(w->plan, part);
    opts.levels = way->levels;
    opts.steps = way->steps;
    opts.seconds = way->method == BASIN_METHOD_BASIN ? RUN_SECONDS : 0;
    opts.seed = PAPER_SEED;
    opts.whole = w->plan->way.whole;
    opts.sample = sample;
    opts.should_stop = stop_asked;
    return opts;
}

static double processor_seconds(clockid_t clock)
{
    struct timespec now = { 0 };

    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Solves `count` samples of the jobs from the first on, all of one instance. */
static bool solve(const struct paper_work *w, basin_ctx *ctx, struct paper_job *const *job,
                  size_t count, uint32_t threads)
{
    struct basin_solve_opts opts = solve_opts(w, job[0]->part, job[0]->sample);
    struct basin_answer *const answer = answers_new(count);
    basin_problem *problem = NULL;
    const clockid_t clock = threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID;
    const double before = processor_seconds(clock);
    basin_status status = BASIN_STATUS_OK;

    opts.threads = threads;
    if (!answer)
        fail(job[0], BASIN_STATUS_MEMORY, "out of memory");
    else
        status = basin_problem_open(ctx, w->plan->way.domain, job[0]->instance->spec, &problem);
    if (problem && set_limit(w, ctx, &problem, job[0]))
        status = basin_solve_many(ctx, w->model, problem, &opts, count, answer);
    if (status != BASIN_STATUS_OK)
        fail(job[0], status, basin_error_text(ctx));
    for (size_t i = 0; !job[0]->failed && i < count; i++) {
        take_answer(w, ctx, problem, &answer[i], &job[i]->run);
        job[i]->run.processor = (processor_seconds(clock) - before) / (double)count;
        job[i]->answer = values_of(&answer[i]);
        job[i]->done = !stop_asked(NULL);  /* one that was cut short is not kept */
    }
    basin_problem_free(ctx, problem);
    answers_free(ctx, answer, count);
    return !job[0]->failed;
}

/* --------------------------------------------------------------------------- all of them ---- */

static void work(void *user, size_t number, size_t worker)
{
    struct paper_work *const w = user;
    const double limit = w->plan->seconds;

    if (number >= w->least && limit > 0 && clock_seconds() - w->begun > limit)
        return;
    solve(w, w->ctx[worker], &w->pending[number], 1, w->pendings >= w->workers ? 1 : 0);
}

static bool keep(const struct paper_work *w, const struct paper_job *job)
{
    const struct paper_record record = { .domain = w->plan->way.domain,
                                         .instance = job->instance->name,
                                         .limit = job->instance->limit, .seed = PAPER_SEED,
                                         .sample = job->sample, .answer = job->answer };

    return paper_store_add_run(w->bench->store, &job->run, &record);
}

static bool deliver(void *user, size_t number)
{
    struct paper_work *const w = user;
    const struct paper_job *const job = w->pending[number];

    if (job->failed)
        w->failed = job;
    if (job->done && !keep(w, job))
        w->code = EXIT_ERROR;
    return w->code == 0;
}

static void watch(void *user, size_t done)
{
    const struct paper_work *const w = user;
    char line[300], took[32];

    if (!isatty(STDERR_FILENO))
        return;
    snprintf(line, sizeof line, "table %d, %s %s: %zu of %zu runs, %s", w->plan->table,
             w->plan->label, w->plan->group, done, w->pendings,
             time_text(clock_seconds() - w->begun, took));
    progress_show(line);
}

static bool hire(struct paper_work *w)
{
    const size_t cores = jobs_cores();

    w->ctx = calloc(cores, sizeof *w->ctx);
    while (w->ctx && w->workers < cores &&
           basin_ctx_new(NULL, &w->ctx[w->workers]) == BASIN_STATUS_OK)
        w->workers++;
    if (w->ctx && w->workers > 0)
        return true;
    complain("out of memory");
    return false;
}

static bool run_jobs(struct paper_work *w)
{
    const struct jobs_plan plan = { .jobs = w->pendings,
                                    .workers = w->pendings < w->workers ? 1 : w->workers,
                                    .work = work, .deliver = deliver, .watch = watch, .user = w };
    const bool fine = w->pendings == 0 || jobs_run(&plan);

    progress_show(NULL);
    return fine;
}

/* One call for all samples: what is timed must be made anew. */
static bool run_batch(struct paper_work *w)
{
    for (size_t i = 0; i < w->jobs; i++)
        w->pending[i] = &w->job[i];
    bool fine = solve(w, w->ctx[0], w->pending, w->jobs, 0);
    w->took = clock_seconds() - w->begun;
    if (!fine) {
        w->failed = &w->job[0];
        return true;
    }
    for (size_t i = 0; fine && i < w->jobs; i++)
        fine = !w->job[i].done || keep(w, &w->job[i]);
    return fine;
}

/* --------------------------------------------------------------------------------- a row ---- */

void paper_row_start(const struct paper_plan *plan, struct paper_row *row)
{
    *row = (struct paper_row){ .table = plan->table, .who = plan->who };
    memcpy(row->group, plan->group, sizeof row->group);
    memcpy(row->label, plan->label, sizeof row->label);
    for (size_t i = 0; i < PAPER_CELLS; i++)
        row->cell[i] = row->spread[i] = row->low[i] = row->high[i] = NAN;
}

static bool weighs(const struct paper_plan *plan)
{
    const struct paper_way *const way = &plan->way;

    return strcmp(way->domain, "queens") == 0 && strcmp(plan->part[0].set, "queens 8") == 0;
}

static int measure(struct paper_work *w, struct paper_row *row)
{
    char why[300];

    if (!list_jobs(w) || !hire(w))
        return EXIT_ERROR;
    if (weighs(w->plan)) {
        const struct paper_way scale = { .domain = "queens", .energy = BASIN_ENERGY_PAPER };
        w->scale = paper_model(w->bench, &scale, why);
    }
    w->begun = clock_seconds();
    list_pending(w);
    const bool fine = w->plan->batch ? run_batch(w) : run_jobs(w);
    if (stop_asked(NULL) && w->code == 0)
        return EXIT_STOPPED;
    if (!fine)
        return EXIT_ERROR;
    if (w->failed)
        snprintf(row->settings, sizeof row->settings, "%s", w->failed->why);
    else if (!w->bench->part)
        paper_tally(w, row);
    return 0;
}

bool paper_is_late(const struct paper_bench *bench)
{
    return !bench->full && clock_seconds() - bench->begun > LATE_SECONDS;
}

/* A slow machine: what the paper's method takes long for is cut to single runs of few levels. */
static void hurry(struct paper_plan *plan)
{
    if (plan->way.method != BASIN_METHOD_PAPER || plan->exact)
        return;
    if (plan->way.levels == 0 || plan->way.levels > LATE_LEVELS)
        plan->way.levels = LATE_LEVELS;
    for (size_t p = 0; p < plan->parts && !plan->batch; p++)
        plan->part[p].instances = plan->part[p].samples = 1;
}

int paper_bench_row(struct paper_bench *bench, const struct paper_plan *asked,
                    struct paper_row *row)
{
    struct paper_plan late = *asked;
    const struct paper_plan *const plan = paper_is_late(bench) ? &late : asked;
    struct paper_work w = { .bench = bench, .plan = plan };
    int code = 0;

    hurry(&late);
    paper_row_start(plan, row);
    if (bench->part && plan->batch)
        return 0;  /* timed as a whole, by who joins the parts */
    w.model = paper_model(bench, &plan->way, row->settings);
    if (w.model)
        code = measure(&w, row);
    else if (stop_asked(NULL))
        code = EXIT_STOPPED;
    if (code == 0 && paper_memory_short())  /* the row would say so, and the others be lost */
        code = complain("out of memory");
    for (size_t i = 0; w.ctx && i < w.workers; i++)
        basin_ctx_free(w.ctx[i]);
    for (size_t p = 0; p < plan->parts; p++)
        paper_set_free(&w.set[p]);
    for (size_t i = 0; i < w.jobs; i++)
        json_decref(w.job[i].answer);
    free(w.ctx);
    free(w.pending);
    free(w.job);
    return code;
}
