/* eval.c - many instances: a table for people, a JSON line for each run for programs. */
#include "cli.h"

#include "specs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct evaluation {
    const char *domain;
    const struct options *o;
    struct setup setup;
    FILE *lines; /* where JSON lines go, or NULL */
    bool table;  /* on standard output, unless the lines are there */
    int width;   /* of the first column */
    size_t instances, solved_instances, runs, solved_runs, failed;
};

static void print_line(const struct evaluation *e, const char *spec, const struct basin_answer *a)
{
    fputs("{\"file\": ", e->lines);
    json_text(e->lines, spec);
    fprintf(e->lines,
            ", \"solved\": %s, \"violated\": ", a->kind == BASIN_ANSWER_SOLVED ? "true" : "false");
    if (a->kind == BASIN_ANSWER_NONE)
        fputs("null", e->lines);
    else
        fprintf(e->lines, "%llu", (unsigned long long)a->violated);
    fputs(", \"seconds\": ", e->lines);
    json_number(e->lines, a->seconds, 6);
    fprintf(e->lines, ", \"steps\": %llu, \"particles\": %u, \"seed\": %llu, \"sample\": %llu}\n",
            (unsigned long long)a->steps, a->particles, (unsigned long long)e->setup.solve.seed,
            (unsigned long long)a->sample);
}

static void print_head(const struct evaluation *e)
{
    if (e->table)
        printf("%-*s %11s %7s %9s %9s %9s\n", e->width, "instance", "solved", "unique", "placed",
               "seconds", "steps");
}

static void print_row(const struct evaluation *e, const char *spec, const struct tally *tally)
{
    char solved[48];

    if (!e->table)
        return;
    snprintf(solved, sizeof solved, "%zu/%zu", tally->solved, tally->count);
    printf("%-*s %11s %7zu %9.2f %9.3g %9.0f\n", e->width, spec, solved, tally->unique,
           tally->placed, tally->seconds, tally->steps);
    fflush(stdout);
}

/* Counts runs and prints what came out of one instance. */
static bool report(struct evaluation *e, const char *spec, const struct basin_answer *answer)
{
    const size_t count = e->o->count;
    struct tally tally;

    if (!tally_answers(answer, count, &tally)) {
        complain("out of memory");
        return false;
    }
    for (size_t i = 0; e->lines && i < count; i++)
        print_line(e, spec, &answer[i]);
    if (e->lines && fflush(e->lines) != 0 && e->lines != stdout) {
        complain("%s: cannot write: %s", e->o->jsonl, strerror(errno));
        return false;
    }
    print_row(e, spec, &tally);
    e->instances++;
    e->solved_instances += tally.solved > 0;
    e->runs += count;
    e->solved_runs += tally.solved;
    return true;
}

/* An instance that cannot be opened is told and counted, the others go on. */
static bool evaluate(struct evaluation *e, const char *spec)
{
    basin_ctx *const ctx = e->setup.ctx;
    basin_problem *problem = NULL;
    bool fine = false;

    if (basin_problem_open(ctx, e->domain, spec, &problem) != BASIN_STATUS_OK) {
        complain_ctx(ctx);
        e->failed++;
        return true;
    }
    struct basin_answer *const answer = setup_solve(&e->setup, problem, e->o->count);
    if (answer)
        fine = report(e, spec, answer);
    answers_free(ctx, answer, e->o->count);
    basin_problem_free(ctx, problem);
    return fine;
}

static void print_summary(const struct evaluation *e, double seconds)
{
    const struct setup *const s = &e->setup;
    char line[512];

    snprintf(line, sizeof line,
             "%zu of %zu instances solved, %zu of %zu runs%s; method %s, energy %s, sampler %s, "
             "seed %llu, %s, %.3g s",
             e->solved_instances, e->instances, e->solved_runs, e->runs,
             stop_asked(NULL) ? " (stopped)" : "", s->method, s->energy, s->sampler,
             (unsigned long long)s->solve.seed, s->selection, seconds);
    if (e->table)
        printf("%s\n", line);
    else if (!e->o->quiet)
        tell("%s", line);
}

static int evaluate_all(struct evaluation *e, const struct specs *specs)
{
    const double begun = clock_seconds();

    e->width = 12;
    for (size_t i = 0; i < specs->count; i++)
        if ((int)strlen(specs->name[i]) > e->width && strlen(specs->name[i]) < 60)
            e->width = (int)strlen(specs->name[i]);
    print_head(e);
    for (size_t i = 0; i < specs->count && !stop_asked(NULL) && !ferror(stdout); i++)
        if (!evaluate(e, specs->name[i]))
            return EXIT_ERROR;
    print_summary(e, clock_seconds() - begun);
    return stop_asked(NULL) ? EXIT_STOPPED : e->failed ? EXIT_ERROR : EXIT_DONE;
}

static bool open_lines(struct evaluation *e)
{
    const bool file = e->o->jsonl && strcmp(e->o->jsonl, "-") != 0;

    e->table = !e->o->json && (file || !e->o->jsonl);
    if (file) {
        e->lines = fopen(e->o->jsonl, "we");
        if (!e->lines)
            complain("%s: cannot create: %s", e->o->jsonl, strerror(errno));
        return e->lines != NULL;
    }
    if (!e->table)
        e->lines = stdout;
    return true;
}

static int close_lines(struct evaluation *e, int code)
{
    if (!e->lines || e->lines == stdout)
        return code;
    const bool failed = ferror(e->lines) != 0;
    if (fclose(e->lines) != 0 || failed)
        return complain("%s: cannot write all of it", e->o->jsonl);
    return code;
}

int verb_eval(const struct verb *verb, const struct options *o)
{
    struct evaluation e = { .domain = o->operand[0], .o = o };
    struct specs specs = { 0 };
    int code = EXIT_ERROR;
    bool fine = true;

    (void)verb;
    stop_catch();
    if (setup_open(o, &e.setup) == 0 && setup_model(e.domain, o, &e.setup) == 0) {
        for (size_t i = 1; i < o->operands && fine; i++)
            fine = specs_add(&specs, e.domain, o->operand[i]);
        if (fine && open_lines(&e))
            code = close_lines(&e, evaluate_all(&e, &specs));
    }
    specs_free(&specs);
    setup_close(&e.setup);
    return code;
}
