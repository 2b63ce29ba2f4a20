/* test_fixed.c - values that must stay, and where particles begin.
 *
 * Formulas are the hard case: their values are read off one coordinate each, so that a held
 * coordinate that is out of its place shows at once.
 */
#include "domain/formula.h"
#include "solving.h"

#include <math.h>

#define STEPS 5000

extern const struct bsn_domain bsn_domain_sat;
static const struct bsn_domain *const sat = &bsn_domain_sat;

/* A solved instance; some of its values, right ones and wrong ones, are to stay. */
static void *hold_some(uint32_t k, struct basin_problem *problem, int32_t *fixed, int32_t **value)
{
    const struct bsn_rng at = { 15, BSN_RNG_TEST, k, 0 };
    void *instance;

    ASSERT_OK(ctx, sat->curriculum->solved(ctx, &at, &instance, value));
    *problem = formula_problem(instance);
    for (uint32_t v = 0; v < problem->values; v++) {
        const uint32_t pick = formula_draw(60 + k, v, 8);
        fixed[v] = pick < 4 ? -1 : pick < 6 + k % 2 ? (*value)[v] : !(*value)[v];
    }
    return instance;
}

static void check_kept(const struct basin_answer *answer, const int32_t *fixed, const char *how)
{
    for (size_t v = 0; answer->value && v < answer->values; v++)
        if (fixed[v] >= 0 && answer->value[v] != fixed[v])
            fail_msg("%s: variable %zu is %d in the answer but was fixed to %d", how, v + 1,
                     answer->value[v], fixed[v]);
}

/* Whatever the sampler, the method and the moment it ends: fixed values are as they were given.
 * (At levels of much noise a held 1 lies below 1/2 and was decoded as 0.) */
static void check_fixed(const char *sampler, enum basin_method method)
{
    static const uint64_t limits[] = { 1, 2, 15 };
    basin_model *const model = exact_model("sat");
    struct basin_problem problem;
    int32_t fixed[20], *value;

    for (uint32_t k = 0; k < COUNT(limits); k++) {
        struct basin_solve_opts opts = few_steps(limits[k]);
        void *const instance = hold_some(k, &problem, fixed, &value);
        opts.sampler = sampler;
        opts.method = method;
        opts.particles = 10;
        opts.fixed = fixed;
        struct basin_answer answer = solve(model, &problem, &opts);
        assert_true(answer.kind != BASIN_ANSWER_NONE);
        check_kept(&answer, fixed, sampler);
        basin_answer_clear(ctx, &answer);
        basin_values_free(ctx, value);
        sat->task->free(ctx, instance);
    }
    basin_model_free(ctx, model);
}

static void test_fixed_basin(void **state)
{
    (void)state;
    check_fixed("basin", BASIN_METHOD_BASIN);
}

static void test_fixed_samplers(void **state)
{
    (void)state;
    for (size_t i = 0; basin_sampler_name(i); i++)
        if (strcmp(basin_sampler_name(i), "words") != 0)  /* for grids of words only */
            check_fixed(basin_sampler_name(i), BASIN_METHOD_BASIN);
}

static void test_fixed_paper(void **state)
{
    (void)state;
    check_fixed("pem", BASIN_METHOD_PAPER);
}

/* Fixed to a solution's values, some of the rest is found; all of them fixed, it is the answer. */
static void test_fixed_solves(void **state)
{
    const struct basin_solve_opts standard = few_steps(STEPS);
    basin_model *const model = exact_model("sat");
    struct basin_problem problem;
    int32_t fixed[20], *value;

    (void)state;
    for (uint32_t k = 0; k < 20; k++) {
        struct basin_solve_opts opts = standard;
        void *const instance = hold_some(k, &problem, fixed, &value);
        for (uint32_t v = 0; v < problem.values; v++)
            fixed[v] = k >= 15 || formula_draw(80 + k, v, 2) ? value[v] : -1;
        opts.fixed = fixed;
        struct basin_answer answer = solve(model, &problem, &opts);
        assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
        check_kept(&answer, fixed, "basin");
        if (k >= 15) {
            assert_memory_equal(answer.value, value, problem.values * sizeof *value);
            assert_true(answer.steps <= 1);
        }
        basin_answer_clear(ctx, &answer);
        basin_values_free(ctx, value);
        sat->task->free(ctx, instance);
    }
    basin_model_free(ctx, model);
}

/* A start that solves is the answer, without a step. */
static void test_start(void **state)
{
    basin_model *const model = exact_model("sat");
    struct basin_problem problem;
    int32_t fixed[20], *value;

    (void)state;
    for (uint32_t k = 0; k < 10; k++) {
        struct basin_solve_opts opts = few_steps(STEPS);
        void *const instance = hold_some(k, &problem, fixed, &value);
        opts.start = value;
        opts.seed = k;
        opts.particles = 1 + k * 7;
        struct basin_answer answer = solve(model, &problem, &opts);
        assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
        assert_int_equal(answer.steps, 0);
        assert_memory_equal(answer.value, value, problem.values * sizeof *value);
        basin_answer_clear(ctx, &answer);
        basin_values_free(ctx, value);
        sat->task->free(ctx, instance);
    }
    basin_model_free(ctx, model);
}

/* basin.h promises the composed energy of the particle that was decoded: a number. */
static void test_start_energy(void **state)
{
    basin_model *const model = exact_model("sat");
    struct basin_solve_opts opts = few_steps(10);
    struct basin_problem problem;
    int32_t fixed[20], *value;
    void *const instance = hold_some(0, &problem, fixed, &value);

    (void)state;
    opts.start = value;
    struct basin_answer answer = solve(model, &problem, &opts);
    assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
    assert_true(isfinite(answer.energy));
    basin_answer_clear(ctx, &answer);
    basin_values_free(ctx, value);
    sat->task->free(ctx, instance);
    basin_model_free(ctx, model);
}

/* Fixed values win over a start that says otherwise. */
static void test_start_and_fixed(void **state)
{
    basin_model *const model = exact_model("sat");
    struct basin_problem problem;
    int32_t fixed[20], *value;

    (void)state;
    for (uint32_t k = 0; k < 10; k++) {
        struct basin_solve_opts opts = few_steps(3);
        void *const instance = hold_some(k, &problem, fixed, &value);
        for (uint32_t v = 0; v < problem.values; v++)
            fixed[v] = formula_draw(90 + k, v, 3) ? -1 : !value[v];
        opts.start = value;
        opts.fixed = fixed;
        struct basin_answer answer = solve(model, &problem, &opts);
        check_kept(&answer, fixed, "start and fixed");
        basin_answer_clear(ctx, &answer);
        basin_values_free(ctx, value);
        sat->task->free(ctx, instance);
    }
    basin_model_free(ctx, model);
}

/* Queens have many coordinates for a value: a held queen stays, and so does the start. */
static void test_queens(void **state)
{
    static const int32_t fixed[8] = { -1, 5, -1, 1, -1, -1, -1, 2 };
    static const int32_t solution[8] = { 3, 5, 7, 1, 6, 0, 2, 4 };
    struct basin_solve_opts opts = few_steps(STEPS);
    basin_model *model;
    basin_problem *problem;

    (void)state;
    ASSERT_OK(ctx, basin_model_default(ctx, "queens", BASIN_ENERGY_COMPACT, &model));
    ASSERT_OK(ctx, basin_problem_open(ctx, "queens", "8", &problem));
    opts.start = solution;
    struct basin_answer answer = solve(model, problem, &opts);
    assert_true(answer.kind == BASIN_ANSWER_SOLVED && answer.steps == 0);
    assert_memory_equal(answer.value, solution, sizeof solution);
    basin_answer_clear(ctx, &answer);
    opts.start = NULL;
    opts.fixed = fixed;
    for (size_t i = 0; basin_sampler_name(i); i++)
        for (opts.steps = 1; opts.steps < 10; opts.steps *= 4) {
            if (strcmp(basin_sampler_name(i), "words") == 0)  /* for grids of words only */
                continue;
            opts.particles = 4;
            opts.sampler = basin_sampler_name(i);
            answer = solve(model, problem, &opts);
            check_kept(&answer, fixed, opts.sampler);
            basin_answer_clear(ctx, &answer);
        }
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
}

/* A caller's struct of before there were such fields: whatever stands behind it is not read. */
static void test_short_opts(void **state)
{
    struct basin_solve_opts opts = few_steps(3);
    basin_model *const model = exact_model("sat");
    struct basin_problem problem;
    int32_t fixed[20], *value;
    void *const instance = hold_some(1, &problem, fixed, &value);

    (void)state;
    opts.size = offsetof(struct basin_solve_opts, fixed);
    struct basin_answer plain = solve(model, &problem, &opts);
    opts.fixed = opts.start = (const int32_t *)16;
    struct basin_answer again = solve(model, &problem, &opts);
    assert_memory_equal(plain.value, again.value, problem.values * sizeof *value);
    assert_true(plain.steps == again.steps && plain.energy == again.energy);
    basin_answer_clear(ctx, &plain);
    basin_answer_clear(ctx, &again);
    basin_values_free(ctx, value);
    sat->task->free(ctx, instance);
    basin_model_free(ctx, model);
}

/* ------------------------------------------------------------------------------------ all ---- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixed_basin),
        cmocka_unit_test(test_fixed_samplers),
        cmocka_unit_test(test_fixed_paper),
        cmocka_unit_test(test_fixed_solves),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_start_energy),
        cmocka_unit_test(test_start_and_fixed),
        cmocka_unit_test(test_queens),
        cmocka_unit_test(test_short_opts),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
