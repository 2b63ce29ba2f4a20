/* test_sat_random.c - random formulas: what they promise to be. */
#define _GNU_SOURCE
#include "domain/formula.h"

#include "base/text.h"
#include "domain/sat/sat_random.h"
#include "group.h"

#include <math.h>

extern const struct bsn_domain bsn_domain_sat;
static const struct bsn_domain *const sat = &bsn_domain_sat;

/* The first assignment, a bit for each variable, that breaks nothing; UINT32_MAX: there is none. */
static uint32_t first_solution(const struct formula *f)
{
    int32_t value[16];

    assert_true(f->vars <= COUNT(value));
    for (uint32_t x = 0; x < 1u << f->vars; x++) {
        for (uint32_t v = 0; v < f->vars; v++)
            value[v] = x >> v & 1;
        if (formula_broken(f, value) == 0)
            return x;
    }
    return UINT32_MAX;
}

static bool satisfiable(const struct formula *f)
{
    return first_solution(f) != UINT32_MAX;
}

/* Every clause has `width` literals of different variables. */
static void check_widths(const struct formula *f, uint32_t width)
{
    for (size_t i = 0; i < f->numbers; i += width + 1) {
        assert_int_equal(f->number[i + width], 0);
        for (size_t a = i; a < i + width; a++) {
            assert_int_not_equal(f->number[a], 0);
            for (size_t b = i; b < a; b++)
                assert_int_not_equal(abs(f->number[a]), abs(f->number[b]));
        }
    }
}

/* ------------------------------------------------------------------------- small formulas ---- */

/* The solution satisfies each clause, and what is kept of a clause tells the same story thrice. */
static void check_small(const struct bsn_small *f, uint32_t width)
{
    assert_int_equal(f->width, width);
    assert_true(f->vars >= 10 && f->vars <= 20);
    assert_true(f->clauses > 0 && f->clauses <= BSN_SMALL_CLAUSES);
    assert_true(f->solution < 1u << f->vars);
    for (size_t k = 0; k < f->clauses; k++) {
        uint32_t mask = 0;
        for (uint32_t i = 0; i < width; i++) {
            assert_true(f->var[k][i] < f->vars);
            assert_false(mask >> f->var[k][i] & 1);
            mask |= 1u << f->var[k][i];
        }
        assert_int_equal(f->mask[k], mask);
        assert_int_equal(f->wrong[k] & ~mask, 0);
        assert_int_not_equal(f->solution & mask, f->wrong[k]);
    }
}

static void test_small(void **state)
{
    static struct bsn_small f, again, other;
    size_t sizes[21] = { 0 };

    (void)state;
    for (uint32_t k = 0; k < 800; k++) {
        const struct bsn_rng at = { 2, BSN_RNG_TEST, k, k % 5 }, next = { 2, BSN_RNG_TEST, k, 9 };
        const uint32_t width = 1 + k % BSN_SMALL_WIDTH;
        memset(&f, 0, sizeof f);
        memset(&again, 0, sizeof again);
        memset(&other, 0, sizeof other);
        bsn_small_draw(&at, width, &f);
        bsn_small_draw(&at, width, &again);
        bsn_small_draw(&next, width, &other);
        check_small(&f, width);
        assert_memory_equal(&f, &again, sizeof f);
        assert_memory_not_equal(&f, &other, sizeof f);
        if (width >= 3)
            assert_int_equal(f.clauses, (size_t)(4.258 * f.vars));
        sizes[f.vars]++;
    }
    for (uint32_t vars = 10; vars <= 20; vars++)
        assert_true(sizes[vars] > 20);
}

/* How a solution satisfies a clause of three literals: one of seven ways. Ways that differ only in
 * the order of the literals are as frequent as each other; none is rare. Variables are true in
 * half of the solutions, literals positive in half of the clauses. */
static void test_small_patterns(void **state)
{
    enum { DRAWS = 4000 };
    double seen[8] = { 0 }, trues = 0, signs = 0;
    struct bsn_small f;

    (void)state;
    for (uint32_t k = 0; k < DRAWS; k++) {
        const struct bsn_rng at = { 3, BSN_RNG_TEST, k, 0 };
        uint32_t pattern = 0;
        bsn_small_draw(&at, 3, &f);
        for (uint32_t i = 0; i < 3; i++)
            pattern |= ((f.solution ^ f.wrong[0]) >> f.var[0][i] & 1) << i;
        seen[pattern]++;
        trues += f.solution >> f.vars / 2 & 1;
        signs += f.wrong[0] >> f.var[0][0] & 1;
    }
    assert_true(seen[0] == 0);
    for (uint32_t p = 1; p < 8; p++)
        assert_true(seen[p] > DRAWS / 16.0 && seen[p] < DRAWS / 4.0);
    const double spread = 5 * sqrt(2 * DRAWS / 7.0);
    assert_true(fabs(seen[1] - seen[2]) < spread && fabs(seen[2] - seen[4]) < spread);
    assert_true(fabs(seen[3] - seen[5]) < spread && fabs(seen[5] - seen[6]) < spread);
    assert_true(fabs(trues - DRAWS / 2.0) < 5 * sqrt(DRAWS / 4.0));
    assert_true(fabs(signs - DRAWS / 2.0) < 5 * sqrt(DRAWS / 4.0));
}

/* Solved instances are such formulas with their solutions. */
static void test_solved(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 100; k++) {
        const struct bsn_rng at = { 4, BSN_RNG_INSTANCE, k, 0 };
        struct bsn_small small;
        void *instance;
        int32_t *value;
        ASSERT_OK(ctx, sat->curriculum->solved(ctx, &at, &instance, &value));
        bsn_small_draw(&at, 3, &small);
        const struct formula f = formula_of_cnf(instance);
        check_widths(&f, 3);
        assert_int_equal(f.vars, small.vars);
        assert_int_equal(formula_clauses(&f), small.clauses);
        assert_int_equal(formula_broken(&f, value), 0);
        for (size_t c = 0; c < small.clauses; c++) {  /* the clause forbids what it says */
            int32_t wrong[20];
            for (uint32_t v = 0; v < f.vars; v++)
                wrong[v] = small.mask[c] >> v & 1 ? (int32_t)(small.wrong[c] >> v & 1) : -1;
            struct formula one = { .vars = f.vars, .numbers = 4 };
            memcpy(one.number, f.number + 4 * c, 4 * sizeof *one.number);
            assert_int_equal(formula_broken(&one, wrong), 1);
        }
        sat->task->free(ctx, instance);
        basin_values_free(ctx, value);
    }
}

/* ----------------------------------------------------------------------- formulas at large ---- */

static struct formula draw_formula(uint32_t k, uint32_t vars, size_t clauses, uint32_t width,
                                   bool planted)
{
    const struct bsn_rng at = { 6, BSN_RNG_TEST, k, 0 };
    struct bsn_cnf cnf;

    ASSERT_OK(ctx, bsn_sat_draw(ctx, &at, vars, clauses, width, planted, &cnf));
    const struct formula f = formula_of_cnf(&cnf);
    assert_true(cnf.vars == vars && cnf.clauses == clauses && cnf.given == clauses);
    bsn_cnf_clear(ctx, &cnf);
    return f;
}

static void test_draw(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 200; k++) {
        const uint32_t width = 1 + k % 8, vars = width + formula_draw(300, k, 40);
        const size_t clauses = formula_draw(301, k, 100);
        const bool planted = k / 8 % 2;
        const struct formula f = draw_formula(k, vars, clauses, width, planted);
        const struct formula again = draw_formula(k, vars, clauses, width, planted);
        check_widths(&f, width);
        assert_memory_equal(&f, &again, sizeof f);
        if (clauses > 20 && width > 1) {
            const struct formula other = draw_formula(k + 1000, vars, clauses, width, planted);
            assert_memory_not_equal(&f, &other, sizeof f);
        }
    }
}

/* So many clauses that a formula has a solution only when one was planted. */
static void test_planted(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 40; k++) {
        const struct formula planted = draw_formula(k, 10, 120, 3, true);
        const struct formula plain = draw_formula(k, 10, 120, 3, false);
        assert_true(satisfiable(&planted));
        assert_false(satisfiable(&plain));
    }
}

/* Larger planted ones are solved. */
static void test_planted_solved(void **state)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    basin_model *model;

    (void)state;
    opts.threads = 1;
    opts.steps = 5000;
    ASSERT_OK(ctx, basin_model_default(ctx, "sat", BASIN_ENERGY_EXACT, &model));
    for (uint32_t k = 0; k < 6; k++) {
        const struct formula f = draw_formula(500 + k, 60, 240 - 30 * (k % 3), 3 + k % 2, true);
        struct bsn_cnf *const cnf = formula_instance(ctx, &f);
        const struct basin_problem problem = formula_problem(cnf);
        struct basin_answer answer = BASIN_ANSWER_INIT;
        ASSERT_OK(ctx, basin_solve(ctx, model, &problem, &opts, &answer));
        assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
        assert_int_equal(formula_broken(&f, answer.value), 0);
        basin_answer_clear(ctx, &answer);
        sat->task->free(ctx, cnf);
    }
    basin_model_free(ctx, model);
}

/* Each variable and each sign comes up as often as any other. */
static void test_draw_fair(void **state)
{
    double seen[11] = { 0 }, positive = 0, literals = 0;

    (void)state;
    for (uint32_t k = 0; k < 40; k++) {
        const struct formula f = draw_formula(2000 + k, 10, 250, 3, false);
        for (size_t i = 0; i < f.numbers; i++) {
            seen[abs(f.number[i])]++;
            positive += f.number[i] > 0;
            literals += f.number[i] != 0;
        }
    }
    for (int v = 1; v <= 10; v++)
        assert_true(fabs(seen[v] - literals / 10) < 5 * sqrt(literals / 10));
    assert_true(fabs(positive - literals / 2) < 5 * sqrt(literals / 4));
}

/* ------------------------------------------------------------------------------- generate ---- */

static char *generate(const struct basin_gen_opts *opts)
{
    char *text = NULL;

    ASSERT_OK(ctx, basin_generate(ctx, "sat", opts, &text));
    return text;
}

static struct basin_gen_opts options(const char *kind, uint32_t n, uint32_t width, double ratio)
{
    struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;

    opts.kind = kind;
    opts.n = n;
    opts.width = width;
    opts.ratio = ratio;
    return opts;
}

/* The text is what was asked for, reads back, and says in comments how it was made. */
static void check_generated(const struct basin_gen_opts *opts, const char *comment)
{
    char *const text = generate(opts), *const again = generate(opts);
    struct bsn_cnf *const cnf = formula_parse(ctx, text);
    const struct formula f = formula_of_text(text);

    assert_string_equal(text, again);
    assert_true(strncmp(text, "c basin gen sat ", 16) == 0);
    /* Without a judge a random formula is a planted one, and says the command that makes it. */
    assert_non_null(strstr(text, strstr(text, "by construction") ? "planted" : opts->kind));
    assert_non_null(strstr(text, comment));
    assert_int_equal(cnf->vars, opts->n);
    assert_int_equal(cnf->clauses, (size_t)(opts->ratio * opts->n + 0.5));
    assert_true(cnf->tautologies == 0 && cnf->empty == 0);
    check_widths(&f, opts->width);
    if (f.vars <= 16)
        assert_true(satisfiable(&f));
    sat->task->free(ctx, cnf);
    basin_text_free(ctx, text);
    basin_text_free(ctx, again);
}

static void test_generate(void **state)
{
    static const char *const kinds[] = { "planted", "random" };

    (void)state;
    assert_string_equal(basin_domain_kinds("sat"), "random planted any");
    assert_string_equal(basin_domain_kinds("queens"), "");
    assert_null(basin_domain_kinds("nothing"));
    for (uint32_t k = 0; k < 24; k++) {
        const uint32_t width = 1 + k / 2 % 8, n = width + 4 + k % 5;
        const double ratio = width == 1 ? 0.3 : width == 2 ? 0.8 : 2 + 0.1 * k;
        struct basin_gen_opts opts = options(kinds[k % 2], n, width, ratio);
        opts.seed = k / 3;
        check_generated(&opts, "\nc satisfiable");
    }
}

/* A seed is a formula: other seeds give others, and nothing else does. */
static void test_generate_seeds(void **state)
{
    struct basin_gen_opts opts = options("planted", 30, 3, 4);
    char *const text = generate(&opts);

    (void)state;
    for (opts.seed = 2; opts.seed < 20; opts.seed++) {
        char *const other = generate(&opts);
        assert_string_not_equal(strstr(text, "p cnf"), strstr(other, "p cnf"));
        basin_text_free(ctx, other);
    }
    basin_text_free(ctx, text);
}

/* What is not asked for is as in the paper: 10 to 20 variables, three literals, ratio 4.258. */
static void test_generate_defaults(void **state)
{
    struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
    uint32_t least = UINT32_MAX, most = 0;
    char *text;

    (void)state;
    for (opts.seed = 0; opts.seed < 30; opts.seed++) {
        text = generate(&opts);
        const struct formula f = formula_of_text(text);
        check_widths(&f, 3);
        assert_true(f.vars >= 10 && f.vars <= 20);
        assert_int_equal(formula_clauses(&f), (size_t)(4.258 * f.vars + 0.5));
        least = f.vars < least ? f.vars : least;
        most = f.vars > most ? f.vars : most;
        basin_text_free(ctx, text);
    }
    assert_true(least < 13 && most > 17);
    ASSERT_OK(ctx, basin_generate(ctx, "sat", NULL, &text));  /* no options at all */
    opts = (struct basin_gen_opts)BASIN_GEN_OPTS_INIT;
    char *const same = generate(&opts);
    assert_string_equal(text, same);
    basin_text_free(ctx, text);
    opts.size = offsetof(struct basin_gen_opts, n);  /* an older caller's struct */
    opts.n = 5000000;
    text = generate(&opts);
    assert_string_equal(text, same);
    basin_text_free(ctx, text);
    basin_text_free(ctx, same);
}

static void refuse(struct basin_gen_opts opts, const char *part)
{
    char *text = NULL;

    ASSERT_FAILS(ctx, basin_generate(ctx, "sat", &opts, &text), BASIN_STATUS_INPUT, part);
    assert_null(text);
}

static void test_generate_refuses(void **state)
{
    char *text = NULL;

    (void)state;
    refuse(options("planted", 1000001, 3, 4), "1000001 variables");
    refuse(options("planted", UINT32_MAX, 3, 4), "at most 1000000 variables");
    refuse(options("planted", 4, 5, 4), "no more than there are");
    refuse(options("planted", 2, 0, 4), "clauses of 3");
    refuse(options("planted", 100, 9, 4), "clauses of 9");
    refuse(options("planted", 100, 3, -1), "ratio -1");
    refuse(options("planted", 100, 3, NAN), "ratio");
    refuse(options("planted", 100, 3, INFINITY), "ratio inf");
    refuse(options("planted", 100, 3, -INFINITY), "ratio");
    refuse(options("planted", 100, 3, 1001), "ratio 1001");
    refuse(options("hard", 100, 3, 4), "random planted any");
    refuse(options("", 100, 3, 4), "random planted any");
    refuse(options("random planted", 100, 3, 4), "no kind");
    ASSERT_FAILS(ctx, basin_generate(ctx, "queens", NULL, &text), BASIN_STATUS_INPUT, "queens");
    ASSERT_FAILS(ctx, basin_generate(ctx, "chess", NULL, &text), BASIN_STATUS_INPUT, "chess");
    assert_null(text);
}

/* A judge that always says the same, with the values that were put in; counts how often. */
struct judge {
    enum basin_verdict verdict;
    const int32_t *value;  /* NULL: it gives none */
    size_t asked;
};

static enum basin_verdict judge(void *user, const char *dimacs, int32_t *value, size_t values,
                                const char **name)
{
    struct judge *const own = user;

    assert_true(strncmp(dimacs, "p cnf ", 6) == 0);
    for (size_t i = 0; i < values; i++) {
        assert_int_equal(value[i], -1);
        value[i] = own->value ? own->value[i] : -1;
    }
    *name = "oracle";
    own->asked++;
    return own->verdict;
}

/* Tries all assignments. */
static enum basin_verdict try_all(void *user, const char *dimacs, int32_t *value, size_t values,
                                  const char **name)
{
    const struct formula f = formula_of_text(dimacs);
    const uint32_t found = first_solution(&f);

    (void)user;
    *name = "trial";
    for (size_t i = 0; i < values; i++)
        value[i] = found >> i & 1;
    return found == UINT32_MAX ? BASIN_VERDICT_UNSATISFIABLE : BASIN_VERDICT_SATISFIABLE;
}

/* Twelve clauses a variable: only a planted formula is satisfiable, and it says that it is one. */
static void test_generate_alone(void **state)
{
    struct basin_gen_opts opts = options("random", 12, 3, 12);
    struct judge nobody = { BASIN_VERDICT_NONE, NULL, 0 };

    (void)state;
    for (opts.seed = 1; opts.seed < 10; opts.seed++) {
        opts.judge = opts.seed % 2 ? judge : NULL;
        opts.judge_user = &nobody;
        check_generated(&opts, "\nc satisfiable by construction\n");
    }
    assert_int_equal(nobody.asked, 5 * 2);
}

/* Of kind any the judge is not asked: far past the threshold there are formulas all the same. */
static void test_generate_any(void **state)
{
    struct basin_gen_opts opts = options("any", 12, 3, 12);
    struct judge strict = { BASIN_VERDICT_UNSATISFIABLE, NULL, 0 };
    size_t unsatisfiable = 0;

    (void)state;
    opts.judge = judge;
    opts.judge_user = &strict;
    for (opts.seed = 1; opts.seed <= 20; opts.seed++) {
        char *const text = generate(&opts);
        const struct formula f = formula_of_text(text);
        assert_non_null(strstr(text, "--kind any"));
        assert_non_null(strstr(text, "was not asked"));
        check_widths(&f, 3);
        unsatisfiable += !satisfiable(&f);
        basin_text_free(ctx, text);
    }
    assert_true(unsatisfiable > 15);
}

/* The first formula that the judge does not call unsatisfiable is taken, and its solution only when
 * it is one. */
static void test_generate_judges(void **state)
{
    static const int32_t wrong[14] = { 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2 };
    struct basin_gen_opts opts = options("random", 14, 3, 9);
    struct judge undecided = { BASIN_VERDICT_OPEN, NULL, 0 };
    struct judge liar = { BASIN_VERDICT_SATISFIABLE, wrong, 0 };
    struct judge silent = { BASIN_VERDICT_SATISFIABLE, NULL, 0 };
    struct judge strict = { BASIN_VERDICT_UNSATISFIABLE, NULL, 0 };

    (void)state;
    opts.judge = judge;
    opts.judge_user = &undecided;
    char *const text = generate(&opts);
    const struct formula f = formula_of_text(text);
    assert_non_null(strstr(text, "\nc oracle did not decide in time whether it is satisfiable\n"));
    assert_false(satisfiable(&f));
    assert_int_equal(undecided.asked, 1);
    basin_text_free(ctx, text);
    opts.judge_user = &liar;
    refuse(opts, "oracle calls a formula satisfiable, but its values break 126 clauses");
    opts.judge_user = &silent;
    refuse(opts, "oracle calls a formula satisfiable, but its values break 126 clauses");
    opts.judge_user = &strict;
    refuse(opts, "not satisfiable; the ratio is too high");
    assert_true(liar.asked == 1 && silent.asked == 1 && strict.asked == 1000);
}

static void test_generate_tried(void **state)
{
    struct basin_gen_opts opts = options("random", 14, 3, 5);

    (void)state;
    opts.judge = try_all;
    for (opts.seed = 1; opts.seed < 10; opts.seed++)
        check_generated(&opts, "\nc satisfiable, as trial found\n");
}

/* --------------------------------------------------------------------------------- memory ---- */

static basin_status act(basin_ctx *own, void *arg)
{
    char *text;

    BSN_TRY(basin_generate(own, "sat", arg, &text));
    basin_text_free(own, text);
    return BASIN_STATUS_OK;
}

static void test_memory(void **state)
{
    struct basin_gen_opts planted = options("planted", 20, 3, 4);
    struct basin_gen_opts random = options("random", 14, 3, 4);

    (void)state;
    random.judge = try_all;
    assert_true(test_refuse_each(act, &planted) >= 5);
    assert_true(test_refuse_each(act, &random) > test_refuse_each(act, &planted));
}

/* ------------------------------------------------------------------------------------ all ---- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_small_patterns),
        cmocka_unit_test(test_solved),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_planted),
        cmocka_unit_test(test_planted_solved),
        cmocka_unit_test(test_draw_fair),
        cmocka_unit_test(test_generate),
        cmocka_unit_test(test_generate_seeds),
        cmocka_unit_test(test_generate_any),
        cmocka_unit_test(test_generate_defaults),
        cmocka_unit_test(test_generate_refuses),
        cmocka_unit_test(test_generate_alone),
        cmocka_unit_test(test_generate_judges),
        cmocka_unit_test(test_generate_tried),
        cmocka_unit_test(test_memory),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
