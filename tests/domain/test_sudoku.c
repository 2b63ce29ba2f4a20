/* test_sudoku.c - Sudoku: the verifier, the groups, random puzzles and files, against plain twins. */
#define _GNU_SOURCE
#include "domain/domain.h"
#include "domain/sudoku/grid.h"
#include "domain/sudoku/sudoku_gen.h"

#include "base/file.h"
#include "solving.h"

#include <math.h>

extern const struct bsn_domain bsn_domain_sudoku;
static const struct bsn_domain *const sudoku = &bsn_domain_sudoku;

static uint32_t draw(uint32_t stream, uint32_t item, uint32_t n)
{
    const struct bsn_rng rng = { 21, BSN_RNG_TEST, stream, 0 };

    return bsn_rng_below(&rng, item, n);
}

static struct bsn_sudoku empty_grid(uint32_t box)
{
    struct bsn_sudoku grid = { .box = box, .n = box * box };

    memset(grid.given, -1, sizeof grid.given);
    return grid;
}

static struct bsn_sudoku filled_grid(uint32_t box, uint32_t seed)
{
    struct bsn_sudoku grid = empty_grid(box);
    struct bsn_dice dice = { .rng = { seed, BSN_RNG_TEST, 0, 0 } };

    bsn_sudoku_fill(&dice, &grid);
    return grid;
}

static uint64_t verified(const struct bsn_sudoku *puzzle, const int32_t *value)
{
    uint32_t scratch[3 * BSN_SUDOKU_SIDE];
    uint64_t broken = UINT64_MAX;

    assert_int_equal(sudoku->task->scratch(puzzle), 3 * puzzle->n);
    sudoku->task->verify(puzzle, 1, value, scratch, &broken);
    return broken;
}

static uint64_t broken_in(const struct bsn_sudoku *puzzle, const struct bsn_sudoku *grid)
{
    int32_t value[BSN_SUDOKU_SQUARES];

    for (uint32_t i = 0; i < grid->n * grid->n; i++)
        value[i] = grid->given[i];
    return verified(puzzle, value);
}

/* ------------------------------------------------------------------------------- verifier ---- */

static bool in_unit(uint32_t box, uint32_t unit, uint32_t square)
{
    const uint32_t n = box * box, row = square / n, column = square % n;

    return unit < n ? row == unit
           : unit < 2 * n ? column == unit - n
                          : row / box == (unit - 2 * n) / box && column / box == unit % box;
}

/* As the rules say, group by group. */
static uint64_t count_broken(const struct bsn_sudoku *puzzle, const int32_t *value)
{
    const uint32_t n = puzzle->n, squares = n * n;
    uint64_t broken = 0;

    for (uint32_t i = 0; i < squares; i++) {
        const bool kept = puzzle->given[i] < 0 || puzzle->given[i] == value[i];
        broken += !(value[i] >= 0 && value[i] < (int32_t)n && kept);
    }
    for (uint32_t unit = 0; unit < 3 * n; unit++)
        for (int32_t v = 0; v < (int32_t)n; v++) {
            bool found = false;
            for (uint32_t i = 0; i < squares; i++)
                found |= value[i] == v && in_unit(puzzle->box, unit, i);
            broken += !found;
        }
    return broken;
}

static void test_verify(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 120; k++) {
        const uint32_t box = 2 + k % 4, n = box * box;
        const struct bsn_sudoku grid = filled_grid(box, k);
        struct bsn_sudoku puzzle = empty_grid(box);
        int32_t value[BSN_SUDOKU_SQUARES];
        for (uint32_t i = 0; i < n * n; i++) {
            const uint32_t fate = draw(k, 3 * i, 40), random = draw(k, 3 * i + 1, n);
            value[i] = k % 3 == 0 || fate == 0 ? (int32_t)random : grid.given[i];
            if (fate == 1 && k % 5 < 2)
                value[i] = k % 2 ? -1 : (int32_t)(n + random);
            if (draw(k, 3 * i + 2, 3) == 0)
                puzzle.given[i] = (int8_t)(fate == 2 ? random : (uint32_t)grid.given[i]);
        }
        assert_int_equal(verified(&puzzle, value), count_broken(&puzzle, value));
    }
}

static void test_fill(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 40; k++) {
        const uint32_t box = 2 + k % 4;
        const struct bsn_sudoku grid = filled_grid(box, k), again = filled_grid(box, k);
        const struct bsn_sudoku other = filled_grid(box, k + 100), none = empty_grid(box);
        assert_int_equal(broken_in(&none, &grid), 0);
        assert_memory_equal(grid.given, again.given, grid.n * grid.n);
        assert_true(box == 2 || memcmp(grid.given, other.given, grid.n * grid.n) != 0);
    }
}

/* All 288 solved grids of 4 x 4. */
static struct bsn_sudoku small[288];
static size_t smalls;

static bool may_stand(const struct bsn_sudoku *grid, uint32_t square, int8_t v)
{
    for (uint32_t i = 0; i < square; i++)
        for (uint32_t unit = 0; unit < 3 * grid->n; unit++)
            if (grid->given[i] == v && in_unit(grid->box, unit, i) &&
                in_unit(grid->box, unit, square))
                return false;
    return true;
}

static void list_small(struct bsn_sudoku *grid, uint32_t square)
{
    if (square == 16) {
        assert_true(smalls < COUNT(small));
        small[smalls++] = *grid;
        return;
    }
    for (int8_t v = 0; v < 4; v++)
        if (may_stand(grid, square, v)) {
            grid->given[square] = v;
            list_small(grid, square + 1);
        }
}

static void need_small(void)
{
    struct bsn_sudoku grid = empty_grid(2);

    if (smalls == 0)
        list_small(&grid, 0);
    assert_int_equal(smalls, 288);
}

/* Random fillings come to every one of them. */
static void test_fill_reaches_all(void **state)
{
    bool seen[288] = { false };
    size_t found = 0;

    (void)state;
    need_small();
    for (uint32_t k = 0; k < 4000; k++) {
        const struct bsn_sudoku grid = filled_grid(2, k);
        size_t i = 0;
        while (memcmp(small[i].given, grid.given, 16) != 0)
            i++;
        found += !seen[i];
        seen[i] = true;
    }
    assert_int_equal(found, 288);
}

/* --------------------------------------------------------------------------------- energies ---- */

static basin_problem *open_text(const char *text)
{
    char path[TEST_PATH];
    basin_problem *problem = NULL;

    test_path("puzzle.sudoku", path);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, text, strlen(text)));
    ASSERT_OK(ctx, basin_problem_open(ctx, "sudoku", path, &problem));
    unlink(path);
    return problem;
}

static const char blank[] = "...........................""..........................."
                            "...........................\n";

/* Things that hold in group `g`: of the squares first, then of the units, value by value. */
static uint32_t count_group(uint32_t box, const int32_t *value, uint32_t g)
{
    const uint32_t n = box * box, squares = n * n;
    uint32_t count = 0;

    if (g < squares)
        return value[g] >= 0;
    for (uint32_t i = 0; i < squares; i++)
        count += in_unit(box, g / n - n, i) && value[i] == (int32_t)(g % n);
    return count;
}

/* What energies hold for broken is what is broken, group by group. */
static void check_costs(const basin_model *model)
{
    basin_problem *const problem = open_text(blank);

    for (uint32_t k = 0; k < 30; k++) {
        const struct bsn_sudoku grid = filled_grid(3, k);
        int32_t value[81];
        double *cost = NULL;
        size_t count = 0;
        for (uint32_t i = 0; i < 81; i++) {
            value[i] = draw(k, 2 * i, 10) < k / 10 ? (int32_t)draw(k, 2 * i + 1, 9) : grid.given[i];
            value[i] = draw(k + 40, i, 30) == 0 ? -1 : value[i];
        }
        ASSERT_OK(ctx, basin_problem_costs(ctx, model, problem, value, 1, BASIN_METHOD_BASIN, &cost,
                                           &count));
        assert_int_equal(count, 324);
        for (uint32_t g = 0; g < 324; g++)
            assert_int_equal(cost[g] > 0.69, count_group(3, value, g) != 1);
        basin_costs_free(ctx, cost);
    }
    basin_problem_free(ctx, problem);
}

static void test_exact_costs(void **state)
{
    basin_model *const model = exact_model("sudoku");

    (void)state;
    check_costs(model);
    basin_model_free(ctx, model);
}

/* Networks that learned from one solved grid, and those of one board of queens. */
static void test_learned_costs(void **state)
{
    static const char *const domains[] = { "sudoku", "queens" };

    (void)state;
    for (size_t i = 0; i < COUNT(domains); i++) {
        basin_model *const model = compact_model(domains[i]);
        check_costs(model);
        basin_model_free(ctx, model);
    }
}

static void test_models(void **state)
{
    basin_problem *const problem = open_text(blank);
    basin_model *of_queens, *of_formulas, *of_paper;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    const struct basin_solve_opts opts = few_steps(2);

    (void)state;
    of_queens = exact_model("queens");
    of_formulas = exact_model("sat");
    ASSERT_OK(ctx, basin_model_default(ctx, "queens", BASIN_ENERGY_PAPER, &of_paper));
    assert_true(basin_domain_takes("sudoku", of_queens));
    assert_false(basin_domain_takes("queens", of_formulas));
    assert_false(basin_domain_takes("nothing", of_formulas));
    ASSERT_OK(ctx, basin_solve(ctx, of_queens, problem, &opts, &answer));
    ASSERT_FAILS(ctx, basin_solve(ctx, of_formulas, problem, &opts, &answer), BASIN_STATUS_MODEL,
                 "a model of sat cannot solve sudoku");
    ASSERT_FAILS(ctx, basin_solve(ctx, of_paper, problem, &opts, &answer), BASIN_STATUS_MODEL,
                 "cell");
    basin_answer_clear(ctx, &answer);
    basin_model_free(ctx, of_queens);
    basin_model_free(ctx, of_formulas);
    basin_model_free(ctx, of_paper);
    basin_problem_free(ctx, problem);
}

/* The lessons: one of the places of a group, and two or none where it is a counter-example. */
static void test_lessons(void **state)
{
    enum { COLS = 32, MOST = 72 };
    static float y[MOST * COLS], negative[MOST * COLS];
    const struct bsn_recipe *const recipe = sudoku->curriculum->recipe(BASIN_ENERGY_COMPACT);
    const struct bsn_recipe_net *const one = &recipe->net[1];
    size_t bad_seen[3] = { 0 }, place_seen[9] = { 0 };

    (void)state;
    assert_null(sudoku->curriculum->recipe(BASIN_ENERGY_PAPER));
    assert_string_equal(one->name, "one");
    for (uint32_t k = 0; k < 80; k++) {
        const struct bsn_rng at = { 3, BSN_RNG_EXAMPLE, 0, k };
        struct bsn_minibatch m = { .cols = COLS, .parts = one->parts, .inputs = 1, .y = y,
                                   .negative = negative };
        sudoku->curriculum->minibatch(one, &at, &m);
        assert_true(m.parts >= 9 && m.parts <= MOST && m.negatives == (m.parts == 9));
        for (size_t col = 0; col < COLS; col++) {
            size_t good = 0, bad = 0;
            for (size_t i = 0; i < m.parts; i++) {
                good += y[i * COLS + col] == 1;
                bad += negative[i * COLS + col] == 1;
                place_seen[i % 9] += i < 9 && y[i * COLS + col] == 1;
                assert_true(i < 9 || y[i * COLS + col] == 0);
            }
            assert_int_equal(good, 1);
            assert_true(bad == 0 || bad == 2);
            bad_seen[bad]++;
        }
    }
    assert_true(bad_seen[0] > 300 && bad_seen[2] > 300);
    for (size_t i = 0; i < 9; i++)
        assert_true(place_seen[i] > 100);
}

/* -------------------------------------------------------------------------- random puzzles ---- */

/* Does an assignment of 64 variables satisfy a formula? */
static bool satisfies(const char *dimacs, const struct bsn_sudoku *grid)
{
    const char *at = strchr(dimacs, '\n');
    bool holds = false;

    for (char *end;; at = end) {
        const long literal = strtol(at, &end, 10);
        if (end == at)
            return true;
        if (literal == 0 && !holds)
            return false;
        const long variable = labs(literal) - 1;
        holds = literal != 0 && (holds || (grid->given[variable / 4] == variable % 4) == (literal > 0));
    }
}

static bool extends(const struct bsn_sudoku *puzzle, const struct bsn_sudoku *grid)
{
    for (uint32_t i = 0; i < 16; i++)
        if (puzzle->given[i] >= 0 && puzzle->given[i] != grid->given[i])
            return false;
    return true;
}

/* The formula's solutions are the puzzle's other solutions. */
static void test_formula(void **state)
{
    (void)state;
    need_small();
    for (uint32_t k = 0; k < 60; k++) {
        const struct bsn_sudoku *const hidden = &small[draw(k, 0, 288)];
        struct bsn_sudoku puzzle = empty_grid(2);
        struct bsn_text formula = BSN_TEXT_INIT(ctx);
        for (uint32_t i = 0; i < 16; i++)
            if (draw(k, 1 + i, 12) < k % 8)
                puzzle.given[i] = hidden->given[i];
        bsn_sudoku_formula(&puzzle, hidden, &formula);
        assert_int_equal(formula.status, BASIN_STATUS_OK);
        for (size_t i = 0; i < 288; i++)
            assert_int_equal(satisfies(formula.chars, &small[i]),
                             extends(&puzzle, &small[i]) && &small[i] != hidden);
        bsn_text_clear(&formula);
    }
}

struct court {
    size_t asked;
    bool lies, absent;
};

/* Tries all grids. */
static enum basin_verdict judge(void *user, const char *dimacs, int32_t *value, size_t values,
                                const char **name)
{
    struct court *const court = user;
    size_t i = 0;

    court->asked++;
    *name = "exhaustion";
    assert_int_equal(values, 64);
    if (court->absent)
        return BASIN_VERDICT_NONE;
    while (i < 288 && !satisfies(dimacs, &small[i]))
        i++;
    if (i == 288)
        return BASIN_VERDICT_UNSATISFIABLE;
    for (size_t v = 0; v < 64; v++)
        value[v] = small[i].given[v / 4] == (int8_t)(v % 4) && !court->lies;
    return BASIN_VERDICT_SATISFIABLE;
}

static char *generate(uint32_t n, const char *kind, uint32_t width, uint64_t seed,
                      struct court *court)
{
    struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
    char *text = NULL;

    opts.n = n;
    opts.kind = kind;
    opts.width = width;
    opts.seed = seed;
    opts.judge = court ? judge : NULL;
    opts.judge_user = court;
    ASSERT_OK(ctx, basin_generate(ctx, "sudoku", &opts, &text));
    return text;
}

/* The puzzle of a generated text, and the solution behind it. */
static void read_made(const char *text, uint32_t box, struct bsn_sudoku *puzzle,
                      struct bsn_sudoku *hidden)
{
    const uint32_t squares = box * box * box * box;
    const char *line = text;

    while (*line == '#')
        line = strchr(line, '\n') + 1;
    assert_int_equal(strlen(line), 2 * squares + 2);
    *puzzle = *hidden = empty_grid(box);
    for (uint32_t i = 0; i < squares; i++) {
        puzzle->given[i] = (int8_t)bsn_sudoku_value(line[i]);
        hidden->given[i] = (int8_t)bsn_sudoku_value(line[squares + 1 + i]);
    }
}

static uint32_t count_givens(const struct bsn_sudoku *puzzle)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < puzzle->n * puzzle->n; i++)
        count += puzzle->given[i] >= 0;
    return count;
}

static void test_unique(void **state)
{
    basin_model *const model = exact_model("sudoku");
    const struct basin_solve_opts opts = few_steps(200000);

    (void)state;
    need_small();
    for (uint32_t k = 0; k < 30; k++) {
        struct court court = { 0 };
        struct bsn_sudoku puzzle, hidden;
        const uint32_t wanted = 4 + k % 6;
        char *const text = generate(4, "unique", wanted, k, &court);
        size_t solutions = 0;
        read_made(text, 2, &puzzle, &hidden);
        for (size_t i = 0; i < 288; i++)
            solutions += extends(&puzzle, &small[i]);
        assert_int_equal(solutions, 1);
        assert_true(court.asked > 0 && extends(&puzzle, &hidden));
        assert_true(count_givens(&puzzle) >= wanted);
        assert_int_equal(count_givens(&puzzle) > wanted,
                         strstr(text, "none of its givens can be left out") != NULL);
        assert_non_null(strstr(text, "# one solution, as exhaustion found"));
        basin_problem *const problem = open_text(text);
        struct basin_answer answer = solve(model, problem, &opts);
        assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
        for (uint32_t i = 0; i < 16; i++)
            assert_int_equal(answer.value[i], hidden.given[i]);
        basin_answer_clear(ctx, &answer);
        basin_problem_free(ctx, problem);
        basin_text_free(ctx, text);
    }
    basin_model_free(ctx, model);
}

static void test_not_judged(void **state)
{
    struct court nobody = { .absent = true }, liar = { .lies = true };
    struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
    struct bsn_sudoku puzzle, hidden;
    char *text = generate(4, "unique", 5, 3, &nobody);

    (void)state;
    need_small();
    assert_non_null(strstr(text, "was not judged"));
    read_made(text, 2, &puzzle, &hidden);
    assert_int_equal(count_givens(&puzzle), 5);
    basin_text_free(ctx, text);
    text = generate(4, "any", 3, 3, &liar);  /* who is not asked */
    assert_int_equal(liar.asked, 0);
    assert_non_null(strstr(text, "was not judged"));
    basin_text_free(ctx, text);
    opts.n = 4;
    opts.width = 2;
    opts.judge = judge;
    opts.judge_user = &liar;
    ASSERT_FAILS(ctx, basin_generate(ctx, "sudoku", &opts, &text), BASIN_STATUS_INPUT,
                 "exhaustion names a second solution that is none");
    opts.n = 10;
    ASSERT_FAILS(ctx, basin_generate(ctx, "sudoku", &opts, &text), BASIN_STATUS_INPUT, "side of 10");
    opts.n = 65536;
    ASSERT_FAILS(ctx, basin_generate(ctx, "sudoku", &opts, &text), BASIN_STATUS_INPUT, "4, 9, 16");
    opts.n = 9;
    opts.width = 82;
    ASSERT_FAILS(ctx, basin_generate(ctx, "sudoku", &opts, &text), BASIN_STATUS_INPUT, "82 givens");
    opts.width = 0;
    opts.ratio = 1.5;
    ASSERT_FAILS(ctx, basin_generate(ctx, "sudoku", &opts, &text), BASIN_STATUS_INPUT, "ratio 1.5");
}

/* Puzzles of all sizes are solved by learned energies, of which there are two kinds. */
static void test_solve(void **state)
{
    static const struct {
        uint32_t n, width;
        const char *domain;
    } cases[] = { { 9, 40, "sudoku" }, { 9, 32, "queens" }, { 16, 170, "sudoku" },
                  { 25, 500, "queens" } };

    (void)state;
    for (size_t k = 0; k < COUNT(cases); k++) {
        basin_model *const model = compact_model(cases[k].domain);
        char *const text = generate(cases[k].n, "any", cases[k].width, k, NULL);
        basin_problem *const problem = open_text(text);
        const struct basin_solve_opts opts = few_steps(2000000);
        struct basin_answer answer = solve(model, problem, &opts);
        struct bsn_sudoku puzzle, hidden;
        read_made(text, bsn_sudoku_box(cases[k].n * cases[k].n), &puzzle, &hidden);
        assert_int_equal(count_givens(&puzzle), cases[k].width);
        assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
        assert_int_equal(count_broken(&puzzle, answer.value), 0);
        basin_answer_clear(ctx, &answer);
        basin_problem_free(ctx, problem);
        basin_text_free(ctx, text);
        basin_model_free(ctx, model);
    }
}

/* ----------------------------------------------------------------------------------- files ---- */

static void refuse(const char *text, size_t length, const char *what)
{
    char path[TEST_PATH];
    basin_problem *problem = NULL;

    test_path("bad.sudoku", path);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, text, length));
    ASSERT_FAILS(ctx, basin_problem_open(ctx, "sudoku", path, &problem), BASIN_STATUS_PARSE, what);
    assert_non_null(strstr(basin_error_text(ctx), path));
    assert_null(strchr(basin_error_text(ctx), '\n'));
    assert_null(problem);
    unlink(path);
}

static void test_bad_files(void **state)
{
    static const char row[] = "123456789";
    char wrong[83];

    (void)state;
    for (size_t i = 0; i < 81; i++)
        wrong[i] = row[(i + i / 9) % 9];
    memcpy(wrong + 81, "\n", 2);
    refuse("", 0, "no puzzle in it");
    refuse("# nothing\n\n  \n", 14, "no puzzle in it");
    refuse(wrong, 80, ":1: a puzzle of 80 characters; one has 16, 81, 256 or 625");
    refuse(wrong, 40, "40 characters");
    wrong[30] = 'A';
    refuse(wrong, 82, ":1: \"A\" in row 4, column 4, where 1 to 9, or 0 or .");
    wrong[30] = '\x01';
    refuse(wrong, 82, "\\x01 in row 4");
    wrong[30] = '\xc3';
    refuse(wrong, 82, "\\xc3 in row 4");
    wrong[30] = 0;
    refuse(wrong, 82, "a zero byte in it");
    wrong[30] = ' ';
    refuse(wrong, 82, "a puzzle of 30 characters");
    refuse("1234\n3412\n2143\n4321\n", 20, ":1: a puzzle of 4 characters");
}

static void test_many(void **state)
{
    static const char file[] = "# three\n1234341221434321 and more\r\n\n 12..34..21..43.. ,x\n"
                               "................\n";
    static const int32_t given[3][4] = { { 0, 1, 2, 3 }, { 0, 1, -1, -1 }, { -1, -1, -1, -1 } };
    char path[TEST_PATH], spec[TEST_PATH + 8];
    size_t count = 0;

    (void)state;
    test_path("many.sudoku", path);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, file, sizeof file - 1));
    ASSERT_OK(ctx, basin_instances(ctx, "sudoku", path, &count));
    assert_int_equal(count, 3);
    for (uint32_t i = 0; i < 4; i++) {
        basin_problem *problem = NULL;
        snprintf(spec, sizeof spec, "%s:%u", path, i);
        assert_string_equal(basin_domain_of(spec), "sudoku");
        if (i == 3) {
            ASSERT_FAILS(ctx, basin_problem_open(ctx, "sudoku", spec, &problem), BASIN_STATUS_INPUT,
                         "no puzzle 3; it has 3, from 0");
            continue;
        }
        ASSERT_OK(ctx, basin_problem_open(ctx, "sudoku", spec, &problem));
        int32_t value[16] = { -1, -1, -1, -1 };
        problem->task->given(problem->instance, value);
        assert_memory_equal(value, given[i], sizeof given[i]);
        basin_problem_free(ctx, problem);
    }
    unlink(path);
}

/* Two equal givens in one unit: said at once, and no search goes on for ever. */
static void test_contradiction(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = { { "1..1............\n", "1 is given twice in row 1" },
                  { ".2...........2..\n", "2 is given twice in column 2" },
                  { "..........3....3\n", "3 is given twice in box 4" },
                  { "12..34..21..43..\n", "" } };
    basin_model *const model = exact_model("sudoku");

    (void)state;
    for (size_t k = 0; k < COUNT(cases); k++) {
        basin_problem *const problem = open_text(cases[k].text);
        char *text = NULL;
        ASSERT_OK(ctx, basin_problem_remarks(ctx, problem, &text));
        assert_non_null(strstr(text, cases[k].says));
        assert_int_equal(basin_problem_floor(problem), *cases[k].says != 0);
        struct basin_answer answer = solve(model, problem, NULL);
        assert_int_equal(answer.kind == BASIN_ANSWER_SOLVED, !*cases[k].says);
        basin_answer_clear(ctx, &answer);
        basin_text_free(ctx, text);
        basin_problem_free(ctx, problem);
    }
    basin_model_free(ctx, model);
}

/* Both formats of all sizes, and what a reader of solutions refuses. */
static void test_formats(void **state)
{
    static const char *const formats[] = { "grid", "line" };

    (void)state;
    for (uint32_t k = 0; k < 8; k++) {
        const struct bsn_sudoku grid = filled_grid(2 + k / 2, k);
        const uint32_t squares = grid.n * grid.n;
        struct bsn_text text = BSN_TEXT_INIT(ctx);
        int32_t value[BSN_SUDOKU_SQUARES], *back = NULL;
        size_t count = 0;
        for (uint32_t i = 0; i < squares; i++)
            value[i] = i % 7 == 3 ? -1 : grid.given[i];
        bsn_sudoku_write(&grid, value, formats[k % 2], &text);
        bsn_text_add(&text, "# and again\n");
        bsn_sudoku_write(&grid, value, formats[k % 2], &text);
        ASSERT_OK(ctx, bsn_sudoku_solutions(ctx, &grid, "f", text.chars, &back, &count));
        assert_int_equal(count, 2);
        for (uint32_t i = 0; i < 2 * squares; i++)
            assert_int_equal(back[i], value[i % squares]);
        bsn_free(ctx, back);
        back = NULL;
        text.chars[text.length - 2] = k % 2 ? 'z' : ' ';
        ASSERT_FAILS(ctx, bsn_sudoku_solutions(ctx, &grid, "f", text.chars, &back, &count),
                     BASIN_STATUS_PARSE, k % 2 ? "\"z\" in row" : "ends after");
        bsn_free(ctx, back);
        bsn_text_clear(&text);
    }
}

/* Squares are wrong that have no value, another than the given one, or that of one in their units;
 * givens have a tone of their own. */
static void test_picture(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 24; k++) {
        const uint32_t box = 2 + k % 4, n = box * box, squares = n * n;
        const struct bsn_sudoku grid = filled_grid(box, k);
        struct bsn_sudoku puzzle = empty_grid(box);
        struct bsn_scene scene;
        int32_t value[BSN_SUDOKU_SQUARES];
        for (uint32_t i = 0; i < squares; i++) {
            value[i] = draw(k, 3 * i, 20) ? grid.given[i] : (int32_t)draw(k, 3 * i + 1, n + 1) - 1;
            puzzle.given[i] = (int8_t)(draw(k, 3 * i + 2, 3) ? -1 : grid.given[i]);
        }
        bsn_scene_begin(ctx, &scene);
        ASSERT_OK(ctx, bsn_sudoku_lay(&puzzle, &scene));
        bsn_sudoku_paint(&puzzle, value, NULL, &scene);
        for (uint32_t i = 0; i < squares; i++) {
            const bool given = puzzle.given[i] >= 0;
            bool wrong = value[i] < 0 || (given && puzzle.given[i] != value[i]);
            for (uint32_t j = 0; j < squares; j++)
                for (uint32_t unit = 0; unit < 3 * n && value[i] >= 0; unit++)
                    wrong |= j != i && value[j] == value[i] && in_unit(box, unit, i) &&
                             in_unit(box, unit, j);
            assert_int_equal(scene.shape[i].tone, wrong   ? BSN_TONE_WRONG
                                                  : given ? BSN_TONE_GIVEN
                                                          : BSN_TONE_OPEN);
            assert_int_equal(scene.shape[squares + i].text[0],
                             value[i] < 0 ? 0 : bsn_sudoku_sign(value[i]));
        }
        bsn_scene_clear(&scene);
    }
}

/* ---------------------------------------------------------------------------------- memory ---- */

/* Refused memory at any call is told, and nothing is kept. */
static void test_memory(void **state)
{
    char path[TEST_PATH];
    basin_status status = BASIN_STATUS_MEMORY;

    (void)state;
    test_path("memory.sudoku", path);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, "1234341221434321\n", 17));
    for (size_t refused = 2; status == BASIN_STATUS_MEMORY; refused++) {
        struct test_alloc alloc = { .refuse = refused };
        basin_ctx *const own = test_ctx_with(&alloc);
        struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
        basin_problem *problem = NULL;
        char *text = NULL;
        opts.n = 4;
        status = basin_problem_open(own, "sudoku", path, &problem);
        if (status == BASIN_STATUS_OK)
            status = basin_generate(own, "sudoku", &opts, &text);
        basin_text_free(own, text);
        basin_problem_free(own, problem);
        test_ctx_done(own);
        assert_int_equal(alloc.live, 0);
    }
    assert_int_equal(status, BASIN_STATUS_OK);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verify),
        cmocka_unit_test(test_fill),
        cmocka_unit_test(test_fill_reaches_all),
        cmocka_unit_test(test_exact_costs),
        cmocka_unit_test(test_learned_costs),
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_lessons),
        cmocka_unit_test(test_formula),
        cmocka_unit_test(test_unique),
        cmocka_unit_test(test_not_judged),
        cmocka_unit_test(test_solve),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_contradiction),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_picture),
        cmocka_unit_test(test_memory),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
