/* calls.c - one random legal call after the other, and in the end nothing is left. */
#include "api/calls.h"

#include "api/alive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void finish(void)
{
    alive.call = "the end";
    alive_drop(NULL);
    for (size_t i = 0; i < CONTEXTS; i++)
        if (alive.context[i].ctx)
            alive_close(&alive.context[i]);
    while (alive.owns) {
        struct own *const own = alive.owns;
        alive.owns = own->next;
        free(own);
    }
}

/* How often each is drawn, of all 38. */
static const struct {
    const char *name;
    void (*call)(void);
    uint32_t share;
} calls[] = {
    { "context_new", call_context_new, 1 },
    { "context_set", call_context_set, 1 },
    { "context_free", call_context_free, 1 },
    { "model_new", call_model_new, 3 },
    { "model_save", call_model_save, 1 },
    { "model_free", call_model_free, 1 },
    { "problem_open", call_problem_open, 2 },
    { "problem_generate", call_problem_generate, 1 },
    { "problem_limit", call_problem_limit, 1 },
    { "problem_free", call_problem_free, 1 },
    { "draft_new", call_draft_new, 1 },
    { "draft_variables", call_draft_variables, 1 },
    { "draft_constrain", call_draft_constrain, 4 },
    { "draft_cost", call_draft_cost, 1 },
    { "draft_given", call_draft_given, 1 },
    { "draft_finish", call_draft_finish, 2 },
    { "draft_free", call_draft_free, 1 },
    { "solve", call_solve, 6 },
    { "solve_many", call_solve_many, 1 },
    { "solve_least", call_solve_least, 1 },
    { "write_answer", call_write_answer, 2 },
    { "ask_energy", call_ask_energy, 2 },
    { "ask_problem", call_ask_problem, 1 },
    { "answer_free", call_answer_free, 1 },
};
#define SHARES 38

static size_t draw_call(void)
{
    uint32_t share = alive_draw(SHARES);
    size_t which = 0;

    while (share >= calls[which].share)
        share -= calls[which++].share;
    return which;
}

void calls_run(uint64_t number, const bool keep[static CALLS], const char *folder, bool tell)
{
    memset(&alive, 0, sizeof alive);
    alive.folder = folder;
    alive.number = number;
    for (size_t i = 0; i < THINGS; i++)
        alive.answer[i].answer = (struct basin_answer)BASIN_ANSWER_INIT;
    for (alive.place = 0; alive.place < CALLS; alive.place++) {
        alive.dice = (number << 16) + (uint64_t)alive.place * 0x2545f4914f6cdd1du;
        const size_t which = draw_call();
        if (!keep[alive.place])
            continue;
        alive.call = calls[which].name;
        if (!alive.context[0].ctx && !alive.context[1].ctx)
            call_context_new();
        if (tell)
            fprintf(stderr, "  %zu %s\n", alive.place, alive.call);
        calls[which].call();
    }
    finish();
}
