/* test_own.c - problems that their users state: mixtures, verifiers, belief, and what is refused. */
#include "domain/drafts.h"

#include "basin_pictures.h"

#include <math.h>

/* Counts a call and accepts what has as many ones as it is told. */
struct judge {
    int ones;
};

static uint64_t count_ones(void *user, const int32_t *value, size_t values)
{
    int ones = 0;

    for (size_t i = 0; i < values; i++)
        ones += value[i] == 1;
    return (uint64_t)abs(ones - ((const struct judge *)user)->ones);
}

static struct basin_answer solve(const basin_problem *problem, const int32_t *fixed)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;

    opts.steps = 3000;
    opts.fixed = fixed;
    ASSERT_OK(ctx, basin_solve(ctx, NULL, problem, &opts, &answer));
    return answer;
}

/* ------------------------------------------------------------------------------ mixtures ---- */

/* Exactly one of three rows of three, beside clauses that rule values out: networks of two models
 * on the same variables, which differ by an edge of a third. */
static void test_mixture(void **state)
{
    basin_draft *const draft = new_draft();
    const struct basin_literal row[] = { is(0, 0), is(0, 1), is(0, 2) };
    const struct basin_literal next[] = { is(1, 0), is(1, 1), is(1, 2) };
    struct basin_literal clause[] = { is(0, 0), is(1, 2) };
    const struct basin_literal edge[] = { is(0, BASIN_WHOLE), is(1, BASIN_WHOLE) };

    (void)state;
    clause[0].negated = clause[1].negated = true;  /* not 0, or the other not 2 */
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 2, 3, NULL));
    constrain(draft, "queens-compact:one", row, 3);
    constrain(draft, "queens-compact:one", next, 3);
    constrain(draft, "sat-compact:clause", clause, 2);
    constrain(draft, "color-compact:edge", edge, 2);
    basin_problem *problem = finish(draft);
    for (int32_t a = 0; a < 3; a++)
        for (int32_t b = 0; b < 3; b++) {
            const int32_t fixed[] = { a, b };
            const bool fine = a != b && !(a == 0 && b == 2);
            uint64_t broken = 7;
            ASSERT_OK(ctx, basin_problem_check(ctx, problem, fixed, &broken));
            assert_int_equal(broken, !fine);
        }
    const int32_t fixed[] = { 0, -1 };
    struct basin_answer answer = solve(problem, fixed);
    assert_int_equal(answer.kind, BASIN_ANSWER_BELIEVED);
    assert_true(answer.value[0] == 0 && answer.value[1] == 1);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

/* In mode sum and mean, too, a variable's energies are those of its one network. */
static void test_mixture_modes(void **state)
{
    static const char *const compose[] = { "basin", "sum", "mean" };
    basin_draft *const draft = new_draft();
    const struct basin_literal all[] = { is(0, 1), is(1, 1), is(2, 1) };
    const struct basin_literal some[] = { is(2, 1), is(3, 1) };
    struct judge judge = { 2 };

    (void)state;
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 4, 2, NULL));
    constrain(draft, "queens-compact:one", all, 3);
    constrain(draft, "sat-compact:clause", some, 2);
    basin_draft_verifier(draft, count_ones, &judge);
    basin_problem *problem = finish(draft);
    for (size_t i = 0; i < COUNT(compose); i++) {
        struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
        struct basin_answer answer = BASIN_ANSWER_INIT;
        opts.compose = compose[i];
        opts.sampler = "pem";
        opts.steps = 300;
        ASSERT_OK(ctx, basin_solve(ctx, NULL, problem, &opts, &answer));
        assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
        basin_answer_clear(ctx, &answer);
    }
    basin_problem_free(ctx, problem);
}

/* ------------------------------------------------------------------ judges, given, weights ---- */

static basin_problem *one_of(uint32_t count, struct judge *judge)
{
    basin_draft *const draft = new_draft();
    struct basin_literal all[64];
    uint32_t first = 99;

    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, count, 2, &first));
    assert_int_equal(first, 0);
    for (uint32_t i = 0; i < count; i++)
        all[i] = is(i, 1);
    constrain(draft, "queens-compact:one", all, count);
    if (judge)
        basin_draft_verifier(draft, count_ones, judge);
    return finish(draft);
}

/* The verifier has the last word: two ones are what it wants, whatever the energies say. */
static void test_judged(void **state)
{
    struct judge one = { 1 }, two = { 2 };

    (void)state;
    basin_problem *problem = one_of(5, &one);
    struct basin_answer answer = solve(problem, NULL);
    assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
    assert_int_equal(answer.stop, BASIN_STOP_SOLVED);
    assert_int_equal(count_ones(&one, answer.value, 5), 0);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);

    problem = one_of(5, &two);
    const int32_t pair[] = { 1, 0, 0, 1, 0 };
    answer = solve(problem, pair);
    assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

static void test_believed(void **state)
{
    basin_problem *problem = one_of(40, NULL);
    struct basin_answer answer = solve(problem, NULL);
    struct judge one = { 1 };
    int32_t open[40] = { 0 };
    uint64_t broken = 9;

    (void)state;
    assert_int_equal(answer.kind, BASIN_ANSWER_BELIEVED);
    assert_int_equal(answer.violated, 0);
    assert_int_equal(count_ones(&one, answer.value, 40), 0);
    ASSERT_OK(ctx, basin_problem_check(ctx, problem, open, &broken));
    assert_int_equal(broken, 1);
    answer.value[3] = -1;
    ASSERT_OK(ctx, basin_problem_check(ctx, problem, answer.value, &broken));
    assert_true(broken >= 1);
    basin_answer_clear(ctx, &answer);

    for (int i = 0; i < 40; i++)
        open[i] = i < 2;  /* two where one is due: nothing to be believed */
    answer = solve(problem, open);
    assert_int_equal(answer.kind, BASIN_ANSWER_BEST);
    assert_int_equal(answer.violated, 1);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

static void test_given(void **state)
{
    basin_draft *const draft = new_draft();
    const struct basin_literal edge[] = { is(0, BASIN_WHOLE), is(1, BASIN_WHOLE) };

    (void)state;
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 2, 2, NULL));
    constrain(draft, "color-compact:edge", edge, 2);
    ASSERT_OK(ctx, basin_draft_given(ctx, draft, 0, 1));
    ASSERT_OK(ctx, basin_draft_given(ctx, draft, 1, 1));
    ASSERT_OK(ctx, basin_draft_given(ctx, draft, 1, -1));
    ASSERT_FAILS(ctx, basin_draft_given(ctx, draft, 2, 0), BASIN_STATUS_INPUT, "variable 2");
    ASSERT_FAILS(ctx, basin_draft_given(ctx, draft, 1, 2), BASIN_STATUS_INPUT, "value 2");
    basin_problem *problem = finish(draft);
    struct basin_answer answer = solve(problem, NULL);
    assert_int_equal(answer.kind, BASIN_ANSWER_BELIEVED);
    assert_true(answer.value[0] == 1 && answer.value[1] == 0);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

/* A constraint of weight 3 costs as much as three of it. */
static void test_weights(void **state)
{
    const struct basin_literal all[] = { is(0, 1), is(1, 1), is(2, 1) };
    const int32_t none[3] = { 0 };
    double energy[3] = { 0 };

    (void)state;
    for (int i = 0; i < 3; i++) {
        basin_draft *const draft = new_draft();
        struct basin_constraint c = of("queens-compact:one", all, 3);
        c.weight = i == 1 ? 3 : 1;
        ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 3, 2, NULL));
        for (int copies = i == 2 ? 3 : 1; copies > 0; copies--)
            ASSERT_OK(ctx, basin_draft_constrain(ctx, draft, &c));
        basin_problem *problem = finish(draft);
        ASSERT_OK(ctx, basin_problem_energy(ctx, NULL, problem, none, 10, BASIN_METHOD_BASIN,
                                            &energy[i]));
        basin_problem_free(ctx, problem);
    }
    assert_true(energy[1] > energy[0] + 1);
    assert_true(fabs(energy[1] - energy[2]) < 1e-4 * fabs(energy[2]));
}

/* Given values cost what the same values cost that are not, at every level, and stay what they are
 * whatever the assignment says. */
static void test_given_energy(void **state)
{
    const struct basin_literal edge[] = { is(0, BASIN_WHOLE), is(1, BASIN_WHOLE) };
    const struct basin_literal row[] = { is(0, 2), is(2, 1) };
    const int32_t value[] = { 2, 1, 1 }, other[] = { 2, 0, 0 };

    (void)state;
    for (uint32_t t = 1; t <= 100; t += 33) {
        double energy[3] = { NAN, NAN, NAN };
        for (int i = 0; i < 3; i++) {
            basin_draft *const draft = new_draft();
            ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 2, 3, NULL));
            ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 1, 2, NULL));
            constrain(draft, "color-compact:edge", edge, 2);
            constrain(draft, "queens-compact:one", row, 2);
            for (uint32_t v = 1; i > 0 && v < 3; v++)
                ASSERT_OK(ctx, basin_draft_given(ctx, draft, v, value[v]));
            basin_problem *const problem = finish(draft);
            ASSERT_OK(ctx, basin_problem_energy(ctx, NULL, problem, i == 2 ? other : value, t,
                                                BASIN_METHOD_BASIN, &energy[i]));
            basin_problem_free(ctx, problem);
        }
        assert_true(energy[0] == energy[1] && energy[0] == energy[2]);
    }
}

/* ------------------------------------------------------------------------- many kinds of terms ---- */

#define SIZES 40

/* Edges between variables of `first` values, one more, ...: each number of values makes two terms. */
static double edges(uint32_t first, uint32_t sizes, basin_problem **out)
{
    basin_draft *const draft = new_draft();
    int32_t value[2 * SIZES];
    double energy = NAN;

    for (uint32_t i = 0; i < sizes; i++) {
        const struct basin_literal edge[] = { is(2 * i, BASIN_WHOLE), is(2 * i + 1, BASIN_WHOLE) };
        ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 2, first + i, NULL));
        constrain(draft, "color-compact:edge", edge, 2);
        value[2 * i] = 0;
        value[2 * i + 1] = (first + i) % 2;  /* every second one is broken */
    }
    basin_problem *const problem = finish(draft);
    ASSERT_OK(ctx, basin_problem_energy(ctx, NULL, problem, value, 10, BASIN_METHOD_BASIN,
                                        &energy));
    if (out)
        *out = problem;
    else
        basin_problem_free(ctx, problem);
    return energy;
}

static void test_many_terms(void **state)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_problem *problem = NULL;
    double sum = 0;

    (void)state;
    const double energy = edges(2, SIZES, &problem);
    for (uint32_t i = 0; i < SIZES; i++)
        sum += edges(2 + i, 1, NULL);
    assert_true(fabs(energy - sum) < 1e-4 * fabs(sum));
    opts.sampler = "focus";
    ASSERT_FAILS(ctx, basin_solve(ctx, NULL, problem, &opts, &answer), BASIN_STATUS_TOO_BIG,
                 "at most 16 pairs of network and number of inputs");
    answer = solve(problem, NULL);
    assert_int_equal(answer.kind, BASIN_ANSWER_BELIEVED);
    for (uint32_t i = 0; i < SIZES; i++)
        assert_int_not_equal(answer.value[2 * i], answer.value[2 * i + 1]);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

/* ------------------------------------------------------------------------ models and files ---- */

static void test_models(void **state)
{
    char path[TEST_PATH];
    const struct basin_literal all[] = { is(0, 1), is(1, 1) };
    basin_model *const model = named("queens-compact");
    basin_draft *const draft = new_draft();
    struct basin_constraint c = of("one", all, 2);
    char network[TEST_PATH + 8];

    (void)state;
    test_path("own.model:x.safetensors", path);
    ASSERT_OK(ctx, basin_model_save(ctx, model, path));
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 2, 2, NULL));
    c.model = model;
    ASSERT_OK(ctx, basin_draft_constrain(ctx, draft, &c));
    snprintf(network, sizeof network, "%s:one", path);
    const size_t before = basin_ctx_blocks(ctx);
    constrain(draft, network, all, 2);
    const size_t opened_once = basin_ctx_blocks(ctx);
    assert_true(opened_once > before);
    constrain(draft, network, all, 2);  /* the model is there already */
    assert_int_equal(basin_ctx_blocks(ctx), opened_once);
    basin_problem *problem = finish(draft);
    struct basin_answer answer = solve(problem, NULL);
    assert_int_equal(answer.kind, BASIN_ANSWER_BELIEVED);
    basin_answer_clear(ctx, &answer);
    assert_int_equal(basin_solve(ctx, model, problem, NULL, &answer), BASIN_STATUS_MODEL);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
    remove(path);
    basin_problem *const queens = opened("queens", "4");
    ASSERT_FAILS(ctx, basin_solve(ctx, NULL, queens, NULL, &answer), BASIN_STATUS_MODEL,
                 "no model");
    basin_problem_free(ctx, queens);
}

static void test_text(void **state)
{
    char path[TEST_PATH];
    basin_problem *problem = one_of(3, NULL);
    const int32_t value[] = { 0, 1, -1 };
    int32_t *read = NULL;
    size_t count = 0;
    char *text = NULL;

    (void)state;
    test_path("own.txt", path);
    FILE *file = fopen(path, "w");
    ASSERT_OK(ctx, basin_problem_write(ctx, problem, value, NULL, &text));
    assert_string_equal(text, "0 1 -1\n");
    fprintf(file, "%s\n%s", text, text);
    fclose(file);
    basin_text_free(ctx, text);
    ASSERT_OK(ctx, basin_solutions_read(ctx, problem, path, &read, &count));
    assert_int_equal(count, 2);
    assert_memory_equal(read + 3, value, sizeof value);
    basin_values_free(ctx, read);
    file = fopen(path, "w");
    fputs("0 1\n", file);
    fclose(file);
    ASSERT_FAILS(ctx, basin_solutions_read(ctx, problem, path, &read, &count), BASIN_STATUS_PARSE,
                 "own.txt:1: 2 values where 3");
    file = fopen(path, "w");
    fputs("\n0 1 2\n", file);
    fclose(file);
    ASSERT_FAILS(ctx, basin_solutions_read(ctx, problem, path, &read, &count), BASIN_STATUS_PARSE,
                 "own.txt:2: \"2\" is no value of variable 2");
    remove(path);
    basin_picture *picture = NULL;
    ASSERT_FAILS(ctx, basin_picture_new(ctx, problem, &picture), BASIN_STATUS_INPUT, "picture");
    basin_problem_free(ctx, problem);
}

/* ------------------------------------------------------------------------ what is refused ---- */

static void test_refused(void **state)
{
    const struct basin_literal two[] = { is(0, 1), is(1, 1) }, outside[] = { is(9, 1) };
    const struct basin_literal value[] = { is(0, 2) }, mixed[] = { is(0, BASIN_WHOLE),
                                                                   is(2, BASIN_WHOLE) };
    const struct basin_literal same[] = { is(2, BASIN_WHOLE), is(2, BASIN_WHOLE) };
    const struct basin_literal empty[] = { is(BASIN_NO_VARIABLE, 0) };
    const float odd[] = { 1, NAN, 1 };
    const struct {
        struct basin_constraint c;
        basin_status status;
        const char *part;
    } wrong[] = {
        { of(NULL, two, 2), BASIN_STATUS_INPUT, "without the name" },
        { of("one", two, 2), BASIN_STATUS_INPUT, "\"one\" names no model" },
        { of("queens-compact:two", two, 2), BASIN_STATUS_MODEL, "there are: cell one any" },
        { of("nothing-here:one", two, 2), BASIN_STATUS_IO, "nothing-here" },
        { of("crossword-compact:one", two, 2), BASIN_STATUS_MODEL, "it has none" },
        { of("queens-compact:cell", two, 2), BASIN_STATUS_MODEL, "one variable alone" },
        { of("color-compact:vertex", two, 2), BASIN_STATUS_MODEL, "one variable alone" },
        { of("queens-compact:one", two, 0), BASIN_STATUS_INPUT, "reads 0 literals" },
        { of("queens-compact:one", outside, 1), BASIN_STATUS_INPUT, "variable 9; there are 4" },
        { of("queens-compact:one", value, 1), BASIN_STATUS_INPUT, "value 2 of variable 0" },
        { of("queens-compact:one", empty, 1), BASIN_STATUS_INPUT, "variable 4294967295" },
        { of("queens-compact:one", mixed, 2), BASIN_STATUS_INPUT, "no whole variables" },
        { of("color-compact:edge", two, 2), BASIN_STATUS_INPUT, "no single values" },
        { of("color-compact:edge", mixed, 2), BASIN_STATUS_INPUT, "same number of values" },
        { of("color-compact:edge", same, 2), BASIN_STATUS_INPUT, "different variables" },
        { of("color-compact:edge", same, 1), BASIN_STATUS_INPUT, "its network reads 2" },
        { of("sat-paper:clause", two, 2), BASIN_STATUS_INPUT, "brings 0 conditions" },
        { { .size = sizeof(struct basin_constraint), .network = "sat-paper:clause", .literal = two,
            .literals = 2, .condition = odd, .conditions = 3, .weight = 1 },
          BASIN_STATUS_INPUT, "condition 1 is no number" },
        { { .size = sizeof(struct basin_constraint), .network = "queens-paper:line",
            .literal = two, .literals = 2, .weight = 2 }, BASIN_STATUS_INPUT, "weights" },
        { { .size = sizeof(struct basin_constraint), .network = "queens-compact:one",
            .literal = two, .literals = 2, .weight = 0 }, BASIN_STATUS_INPUT, "weight 0" },
        { { .size = sizeof(struct basin_constraint), .network = "queens-compact:one",
            .literal = two, .literals = 2, .weight = NAN }, BASIN_STATUS_INPUT, "weight nan" },
    };
    basin_draft *const draft = new_draft();
    basin_problem *problem = NULL;
    struct basin_literal lines[9];

    (void)state;
    ASSERT_FAILS(ctx, basin_draft_variables(ctx, draft, 1, 1, NULL), BASIN_STATUS_INPUT, "1 value");
    ASSERT_FAILS(ctx, basin_draft_variables(ctx, draft, 1u << 20, 1u << 15, NULL),
                 BASIN_STATUS_TOO_BIG, "values");
    ASSERT_FAILS(ctx, basin_draft_finish(ctx, draft, &problem), BASIN_STATUS_INPUT,
                 "without variables");
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 2, 2, NULL));
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 2, 3, NULL));
    for (size_t i = 0; i < COUNT(wrong); i++)
        ASSERT_FAILS(ctx, basin_draft_constrain(ctx, draft, &wrong[i].c), wrong[i].status,
                     wrong[i].part);
    for (int i = 0; i < 9; i++)
        lines[i] = is(0, 1);
    struct basin_constraint c = of("queens-paper:line", lines, 9);
    ASSERT_FAILS(ctx, basin_draft_constrain(ctx, draft, &c), BASIN_STATUS_INPUT,
                 "fills 9 inputs; its network has 8");
    lines[0].negated = true;
    c.literals = 1;
    ASSERT_FAILS(ctx, basin_draft_constrain(ctx, draft, &c), BASIN_STATUS_INPUT, "negated");
    assert_null(problem);
    basin_draft_free(ctx, draft);
    basin_draft_free(ctx, NULL);
}

/* Any values are a solution, but those that are given stay. */
static void test_nothing_stated(void **state)
{
    basin_draft *const draft = new_draft();

    (void)state;
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 2, 3, NULL));
    ASSERT_OK(ctx, basin_draft_given(ctx, draft, 1, 2));
    basin_problem *const problem = finish(draft);
    assert_int_equal(basin_problem_constraints(problem), 0);
    struct basin_answer answer = solve(problem, NULL);
    assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
    assert_int_equal(answer.value[1], 2);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

/* Who was compiled before there were weights does not say one. */
static void test_old_caller(void **state)
{
    const struct basin_literal all[] = { is(0, 1), is(1, 1) };
    basin_draft *const draft = new_draft();
    struct basin_constraint c = of("queens-compact:one", all, 2);

    (void)state;
    c.size = offsetof(struct basin_constraint, weight);
    c.weight = -5;
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 2, 2, NULL));
    ASSERT_OK(ctx, basin_draft_constrain(ctx, draft, &c));
    basin_problem_free(ctx, finish(draft));
}

static basin_status state_and_solve(basin_ctx *own_ctx, void *arg)
{
    const struct basin_literal edge[] = { is(0, BASIN_WHOLE), is(1, BASIN_WHOLE) };
    const struct basin_literal row[] = { is(0, 0), is(2, 1) };
    const struct basin_constraint c[] = { of("color-compact:edge", edge, 2),
                                          of("sat-compact:clause", row, 2) };
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_draft *draft = NULL;
    basin_problem *problem = NULL;
    basin_status status;

    (void)arg;
    opts.steps = 2;
    opts.threads = 1;
    BSN_TRY_OUT(basin_draft_new(own_ctx, &draft));
    BSN_TRY_OUT(basin_draft_variables(own_ctx, draft, 3, 2, NULL));
    for (size_t i = 0; i < COUNT(c); i++)
        BSN_TRY_OUT(basin_draft_constrain(own_ctx, draft, &c[i]));
    BSN_TRY_OUT(basin_draft_finish(own_ctx, draft, &problem));
    status = basin_solve(own_ctx, NULL, problem, &opts, &answer);
out:
    basin_answer_clear(own_ctx, &answer);
    basin_problem_free(own_ctx, problem);
    basin_draft_free(own_ctx, draft);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    assert_true(test_refuse_each(state_and_solve, NULL) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mixture),
        cmocka_unit_test(test_mixture_modes), cmocka_unit_test(test_judged),
        cmocka_unit_test(test_believed),    cmocka_unit_test(test_given),
        cmocka_unit_test(test_weights),     cmocka_unit_test(test_given_energy),
        cmocka_unit_test(test_many_terms),  cmocka_unit_test(test_models),
        cmocka_unit_test(test_text),        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_nothing_stated),
        cmocka_unit_test(test_old_caller),  cmocka_unit_test(test_memory),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
