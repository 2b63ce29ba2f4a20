/* test_scene.c - lists of shapes: texts, ranges, limits. */
#include "domain/scene.h"

#include "support.h"

#include <math.h>

static void test_shapes_are_where_they_were_put(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();
    struct bsn_scene scene;

    bsn_scene_begin(ctx, &scene);
    bsn_scene_rect(&scene, BSN_TONE_LIGHT, 1, 2, 3, 4);
    bsn_scene_disc(&scene, BSN_TONE_OPEN, 5, 6, 7);
    bsn_scene_line(&scene, BSN_TONE_MUTED, 1, 2, 0, 5);
    bsn_scene_text(&scene, BSN_TONE_INK, 1, 2, 3, 0.5, "abc");
    assert_int_equal(scene.status, BASIN_STATUS_OK);
    assert_int_equal(scene.shapes, 4);
    assert_int_equal(scene.shape[0].kind, BSN_SHAPE_RECT);
    assert_true(scene.shape[1].w == 7 && scene.shape[1].h == 7);
    assert_true(scene.shape[2].w == -1 && scene.shape[2].h == 3);
    assert_string_equal(scene.shape[3].text, "abc");
    for (size_t i = 0; i < scene.shapes; i++)
        assert_true(isnan(scene.shape[i].heat));
    bsn_scene_clear(&scene);
    test_ctx_done(ctx);
}

/* A text that is too long ends between characters. */
static void test_a_long_text_stays_utf8(void **state)
{
    (void)state;
    static const char *const letters[] = { "a", "\xc2\xac", "\xe2\x99\x9b", "\xf0\x9f\x91\x91" };
    struct bsn_shape shape;

    for (size_t k = 0; k < COUNT(letters); k++)
        for (size_t before = 0; before < 8; before++) {
            char text[128] = "";
            for (size_t i = 0; i < before; i++)
                strcat(text, "x");
            while (strlen(text) + strlen(letters[k]) < sizeof text)
                strcat(text, letters[k]);
            bsn_shape_say(&shape, "%s", text);
            const size_t length = strlen(shape.text);
            assert_true(length + strlen(letters[k]) >= BSN_SHAPE_TEXT_CHARS);
            assert_int_equal((length - before) % strlen(letters[k]), 0);
            assert_memory_equal(shape.text, text, length);
        }
}

static void test_the_range_of_energies(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();
    struct bsn_scene scene;
    double low, high;

    bsn_scene_begin(ctx, &scene);
    for (int i = 0; i < 3; i++)
        bsn_scene_rect(&scene, BSN_TONE_LIGHT, 0, 0, 1, 1);
    assert_false(bsn_scene_range(&scene, &low, &high));
    scene.shape[1].heat = 2;
    assert_true(bsn_scene_range(&scene, &low, &high));
    assert_true(low == 2 && high == 3);
    scene.shape[2].heat = 7;
    assert_true(bsn_scene_range(&scene, &low, &high));
    assert_true(low == 2 && high == 7);
    scene.low = 0;
    scene.high = 0.5;
    assert_true(bsn_scene_range(&scene, &low, &high));
    assert_true(low == 0 && high == 0.5);
    scene.shape[0].heat = INFINITY;
    scene.low = scene.high = NAN;
    assert_true(bsn_scene_range(&scene, &low, &high));
    assert_true(low == 2 && high == 7);
    bsn_scene_clear(&scene);
    test_ctx_done(ctx);
}

static void test_a_failing_allocation_is_kept(void **state)
{
    (void)state;
    struct test_alloc alloc = { 0 };
    basin_ctx *const ctx = test_ctx_with(&alloc);
    struct bsn_scene scene;

    bsn_scene_begin(ctx, &scene);
    alloc.refuse = alloc.calls + 2;
    for (int i = 0; i < 1000; i++)
        bsn_scene_rect(&scene, BSN_TONE_LIGHT, 0, 0, 1, 1);
    assert_int_equal(scene.status, BASIN_STATUS_MEMORY);
    assert_true(scene.shapes < 1000);
    bsn_scene_clear(&scene);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes_are_where_they_were_put),
        cmocka_unit_test(test_a_long_text_stays_utf8),
        cmocka_unit_test(test_the_range_of_energies),
        cmocka_unit_test(test_a_failing_allocation_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
