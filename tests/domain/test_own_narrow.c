/* test_own_narrow.c - narrowing on tables of tuples: it excludes what a naive search for supports
 * excludes, keeps every solution, holds what is fixed, and is given up where nothing can be whole. */
#include "base/rng.h"
#include "domain/drafts.h"

#include <math.h>
#include <string.h>

#define VARIABLES 6
#define VALUES 3
#define TABLES 7
#define ASSIGNMENTS 729  /* VALUES ^ VARIABLES */
#define INSTANCES 60

/* Tables of two or three variables with forbidden tuples; one learned group: of its variables
 * exactly one has value 0. */
struct plain {
    uint32_t scope[TABLES][3], group[3];
    size_t count[TABLES];
    double cost[TABLES][27];
    int32_t fixed[VARIABLES];
};

static uint32_t draw(uint32_t seed, uint32_t item, uint32_t n)
{
    const struct bsn_rng rng = { seed, BSN_RNG_TEST, 7, 0 };

    return bsn_rng_below(&rng, item, n);
}

static void make_plain(uint32_t seed, struct plain *p)
{
    const uint32_t forbidden = 300 + draw(seed, 1, 500);

    for (uint32_t i = 0; i < TABLES; i++) {
        const uint32_t from = draw(seed, 10 + i, VARIABLES);
        p->count[i] = 2 + i % 2;
        for (uint32_t k = 0; k < p->count[i]; k++)
            p->scope[i][k] = (from + k * (1 + draw(seed, 20 + i, 2))) % VARIABLES;
        for (uint32_t x = 0; x < 27; x++)
            p->cost[i][x] = draw(seed, 100 + 27 * i + x, 1000) < forbidden
                                ? INFINITY
                                : draw(seed, 500 + 27 * i + x, 5) * (double)(seed % 2);
    }
    for (uint32_t k = 0; k < 3; k++)
        p->group[k] = (draw(seed, 2, VARIABLES) + 2 * k) % VARIABLES;
    for (uint32_t v = 0; v < VARIABLES; v++)
        p->fixed[v] = draw(seed, 30 + v, 8) == 0 ? (int32_t)draw(seed, 40 + v, VALUES) : -1;
}

/* --------------------------------------------------------------------------- what is so ---- */

/* What constraint i says of an assignment; the group is the last. */
static double price(const struct plain *p, size_t i, const int32_t *value)
{
    size_t at = 0;

    if (i == TABLES) {
        for (size_t k = 0; k < 3; k++)
            at += value[p->group[k]] == 0;
        return at == 1 ? 0 : INFINITY;
    }
    for (size_t k = 0; k < p->count[i]; k++)
        at = at * VALUES + (size_t)value[p->scope[i][k]];
    return p->cost[i][at];
}

static void assignment(size_t x, int32_t *value)
{
    for (size_t v = 0; v < VARIABLES; v++, x /= VALUES)
        value[v] = (int32_t)(x % VALUES);
}

static bool is_left(const bool (*out)[VALUES], const int32_t *value)
{
    for (size_t v = 0; v < VARIABLES; v++)
        if (out[v][value[v]])
            return false;
    return true;
}

/* Is variable v = value part of an assignment of what is left that constraint i allows? */
static bool has_support(const struct plain *p, const bool (*out)[VALUES], size_t i, size_t v,
                        int32_t value)
{
    int32_t all[VARIABLES];

    for (size_t x = 0; x < ASSIGNMENTS; x++) {
        assignment(x, all);
        if (all[v] == value && is_left(out, all) && price(p, i, all) < INFINITY)
            return true;
    }
    return false;
}

/* Excludes until nothing changes; false: a variable has no value left. */
static bool narrow_naively(const struct plain *p, bool (*out)[VALUES])
{
    bool changed = true;

    for (size_t v = 0; v < VARIABLES; v++)
        for (int32_t value = 0; value < VALUES; value++)
            out[v][value] = p->fixed[v] >= 0 && p->fixed[v] != value;
    while (changed) {
        changed = false;
        for (size_t i = 0; i <= TABLES; i++)
            for (size_t v = 0; v < VARIABLES; v++)
                for (int32_t value = 0; value < VALUES; value++)
                    if (!out[v][value] && !has_support(p, (const bool(*)[VALUES])out, i, v, value))
                        out[v][value] = changed = true;
    }
    return !(out[0][0] && out[0][1] && out[0][2]);
}

/* The lowest sum of all assignments that keep what is fixed. */
static double enumerate(const struct plain *p)
{
    double least = INFINITY;
    int32_t value[VARIABLES];

    for (size_t x = 0; x < ASSIGNMENTS; x++) {
        double sum = 0;
        bool kept = true;
        assignment(x, value);
        for (size_t v = 0; v < VARIABLES; v++)
            kept &= p->fixed[v] < 0 || p->fixed[v] == value[v];
        for (size_t i = 0; i <= TABLES; i++)
            sum += price(p, i, value);
        least = kept && sum < least ? sum : least;
    }
    return least;
}

/* -------------------------------------------------------------------------- what is found ---- */

static basin_problem *state_plain(const struct plain *p)
{
    basin_draft *const draft = new_draft();
    const struct basin_literal group[] = { is(p->group[0], 0), is(p->group[1], 0),
                                           is(p->group[2], 0) };

    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, VARIABLES, VALUES, NULL));
    for (size_t i = 0; i < TABLES; i++)
        ASSERT_OK(ctx, basin_draft_cost(ctx, draft, p->scope[i], p->count[i], p->cost[i], 1));
    constrain(draft, "queens-compact:one", group, 3);
    return finish(draft);
}

static struct basin_answer solve_plain(const basin_problem *problem, const struct plain *p,
                                       bool whole, uint32_t threads)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;

    opts.steps = 4096;
    opts.threads = threads;
    opts.fixed = p->fixed;
    opts.whole = whole;
    ASSERT_OK(ctx, basin_solve(ctx, NULL, problem, &opts, &answer));
    return answer;
}

/* The narrowed answer: what was excluded, and the lowest sum. */
static void compare(const struct plain *p, const struct basin_answer *a, size_t *seen)
{
    bool out[VARIABLES][VALUES];
    const bool possible = narrow_naively(p, out);
    const double least = enumerate(p);
    size_t values = 0;

    for (size_t v = 0; v < VARIABLES; v++)
        for (size_t k = 0; k < VALUES; k++)
            values += out[v][k] && p->fixed[v] < 0;
    seen[a->narrow]++;
    assert_true(possible || a->narrow == BASIN_NARROW_AGAINST);
    if (least < INFINITY) {
        double sum = 0;
        assert_int_equal(a->narrowed_values, values);
        for (size_t i = 0; i <= TABLES; i++)
            sum += price(p, i, a->value);
        assert_true(fabs(sum - least) < 1e-9);
        for (size_t v = 0; v < VARIABLES; v++)
            assert_false(out[v][a->value[v]]);
        assert_true(a->narrow != BASIN_NARROW_ALL || a->steps == 0);
    } else
        assert_true(a->violated > 0 || a->kind == BASIN_ANSWER_BEST);
    for (size_t v = 0; v < VARIABLES; v++)
        assert_true(p->fixed[v] < 0 || a->value[v] == p->fixed[v]);
}

static void test_supports(void **state)
{
    size_t seen[4] = { 0 };

    (void)state;
    for (uint32_t seed = 1; seed <= INSTANCES; seed++) {
        struct plain p;
        make_plain(seed, &p);
        basin_problem *const problem = state_plain(&p);
        struct basin_answer answer = solve_plain(problem, &p, false, 1);
        struct basin_answer again = solve_plain(problem, &p, false, 3);
        struct basin_answer whole = solve_plain(problem, &p, true, 1);
        compare(&p, &answer, seen);
        assert_memory_equal(answer.value, again.value, VARIABLES * sizeof *answer.value);
        assert_int_equal(whole.narrow, BASIN_NARROW_NOTHING);
        assert_int_equal(whole.narrowed_values, 0);
        assert_int_equal(whole.kind, answer.kind);
        basin_answer_clear(ctx, &answer);
        basin_answer_clear(ctx, &again);
        basin_answer_clear(ctx, &whole);
        basin_problem_free(ctx, problem);
    }
    print_message("nothing %zu, some %zu, all %zu, against %zu\n", seen[0], seen[1], seen[2],
                  seen[3]);
    assert_true(seen[BASIN_NARROW_SOME] > 0 && seen[BASIN_NARROW_ALL] > 0 &&
                seen[BASIN_NARROW_AGAINST] > 0);
}

/* Three variables differ in pairs and two of their values are allowed: each has its supports, yet
 * nothing is whole. The third value is left out, but not for ever. */
static void test_given_up(void **state)
{
    static const double differ[9] = { INFINITY, 0, INFINITY, 0, INFINITY, INFINITY, INFINITY,
                                      INFINITY, INFINITY };
    static const uint32_t ends[3][2] = { { 0, 1 }, { 1, 2 }, { 0, 2 } };
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_draft *const draft = new_draft();

    (void)state;
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 3, 3, NULL));
    for (size_t i = 0; i < 3; i++)
        ASSERT_OK(ctx, basin_draft_cost(ctx, draft, ends[i], 2, differ, 1));
    basin_problem *const problem = finish(draft);
    opts.steps = 512;
    ASSERT_OK(ctx, basin_solve(ctx, NULL, problem, &opts, &answer));
    assert_int_equal(answer.narrow, BASIN_NARROW_SOME);
    assert_int_equal(answer.narrowed_values, 3);
    basin_answer_clear(ctx, &answer);
    opts.steps = 512 * 400;
    ASSERT_OK(ctx, basin_solve(ctx, NULL, problem, &opts, &answer));
    assert_int_equal(answer.kind, BASIN_ANSWER_BEST);
    assert_int_equal(answer.violated, 1);
    assert_int_equal(answer.narrow, BASIN_NARROW_NOTHING);
    assert_int_equal(answer.narrowed_values, 0);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

int main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(test_supports),
        cmocka_unit_test(test_given_up),
    };

    return cmocka_run_group_tests(all, group_begin, group_end);
}
