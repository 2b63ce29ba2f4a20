/* test_text.c - a string that grows, and keeps its first failure. */
#include "base/text.h"
#include "support.h"

static void pieces_are_joined(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    char *out = NULL;

    for (int i = 0; i < 1000; i++)
        bsn_text_add(&text, "%d,", i);
    ASSERT_OK(ctx, bsn_text_take(&text, &out));
    const char *at = out;
    for (int i = 0; i < 1000; i++) {
        char want[16];
        const int chars = snprintf(want, sizeof want, "%d,", i);
        assert_memory_equal(at, want, (size_t)chars);
        at += chars;
    }
    assert_string_equal(at, "");
    basin_text_free(ctx, out);
    test_ctx_done(ctx);
}

static void one_long_piece_is_whole(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    char *out = NULL;

    bsn_text_add(&text, "%100000d", 7);
    ASSERT_OK(ctx, bsn_text_take(&text, &out));
    assert_int_equal(strlen(out), 100000);
    assert_int_equal(out[99999], '7');
    basin_text_free(ctx, out);
    test_ctx_done(ctx);
}

static void nothing_added_is_the_empty_string(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    char *out = NULL;

    ASSERT_OK(ctx, bsn_text_take(&text, &out));
    assert_string_equal(out, "");
    basin_text_free(ctx, out);
    test_ctx_done(ctx);
}

static void cleared_text_holds_nothing(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_text text = BSN_TEXT_INIT(ctx);

    bsn_text_add(&text, "given up");
    bsn_text_clear(&text);
    bsn_text_clear(&text);
    test_ctx_done(ctx);
}

static basin_status put_together(basin_ctx *ctx, void *arg)
{
    (void)arg;
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    char *out;

    for (int i = 0; i < 200; i++)
        bsn_text_add(&text, "line %d\n", i);
    BSN_TRY(bsn_text_take(&text, &out));
    basin_text_free(ctx, out);
    return BASIN_STATUS_OK;
}

static void refused_memory_is_reported_at_the_end(void **state)
{
    (void)state;
    assert_true(test_refuse_each(put_together, NULL) > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_joined),
        cmocka_unit_test(one_long_piece_is_whole),
        cmocka_unit_test(nothing_added_is_the_empty_string),
        cmocka_unit_test(cleared_text_holds_nothing),
        cmocka_unit_test(refused_memory_is_reported_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
