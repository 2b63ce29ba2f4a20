/* show_answer.c - an answer as JSON, the same for a solving verb and for eval. */
#define _GNU_SOURCE
#include "show_answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct question question_of(basin_ctx *ctx, const basin_problem *problem)
{
    const bool has_limit = basin_problem_has_limit(problem);
    struct question question = { .constraints = basin_problem_constraints(problem),
                              .searched = basin_problem_searched(problem),
                              .floor = basin_problem_floor(problem),
                              .has_limit = has_limit,
                              .limit = has_limit ? basin_problem_limited(problem) : 0 };
    char *text;

    if (basin_problem_remarks(ctx, problem, &text) == BASIN_STATUS_OK) {
        question.remarks = strdup(text);
        basin_text_free(ctx, text);
    }
    return question;
}

void question_clear(struct question *question)
{
    free(question->remarks);
    question->remarks = NULL;
}

void answer_remarks(struct bsn_json *j, const struct question *question)
{
    if (!question->remarks || !*question->remarks)
        return;
    bsn_json_open(j, "remarks", '[');
    for (char *at = question->remarks; *at;) {
        char *const end = strchrnul(at, '\n'), was = *end;
        *end = 0;
        bsn_json_text(j, NULL, at);
        *end = was;
        at = end + (was == '\n');
    }
    bsn_json_close(j, ']');
}

static const char *const kinds[] = { "none", "best", "solved", "believed" };

static const char *kind_word(enum basin_answer_kind kind)
{
    return kinds[kind];
}

enum basin_answer_kind kind_of(const char *word)
{
    enum basin_answer_kind kind = BASIN_ANSWER_BELIEVED;

    while (kind > BASIN_ANSWER_NONE && strcmp(kinds[kind], word) != 0)
        kind--;
    return kind;
}

static const char *stop_word(const struct basin_answer *a)
{
    static const char *const words[] = { "solved", "end", "steps", "time", "caller", "floor" };

    return a->kind == BASIN_ANSWER_BELIEVED && a->stop == BASIN_STOP_SOLVED ? kind_word(a->kind)
                                                                            : words[a->stop];
}

static const char *narrow_word(enum basin_narrow narrow)
{
    static const char *const words[] = { "nothing", "some", "all", "against" };

    return words[narrow];
}

void answer_solved(struct bsn_json *j, const char *domain, bool accepted)
{
    if (accepted && basin_domain_has(domain, BASIN_TRAIT_RANKED))
        bsn_json_none(j, "solved");
    else
        bsn_json_flag(j, "solved", accepted);
}

static void put_outcome(struct bsn_json *j, const char *domain, const struct basin_answer *a)
{
    const bool none = a->kind == BASIN_ANSWER_NONE;

    bsn_json_text(j, "kind", kind_word(a->kind));
    if (a->kind == BASIN_ANSWER_BELIEVED)
        bsn_json_none(j, "solved");
    else
        answer_solved(j, domain, a->kind == BASIN_ANSWER_SOLVED);
    bsn_json_text(j, "stop", stop_word(a));
    if (none)
        bsn_json_none(j, "violated");
    else
        bsn_json_count(j, "violated", a->violated);
    /* Without a particle there is no energy; a least number of colours may need none. */
    bsn_json_number(j, "energy", none || a->particles == 0 ? NAN : a->energy, 9);
    bsn_json_count(j, "steps", a->steps);
    bsn_json_number(j, "seconds", a->seconds, 6);
    bsn_json_count(j, "particles", a->particles);
}

const char *domain_of(const struct setup *s)
{
    return s->model ? basin_model_domain(s->model) : s->domain;
}

void answer_open(struct bsn_json *j, const struct setup *s, const char *instance,
                 const struct question *question, const struct basin_answer *a)
{
    const char *const domain = domain_of(s), *const sampler = setup_sampler(s, a);

    bsn_json_open(j, NULL, '{');
    bsn_json_text(j, "domain", domain);
    bsn_json_text(j, "instance", instance);
    put_outcome(j, domain, a);
    bsn_json_count(j, "constraints", question->constraints);
    bsn_json_count(j, "floor", question->floor);
    bsn_json_count(j, "searched", question->searched);
    bsn_json_flag(j, "needed_search", question->searched > 0 && a->narrow != BASIN_NARROW_ALL);
    bsn_json_text(j, "narrow", narrow_word(a->narrow));
    bsn_json_count(j, "narrowed_values", a->narrowed_values);
    bsn_json_count(j, "narrowed_variables", a->narrowed_variables);
    answer_remarks(j, question);
    if (question->has_limit)
        bsn_json_count(j, "limit", question->limit);
    bsn_json_text(j, "method", s->method);
    bsn_json_text(j, "model_energy", s->energy);
    if (sampler)
        bsn_json_text(j, "sampler", sampler);
    else
        bsn_json_none(j, "sampler");
    bsn_json_text(j, "selection", s->selection);
    bsn_json_text(j, "kernel", s->kernel);
    bsn_json_count(j, "seed", s->solve.seed);
    bsn_json_count(j, "sample", a->sample);
    bsn_json_count(j, "samples", s->samples);
    bsn_json_count(j, "most_steps", s->solve.steps);
}
