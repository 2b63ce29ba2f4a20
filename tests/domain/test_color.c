/* test_color.c - colouring: verifier, decoding, text, limits and factors against plain twins. */
#define _GNU_SOURCE
#include "domain/plain_graph.h"

#include "base/file.h"
#include "format/col.h"
#include "group.h"

#include <math.h>
#include <unistd.h>

static char path[] = "/tmp/basin-color-XXXXXX.col";

/* ------------------------------------------------------------------------------- verifier ---- */

/* Mostly one of k colours; `wild` puts in open ones and values that are none. */
static int32_t random_value(uint32_t stream, uint32_t item, uint32_t k, bool wild)
{
    const int32_t odd[] = { -1, -1, -1, -2, (int32_t)k, INT32_MAX, INT32_MIN, 1 << 16 };
    const uint32_t pick = plain_draw(stream, item, 48);

    return wild && pick < COUNT(odd) ? odd[pick] : (int32_t)(plain_draw(stream, ~item, k));
}

/* `count` assignments at once, in arrays that have exactly the promised length and are full of
 * what was there before. */
static void compare_verify(const struct plain *g, uint32_t k, const basin_problem *problem,
                           size_t count, const int32_t *value)
{
    const size_t words = problem->task->scratch(problem->instance);
    uint32_t *const scratch = malloc((words + 1) * sizeof *scratch);
    uint64_t violated[BSN_LANES + 1];

    memset(scratch, 0xa5, (words + 1) * sizeof *scratch);
    memset(violated, 0x5a, sizeof violated);
    problem->task->verify(problem->instance, count, value, scratch, violated);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(violated[i], plain_broken(g, k, value + i * g->n));
    assert_int_equal(violated[count], 0x5a5a5a5a5a5a5a5a);
    assert_int_equal(scratch[words], 0xa5a5a5a5);
    free(scratch);
}

static void test_verify_random(void **state)
{
    static int32_t value[BSN_LANES * 40];

    (void)state;
    for (uint32_t i = 0; i < 200; i++) {
        const uint32_t n = plain_draw(1, i, 41), k = 1 + plain_draw(2, i, 7);
        const struct plain g = plain_random(100 + i, n, plain_draw(3, i, 101));
        basin_problem *problem = plain_open(ctx, plain_text(&g, i % 4 ? k : 0));
        assert_int_equal(basin_problem_values(problem), n);
        assert_int_equal(basin_problem_constraints(problem), g.edges);
        for (size_t count = 1; count <= BSN_LANES; count++) {
            for (uint32_t v = 0; v < count * n; v++)
                value[v] = random_value(1000 + i, (uint32_t)count * 1000 + v, k, i % 2);
            /* while nothing is said of their number, each number from 0 on is a colour */
            compare_verify(&g, i % 4 ? k : INT32_MAX, problem, count, value);
        }
        basin_problem_free(ctx, problem);
    }
}

/* All colourings of small graphs: the same ones are proper. */
static void test_verify_all(void **state)
{
    size_t proper = 0, all = 0;

    (void)state;
    for (uint32_t i = 0; i < 60; i++) {
        const uint32_t n = 2 + i % 5, k = 2 + i % 3;
        const struct plain g = plain_random(5000 + i, n, 20 + i);
        basin_problem *problem = plain_open(ctx, plain_text(&g, k));
        int32_t value[8] = { 0 };
        do {
            compare_verify(&g, k, problem, 1, value);
            proper += plain_broken(&g, k, value) == 0;
            all++;
        } while (plain_next(n, k, value));
        basin_problem_free(ctx, problem);
    }
    assert_true(proper > 100 && all - proper > 100);  /* both kinds were met */
}

/* ---------------------------------------------------------------------- decode and encode ---- */

/* The colour of vertex v in a lane of y (n, k, lanes): the first of the highest numbers. */
static int32_t highest(const float *y, uint32_t k, uint32_t v, size_t lane)
{
    int32_t best = -1;

    for (uint32_t c = 0; c < k; c++) {
        const float at = y[(v * k + c) * BSN_LANES + lane];
        if (!isnan(at) && (best < 0 || at > y[(v * k + (uint32_t)best) * BSN_LANES + lane]))
            best = (int32_t)c;
    }
    return best;
}

static void test_decode(void **state)
{
    static const float heat[] = { 0, 1, 0.5f, 0.50000006f, -3, -0.0f, 1e30f, -1e30f, INFINITY,
                                  NAN, NAN, NAN };
    enum { N = 6 };
    const struct plain g = plain_random(7, N, 60);
    size_t open = 0;

    (void)state;
    for (uint32_t k = 1; k < 30; k++) {
        basin_problem *problem = plain_whole(ctx, &g, k);
        const size_t floats = N * k * BSN_LANES;
        float *const y = malloc(floats * sizeof *y);
        int32_t value[N * BSN_LANES];
        for (int how = BSN_DECODE_BASIN; how <= BSN_DECODE_PAPER; how++) {
            for (uint32_t i = 0; i < floats; i++)
                y[i] = heat[plain_draw(30 + k, i, COUNT(heat))];
            memset(value, 0x55, sizeof value);
            problem->task->decode(problem->instance, (enum bsn_decode)how, BSN_LANES, y, value);
            for (uint32_t i = 0; i < COUNT(value); i++) {
                assert_int_equal(value[i], highest(y, k, i % N, i / N));
                open += value[i] < 0;
            }
        }
        free(y);
        basin_problem_free(ctx, problem);
    }
    assert_true(open > 0);  /* some vertex had no number at all, and got no colour */
}

/* No number anywhere: no vertex that is searched has a colour, and no lane counts as a solution. */
static void test_decode_nan(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 40; i++) {
        const struct plain g = plain_random(200 + i, 12, 60);
        basin_problem *problem = plain_open(ctx, plain_text(&g, 3));
        const size_t floats = basin_problem_searched(problem) * 3 * BSN_LANES;
        float *const y = malloc((floats + 1) * sizeof *y);
        int32_t value[12 * BSN_LANES];
        size_t open = 0;
        for (size_t j = 0; j < floats; j++)
            y[j] = NAN;
        problem->task->decode(problem->instance, BSN_DECODE_BASIN, BSN_LANES, y, value);
        for (size_t lane = 0; lane < BSN_LANES; lane++)
            assert_true(floats == 0 || plain_broken(&g, 3, value + lane * 12) > 0);
        for (size_t v = 0; v < COUNT(value); v++)
            open += value[v] < 0;
        assert_true(open >= basin_problem_searched(problem) * BSN_LANES);
        free(y);
        basin_problem_free(ctx, problem);
    }
}

static void check_encode(const basin_problem *problem, uint32_t n, uint32_t k,
                         const int32_t *value, float open)
{
    float *const y = malloc(n * k * BSN_LANES * sizeof *y);
    int32_t found[PLAIN_MOST * BSN_LANES];

    memset(y, 0x77, n * k * BSN_LANES * sizeof *y);
    problem->task->encode(problem->instance, value, open, y);
    for (uint32_t i = 0; i < n * k * BSN_LANES; i++) {
        const int32_t v = value[i / BSN_LANES / k], c = (int32_t)(i / BSN_LANES % k);
        if (v < 0)
            assert_memory_equal(&y[i], &open, sizeof open);
        else
            assert_true(y[i] == (float)(v == c));  /* nothing but zeros for what is no colour */
    }
    problem->task->decode(problem->instance, BSN_DECODE_BASIN, BSN_LANES, y, found);
    for (uint32_t i = 0; i < n * BSN_LANES; i++) {
        const int32_t v = value[i % n];
        if ((v >= 0 && v < (int32_t)k) || (v < 0 && isnan(open)))
            assert_int_equal(found[i], v < 0 ? -1 : v);
    }
    free(y);
}

static void test_encode(void **state)
{
    static const float open[] = { 0, 0.5f, -7, NAN };
    int32_t value[9];

    (void)state;
    for (uint32_t i = 0; i < 200; i++) {
        const uint32_t k = 1 + i % 20;
        const struct plain g = plain_random(300 + i, COUNT(value), 50);
        basin_problem *problem = plain_whole(ctx, &g, k);
        for (uint32_t v = 0; v < COUNT(value); v++)
            value[v] = random_value(31, i * 16 + v, k, true);
        check_encode(problem, COUNT(value), k, value, open[i % COUNT(open)]);
        basin_problem_free(ctx, problem);
    }
}

/* With vertices left out of the search: what was proper comes back proper, and those that were
 * searched come back as they were. */
static void test_encode_reduced(void **state)
{
    size_t kept = 0, left_out = 0;

    (void)state;
    for (uint32_t i = 0; i < 100; i++) {
        const struct plain g = plain_random(400 + i, 14, 35);
        basin_problem *problem = plain_open(ctx, plain_text(&g, 0));
        int32_t value[14], found[14 * BSN_LANES];
        uint32_t low, high;
        ASSERT_OK(ctx, basin_problem_bounds(ctx, problem, value, &low, &high));
        int32_t keep[14];  /* with something to keep, the greedy colouring is not the answer */
        for (uint32_t v = 0; v < 14; v++)
            keep[v] = v == i % 14 ? 0 : -1;
        ASSERT_OK(ctx, test_limit(ctx, &problem, high, keep));
        const size_t searched = basin_problem_searched(problem);
        float *const y = malloc((searched * high * BSN_LANES + 1) * sizeof *y);
        problem->task->encode(problem->instance, value, NAN, y);
        problem->task->decode(problem->instance, BSN_DECODE_BASIN, BSN_LANES, y, found);
        for (size_t lane = 0; lane < BSN_LANES; lane++) {
            size_t same = 0;
            assert_int_equal(plain_broken(&g, high, found + lane * 14), 0);
            for (uint32_t v = 0; v < 14; v++)
                same += found[lane * 14 + v] == value[v];
            assert_true(same >= searched);
        }
        kept += searched;
        left_out += 14 - searched;
        free(y);
        basin_problem_free(ctx, problem);
    }
    assert_true(kept > 0 && left_out > 0);
}

/* ---------------------------------------------------------------------------- text, files ---- */

static void test_claims(void **state)
{
    basin_problem *problem = NULL;

    (void)state;
    assert_string_equal(basin_domain_of("some/file.col"), "color");
    assert_string_equal(basin_domain_of("/x/y.z/a.b.graph"), "color");
    assert_string_equal(basin_domain_of(".edges"), "color");
    assert_null(basin_domain_of("a.col.old"));
    assert_null(basin_domain_of("col"));
    assert_null(basin_domain_of("a.COL"));
    ASSERT_FAILS(ctx, basin_problem_open(ctx, "color", "/nowhere/at/all.col", &problem),
                 BASIN_STATUS_IO, "/nowhere/at/all.col");
    ASSERT_OK(ctx, bsn_file_write(ctx, path, "p edge 2 1\ne 1 3\n", 17));
    ASSERT_FAILS(ctx, basin_problem_open(ctx, "color", path, &problem), BASIN_STATUS_PARSE,
                 ".col:2: ");
    assert_null(problem);
}

static basin_status read_text(const basin_problem *problem, const char *text, int32_t **value,
                              size_t *count)
{
    ASSERT_OK(ctx, bsn_file_write(ctx, path, text, strlen(text)));
    return basin_solutions_read(ctx, problem, path, value, count);
}

/* Writes an assignment, looks at the first lines, reads it back. */
static void write_and_read(const basin_problem *problem, uint32_t k, const struct plain *g,
                           const int32_t *value)
{
    const uint64_t violated = plain_broken(g, k, value);
    char *text, head[64];
    int32_t *found;
    size_t count = 0;

    ASSERT_OK(ctx, basin_problem_write(ctx, problem, value, "dimacs", &text));
    if (violated > 0)
        snprintf(head, sizeof head, "o %llu\ns UNKNOWN\n", (unsigned long long)violated);
    else
        snprintf(head, sizeof head, "s col %u\n", k);
    assert_memory_equal(text, head, strlen(head));
    ASSERT_OK(ctx, read_text(problem, text, &found, &count));
    assert_int_equal(count, 1);
    for (uint32_t v = 0; v < g->n; v++)
        assert_int_equal(found[v], value[v] < 0 ? -1 : value[v]);
    basin_values_free(ctx, found);
    basin_text_free(ctx, text);
}

static void test_write(void **state)
{
    int32_t value[30];

    (void)state;
    for (uint32_t i = 0; i < 100; i++) {
        const uint32_t n = 1 + i % 30, k = 1 + plain_draw(40, i, 9);
        const struct plain g = plain_random(500 + i, n, i % 8);
        basin_problem *problem = plain_open(ctx, plain_text(&g, k));
        for (uint32_t v = 0; v < n; v++)
            value[v] = (int32_t)plain_draw(41 + i, v, k + (v > 0)) - (v > 0);
        write_and_read(problem, k, &g, value);
        basin_problem_free(ctx, problem);
    }
}

static void test_write_words(void **state)
{
    static const int32_t good[4] = { 1, 0, 1, 4 }, bad[4] = { 1, 1, -1, 0 };
    basin_problem *problem = plain_open(ctx, "p edge 4 2\ne 1 2\ne 2 3\n");
    char *text;

    (void)state;
    ASSERT_OK(ctx, basin_problem_write(ctx, problem, good, NULL, &text));  /* as many as it uses */
    assert_string_equal(text, "s col 5\nl 1 2\nl 2 1\nl 3 2\nl 4 5\n");
    basin_text_free(ctx, text);
    ASSERT_OK(ctx, test_limit(ctx, &problem, 9, NULL));  /* as many as there may be */
    ASSERT_OK(ctx, basin_problem_write(ctx, problem, good, NULL, &text));
    assert_string_equal(text, "s col 9\nl 1 2\nl 2 1\nl 3 2\nl 4 5\n");
    basin_text_free(ctx, text);
    ASSERT_OK(ctx, basin_problem_write(ctx, problem, bad, NULL, &text));
    assert_string_equal(text, "o 3\ns UNKNOWN\nl 1 2\nl 2 2\nl 4 1\n");
    basin_text_free(ctx, text);
    ASSERT_OK(ctx, basin_problem_write(ctx, problem, NULL, NULL, &text));
    assert_string_equal(text, "s UNKNOWN\n");
    basin_text_free(ctx, text);
    basin_problem_free(ctx, problem);
}

static void test_read(void **state)
{
    static const struct {
        const char *text;
        size_t count;
        int32_t value[9];
    } cases[] = {
        { "s col 3\nl 1 1\nl 2 3\nl 3 1\n", 1, { 0, 2, 0 } },
        { "l 3 1\nl 1 1\nl 2 3", 1, { 0, 2, 0 } },               /* any order, no newline */
        { "c x\no 3\ns UNKNOWN\nl 2 5\n", 1, { -1, 4, -1 } },    /* partial, more than there are */
        { "l\t1\t 2 \r\nl 1 2\n", 1, { 1, -1, -1 } },            /* said twice */
        { "l 1 2147483647\n", 1, { INT32_MAX - 1, -1, -1 } },
        { "s col 2\nl 1 1\ns col 2\nl 1 2\n", 2, { 0, -1, -1, 1, -1, -1 } },
        { "l 1 1\n\ns col 1\nl 2 1\nl 3 2\nc\ns UNKNOWN\ns col 3\nl 3 3\n", 3,
          { 0, -1, -1, -1, 0, 1, -1, -1, 2 } },
        { "line 1\nlater\nl 1 1\n", 1, { 0, -1, -1 } },          /* words that begin with l */
    };
    basin_problem *problem = plain_open(ctx, "p edge 3 1\ne 1 2\n");

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        int32_t *value = NULL;
        size_t count = 0;
        ASSERT_OK(ctx, read_text(problem, cases[i].text, &value, &count));
        assert_int_equal(count, cases[i].count);
        assert_memory_equal(value, cases[i].value, 3 * count * sizeof *value);
        basin_values_free(ctx, value);
    }
    basin_problem_free(ctx, problem);
}

static void test_read_refuses(void **state)
{
    static const struct {
        const char *text, *part;
    } cases[] = {
        { "", ": no solution" },
        { "s UNKNOWN\n", ": no solution" },
        { "c l 1 2\n\n", ": no solution" },
        { "l 0 1\n", ":1: \"l 0 1\"" },
        { "l 4 1\n", ":1: \"l 4 1\"" },
        { "l -1 1\n", ":1: \"l -1 1\"" },
        { "s col 1\nl 1 0\n", ":2: \"l 1 0\"" },
        { "l 1 1\n\nl 1 -1\n", ":3: " },
        { "l 1 2147483648\n", ":1: " },
        { "l 1 99999999999999999999\n", ":1: " },
        { "l 99999999999999999999 1\n", ":1: " },
        { "l 1\n", ":1: \"l 1\"" },
        { "l 1\n2\n", ":1: \"l 1\"" },
        { "l \n", ":1: " },
        { "l x 1\n", ":1: " },
        { "l 1 x\n", ":1: " },
        { "l 1 1.5\n", ":1: " },
        { "l 1 2 3\n", ":1: " },
        { "l 1 1\nl 2 2x\n", ":2: \"l 2 2x\"" },
        { "s col 3\nl 1 1\nl 2 2\nl 1 3\n", ":4: vertex 1 has two colours" },
    };
    basin_problem *problem = plain_open(ctx, "p edge 3 1\ne 1 2\n");
    int32_t *value = NULL;
    size_t count = 77;

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        ASSERT_FAILS(ctx, read_text(problem, cases[i].text, &value, &count), BASIN_STATUS_PARSE,
                     cases[i].part);
        assert_memory_equal(basin_error_text(ctx), path, strlen(path));
        assert_true(value == NULL && count == 77);
    }
    basin_problem_free(ctx, problem);
}

/* ---------------------------------------------------------------------------------- limit ---- */

static void test_limits(void **state)
{
    static const int32_t all[10];
    const struct plain g = plain_petersen();
    basin_problem *problem = plain_open(ctx, plain_text(&g, 0));
    int32_t value[10];

    (void)state;
    assert_true(basin_problem_has_limit(problem));
    assert_int_equal(basin_problem_limited(problem), 0);
    assert_int_equal(basin_problem_searched(problem), 10);
    ASSERT_FAILS(ctx, test_limit(ctx, &problem, 0, NULL), BASIN_STATUS_INPUT, "0 colours");
    assert_int_equal(basin_problem_limited(problem), 0);
    basin_problem *other;  /* the first stays as it is */
    ASSERT_OK(ctx, basin_problem_with_limit(ctx, problem, 4, NULL, &other));
    assert_true(basin_problem_limited(other) == 4 && basin_problem_limited(problem) == 0);
    basin_problem_free(ctx, other);
    ASSERT_OK(ctx, test_limit(ctx, &problem, 3, NULL));
    assert_int_equal(basin_problem_searched(problem), 0);  /* a greedy colouring will do */
    ASSERT_OK(ctx, test_limit(ctx, &problem, 2, NULL));
    assert_int_equal(basin_problem_searched(problem), 10);  /* each vertex has three neighbours */
    ASSERT_FAILS(ctx, test_limit(ctx, &problem, 0, NULL), BASIN_STATUS_INPUT, "colours");
    ASSERT_FAILS(ctx, test_limit(ctx, &problem, BSN_COL_VERTICES + 1, NULL),
                 BASIN_STATUS_INPUT, "it must be 1 to 16777216");
    ASSERT_FAILS(ctx, test_limit(ctx, &problem, UINT32_MAX, NULL), BASIN_STATUS_INPUT,
                 "colours");
    assert_int_equal(basin_problem_limited(problem), 2);  /* as it was */
    assert_int_equal(basin_problem_searched(problem), 10);
    for (uint32_t k = 4; k < 200; k += 13) {
        ASSERT_OK(ctx, test_limit(ctx, &problem, k, NULL));
        assert_int_equal(basin_problem_limited(problem), k);
        assert_int_equal(basin_problem_searched(problem), 0);
        problem->task->decode(problem->instance, BSN_DECODE_BASIN, BSN_LANES, NULL,
                                (int32_t[10 * BSN_LANES]){ 0 });
        ASSERT_OK(ctx, test_limit(ctx, &problem, k, all));
        assert_int_equal(basin_problem_searched(problem), 10);
    }
    ASSERT_OK(ctx, test_limit(ctx, &problem, BSN_COL_VERTICES, NULL));
    memset(value, 0, sizeof value);
    value[0] = (int32_t)BSN_COL_VERTICES - 1;
    compare_verify(&g, BSN_COL_VERTICES, problem, 1, value);
    value[0] = (int32_t)BSN_COL_VERTICES;
    compare_verify(&g, BSN_COL_VERTICES, problem, 1, value);
    basin_problem_free(ctx, problem);
}

/* Before there is a limit nothing can be solved, and the text says what is missing. */
static void test_limit_missing(void **state)
{
    static const enum basin_energy energies[] = { BASIN_ENERGY_EXACT, BASIN_ENERGY_COMPACT };
    basin_problem *problem = plain_open(ctx, "p edge 3 1\ne 1 2\n");
    static const int32_t value[3] = { 0, 1, 0 };

    (void)state;
    for (size_t i = 0; i < COUNT(energies); i++) {
        struct basin_answer answer = BASIN_ANSWER_INIT;
        basin_model *model;
        double energy;
        if (basin_model_default(ctx, "color", energies[i], &model) != BASIN_STATUS_OK)
            continue;
        ASSERT_FAILS(ctx, basin_solve(ctx, model, problem, NULL, &answer), BASIN_STATUS_INPUT,
                     "how many colours?");
        assert_true(answer.value == NULL && answer.kind == BASIN_ANSWER_NONE);
        ASSERT_FAILS(ctx, basin_problem_energy(ctx, model, problem, value, 1, BASIN_METHOD_BASIN,
                                               &energy),
                     BASIN_STATUS_INPUT, "how many colours?");
        basin_model_free(ctx, model);
    }
    basin_problem_free(ctx, problem);
}

/* Other problems have no limits. */
static void test_limit_elsewhere(void **state)
{
    basin_problem *problem;
    int32_t value[5];
    uint32_t low, high;

    (void)state;
    ASSERT_OK(ctx, basin_problem_open(ctx, "queens", "5", &problem));
    assert_false(basin_problem_has_limit(problem));
    ASSERT_FAILS(ctx, test_limit(ctx, &problem, 3, NULL), BASIN_STATUS_INPUT,
                 "queens has nothing to limit");
    ASSERT_FAILS(ctx, basin_problem_bounds(ctx, problem, value, &low, &high), BASIN_STATUS_INPUT,
                 "queens has nothing to limit");
    assert_int_equal(basin_problem_limited(problem), 0);
    assert_int_equal(basin_problem_searched(problem), 5);
    basin_problem_free(ctx, problem);
}

/* A file may name its number of colours; it is the limit from the start, until another is set. */
static void test_limit_of_file(void **state)
{
    const struct plain g = plain_petersen();

    (void)state;
    for (uint32_t k = 1; k < 7; k++) {
        basin_problem *problem = plain_open(ctx, plain_text(&g, k));
        assert_int_equal(basin_problem_limited(problem), k);
        assert_int_equal(basin_problem_searched(problem), k < 3 ? 10 : 0);
        ASSERT_OK(ctx, test_limit(ctx, &problem, k + 1, NULL));
        assert_int_equal(basin_problem_limited(problem), k + 1);
        basin_problem_free(ctx, problem);
    }
    basin_problem *problem = plain_open(ctx, "c colours 0\np edge 2 1\ne 1 2\n");
    assert_int_equal(basin_problem_limited(problem), 0);
    basin_problem_free(ctx, problem);
}

/* ---------------------------------------------------------------------------------- graph ---- */

static basin_status make_graph(const basin_problem *problem, enum basin_energy energy,
                               struct bsn_graph *graph)
{
    basin_model *model;

    ASSERT_OK(ctx, bsn_model_new(ctx, "color", energy, 100, &model));
    *graph = (struct bsn_graph){ 0 };
    const basin_status status = problem->task->graph(ctx, problem->instance, model, graph);
    bsn_graph_finish(graph);
    basin_model_free(ctx, model);
    return status;
}

/* Where vertex `v` begins among the coordinates: the one that only its colour 0 sets to 7. */
static uint32_t coordinate(const basin_problem *problem, uint32_t n, uint32_t k, uint32_t v)
{
    float *const y = calloc(n * k * BSN_LANES, sizeof *y);
    int32_t value[PLAIN_MOST];
    uint32_t at = 0;

    memset(value, 0, sizeof value);
    value[v] = -1;
    problem->task->encode(problem->instance, value, 7, y);
    while (y[at * BSN_LANES] != 7)
        at++;
    free(y);
    return at;
}

/* Each edge is one factor of the two vertices that it joins, and covers them. */
static void check_edges(const struct plain *g, const basin_problem *problem, uint32_t k,
                        const struct bsn_graph *graph)
{
    const struct bsn_term *const vertex = &graph->term[0], *const edge = &graph->term[1];
    uint32_t from[PLAIN_MOST];
    size_t found = 0;

    for (uint32_t v = 0; v < g->n; v++)
        from[v] = coordinate(problem, g->n, k, v);
    assert_true(vertex->unary && !edge->unary && vertex->f.factors == g->n);
    for (uint32_t i = 0; i < g->n * k; i++)
        assert_true(vertex->input[i] == i && edge->input[i] == i);
    for (uint32_t a = 0; a < g->n; a++)
        for (uint32_t b = a + 1; b < g->n; b++)
            for (size_t i = 0; i < edge->f.factors; i++) {
                const uint32_t *const end = edge->member + edge->first[i];
                const uint32_t at[2] = { edge->input[end[0] * k], edge->input[end[1] * k] };
                assert_int_equal(edge->first[i + 1] - edge->first[i], 2);
                assert_memory_equal(edge->cover + edge->cover_first[i], end, 2 * sizeof *end);
                if ((at[0] == from[a] && at[1] == from[b]) ||
                    (at[1] == from[a] && at[0] == from[b])) {
                    assert_true(g->joined[a][b]);
                    found++;
                }
            }
    assert_int_equal(found, g->edges);
}

static void test_graph(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 40; i++) {
        const uint32_t n = 1 + i % 12, k = 1 + i % 5;
        const struct plain g = plain_random(600 + i, n, 50);
        basin_problem *problem = plain_whole(ctx, &g, k);
        struct bsn_graph graph;
        ASSERT_OK(ctx, make_graph(problem, i % 2 ? BASIN_ENERGY_COMPACT : BASIN_ENERGY_EXACT,
                                  &graph));
        assert_int_equal(graph.terms, 2);
        assert_int_equal(graph.coords, n * k);
        assert_int_equal(graph.factors, g.edges);
        check_edges(&g, problem, k, &graph);
        bsn_graph_clear(ctx, &graph);
        basin_problem_free(ctx, problem);
    }
}

/* The paper's factor: 14 colours of one end, 14 of the other, those that are not there empty. */
static void test_graph_paper(void **state)
{
    const struct plain g = plain_random(700, 8, 50);
    struct bsn_graph graph;

    (void)state;
    for (uint32_t k = 1; k <= 14; k++) {
        basin_problem *problem = plain_whole(ctx, &g, k);
        ASSERT_OK(ctx, make_graph(problem, BASIN_ENERGY_PAPER, &graph));
        const struct bsn_term *const edge = &graph.term[0];
        assert_true(graph.terms == 1 && graph.factors == g.edges && edge->inputs == 28);
        for (size_t i = 0; i < g.edges; i++)
            for (uint32_t j = 0; j < 28; j++) {
                const uint32_t *const input = edge->input + edge->member[edge->first[i]] * 28;
                assert_int_equal(input[j], j % 14 < k ? input[j / 14 * 14] + j % 14
                                                      : BSN_GRAPH_EMPTY);
                assert_int_equal(input[j / 14 * 14] % k, 0);
            }
        bsn_graph_clear(ctx, &graph);
        basin_problem_free(ctx, problem);
    }
    basin_problem *problem = plain_whole(ctx, &g, 15);
    ASSERT_FAILS(ctx, make_graph(problem, BASIN_ENERGY_PAPER, &graph), BASIN_STATUS_MODEL,
                 "up to 14 colours; 15 are asked for");
    bsn_graph_clear(ctx, &graph);
    basin_problem_free(ctx, problem);
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
        cmocka_unit_test(test_decode),
        cmocka_unit_test(test_decode_nan),
        cmocka_unit_test(test_encode),
        cmocka_unit_test(test_encode_reduced),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_write),
        cmocka_unit_test(test_write_words),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_read_refuses),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_limit_missing),
        cmocka_unit_test(test_limit_elsewhere),
        cmocka_unit_test(test_limit_of_file),
        cmocka_unit_test(test_graph),
        cmocka_unit_test(test_graph_paper),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
