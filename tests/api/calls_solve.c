/* calls_solve.c - calls that solve, and what must be so of every answer. */
#include "api/alive.h"

#include <string.h>

static void see_moment(void *user, const struct basin_moment *now)
{
    (void)user;
    MUST(now->seconds >= 0 && (!now->values || now->particles > 0));
}

/* An answer is what it says: judged once more by the problem's verifier and, of one's own problems,
 * by the code above. */
static void judge(struct context *c, const struct problem *p, const struct basin_answer *a,
                  const int32_t *fixed)
{
    uint64_t violated = UINT64_MAX;

    if (a->kind == BASIN_ANSWER_NONE) {
        MUST(!a->value);
        return;
    }
    MUST(a->value && a->values == basin_problem_values(p->problem));
    MUST(basin_problem_check(c->ctx, p->problem, a->value, &violated) == BASIN_STATUS_OK);
    MUST(violated == a->violated);
    MUST(a->kind != BASIN_ANSWER_SOLVED || violated == 0);
    MUST(violated >= basin_problem_floor(p->problem));
    for (size_t v = 0; v < a->values; v++)
        MUST(!fixed || fixed[v] < 0 || a->value[v] == fixed[v]);
    if (a->kind != BASIN_ANSWER_SOLVED)
        return;
    for (size_t v = 0; v < a->values; v++)
        MUST(a->value[v] >= 0);
    MUST(!p->own || alive_broken(p->own, a->value) == 0);
}

static bool draw_values(const struct problem *p, uint32_t share, int32_t value[static MOST_VALUES])
{
    const size_t values = basin_problem_values(p->problem);

    if (p->values == 0 || values > MOST_VALUES || alive_draw(2))
        return false;
    for (size_t v = 0; v < values; v++)
        value[v] = alive_draw(share) == 0 ? (int32_t)alive_draw((uint32_t)p->values) : -1;
    return true;
}

static struct basin_solve_opts draw_opts(const struct problem *p, int32_t *fixed, int32_t *start)
{
    static const char *const samplers[] = { NULL, NULL, NULL, "basin", "focus", "pem", "ula" };
    struct basin_solve_opts o = BASIN_SOLVE_OPTS_INIT;

    o.sampler = samplers[alive_draw(7)];
    o.method = alive_draw(6) == 0 ? BASIN_METHOD_PAPER : BASIN_METHOD_BASIN;
    o.particles = alive_draw(2) ? 1 + alive_draw(5) : 0;
    o.steps = 1 + alive_draw(alive_draw(3) ? 6 : 60);
    o.levels = alive_draw(4) == 0 ? 2 + alive_draw(20) : 0;
    o.seed = alive_draw(100);
    o.sample = alive_draw(3);
    o.threads = 1 + alive_draw(2);
    o.watch = alive_draw(4) == 0;
    o.whole = alive_draw(4) == 0;
    o.on_moment = alive_draw(2) ? see_moment : NULL;
    o.fixed = draw_values(p, 6, fixed) ? fixed : NULL;
    o.start = draw_values(p, 2, start) ? start : NULL;
    return o;
}

/* Once more, with another number of threads and other moments: the same answer. */
static void solve_again(struct context *c, const basin_model *model, const struct problem *p,
                        struct basin_solve_opts opts, const struct basin_answer *first)
{
    struct basin_answer again = BASIN_ANSWER_INIT;

    opts.threads = 3 - opts.threads;
    opts.on_moment = NULL;
    MUST(basin_solve(c->ctx, model, p->problem, &opts, &again) == BASIN_STATUS_OK);
    MUST(again.kind == first->kind && again.steps == first->steps);
    MUST(again.violated == first->violated && again.values == first->values);
    MUST(!again.value ||
         memcmp(again.value, first->value, again.values * sizeof *again.value) == 0);
    basin_answer_clear(c->ctx, &again);
}

void call_solve(void)
{
    struct context *const c = alive_begin();
    const struct problem *const p = PICK(problem);
    struct answer *const a = &alive.answer[alive_draw(THINGS)];
    int32_t fixed[MOST_VALUES], start[MOST_VALUES];

    if (!c || !p)
        return;
    const struct model *const m = alive_model_for(p);
    const bool models = strcmp(p->domain, "own") == 0 || strcmp(p->domain, "solve") == 0;
    struct basin_solve_opts opts = draw_opts(p, fixed, start);
    const bool stopped = alive_draw(4) == 0, was_stops = c->stops;
    if (stopped) {
        opts.should_stop = alive_stop_later;
        alive.asked = 0;
        alive.asks = 1 + alive_draw(10);
        c->stops = true;
    }
    if (a->owner && a->owner != c)
        alive_drop_answer(a);
    const struct basin_answer before = a->answer;
    const basin_model *const model = models || !m ? NULL : m->model;
    const size_t blocks = basin_ctx_blocks(c->ctx);
    if (alive_end(c, basin_solve(c->ctx, model, p->problem, &opts, &a->answer), true)) {
        a->owner = c;
        a->of = p;
        judge(c, p, &a->answer, opts.fixed);
        if (!stopped && !c->stops && !c->small && alive_draw(4) == 0)
            solve_again(c, model, p, opts, &a->answer);
    } else {
        MUST(memcmp(&before, &a->answer, sizeof before) == 0);
        MUST(basin_ctx_blocks(c->ctx) == blocks);
    }
    c->stops = was_stops;
}

void call_solve_many(void)
{
    struct context *const c = alive_begin();
    const struct problem *const p = PICK(problem);
    struct basin_answer answer[3] = { BASIN_ANSWER_INIT, BASIN_ANSWER_INIT, BASIN_ANSWER_INIT };
    int32_t fixed[MOST_VALUES], start[MOST_VALUES];

    if (!c || !p)
        return;
    const struct model *const m = alive_model_for(p);
    const struct basin_solve_opts opts = draw_opts(p, fixed, start);
    const bool models = strcmp(p->domain, "own") == 0 || strcmp(p->domain, "solve") == 0;
    if (alive_end(c,
                  basin_solve_many(c->ctx, models || !m ? NULL : m->model, p->problem, &opts,
                                   1 + alive_draw(3), answer),
                  true))
        for (size_t i = 0; i < 3; i++)
            judge(c, p, &answer[i], opts.fixed);
    for (size_t i = 0; i < 3; i++)
        basin_answer_clear(c->ctx, &answer[i]);
}

void call_solve_least(void)
{
    struct context *const c = alive_begin();
    const struct problem *const p = PICK(problem);
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    uint32_t limit = 0;

    if (!c || !p)
        return;
    const struct model *const m = alive_model_for(p);
    const bool was_stops = c->stops;
    const bool takes = m && basin_domain_takes(p->domain, m->model) &&
                       basin_problem_has_limit(p->problem);
    opts.should_stop = alive_stop_later;
    opts.threads = 1;
    alive.asked = 0;
    alive.asks = 1 + alive_draw(30);
    c->stops = true;
    if (alive_end(c,
                  basin_solve_least(c->ctx, m ? m->model : NULL, p->problem, &opts, NULL, &answer,
                                    &limit),
                  !takes) &&
        answer.kind == BASIN_ANSWER_SOLVED)
        for (size_t v = 0; v < answer.values; v++)
            MUST(answer.value[v] >= 0 && (uint32_t)answer.value[v] < limit);
    c->stops = was_stops;
    basin_answer_clear(c->ctx, &answer);
}
