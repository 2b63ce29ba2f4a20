/* solving.h - models to solve with, and answers held against the verifier; on a group's context. */
#ifndef TEST_SOLVING_H
#define TEST_SOLVING_H

#include "group.h"

static inline basin_model *exact_model(const char *domain)
{
    basin_model *model = NULL;

    ASSERT_OK(ctx, basin_model_default(ctx, domain, BASIN_ENERGY_EXACT, &model));
    return model;
}

/* The built-in model; skips the test where there is none (yet). */
static inline basin_model *compact_model(const char *domain)
{
    basin_model *model = NULL;

    if (basin_model_default(ctx, domain, BASIN_ENERGY_COMPACT, &model) != BASIN_STATUS_OK) {
        print_message("SKIPPED, models/%s-compact is missing: %s\n", domain,
                      basin_error_text(ctx));
        skip();
    }
    return model;
}

static inline struct basin_solve_opts few_steps(uint64_t steps)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;

    opts.threads = 1;
    opts.steps = steps;
    return opts;
}

static inline struct basin_answer solve(const basin_model *model, const basin_problem *problem,
                                        const struct basin_solve_opts *opts)
{
    struct basin_answer answer = BASIN_ANSWER_INIT;
    uint64_t violated = UINT64_MAX;

    ASSERT_OK(ctx, basin_solve(ctx, model, problem, opts, &answer));
    if (answer.kind == BASIN_ANSWER_NONE)
        return answer;
    ASSERT_OK(ctx, basin_problem_check(ctx, problem, answer.value, &violated));
    assert_int_equal(violated, answer.violated);
    assert_int_equal(answer.kind == BASIN_ANSWER_SOLVED, violated == 0);
    return answer;
}

#endif
