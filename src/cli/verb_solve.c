/* verb_solve.c - the verbs of the domains: solve one instance and print the answers.
 *
 * Only what the verifier accepted is printed bare, and what is believed where none can accept
 * anything. The best so far comes after a comment line that
 * says so; in formats other than the domain's first, which other programs read, its own lines are
 * comments too.
 */
#define _GNU_SOURCE
#include "show_answer.h"
#include "follow.h"
#include "gather.h"
#include "shard.h"
#include "program/ranks.h"
#include "program/screen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEAST_SECONDS 30  /* for as few colours as can be found, when --time is not given */

struct task {
    const char *domain, *spec, *format;
    char *indexed;           /* what spec is with --index: FILE:INDEX */
    const struct options *o;
    struct setup setup;
    struct follow follow;
    basin_problem *problem;
    basin_problem *limited;  /* with the least number of colours that was found, or NULL */
    int32_t *fixed, *start;  /* what --fix and --start hold, or NULL */
    size_t first, own;       /* of the answers, those that this process makes */
    bool dealt;              /* the others make some, too, and bring them to the first one */
    bool first_format;
    bool least;              /* nothing says how many colours */
};

/* The problem that was solved. */
static const basin_problem *solved_problem(const struct task *task)
{
    return task->limited ? task->limited : task->problem;
}

/* ------------------------------------------------------------------------------- formats ---- */

/* The first of the formats, or what stands for it on a terminal that may have colours. */
static const char *usual_format(const char *all)
{
    return out_color() && strstr(all, " color") ? "color" : NULL;
}

/* Is `format` (NULL: the first) among the domain's? Says which ones there are if not. */
static bool check_format(struct task *task)
{
    const char *const all = basin_domain_formats(task->domain);
    char word[64];

    task->format = task->o->format;
    for (size_t i = 0; word_at(WORDS_FORMATS, NULL, task->domain, i, word, sizeof word); i++)
        if (!task->format || strcmp(word, task->format) == 0) {
            task->first_format = i == 0;
            if (!task->format)
                task->format = usual_format(all);
            return true;
        }
    complain("--format: \"%s\" is none of the formats of %s: %s", task->format, task->domain, all);
    return false;
}

/* -------------------------------------------------------------------------------- answers ---- */

static void put_value(struct bsn_json *j, const struct basin_answer *a)
{
    if (a->kind == BASIN_ANSWER_NONE) {
        bsn_json_none(j, "value");
        return;
    }
    bsn_json_open(j, "value", '[');
    for (size_t v = 0; v < a->values; v++)
        bsn_json_whole(j, NULL, a->value[v]);
    bsn_json_close(j, ']');
}

/* A grid of letters or numbers, a string for each row: its squares close up, and its rows are the words. */
static void put_grid(struct bsn_json *j, char *text)
{
    size_t length = 0;

    for (const char *c = text; *c; c++)
        if (*c != ' ')
            text[length++] = (char)(*c == '\n' ? ' ' : *c);
    text[length] = 0;
    bsn_json_words(j, "grid", text);
}

static int print_json(const struct task *task, const struct basin_answer *a)
{
    const bool has_grid = a->value && strstr(basin_domain_formats(task->domain), "grid");
    struct bsn_json j = { .to = stdout };
    char *grid = NULL;
    double cost = NAN;

    if (a->value && basin_problem_sum(task->setup.ctx, solved_problem(task), a->value, &cost) !=
                        BASIN_STATUS_OK)
        return complain_ctx(task->setup.ctx);
    if (has_grid && basin_answer_write(task->setup.ctx, solved_problem(task), a, "grid", &grid) !=
                        BASIN_STATUS_OK)
        return complain_ctx(task->setup.ctx);
    struct question question = question_of(task->setup.ctx, solved_problem(task));
    answer_open(&j, &task->setup, task->spec, &question, a);
    question_clear(&question);
    put_value(&j, a);
    if (basin_domain_has(task->domain, BASIN_TRAIT_MODELS))
        bsn_json_number(&j, "cost", cost, 12);
    if (has_grid)
        put_grid(&j, grid);
    bsn_json_close(&j, '}');
    bsn_json_line(&j);
    basin_text_free(task->setup.ctx, grid);
    return 0;
}

/* Prints text, each line behind a prefix. */
static void print_lines(const char *text, const char *prefix)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        fputs(prefix, stdout);
        fwrite(text, 1, length, stdout);
        putchar('\n');
        text += length + (text[length] == '\n');
    }
}

static void print_label(const struct basin_answer *a)
{
    const bool color = out_color();

    printf("%sc best so far: %llu constraint%s broken%s\n", color ? "\033[33m" : "",
           (unsigned long long)a->violated, a->violated == 1 ? "" : "s", color ? "\033[0m" : "");
}

static int print_text(const struct task *task, const struct basin_answer *a)
{
    const bool whole = a->kind == BASIN_ANSWER_SOLVED || a->kind == BASIN_ANSWER_BELIEVED;
    const bool bare = whole || task->first_format;
    const uint64_t floor = basin_problem_floor(solved_problem(task));
    char *text = NULL;

    if (basin_answer_write(task->setup.ctx, solved_problem(task), a, task->format, &text) !=
        BASIN_STATUS_OK)
        return complain_ctx(task->setup.ctx);
    if (a->kind == BASIN_ANSWER_NONE)
        printf("c no answer: stopped before anything was tried\n");
    else if (a->kind == BASIN_ANSWER_BEST)
        print_label(a);
    if (floor > 0)
        printf("c every assignment breaks at least %llu\n", (unsigned long long)floor);
    print_lines(text, bare ? "" : "c ");
    basin_text_free(task->setup.ctx, text);
    return 0;
}

/* Of several in a row that were not begun, the first stands for all. */
static int print_answers(const struct task *task, const struct basin_answer *answer, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && answer[i].kind == BASIN_ANSWER_NONE && answer[i - 1].kind == BASIN_ANSWER_NONE)
            continue;  /* of a million, that would take seconds after the stop */
        if (task->setup.solve.sample - task->first + i > 0 && task->first_format && !task->o->json)
            printf("\n");
        if ((task->o->json ? print_json : print_text)(task, &answer[i]) != 0)
            return EXIT_ERROR;
    }
    return 0;
}

/* -------------------------------------------------------------------------------- summary ---- */

static const char *outcome(const struct basin_answer *answer)
{
    if (answer->kind == BASIN_ANSWER_SOLVED)
        return "solved";
    if (answer->kind == BASIN_ANSWER_BELIEVED)
        return "believed: complete, but no verifier can accept it";
    switch (answer->stop) {
    case BASIN_STOP_STEPS:
        return "not solved within the steps";
    case BASIN_STOP_TIME:
        return "not solved within the time";
    case BASIN_STOP_CALLER:
        return "not solved, stopped";
    case BASIN_STOP_FLOOR:
        return "no solution breaks fewer constraints";
    default:
        return "not solved, the sampler came to its end";
    }
}

/* How much of the problem was searched, where it was not all of it. */
static void searched_text(const struct task *task, const struct basin_answer *answer, char *text,
                          size_t room)
{
    const size_t searched = basin_problem_searched(solved_problem(task));
    const size_t values = basin_problem_values(task->problem);

    if (searched == values)
        snprintf(text, room, "%s", "");
    else if (searched > 0)
        snprintf(text, room, ", %zu of %zu values searched", searched, values);
    else if (task->least && answer->particles > 0)  /* for fewer, in vain */
        snprintf(text, room, ", this colouring needed no search");
    else
        snprintf(text, room, ", nothing was searched: colouring vertex after vertex was enough");
}

/* What the energies excluded before the search. */
static void narrowed_text(const struct basin_answer *answer, char *text, size_t room)
{
    if (answer->narrow == BASIN_NARROW_NOTHING)
        snprintf(text, room, "%s", "");
    else if (answer->narrow == BASIN_NARROW_AGAINST)
        snprintf(text, room, ", by the energies there is no solution, so nothing was narrowed");
    else
        snprintf(text, room, ", %zu value%s and %zu variable%s narrowed%s", answer->narrowed_values,
                 answer->narrowed_values == 1 ? "" : "s", answer->narrowed_variables,
                 answer->narrowed_variables == 1 ? "" : "s",
                 answer->narrow == BASIN_NARROW_ALL ? ", no search" : "");
}

static void print_summary(const struct task *task, const struct basin_answer *answer,
                          const struct tally *tally)
{
    const struct setup *const s = &task->setup;
    const double seconds = clock_seconds() - s->begun;
    const char *const sampler = setup_sampler(s, answer);
    char head[128], parts[96], narrowed[112], chosen[40] = "", rest[40] = "";

    if (task->o->quiet)
        return;
    if (tally->begun < tally->count)
        snprintf(rest, sizeof rest, ", %zu not begun", tally->count - tally->begun);
    if (task->least)
        snprintf(head, sizeof head, "%u colours%s", basin_problem_limited(solved_problem(task)),
                 answer->stop == BASIN_STOP_SOLVED ? ", as many as a clique in it needs"
                                                   : ", fewer were not found");
    else if (tally->count == 1)
        snprintf(head, sizeof head, "%s%s%s", outcome(answer),
                 answer->kind == BASIN_ANSWER_BELIEVED ? "; " : "",
                 answer->kind == BASIN_ANSWER_BELIEVED ? s->selection : "");
    else
        snprintf(head, sizeof head, "%zu of %zu %s, %zu unique%s", tally->solved, tally->count,
                 tally->believed > 0 ? "believed" : "valid", tally->unique, rest);
    searched_text(task, answer, parts, sizeof parts);
    narrowed_text(answer, narrowed, sizeof narrowed);
    if (!strstr(head, s->selection))
        snprintf(chosen, sizeof chosen, ", %s", s->selection);
    tell("%s %s: %s%s%s; method %s, energy %s, sampler %s, %u particles, %.0f steps%s, seed %llu, "
         "kernel %s%s, %.3g s",
         task->domain, task->spec, head, parts, narrowed, s->method, s->energy,
         sampler ? sampler : "none", answer->particles, tally->steps,
         tally->count > 1 ? " on average" : "", (unsigned long long)s->solve.seed, s->kernel,
         chosen, seconds);
}

/* Each solution that needs less than the one before; what follows is tried with one less. */
static void on_better(void *user, uint32_t limit, const struct basin_answer *answer)
{
    const struct task *const task = user;

    (void)answer;
    if (task->follow.watch)
        watch_limit(task->follow.watch, limit - 1);
    if (task->o->json)
        return;
    progress_show(NULL);
    printf("o %u\n", limit);
    if (!screen_is_open() || !isatty(STDOUT_FILENO))  /* on the same terminal it would be lost */
        fflush(stdout);
}

static void on_moment(void *user, const struct basin_moment *now)
{
    const struct basin_solve_opts *const opts = &((const struct task *)user)->setup.solve;

    opts->on_moment(opts->user, now);
}

/* Nothing says how many there may be: as few as can be found, and that becomes the limit. */
static basin_status solve_least(struct task *task, struct basin_answer *answer)
{
    struct setup *const s = &task->setup;
    uint32_t limit;

    if (task->o->time < 0)
        s->solve.seconds = LEAST_SECONDS;
    s->runs = 1;
    s->begun = clock_seconds();
    struct basin_solve_opts opts = s->solve;
    opts.on_moment = on_moment;
    opts.user = task;
    basin_status status = basin_solve_least(s->ctx, s->model, task->problem, &opts, on_better,
                                            answer, &limit);
    basin_ctx_stop(s->ctx, NULL, NULL, 0);  /* what was found is shown, whenever the search ended */
    if (status == BASIN_STATUS_OK)
        status = basin_problem_with_limit(s->ctx, task->problem, limit, NULL, &task->limited);
    if (status == BASIN_STATUS_OK && task->follow.watch)
        watch_limit(task->follow.watch, limit);
    return status;
}

/* The picture of the first answer, behind the answers: a picture that cannot be written must not
 * cost them. */
static int draw_answer(const struct task *task, const struct basin_answer *answer)
{
    const struct picture_task picture = { .spec = task->spec, .path = task->o->picture,
                                          .value = answer->value };

    if (!task->o->picture || ranks_number() > 0)
        return 0;
    return picture_save(task->setup.ctx, solved_problem(task), &picture);
}

/* What is only believed counts for those who say so. */
static bool all_accepted(const struct task *task, const struct tally *tally)
{
    return tally->solved == tally->count && (tally->believed == 0 || task->o->accept_believed);
}

/* The lowest sum of costs is searched for until time is over: where nobody says how much. */
static void set_time(struct task *task)
{
    struct basin_solve_opts *const solve = &task->setup.solve;

    if (basin_domain_has(task->domain, BASIN_TRAIT_MODELS) && task->o->time < 0 &&
        solve->steps == 0)
        solve->seconds = LEAST_SECONDS;
}

/* The answers of this process. */
static basin_status solve_own(struct task *task, struct basin_answer *answer)
{
    if (task->least)
        return solve_least(task, answer);
    return task->own == 0 ? BASIN_STATUS_OK
                          : setup_solve(&task->setup, task->problem, task->own,
                                        answer + task->first);
}

/* What was chosen for the domain did not run, and whether it would have, the problem says. */
static void forget_sampler(struct setup *s, const struct basin_answer *answer)
{
    if (s->chosen && answer->sampler == 0)
        s->sampler = NULL;
}

/* The time was over, or a signal came, before there was a problem to search. */
static int print_nothing(struct task *task)
{
    const char *const unknown = basin_domain_unknown(task->domain);
    const struct basin_answer none = { .stop = stop_asked(NULL) ? BASIN_STOP_CALLER
                                                                : BASIN_STOP_TIME };
    const struct question question = { 0 };
    struct bsn_json j = { .to = stdout };

    if (!task->o->json) {
        printf("c no answer: stopped before anything was tried\n");
        if (task->first_format && *unknown)
            printf("%s\n", unknown);
        return EXIT_DONE;
    }
    if (!task->setup.model)  /* that which was asked for */
        setup_words(task->domain, energy_of(task->setup.energy), task->o, &task->setup);
    forget_sampler(&task->setup, &none);
    answer_open(&j, &task->setup, task->spec, &question, &none);
    put_value(&j, &none);
    bsn_json_close(&j, '}');
    bsn_json_line(&j);
    return EXIT_DONE;
}

static int solve(struct task *task)
{
    const size_t count = task->o->count;
    struct basin_answer *const answer = answers_new(count);
    struct run_facts *facts = NULL;
    void **held = NULL;  /* memory of answers that came from other processes */
    struct tally tally;
    int code = EXIT_ERROR;

    if (!answer)
        return complain("out of memory for %zu answers", count);
    set_time(task);
    const basin_status status = solve_own(task, answer);
    basin_ctx_stop(task->setup.ctx, NULL, NULL, 0);  /* what was found is written in any case */
    progress_show(NULL);
    forget_sampler(&task->setup, answer);
    const bool failed = status != BASIN_STATUS_OK && status != BASIN_STATUS_STOPPED;
    const int followed = follow_end(&task->follow, status == BASIN_STATUS_OK ? answer : NULL,
                                    failed);
    if (status == BASIN_STATUS_STOPPED) {
        answers_free(task->setup.ctx, answer, count);
        return print_nothing(task);
    }
    if (failed)
        complain_ctx(task->setup.ctx);
    else if (task->dealt && !gather_answers(answer, count, task->first, task->own, &held))
        code = EXIT_ERROR;
    else if (!(facts = facts_new(solved_problem(task), answer, count)) ||
             !tally_runs(answer, facts, count, &tally))
        complain("out of memory");
    else if (print_answers(task, answer, count) == 0)
        code = out_finish(all_accepted(task, &tally) ? EXIT_SOLVED : EXIT_DONE);
    if (code != EXIT_ERROR)
        print_summary(task, answer, &tally);
    if (code != EXIT_ERROR && draw_answer(task, answer) != 0)
        code = EXIT_ERROR;
    free(facts);
    gather_drop(answer, count, task->own, held);
    answers_free(task->setup.ctx, answer, count);
    return followed != 0 ? followed : code;
}

/* ------------------------------------------------------------------------------ instance ---- */

/* The one assignment that a file holds, for an option; NULL for no file. */
static int read_one(const struct task *task, const char *option, const char *path, int32_t **value)
{
    basin_ctx *const ctx = task->setup.ctx;
    size_t count = 0;

    if (!path)
        return 0;
    if (basin_solutions_read(ctx, task->problem, path, value, &count) != BASIN_STATUS_OK)
        return complain_ctx(ctx);
    if (count != 1)
        return complain("%s: %zu solutions in it; --%s takes one", path, count, option);
    return 0;
}

static bool is_stdin(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* With --index, that one of the instances in a file. */
static int open_problem(struct task *task)
{
    basin_ctx *const ctx = task->setup.ctx;

    if (task->o->index) {
        if (asprintf(&task->indexed, "%s:%s", task->spec, task->o->index) < 0) {
            task->indexed = NULL;
            return complain("out of memory");
        }
        task->spec = task->indexed;
    }
    return basin_problem_open(ctx, task->domain, task->spec, &task->problem) == BASIN_STATUS_OK
               ? 0
               : complain_ctx(ctx);
}

static int open_instance(struct task *task)
{
    const struct options *const o = task->o;
    char why[LIMIT_CHARS];

    if (is_stdin(task->spec) + is_stdin(o->fix) + is_stdin(o->start) > 1)
        return complain("only one of the instance, --fix and --start can be standard input");
    if (open_problem(task) != 0 || read_one(task, "fix", o->fix, &task->fixed) != 0 ||
        read_one(task, "start", o->start, &task->start) != 0)
        return EXIT_ERROR;
    task->setup.solve.fixed = task->fixed;
    task->setup.solve.start = task->start;
    if (!limit_set(&task->setup, &task->problem, o, task->spec, why))
        return complain("%s", why);
    task->least = basin_problem_has_limit(task->problem) &&
                  basin_problem_limited(task->problem) == 0;
    if (task->least && o->count > 1)
        return complain("--count needs -k: there is one least number of colours");
    return o->quiet ? 0 : tell_remarks(task->setup.ctx, task->problem, task->spec);
}

/* The samples of this shard take the place of all. */
static bool take_shard(struct options *o, size_t *sample)
{
    struct shard shard;

    if (!shard_read(o->shard, &shard))
        return false;
    o->count = shard_block(&shard, o->count, sample);
    return true;
}

/* One answer is searched for by all processes together, many are drawn by each a block. */
static int join(struct task *task, size_t sample, bool many)
{
    const struct shard part = { ranks_number(), ranks_count() };
    const struct options *const o = task->o;
    struct basin_solve_opts *const solve = &task->setup.solve;

    task->own = o->count;
    solve->sample = sample;
    if (ranks_count() == 1)
        return 0;
    if (o->watch || o->trace)
        return complain("--watch and --trace are for one process; there are %zu", ranks_count());
    if (is_stdin(task->spec) || is_stdin(o->fix) || is_stdin(o->start))
        return complain("standard input reaches one of several processes: give a file");
    task->dealt = many;
    if (!many)
        solve->team = ranks_team();
    else
        task->own = shard_block(&part, o->count, &task->first);
    solve->sample += task->first;
    return 0;
}

int verb_solve(const struct verb *verb, const struct options *all)
{
    struct options part = *all;
    const struct options *const o = &part;
    struct task task = { .domain = verb->name, .spec = o->operand[0], .o = o };
    size_t sample;
    int code = EXIT_ERROR;

    if (o->json && o->format)
        return complain("--json and --format exclude each other");
    if (o->index && !count_read(o->index, 0, UINT32_MAX, &(uint64_t){ 0 }))
        return complain("--index: \"%s\" is not a number; puzzles are counted from 0", o->index);
    if (!check_format(&task) || !take_shard(&part, &sample))
        return EXIT_ERROR;
    if (o->count == 0)
        return EXIT_DONE;
    if (setup_open(o, &task.setup) != 0)
        return EXIT_ERROR;
    task.setup.samples = all->count;
    basin_ctx_stop(task.setup.ctx, stop_asked, NULL, o->time > 0 ? o->time : 0);
    if (o->picture && basin_picture_probe(task.setup.ctx, o->picture) != BASIN_STATUS_OK)
        complain_ctx(task.setup.ctx);
    else if (join(&task, sample, all->count > 1) == 0 && open_instance(&task) == 0 && setup_model(task.domain, o, &task.setup) == 0 &&
             follow_open(o, task.problem, task.spec, &task.setup, &task.follow) == 0)
        code = solve(&task);
    else if (basin_ctx_stopped(task.setup.ctx))
        code = print_nothing(&task);
    follow_close(&task.follow);
    basin_values_free(task.setup.ctx, task.fixed);
    basin_values_free(task.setup.ctx, task.start);
    basin_problem_free(task.setup.ctx, task.limited);
    basin_problem_free(task.setup.ctx, task.problem);
    setup_close(&task.setup);
    free(task.indexed);
    return code;
}
