/* test_answer.c - answers in the caller's memory: as they were after a call that failed, and
 * structs of older and newer versions of the header.
 */
#include "group.h"

static basin_problem *opened(const char *domain, const char *spec)
{
    basin_problem *problem = NULL;

    ASSERT_OK(ctx, basin_problem_open(ctx, domain, spec, &problem));
    return problem;
}

static basin_model *compact(const char *domain)
{
    basin_model *model = NULL;

    ASSERT_OK(ctx, basin_model_default(ctx, domain, BASIN_ENERGY_COMPACT, &model));
    return model;
}

/* What was answered before is still there, to the last bit, whatever the call failed at. */
static void test_failed_call(void **state)
{
    basin_problem *const problem = opened("queens", "6");
    basin_model *const model = compact("queens"), *const other = compact("sat");
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answers[2] = { BASIN_ANSWER_INIT, BASIN_ANSWER_INIT }, before[2];
    int32_t value[2][6];

    (void)state;
    ASSERT_OK(ctx, basin_solve_many(ctx, model, problem, NULL, 2, answers));
    memcpy(before, answers, sizeof before);
    for (int i = 0; i < 2; i++)
        memcpy(value[i], answers[i].value, sizeof value[i]);
    opts.sampler = "none such";
    assert_int_equal(basin_solve_many(ctx, model, problem, &opts, 2, answers), BASIN_STATUS_INPUT);
    assert_int_equal(basin_solve_many(ctx, other, problem, NULL, 2, answers), BASIN_STATUS_MODEL);
    assert_int_equal(basin_solve_least(ctx, model, problem, NULL, NULL, answers, NULL),
                     BASIN_STATUS_INPUT);
    assert_memory_equal(answers, before, sizeof before);
    for (int i = 0; i < 2; i++) {
        assert_memory_equal(answers[i].value, value[i], sizeof value[i]);
        basin_answer_clear(ctx, &answers[i]);
    }
    basin_model_free(ctx, model);
    basin_model_free(ctx, other);
    basin_problem_free(ctx, problem);
}

/* A formula without clauses leaves the domain's own sampler nothing to do, and another one runs. */
static void test_names_what_ran(void **state)
{
    char path[TEST_PATH];
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_model *const model = compact("sat");

    (void)state;
    test_path("empty.cnf", path);
    FILE *const file = fopen(path, "w");
    fprintf(file, "p cnf 3 0\n");
    assert_int_equal(fclose(file), 0);
    const char *const specs[] = { path, "tests/golden/formula.cnf" };
    const char *const names[] = { "basin", "focus" };
    for (int i = 0; i < 2; i++) {
        basin_problem *const problem = opened("sat", specs[i]);
        ASSERT_OK(ctx, basin_solve(ctx, model, problem, &opts, &answer));
        assert_true(answer.sampler > 0);
        assert_string_equal(basin_sampler_name(answer.sampler - 1), names[i]);
        basin_answer_clear(ctx, &answer);
        basin_ctx_stop(ctx, NULL, NULL, 1e-9);
        ASSERT_OK(ctx, basin_solve(ctx, model, problem, &opts, &answer));
        assert_int_equal(answer.kind, BASIN_ANSWER_NONE);
        assert_true(answer.sampler == 0 ||
                    strcmp(basin_sampler_name(answer.sampler - 1), names[i]) == 0);
        basin_ctx_stop(ctx, NULL, NULL, 0);
        basin_problem_free(ctx, problem);
    }
    unlink(path);
    basin_model_free(ctx, model);
}

/* The values of an answer may be where the next run begins, into the same answer. */
static void test_from_itself(void **state)
{
    basin_problem *const problem = opened("queens", "8");
    basin_model *const model = compact("queens");
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    int32_t value[8];

    (void)state;
    ASSERT_OK(ctx, basin_solve(ctx, model, problem, &opts, &answer));
    assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
    memcpy(value, answer.value, sizeof value);
    opts.fixed = answer.value;
    ASSERT_OK(ctx, basin_solve(ctx, model, problem, &opts, &answer));
    assert_memory_equal(answer.value, value, sizeof value);
    basin_answer_clear(ctx, &answer);
    basin_model_free(ctx, model);
    basin_problem_free(ctx, problem);
}

#define SPACE 0x5a
#define BEHIND 64

/* Three answers of a caller whose struct has that size, one after the other, and something behind
 * them. */
static struct basin_answer *others_of(size_t size)
{
    unsigned char *const bytes = calloc(1, 3 * size + BEHIND);

    assert_non_null(bytes);
    memset(bytes + 3 * size, SPACE, BEHIND);
    for (size_t i = 0; i < 3; i++)
        *(size_t *)(bytes + i * size) = size;
    return (struct basin_answer *)bytes;
}

/* A crossword, whose answers hold how sure their words are: an older caller has no room for it. */
static void assert_version(size_t size, const struct basin_answer *answers,
                           const basin_model *model, const basin_problem *problem,
                           const struct basin_solve_opts *opts)
{
    struct basin_answer *const others = others_of(size);
    const unsigned char *const bytes = (const unsigned char *)others;
    const size_t known = size < sizeof *answers ? size : sizeof *answers;

    for (int again = 0; again < 2; again++)  /* the second time there is something to release */
        ASSERT_OK(ctx, basin_solve_many(ctx, model, problem, opts, 3, others));
    for (size_t i = 0; i < 3; i++) {
        const struct basin_answer *const a = (const struct basin_answer *)(bytes + i * size);
        assert_int_equal(a->size, size);
        assert_int_equal(a->kind, answers[i].kind);
        assert_int_equal(a->sample, answers[i].sample);
        assert_true(a->energy == answers[i].energy);
        assert_memory_equal(a->value, answers[i].value, a->values * sizeof *a->value);
        for (size_t b = known; b < size; b++)
            assert_int_equal(bytes[i * size + b], 0);
    }
    for (size_t i = 0; i < 3; i++) {
        struct basin_answer *const a = (struct basin_answer *)((char *)others + i * size);
        basin_answer_clear(ctx, a);
        assert_int_equal(a->size, size);
        assert_null(a->value);
    }
    for (size_t b = 0; b < BEHIND; b++)
        assert_int_equal(bytes[3 * size + b], SPACE);
    free(others);
}

static void test_versions(void **state)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answers[3] = { BASIN_ANSWER_INIT, BASIN_ANSWER_INIT, BASIN_ANSWER_INIT };
    basin_model *model = NULL;

    (void)state;
    if (basin_model_named(ctx, "crossword-compact", &model) != BASIN_STATUS_OK)
        skip();
    basin_problem *const problem = opened("crossword", "examples/mini.txt");
    opts.steps = 4;
    opts.threads = 2;
    ASSERT_OK(ctx, basin_solve_many(ctx, model, problem, &opts, 3, answers));
    assert_true(answers[0].sures > 0);
    assert_version(offsetof(struct basin_answer, sure), answers, model, problem, &opts);
    assert_version(sizeof(struct basin_answer), answers, model, problem, &opts);
    assert_version(sizeof(struct basin_answer) + 32, answers, model, problem, &opts);
    for (size_t i = 0; i < COUNT(answers); i++)
        basin_answer_clear(ctx, &answers[i]);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
}

/* Memory that was never made an answer is told from one. */
static void test_not_begun(void **state)
{
    basin_problem *const problem = opened("queens", "6");
    basin_model *const model = compact("queens");
    struct basin_answer answers[2] = { BASIN_ANSWER_INIT };

    (void)state;
    ASSERT_FAILS(ctx, basin_solve_many(ctx, model, problem, NULL, 2, answers), BASIN_STATUS_INPUT,
                 "answer 1 has size 0: answers begin as BASIN_ANSWER_INIT");
    ASSERT_FAILS(ctx, basin_solve(ctx, model, problem, NULL, &answers[1]), BASIN_STATUS_INPUT,
                 "answer 0 has size 0");
    ASSERT_OK(ctx, basin_solve_many(ctx, model, problem, NULL, 0, NULL));
    basin_model_free(ctx, model);
    basin_problem_free(ctx, problem);
}

static void test_instances(void **state)
{
    char path[TEST_PATH];
    size_t count = 77;

    (void)state;
    test_path("broken.json", path);
    FILE *const file = fopen(path, "w");
    fputs("[[", file);
    fclose(file);
    assert_int_equal(basin_instances(ctx, "none such", "8", &count), BASIN_STATUS_INPUT);
    assert_int_equal(basin_instances(ctx, "crossword", "none/such", &count), BASIN_STATUS_IO);
    assert_int_equal(basin_instances(ctx, "crossword", path, &count), BASIN_STATUS_PARSE);
    assert_int_equal(count, 77);
    remove(path);
    ASSERT_OK(ctx, basin_instances(ctx, "queens", "8", &count));
    assert_int_equal(count, 1);
}

static void test_version(void **state)
{
    (void)state;
    assert_string_equal(basin_version(), BASIN_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failed_call), cmocka_unit_test(test_names_what_ran),
 cmocka_unit_test(test_from_itself),
        cmocka_unit_test(test_versions),    cmocka_unit_test(test_not_begun),
        cmocka_unit_test(test_instances),   cmocka_unit_test(test_version),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
