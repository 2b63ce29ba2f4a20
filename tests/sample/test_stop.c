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

static bool count_question(void *user)
{
    ++*(size_t *)user;
    return false;
}

static uint64_t draw(uint64_t *state)
{
    return *state = *state * 6364136223846793005u + 1442695040888963407u;
}

static void write_graph(const char *path, uint32_t vertices, uint32_t edges)
{
    FILE *const file = fopen(path, "w");
    uint64_t state = 1;

    assert_non_null(file);
    fprintf(file, "p edge %u %u\n", vertices, edges);
    for (uint32_t i = 0; i < edges; i++) {
        const uint32_t a = (uint32_t)(draw(&state) >> 33) % vertices;
        fprintf(file, "e %u %u\n", a + 1,
                (a + 1 + (uint32_t)(draw(&state) >> 33) % (vertices - 1)) % vertices + 1);
    }
    assert_int_equal(fclose(file), 0);
}

/* A formula of so many variables and random clauses of three literals, and of one literal. */
static void write_formula(const char *path, uint32_t vars, uint32_t threes, uint32_t ones)
{
    FILE *const file = fopen(path, "w");
    uint64_t state = 1;

    assert_non_null(file);
    fprintf(file, "p cnf %u %u\n", vars, threes + ones);
    for (uint32_t i = 0; i < 3 * threes; i++) {
        const uint64_t drawn = draw(&state);
        fprintf(file, "%s%llu%s", drawn >> 63 ? "-" : "",
                (unsigned long long)(drawn >> 20) % vars + 1, i % 3 == 2 ? " 0\n" : " ");
    }
    for (uint32_t i = 1; i <= ones; i++)
        fprintf(file, "%u 0\n", i);
    assert_int_equal(fclose(file), 0);
}

/* Each loop of the set-up over all variables, clauses or literals asks; how long it takes between
 * two questions is then a matter of how many items, and not of the formula's size. */
static void ask_during_set_up(const struct instance *at, size_t opening, size_t solving)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_ctx *const ctx = test_ctx();
    basin_model *model = NULL;
    size_t questions = 0;

    ASSERT_OK(ctx, basin_model_default(ctx, at->domain, BASIN_ENERGY_COMPACT, &model));
    basin_ctx_stop(ctx, count_question, &questions, 0);
    basin_problem *const problem = open_instance(ctx, at);
    if (questions < opening)
        fail_msg("%zu questions while it was read; %zu are too few", questions, opening);
    questions = 0;
    opts.steps = 1;
    ASSERT_OK(ctx, basin_solve(ctx, model, problem, &opts, &answer));
    if (questions < solving)
        fail_msg("%zu questions while it was set up; %zu are too few", questions, solving);
    unlink(at->spec);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
}

#define ITEMS 65536

static void so_does_the_set_up_of_large_problems(void **state)
{
    char formula[TEST_PATH], graph[TEST_PATH];
    const struct instance sat = { "sat", formula, 0 }, color = { "color", graph, 3 };

    (void)state;
    test_path("large.cnf", formula);
    test_path("large.col", graph);
    /* most variables in no clause: passes over all of them are those of opening */
    write_formula(formula, 30 * ITEMS, 0, 1);
    ask_during_set_up(&sat, 2 * 30, 1);
    /* many passes over variables, literals, clauses or members; 2 with 1024 factors each */
    write_formula(formula, 8 * ITEMS, 8 * ITEMS, 1);
    ask_during_set_up(&sat, 32 + 10 * 8, 2 * 512 + 30 * 8);
    write_graph(graph, 2 * ITEMS, 8 * ITEMS);
    ask_during_set_up(&color, 400, 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solve_is_stopped_at_any_question),
        cmocka_unit_test(so_is_one_of_the_papers_method),
        cmocka_unit_test(a_time_that_is_over_at_once),
        cmocka_unit_test(so_does_the_set_up_of_large_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
