/* test_refusals.c - calls that make no sense: NULL where something is needed, numbers that are none of
 * an enum, out of range or no numbers. Each is refused with a line, and touches nothing. */
#include "support.h"

#include <math.h>

struct scene {
    basin_ctx *ctx;
    basin_model *model;
    basin_problem *board, *graph;
};

static struct scene make(void)
{
    struct scene s = { .ctx = test_ctx() };

    ASSERT_OK(s.ctx, basin_model_default(s.ctx, "queens", BASIN_ENERGY_COMPACT, &s.model));
    ASSERT_OK(s.ctx, basin_problem_open(s.ctx, "queens", "6", &s.board));
    ASSERT_OK(s.ctx, basin_problem_open(s.ctx, "color", "tests/golden/graph.col", &s.graph));
    return s;
}

static void discard(struct scene *s)
{
    basin_problem_free(s->ctx, s->board);
    basin_problem_free(s->ctx, s->graph);
    basin_model_free(s->ctx, s->model);
    test_ctx_done(s->ctx);
}

#define MISSING(call) ASSERT_FAILS(s.ctx, call, BASIN_STATUS_INPUT, "NULL")

static void opening_without_something(void **state)
{
    struct scene s = make();
    basin_problem *out = NULL;
    basin_model *model = NULL;
    char *text = NULL;
    size_t count = 7;

    (void)state;
    assert_int_equal(basin_ctx_new(NULL, NULL), BASIN_STATUS_INPUT);
    assert_int_equal(basin_problem_open(NULL, "queens", "8", &out), BASIN_STATUS_INPUT);
    MISSING(basin_problem_open(s.ctx, NULL, "8", &out));
    MISSING(basin_problem_open(s.ctx, "queens", NULL, &out));
    MISSING(basin_problem_open(s.ctx, "queens", "8", NULL));
    MISSING(basin_instances(s.ctx, "crossword", NULL, &count));
    MISSING(basin_instances(s.ctx, "queens", "8", NULL));
    MISSING(basin_generate(s.ctx, NULL, NULL, &text));
    MISSING(basin_generate(s.ctx, "sat", NULL, NULL));
    MISSING(basin_model_default(s.ctx, NULL, BASIN_ENERGY_COMPACT, &model));
    MISSING(basin_model_default(s.ctx, "sat", BASIN_ENERGY_COMPACT, NULL));
    MISSING(basin_model_named(s.ctx, NULL, &model));
    MISSING(basin_model_load(s.ctx, NULL, &model));
    MISSING(basin_model_load(s.ctx, "x", NULL));
    MISSING(basin_model_save(s.ctx, NULL, "x"));
    MISSING(basin_model_save(s.ctx, s.model, NULL));
    MISSING(basin_model_describe(s.ctx, NULL, &text));
    assert_null(out);
    assert_null(model);
    assert_null(text);
    assert_int_equal(count, 7);
    discard(&s);
}

static void judging_without_something(void **state)
{
    struct scene s = make();
    int32_t value[6] = { 0 }, *read = NULL;
    uint64_t violated = 7;
    double energy = 7, *cost = NULL;
    size_t count = 7;
    char *text = NULL;

    (void)state;
    MISSING(basin_problem_check(s.ctx, NULL, value, &violated));
    MISSING(basin_problem_check(s.ctx, s.board, NULL, &violated));
    MISSING(basin_problem_check(s.ctx, s.board, value, NULL));
    MISSING(basin_problem_sum(s.ctx, s.board, value, NULL));
    MISSING(basin_problem_write(s.ctx, NULL, value, NULL, &text));
    MISSING(basin_problem_write(s.ctx, s.board, value, NULL, NULL));
    MISSING(basin_answer_write(s.ctx, s.board, NULL, NULL, &text));
    MISSING(basin_problem_remarks(s.ctx, NULL, &text));
    MISSING(basin_solutions_read(s.ctx, s.board, NULL, &read, &count));
    MISSING(basin_problem_with_limit(s.ctx, s.graph, 3, NULL, NULL));
    MISSING(basin_problem_bounds(s.ctx, s.graph, NULL, NULL, NULL));
    MISSING(basin_problem_energy(s.ctx, s.model, s.board, NULL, 1, BASIN_METHOD_BASIN, &energy));
    MISSING(basin_problem_energy(s.ctx, s.model, s.board, value, 1, BASIN_METHOD_BASIN, NULL));
    MISSING(basin_problem_costs(s.ctx, s.model, NULL, value, 1, BASIN_METHOD_BASIN, &cost, &count));
    MISSING(basin_problem_export(s.ctx, s.model, s.board, NULL));
    MISSING(basin_problem_reference(s.ctx, s.model, s.board, NULL));
    assert_int_equal(violated, 7);
    assert_true(energy == 7);
    assert_null(cost);
    assert_null(read);
    assert_null(text);
    discard(&s);
}

static void solving_and_training_without_something(void **state)
{
    struct scene s = make();
    struct basin_answer answer = BASIN_ANSWER_INIT;
    struct basin_learn_opts learn = BASIN_LEARN_OPTS_INIT;

    (void)state;
    MISSING(basin_solve(s.ctx, s.model, NULL, NULL, &answer));
    MISSING(basin_solve(s.ctx, s.model, s.board, NULL, NULL));
    MISSING(basin_solve_least(s.ctx, s.model, NULL, NULL, NULL, &answer, NULL));
    MISSING(basin_train(s.ctx, NULL, NULL, "x"));
    MISSING(basin_train(s.ctx, "queens", NULL, NULL));
    MISSING(basin_learn(s.ctx, &learn, NULL, NULL));
    MISSING(basin_learn(s.ctx, NULL, "x", NULL));
    MISSING(basin_learn_files(s.ctx, NULL, NULL, false, &learn, "x", NULL));
    assert_int_equal(answer.kind, BASIN_ANSWER_NONE);
    discard(&s);
}

static void solves_of_numbers_that_are_none(void **state)
{
    struct scene s = make();
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    double energy = 7;
    int32_t value[6] = { -1, -1, -1, -1, -1, -1 };

    (void)state;
    opts.method = (enum basin_method)9;
    ASSERT_FAILS(s.ctx, basin_solve(s.ctx, s.model, s.board, &opts, &answer), BASIN_STATUS_INPUT,
                 "no method has the number 9");
    ASSERT_FAILS(s.ctx, basin_problem_energy(s.ctx, s.model, s.board, value, 1,
                                             (enum basin_method)-1, &energy), BASIN_STATUS_INPUT,
                 "no method has the number -1");
    opts = (struct basin_solve_opts)BASIN_SOLVE_OPTS_INIT;
    opts.seconds = NAN;
    ASSERT_FAILS(s.ctx, basin_solve(s.ctx, s.model, s.board, &opts, &answer), BASIN_STATUS_INPUT,
                 "no sense");
    opts.seconds = 0;
    ASSERT_FAILS(s.ctx, basin_solve_many(s.ctx, s.model, s.board, &opts, SIZE_MAX, &answer),
                 BASIN_STATUS_INPUT, "no sense");
    value[2] = 6;
    opts.fixed = value;
    ASSERT_FAILS(s.ctx, basin_solve(s.ctx, s.model, s.board, &opts, &answer), BASIN_STATUS_INPUT,
                 "value 2 is fixed at 6; it is one of 6, from 0");
    opts.fixed = NULL;
    opts.start = value;
    ASSERT_FAILS(s.ctx, basin_solve(s.ctx, s.model, s.board, &opts, &answer), BASIN_STATUS_INPUT,
                 "value 2 begins at 6; it is one of 6, from 0");
    discard(&s);
}

static void trainings_of_numbers_that_are_none(void **state)
{
    const double wrong[] = { NAN, INFINITY, -1 };
    struct scene s = make();

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct basin_train_opts opts = BASIN_TRAIN_OPTS_INIT;
        struct basin_learn_opts learn = BASIN_LEARN_OPTS_INIT;
        opts.rate = wrong[i];
        ASSERT_FAILS(s.ctx, basin_train(s.ctx, "queens", &opts, "x"), BASIN_STATUS_INPUT, "rate");
        opts.rate = 0;
        opts.checkpoint_seconds = wrong[i];
        ASSERT_FAILS(s.ctx, basin_train(s.ctx, "queens", &opts, "x"), BASIN_STATUS_INPUT,
                     "checkpoint");
        learn.checkpoint_seconds = wrong[i];
        learn.valid = &(int32_t){ 0 };
        learn.rows = learn.places = 1;
        learn.values = 2;
        ASSERT_FAILS(s.ctx, basin_learn(s.ctx, &learn, "x", NULL), BASIN_STATUS_INPUT,
                     "checkpoint");
    }
    for (size_t i = 0; i < 2; i++) {  /* a negative weight is the recipe's own */
        struct basin_train_opts opts = BASIN_TRAIN_OPTS_INIT;
        *(i ? &opts.diffusion : &opts.contrastive) = NAN;
        ASSERT_FAILS(s.ctx, basin_train(s.ctx, "queens", &opts, "x"), BASIN_STATUS_INPUT,
                     "weight");
    }
    discard(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_without_something),
        cmocka_unit_test(judging_without_something),
        cmocka_unit_test(solving_and_training_without_something),
        cmocka_unit_test(solves_of_numbers_that_are_none),
        cmocka_unit_test(trainings_of_numbers_that_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
