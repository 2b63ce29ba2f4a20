/* test_learn.c - constraints from examples as arrays: what is found, what networks then say of all
 * tuples, what is refused, and memory that runs out. */
#include "domain/drafts.h"

#define PLACES 3
#define ROWS 120

static int32_t rows[ROWS * PLACES];

/* Rows that a rule accepts, over and over. */
static struct basin_learn_opts examples(bool (*rule)(const int32_t *row), uint32_t values,
                                        size_t places)
{
    struct basin_learn_opts opts = BASIN_LEARN_OPTS_INIT;
    uint32_t next = 1;

    opts.valid = rows;
    opts.rows = ROWS;
    opts.places = places;
    opts.values = values;
    opts.numbers = true;
    for (size_t r = 0; r < ROWS;) {
        for (size_t i = 0; i < places; i++) {
            next = next * 1664525 + 1013904223;
            rows[r * places + i] = (int32_t)((next >> 8) % values);
        }
        r += rule(rows + r * places);
    }
    return opts;
}

static bool less(const int32_t *row)
{
    return row[0] < row[1];
}

static bool differ(const int32_t *row)
{
    return row[0] != row[1];
}

static bool clause(const int32_t *row)
{
    return row[0] == 1 || row[1] == 0 || row[2] == 1;
}

/* Learns, and holds the model against the rule on all tuples. */
static void learn(bool (*rule)(const int32_t *row), uint32_t values, size_t places,
                  struct basin_learn_report *report)
{
    const struct basin_learn_opts opts = examples(rule, values, places);
    const uint32_t variable[PLACES] = { 0, 1, 2 };
    char path[TEST_PATH];
    basin_model *model = NULL;
    size_t tuples = 1;

    test_path("learned", path);
    ASSERT_OK(ctx, basin_learn(ctx, &opts, path, report));
    ASSERT_OK(ctx, basin_model_load(ctx, path, &model));
    remove(path);
    assert_string_equal(basin_model_domain(model), "learned");
    assert_string_equal(basin_model_value_name(model, 1), "1");
    assert_null(basin_model_value_name(model, values));
    basin_draft *const draft = new_draft();
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, (uint32_t)places, values, NULL));
    ASSERT_FAILS(ctx, basin_draft_learned(ctx, draft, model, variable, places - 1, 1),
                 BASIN_STATUS_INPUT, "places");
    ASSERT_OK(ctx, basin_draft_learned(ctx, draft, model, variable, places, 1));
    basin_problem *const problem = finish(draft);
    for (size_t i = 0; i < places; i++)
        tuples *= values;
    for (size_t t = 0; t < tuples; t++) {
        int32_t row[PLACES];
        uint64_t broken = 0;
        for (size_t i = 0, rest = t; i < places; i++, rest /= values)
            row[i] = (int32_t)(rest % values);
        ASSERT_OK(ctx, basin_problem_check(ctx, problem, row, &broken));
        assert_int_equal(broken == 0, rule(row));
    }
    struct basin_answer answer = BASIN_ANSWER_INIT;
    ASSERT_OK(ctx, basin_solve(ctx, NULL, problem, NULL, &answer));
    assert_int_equal(answer.kind, BASIN_ANSWER_BELIEVED);
    assert_true(rule(answer.value));
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
}

static void test_found(void **state)
{
    struct basin_learn_report report = BASIN_LEARN_REPORT_INIT;

    (void)state;
    learn(less, 6, 2, &report);
    assert_true(report.sure && report.ordered && report.values_differ);
    learn(differ, 4, 2, &report);
    assert_true(report.sure && !report.ordered && !report.values_differ);
    assert_int_equal(report.refused, 0);
    learn(clause, 2, 3, &report);
    assert_true(report.sure && report.ordered);
    assert_int_equal(report.asked, report.agreed);
    assert_int_equal(report.asked, 8);
}

static void test_wrong(void **state)
{
    struct basin_learn_opts opts = examples(less, 6, 2);
    const int32_t invalid[] = { rows[0], rows[1] };

    (void)state;
    opts.values = 1;
    ASSERT_FAILS(ctx, basin_learn(ctx, &opts, "build/none", NULL), BASIN_STATUS_INPUT, "values");
    opts.values = 3;
    ASSERT_FAILS(ctx, basin_learn(ctx, &opts, "build/none", NULL), BASIN_STATUS_INPUT,
                 "valid example");
    opts.values = 6;
    opts.rows = 1;
    ASSERT_FAILS(ctx, basin_learn(ctx, &opts, "build/none", NULL), BASIN_STATUS_INPUT, "fewer");
    opts.rows = ROWS;
    opts.places = 1;
    ASSERT_FAILS(ctx, basin_learn(ctx, &opts, "build/none", NULL), BASIN_STATUS_INPUT, "places");
    opts.places = 2;
    opts.invalid = invalid;
    opts.invalids = 1;
    opts.invalid_lengths = (const size_t[]){ 2 };
    ASSERT_FAILS(ctx, basin_learn(ctx, &opts, "build/none", NULL), BASIN_STATUS_INPUT,
                 "a valid example too");
}

/* A model that was not learned is no constraint by itself, and leaves the draft as it was. */
static void test_other_models(void **state)
{
    const uint32_t variable[] = { 0, 1 };
    basin_draft *const draft = new_draft();
    basin_model *const model = named("queens-compact");

    (void)state;
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 2, 2, NULL));
    ASSERT_FAILS(ctx, basin_draft_learned(ctx, draft, model, variable, 2, 1), BASIN_STATUS_MODEL,
                 "basin_learn");
    assert_null(basin_model_value_name(model, 0));
    basin_model_free(ctx, model);
    basin_draft_free(ctx, draft);
}

static basin_status learn_little(basin_ctx *own, void *arg)
{
    struct basin_learn_opts opts = examples(clause, 2, 3);
    char path[TEST_PATH];

    (void)arg;
    opts.steps = 1;
    opts.threads = 1;
    test_path("little", path);
    const basin_status status = basin_learn(own, &opts, path, NULL);
    remove(path);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    assert_true(test_refuse_each(learn_little, NULL) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_found),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_other_models),
        cmocka_unit_test(test_memory),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
