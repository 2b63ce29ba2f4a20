/* test_nothing.c - every call is given NULL. Those that return a status refuse it with a line; the
 * others answer with nothing (NULL, 0, false, "") or do nothing. The list is held against the
 * headers. */
#define _GNU_SOURCE
#include "support.h"

#include <basin_pictures.h>
#include <basin_words.h>

#include <ctype.h>

#define ASKED_MOST 128

static const char *asked[ASKED_MOST];
static size_t asks;

static void ask(const char *name)
{
    assert_true(asks < ASKED_MOST);
    asked[asks++] = name;
}

/* The call returned nothing. */
#define NOTHING(function, ...)                                    \
    do {                                                          \
        ask(#function);                                           \
        if (function(__VA_ARGS__))                                \
            fail_msg("%s(%s) is not 0", #function, #__VA_ARGS__); \
    } while (0)

/* The call, which returns nothing ever, came back. */
#define COMES_BACK(function, ...) \
    do {                          \
        ask(#function);           \
        function(__VA_ARGS__);    \
    } while (0)

static void contexts_that_are_none(void **state)
{
    struct basin_alloc alloc = { 0 };
    basin_ctx *ctx = NULL;

    (void)state;
    ask("basin_error_text");
    assert_string_equal(basin_error_text(NULL), "");
    NOTHING(basin_ctx_blocks, NULL);
    NOTHING(basin_ctx_stopped, NULL);
    COMES_BACK(basin_ctx_memory, NULL, 1);
    COMES_BACK(basin_ctx_stop, NULL, NULL, NULL, 1);
    COMES_BACK(basin_ctx_unpack, NULL, NULL, NULL);
    COMES_BACK(basin_ctx_free, NULL);
    ask("basin_ctx_new");
    ask("basin_unpacked_add");
    ask("basin_unpacked_fail");
    assert_int_equal(basin_ctx_new(NULL, NULL), BASIN_STATUS_INPUT);
    assert_int_equal(basin_ctx_new(&alloc, &ctx), BASIN_STATUS_INPUT);
    assert_null(ctx);
    assert_int_equal(basin_unpacked_add(NULL, "x", 1), BASIN_STATUS_INPUT);
    assert_int_equal(basin_unpacked_fail(NULL, BASIN_STATUS_PARSE, "x"), BASIN_STATUS_INPUT);
}

static void domains_that_are_none(void **state)
{
    (void)state;
    NOTHING(basin_domain_name, SIZE_MAX);
    NOTHING(basin_domain_summary, NULL);
    NOTHING(basin_domain_operand, NULL);
    NOTHING(basin_domain_formats, NULL);
    NOTHING(basin_domain_suffix, NULL);
    NOTHING(basin_domain_unknown, NULL);
    NOTHING(basin_domain_about, NULL);
    NOTHING(basin_domain_kinds, NULL);
    NOTHING(basin_domain_reference, NULL);
    NOTHING(basin_domain_has, NULL, BASIN_TRAIT_LIMIT);
    NOTHING(basin_domain_has, "sat", (enum basin_trait)99);
    NOTHING(basin_domain_of, NULL);
    NOTHING(basin_domain_sampler, NULL, BASIN_ENERGY_COMPACT);
    NOTHING(basin_domain_takes, NULL, NULL);
    NOTHING(basin_domain_takes, "sat", NULL);
    NOTHING(basin_name_plain, NULL, 0);
    NOTHING(basin_name_plain, NULL, 9);
    NOTHING(basin_kernel_name, SIZE_MAX);
    NOTHING(basin_sampler_name, SIZE_MAX);
    NOTHING(basin_sampler_summary, NULL);
}

static void problems_that_are_none(void **state)
{
    struct basin_score score = { 1, 1, 1, 1 };
    basin_ctx *const ctx = test_ctx();
    basin_problem *board = NULL;
    int32_t value[4] = { 0 };

    (void)state;
    NOTHING(basin_problem_domain, NULL);
    NOTHING(basin_problem_values, NULL);
    NOTHING(basin_problem_constraints, NULL);
    NOTHING(basin_problem_has_limit, NULL);
    NOTHING(basin_problem_limited, NULL);
    NOTHING(basin_problem_searched, NULL);
    NOTHING(basin_problem_floor, NULL);
    NOTHING(basin_problem_score, NULL, value, &score);
    assert_int_equal(score.letters, 0);
    ASSERT_OK(ctx, basin_problem_open(ctx, "queens", "4", &board));
    NOTHING(basin_problem_score, board, NULL, &score);
    NOTHING(basin_problem_score, board, value, NULL);
    COMES_BACK(basin_problem_free, ctx, NULL);
    basin_problem_free(ctx, board);
    test_ctx_done(ctx);
}

static void models_that_are_none(void **state)
{
    (void)state;
    NOTHING(basin_energy_name, (enum basin_energy) - 1);
    NOTHING(basin_model_name, SIZE_MAX);
    NOTHING(basin_model_domain, NULL);
    NOTHING(basin_model_energy, NULL);
    NOTHING(basin_model_hash, NULL);
    NOTHING(basin_model_value_name, NULL, 0);
    COMES_BACK(basin_model_free, NULL, NULL);
}

static void what_is_given_back_is_none(void **state)
{
    basin_ctx *const ctx = test_ctx();

    (void)state;
    COMES_BACK(basin_text_free, ctx, NULL);
    COMES_BACK(basin_values_free, ctx, NULL);
    COMES_BACK(basin_costs_free, ctx, NULL);
    COMES_BACK(basin_answer_clear, ctx, NULL);
    COMES_BACK(basin_draft_free, ctx, NULL);
    COMES_BACK(basin_draft_verifier, NULL, NULL, NULL);
    COMES_BACK(basin_text_free, NULL, NULL);
    COMES_BACK(basin_values_free, NULL, NULL);
    COMES_BACK(basin_costs_free, NULL, NULL);
    COMES_BACK(basin_problem_free, NULL, NULL);
    COMES_BACK(basin_draft_free, NULL, NULL);
    COMES_BACK(basin_answer_clear, NULL, NULL);
    test_ctx_done(ctx);
}

static void pictures_that_are_none(void **state)
{
    double low = 7, high = 7;

    (void)state;
    COMES_BACK(basin_picture_free, NULL, NULL);
    COMES_BACK(basin_picture_title, NULL, "x");
    COMES_BACK(basin_picture_title, NULL, NULL);
    COMES_BACK(basin_picture_scale, NULL, 0, 1);
    NOTHING(basin_picture_range, NULL, &low, &high);
    COMES_BACK(basin_tone_look, 0, NULL);
    assert_true(low == 7 && high == 7);
}

static void pictures_with_something_missing(void **state)
{
    basin_ctx *const ctx = test_ctx();
    basin_problem *board = NULL;
    basin_picture *picture = NULL;
    double low = 7;

    (void)state;
    ASSERT_OK(ctx, basin_problem_open(ctx, "queens", "4", &board));
    ASSERT_OK(ctx, basin_picture_new(ctx, board, &picture));
    basin_picture_title(picture, NULL); /* none, as "" */
    assert_false(basin_picture_range(picture, NULL, NULL));
    assert_false(basin_picture_range(picture, &low, NULL));
    basin_picture_free(ctx, picture);
    basin_problem_free(ctx, board);
    test_ctx_done(ctx);
}

/* With a context, and without one. */
#define REFUSES(function, ...)                                                        \
    do {                                                                              \
        ask(#function);                                                               \
        assert_int_equal(function(NULL, __VA_ARGS__), BASIN_STATUS_INPUT);            \
        ASSERT_FAILS(ctx, function(ctx, __VA_ARGS__), BASIN_STATUS_INPUT, "is NULL"); \
    } while (0)

static void calls_with_a_status(void **state)
{
    basin_ctx *const ctx = test_ctx();

    (void)state;
    REFUSES(basin_problem_open, NULL, NULL, NULL);
    REFUSES(basin_instances, NULL, NULL, NULL);
    REFUSES(basin_problem_with_limit, NULL, 0, NULL, NULL);
    REFUSES(basin_problem_bounds, NULL, NULL, NULL, NULL);
    REFUSES(basin_problem_remarks, NULL, NULL);
    REFUSES(basin_problem_check, NULL, NULL, NULL);
    REFUSES(basin_problem_sum, NULL, NULL, NULL);
    REFUSES(basin_problem_write, NULL, NULL, NULL, NULL);
    REFUSES(basin_solutions_read, NULL, NULL, NULL, NULL);
    REFUSES(basin_generate, NULL, NULL, NULL);
    REFUSES(basin_model_default, NULL, (enum basin_energy)0, NULL);
    REFUSES(basin_model_named, NULL, NULL);
    REFUSES(basin_model_load, NULL, NULL);
    REFUSES(basin_model_save, NULL, NULL);
    REFUSES(basin_model_describe, NULL, NULL);
    REFUSES(basin_draft_new, NULL);
    REFUSES(basin_draft_variables, NULL, 0, 0, NULL);
    REFUSES(basin_draft_constrain, NULL, NULL);
    REFUSES(basin_draft_cost, NULL, NULL, 0, NULL, 0);
    REFUSES(basin_draft_learned, NULL, NULL, NULL, 0, 0);
    REFUSES(basin_draft_given, NULL, 0, 0);
    REFUSES(basin_draft_finish, NULL, NULL);
    REFUSES(basin_solve, NULL, NULL, NULL, NULL);
    REFUSES(basin_solve_many, NULL, NULL, NULL, 0, NULL);
    REFUSES(basin_solve_least, NULL, NULL, NULL, NULL, NULL, NULL);
    REFUSES(basin_answer_write, NULL, NULL, NULL, NULL);
    REFUSES(basin_problem_energy, NULL, NULL, NULL, 0, (enum basin_method)0, NULL);
    REFUSES(basin_problem_costs, NULL, NULL, NULL, 0, (enum basin_method)0, NULL, NULL);
    REFUSES(basin_problem_export, NULL, NULL, NULL);
    REFUSES(basin_problem_reference, NULL, NULL, NULL);
    REFUSES(basin_train, NULL, NULL, NULL);
    REFUSES(basin_learn, NULL, NULL, NULL);
    REFUSES(basin_learn_files, NULL, NULL, false, NULL, NULL, NULL);
    REFUSES(basin_picture_new, NULL, NULL);
    REFUSES(basin_picture_paint, NULL, NULL, NULL);
    REFUSES(basin_picture_energies, NULL, NULL);
    REFUSES(basin_picture_run, NULL, NULL);
    REFUSES(basin_picture_cactus, NULL, 0, NULL);
    REFUSES(basin_picture_growth, NULL, 0, NULL);
    REFUSES(basin_film_svg, NULL, NULL, NULL);
    REFUSES(basin_picture_landscape, NULL, 0, (enum basin_method)0, NULL);
    REFUSES(basin_picture_svg, NULL, NULL);
    REFUSES(basin_picture_save, NULL, NULL);
    REFUSES(basin_picture_probe, NULL);
    REFUSES(basin_picture_json, NULL, false, NULL);
    REFUSES(basin_picture_cells, NULL, 0, 0, false, NULL);
    REFUSES(basin_model_with_embeddings, NULL, NULL, NULL);
    test_ctx_done(ctx);
}

/* What a chart is made of, but for one thing. */
static void charts_with_something_missing(void **state)
{
    const double one[] = { 1 };
    struct basin_energies energies = BASIN_ENERGIES_INIT;
    const char *const paths[] = { NULL };
    basin_ctx *const ctx = test_ctx();
    basin_picture *picture = NULL;

    (void)state;
    energies.moments = energies.particles = 1;
    energies.step = one;
    ASSERT_FAILS(ctx, basin_picture_energies(ctx, &energies, &picture), BASIN_STATUS_INPUT,
                 "is NULL");
    energies.energy = one;
    energies.step = NULL;
    ASSERT_FAILS(ctx, basin_picture_energies(ctx, &energies, &picture), BASIN_STATUS_INPUT,
                 "is NULL");
    energies.step = one;
    energies.moments = SIZE_MAX / 4 + 2; /* times four is small again */
    energies.particles = 4;
    assert_int_equal(basin_picture_energies(ctx, &energies, &picture), BASIN_STATUS_TOO_BIG);
    ASSERT_FAILS(ctx, basin_picture_cactus(ctx, paths, 1, &picture), BASIN_STATUS_INPUT, "is NULL");
    assert_null(picture);
    test_ctx_done(ctx);
}

static bool was_asked(const char *name)
{
    for (size_t i = 0; i < asks; i++)
        if (strcmp(asked[i], name) == 0)
            return true;
    return false;
}

/* The name of the function that is declared behind BASIN_API. */
static const char *declared(const char *at, char name[static 64])
{
    const char *const open = strchr(at, '(');
    const char *begin = open;

    while (open && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
        begin--;
    if (!open || strncmp(begin, "basin_", strlen("basin_")) != 0)
        return NULL;
    snprintf(name, 64, "%.*s", (int)(open - begin), begin);
    return name;
}

static void all_are_asked(void **state)
{
    static const char *const headers[] = { "include/basin.h", "include/basin_pictures.h",
                                           "include/basin_words.h" };
    size_t seen = 0;

    (void)state;
    ask("basin_version"); /* takes nothing */
    for (size_t h = 0; h < COUNT(headers); h++) {
        FILE *const file = fopen(headers[h], "r");
        char *line = NULL, name[64];
        size_t room = 0;
        assert_non_null(file);
        while (getline(&line, &room, file) >= 0) {
            const char *const at = strncmp(line, "BASIN_API", 9) == 0 ? line + 9 : NULL;
            if (at && declared(at, name) && ++seen && !was_asked(name))
                fail_msg("%s: nobody gives %s nothing", headers[h], name);
        }
        free(line);
        fclose(file);
    }
    assert_true(seen > 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contexts_that_are_none),          cmocka_unit_test(domains_that_are_none),
        cmocka_unit_test(problems_that_are_none),          cmocka_unit_test(models_that_are_none),
        cmocka_unit_test(what_is_given_back_is_none),      cmocka_unit_test(pictures_that_are_none),
        cmocka_unit_test(pictures_with_something_missing), cmocka_unit_test(calls_with_a_status),
        cmocka_unit_test(charts_with_something_missing),   cmocka_unit_test(all_are_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
