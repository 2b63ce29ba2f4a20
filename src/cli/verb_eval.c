/* verb_eval.c - solves many instances, several of them side by side.
 *
 * A worker evaluates an instance, with a context of its own, into an outcome; the main thread
 * reports the outcomes in the order of the list. An outcome depends on its instance alone: the
 * number of workers changes the times and nothing else. A single instance gets all threads. With
 * --shard it has some of the instances; with --resume it leaves out those whose lines are there.
 */
#define _GNU_SOURCE
#include "program/jobs.h"
#include "program/ranks.h"
#include "run_lines.h"
#include "shard.h"
#include "specs.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct evaluation {
    const char *domain;
    const struct options *o;
    struct specs specs;       /* those of this shard */
    size_t *entry;            /* (specs) which of all instances each is */
    struct run_lines known;   /* of --resume, */
    size_t done;              /* and the instances from the first on that they tell of */
    struct setup setup;
    struct setup *worker;     /* (workers) copies of it, each with its own context */
    size_t workers;
    struct outcome *outcome;  /* (specs) */
    atomic_size_t solved;     /* instances so far, reported or not */
    struct report report;
};

/* ------------------------------------------------------------------------ on the workers ---- */

/* The values were for the tally; answers without them belong to no context. */
static void drop_values(basin_ctx *ctx, struct basin_answer *answer, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct basin_answer whole = answer[i];
        answer[i].value = NULL;
        answer[i].sure = NULL;
        basin_answer_clear(ctx, &whole);
    }
}

/* Returns why it did not work, or NULL. */
static const char *solve(struct setup *s, const basin_problem *problem, size_t count,
                         struct outcome *out)
{
    const char *error = NULL;

    out->question = question_of(s->ctx, problem);
    out->answer = answers_new(count);
    if (!out->answer)
        return "out of memory";
    if (setup_solve(s, problem, count, out->answer) != BASIN_STATUS_OK)
        error = basin_error_text(s->ctx);
    else if (!(out->facts = facts_new(problem, out->answer, count)) ||
             !tally_runs(out->answer, out->facts, count, &out->tally))
        error = "out of memory";
    drop_values(s->ctx, out->answer, count);
    return error;
}

/* What another kind of search finds, after the clock was read. */
static const char *refer(struct setup *s, const basin_problem *problem, struct outcome *out)
{
    if (stop_asked(NULL))
        return NULL;
    return basin_problem_reference(s->ctx, s->model, problem, &out->reference) == BASIN_STATUS_OK
               ? NULL
               : basin_error_text(s->ctx);
}

static const char *needs_limit(const char *name, char why[static LIMIT_CHARS])
{
    snprintf(why, LIMIT_CHARS, "%.300s: it does not say how many colours; -k does", name);
    return why;
}

static void evaluate(void *user, size_t job, size_t worker)
{
    struct evaluation *const e = user;
    struct setup *const s = &e->worker[worker];
    const char *const name = e->specs.name[e->done + job];
    struct outcome *const out = &e->outcome[e->done + job];
    const double begun = clock_seconds();
    basin_problem *problem = NULL;
    char why[LIMIT_CHARS];
    const char *error;

    out->reference = NAN;
    out->entry = e->entry[e->done + job];
    if (basin_problem_open(s->ctx, e->domain, name, &problem) != BASIN_STATUS_OK)
        error = basin_error_text(s->ctx);
    else if (!limit_set(s, &problem, e->o, name, why))
        error = why;
    else if (basin_problem_has_limit(problem) && basin_problem_limited(problem) == 0)
        error = needs_limit(name, why);
    else
        error = solve(s, problem, e->o->count, out);
    out->seconds = clock_seconds() - begun;
    if (!error && e->report.reference)
        error = refer(s, problem, out);
    out->failed = error != NULL;
    out->error = error ? strdup(error) : NULL;
    basin_problem_free(s->ctx, problem);
    atomic_fetch_add(&e->solved, out->tally.solved > 0);
}

/* ----------------------------------------------------------- from one process to another ---- */

static size_t text_bytes(const char *text)
{
    return text ? strlen(text) + 1 : 0;
}

/* The outcome, its answers, what is kept of them, and its texts. All processes are the same program
 * on machines of one kind. */
static void *pack(void *user, size_t job, size_t *length)
{
    const struct evaluation *const e = user;
    struct outcome *const out = &e->outcome[e->done + job];
    const size_t count = out->tally.count, answers = count * sizeof *out->answer;
    const size_t facts = count * sizeof *out->facts, error = text_bytes(out->error);
    const size_t remarks = text_bytes(out->question.remarks);
    char *const bytes = malloc(sizeof *out + answers + facts + error + remarks), *at = bytes;

    *length = sizeof *out + answers + facts + error + remarks;
    if (bytes) {
        at = mempcpy(at, out, sizeof *out);
        if (count > 0) {
            at = mempcpy(at, out->answer, answers);
            at = mempcpy(at, out->facts, facts);
        }
        if (error > 0)
            at = mempcpy(at, out->error, error);
        if (remarks > 0)
            memcpy(at, out->question.remarks, remarks);
    }
    outcome_clear(out);
    return bytes;
}

/* The next text of a message, where the other process had one. */
static char *unpack_text(const char **at, const char *theirs)
{
    const char *const text = *at;

    *at += theirs ? strlen(text) + 1 : 0;
    return theirs ? strdup(text) : NULL;
}

static void unpack(void *user, size_t job, const void *from, size_t length)
{
    struct evaluation *const e = user;
    struct outcome *const out = &e->outcome[e->done + job];
    const char *at = (const char *)from + sizeof *out;

    *out = (struct outcome){ .failed = true, .reference = NAN };
    if (length < sizeof *out)
        return;
    memcpy(out, from, sizeof *out);
    const char *const error = out->error, *const remarks = out->question.remarks;
    const size_t count = out->tally.count;
    out->answer = answers_new(count + 1);
    out->facts = calloc(count + 1, sizeof *out->facts);
    out->error = out->question.remarks = NULL;
    if (!out->answer || !out->facts) {
        out->failed = true;
        return;
    }
    memcpy(out->answer, at, count * sizeof *out->answer);
    at += count * sizeof *out->answer;
    memcpy(out->facts, at, count * sizeof *out->facts);
    at += count * sizeof *out->facts;
    out->error = unpack_text(&at, error);
    out->question.remarks = unpack_text(&at, remarks);
    atomic_fetch_add(&e->solved, out->tally.solved > 0);
}

/* -------------------------------------------------------------------- on the main thread ---- */

static bool deliver(void *user, size_t job)
{
    struct evaluation *const e = user;
    const size_t i = e->done + job;
    const bool fine = report_outcome(&e->report, e->specs.name[i], &e->outcome[i]);

    outcome_clear(&e->outcome[i]);
    return fine;
}

/* What was done before, as if it were done now. */
static bool deliver_known(struct evaluation *e)
{
    bool fine = true;

    for (size_t i = 0; fine && ranks_number() == 0 && i < e->done; i++) {
        struct outcome out;
        const struct run_line *const line = &e->known.line[i * e->o->count];
        if (!run_lines_outcome(line, e->o->count, e->report.reference, &out))
            return complain("out of memory") == 0;
        out.kept = true;
        fine = report_outcome(&e->report, e->specs.name[i], &out);
        outcome_clear(&out);
    }
    return fine;
}

static size_t jobs_of(const struct evaluation *e)
{
    return e->specs.count - e->done;
}

static void show_progress(void *user, size_t done)
{
    struct evaluation *const e = user;
    const size_t all = jobs_of(e);
    char line[200], took[32], left[48] = "", rest[32];
    double seconds;

    if (!setup_show(&e->setup, &seconds))
        return;
    if (done > 0)
        snprintf(left, sizeof left, ", about %s left",
                 time_text(seconds / (double)done * (double)(all - done), rest));
    snprintf(line, sizeof line, "%zu of %zu done, %zu %s, %s%s", done, all,
             atomic_load(&e->solved), e->report.solved, time_text(seconds, took), left);
    progress_show(line);
}

/* Workers of several share the cores and leave the progress line to the main thread. */
static bool hire(struct evaluation *e)
{
    const size_t most = e->o->threads ? e->o->threads : jobs_cores();

    e->workers = jobs_of(e) < most ? jobs_of(e) : most;
    e->worker = calloc(e->workers + 1, sizeof *e->worker);
    e->outcome = calloc(e->specs.count + 1, sizeof *e->outcome);
    for (size_t i = 0; e->worker && i < e->workers; i++) {
        struct setup *const s = &e->worker[i];
        *s = e->setup;
        s->solve.user = s;
        if (jobs_of(e) > 1) {
            s->solve.threads = 1;
            s->solve.on_moment = NULL;
        }
        if (ctx_new(&s->ctx) != BASIN_STATUS_OK)
            e->workers = i;  /* fewer will do */
        else
            memory_set(e->o, e->workers, s->ctx);
    }
    if (e->worker && e->outcome && (e->workers > 0 || jobs_of(e) == 0))
        return true;
    complain("out of memory");
    return false;
}

static void dismiss(struct evaluation *e)
{
    for (size_t i = 0; e->worker && i < e->workers; i++)
        basin_ctx_free(e->worker[i].ctx);
    for (size_t i = 0; e->outcome && i < e->specs.count; i++)
        outcome_clear(&e->outcome[i]);
    free(e->worker);
    free(e->outcome);
    free(e->entry);
    run_lines_free(&e->known);
}

static bool work_alone(struct evaluation *e)
{
    evaluate(e, 0, 0);
    return deliver(e, 0);
}

static bool work(struct evaluation *e)
{
    const struct jobs_plan plan = { .jobs = jobs_of(e), .workers = e->workers,
                                    .work = evaluate, .deliver = deliver,
                                    .watch = show_progress, .user = e, .pack = pack, .unpack = unpack };

    if (jobs_of(e) > 1)
        return jobs_run(&plan);
    return jobs_of(e) == 0 || ranks_number() > 0 || work_alone(e);
}

static int evaluate_all(struct evaluation *e)
{
    e->setup.begun = clock_seconds();
    const bool fine = deliver_known(e) && work(e);
    progress_show(NULL);
    if (!fine)
        return EXIT_ERROR;
    if (ranks_number() > 0)
        return EXIT_DONE;
    report_summary(&e->report, clock_seconds() - e->setup.begun);
    return stop_asked(NULL) ? EXIT_STOPPED : e->report.total.failed ? EXIT_ERROR : EXIT_DONE;
}

/* A file with several instances stands for all of them, or for those of --index; standard input,
 * which can be read once, for its first. */
static bool add_file(struct evaluation *e, const char *spec)
{
    size_t count = 1;

    if (e->o->index)
        return specs_add_index(&e->specs, spec, e->o->index);
    if (basin_instances(e->setup.ctx, e->domain, spec, &count) != BASIN_STATUS_OK)
        count = 1;  /* what is wrong is told when it is opened */
    return specs_add_all(&e->specs, spec, count);
}

static bool add_specs(struct evaluation *e)
{
    const bool many = basin_domain_has(e->domain, BASIN_TRAIT_MANY);

    for (size_t i = 1; i < e->o->operands; i++) {
        const char *const spec = e->o->operand[i];
        if (ranks_count() > 1 && strcmp(spec, "-") == 0)
            return complain("standard input reaches one of several processes: give a file") == 0;
        const bool file = many && strcmp(spec, "-") != 0 && !specs_is_folder(spec);
        if (!(file ? add_file(e, spec) : specs_add(&e->specs, e->domain, spec)))
            return false;
    }
    return true;
}

/* Leaves the instances of this shard, which keep their places in the whole list. */
static bool take_shard(struct evaluation *e)
{
    struct shard shard;
    size_t kept = 0;

    e->report.entries = e->specs.count;
    e->entry = calloc(e->specs.count + 1, sizeof *e->entry);
    if (!e->entry)
        return complain("out of memory") == 0;
    if (!shard_read(e->o->shard, &shard))
        return false;
    for (size_t i = 0; i < e->specs.count; i++) {
        if (!shard_has(&shard, i)) {
            free(e->specs.name[i]);
            continue;
        }
        e->entry[kept] = i;
        e->specs.name[kept++] = e->specs.name[i];
    }
    e->specs.count = kept;
    return true;
}

/* ---------------------------------------------------------------- what was done before ---- */

/* Do the next lines tell of all runs of an instance? */
static bool tells_all(const struct evaluation *e, size_t i)
{
    const size_t first = i * e->o->count;

    if (first + e->o->count > e->known.count)
        return false;
    for (size_t k = 0; k < e->o->count; k++) {
        const struct run_line *const line = &e->known.line[first + k];
        if (line->entry != e->entry[i] || line->sample != k || !run_line_done(line) ||
            !run_line_says(line, "instance", e->specs.name[i]))
            return false;
    }
    return true;
}

/* Is a line one of those that this run writes? */
static bool is_ours(const struct evaluation *e, const struct run_line *line)
{
    size_t i = 0;

    while (i < e->specs.count && e->entry[i] != line->entry)
        i++;
    return i < e->specs.count && line->sample < e->o->count;
}

/* Is one a line of this run? Complains of what it is not. */
static bool check_line(const struct evaluation *e, const struct run_line *line)
{
    const char *const lacks = run_line_lacks(line);
    const char *const differs = run_line_differs(line, &e->setup, e->report.entries);
    char place[RUN_PLACE];

    run_line_place(line, place);
    if (lacks)
        return complain("%s: has no \"%s\", as lines of an earlier build; without --resume it is "
                        "written anew", place, lacks) == 0;
    if (differs)
        return complain("%s: is of another run, of which \"%s\" differs; without --resume it is "
                        "written anew", place, differs) == 0;
    return is_ours(e, line) ||
           complain("%s: is of another run, of another part or --count; without --resume it is "
                    "written anew", place) == 0;
}

/* Lines are written in the order of the list: those of a run that was killed tell of its first
 * instances. What stands behind an instance that a signal cut short is made anew. */
static bool resume(struct evaluation *e)
{
    const char *const path = e->o->jsonl;

    if (!e->o->resume || ranks_number() > 0)
        return true;
    if (!path || strcmp(path, "-") == 0)
        return complain("--resume needs --jsonl FILE, which says what is done") == 0;
    if (access(path, F_OK) != 0)
        return true;
    if (run_lines_read(&e->known, path) != 0)
        return false;
    for (size_t i = 0; i < e->known.count; i++)
        if (!check_line(e, &e->known.line[i]))
            return false;
    while (e->done < e->specs.count && tells_all(e, e->done))
        e->done++;
    if (e->done > 0)
        e->report.behind = e->known.line[e->done * e->o->count - 1].end;
    return true;
}

/* ------------------------------------------------------------------------- several processes ---- */

/* What each says before the work begins: what the first one found done, and what it is about. */
struct opening {
    uint64_t done, about;
};

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_more(hash, text, strlen(text) + 1);
}

static uint64_t hash_run(const struct evaluation *e)
{
    uint64_t hash = hash_bytes(&e->setup.solve.seed, sizeof e->setup.solve.seed);

    hash = hash_text(hash_text(hash, e->setup.kernel), e->setup.sampler);
    for (size_t i = 0; i < e->specs.count; i++)
        hash = hash_text(hash, e->specs.name[i]);
    return hash;
}

/* All begin behind what the first one has read of --resume, and with the same instances. */
static bool agree(struct evaluation *e)
{
    const struct basin_team *const team = ranks_team();
    size_t other = 1;

    if (!team)
        return true;
    struct opening *const said = calloc(team->count, sizeof *said);
    if (!said)
        return complain("out of memory") == 0;
    said[team->number] = (struct opening){ e->done, hash_run(e) };
    team->share(team->user, said, sizeof *said);
    e->done = said[0].done;
    while (other < team->count && said[other].about == said[0].about)
        other++;
    const bool same = other == team->count;
    free(said);
    return same || complain("process %zu sees other instances than the first, or has another "
                            "kind of processor (--kernel)", other) == 0;
}

/* Energies of the paper's method are others than those that the reference is about. */
static const char *reference_of(const char *domain, const struct options *o)
{
    return strcmp(o->method, "paper") == 0 ? NULL : basin_domain_reference(domain);
}

int verb_eval(const struct verb *verb, const struct options *o)
{
    struct evaluation e = { .domain = o->operand[0], .o = o };
    int code = EXIT_ERROR;

    (void)verb;
    e.report = (struct report){ .o = o, .setup = &e.setup,
                                .reference = reference_of(e.domain, o),
                                .solved = solved_word(e.domain) };
    if (setup_open(o, &e.setup) == 0 && setup_model(e.domain, o, &e.setup) == 0 &&
        add_specs(&e) && take_shard(&e) && resume(&e) && agree(&e) && hire(&e) &&
        (ranks_number() > 0 || report_open(&e.report, e.specs.name, e.specs.count)))
        code = report_close(&e.report, evaluate_all(&e));
    dismiss(&e);
    specs_free(&e.specs);
    setup_close(&e.setup);
    return code;
}
