/* test_cells.c - pictures in the character cells of a terminal. */
#include "view/picture.h"

#include "base/rng.h"
#include "support.h"

#include <math.h>

static char *cells(basin_ctx *ctx, const basin_picture *picture, uint32_t columns, uint32_t rows,
                   bool colors)
{
    char *text = NULL;

    ASSERT_OK(ctx, basin_picture_cells(ctx, picture, columns, rows, colors, &text));
    return text;
}

static basin_picture *board(basin_ctx *ctx, const char *size, const int32_t *value,
                            basin_problem **problem)
{
    basin_picture *picture;

    ASSERT_OK(ctx, basin_problem_open(ctx, "queens", size, problem));
    ASSERT_OK(ctx, basin_picture_new(ctx, *problem, &picture));
    ASSERT_OK(ctx, basin_picture_paint(ctx, picture, value, NULL));
    return picture;
}

static void discard(basin_ctx *ctx, basin_picture *picture, basin_problem *problem)
{
    basin_picture_free(ctx, picture);
    basin_problem_free(ctx, problem);
    test_ctx_done(ctx);
}

/* Lines of at most `columns` characters beside sequences of colours, no more than `rows`; every
 * line ends in plain colours. */
static void check_size(const char *text, size_t columns, size_t rows, bool colors)
{
    size_t lines = 0, used = 0;
    bool plain = true;

    for (; *text; text++) {
        if (*text == '\033') {
            const size_t length = strcspn(text, "m");
            assert_true(colors && text[length] == 'm');
            plain = length == 3;  /* ESC [ 0 m */
            text += length;
        } else if (*text == '\n') {
            assert_true(plain);
            lines++;
            used = 0;
        } else {
            assert_true(*text >= ' ' && *text < 127);
            assert_true(++used <= columns);
        }
    }
    assert_int_equal(used, 0);
    assert_true(lines <= rows);
}

/* ----------------------------------------------------------------------------------- tests ---- */

static void a_board_is_as_it_is_written(void **state)
{
    const int32_t value[] = { 1, 3, 0, 2 };
    basin_ctx *const ctx = test_ctx();
    basin_problem *problem;
    basin_picture *const picture = board(ctx, "4", value, &problem);
    char *const text = cells(ctx, picture, 80, 24, false);

    (void)state;
    assert_string_equal(text, ". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
    basin_text_free(ctx, text);
    discard(ctx, picture, problem);
}

/* With and without colours; a queen, and the line that it stands on with another. */
static void what_is_wrong_has_a_mark(void **state)
{
    const int32_t value[] = { 0, 0, 3, 1 };
    basin_ctx *const ctx = test_ctx();
    basin_problem *problem;
    basin_picture *const picture = board(ctx, "4", value, &problem);

    (void)state;
    for (int colors = 0; colors < 2; colors++) {
        char *const text = cells(ctx, picture, 80, 24, colors);
        check_size(text, 8, 4, colors);
        size_t marks = 0, queens = 0, strokes = 0;
        for (const char *c = text; *c; c++) {
            marks += *c == '!';
            queens += *c == 'Q';
            strokes += *c == '|';
        }
        assert_int_equal(queens, 4);
        assert_int_equal(marks, 2);
        assert_int_equal(strokes, 2);
        assert_int_equal(strstr(text, "48;5;160") != NULL, colors);
        basin_text_free(ctx, text);
    }
    discard(ctx, picture, problem);
}

/* One pair on a board of 64 that breaks a line, seen however many squares share a character. */
static void what_is_wrong_is_seen_at_any_size(void **state)
{
    int32_t value[64];
    basin_ctx *const ctx = test_ctx();
    basin_problem *problem;

    (void)state;
    for (int i = 0; i < 64; i++)
        value[i] = i < 32 ? 2 * i + 1 : 2 * (i - 32);
    basin_picture *const picture = board(ctx, "64", value, &problem);
    for (uint32_t rows = 1; rows < 70; rows += 4) {
        char *text = cells(ctx, picture, 2 * rows, rows, false);
        check_size(text, 2 * rows, rows, false);
        assert_null(strchr(text, '!'));
        basin_text_free(ctx, text);
        value[63] = value[62];
        ASSERT_OK(ctx, basin_picture_paint(ctx, picture, value, NULL));
        text = cells(ctx, picture, 2 * rows, rows, false);
        assert_non_null(strchr(text, '!'));
        basin_text_free(ctx, text);
        value[63] = 62;
        ASSERT_OK(ctx, basin_picture_paint(ctx, picture, value, NULL));
    }
    discard(ctx, picture, problem);
}

static void costs_are_digits_without_colors(void **state)
{
    const int32_t value[] = { 1, 3, 0, 2 };
    double cost[22] = { 0 };
    basin_ctx *const ctx = test_ctx();
    basin_problem *problem;
    basin_picture *const picture = board(ctx, "4", value, &problem);

    (void)state;
    cost[0] = 9;  /* the first row */
    ASSERT_OK(ctx, basin_picture_paint(ctx, picture, value, cost));
    char *text = cells(ctx, picture, 80, 24, false);
    assert_string_equal(text, "9 Q 9 9\n0 0 0 Q\nQ 0 0 0\n0 0 Q 0\n");
    basin_text_free(ctx, text);
    text = cells(ctx, picture, 80, 24, true);
    assert_non_null(strstr(text, "48;5;"));
    basin_text_free(ctx, text);
    discard(ctx, picture, problem);
}

/* Random scenes, whose shapes may reach beyond them. */
static double number(struct bsn_rng *rng, double most)
{
    return bsn_rng_uniform(rng, rng->step++) * most;
}

static void scatter(struct bsn_rng *rng, bool rects, struct bsn_scene *scene)
{
    static const char *const words[] = { "", "x", "ab", "12345678901234567890123", "\xc2\xac",
                                         "\xe2\x99\x9b", "\xf0\x9f\x99\x82!", "\x01" };
    double at[4];

    scene->width = (float)number(rng, 40);
    scene->height = (float)number(rng, 40);
    for (int i = 0; i < 120; i++) {
        const enum bsn_tone tone = (enum bsn_tone)number(rng, 40);
        const char *const word = words[(size_t)number(rng, COUNT(words))];
        for (int k = 0; k < 4; k++)
            at[k] = number(rng, 50) - 5;
        if (i % 4 == 0)
            bsn_scene_line(scene, tone, at[0], at[1], at[2], at[3]);
        else if (i % 4 == 1)
            bsn_scene_disc(scene, tone, at[0], at[1], fabs(at[2]) / 10);
        else if (i % 4 == 2 || !rects)
            bsn_scene_text(scene, tone, at[0], at[1], fabs(at[2]) / 4, fabs(at[3]) / 40, word);
        else
            bsn_scene_rect(scene, tone, at[0], at[1], fabs(at[2]) / 4, fabs(at[3]) / 4);
        scene->shape[scene->shapes - 1].heat = i % 3 ? NAN : (float)at[3];
    }
    assert_int_equal(scene->status, BASIN_STATUS_OK);
}

static void any_scene_keeps_to_any_size(void **state)
{
    basin_ctx *const ctx = test_ctx();

    (void)state;
    for (uint32_t seed = 0; seed < 100; seed++) {
        struct bsn_rng rng = { seed, BSN_RNG_TEST, 0, 0 };
        basin_picture picture = { .problem = NULL };
        bsn_scene_begin(ctx, &picture.scene);
        scatter(&rng, seed % 2 == 0, &picture.scene);
        const uint32_t columns = (uint32_t)number(&rng, 100), rows = (uint32_t)number(&rng, 40);
        for (int colors = 0; colors < 2; colors++) {
            char *const text = cells(ctx, &picture, columns, rows, colors);
            check_size(text, columns, rows, colors);
            basin_text_free(ctx, text);
        }
        bsn_scene_clear(&picture.scene);
    }
    test_ctx_done(ctx);
}

static basin_status draw(basin_ctx *ctx, void *picture)
{
    char *text = NULL;
    const basin_status status = basin_picture_cells(ctx, picture, 30, 9, true, &text);

    basin_text_free(ctx, text);
    return status;
}

static void want_of_memory_is_survived(void **state)
{
    basin_ctx *const ctx = test_ctx();
    basin_problem *problem;
    basin_picture *const picture = board(ctx, "12", NULL, &problem);

    (void)state;
    assert_true(test_refuse_each(draw, picture) > 2);
    discard(ctx, picture, problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_is_as_it_is_written),
        cmocka_unit_test(what_is_wrong_has_a_mark),
        cmocka_unit_test(what_is_wrong_is_seen_at_any_size),
        cmocka_unit_test(costs_are_digits_without_colors),
        cmocka_unit_test(any_scene_keeps_to_any_size),
        cmocka_unit_test(want_of_memory_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
