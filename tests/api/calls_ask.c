/* calls_ask.c - calls that ask something of answers and problems. */
#include "api/alive.h"

#include <string.h>

/* Writes an answer in one of its formats; its default one is read again. */
void call_write_answer(void)
{
    struct context *const c = alive_begin();
    const struct answer *const a = &alive.answer[alive_draw(THINGS)];
    char *text = NULL, path[256];
    int32_t *value = NULL;
    size_t count = 0;

    if (!c || !a->of || a->answer.kind == BASIN_ANSWER_NONE)
        return;
    if (!alive_end(c, basin_answer_write(c->ctx, a->of->problem, &a->answer, NULL, &text), true)) {
        MUST(!text);
        return;
    }
    alive_put(text, path);
    basin_text_free(c->ctx, text);
    if (a->answer.kind != BASIN_ANSWER_SOLVED || a->of->own)
        return;
    if (alive_end(c, basin_solutions_read(c->ctx, a->of->problem, path, &value, &count), false))
        MUST(count == 1 && memcmp(value, a->answer.value, a->answer.values * sizeof *value) == 0);
    basin_values_free(c->ctx, value);
}

void call_ask_energy(void)
{
    struct context *const c = alive_begin();
    const struct answer *const a = &alive.answer[alive_draw(THINGS)];
    double energy = 0, sum = 0, *cost = NULL;
    size_t count = 0;

    if (!c || !a->of || a->answer.kind == BASIN_ANSWER_NONE)
        return;
    const struct model *const m = alive_model_for(a->of);
    const bool models = strcmp(a->of->domain, "own") == 0 || strcmp(a->of->domain, "solve") == 0;
    if (!models && !m)
        return;
    const basin_model *const model = models ? NULL : m->model;
    if (alive_end(c,
                  basin_problem_energy(c->ctx, model, a->of->problem, a->answer.value, 1,
                                       BASIN_METHOD_BASIN, &energy),
                  true))
        MUST(energy == energy);
    if (alive_end(c,
                  basin_problem_costs(c->ctx, model, a->of->problem, a->answer.value, 1,
                                      BASIN_METHOD_BASIN, &cost, &count),
                  true))
        basin_costs_free(c->ctx, cost);
    (void)alive_end(c, basin_problem_sum(c->ctx, a->of->problem, a->answer.value, &sum), true);
}

void call_ask_problem(void)
{
    struct context *const c = alive_begin();
    const struct problem *const p = PICK(problem);
    int32_t value[MOST_VALUES];
    uint32_t low = 0, high = 0;
    char *text = NULL;

    if (!c || !p)
        return;
    if (alive_end(c, basin_problem_remarks(c->ctx, p->problem, &text), false))
        basin_text_free(c->ctx, text);
    MUST(basin_problem_searched(p->problem) <= basin_problem_values(p->problem));
    if (basin_problem_values(p->problem) <= MOST_VALUES &&
        alive_end(c, basin_problem_bounds(c->ctx, p->problem, value, &low, &high),
                  !basin_problem_has_limit(p->problem)))
        MUST(low <= high);
}

void call_answer_free(void)
{
    struct answer *const a = &alive.answer[alive_draw(THINGS)];

    if (a->owner)
        alive_drop_answer(a);
}
