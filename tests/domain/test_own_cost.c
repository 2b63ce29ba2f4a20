/* test_own_cost.c - problems with given tables: the lowest sum is found, as enumeration tells; hard
 * tables are verified; tables and learned constraints add up; wrong statements are refused. */
#include "base/rng.h"
#include "domain/drafts.h"

#include <math.h>

#define VARIABLES 8
#define PAIRS 16

static uint32_t draw(uint32_t seed, uint32_t item, uint32_t n)
{
    const struct bsn_rng rng = { seed, BSN_RNG_TEST, 0, 0 };

    return bsn_rng_below(&rng, item, n);
}

static uint32_t values_of(uint32_t v)
{
    return 2 + v % 3;
}

/* A problem that the test can price itself: pairs with costs, one table of three. */
struct plain {
    uint32_t scope[PAIRS + 1][3];
    size_t count[PAIRS + 1];
    double cost[PAIRS + 1][64];
};

static double price(const struct plain *p, const int32_t *value)
{
    double sum = 0;

    for (size_t i = 0; i <= PAIRS; i++) {
        size_t at = 0;
        for (size_t k = 0; k < p->count[i]; k++)
            at = at * values_of(p->scope[i][k]) + (size_t)value[p->scope[i][k]];
        sum += p->cost[i][at];
    }
    return sum;
}

static void make_plain(uint32_t seed, bool soft, struct plain *p)
{
    for (uint32_t i = 0; i <= PAIRS; i++) {
        size_t tuples = 1;
        p->count[i] = i < PAIRS ? 2 : 3;
        for (uint32_t k = 0; k < p->count[i]; k++) {
            p->scope[i][k] = (draw(seed, i, VARIABLES) + k * (1 + draw(seed, 100 + i, 2))) %
                             VARIABLES;
            tuples *= values_of(p->scope[i][k]);
        }
        for (uint32_t x = 0; x < tuples; x++) {
            const uint32_t die = draw(seed, 1000 + 64 * i + x, 1000);
            p->cost[i][x] = die < 60 ? INFINITY : soft ? die / 37.0 - 9 : 0;
        }
    }
}

static double enumerate(const struct plain *p)
{
    double least = INFINITY;
    int32_t value[VARIABLES] = { 0 };

    for (;;) {
        const double sum = price(p, value);
        size_t v = 0;
        least = sum < least ? sum : least;
        while (v < VARIABLES && ++value[v] == (int32_t)values_of((uint32_t)v))
            value[v++] = 0;
        if (v == VARIABLES)
            return least;
    }
}

static basin_problem *state_plain(const struct plain *p)
{
    basin_draft *const draft = new_draft();

    for (uint32_t v = 0; v < VARIABLES; v++)
        ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 1, values_of(v), NULL));
    for (size_t i = 0; i <= PAIRS; i++)
        ASSERT_OK(ctx, basin_draft_cost(ctx, draft, p->scope[i], p->count[i], p->cost[i], 1));
    return finish(draft);
}

static struct basin_answer solve_with(const basin_problem *problem, uint64_t steps,
                                      uint32_t threads, const char *sampler)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;

    opts.steps = steps;
    opts.threads = threads;
    opts.sampler = sampler;
    ASSERT_OK(ctx, basin_solve(ctx, NULL, problem, &opts, &answer));
    return answer;
}

static void test_lowest(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 10; seed++) {
        struct plain p;
        make_plain(seed, true, &p);
        const double least = enumerate(&p);
        basin_problem *const problem = state_plain(&p);
        struct basin_answer answer = solve_with(problem, 20000, 2, "focus");
        struct basin_answer again = solve_with(problem, 20000, 1, NULL);
        double sum;
        if (least < INFINITY) {
            assert_int_equal(answer.kind, BASIN_ANSWER_BELIEVED);
            ASSERT_OK(ctx, basin_problem_sum(ctx, problem, answer.value, &sum));
            assert_true(fabs(sum - price(&p, answer.value)) < 1e-9);
            assert_true(fabs(sum - least) < 1e-9);
            assert_true(fabs(answer.energy - sum) < 1e-6);
        }
        assert_memory_equal(answer.value, again.value, VARIABLES * sizeof *answer.value);
        basin_answer_clear(ctx, &answer);
        basin_answer_clear(ctx, &again);
        basin_problem_free(ctx, problem);
    }
}

static void test_hard(void **state)
{
    size_t solved = 0;

    (void)state;
    for (uint32_t seed = 1; seed <= 10; seed++) {
        struct plain p;
        make_plain(seed, false, &p);
        const bool possible = enumerate(&p) < INFINITY;
        basin_problem *const problem = state_plain(&p);
        struct basin_answer answer = solve_with(problem, 20000, 1, NULL);
        assert_int_equal(answer.kind, possible ? BASIN_ANSWER_SOLVED : BASIN_ANSWER_BEST);
        assert_true(possible == (price(&p, answer.value) == 0));
        assert_true(possible == (answer.violated == 0));
        solved += possible;
        basin_answer_clear(ctx, &answer);
        basin_problem_free(ctx, problem);
    }
    assert_true(solved > 0);
}

/* Three vertices of a triangle get three colours; a table wants them in one order, dearly. */
static void test_mixed(void **state)
{
    static const struct basin_literal ends[3][2] = {
        { { 0, BASIN_WHOLE, 0 }, { 1, BASIN_WHOLE, 0 } },
        { { 1, BASIN_WHOLE, 0 }, { 2, BASIN_WHOLE, 0 } },
        { { 0, BASIN_WHOLE, 0 }, { 2, BASIN_WHOLE, 0 } },
    };
    static const double first[3] = { 5, 1, 3 }, second[3] = { 0, 0.5, 7 };
    const uint32_t v[] = { 0, 1 };
    const char *const samplers[] = { NULL, "focus" };

    (void)state;
    for (size_t i = 0; i < COUNT(samplers); i++) {
        basin_draft *const draft = new_draft();
        ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 3, 3, NULL));
        for (size_t k = 0; k < 3; k++)
            constrain(draft, "color-compact:edge", ends[k], 2);
        ASSERT_OK(ctx, basin_draft_cost(ctx, draft, &v[0], 1, first, 1));
        ASSERT_OK(ctx, basin_draft_cost(ctx, draft, &v[1], 1, second, 2));
        basin_problem *const problem = finish(draft);
        struct basin_answer answer = solve_with(problem, 5000, 1, samplers[i]);
        double sum;
        assert_int_equal(answer.kind, BASIN_ANSWER_BELIEVED);
        ASSERT_OK(ctx, basin_problem_sum(ctx, problem, answer.value, &sum));
        assert_int_equal(answer.value[0], 1);
        assert_int_equal(answer.value[1], 0);
        assert_int_equal(answer.value[2], 2);
        assert_true(fabs(sum - 1) < 0.05);  /* and what the edges cost */
        assert_int_equal(basin_problem_constraints(problem), 5);
        basin_answer_clear(ctx, &answer);
        basin_problem_free(ctx, problem);
    }
}

/* The continuous search knows tables, too. */
static void test_continuous(void **state)
{
    struct plain p;

    (void)state;
    make_plain(3, false, &p);
    assert_true(enumerate(&p) == 0);
    basin_problem *const problem = state_plain(&p);
    struct basin_answer answer = solve_with(problem, 5000, 1, "basin");
    assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
    assert_true(price(&p, answer.value) == 0);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

static void refused(basin_draft *draft, const uint32_t *v, size_t count, const double *cost,
                    double weight, const char *says)
{
    assert_true(basin_draft_cost(ctx, draft, v, count, cost, weight) != BASIN_STATUS_OK);
    if (!strstr(basin_error_text(ctx), says))
        fail_msg("\"%s\" says nothing of \"%s\"", basin_error_text(ctx), says);
}

static void test_refused(void **state)
{
    static const double cost[] = { 0, 1, 2, 3 }, wrong[] = { 0, NAN, -INFINITY, 0 };
    const uint32_t v[] = { 0, 1, 0, 7 };
    uint32_t many[30];
    basin_draft *const draft = new_draft();

    (void)state;
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 30, 2, NULL));
    for (uint32_t i = 0; i < 30; i++)
        many[i] = i;
    refused(draft, v, 0, cost, 1, "no variables");
    refused(draft, NULL, 2, cost, 1, "no variables");
    refused(draft, v, 3, cost, 1, "twice");
    refused(draft, (const uint32_t[]){ 30 }, 1, cost, 1, "variable 30");
    refused(draft, v, 2, NULL, 1, "NULL");
    refused(draft, v, 2, wrong, 1, "tuple 1");
    refused(draft, v, 1, wrong + 2, 1, "tuple 0");
    refused(draft, v, 2, cost, 0, "weight");
    refused(draft, v, 2, cost, NAN, "weight");
    refused(draft, many, 30, cost, 1, "tuples");
    ASSERT_OK(ctx, basin_draft_cost(ctx, draft, v, 2, cost, 1));
    basin_draft_free(ctx, draft);
}

int main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(test_lowest),     cmocka_unit_test(test_hard),
        cmocka_unit_test(test_mixed),      cmocka_unit_test(test_continuous),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(all, group_begin, group_end);
}
