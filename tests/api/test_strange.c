/* test_strange.c - numbers that no sensible caller gives: enums that are none, values out of range,
 * no numbers, counts near the highest, structs of other sizes. Each call ends with a status and a
 * line, and an assignment of any numbers can be judged, weighed, written and painted. */
#include "support.h"

#include <basin_pictures.h>

#include <limits.h>
#include <math.h>

static basin_ctx *ctx;

static int group_begin(void **state)
{
    (void)state;
    return basin_ctx_new(NULL, &ctx) != BASIN_STATUS_OK;
}

static int group_end(void **state)
{
    (void)state;
    test_ctx_done(ctx);
    return 0;
}

/* Fails, whatever the status, with a line. */
#define REFUSED(call)                                     \
    do {                                                  \
        if ((call) == BASIN_STATUS_OK)                    \
            fail_msg("%s: accepted", #call);              \
        assert_true(basin_error_text(ctx)[0] != 0);       \
        assert_null(strchr(basin_error_text(ctx), '\n')); \
    } while (0)

static const int32_t strange[] = { INT32_MIN, -2, -1, 0, 1, 2, 3, 99, 65535, INT32_MAX };

/* ---------------------------------------------------------------------- any assignment ---- */

static const struct {
    const char *domain, *spec, *model;
    const char *text; /* of the file that is called `spec` in this process */
} instances[] = {
    { "queens", "6", "queens-compact", NULL },
    { "sat", "tests/golden/formula.cnf", "sat-compact", NULL },
    { "color", "tests/golden/graph.col", "color-compact", NULL },
    { "sudoku", "strange.sdk", "sudoku-compact", "1..............2\n" },
    { "crossword", "examples/mini.txt", "crossword-compact", NULL },
    { "solve", "strange.cfn", NULL,
      "{\"problem\": {\"mustbe\": \"<9\"}, \"variables\": {\"a\": 2, \"b\": 3}, \"functions\": "
      "{\"f\": {\"scope\": [\"a\", \"b\"], \"costs\": [0, 1, 2, 3, 4, \"inf\"]}}}" },
};

static basin_problem *open_instance(size_t i)
{
    const char *const spec = instances[i].spec;
    basin_problem *problem = NULL;
    char path[TEST_PATH];

    test_path(spec, path);
    if (instances[i].text) {
        FILE *const file = fopen(path, "w");
        assert_non_null(file);
        fputs(instances[i].text, file);
        fclose(file);
    }
    ASSERT_OK(ctx, basin_problem_open(ctx, instances[i].domain, instances[i].text ? path : spec,
                                      &problem));
    if (instances[i].text)
        remove(path);
    if (basin_problem_has_limit(problem) && basin_problem_limited(problem) == 0)
        ASSERT_OK(ctx, test_limit(ctx, &problem, 3, NULL));
    return problem;
}

static void show(const basin_problem *problem, const int32_t *value)
{
    const char *formats = basin_domain_formats(basin_problem_domain(problem));
    basin_picture *picture = NULL;
    char *text = NULL, format[24];

    for (; *formats; formats += formats[0] == ' ') {
        const size_t length = strcspn(formats, " ");
        snprintf(format, sizeof format, "%.*s", (int)length, formats);
        ASSERT_OK(ctx, basin_problem_write(ctx, problem, value, format, &text));
        basin_text_free(ctx, text);
        formats += length;
    }
    if (basin_picture_new(ctx, problem, &picture) != BASIN_STATUS_OK)
        return; /* problem files have none */
    ASSERT_OK(ctx, basin_picture_paint(ctx, picture, value, NULL));
    ASSERT_OK(ctx, basin_picture_svg(ctx, picture, &text));
    basin_text_free(ctx, text);
    ASSERT_OK(ctx, basin_picture_cells(ctx, picture, 80, 24, true, &text));
    basin_text_free(ctx, text);
    basin_picture_free(ctx, picture);
}

/* The energies may refuse it, and must not read or write elsewhere. */
static void weigh(const basin_problem *problem, const basin_model *model, const int32_t *value)
{
    double energy, *cost = NULL;
    size_t count;

    (void)basin_problem_energy(ctx, model, problem, value, 1, BASIN_METHOD_BASIN, &energy);
    if (basin_problem_costs(ctx, model, problem, value, 1, BASIN_METHOD_BASIN, &cost, &count) ==
        BASIN_STATUS_OK)
        basin_costs_free(ctx, cost);
}

/* Every instance once, with its model and room for an assignment. */
static void with_each(void (*what)(size_t i, const basin_problem *problem, const basin_model *model,
                                   int32_t *value))
{
    for (size_t i = 0; i < COUNT(instances); i++) {
        basin_problem *const problem = open_instance(i);
        int32_t *const value = calloc(basin_problem_values(problem), sizeof *value);
        basin_model *model = NULL;
        assert_non_null(value);
        if (instances[i].model)
            ASSERT_OK(ctx, basin_model_named(ctx, instances[i].model, &model));
        what(i, problem, model, value);
        basin_model_free(ctx, model);
        basin_problem_free(ctx, problem);
        free(value);
    }
}

static void assign(size_t i, const basin_problem *problem, const basin_model *model, int32_t *value)
{
    const size_t values = basin_problem_values(problem);
    struct basin_score score;

    for (size_t s = 0; s < COUNT(strange); s++) {
        uint64_t violated = 0;
        double sum;
        for (size_t v = 0; v < values; v++)
            value[v] = strange[s];
        ASSERT_OK(ctx, basin_problem_check(ctx, problem, value, &violated));
        if (violated == 0 && (strange[s] < 0 || strange[s] > 99))
            fail_msg("%s: assignment %zu is called a solution", instances[i].domain, s);
        for (size_t v = 0; v < values; v++)
            value[v] = strange[(s + v * v) % COUNT(strange)];
        ASSERT_OK(ctx, basin_problem_check(ctx, problem, value, &violated));
        ASSERT_OK(ctx, basin_problem_sum(ctx, problem, value, &sum));
        basin_problem_score(problem, value, &score);
        show(problem, value);
        weigh(problem, model, value);
    }
}

/* A value that is none satisfies nothing. */
static void any_assignment(void **state)
{
    (void)state;
    with_each(assign);
}

static void start(size_t i, const basin_problem *problem, const basin_model *model, int32_t *value)
{
    const size_t values = basin_problem_values(problem);

    for (size_t s = 0; s < 4 * COUNT(strange); s++) {
        struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
        struct basin_answer answer = BASIN_ANSWER_INIT;
        opts.steps = 3;
        opts.threads = 1;
        opts.sampler = s % 4 < 2 ? NULL : "basin";
        *(s % 2 ? &opts.start : &opts.fixed) = value;
        for (size_t v = 0; v < values; v++)
            value[v] = v == values / 2 ? strange[s / 4] : -1;
        const basin_status status = basin_solve(ctx, model, problem, &opts, &answer);
        const bool high = strange[s / 4] >= 65535 && !basin_problem_has_limit(problem);
        if ((high || strange[s / 4] < -1) && status != BASIN_STATUS_INPUT)
            fail_msg("%s: %s at %d: status %d", instances[i].domain, s % 2 ? "start" : "fixed",
                     strange[s / 4], status);
        basin_answer_clear(ctx, &answer);
    }
}

/* A search begins there, or is refused. */
static void any_beginning(void **state)
{
    (void)state;
    with_each(start);
}

/* ----------------------------------------------------------------------------- numbers ---- */

static void options_of_solving(void **state)
{
    basin_problem *const problem = open_instance(0);
    basin_model *model = NULL;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    double energy;
    int32_t value[6] = { 0 };

    (void)state;
    ASSERT_OK(ctx, basin_model_named(ctx, "queens-compact", &model));
    for (int i = 0; i < 6; i++) {
        struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
        opts.steps = 1;
        switch (i) {
        case 0:
            opts.particles = UINT32_MAX;
            break;
        case 1:
            opts.levels = UINT32_MAX;
            break;
        case 2:
            opts.sample = UINT64_MAX;
            break;
        case 3:
            opts.seconds = -1;
            break;
        case 4:
            opts.compose = "none";
            break;
        case 5:
            opts.kernel = "none";
            break;
        }
        REFUSED(basin_solve(ctx, model, problem, &opts, &answer));
    }
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    opts.steps = UINT64_MAX;
    opts.seconds = INFINITY;
    opts.threads = 1;
    ASSERT_OK(ctx, basin_solve(ctx, model, problem, &opts, &answer));
    REFUSED(basin_solve_many(ctx, model, problem, &opts, SIZE_MAX / 2, &answer));
    static const uint32_t no_level[] = { 0, 101, 1000000000, UINT32_MAX };
    for (size_t i = 0; i < COUNT(no_level); i++) {
        double *cost = NULL;
        size_t count;
        ASSERT_FAILS(ctx, basin_problem_energy(ctx, model, problem, value, no_level[i],
                                               BASIN_METHOD_BASIN, &energy),
                     BASIN_STATUS_INPUT, "is not within 1 to 100");
        ASSERT_FAILS(ctx, basin_problem_costs(ctx, model, problem, value, no_level[i],
                                              BASIN_METHOD_BASIN, &cost, &count),
                     BASIN_STATUS_INPUT, "is not within 1 to 100");
    }
    basin_answer_clear(ctx, &answer);
    basin_model_free(ctx, model);
    basin_problem_free(ctx, problem);
}

static void limits_and_models(void **state)
{
    basin_problem *const graph = open_instance(2);
    basin_problem *limited = NULL;
    basin_model *model = NULL;

    (void)state;
    REFUSED(basin_problem_with_limit(ctx, graph, 0, NULL, &limited));
    REFUSED(basin_problem_with_limit(ctx, graph, UINT32_MAX, NULL, &limited));
    assert_null(limited);
    REFUSED(basin_model_default(ctx, "sat", (enum basin_energy)3, &model));
    REFUSED(basin_model_default(ctx, "sat", (enum basin_energy) - 1, &model));
    assert_null(model);
    basin_problem_free(ctx, graph);
}

static void numbers_of_making(void **state)
{
    static const char *const domains[] = { "sat", "color", "sudoku" };
    const double ratios[] = { NAN, INFINITY, -1, 1e300 };
    char *text = NULL;

    (void)state;
    for (size_t d = 0; d < COUNT(domains); d++) {
        struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
        opts.n = UINT32_MAX;
        REFUSED(basin_generate(ctx, domains[d], &opts, &text));
        opts.n = 9;
        opts.width = UINT32_MAX;
        if (basin_generate(ctx, domains[d], &opts, &text) == BASIN_STATUS_OK)
            basin_text_free(ctx, text);
        opts.width = 0;
        text = NULL;
        for (size_t i = 0; i < COUNT(ratios); i++) {
            opts.ratio = ratios[i];
            REFUSED(basin_generate(ctx, domains[d], &opts, &text));
        }
    }
    assert_null(text);
}

static void numbers_of_training(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct basin_train_opts opts = BASIN_TRAIN_OPTS_INIT;
        switch (i) {
        case 0:
            opts.energy = (enum basin_energy)9;
            break;
        case 1:
            opts.batch = UINT32_MAX;
            break;
        case 2:
            opts.board = UINT32_MAX;
            break;
        case 3:
            opts.contrastive = INFINITY;
            break;
        }
        REFUSED(basin_train(ctx, "queens", &opts, "build/never.safetensors"));
    }
}

static void numbers_of_learning(void **state)
{
    const int32_t rows[] = { 0, 1, 1, 0 };
    const size_t lengths[] = { SIZE_MAX / 2, SIZE_MAX / 2 + 4 };
    const char *const path = "build/never.safetensors";

    (void)state;
    for (int i = 0; i < 6; i++) {
        struct basin_learn_opts opts = BASIN_LEARN_OPTS_INIT;
        opts.valid = rows;
        opts.rows = opts.places = opts.values = 2;
        switch (i) {
        case 0:
            opts.rows = SIZE_MAX;
            break;
        case 1:
            opts.places = SIZE_MAX / 2 + 2;
            break;
        case 2:
            opts.values = UINT32_MAX;
            break;
        case 3:
            opts.lengths = lengths;
            break;
        case 4:
            opts.invalids = SIZE_MAX / 2;
            opts.invalid = rows;
            break;
        case 5:
            opts.rows = 0;
            break;
        }
        REFUSED(basin_learn(ctx, &opts, path, NULL));
    }
}

static void numbers_of_drafts(void **state)
{
    const struct basin_literal literal = { 0, 1, false };
    const uint32_t variable[] = { 0, 1 };
    const double cost[] = { 0, 1, 2, 3 }, wrong[] = { NAN, -INFINITY, -1, 0, INFINITY };
    basin_draft *draft = NULL;

    (void)state;
    ASSERT_OK(ctx, basin_draft_new(ctx, &draft));
    REFUSED(basin_draft_variables(ctx, draft, UINT32_MAX, UINT32_MAX, NULL));
    REFUSED(basin_draft_variables(ctx, draft, UINT32_MAX, 2, NULL));
    REFUSED(basin_draft_variables(ctx, draft, 1, UINT32_MAX, NULL));
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, 2, 2, NULL));
    REFUSED(basin_draft_cost(ctx, draft, variable, SIZE_MAX, cost, 1));
    REFUSED(basin_draft_given(ctx, draft, UINT32_MAX, 0));
    REFUSED(basin_draft_given(ctx, draft, 0, INT32_MAX));
    REFUSED(basin_draft_given(ctx, draft, 0, INT32_MIN));
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct basin_constraint c = BASIN_CONSTRAINT_INIT;
        const double costs[] = { 0, wrong[i], 2, 3 };
        c.network = "queens-compact:one";
        c.literal = &literal;
        c.literals = 1;
        c.weight = wrong[i];
        REFUSED(basin_draft_constrain(ctx, draft, &c));
        REFUSED(basin_draft_cost(ctx, draft, variable, 2, cost, wrong[i]));
        if (isnan(wrong[i]) || wrong[i] == -INFINITY)
            REFUSED(basin_draft_cost(ctx, draft, variable, 2, costs, 1));
        c.weight = 1;
        c.literals = SIZE_MAX - i;
        REFUSED(basin_draft_constrain(ctx, draft, &c));
        c.literals = 1;
        c.conditions = SIZE_MAX - i;
        c.condition = (const float[]){ 1 };
        REFUSED(basin_draft_constrain(ctx, draft, &c));
    }
    basin_draft_free(ctx, draft);
}

static void numbers_of_pictures(void **state)
{
    static const uint32_t sizes[] = { 0, 1, 2, 80, UINT32_MAX };
    basin_problem *const problem = open_instance(0);
    basin_picture *picture = NULL, *landscape = NULL;
    struct basin_tone look;
    basin_model *model = NULL;
    char *text = NULL;

    (void)state;
    ASSERT_OK(ctx, basin_picture_new(ctx, problem, &picture));
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (size_t k = 0; k < COUNT(sizes); k++) {
            ASSERT_OK(ctx, basin_picture_cells(ctx, picture, sizes[i], sizes[k], k % 2, &text));
            basin_text_free(ctx, text);
        }
    basin_picture_scale(picture, NAN, NAN);
    basin_picture_scale(picture, INFINITY, -INFINITY);
    ASSERT_OK(ctx, basin_picture_svg(ctx, picture, &text));
    basin_text_free(ctx, text);
    basin_tone_look(UINT_MAX, &look);
    ASSERT_OK(ctx, basin_model_named(ctx, "color-compact", &model));
    REFUSED(basin_picture_landscape(ctx, model, 0, BASIN_METHOD_BASIN, &landscape));
    REFUSED(basin_picture_landscape(ctx, model, UINT32_MAX, BASIN_METHOD_BASIN, &landscape));
    REFUSED(basin_picture_landscape(ctx, model, 3, (enum basin_method)7, &landscape));
    assert_null(landscape);
    basin_model_free(ctx, model);
    basin_picture_free(ctx, picture);
    basin_problem_free(ctx, problem);
}

/* ------------------------------------------------------------------------ other sizes ---- */

/* Structs of callers that know less, or nothing but the size, are read no further than they say:
 * what lies behind is not theirs. A larger one keeps what this library does not know. */
static void structs_of_other_sizes(void **state)
{
    basin_problem *const problem = open_instance(0);
    struct {
        struct basin_solve_opts opts;
        char more[64];
    } solve = { 0 };
    struct {
        struct basin_answer answer;
        char more[64];
    } answer = { 0 };
    struct {
        struct basin_learn_report report;
        char more[64];
    } report = { 0 };
    basin_model *model = NULL;
    char *text = NULL;

    (void)state;
    ASSERT_OK(ctx, basin_model_named(ctx, "queens-compact", &model));
    for (size_t size = 0; size <= sizeof solve; size += 4) {
        struct basin_answer mine = BASIN_ANSWER_INIT;
        memset(&solve, 0, sizeof solve);
        solve.opts.seed = 1;
        solve.opts.threads = 1;
        solve.opts.steps = 1000;
        solve.opts.size = size;
        memset((char *)&solve + (size < sizeof(size_t) ? sizeof(size_t) : size), 0xa5,
               sizeof solve - (size < sizeof(size_t) ? sizeof(size_t) : size));
        if (size % 8 != 0)
            continue; /* a number would be cut in two */
        ASSERT_OK(ctx, basin_solve(ctx, model, problem, &solve.opts, &mine));
        assert_int_equal(mine.kind, BASIN_ANSWER_SOLVED);
        basin_answer_clear(ctx, &mine);
    }
    memset(&answer, 0x5a, sizeof answer);
    memset(&answer, 0, sizeof answer.answer);
    answer.answer.size = sizeof answer;
    ASSERT_OK(ctx, basin_solve(ctx, model, problem, NULL, &answer.answer));
    assert_int_equal(answer.answer.size, sizeof answer);
    basin_answer_clear(ctx, &answer.answer);
    answer.answer.size = 4;
    REFUSED(basin_solve(ctx, model, problem, NULL, &answer.answer));
    struct basin_gen_opts gen = BASIN_GEN_OPTS_INIT;
    memset((char *)&gen + sizeof gen.size, 0xa5, sizeof gen - sizeof gen.size);
    gen.size = sizeof gen.size;
    ASSERT_OK(ctx, basin_generate(ctx, "sat", &gen, &text));
    basin_text_free(ctx, text);
    report.report.size = sizeof report;
    report.more[0] = 7;
    struct basin_learn_opts learn = BASIN_LEARN_OPTS_INIT;
    REFUSED(basin_learn(ctx, &learn, "build/never.safetensors", &report.report));
    assert_int_equal(report.more[0], 7);
    basin_model_free(ctx, model);
    basin_problem_free(ctx, problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_assignment),      cmocka_unit_test(any_beginning),
        cmocka_unit_test(options_of_solving),  cmocka_unit_test(limits_and_models),
        cmocka_unit_test(numbers_of_making),   cmocka_unit_test(numbers_of_training),
        cmocka_unit_test(numbers_of_learning), cmocka_unit_test(numbers_of_drafts),
        cmocka_unit_test(numbers_of_pictures), cmocka_unit_test(structs_of_other_sizes),
    };
    return cmocka_run_group_tests(tests, group_begin, group_end);
}
