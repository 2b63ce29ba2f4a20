/* test_sat.c - satisfiability: verifier, decoding, text and factors against plain twins. */
#define _GNU_SOURCE
#include "domain/formula.h"

#include "base/file.h"
#include "domain/sat/floor.h"
#include "group.h"

#include <math.h>
#include <unistd.h>

extern const struct bsn_domain bsn_domain_sat;
static const struct bsn_domain *const sat = &bsn_domain_sat;

static char path[] = "/tmp/basin-sat-XXXXXX.cnf";

/* ------------------------------------------------------------------------------- verifier ---- */

/* Mostly 0 and 1; `wild` puts in open ones and values that are none. */
static int32_t random_value(uint32_t stream, uint32_t item, bool wild)
{
    static const int32_t odd[] = { -1, -1, -1, 2, -2, INT32_MAX, INT32_MIN, 1 << 16 };
    const uint32_t pick = formula_draw(stream, item, 64);

    return wild && pick < COUNT(odd) ? odd[pick] : (int32_t)(pick & 1);
}

/* `count` assignments at once, in arrays that have exactly the promised length and are full of
 * what was there before. */
static void compare_verify(const struct formula *f, const struct bsn_cnf *cnf, size_t count,
                           const int32_t *value)
{
    const struct bsn_sat instance = { .cnf = *cnf };
    const size_t words = sat->task->scratch(&instance);
    uint32_t *const scratch = malloc((words + 1) * sizeof *scratch);
    uint64_t violated[BSN_LANES + 1];

    memset(scratch, 0xa5, (words + 1) * sizeof *scratch);
    memset(violated, 0x5a, sizeof violated);
    sat->task->verify(&instance, count, value, scratch, violated);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(violated[i], formula_broken(f, value + i * f->vars));
    assert_int_equal(violated[count], 0x5a5a5a5a5a5a5a5a);
    assert_int_equal(scratch[words], 0xa5a5a5a5);
    free(scratch);
}

static void test_verify_random(void **state)
{
    static int32_t value[BSN_LANES * 40];

    (void)state;
    for (uint32_t k = 0; k < 300; k++) {
        const uint32_t vars = 1 + formula_draw(1, k, 40), clauses = formula_draw(2, k, 100);
        const struct formula f = formula_random(100 + k, vars, clauses, k % 3 == 0);
        struct bsn_cnf *const cnf = formula_instance(ctx, &f);
        assert_int_equal(sat->task->values(cnf), vars);
        assert_int_equal(sat->task->constraints(cnf), clauses);
        for (size_t count = 1; count <= BSN_LANES; count++) {
            for (uint32_t i = 0; i < count * vars; i++)
                value[i] = random_value(1000 + k, (uint32_t)count * 1000 + i, k % 2);
            compare_verify(&f, cnf, count, value);
        }
        sat->task->free(ctx, cnf);
    }
}

/* All assignments of small formulas: the same solutions. */
static void test_verify_all(void **state)
{
    int32_t value[BSN_LANES * 8];
    size_t solutions = 0, all = 0;

    (void)state;
    for (uint32_t k = 0; k < 100; k++) {
        const uint32_t vars = 4 + k % 5;
        const struct formula f = formula_random(5000 + k, vars, 2 * vars, false);
        struct bsn_cnf *const cnf = formula_instance(ctx, &f);
        for (uint32_t from = 0; from < 1u << vars; from += BSN_LANES, all += BSN_LANES) {
            for (uint32_t i = 0; i < BSN_LANES * vars; i++)
                value[i] = (from + i / vars) >> i % vars & 1;
            compare_verify(&f, cnf, BSN_LANES, value);
            for (size_t i = 0; i < BSN_LANES; i++)
                solutions += formula_broken(&f, value + i * vars) == 0;
        }
        sat->task->free(ctx, cnf);
    }
    assert_true(solutions > 100 && all - solutions > 100);  /* both kinds were met */
}

/* A solution with one value turned, taken away or made nonsense: as many clauses are broken as
 * hang on it, and that is often some. */
static void test_verify_broken(void **state)
{
    static const int32_t wrong[] = { 0, 1, -1, 2, INT32_MIN };
    size_t tried = 0, broken = 0;

    (void)state;
    for (uint32_t k = 0; k < 60; k++) {
        const struct bsn_rng at = { 9, BSN_RNG_TEST, k, 0 };
        void *instance;
        int32_t *value;
        ASSERT_OK(ctx, sat->curriculum->solved(ctx, &at, &instance, &value));
        const struct bsn_cnf *const cnf = instance;
        const struct formula f = formula_of_cnf(cnf);
        assert_int_equal(formula_broken(&f, value), 0);
        for (size_t i = 0; i < COUNT(wrong) * f.vars; i++, tried++) {
            int32_t *const at_value = &value[i / COUNT(wrong)], keep = *at_value;
            *at_value = wrong[i % COUNT(wrong)];
            compare_verify(&f, cnf, 1, value);
            broken += formula_broken(&f, value) > 0;
            *at_value = keep;
        }
        sat->task->free(ctx, instance);
        basin_values_free(ctx, value);
    }
    assert_true(tried > 500 && broken > tried / 2);
}

static void test_verify_special(void **state)
{
    static const struct {
        const char *text;
        size_t constraints;
        int32_t value[4];
        uint64_t violated;
    } cases[] = {
        { "p cnf 0 0\n", 0, { 0 }, 0 },
        { "p cnf 0 2\n0\n0\n", 2, { 0 }, 2 },            /* empty clauses hold never */
        { "p cnf 3 0\n", 0, { -1, -1, -1 }, 0 },         /* variables that nothing asks for */
        { "p cnf 1 1\n1 -1 0\n", 1, { -1 }, 0 },         /* holds always */
        { "p cnf 2 2\n1 -2 2 0\n2 1 -1 0\n", 2, { 0, 0 }, 0 },
        { "p cnf 2 3\n1 -1 0\n2 2 2 0\n0\n", 3, { 0, 0 }, 2 },
        { "p cnf 2 3\n1 -1 0\n2 2 2 0\n0\n", 3, { 0, 1 }, 1 },
        { "p cnf 4 2\n4 4 0\n-4 -4 -4 0\n", 2, { 0, 0, 0, 1 }, 1 },
        { "p cnf 4 2\n4 4 0\n-4 -4 -4 0\n", 2, { 0, 0, 0, -1 }, 2 },
        { "p cnf 4 2\n4 0\n-4 0\n", 2, { 0, 0, 0, 7 }, 2 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bsn_cnf *const cnf = formula_parse(ctx, cases[i].text);
        const struct basin_problem problem = formula_problem(cnf);
        uint64_t violated = UINT64_MAX;
        ASSERT_OK(ctx, basin_problem_check(ctx, &problem, cases[i].value, &violated));
        assert_int_equal(violated, cases[i].violated);
        assert_int_equal(basin_problem_constraints(&problem), cases[i].constraints);
        sat->task->free(ctx, cnf);
    }
}

/* ---------------------------------------------------------------------- decode and encode ---- */

static void test_decode(void **state)
{
    static const float heat[] = { 0, 1, 0.5f, 0.49999997f, 0.50000006f, -3, 3, -0.0f, 1e30f,
                                  -1e30f, INFINITY, -INFINITY, NAN };
    static const int32_t expected[] = { 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, -1 };
    struct bsn_cnf *const cnf = formula_parse(ctx, "p cnf 9 0\n");
    float y[9 * BSN_LANES];
    int32_t value[9 * BSN_LANES];

    (void)state;
    for (uint32_t k = 0; k < 100; k++)
        for (int how = BSN_DECODE_BASIN; how <= BSN_DECODE_PAPER; how++) {
            for (uint32_t i = 0; i < COUNT(y); i++)
                y[i] = heat[formula_draw(30 + k, i, COUNT(heat))];
            memset(value, 0x55, sizeof value);
            sat->task->decode(cnf, (enum bsn_decode)how, BSN_LANES, y, value);
            for (uint32_t i = 0; i < COUNT(y); i++)  /* (coords, lanes) to (lanes, values) */
                assert_int_equal(value[i % BSN_LANES * 9 + i / BSN_LANES],
                                 expected[formula_draw(30 + k, i, COUNT(heat))]);
        }
    sat->task->free(ctx, cnf);
}

static void test_encode(void **state)
{
    static const float open[] = { 0, 0.5f, -7, NAN };
    struct bsn_cnf *const cnf = formula_parse(ctx, "p cnf 9 0\n");
    float y[9 * BSN_LANES];
    int32_t value[9], found[9 * BSN_LANES];

    (void)state;
    for (uint32_t k = 0; k < 100; k++) {
        const float given = open[k % COUNT(open)];
        for (uint32_t i = 0; i < COUNT(value); i++)
            value[i] = (int32_t)formula_draw(31, k * 9 + i, 3) - 1;
        memset(y, 0xff, sizeof y);
        sat->task->encode(cnf, value, given, y);
        for (uint32_t i = 0; i < COUNT(y); i++) {
            const int32_t v = value[i / BSN_LANES];
            if (v < 0)
                assert_memory_equal(&y[i], &given, sizeof given);
            else
                assert_true(y[i] == (float)v);
        }
        sat->task->decode(cnf, BSN_DECODE_BASIN, BSN_LANES, y, found);
        for (size_t i = 0; i < COUNT(found); i++)
            if (value[i % 9] >= 0 || isnan(given))  /* what is no number stays open */
                assert_int_equal(found[i], value[i % 9]);
    }
    sat->task->free(ctx, cnf);
}

/* ---------------------------------------------------------------------------- text, files ---- */

static void test_claims(void **state)
{
    void *instance = NULL;

    (void)state;
    assert_true(sat->text->claims("a.cnf") && sat->text->claims("/x/y.z/a.b.dimacs") && sat->text->claims(".cnf"));
    assert_false(sat->text->claims("") || sat->text->claims("8") || sat->text->claims("a.cnf.txt") ||
                 sat->text->claims("cnf") || sat->text->claims("a.cnf/b") || sat->text->claims("a.CNF"));
    assert_string_equal(basin_domain_of("some/file.cnf"), "sat");
    ASSERT_FAILS(ctx, sat->text->open(ctx, "/nowhere/at/all.cnf", &instance), BASIN_STATUS_IO,
                 "/nowhere/at/all.cnf");
    ASSERT_OK(ctx, bsn_file_write(ctx, path, "p cnf 2 1\n1 3 0\n", 16));
    ASSERT_FAILS(ctx, sat->text->open(ctx, path, &instance), BASIN_STATUS_PARSE, ".cnf:2: ");
    assert_null(instance);
}

/* What stands in `text` is s, o and v lines of less than 80 columns that say the right thing. */
static void check_lines(const char *text, const int32_t *value, uint64_t violated)
{
    char expected[64];
    size_t lines[128] = { 0 };

    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        const size_t length = strcspn(line, "\n");
        assert_true(length < 80 && line[length] == '\n');
        assert_true(length > 1 && line[1] == ' ' && strchr("sov", line[0]));
        assert_true(line[length - 1] != ' ');
        lines[(size_t)line[0]]++;
    }
    assert_int_equal(lines['s'], 1);
    assert_int_equal(lines['o'], value && violated > 0);
    assert_int_equal(lines['v'] > 0, value != NULL);
    assert_null(strstr(text, "UNSATISFIABLE"));
    assert_non_null(strstr(text, value && violated == 0 ? "s SATISFIABLE\n" : "s UNKNOWN\n"));
    if (value && violated > 0) {
        snprintf(expected, sizeof expected, "o %llu\n", (unsigned long long)violated);
        assert_non_null(strstr(text, expected));
    }
    if (value)  /* the last number ends the solution */
        assert_string_equal(text + strlen(text) - 3, " 0\n");
}

static basin_status read_text(const struct basin_problem *problem, const char *text,
                              int32_t **value, size_t *count)
{
    ASSERT_OK(ctx, bsn_file_write(ctx, path, text, strlen(text)));
    return basin_solutions_read(ctx, problem, path, value, count);
}

/* Writes an assignment, looks at the lines, reads it back. */
static void write_and_read(const struct basin_problem *problem, const int32_t *value)
{
    uint64_t violated;
    int32_t *found;
    size_t count = 0;
    char *text;

    ASSERT_OK(ctx, basin_problem_check(ctx, problem, value, &violated));
    ASSERT_OK(ctx, basin_problem_write(ctx, problem, value, "dimacs", &text));
    check_lines(text, value, violated);
    ASSERT_OK(ctx, read_text(problem, text, &found, &count));
    assert_int_equal(count, 1);
    assert_memory_equal(found, value, problem->values * sizeof *value);
    basin_values_free(ctx, found);
    basin_text_free(ctx, text);
}

static void test_write(void **state)
{
    static const char *const formulas[] = {
        "p cnf 0 0\n", "p cnf 1 1\n1 0\n", "p cnf 3000 0\n", "p cnf 123456 0\n",
        "p cnf 300 3\n1 2 3 0\n-1 0\n-2 0\n", "p cnf 20 1\n0\n", "p cnf 5 1\n1 -1 0\n",
    };
    int32_t *const value = malloc(123456 * sizeof *value);

    (void)state;
    for (size_t i = 0; i < COUNT(formulas); i++) {
        struct bsn_cnf *const cnf = formula_parse(ctx, formulas[i]);
        const struct basin_problem problem = formula_problem(cnf);
        char *text;
        for (int32_t open = 1; open >= -1; open--) {  /* all, some, none */
            for (uint32_t v = 0; v < cnf->vars; v++) {
                const uint32_t pick = formula_draw(40, v, 4);
                value[v] = open > 0 || (open == 0 && pick > 1) ? -1 : (int32_t)(pick & 1);
            }
            write_and_read(&problem, value);
        }
        ASSERT_OK(ctx, basin_problem_write(ctx, &problem, NULL, NULL, &text));
        assert_string_equal(text, "s UNKNOWN\n");
        basin_text_free(ctx, text);
        sat->task->free(ctx, cnf);
    }
    free(value);
}

static void test_write_words(void **state)
{
    static const int32_t good[4] = { 1, 0, -1, 0 }, bad[4] = { 0, 0, -1, 1 };
    struct bsn_cnf *const cnf = formula_parse(ctx, "p cnf 4 2\n1 2 0\n-2 -4 0\n");
    const struct basin_problem problem = formula_problem(cnf);
    char *text;

    (void)state;
    ASSERT_OK(ctx, basin_problem_write(ctx, &problem, good, NULL, &text));
    assert_string_equal(text, "s SATISFIABLE\nv 1 -2 -4 0\n");
    basin_text_free(ctx, text);
    ASSERT_OK(ctx, basin_problem_write(ctx, &problem, bad, NULL, &text));
    assert_string_equal(text, "o 1\ns UNKNOWN\nv -1 -2 4 0\n");
    basin_text_free(ctx, text);
    sat->task->free(ctx, cnf);
}

static void test_read(void **state)
{
    static const struct {
        const char *text;
        size_t count;
        int32_t value[6];
    } cases[] = {
        { "s SATISFIABLE\nv 1 -2 3 0\n", 1, { 1, 0, 1 } },
        { "c x\no 3\ns UNKNOWN\nv 1\nv -2\nv 3 0\n", 1, { 1, 0, 1 } },
        { "SAT\n1 -2 3 0\n", 1, { 1, 0, 1 } },                 /* minisat's file */
        { "1 -2 3 0", 1, { 1, 0, 1 } },
        { "3\n-2\n1\n", 1, { 1, 0, 1 } },                      /* any order, no 0 at the end */
        { "v 1 1 -2 -2 3 0\n", 1, { 1, 0, 1 } },               /* said twice */
        { "\tv\t1  -2\t 3 0 \r\n", 1, { 1, 0, 1 } },
        { "v 2 0\n", 1, { -1, 1, -1 } },                       /* partial */
        { "v 0\n", 1, { -1, -1, -1 } },
        { "0\n", 1, { -1, -1, -1 } },
        { "v 1 0\nv -1 0\n", 2, { 1, -1, -1, 0, -1, -1 } },
        { "1 2 3 0 -1 -2\n-3 0\n", 2, { 1, 1, 1, 0, 0, 0 } },
        { "s SATISFIABLE\nv 1 2 3 0\n\ns SATISFIABLE\nv -1 -2 -3 0\nc end", 2,
          { 1, 1, 1, 0, 0, 0 } },
        { "v 1 2\nc between\nv 3 0\nv 2", 2, { 1, 1, 1, -1, 1, -1 } },
    };
    struct bsn_cnf *const cnf = formula_parse(ctx, "p cnf 3 0\n");
    const struct basin_problem problem = formula_problem(cnf);

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        int32_t *value = NULL;
        size_t count = 0;
        ASSERT_OK(ctx, read_text(&problem, cases[i].text, &value, &count));
        assert_int_equal(count, cases[i].count);
        assert_memory_equal(value, cases[i].value, 3 * count * sizeof *value);
        basin_values_free(ctx, value);
    }
    sat->task->free(ctx, cnf);
}

static void test_read_refuses(void **state)
{
    static const struct {
        const char *text, *part;
    } cases[] = {
        { "", "no solution" },
        { "s UNSATISFIABLE\n", "no solution" },
        { "UNSAT\n", "no solution" },
        { "c 1 2 3\n\n", "no solution" },
        { "v 1 -1 0\n", ":1: variable 1 is both true and false" },
        { "s x\nv 1 2\n\nv 3 -2 0\n", ":4: variable 2 is both" },
        { "v 4 0\n", ":1: \"4\"" },
        { "c\n\n-4 0\n", ":3: \"-4\"" },
        { "v 1 2 x 0\n", ":1: \"x\"" },
        { "1 2.5 0\n", ":1: \"2.5\"" },
        { "v 1 - 0\n", ":1: \"-\"" },
        { "v 99999999999999999999 0\n", ":1: \"99999999999999999999\"" },
        { "v -99999999999999999999 0\n", ":1: \"-" },
        { "v 1 0\nv 1 2 3 0\n9\n", ":3: \"9\"" },
        { "1 2 3 0 0x2\n", ":1: \"0x2\"" },
    };
    struct bsn_cnf *const cnf = formula_parse(ctx, "p cnf 3 0\n");
    const struct basin_problem problem = formula_problem(cnf);
    int32_t *value = NULL;
    size_t count = 77;

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        ASSERT_FAILS(ctx, read_text(&problem, cases[i].text, &value, &count), BASIN_STATUS_PARSE,
                     cases[i].part);
        assert_non_null(strstr(basin_error_text(ctx), path));
        assert_true(value == NULL && count == 77);
    }
    sat->task->free(ctx, cnf);
}

/* ---------------------------------------------------------------------------------- graph ---- */

static basin_status make_graph(const struct bsn_cnf *cnf, enum basin_energy energy,
                               struct bsn_graph *graph)
{
    basin_model *model;

    ASSERT_OK(ctx, bsn_model_new(ctx, "sat", energy, 100, &model));
    *graph = (struct bsn_graph){ 0 };
    const basin_status status = sat->task->graph(ctx, cnf, model, graph);
    bsn_graph_finish(graph);
    basin_model_free(ctx, model);
    return status;
}

/* The parts of the clauses' factors are their literals, in order, and cover their variables. */
static void test_graph(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 50; k++) {
        const struct formula f = formula_random(7000 + k, 1 + k % 12, k, true);
        struct bsn_cnf *const cnf = formula_instance(ctx, &f);
        struct bsn_graph graph;
        ASSERT_OK(ctx, make_graph(cnf, k % 2 ? BASIN_ENERGY_COMPACT : BASIN_ENERGY_EXACT, &graph));
        const struct bsn_term *const var = &graph.term[0], *const clause = &graph.term[1];
        assert_int_equal(graph.terms, 2);
        assert_int_equal(graph.coords, f.vars);
        assert_int_equal(graph.factors, cnf->clauses);
        assert_true(var->unary && !clause->unary && var->f.factors == f.vars);
        for (uint32_t v = 0; v < f.vars; v++)
            assert_int_equal(var->input[var->member[var->first[v]]], v);
        for (size_t i = 0; i <= cnf->clauses; i++)
            assert_true(clause->first[i] == cnf->first[i] &&
                        clause->cover_first[i] == cnf->first[i]);
        for (size_t i = 0; i < cnf->first[cnf->clauses]; i++) {
            const uint32_t part = clause->member[i];
            const int32_t v = (int32_t)clause->input[part] + 1;
            assert_true(clause->mirror[part] == 0 || clause->mirror[part] == 1);
            assert_int_equal(clause->mirror[part] > 0 ? -v : v, cnf->literal[i]);
            assert_int_equal(clause->cover[i], v - 1);
        }
        bsn_graph_clear(ctx, &graph);
        sat->task->free(ctx, cnf);
    }
}

/* Does the paper's factor hold: does some variable agree with its sign? */
static bool paper_holds(const struct bsn_term *term, size_t factor, const int32_t *value)
{
    const size_t part = term->member[term->first[factor]];

    assert_int_equal(term->first[factor + 1] - term->first[factor], 1);
    for (size_t i = 0; i < 3; i++) {
        const float sign = term->cond[part * 3 + i];
        assert_true(sign == 1 || sign == -1);
        if (value[term->input[part * 3 + i]] == (sign > 0))
            return true;
    }
    return false;
}

static void test_graph_paper(void **state)
{
    int32_t value[6];

    (void)state;
    for (uint32_t k = 0; k < 40; k++) {
        struct formula f = { .vars = 6 };
        struct bsn_graph graph;
        for (uint32_t i = 0; i < 12; i++)
            formula_add_clause(&f, 8000 + k, i, 1 + formula_draw(8000 + k, i, 3));
        struct bsn_cnf *const cnf = formula_instance(ctx, &f);
        ASSERT_OK(ctx, make_graph(cnf, BASIN_ENERGY_PAPER, &graph));
        assert_int_equal(graph.terms, 1);
        assert_true(graph.term->inputs == 3 && graph.term->conds == 3);
        assert_int_equal(graph.factors, cnf->clauses);
        for (uint32_t x = 0; x < 1u << f.vars; x++) {
            size_t broken = 0;
            for (uint32_t v = 0; v < f.vars; v++)
                value[v] = x >> v & 1;
            for (size_t i = 0; i < graph.factors; i++)
                broken += !paper_holds(graph.term, i, value);
            assert_int_equal(broken, formula_broken(&f, value));
        }
        bsn_graph_clear(ctx, &graph);
        sat->task->free(ctx, cnf);
    }
}

static void test_graph_refuses(void **state)
{
    struct bsn_cnf *const four = formula_parse(ctx, "p cnf 9 3\n1 2 3 0\n-4 5 6 7 0\n8 0\n");
    struct bsn_cnf *const reads_as_three =
        formula_parse(ctx, "p cnf 9 2\n1 2 3 3 2 1 0\n1 2 3 4 -4 0\n");
    struct bsn_graph graph;

    (void)state;
    ASSERT_FAILS(ctx, make_graph(four, BASIN_ENERGY_PAPER, &graph), BASIN_STATUS_MODEL,
                 "up to 3 literals; one has 4");
    bsn_graph_clear(ctx, &graph);
    ASSERT_OK(ctx, make_graph(reads_as_three, BASIN_ENERGY_PAPER, &graph));
    bsn_graph_clear(ctx, &graph);
    sat->task->free(ctx, four);
    sat->task->free(ctx, reads_as_three);
}

/* An exact composition and one tile of it. */
struct composed {
    basin_model *model;
    struct bsn_graph graph;
    struct bsn_compose *compose;
    struct bsn_level level;
    float *y, *scratch, *grad, *residual, *energy;
};

static void compose(const struct bsn_cnf *cnf, double noise, struct composed *c)
{
    *c = (struct composed){ 0 };
    ASSERT_OK(ctx, basin_model_default(ctx, "sat", BASIN_ENERGY_EXACT, &c->model));
    ASSERT_OK(ctx, make_graph(cnf, BASIN_ENERGY_EXACT, &c->graph));
    ASSERT_OK(ctx, bsn_compose_new(ctx, c->model, &c->graph, BSN_COMPOSE_BASIN, sat->task->examples,
                                   &c->compose));
    ASSERT_OK(ctx, BSN_NEW(ctx, c->graph.coords * BSN_LANES, &c->y));
    ASSERT_OK(ctx, BSN_NEW(ctx, c->graph.coords * BSN_LANES, &c->grad));
    ASSERT_OK(ctx, BSN_NEW(ctx, c->graph.factors * BSN_LANES, &c->residual));
    ASSERT_OK(ctx, BSN_NEW(ctx, bsn_compose_scratch(c->compose), &c->scratch));
    ASSERT_OK(ctx, BSN_NEW(ctx, BSN_LANES, &c->energy));
    for (size_t l = 0; l < BSN_LANES; l++)
        bsn_level_lane(&c->model->schedule, noise, l, &c->level);
}

static void discard(struct composed *c)
{
    float *const blocks[] = { c->y, c->grad, c->residual, c->scratch, c->energy };

    for (size_t i = 0; i < COUNT(blocks); i++)
        bsn_free(ctx, blocks[i]);
    bsn_compose_free(ctx, c->compose);
    bsn_graph_clear(ctx, &c->graph);
    basin_model_free(ctx, c->model);
}

/* Sixteen assignments, from number `from` on, as an undisturbed particle would hold them. */
static void put_assignments(struct composed *c, uint32_t from)
{
    for (uint32_t i = 0; i < c->graph.coords * BSN_LANES; i++) {
        const uint32_t lane = i % BSN_LANES;
        c->y[i] = (from + lane) >> i / BSN_LANES & 1 ? c->level.signal[lane] : 0;
    }
}

/* At little noise a clause's exact energy is 0 where it holds and high where it does not. */
static void test_factors_against_verify(void **state)
{
    size_t held = 0, broken = 0;

    (void)state;
    for (uint32_t k = 0; k < 30; k++) {
        const uint32_t vars = 4 + k % 5;
        const struct formula f = formula_random(9000 + k, vars, 15, false);
        struct bsn_cnf *const cnf = formula_instance(ctx, &f);
        struct composed c;
        compose(cnf, 0.03, &c);
        for (uint32_t from = 0; from < 1u << vars; from += BSN_LANES) {
            put_assignments(&c, from);
            bsn_compose_eval(c.compose, &c.level, c.y, NULL, c.scratch, c.energy, c.grad,
                             c.residual);
            for (size_t i = 0; i < cnf->clauses * BSN_LANES; i++) {
                const uint32_t x = from + (uint32_t)(i % BSN_LANES);
                bool right = false;
                for (size_t j = cnf->first[i / BSN_LANES]; j < cnf->first[i / BSN_LANES + 1]; j++)
                    right |= (x >> (abs(cnf->literal[j]) - 1) & 1) == (cnf->literal[j] > 0);
                assert_true(right ? fabsf(c.residual[i]) < 0.01f : c.residual[i] > 5);
                held += right;
                broken += !right;
            }
        }
        discard(&c);
        sat->task->free(ctx, cnf);
    }
    assert_true(held > 1000 && broken > 1000);
}

/* E(y + h) - E(y - h) over 2 h, for one coordinate of all lanes. */
static void difference(struct composed *c, float *y, float h, double slope[BSN_LANES])
{
    for (int side = -1; side <= 1; side += 2) {
        for (size_t l = 0; l < BSN_LANES; l++)
            y[l] += (float)side * h;
        bsn_compose_eval(c->compose, &c->level, c->y, NULL, c->scratch, c->energy, c->grad,
                         c->residual);
        for (size_t l = 0; l < BSN_LANES; l++) {
            slope[l] += side * (double)c->energy[l] / (2 * (double)h);
            y[l] -= (float)side * h;
        }
    }
}

/* The exact energy of random formulas, clauses of up to 8 literals: its slope against differences.
 * Energies are floats of size 100, so differences over 1/16 are good to about 2e-4. */
static void test_exact_gradient(void **state)
{
    float grad[8 * BSN_LANES];

    (void)state;
    for (uint32_t k = 0; k < 12; k++) {
        const struct formula f = formula_random(9500 + k, 8, 12, false);
        const struct bsn_rng rng = { 17, BSN_RNG_TEST, k, 0 };
        struct bsn_cnf *const cnf = formula_instance(ctx, &f);
        struct composed c;
        compose(cnf, 0.2 + 0.05 * k, &c);
        bsn_rng_fill_normal(&rng, c.y, 8 * BSN_LANES);
        bsn_compose_eval(c.compose, &c.level, c.y, NULL, c.scratch, c.energy, c.grad, c.residual);
        memcpy(grad, c.grad, sizeof grad);
        for (size_t i = 0; i < 8; i++) {
            double once[BSN_LANES] = { 0 }, twice[BSN_LANES] = { 0 };
            difference(&c, c.y + i * BSN_LANES, 1.0f / 32, once);
            difference(&c, c.y + i * BSN_LANES, 1.0f / 16, twice);
            for (size_t l = 0; l < BSN_LANES; l++) {  /* the error of order h^2 taken out */
                const double slope = (4 * once[l] - twice[l]) / 3;
                assert_true(fabs(grad[i * BSN_LANES + l] - slope) < 0.01 * (1 + fabs(slope)));
            }
        }
        discard(&c);
        sat->task->free(ctx, cnf);
    }
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
        cmocka_unit_test(test_verify_random),
        cmocka_unit_test(test_verify_all),
        cmocka_unit_test(test_verify_broken),
        cmocka_unit_test(test_verify_special),
        cmocka_unit_test(test_decode),
        cmocka_unit_test(test_encode),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_write),
        cmocka_unit_test(test_write_words),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_read_refuses),
        cmocka_unit_test(test_graph),
        cmocka_unit_test(test_graph_paper),
        cmocka_unit_test(test_graph_refuses),
        cmocka_unit_test(test_factors_against_verify),
        cmocka_unit_test(test_exact_gradient),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
