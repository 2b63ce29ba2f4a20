/* test_own_same.c - boards, formulas and graphs as their users would state them have the energies
 * of the domains' own statements.
 */
#include "domain/drafts.h"

#include "domain/queens/board.h"

#include <math.h>

/* Constraints that the domain does not make factors of. */
typedef bool left_out_fn(size_t constraint);

static bool one_square(size_t line)
{
    return bsn_line_of(6, (uint32_t)line).length == 1;
}

/* Energies and costs of the same assignment, stated twice. */
static void assert_same(const basin_problem *own, const basin_problem *theirs,
                        const basin_model *model, const int32_t *value,
                        enum basin_method method, left_out_fn *left_out)
{
    static const uint32_t levels[] = { 1, 10, 40, 100 };

    for (size_t i = 0; i < COUNT(levels); i++) {
        double *mine = NULL, *cost = NULL, a = NAN, b = NAN;
        size_t count = 0, counted = 0;
        ASSERT_OK(ctx, basin_problem_costs(ctx, NULL, own, value, levels[i], method, &mine,
                                           &count));
        ASSERT_OK(ctx, basin_problem_costs(ctx, model, theirs, value, levels[i], method, &cost,
                                           &counted));
        size_t at = 0;
        for (size_t k = 0; k < counted; k++)
            if (!left_out || !left_out(k))
                assert_true(at < count &&
                            fabs(mine[at++] - cost[k]) <= 1e-5 * (1 + fabs(cost[k])));
        assert_int_equal(at, count);
        ASSERT_OK(ctx, basin_problem_energy(ctx, NULL, own, value, levels[i], method, &a));
        ASSERT_OK(ctx, basin_problem_energy(ctx, model, theirs, value, levels[i], method, &b));
        if (method == BASIN_METHOD_BASIN)  /* by the paper's, domains weigh in different ways */
            assert_true(fabs(a - b) <= 1e-4 * (1 + fabs(b)));
        basin_costs_free(ctx, mine);
        basin_costs_free(ctx, cost);
    }
}

/* A board of 6, without the lines that the domain leaves out: by basin's method those of one
 * square. */
static basin_problem *state_board(const char *one, const char *any, uint32_t shortest)
{
    basin_draft *const draft = new_draft();
    struct basin_literal literal[6];

    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 6, 6, NULL));
    for (uint32_t i = 0; i < 6 * 6 - 2; i++) {
        const struct bsn_line line = bsn_line_of(6, i);
        for (uint32_t c = 0; c < line.length; c++) {
            const uint32_t cell = bsn_line_cell(6, &line, c);
            literal[c] = is(cell / 6, (int32_t)(cell % 6));
        }
        if (line.length >= shortest)
            constrain(draft, i < 12 ? one : any, literal, line.length);
    }
    return finish(draft);
}

static void assert_board(const basin_problem *own, const char *name, enum basin_method method)
{
    static const int32_t value[][6] = { { 1, 3, 5, 0, 2, 4 }, { 0, 1, 2, 3, 4, 5 },
                                        { 2, 2, 0, 5, 1, 1 } };
    basin_problem *const queens = opened("queens", "6");
    basin_model *const model = named(name);

    for (size_t i = 0; i < COUNT(value); i++)
        assert_same(own, queens, model, value[i], method,
                    method == BASIN_METHOD_BASIN ? one_square : NULL);
    basin_model_free(ctx, model);
    basin_problem_free(ctx, queens);
}

static void test_same_queens(void **state)
{
    basin_problem *const own = state_board("queens-compact:one", "queens-compact:any", 2);
    basin_problem *const paper = state_board("queens-paper:line", "queens-paper:line", 1);

    (void)state;
    assert_board(own, "queens-compact", BASIN_METHOD_BASIN);
    assert_board(paper, "queens-paper", BASIN_METHOD_PAPER);
    basin_problem_free(ctx, own);
    basin_problem_free(ctx, paper);
}

static const char cnf_path[] = "tests/golden/formula.cnf", col_path[] = "tests/golden/graph.col";

/* The formula, with literals as values, or, for the paper's network, signs as conditions. */
static basin_problem *state_formula(bool paper, uint32_t *variables)
{
    FILE *const file = fopen(cnf_path, "r");
    basin_draft *const draft = new_draft();
    char line[200];

    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        int number[3];
        struct basin_literal literal[3];
        float sign[3];
        if (sscanf(line, "p cnf %u", variables) == 1)
            ASSERT_OK(ctx, basin_draft_variables(ctx, draft, *variables, 2, NULL));
        if (sscanf(line, "%d %d %d", &number[0], &number[1], &number[2]) != 3)
            continue;
        for (int i = 0; i < 3; i++) {
            literal[i] = is((uint32_t)abs(number[i]) - 1, paper || number[i] > 0);
            sign[i] = number[i] < 0 ? -1 : 1;
        }
        struct basin_constraint c = of(paper ? "sat-paper:clause" : "sat-compact:clause", literal,
                                       3);
        c.condition = paper ? sign : NULL;
        c.conditions = paper ? 3 : 0;
        ASSERT_OK(ctx, basin_draft_constrain(ctx, draft, &c));
    }
    fclose(file);
    return finish(draft);
}

static void test_same_sat(void **state)
{
    static const char *const models[] = { "sat-compact", "sat-paper" };
    basin_problem *theirs = opened("sat", cnf_path);
    int32_t value[400];

    (void)state;
    for (int paper = 0; paper < 2; paper++) {
        uint32_t variables = 0;
        basin_problem *const own = state_formula(paper, &variables);
        basin_model *const model = named(models[paper]);
        assert_int_equal(basin_problem_values(own), basin_problem_values(theirs));
        assert_true(variables <= COUNT(value));
        for (uint32_t i = 0; i < variables; i++)
            value[i] = i % 3 == 0;
        assert_same(own, theirs, model, value, paper ? BASIN_METHOD_PAPER : BASIN_METHOD_BASIN,
                    NULL);
        basin_model_free(ctx, model);
        basin_problem_free(ctx, own);
    }
    basin_problem_free(ctx, theirs);
}

/* The graph with so many colours; the paper's network reads 14 of each end. */
static basin_problem *state_graph(uint32_t colors, bool paper, uint32_t *vertices)
{
    FILE *const file = fopen(col_path, "r");
    basin_draft *const draft = new_draft();
    char line[200];

    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        struct basin_literal literal[30];
        size_t count = 0;
        uint32_t end[2];
        if (sscanf(line, "p edge %u", vertices) == 1)
            ASSERT_OK(ctx, basin_draft_variables(ctx, draft, *vertices, colors, NULL));
        if (sscanf(line, "e %u %u", &end[0], &end[1]) != 2)
            continue;
        for (int i = 0; i < 2; i++) {
            literal[count++] = is(end[i] - 1, BASIN_WHOLE);
            for (uint32_t j = colors; paper && i == 0 && j < 14; j++)
                literal[count++] = is(BASIN_NO_VARIABLE, 0);
        }
        constrain(draft, paper ? "color-paper:edge" : "color-compact:edge", literal, count);
    }
    fclose(file);
    return finish(draft);
}

static void test_same_color(void **state)
{
    static const char *const models[] = { "color-compact", "color-paper" };
    int32_t value[200];

    (void)state;
    for (int paper = 0; paper < 2; paper++)
        for (uint32_t colors = 2; colors < 5; colors++) {
            uint32_t vertices = 0;
            if (paper && colors == 2)
                continue;  /* two values are one input there, not two */
            basin_problem *const own = state_graph(colors, paper, &vertices);
            basin_problem *theirs = opened("color", col_path);
            basin_model *const model = named(models[paper]);
            assert_true(vertices <= COUNT(value));
            for (uint32_t i = 0; i < vertices; i++)
                value[i] = (int32_t)(i * i % colors);
            ASSERT_OK(ctx, test_limit(ctx, &theirs, colors, value));
            assert_same(own, theirs, model, value,
                        paper ? BASIN_METHOD_PAPER : BASIN_METHOD_BASIN, NULL);
            basin_model_free(ctx, model);
            basin_problem_free(ctx, theirs);
            basin_problem_free(ctx, own);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_queens),
        cmocka_unit_test(test_same_sat),
        cmocka_unit_test(test_same_color),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
