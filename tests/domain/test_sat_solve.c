/* test_sat_solve.c - formulas solved: true answers only, and what to say when there is none. */
#define _GNU_SOURCE
#include "domain/formula.h"

#include "base/file.h"
#include "solving.h"

#include <unistd.h>

#define STEPS 5000  /* formulas of this file take some tens or hundreds */

extern const struct bsn_domain bsn_domain_sat;
static const struct bsn_domain *const sat = &bsn_domain_sat;

static char path[] = "/tmp/basin-sat-XXXXXX.cnf";

/* -------------------------------------------------------------------------------- solving ---- */

/* A random formula as text, half of them planted, half found satisfiable or planted. */
static char *generate(uint32_t n, uint64_t seed)
{
    struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
    char *text;

    opts.n = n;
    opts.seed = seed;
    opts.kind = seed % 2 ? "planted" : "random";
    ASSERT_OK(ctx, basin_generate(ctx, "sat", &opts, &text));
    return text;
}

static void check_solves(const basin_model *model)
{
    const struct basin_solve_opts opts = few_steps(STEPS);

    for (uint32_t k = 0; k < 20; k++) {
        char *const text = generate(20 + 30 * k / 19, 100 + k);
        const struct formula f = formula_of_text(text);
        struct bsn_cnf *const cnf = formula_parse(ctx, text);
        const struct basin_problem problem = formula_problem(cnf);
        struct basin_answer answer = solve(model, &problem, &opts);
        if (answer.kind != BASIN_ANSWER_SOLVED)
            fail_msg("formula %u: %llu broken after %llu steps", k,
                     (unsigned long long)answer.violated, (unsigned long long)answer.steps);
        assert_int_equal(formula_broken(&f, answer.value), 0);
        basin_answer_clear(ctx, &answer);
        sat->task->free(ctx, cnf);
        basin_text_free(ctx, text);
    }
}

static void test_solves_exact(void **state)
{
    basin_model *const model = exact_model("sat");

    (void)state;
    check_solves(model);
    basin_model_free(ctx, model);
}

static void test_solves_compact(void **state)
{
    basin_model *const model = compact_model("sat");

    (void)state;
    check_solves(model);
    basin_model_free(ctx, model);
}

/* Formulas without a solution: all that is possible is one broken clause, and it says so. Where
 * that is known before the search, it ends there. */
static void check_unsolvable(const basin_model *model)
{
    static const struct {
        const char *text;
        uint64_t least;
        bool known;
    } cases[] = {
        { "p cnf 3 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n"
          "-1 -2 -3 0\n", 1, false },
        { "p cnf 2 2\n1 2 0\n0\n", 1, true },
        { "p cnf 0 1\n0\n", 1, true },
        { "p cnf 1 4\n1 0\n-1 0\n0\n0\n", 3, true },
        { "p cnf 3 4\n1 0\n-1 2 0\n-2 3 0\n-3 -1 0\n", 1, true },
    };
    const struct basin_solve_opts opts = few_steps(200);

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bsn_cnf *const cnf = formula_parse(ctx, cases[i].text);
        const struct basin_problem problem = formula_problem(cnf);
        struct basin_answer answer = solve(model, &problem, &opts);
        char *text;
        assert_int_equal(answer.kind, BASIN_ANSWER_BEST);
        assert_int_equal(answer.stop, cases[i].known ? BASIN_STOP_FLOOR : BASIN_STOP_STEPS);
        assert_int_equal(answer.violated, cases[i].least);
        assert_true(cases[i].known ? answer.steps <= 200 : answer.steps == 200);
        ASSERT_OK(ctx, basin_problem_write(ctx, &problem, answer.value, NULL, &text));
        assert_non_null(strstr(text, "s UNKNOWN\n"));
        assert_null(strstr(text, "SATISFIABLE"));
        basin_text_free(ctx, text);
        basin_answer_clear(ctx, &answer);
        sat->task->free(ctx, cnf);
    }
}

/* Known to have no solution, and the floor is too low: without any limit the search ends all the
 * same, after as many steps at any number of threads. */
static void check_ends(const basin_model *model)
{
    struct bsn_cnf *const cnf =
        formula_parse(ctx, "p cnf 2 5\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n0\n");
    const struct basin_problem problem = formula_problem(cnf);
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;

    assert_int_equal(basin_problem_floor(&problem), 1);
    for (opts.threads = 1; opts.threads <= 2; opts.threads++) {
        struct basin_answer answer = solve(model, &problem, &opts);
        assert_int_equal(answer.stop, BASIN_STOP_END);
        assert_int_equal(answer.violated, 2);
        assert_int_equal(answer.steps, 100000);
        basin_answer_clear(ctx, &answer);
    }
    opts.steps = 30;
    struct basin_answer answer = solve(model, &problem, &opts);
    assert_int_equal(answer.stop, BASIN_STOP_STEPS);
    assert_int_equal(answer.steps, 30);
    basin_answer_clear(ctx, &answer);
    sat->task->free(ctx, cnf);
}

/* Nothing to do, or next to nothing: done in a step. */
static void check_trivial(const basin_model *model)
{
    static const char *const formulas[] = { "p cnf 0 0\n", "p cnf 7 0\n", "p cnf 1 1\n1 -1 0\n",
                                            "p cnf 2 2\n1 2 0\n-1 -2 1 0\n" };
    const struct basin_solve_opts opts = few_steps(50);

    for (size_t i = 0; i < COUNT(formulas); i++) {
        struct bsn_cnf *const cnf = formula_parse(ctx, formulas[i]);
        const struct basin_problem problem = formula_problem(cnf);
        struct basin_answer answer = solve(model, &problem, &opts);
        assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
        assert_int_equal(answer.values, cnf->vars);
        assert_true(answer.steps <= 1);
        basin_answer_clear(ctx, &answer);
        sat->task->free(ctx, cnf);
    }
}

static void test_edges_exact(void **state)
{
    basin_model *const model = exact_model("sat");

    (void)state;
    check_unsolvable(model);
    check_ends(model);
    check_trivial(model);
    basin_model_free(ctx, model);
}

static void test_edges_compact(void **state)
{
    basin_model *const model = compact_model("sat");

    (void)state;
    check_unsolvable(model);
    check_ends(model);
    check_trivial(model);
    basin_model_free(ctx, model);
}

/* Exact energies go through all assignments of a clause: refused before that takes for ever. */
static void test_exact_refuses(void **state)
{
    struct bsn_cnf *const twelve =
        formula_parse(ctx, "p cnf 13 1\n1 2 3 4 5 6 7 8 9 10 11 12 0\n");
    struct bsn_cnf *const thirteen =
        formula_parse(ctx, "p cnf 13 2\n1 0\n1 2 3 4 5 6 7 8 9 10 11 12 -13 0\n");
    const struct basin_problem fits = formula_problem(twelve), too_long = formula_problem(thirteen);
    const struct basin_solve_opts opts = few_steps(20);
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_model *const model = exact_model("sat");

    (void)state;
    ASSERT_FAILS(ctx, basin_solve(ctx, model, &too_long, &opts, &answer), BASIN_STATUS_MODEL,
                 "up to 12 literals; one has 13");
    assert_null(answer.value);
    ASSERT_OK(ctx, basin_solve(ctx, model, &fits, &opts, &answer));
    assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
    basin_answer_clear(ctx, &answer);
    basin_model_free(ctx, model);
    sat->task->free(ctx, twelve);
    sat->task->free(ctx, thirteen);
}

/* ------------------------------------------------------------------ variables in no clause ---- */

#define SPARSE 9000  /* variables, of which 400 are in clauses */

/* Two neighbours of every 45 variables are in clauses. */
static void write_sparse(void)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    char *chars;

    bsn_text_add(&text, "p cnf %d 400\n", SPARSE);
    for (int k = 0; k < 200; k++)
        bsn_text_add(&text, "%d %d %d 0\n%d %d 0\n", 45 * k + 1, -45 * (k * 7 % 200) - 1,
                     45 * (k * 3 % 200) + 2, -45 * k - 2, 45 * (k * 11 % 200) + 1);
    ASSERT_OK(ctx, bsn_text_take(&text, &chars));
    ASSERT_OK(ctx, bsn_file_write(ctx, path, chars, strlen(chars)));
    basin_text_free(ctx, chars);
}

/* Solves it with a sampler, or the default; one variable of a clause and one of none are fixed. */
static void solve_sparse(const basin_model *model, const char *sampler)
{
    struct basin_solve_opts opts = few_steps(STEPS);
    struct basin_answer answer = BASIN_ANSWER_INIT;
    struct bsn_graph graph = { 0 };
    basin_problem *problem;
    uint64_t broken;

    ASSERT_OK(ctx, basin_problem_open(ctx, "sat", path, &problem));
    ASSERT_OK(ctx, problem->task->graph(ctx, problem->instance, model, &graph));
    assert_int_equal(graph.coords, 400);
    assert_int_equal(graph.variables, 400);
    bsn_graph_clear(ctx, &graph);
    int32_t *const fixed = test_malloc(SPARSE * sizeof *fixed);
    memset(fixed, 0xff, SPARSE * sizeof *fixed);
    fixed[45] = 1;
    fixed[SPARSE - 1] = 1;
    opts.sampler = sampler;
    opts.fixed = fixed;
    ASSERT_OK(ctx, basin_solve(ctx, model, problem, &opts, &answer));
    assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
    assert_int_equal(answer.values, SPARSE);
    ASSERT_OK(ctx, basin_problem_check(ctx, problem, answer.value, &broken));
    assert_int_equal(broken, 0);
    for (int v = 0; v < SPARSE; v++)
        if (v == 45 || v == SPARSE - 1 || v % 45 > 1)
            assert_int_equal(answer.value[v], v == 45 || v == SPARSE - 1);
    test_free(fixed);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

static void test_few_in_clauses(void **state)
{
    basin_model *const compact = compact_model("sat"), *const exact = exact_model("sat");

    (void)state;
    write_sparse();
    solve_sparse(compact, NULL);
    solve_sparse(compact, "basin");
    solve_sparse(compact, "focus");
    solve_sparse(exact, "basin");
    basin_model_free(ctx, compact);
    basin_model_free(ctx, exact);
}

static basin_status open_sparse(basin_ctx *own, void *arg)
{
    basin_problem *problem = NULL;
    struct bsn_graph graph = { 0 };
    basin_status status = basin_problem_open(own, "sat", path, &problem);

    if (status == BASIN_STATUS_OK)
        status = problem->task->graph(own, problem->instance, arg, &graph);
    bsn_graph_clear(own, &graph);
    basin_problem_free(own, problem);
    return status;
}

static void test_memory_few(void **state)
{
    basin_model *const model = compact_model("sat");

    (void)state;
    write_sparse();
    assert_true(test_refuse_each(open_sparse, model) > 10);
    basin_model_free(ctx, model);
}

/* --------------------------------------------------------------------------------- memory ---- */

/* From a file to an answer and back; each allocation is refused in turn. */
static basin_status act(basin_ctx *own, void *arg)
{
    const struct basin_solve_opts *const opts = arg;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_model *model = NULL;
    basin_problem *problem = NULL;
    int32_t *value = NULL;
    size_t count;
    char *text = NULL;
    basin_status status;

    BSN_TRY_OUT(basin_model_default(own, "sat", BASIN_ENERGY_EXACT, &model));
    BSN_TRY_OUT(basin_problem_open(own, "sat", path, &problem));
    BSN_TRY_OUT(basin_solve(own, model, problem, opts, &answer));
    BSN_TRY_OUT(basin_problem_write(own, problem, answer.value, NULL, &text));
    BSN_TRY_OUT(basin_solutions_read(own, problem, path, &value, &count));
out:
    basin_values_free(own, value);
    basin_text_free(own, text);
    basin_answer_clear(own, &answer);
    basin_problem_free(own, problem);
    basin_model_free(own, model);
    return status;
}

static void test_memory(void **state)
{
    /* The clauses of a formula read as well as solutions of it; the header is passed over. */
    static const char formula[] = "p cnf 4 3\n1 2 0\n-3 2 4 0\n-1 4 0\n";
    static const int32_t fixed[4] = { 1, -1, -1, -1 }, start[4] = { -1, -1, -1, 0 };
    struct basin_solve_opts opts = few_steps(2);

    (void)state;
    ASSERT_OK(ctx, bsn_file_write(ctx, path, formula, strlen(formula)));
    assert_true(test_refuse_each(act, &opts) > 20);
    opts.fixed = fixed;
    opts.start = start;
    assert_true(test_refuse_each(act, &opts) > 20);
    opts.method = BASIN_METHOD_PAPER;
    assert_true(test_refuse_each(act, &opts) > 20);
}

static basin_status act_solved(basin_ctx *own, void *arg)
{
    const struct bsn_rng at = { 3, BSN_RNG_TEST, 0, 0 };
    int32_t *value;
    void *instance;

    (void)arg;
    BSN_TRY(sat->curriculum->solved(own, &at, &instance, &value));
    sat->task->free(own, instance);
    basin_values_free(own, value);
    return BASIN_STATUS_OK;
}

static void test_memory_solved(void **state)
{
    (void)state;
    assert_true(test_refuse_each(act_solved, NULL) >= 4);
}

/* ------------------------------------------------------------------------------------ all ---- */

static int set_up(void **state)
{
    const int file = mkstemps(path, 4);
    return file < 0 || close(file) || group_begin(state) ? -1 : 0;
}

static int tear_down(void **state)
{
    return group_end(state) || unlink(path) ? -1 : 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solves_exact),
        cmocka_unit_test(test_solves_compact),
        cmocka_unit_test(test_edges_exact),
        cmocka_unit_test(test_edges_compact),
        cmocka_unit_test(test_exact_refuses),
        cmocka_unit_test(test_few_in_clauses),
        cmocka_unit_test(test_memory_few),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_memory_solved),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
