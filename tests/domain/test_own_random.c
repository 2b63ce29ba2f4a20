/* test_own_random.c - problems of one's own, drawn at random, against exhaustive search and against
 * the sum of their parts; and statements that are easy to get wrong in the library.
 */
#include "domain/drafts.h"

#include <math.h>
#include <threads.h>

#define VARIABLES 6
#define CONSTRAINTS 9
#define LITERALS 5

enum rule { CLAUSE, ONE, ANY, EDGE };

static const char *const networks[] = { "sat-compact:clause", "queens-compact:one",
                                        "queens-compact:any", "color-compact:edge" };

struct statement {
    enum rule rule;
    size_t literals;
    struct basin_literal literal[LITERALS];
};

struct puzzle {
    size_t variables, statements;
    uint32_t values[VARIABLES];
    struct statement statement[CONSTRAINTS + 1];
};

/* ------------------------------------------------------------------------------- drawing ---- */

static uint64_t dice = 88172645463325252u;

static uint32_t draw(uint32_t below)
{
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (uint32_t)(dice >> 33) % below;
}

/* Two different variables with the same number of values, if the dice find some. */
static bool draw_edge(const struct puzzle *p, struct statement *s)
{
    const uint32_t n = (uint32_t)p->variables, a = draw(n), b = draw(n);

    s->literals = 2;
    s->literal[0] = (struct basin_literal){ .variable = a, .value = BASIN_WHOLE };
    s->literal[1] = (struct basin_literal){ .variable = b, .value = BASIN_WHOLE };
    return a != b && p->values[a] == p->values[b];
}

static void draw_literals(const struct puzzle *p, struct statement *s)
{
    s->literals = 1 + draw(LITERALS);
    for (size_t i = 0; i < s->literals; i++) {
        const uint32_t v = draw((uint32_t)p->variables);
        s->literal[i] = (struct basin_literal){ v, (int32_t)draw(p->values[v]), draw(3) == 0 };
    }
}

static struct puzzle draw_puzzle(void)
{
    struct puzzle p = { .variables = 2 + draw(VARIABLES - 1), .statements = 1 + draw(CONSTRAINTS) };

    for (size_t i = 0; i < p.variables; i++)
        p.values[i] = 2 + draw(3);
    for (size_t i = 0; i < p.statements; i++) {
        struct statement *const s = &p.statement[i];
        s->rule = draw(4);
        if (s->rule == EDGE && !draw_edge(&p, s))
            s->rule = CLAUSE;
        if (s->rule != EDGE)
            draw_literals(&p, s);
    }
    return p;
}

/* ------------------------------------------------------------------- judging by the rules ---- */

static bool holds(const struct statement *s, const int32_t *value)
{
    size_t true_ones = 0;

    if (s->rule == EDGE)
        return value[s->literal[0].variable] != value[s->literal[1].variable];
    for (size_t i = 0; i < s->literals; i++)
        true_ones += (value[s->literal[i].variable] == s->literal[i].value) !=
                     s->literal[i].negated;
    return s->rule == CLAUSE ? true_ones > 0 : s->rule == ONE ? true_ones == 1 : true_ones < 2;
}

static uint64_t judge(void *user, const int32_t *value, size_t values)
{
    const struct puzzle *const p = user;
    uint64_t broken = 0;

    assert_int_equal(values, p->variables);
    for (size_t i = 0; i < p->statements; i++)
        broken += !holds(&p->statement[i], value);
    return broken;
}

/* The next assignment in counting order; false after the last. */
static bool next(const struct puzzle *p, int32_t *value)
{
    size_t i = 0;

    while (i < p->variables && ++value[i] == (int32_t)p->values[i])
        value[i++] = 0;
    return i < p->variables;
}

static uint64_t fewest_broken(struct puzzle *p)
{
    int32_t value[VARIABLES] = { 0 };
    uint64_t fewest = UINT64_MAX;

    do {
        const uint64_t broken = judge(p, value, p->variables);
        fewest = broken < fewest ? broken : fewest;
    } while (next(p, value));
    return fewest;
}

/* ------------------------------------------------------------------------------- stating ---- */

static basin_problem *state(struct puzzle *p, bool judged)
{
    basin_draft *const draft = new_draft();

    for (size_t i = 0; i < p->variables; i++)
        ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 1, p->values[i], NULL));
    for (size_t i = 0; i < p->statements; i++)
        constrain(draft, networks[p->statement[i].rule], p->statement[i].literal,
                  p->statement[i].literals);
    if (judged)
        basin_draft_verifier(draft, judge, p);
    return finish(draft);
}

static void solve(basin_ctx *in, const basin_problem *problem, uint32_t threads,
                  struct basin_answer *answer)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;

    opts.steps = 400;
    opts.threads = threads;
    ASSERT_OK(in, basin_solve(in, NULL, problem, &opts, answer));
}

/* --------------------------------------------------------------------- exhaustive search ---- */

/* What can be solved is, what cannot is not, and nothing is better than the best there is. */
static void test_exhaustive(void **unused)
{
    size_t solvable = 0, solved = 0;

    (void)unused;
    for (int round = 0; round < 150; round++) {
        struct puzzle p = draw_puzzle();
        struct basin_answer answer = BASIN_ANSWER_INIT;
        const uint64_t fewest = fewest_broken(&p);
        basin_problem *const problem = state(&p, true);
        solve(ctx, problem, 1, &answer);
        assert_int_equal(answer.violated, judge(&p, answer.value, p.variables));
        assert_true(answer.violated >= fewest);
        assert_int_equal(answer.kind,
                         answer.violated == 0 ? BASIN_ANSWER_SOLVED : BASIN_ANSWER_BEST);
        solvable += fewest == 0;
        solved += answer.kind == BASIN_ANSWER_SOLVED;
        basin_answer_clear(ctx, &answer);
        basin_problem_free(ctx, problem);
    }
    printf("%zu of %zu solvable problems solved\n", solved, solvable);
    assert_int_equal(solved, solvable);
}

/* Without a verifier the networks count what the rules count, on every assignment. */
static void test_believed(void **unused)
{
    size_t assignments = 0, wrong = 0;

    (void)unused;
    for (int round = 0; round < 40; round++) {
        struct puzzle p = draw_puzzle();
        basin_problem *const problem = state(&p, false);
        int32_t value[VARIABLES] = { 0 };
        do {
            uint64_t broken = 0;
            ASSERT_OK(ctx, basin_problem_check(ctx, problem, value, &broken));
            assignments++;
            wrong += broken != judge(&p, value, p.variables);
        } while (next(&p, value));
        basin_problem_free(ctx, problem);
    }
    printf("%zu of %zu assignments are judged as by the rules\n", assignments - wrong, assignments);
    assert_int_equal(wrong, 0);
}

/* -------------------------------------------------------------------- the sum of its parts ---- */

/* Energy and costs; what is left without the costs is the variables' own. */
static double own_energy(struct puzzle *p, const int32_t *value, uint32_t t, double *costs)
{
    basin_problem *const problem = state(p, false);
    double energy = NAN, *cost = NULL;
    size_t count = 0;

    ASSERT_OK(ctx, basin_problem_energy(ctx, NULL, problem, value, t, BASIN_METHOD_BASIN, &energy));
    ASSERT_OK(ctx, basin_problem_costs(ctx, NULL, problem, value, t, BASIN_METHOD_BASIN, &cost,
                                       &count));
    assert_int_equal(count, p->statements);
    for (size_t i = 0; i < count; i++) {
        costs[i] = cost[i];
        energy -= cost[i];
    }
    basin_costs_free(ctx, cost);
    basin_problem_free(ctx, problem);
    return energy;
}

static bool reads(const struct statement *s, uint32_t variable)
{
    for (size_t i = 0; i < s->literals; i++)
        if (s->literal[i].variable == variable)
            return true;
    return false;
}

/* What a variable costs alone: half of two such, bound by what first reads it and, where it must
 * have a coordinate for each value, by an edge. */
static double alone(const struct puzzle *p, uint32_t v, const int32_t *value, uint32_t t)
{
    struct puzzle pair = { .variables = 2, .values = { p->values[v], p->values[v] } };
    const int32_t both[] = { value[v], value[v] };
    const struct statement *first = NULL;
    double cost[CONSTRAINTS];
    bool edge = false;

    for (size_t i = p->statements; i-- > 0;)
        if (reads(&p->statement[i], v)) {
            first = &p->statement[i];
            edge |= first->rule == EDGE;
        }
    if (!first)
        return 0;
    for (uint32_t i = 0; i < 2 && first->rule != EDGE; i++)
        pair.statement[pair.statements++] = (struct statement){
            .rule = first->rule, .literals = 1, .literal = { { i, 0, false } } };
    if (edge)
        pair.statement[pair.statements++] = (struct statement){
            .rule = EDGE, .literals = 2,
            .literal = { { 0, BASIN_WHOLE, false }, { 1, BASIN_WHOLE, false } } };
    return own_energy(&pair, both, t, cost) / 2;
}

/* One statement, and the edges, by which variables of two values have two coordinates. */
static struct puzzle with_edges(const struct puzzle *p, size_t one)
{
    struct puzzle few = *p;

    few.statements = 0;
    few.statement[few.statements++] = p->statement[one];
    for (size_t i = 0; i < p->statements; i++)
        if (p->statement[i].rule == EDGE)
            few.statement[few.statements++] = p->statement[i];
    return few;
}

/* Energies are sums of floats: what is near goes by the largest number that was added. */
static void assert_near(double a, double b, double size)
{
    if (!(fabs(a - b) <= 1e-6 * (100 + fabs(size))))
        fail_msg("%.9g is not %.9g, of sums of %g", a, b, size);
}

static void test_sum_of_parts(void **unused)
{
    static const uint32_t levels[] = { 1, 7, 30, 100 };

    (void)unused;
    for (int round = 0; round < 60; round++) {
        struct puzzle p = draw_puzzle();
        int32_t value[VARIABLES];
        double cost[CONSTRAINTS], expected = 0, size = 0;
        const uint32_t t = levels[round % 4];
        for (size_t i = 0; i < p.variables; i++)
            value[i] = (int32_t)draw(p.values[i]);
        const double own = own_energy(&p, value, t, cost);
        for (uint32_t i = 0; i < p.variables; i++)
            expected += alone(&p, i, value, t);
        for (size_t i = 0; i < p.statements; i++)
            size += fabs(cost[i]);
        assert_near(own, expected, size);
        for (size_t i = 0; i < p.statements; i++) {
            struct puzzle few = with_edges(&p, i);
            double theirs[CONSTRAINTS + 1];
            own_energy(&few, value, t, theirs);
            assert_near(cost[i], theirs[0], cost[i]);
        }
    }
}

/* ------------------------------------------------------------------------------- threads ---- */

static void test_threads(void **unused)
{
    static const uint32_t threads[] = { 2, 3, 8 };

    (void)unused;
    for (int round = 0; round < 12; round++) {
        struct puzzle p = draw_puzzle();
        basin_problem *const problem = state(&p, round % 2);
        struct basin_answer one = BASIN_ANSWER_INIT;
        solve(ctx, problem, 1, &one);
        for (size_t i = 0; i < COUNT(threads); i++) {
            struct basin_answer many = BASIN_ANSWER_INIT;
            solve(ctx, problem, threads[i], &many);
            assert_true(many.kind == one.kind && many.steps == one.steps &&
                        many.violated == one.violated && many.energy == one.energy);
            assert_memory_equal(many.value, one.value, p.variables * sizeof *one.value);
            basin_answer_clear(ctx, &many);
        }
        basin_answer_clear(ctx, &one);
        basin_problem_free(ctx, problem);
    }
}

struct shared {
    const basin_problem *problem;
    basin_ctx *ctx;
    struct basin_answer answer;
};

static int solve_shared(void *arg)
{
    struct shared *const s = arg;
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;

    opts.steps = 200;
    opts.threads = 2;
    return basin_solve(s->ctx, NULL, s->problem, &opts, &s->answer) != BASIN_STATUS_OK;
}

/* A finished problem is everybody's: contexts of two threads solve it at once. */
static void test_shared(void **unused)
{
    (void)unused;
    for (int round = 0; round < 10; round++) {
        struct puzzle p = draw_puzzle();
        basin_problem *const problem = state(&p, round % 2);
        struct shared s[2];
        thrd_t thread[2];
        for (int i = 0; i < 2; i++) {
            s[i] = (struct shared){ problem, test_ctx(), BASIN_ANSWER_INIT };
            assert_int_equal(thrd_create(&thread[i], solve_shared, &s[i]), thrd_success);
        }
        for (int i = 0; i < 2; i++) {
            int failed = 1;
            thrd_join(thread[i], &failed);
            assert_false(failed);
        }
        assert_int_equal(s[0].answer.steps, s[1].answer.steps);
        assert_memory_equal(s[0].answer.value, s[1].answer.value, p.variables * sizeof(int32_t));
        for (int i = 0; i < 2; i++) {
            basin_answer_clear(s[i].ctx, &s[i].answer);
            test_ctx_done(s[i].ctx);
        }
        basin_problem_free(ctx, problem);
    }
}

/* -------------------------------------------------------------------- what is easy to miss ---- */

static basin_draft *pairs(uint32_t variables)
{
    basin_draft *const draft = new_draft();

    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, variables, 2, NULL));
    return draft;
}

/* What the paper's line of eight costs; `edges` give each of its variables two coordinates. */
static double line_cost(int32_t literal, bool edges, const int32_t *value)
{
    basin_draft *const draft = pairs(8);
    struct basin_literal line[8], whole[8];
    double *cost = NULL, first;
    size_t count = 0;

    for (uint32_t i = 0; i < 8; i++) {
        line[i] = (struct basin_literal){ .variable = i, .value = literal };
        whole[i] = (struct basin_literal){ .variable = i, .value = BASIN_WHOLE };
    }
    constrain(draft, "queens-paper:line", line, 8);
    for (int i = 0; edges && i < 7; i++)
        constrain(draft, "color-compact:edge", whole + i, 2);
    basin_problem *const problem = finish(draft);
    ASSERT_OK(ctx, basin_problem_costs(ctx, NULL, problem, value, 1, BASIN_METHOD_BASIN, &cost,
                                       &count));
    assert_int_equal(count, edges ? 8 : 1);
    first = cost[0];
    basin_costs_free(ctx, cost);
    basin_problem_free(ctx, problem);
    return first;
}

/* Networks of the paper's kind read value 1 of a whole variable of two values, and value 0 where it
 * is asked for, however many coordinates the variable has. */
static void test_paper_inputs(void **unused)
{
    const int32_t one[8] = { 0, 0, 1 }, most[8] = { 1, 1, 0, 1, 1, 1, 1, 1 };

    (void)unused;
    for (int edges = 0; edges < 2; edges++) {
        assert_near(line_cost(1, edges, one), line_cost(BASIN_WHOLE, edges, one), 1e3);
        assert_near(line_cost(1, edges, most), line_cost(0, edges, one), 1e3);
        assert_near(line_cost(1, edges, one), line_cost(0, edges, most), 1e3);
    }
    assert_near(line_cost(1, false, one), line_cost(1, true, one), 1e3);
    assert_true(line_cost(1, false, most) > line_cost(1, false, one) + 100);
}

/* The model of a constraint that failed is the caller's to free at once. */
static void test_failed_model(void **unused)
{
    const struct basin_literal two[] = { { .variable = 0, .value = 1 },
                                         { .variable = 1, .value = 1 } };
    basin_draft *const draft = pairs(2);
    const size_t before = basin_ctx_blocks(ctx);
    basin_model *model = NULL;
    struct basin_constraint c = of("one", two, 0);
    struct basin_answer answer = BASIN_ANSWER_INIT;

    (void)unused;
    ASSERT_OK(ctx, basin_model_named(ctx, "queens-compact", &model));
    c.model = model;
    ASSERT_FAILS(ctx, basin_draft_constrain(ctx, draft, &c), BASIN_STATUS_INPUT, "0 literals");
    basin_model_free(ctx, model);
    c = of("queens-compact:one", two, 0);
    ASSERT_FAILS(ctx, basin_draft_constrain(ctx, draft, &c), BASIN_STATUS_INPUT, "0 literals");
    assert_true(basin_ctx_blocks(ctx) <= before + 2);  /* room, but no model */
    c = of("sat-compact:clause", two, 2);
    ASSERT_OK(ctx, basin_draft_constrain(ctx, draft, &c));
    basin_problem *const problem = finish(draft);
    solve(ctx, problem, 1, &answer);
    assert_int_equal(answer.kind, BASIN_ANSWER_BELIEVED);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

/* Counts are judged before anything is read, and nothing is where NULL is. */
static void test_wrong_counts(void **unused)
{
    static const size_t counts[] = { SIZE_MAX, SIZE_MAX / 2, (size_t)UINT32_MAX, 0 };
    const struct basin_literal two[] = { { .variable = 0, .value = 1 },
                                         { .variable = 1, .value = 1 } };
    basin_draft *const draft = pairs(2);
    struct basin_constraint c;

    (void)unused;
    for (size_t i = 0; i < COUNT(counts); i++) {
        c = of("queens-compact:one", two, counts[i]);
        ASSERT_FAILS(ctx, basin_draft_constrain(ctx, draft, &c), BASIN_STATUS_INPUT, "literals");
    }
    c = of("queens-compact:one", two, 2);
    c.size = offsetof(struct basin_constraint, network) + 4;  /* half of a pointer */
    ASSERT_FAILS(ctx, basin_draft_constrain(ctx, draft, &c), BASIN_STATUS_INPUT, "has size 12");
    c = of("queens-paper:line", two, 1 << 20);
    ASSERT_FAILS(ctx, basin_draft_constrain(ctx, draft, &c), BASIN_STATUS_INPUT, "has 8");
    c = of("queens-compact:one", NULL, 2);
    ASSERT_FAILS(ctx, basin_draft_constrain(ctx, draft, &c), BASIN_STATUS_INPUT, "NULL");
    c = of("sat-paper:clause", two, 2);
    c.conditions = 3;
    ASSERT_FAILS(ctx, basin_draft_constrain(ctx, draft, &c), BASIN_STATUS_INPUT, "0 conditions");
    c = of("queens-compact:one", two, 2);
    c.weight = 1e-300;  /* no float above 0 */
    ASSERT_FAILS(ctx, basin_draft_constrain(ctx, draft, &c), BASIN_STATUS_INPUT, "weight 1e-300");
    basin_draft_free(ctx, draft);
}

static uint64_t absurd(void *user, const int32_t *value, size_t values)
{
    (void)user;
    (void)value;
    (void)values;
    return UINT64_MAX;
}

/* A verifier may say any number: what it judged is there all the same. */
static void test_absurd(void **unused)
{
    const struct basin_literal two[] = { { .variable = 0, .value = 1 },
                                         { .variable = 1, .value = 1 } };
    const struct basin_constraint c = of("queens-compact:one", two, 2);
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_draft *const draft = pairs(2);

    (void)unused;
    ASSERT_OK(ctx, basin_draft_constrain(ctx, draft, &c));
    basin_draft_verifier(draft, absurd, NULL);
    basin_problem *const problem = finish(draft);
    solve(ctx, problem, 1, &answer);
    assert_int_equal(answer.kind, BASIN_ANSWER_BEST);
    assert_non_null(answer.value);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

/* No value that a variable has not: neither fixed, nor believed. */
static void test_no_such_value(void **unused)
{
    const struct basin_literal two[] = { { .variable = 0, .value = 1, .negated = true },
                                         { .variable = 1, .value = 1, .negated = true } };
    const struct basin_constraint c = of("sat-compact:clause", two, 2);
    const int32_t past[] = { 0, 2 }, other[] = { 1, 0 };
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_draft *const draft = pairs(2);
    uint64_t broken = 0;

    (void)unused;
    ASSERT_OK(ctx, basin_draft_constrain(ctx, draft, &c));
    ASSERT_OK(ctx, basin_draft_given(ctx, draft, 0, 0));
    basin_problem *const problem = finish(draft);
    ASSERT_OK(ctx, basin_problem_check(ctx, problem, past, &broken));
    assert_int_equal(broken, 1);
    opts.fixed = past;
    ASSERT_FAILS(ctx, basin_solve(ctx, NULL, problem, &opts, &answer), BASIN_STATUS_INPUT,
                 "value 1 is fixed at 2; it is one of 2");
    opts.fixed = other;
    ASSERT_FAILS(ctx, basin_solve(ctx, NULL, problem, &opts, &answer), BASIN_STATUS_INPUT,
                 "value 0 is fixed at 1; the problem itself gives 0");
    basin_problem_free(ctx, problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exhaustive), cmocka_unit_test(test_believed),
        cmocka_unit_test(test_sum_of_parts), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_shared), cmocka_unit_test(test_paper_inputs),
        cmocka_unit_test(test_failed_model), cmocka_unit_test(test_wrong_counts),
        cmocka_unit_test(test_absurd), cmocka_unit_test(test_no_such_value),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
