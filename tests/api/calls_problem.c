/* calls_problem.c - calls that open, make, limit and free problems of the domains. */
#include "api/alive.h"

#include <stdio.h>

void call_problem_open(void)
{
    static const struct {
        const char *domain, *text;
        int32_t values;
    } known[] = {
        { "sat", "p cnf 5 7\n1 2 -3 0\n-1 3 4 0\n2 -4 0\n-2 5 0\n-5 -1 3 0\n4 5 0\n-3 -4 1 0\n",
          2 },
        { "sat", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", 2 },
        { "color", "p edge 6 8\ne 1 2\ne 1 3\ne 2 3\ne 2 4\ne 3 4\ne 4 5\ne 5 6\ne 4 6\n", 3 },
        { "color", "c colours 3\np edge 4 6\ne 1 2\ne 1 3\ne 2 3\ne 2 4\ne 3 4\ne 1 4\n", 3 },
        { "sudoku", "1..............2\n", 4 },
        { "solve",
          "{\"problem\": {\"name\": \"p\", \"mustbe\": \"<9\"}, \"variables\": {\"a\": 2, "
          "\"b\": 2}, \"functions\": {\"f\": {\"scope\": [\"a\", \"b\"], "
          "\"costs\": [0, 1, 2, 9]}}}",
          2 },
    };
    struct context *const c = alive_begin();
    struct problem *const p = PLACE(problem);
    basin_problem *problem = NULL;
    char path[256], number[8];

    if (!c || !p)
        return;
    const uint32_t which = alive_draw(8), rows = 4 + alive_draw(6);
    const char *domain = "queens", *spec = number;
    snprintf(number, sizeof number, "%u", rows);
    if (which < 6) {
        domain = known[which].domain;
        alive_put(known[which].text, path);
        spec = path;
    }
    if (alive_end(c, basin_problem_open(c->ctx, domain, spec, &problem), false))
        *p = (struct problem){ problem, c, domain, which < 6 ? known[which].values : (int32_t)rows,
                               NULL };
    else
        MUST(!problem);
}

void call_problem_generate(void)
{
    static const char *const domains[] = { "sat", "color", "sudoku" };
    struct context *const c = alive_begin();
    struct problem *const p = PLACE(problem);
    struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
    basin_problem *problem = NULL;
    char *text = NULL, path[256];

    if (!c || !p)
        return;
    const uint32_t which = alive_draw(3);
    opts.n = which == 2 ? (alive_draw(2) ? 4 : 9) : 4 + alive_draw(12);
    opts.seed = alive_draw(1000);
    if (!alive_end(c, basin_generate(c->ctx, domains[which], &opts, &text), false)) {
        MUST(!text);
        return;
    }
    alive_put(text, path);
    basin_text_free(c->ctx, text);
    if (alive_end(c, basin_problem_open(c->ctx, domains[which], path, &problem), false))
        *p = (struct problem){ problem, c, domains[which], which == 0 ? 2 : 3, NULL };
}

void call_problem_limit(void)
{
    struct context *const c = alive_begin();
    struct problem *const p = PICK(problem), *const to = PLACE(problem);
    basin_problem *problem = NULL;
    const uint32_t limit = 1 + alive_draw(4);

    if (!c || !p || !to)
        return;
    const bool takes = basin_problem_has_limit(p->problem);
    if (!alive_end(c, basin_problem_with_limit(c->ctx, p->problem, limit, NULL, &problem), !takes))
        return;
    MUST(takes && basin_problem_limited(problem) == limit);
    *to = (struct problem){ problem, c, p->domain, (int32_t)limit, NULL };
}

static bool is_answered(const struct problem *p)
{
    for (size_t i = 0; i < THINGS; i++)
        if (alive.answer[i].of == p)
            return true;
    return false;
}

void call_problem_free(void)
{
    struct problem *const p = PICK(problem);

    if (p && !is_answered(p))
        alive_drop_problem(p);
}
