/* test_stop.c - a solve that is stopped at its first, second, third ... question, for each sampler:
 * in set-up, within steps and between them. What it returns is true and labelled, and all memory is
 * given back. */
#include "support.h"

#define QUESTIONS 200  /* of one solve that are tried, the first ones one by one */
#define CLOSE 12       /* so many; then in growing strides */

struct asked {
    size_t calls, last;
};

static bool ask(void *user)
{
    struct asked *const a = user;

    return ++a->calls >= a->last;
}

struct instance {
    const char *domain, *spec;
    uint32_t limit;  /* 0: none */
};

static basin_problem *open_instance(basin_ctx *ctx, const struct instance *at)
{
    basin_problem *problem = NULL;

    ASSERT_OK(ctx, basin_problem_open(ctx, at->domain, at->spec, &problem));
    if (at->limit > 0)
        ASSERT_OK(ctx, test_limit(ctx, &problem, at->limit, NULL));
    return problem;
}

/* Returns false once the solve came to its own end. */
static bool stop_at(basin_ctx *ctx, const basin_model *model, const basin_problem *problem,
                    struct basin_solve_opts *opts, size_t last)
{
    struct asked a = { .last = last };
    struct basin_answer answer = BASIN_ANSWER_INIT;
    uint64_t violated = 0;

    opts->should_stop = ask;
    opts->user = &a;
    ASSERT_OK(ctx, basin_solve(ctx, model, problem, opts, &answer));
    if (answer.kind == BASIN_ANSWER_NONE) {
        assert_int_equal(answer.stop, BASIN_STOP_CALLER);
        assert_null(answer.value);
    } else {
        ASSERT_OK(ctx, basin_problem_check(ctx, problem, answer.value, &violated));
        assert_int_equal(answer.violated, violated);
        assert_int_equal(answer.kind == BASIN_ANSWER_SOLVED, violated == 0);
    }
    const bool stopped = answer.stop == BASIN_STOP_CALLER;
    basin_answer_clear(ctx, &answer);
    return stopped;
}

static size_t stop_everywhere(const struct instance *at, enum basin_method method,
                              const char *sampler)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    basin_ctx *const ctx = test_ctx();
    basin_model *model = NULL;
    size_t last = 1;

    opts.method = method;
    opts.sampler = sampler;
    opts.threads = 2;
    opts.steps = 6;
    opts.particles = 20;
    ASSERT_OK(ctx, basin_model_default(ctx, at->domain, method == BASIN_METHOD_PAPER
                                                            ? BASIN_ENERGY_PAPER
                                                            : BASIN_ENERGY_COMPACT, &model));
    basin_problem *const problem = open_instance(ctx, at);
    const size_t blocks = basin_ctx_blocks(ctx);
    while (last < QUESTIONS && stop_at(ctx, model, problem, &opts, last)) {
        assert_int_equal(basin_ctx_blocks(ctx), blocks);
        last += last < CLOSE ? 1 : last / 4;
    }
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
    return last;
}

static void a_solve_is_stopped_at_any_question(void **state)
{
    static const struct instance instances[] = { { "queens", "20", 0 },
                                                 { "sat", "tests/golden/formula.cnf", 0 },
                                                 { "color", "tests/golden/graph.col", 3 } };
    (void)state;

    for (size_t i = 0; i < COUNT(instances); i++)
        for (size_t s = 0; basin_sampler_name(s); s++) {
            const char *const name = basin_sampler_name(s);
            if (strcmp(name, "words") == 0)  /* not for these */
                continue;
            assert_true(stop_everywhere(&instances[i], BASIN_METHOD_BASIN, name) > 1);
        }
}

/* Its selection is by energy: stopped within a step, the energies of the step before count. */
static void so_is_one_of_the_papers_method(void **state)
{
    const struct instance board = { "queens", "8", 0 };
    (void)state;

    assert_true(stop_everywhere(&board, BASIN_METHOD_PAPER, NULL) > CLOSE);
}

/* Time is over before set-up is. */
static void a_time_that_is_over_at_once(void **state)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_ctx *const ctx = test_ctx();
    const struct instance board = { "queens", "60", 0 };
    basin_model *model = NULL;

    (void)state;
    opts.seconds = 1e-9;
    ASSERT_OK(ctx, basin_model_default(ctx, "queens", BASIN_ENERGY_COMPACT, &model));
    basin_problem *const problem = open_instance(ctx, &board);
    ASSERT_OK(ctx, basin_solve(ctx, model, problem, &opts, &answer));
    assert_int_equal(answer.kind, BASIN_ANSWER_NONE);
    assert_int_equal(answer.stop, BASIN_STOP_TIME);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solve_is_stopped_at_any_question),
        cmocka_unit_test(so_is_one_of_the_papers_method),
        cmocka_unit_test(a_time_that_is_over_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
