/* test_color_solve.c - graphs coloured: proper answers only, and as few colours as are known to be
 * enough.
 */
#define _GNU_SOURCE
#include "domain/plain_graph.h"

#include "base/file.h"
#include "solving.h"

#include <unistd.h>

#define STEPS 4000  /* graphs of this file take some tens */

/* -------------------------------------------------------------------------------- solving ---- */

/* Solves; the answer is as good as a count of its own says. */
static struct basin_answer color(const basin_model *model, const basin_problem *problem,
                                 const struct plain *g, const struct basin_solve_opts *opts)
{
    const struct basin_answer answer = solve(model, problem, opts);

    assert_int_equal(answer.values, g->n);
    assert_int_equal(answer.violated,
                     plain_broken(g, basin_problem_limited(problem), answer.value));
    return answer;
}

static void must_solve(const basin_model *model, basin_problem *problem, const struct plain *g)
{
    const struct basin_solve_opts opts = few_steps(STEPS);
    struct basin_answer answer = color(model, problem, g, &opts);

    if (answer.kind != BASIN_ANSWER_SOLVED)
        fail_msg("%u vertices, %u colours: %llu broken after %llu steps", g->n,
                 basin_problem_limited(problem), (unsigned long long)answer.violated,
                 (unsigned long long)answer.steps);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

/* A graph of the generator, as text; its number of colours is in it where that is known. */
static char *generate(const char *kind, uint32_t n, uint32_t width, uint64_t seed)
{
    struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
    char *text;

    opts.kind = kind;
    opts.n = n;
    opts.width = width;
    opts.seed = seed;
    ASSERT_OK(ctx, basin_generate(ctx, "color", &opts, &text));
    return text;
}

/* Graphs whose number of colours is known, reduced and whole. */
static void check_famous(const basin_model *model)
{
    static const struct {
        const char *kind;
        uint32_t n, width, colors;
    } famous[] = { { "mycielski", 4, 0, 5 }, { "queen", 5, 5, 5 }, { "complete", 12, 0, 12 } };
    const struct plain petersen = plain_petersen();

    must_solve(model, plain_open(ctx, plain_text(&petersen, 3)), &petersen);
    for (size_t i = 0; i < COUNT(famous); i++) {
        char *const text = generate(famous[i].kind, famous[i].n, famous[i].width, 1);
        const struct plain g = plain_of_text(text);
        basin_problem *problem = plain_open(ctx, text);
        assert_int_equal(basin_problem_limited(problem), famous[i].colors);
        must_solve(model, problem, &g);
        must_solve(model, plain_whole(ctx, &g, famous[i].colors), &g);
        basin_text_free(ctx, text);
    }
}

static void check_planted(const basin_model *model)
{
    for (uint32_t i = 0; i < 12; i++) {
        char *const text = generate("planted", 20 + 3 * i, 3 + i % 4, 50 + i);
        const struct plain g = plain_of_text(text);
        must_solve(model, plain_open(ctx, text), &g);
        must_solve(model, plain_whole(ctx, &g, 3 + i % 4), &g);
        basin_text_free(ctx, text);
    }
}

static void test_solves_compact(void **state)
{
    basin_model *const model = compact_model("color");

    (void)state;
    check_famous(model);
    check_planted(model);
    basin_model_free(ctx, model);
}

static void test_solves_exact(void **state)
{
    const struct plain petersen = plain_petersen(), six = plain_complete(6);
    basin_model *const model = exact_model("color");

    (void)state;
    must_solve(model, plain_open(ctx, plain_text(&petersen, 3)), &petersen);
    must_solve(model, plain_whole(ctx, &six, 6), &six);
    for (uint32_t i = 0; i < 5; i++) {
        char *const text = generate("planted", 20, 3 + i % 2, 80 + i);
        const struct plain g = plain_of_text(text);
        must_solve(model, plain_whole(ctx, &g, 3 + i % 2), &g);
        basin_text_free(ctx, text);
    }
    basin_model_free(ctx, model);
}

/* Next to nothing to do, or nothing at all. */
static void check_trivial(const basin_model *model)
{
    static const uint32_t colors[] = { 1, 2, 3, 64, 65, 1000, 1 << 24 };
    const struct basin_solve_opts opts = few_steps(50);

    for (uint32_t n = 0; n < 5; n++)
        for (size_t i = 0; i < COUNT(colors); i++) {
            const struct plain g = plain_random(n, n, colors[i] > n ? 100 : 0);
            basin_problem *problem = plain_open(ctx, plain_text(&g, colors[i]));
            struct basin_answer answer = color(model, problem, &g, &opts);
            assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
            assert_true(answer.steps <= 1);
            basin_answer_clear(ctx, &answer);
            basin_problem_free(ctx, problem);
        }
}

/* More vertices joined to each other than there are colours: the best is reached, it is said that
 * there is no better one, and no step more is taken. */
static void check_floor(const basin_model *model)
{
    static const struct {
        uint32_t n, k;
        uint64_t least;
    } cases[] = { { 7, 3, 5 }, { 4, 3, 1 }, { 8, 2, 12 }, { 5, 1, 10 } };
    const struct basin_solve_opts opts = few_steps(STEPS);

    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct plain g = plain_complete(cases[i].n);
        basin_problem *problem = plain_open(ctx, plain_text(&g, cases[i].k));
        struct basin_answer answer = color(model, problem, &g, &opts);
        char *text;
        assert_int_equal(answer.violated, cases[i].least);
        assert_int_equal(answer.stop, BASIN_STOP_FLOOR);
        assert_true(answer.steps < STEPS);
        ASSERT_OK(ctx, basin_problem_write(ctx, problem, answer.value, NULL, &text));
        assert_non_null(strstr(text, "s UNKNOWN\n"));
        basin_text_free(ctx, text);
        basin_answer_clear(ctx, &answer);
        basin_problem_free(ctx, problem);
    }
}

/* One colour and no clique that says how many edges it breaks: all of them, to the last step. */
static void check_one_color(const basin_model *model)
{
    const struct plain g = plain_petersen();
    const struct basin_solve_opts opts = few_steps(50);
    basin_problem *problem = plain_open(ctx, plain_text(&g, 1));
    struct basin_answer answer = color(model, problem, &g, &opts);

    assert_int_equal(answer.violated, 15);
    assert_int_equal(answer.stop, BASIN_STOP_STEPS);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

static void test_edges_compact(void **state)
{
    basin_model *const model = compact_model("color");

    (void)state;
    check_trivial(model);
    check_floor(model);
    check_one_color(model);
    basin_model_free(ctx, model);
}

static void test_edges_exact(void **state)
{
    basin_model *const model = exact_model("color");

    (void)state;
    check_trivial(model);
    check_floor(model);
    check_one_color(model);
    basin_model_free(ctx, model);
}

/* The same seed gives the same answer at any number of threads. */
static void test_threads(void **state)
{
    basin_model *const model = compact_model("color");

    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        char *const text = generate("planted", 50, 4, 90 + i);
        const struct plain g = plain_of_text(text);
        basin_problem *problem = plain_whole(ctx, &g, 4);
        struct basin_solve_opts opts = few_steps(STEPS);
        opts.particles = 70;
        opts.seed = 7 + i;
        struct basin_answer first = color(model, problem, &g, &opts);
        for (opts.threads = 2; opts.threads <= 3; opts.threads++) {
            struct basin_answer again = color(model, problem, &g, &opts);
            assert_memory_equal(again.value, first.value, g.n * sizeof *first.value);
            assert_true(again.steps == first.steps && again.energy == first.energy);
            basin_answer_clear(ctx, &again);
        }
        basin_answer_clear(ctx, &first);
        basin_problem_free(ctx, problem);
        basin_text_free(ctx, text);
    }
    basin_model_free(ctx, model);
}

/* --------------------------------------------------------------------------- fixed values ---- */

static void check_kept(const struct basin_answer *answer, const int32_t *fixed)
{
    for (size_t v = 0; v < answer->values; v++)
        if (fixed[v] >= 0 && answer->value[v] != fixed[v])
            fail_msg("vertex %zu has colour %d in the answer but was fixed to %d", v,
                     answer->value[v], fixed[v]);
}

/* Vertices that would be left out of the search but are fixed are searched; their colours stay
 * whether the rest can be coloured or not. */
static void check_fixed(const basin_model *model, const struct plain *g, uint32_t k,
                        const int32_t *fixed, bool solvable)
{
    const struct basin_solve_opts standard = few_steps(solvable ? STEPS : 20);
    struct basin_solve_opts opts = standard;
    basin_problem *problem = plain_open(ctx, plain_text(g, 0));
    size_t held = 0;

    for (uint32_t v = 0; v < g->n; v++)
        held += fixed[v] >= 0;
    ASSERT_OK(ctx, test_limit(ctx, &problem, k, fixed));
    assert_true(basin_problem_searched(problem) >= held);
    opts.fixed = fixed;
    struct basin_answer answer = color(model, problem, g, &opts);
    check_kept(&answer, fixed);
    assert_true(!solvable || answer.kind == BASIN_ANSWER_SOLVED);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

static void test_fixed(void **state)
{
    basin_model *const model = compact_model("color");
    const struct basin_solve_opts opts = few_steps(STEPS);
    int32_t fixed[PLAIN_MOST];

    (void)state;
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t k = 3 + i % 3;
        char *const text = generate("planted", 30, k, 20 + i);
        const struct plain g = plain_of_text(text);
        basin_problem *problem = plain_open(ctx, text);
        struct basin_answer answer = color(model, problem, &g, &opts);
        assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
        for (uint32_t v = 0; v < g.n; v++)
            fixed[v] = plain_draw(60 + i, v, 3) ? -1 : answer.value[v];
        check_fixed(model, &g, k, fixed, true);
        check_fixed(model, &g, k, answer.value, true);
        for (uint32_t v = 0; v < g.n; v++)  /* some of them no colours at all */
            fixed[v] = plain_draw(70 + i, v, 2) ? -1 : (int32_t)plain_draw(80 + i, v, k + 1);
        check_fixed(model, &g, k, fixed, false);
        basin_answer_clear(ctx, &answer);
        basin_problem_free(ctx, problem);
        basin_text_free(ctx, text);
    }
    basin_model_free(ctx, model);
}

/* ----------------------------------------------------------------- as few as can be found ---- */

struct told {
    const struct plain *g;
    uint32_t last;  /* 0: nothing yet */
    size_t times;
};

static void on_better(void *user, uint32_t limit, const struct basin_answer *answer)
{
    struct told *const told = user;
    int32_t most = -1;

    for (size_t v = 0; v < answer->values; v++)
        most = answer->value[v] > most ? answer->value[v] : most;
    assert_int_equal(limit, most + 1);
    assert_true(limit > 0 && (told->last == 0 || limit < told->last));
    assert_int_equal(answer->kind, BASIN_ANSWER_SOLVED);
    assert_int_equal(plain_broken(told->g, limit, answer->value), 0);
    told->last = limit;
    told->times++;
}

/* Goes down to `least` colours, from nothing and from a limit that is there already. */
static void check_least(const basin_model *model, const struct plain *g, uint32_t least,
                        enum basin_stop stop)
{
    struct told told = { .g = g };
    uint32_t found = 0;
    struct basin_solve_opts opts = few_steps(STEPS / 4);
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_problem *problem = plain_open(ctx, plain_text(g, 0));

    opts.user = &told;
    for (uint32_t limit = 0; limit < 3; limit++) {
        if (limit > 0)
            ASSERT_OK(ctx, test_limit(ctx, &problem, limit, NULL));
        told.last = 0;
        ASSERT_OK(ctx, basin_solve_least(ctx, model, problem, &opts, limit < 2 ? on_better : NULL,
                                         &answer, limit > 0 ? &found : NULL));
        assert_int_equal(basin_problem_limited(problem), limit);  /* it stays as it is */
        assert_true(limit == 0 || found == least);
        assert_true(limit == 2 || told.last == least);
        assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
        assert_int_equal(answer.stop, stop);
        assert_int_equal(answer.violated, 0);
        assert_int_equal(plain_broken(g, least, answer.value), 0);
    }
    assert_true(told.times >= 2);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
}

/* Where a clique says that fewer will not do it ends by itself, else after its steps. */
static void test_least(void **state)
{
    const struct plain petersen = plain_petersen();
    char *const myciel = generate("mycielski", 4, 0, 1), *const queen = generate("queen", 5, 5, 1);
    const struct plain four = plain_of_text(myciel), board = plain_of_text(queen);
    basin_model *const model = compact_model("color");

    (void)state;
    check_least(model, &petersen, 3, BASIN_STOP_STEPS);
    check_least(model, &four, 5, BASIN_STOP_STEPS);
    check_least(model, &board, 5, BASIN_STOP_SOLVED);
    for (uint32_t n = 1; n < 14; n += 4) {
        const struct plain complete = plain_complete(n);
        check_least(model, &complete, n, BASIN_STOP_SOLVED);
    }
    basin_text_free(ctx, myciel);
    basin_text_free(ctx, queen);
    basin_model_free(ctx, model);
}

/* Random graphs against trying everything: never fewer than are needed, and, as they are small, no
 * more either. */
static void test_least_random(void **state)
{
    basin_model *const model = compact_model("color");

    (void)state;
    for (uint32_t i = 0; i < 25; i++) {
        const struct plain g = plain_random(900 + i, 18, 20 + 3 * i);
        struct basin_solve_opts opts = few_steps(STEPS / 4);
        struct basin_answer answer = BASIN_ANSWER_INIT;
        basin_problem *problem = plain_open(ctx, plain_text(&g, 0));
        uint32_t least = 0;
        ASSERT_OK(ctx, basin_solve_least(ctx, model, problem, &opts, NULL, &answer, &least));
        assert_int_equal(least, plain_chromatic(&g));
        assert_int_equal(plain_broken(&g, least, answer.value), 0);
        basin_answer_clear(ctx, &answer);
        basin_problem_free(ctx, problem);
    }
    basin_model_free(ctx, model);
}

static bool always(void *user)
{
    (void)user;
    return true;
}

/* Stopped at once: what is known without a search is an answer all the same. */
static void test_least_stopped(void **state)
{
    const struct plain g = plain_petersen();
    basin_model *const model = exact_model("color");
    basin_problem *problem = plain_open(ctx, plain_text(&g, 0));
    struct basin_solve_opts opts = few_steps(0);
    struct basin_answer answer = BASIN_ANSWER_INIT;
    uint32_t least = 0;

    (void)state;
    opts.should_stop = always;
    ASSERT_OK(ctx, basin_solve_least(ctx, model, problem, &opts, NULL, &answer, &least));
    assert_int_equal(answer.stop, BASIN_STOP_CALLER);
    assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
    assert_int_equal(plain_broken(&g, least, answer.value), 0);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
}

static void test_least_refuses(void **state)
{
    static const int32_t fixed[10] = { 0, -1, -1, -1, -1, -1, -1, -1, -1, -1 };
    const struct plain g = plain_petersen();
    basin_model *const model = exact_model("color");
    basin_problem *problem = plain_open(ctx, plain_text(&g, 0));
    basin_problem *queens;
    struct basin_solve_opts opts = few_steps(10);
    struct basin_answer answer = BASIN_ANSWER_INIT;

    (void)state;
    opts.fixed = fixed;
    ASSERT_FAILS(ctx, basin_solve_least(ctx, model, problem, &opts, NULL, &answer, NULL),
                 BASIN_STATUS_INPUT, "fixed values need a limit");
    assert_int_equal(basin_problem_limited(problem), 0);
    opts.fixed = NULL;
    ASSERT_OK(ctx, basin_problem_open(ctx, "queens", "8", &queens));
    ASSERT_FAILS(ctx, basin_solve_least(ctx, model, queens, &opts, NULL, &answer, NULL),
                 BASIN_STATUS_INPUT, "queens has nothing to limit");
    assert_true(answer.value == NULL && answer.kind == BASIN_ANSWER_NONE);
    basin_problem_free(ctx, queens);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
}

/* --------------------------------------------------------------------------------- memory ---- */

struct files {
    char graph[40], solution[40];
};

/* From a file to answers and back; each allocation is refused in turn. */
static basin_status act(basin_ctx *own, void *arg)
{
    static const int32_t fixed[10] = { 0, -1, -1, 1, -1, -1, -1, -1, -1, -1 };
    const struct files *const files = arg;
    struct basin_solve_opts opts = few_steps(2);
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_model *model = NULL;
    basin_problem *problem = NULL;
    int32_t *value = NULL;
    size_t count;
    char *text = NULL;
    basin_status status;

    opts.fixed = fixed;
    BSN_TRY_OUT(basin_model_default(own, "color", BASIN_ENERGY_EXACT, &model));
    BSN_TRY_OUT(basin_problem_open(own, "color", files->graph, &problem));
    BSN_TRY_OUT(test_limit(own, &problem, 2, fixed));
    BSN_TRY_OUT(basin_solve(own, model, problem, &opts, &answer));
    opts.fixed = NULL;
    BSN_TRY_OUT(basin_solve_least(own, model, problem, &opts, NULL, &answer, NULL));
    BSN_TRY_OUT(basin_problem_write(own, problem, answer.value, NULL, &text));
    BSN_TRY_OUT(basin_solutions_read(own, problem, files->solution, &value, &count));
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
    static const char solution[] = "l 1 1\ns col 2\nl 1 2\n";
    struct files files = { "/tmp/basin-color-XXXXXX", "/tmp/basin-color-XXXXXX" };
    const struct plain g = plain_petersen();
    const char *const text = plain_text(&g, 3);

    (void)state;
    close(mkstemp(files.graph));
    close(mkstemp(files.solution));
    ASSERT_OK(ctx, bsn_file_write(ctx, files.graph, text, strlen(text)));
    ASSERT_OK(ctx, bsn_file_write(ctx, files.solution, solution, strlen(solution)));
    assert_true(test_refuse_each(act, &files) > 40);
    unlink(files.graph);
    unlink(files.solution);
}

/* ------------------------------------------------------------------------------------ all ---- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solves_compact),
        cmocka_unit_test(test_solves_exact),
        cmocka_unit_test(test_edges_compact),
        cmocka_unit_test(test_edges_exact),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_least),
        cmocka_unit_test(test_least_random),
        cmocka_unit_test(test_least_stopped),
        cmocka_unit_test(test_least_refuses),
        cmocka_unit_test(test_memory),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
