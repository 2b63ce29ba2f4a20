/* test_text.c - a string that grows, and keeps its first failure. */
#include "base/text.h"
#include "support.h"

#include <math.h>

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

static void numbers_have_no_locale_and_no_zeros_at_the_end(void **state)
{
    (void)state;
    static const struct {
        double value;
        int decimals;
        const char *text;
    } cases[] = {
        { 0, 2, "0" }, { 1, 2, "1" }, { -1, 2, "-1" }, { 0.5, 2, "0.5" }, { 0.25, 2, "0.25" },
        { 0.05, 2, "0.05" }, { -0.004, 2, "0" }, { -0.006, 2, "-0.01" }, { 0.999, 2, "1" },
        { 9.996, 2, "10" }, { 3.1, 0, "3" }, { 2.5e6, 4, "2500000" }, { 1.00005, 4, "1.0001" },
        { 1e14, 4, "100000000000000" }, { 1e16, 4, "null" }, { INFINITY, 2, "null" },
        { NAN, 2, "null" },
    };
    basin_ctx *const ctx = test_ctx();

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bsn_text text = BSN_TEXT_INIT(ctx);
        char *out;
        bsn_text_number(&text, cases[i].value, cases[i].decimals);
        ASSERT_OK(ctx, bsn_text_take(&text, &out));
        assert_string_equal(out, cases[i].text);
        basin_text_free(ctx, out);
    }
    test_ctx_done(ctx);
}

static void whole_numbers_are_as_printf_writes_them(void **state)
{
    (void)state;
    static const int64_t cases[] = { 0, 1, -1, 9, 10, -10, 99, 100, 4200000, -134217728,
                                     INT64_MAX, INT64_MIN };
    basin_ctx *const ctx = test_ctx();
    struct bsn_text fast = BSN_TEXT_INIT(ctx), plain = BSN_TEXT_INIT(ctx);

    for (size_t i = 0; i < 100 * COUNT(cases); i++) {
        bsn_text_whole(&fast, i % 2 ? ' ' : '\n', cases[i % COUNT(cases)]);
        bsn_text_add(&plain, "%c%lld", i % 2 ? ' ' : '\n', (long long)cases[i % COUNT(cases)]);
    }
    assert_int_equal(fast.length, plain.length);
    assert_string_equal(fast.chars, plain.chars);
    bsn_text_clear(&fast);
    bsn_text_clear(&plain);
    test_ctx_done(ctx);
}

static basin_status put_together(basin_ctx *ctx, void *arg)
{
    (void)arg;
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    char *out;

    for (int i = 0; i < 200; i++)
        bsn_text_add(&text, "line %d\n", i);
    for (int i = 0; i < 200; i++)
        bsn_text_whole(&text, ' ', i);
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
        cmocka_unit_test(numbers_have_no_locale_and_no_zeros_at_the_end),
        cmocka_unit_test(whole_numbers_are_as_printf_writes_them),
        cmocka_unit_test(refused_memory_is_reported_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
