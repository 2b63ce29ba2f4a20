/* test_false_solved.c - never a false "solved": random small formulas, graphs and boards, in part without
 * a solution, against exhaustive search by code of its own.
 *
 * BASIN_TEST_TIMES in the environment multiplies the numbers of instances; `make test-long` sets it.
 * Some searches are cut short by few steps: what is not found must not be called solved either.
 */
#define _GNU_SOURCE
#include "group.h"

#define INSTANCES 2000
#define MOST 9      /* variables or vertices */
#define CLAUSES 60

static char path[] = "/tmp/basin-false-XXXXXX";
static uint64_t dice = 88172645463325252u;

static uint32_t draw(uint32_t below)
{
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (uint32_t)(dice >> 33) % below;
}

static size_t instances(void)
{
    const char *const times = getenv("BASIN_TEST_TIMES");

    return INSTANCES * (times ? (size_t)strtoul(times, NULL, 10) : 1);
}

static void write_text(const char *text)
{
    FILE *const file = fopen(path, "w");

    fputs(text, file);
    fclose(file);
}

/* What the library finds; the values are checked here, too. */
struct found {
    bool solved;
    int32_t value[MOST];
};

static struct found search(const basin_model *model, const basin_problem *problem,
                           const int32_t *fixed)
{
    static const char *const samplers[] = { NULL, NULL, "basin" };
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    struct found found;

    opts.threads = 1;
    opts.sampler = samplers[draw(3)];
    opts.particles = opts.sampler ? 4 : 0;
    opts.steps = draw(4) == 0 ? 1 + draw(5) : opts.sampler ? 60 : 600;
    opts.seed = draw(1000);
    opts.whole = draw(2);
    opts.fixed = fixed;
    ASSERT_OK(ctx, basin_solve(ctx, model, problem, &opts, &answer));
    found.solved = answer.kind == BASIN_ANSWER_SOLVED;
    if (found.solved)
        memcpy(found.value, answer.value, answer.values * sizeof *answer.value);
    basin_answer_clear(ctx, &answer);
    return found;
}

static basin_model *model_of(const char *domain)
{
    basin_model *model = NULL;

    ASSERT_OK(ctx, basin_model_default(ctx, domain, BASIN_ENERGY_COMPACT, &model));
    return model;
}

/* ------------------------------------------------------------------------------- formulas ---- */

struct formula {
    uint32_t vars, clauses, length[CLAUSES];
    int literal[CLAUSES][3];
};

static struct formula draw_formula(void)
{
    struct formula f = { .vars = 3 + draw(MOST - 2), .clauses = 1 + draw(CLAUSES) };

    for (uint32_t k = 0; k < f.clauses; k++) {
        f.length[k] = draw(12) == 0 ? 1 + draw(2) : 3;
        for (uint32_t i = 0; i < f.length[k]; i++) {
            const int v = 1 + (int)draw(f.vars);
            f.literal[k][i] = draw(2) ? v : -v;
        }
    }
    return f;
}

static bool holds(const struct formula *f, const int32_t *value)
{
    for (uint32_t k = 0; k < f->clauses; k++) {
        bool one = false;
        for (uint32_t i = 0; i < f->length[k]; i++)
            one |= value[abs(f->literal[k][i]) - 1] == (f->literal[k][i] > 0);
        if (!one)
            return false;
    }
    return true;
}

static bool is_satisfiable(const struct formula *f)
{
    int32_t value[MOST];

    for (uint32_t word = 0; word < 1u << f->vars; word++) {
        for (uint32_t v = 0; v < f->vars; v++)
            value[v] = word >> v & 1;
        if (holds(f, value))
            return true;
    }
    return false;
}

static void write_formula(const struct formula *f)
{
    char text[CLAUSES * 16 + 64];
    size_t at = (size_t)sprintf(text, "p cnf %u %u\n", f->vars, f->clauses);

    for (uint32_t k = 0; k < f->clauses; k++) {
        for (uint32_t i = 0; i < f->length[k]; i++)
            at += (size_t)sprintf(text + at, "%d ", f->literal[k][i]);
        at += (size_t)sprintf(text + at, "0\n");
    }
    write_text(text);
}

static void formulas(void **state)
{
    basin_model *const model = model_of("sat");
    size_t solved = 0, possible = 0;

    (void)state;
    for (size_t n = 0; n < instances(); n++) {
        const struct formula f = draw_formula();
        const bool satisfiable = is_satisfiable(&f);
        basin_problem *problem;
        write_formula(&f);
        ASSERT_OK(ctx, basin_problem_open(ctx, "sat", path, &problem));
        const struct found found = search(model, problem, NULL);
        if (found.solved)
            assert_true(satisfiable && holds(&f, found.value));
        if (satisfiable)
            assert_int_equal(basin_problem_floor(problem), 0);
        solved += found.solved;
        possible += satisfiable;
        basin_problem_free(ctx, problem);
    }
    assert_true(solved > possible / 2 && possible < instances());  /* it is no empty test */
    basin_model_free(ctx, model);
}

/* --------------------------------------------------------------------------------- graphs ---- */

struct plain_graph {
    uint32_t vertices, colors;
    bool edge[MOST][MOST];
};

static struct plain_graph draw_graph(void)
{
    struct plain_graph g = { .vertices = 2 + draw(MOST - 1), .colors = 1 + draw(4) };
    const uint32_t share = 1 + draw(9);

    for (uint32_t a = 0; a < g.vertices; a++)
        for (uint32_t b = 0; b < a; b++)
            g.edge[a][b] = draw(10) < share;
    return g;
}

static bool is_proper(const struct plain_graph *g, const int32_t *value, uint32_t upto)
{
    for (uint32_t a = 0; a < upto; a++)
        for (uint32_t b = 0; b < a; b++)
            if (g->edge[a][b] && value[a] == value[b])
                return false;
    return true;
}

static bool can_color(const struct plain_graph *g, int32_t *value, uint32_t at)
{
    if (at == g->vertices)
        return true;
    for (value[at] = 0; value[at] < (int32_t)g->colors; value[at]++)
        if (is_proper(g, value, at + 1) && can_color(g, value, at + 1))
            return true;
    return false;
}

static void write_graph(const struct plain_graph *g)
{
    char text[MOST * MOST * 8 + 64];
    size_t at = 0, edges = 0;

    for (uint32_t a = 0; a < g->vertices; a++)
        for (uint32_t b = 0; b < a; b++)
            edges += g->edge[a][b];
    at += (size_t)sprintf(text, "c colours %u\np edge %u %zu\n", g->colors, g->vertices, edges);
    for (uint32_t a = 0; a < g->vertices; a++)
        for (uint32_t b = 0; b < a; b++)
            if (g->edge[a][b])
                at += (size_t)sprintf(text + at, "e %u %u\n", a + 1, b + 1);
    write_text(text);
}

static void graphs(void **state)
{
    basin_model *const model = model_of("color");
    size_t solved = 0, possible = 0;

    (void)state;
    for (size_t n = 0; n < instances(); n++) {
        const struct plain_graph g = draw_graph();
        int32_t value[MOST];
        const bool colorable = can_color(&g, value, 0);
        basin_problem *problem;
        write_graph(&g);
        ASSERT_OK(ctx, basin_problem_open(ctx, "color", path, &problem));
        const struct found found = search(model, problem, NULL);
        if (found.solved) {
            assert_true(colorable && is_proper(&g, found.value, g.vertices));
            for (uint32_t v = 0; v < g.vertices; v++)
                assert_in_range(found.value[v], 0, g.colors - 1);
        }
        if (colorable)
            assert_int_equal(basin_problem_floor(problem), 0);
        solved += found.solved;
        possible += colorable;
        basin_problem_free(ctx, problem);
    }
    assert_true(solved > possible / 2 && possible < instances());
    basin_model_free(ctx, model);
}

/* --------------------------------------------------------------------------------- boards ---- */

static bool is_board(const int32_t *value, uint32_t rows)
{
    for (uint32_t a = 0; a < rows; a++)
        for (uint32_t b = 0; b < a; b++)
            if (value[a] == value[b] || abs(value[a] - value[b]) == (int)(a - b))
                return false;
    return true;
}

static bool can_place(uint32_t n, const int32_t *fixed, int32_t *value, uint32_t at)
{
    if (at == n)
        return true;
    for (int32_t col = 0; col < (int32_t)n; col++) {
        value[at] = col;
        if ((fixed[at] < 0 || fixed[at] == col) && is_board(value, at + 1) &&
            can_place(n, fixed, value, at + 1))
            return true;
    }
    return false;
}

static void boards(void **state)
{
    basin_model *const model = model_of("queens");
    size_t solved = 0, possible = 0;

    (void)state;
    for (size_t i = 0; i < instances(); i++) {
        const uint32_t n = 4 + draw(MOST - 4);  /* on 2 and 3 rows there is no solution: not opened */
        int32_t fixed[MOST], value[MOST];
        char spec[8];
        basin_problem *problem;
        for (uint32_t r = 0; r < n; r++)
            fixed[r] = draw(4) == 0 ? (int32_t)draw(n) : -1;
        const bool placeable = can_place(n, fixed, value, 0);
        sprintf(spec, "%u", n);
        ASSERT_OK(ctx, basin_problem_open(ctx, "queens", spec, &problem));
        const struct found found = search(model, problem, fixed);
        if (found.solved) {
            assert_true(placeable && is_board(found.value, n));
            for (uint32_t r = 0; r < n; r++)
                assert_true(fixed[r] < 0 || found.value[r] == fixed[r]);
        }
        solved += found.solved;
        possible += placeable;
        basin_problem_free(ctx, problem);
    }
    assert_true(solved > possible / 2 && possible < instances());
    basin_model_free(ctx, model);
}

static int begin(void **state)
{
    const int fd = mkstemp(path);

    if (fd >= 0)
        close(fd);
    return fd < 0 ? -1 : group_begin(state);
}

static int end(void **state)
{
    unlink(path);
    return group_end(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas),
        cmocka_unit_test(graphs),
        cmocka_unit_test(boards),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
