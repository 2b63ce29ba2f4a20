/* test_film.c - films: which moments and particles they show, and what cannot be shown. */
#define _GNU_SOURCE
#include "view/film.h"

#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Two squares and a text; three particles; the third one is the answer, though it costs more. */
#define PAINT(tone, text) "{\"tone\": \"" tone "\", \"text\": [\"" text "\"]}"
#define HEAD                                                                                    \
    "{\"name\": \"a run\", \"particles\": 3, \"winner\": 2, \"tones\": {}, \"picture\":"        \
    " {\"width\": 2, \"height\": 1, \"shapes\": ["                                              \
    "{\"kind\": \"rect\", \"x\": 0, \"y\": 0, \"w\": 1, \"h\": 1},"                             \
    "{\"kind\": \"rect\", \"x\": 1, \"y\": 0, \"w\": 1, \"h\": 1},"                             \
    "{\"kind\": \"text\", \"x\": 0.5, \"y\": 0.5, \"w\": 1, \"h\": 1}]}, \"frames\": ["
#define FRAME(step, energy, violated, third)                                                    \
    "{\"step\": " step ", \"energy\": [" energy "], \"violated\": [" violated "], \"paint\": [" \
    PAINT("124", "a") ", " PAINT("164", "b") ", " third "]}"
static const char run[] = HEAD
    FRAME("0", "null, null, null", "3, 2, 4", PAINT("664", "c")) ","
    FRAME("1", "5, 4, 3", "2, 2, 2", PAINT("664", "d")) ","
    FRAME("2", "5, 4, 9", "1, 2, 1", PAINT("664", "e")) ","
    FRAME("5", "-5, -4, 30", "0, 1, 0", PAINT("1\xc2\xb0" "4", "\xe2\x99\x9b")) "]}";

static void write_run(const char *text, char path[static 32])
{
    snprintf(path, 32, "/tmp/basin-film-XXXXXX");
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
}

static void test_who_is_shown(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();
    struct bsn_film film;
    char path[32];

    write_run(run, path);
    ASSERT_OK(ctx, bsn_film_open(ctx, path, 60, &film));
    assert_int_equal(film.frames, 4);
    assert_int_equal(film.best[0], 1);  /* breaks least */
    assert_int_equal(film.best[1], 1);  /* all alike: who was shown stays, whatever it costs */
    assert_int_equal(film.best[2], 0);  /* of two the one of lower energy */
    assert_int_equal(film.best[3], 2);  /* the answer */
    bsn_film_paint(&film, 0);
    assert_int_equal(film.scene.shape[1].tone, BSN_TONE_WRONG);
    assert_string_equal(film.scene.shape[2].text, "b");
    bsn_film_paint(&film, 3);
    assert_int_equal(film.scene.shape[0].tone, BSN_TONE_LIGHT);
    assert_int_equal(film.scene.shape[1].tone, 0xb0 - 48);
    assert_string_equal(film.scene.shape[2].text, BSN_SHAPE_QUEEN);
    bsn_film_clear(&film);
    unlink(path);
    test_ctx_done(ctx);
}

static void test_few_frames_have_both_ends(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();
    char path[32];

    write_run(run, path);
    for (size_t most = 0; most <= 5; most++) {
        struct bsn_film film;
        ASSERT_OK(ctx, bsn_film_open(ctx, path, most, &film));
        assert_int_equal(film.frames, most < 2 ? 2 : most > 4 ? 4 : most);
        assert_int_equal(film.moment[0], 0);
        assert_int_equal(film.moment[film.frames - 1], 3);
        for (size_t f = 1; f < film.frames; f++)
            assert_true(film.moment[f] > film.moment[f - 1]);
        bsn_film_clear(&film);
    }
    unlink(path);
    test_ctx_done(ctx);
}

static void refuses(const char *text, const char *message)
{
    basin_ctx *const ctx = test_ctx();
    char path[32], *svg = NULL;

    write_run(text, path);
    ASSERT_FAILS(ctx, basin_film_svg(ctx, path, NULL, &svg), BASIN_STATUS_PARSE, message);
    assert_null(svg);
    unlink(path);
    test_ctx_done(ctx);
}

static void test_what_cannot_be_shown(void **state)
{
    (void)state;
    refuses("{}", "not a recorded run");
    refuses(HEAD "]}", "not a recorded run");
    refuses(HEAD FRAME("0", "1, 2, 3", "1, 1, 1", PAINT("66", "c")) "]}",
            "frame 1, particle 3: \"tone\" has 2 characters for 3 shapes");
    refuses(HEAD FRAME("0", "1, 2, 3", "1, 1, 1", "3") "]}", "item 3 of \"paint\"");
}

static basin_status make_film(basin_ctx *ctx, void *path)
{
    char *svg = NULL;
    const basin_status status = basin_film_svg(ctx, path, "a title", &svg);

    basin_text_free(ctx, svg);
    return status;
}

static void test_every_allocation_may_fail(void **state)
{
    char path[32];

    (void)state;
    write_run(run, path);
    assert_true(test_refuse_each(make_film, path) > 10);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_who_is_shown),
        cmocka_unit_test(test_few_frames_have_both_ends),
        cmocka_unit_test(test_what_cannot_be_shown),
        cmocka_unit_test(test_every_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
