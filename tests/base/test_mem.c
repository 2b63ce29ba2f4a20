/* test_mem.c - contexts, blocks, checked sizes, growth, and the error line. */
#include "support.h"

static void blocks_are_aligned_zeroed_and_counted(void **state)
{
    (void)state;
    struct test_alloc a = { 0 };
    basin_ctx *ctx = test_ctx_with(&a);
    char *block[40];

    for (size_t n = 0; n < COUNT(block); n++) {
        ASSERT_OK(ctx, BSN_NEW(ctx, n * 7, &block[n]));
        assert_int_equal((uintptr_t)block[n] % BSN_ALIGN, 0);
        for (size_t i = 0; i < n * 7; i++)
            assert_int_equal(block[n][i], 0);
        memset(block[n], 0xff, n * 7);
    }
    assert_int_equal(basin_ctx_blocks(ctx), 1 + COUNT(block));
    assert_int_equal(a.live, 1 + COUNT(block));
    for (size_t n = 0; n < COUNT(block); n++)
        bsn_free(ctx, block[n]);
    bsn_free(ctx, NULL);
    test_ctx_done(ctx);
    assert_int_equal(a.live, 0);
}

static void products_are_checked(void **state)
{
    (void)state;
    size_t product;

    assert_false(bsn_mul(3, 5, &product));
    assert_int_equal(product, 15);
    assert_false(bsn_mul(SIZE_MAX, 1, &product));
    assert_false(bsn_mul(SIZE_MAX, 0, &product));
    assert_int_equal(product, 0);
    assert_true(bsn_mul(SIZE_MAX, 2, &product));
    assert_true(bsn_mul(SIZE_MAX / 2 + 1, 2, &product));
}

static void sizes_that_overflow_are_refused(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    void *block = ctx;

    ASSERT_FAILS(ctx, bsn_new(ctx, SIZE_MAX / 4, 8, &block), BASIN_STATUS_TOO_BIG, "overflows");
    ASSERT_FAILS(ctx, bsn_new(ctx, SIZE_MAX - 8, 1, &block), BASIN_STATUS_TOO_BIG, "overflows");
    assert_ptr_equal(block, ctx);
    test_ctx_done(ctx);
}

static void a_refused_block_is_an_error(void **state)
{
    (void)state;
    struct test_alloc a = { 0 };
    basin_ctx *ctx = test_ctx_with(&a);
    char *block = NULL;

    a.refuse = a.calls + 1;
    ASSERT_FAILS(ctx, BSN_NEW(ctx, 10, &block), BASIN_STATUS_MEMORY, "out of memory");
    assert_null(block);
    test_ctx_done(ctx);
}

static void a_context_that_gets_no_memory(void **state)
{
    (void)state;
    struct test_alloc a = { .refuse = 1 };
    const struct basin_alloc alloc = { test_resize, test_release, &a };
    basin_ctx *ctx = NULL;

    assert_int_equal(basin_ctx_new(&alloc, &ctx), BASIN_STATUS_MEMORY);
    assert_null(ctx);
    basin_ctx_free(NULL);
}

static void lists_grow_and_keep_what_they_hold(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    uint32_t *list = NULL;
    size_t capacity = 0;

    for (uint32_t i = 0; i < 3000; i++) {
        ASSERT_OK(ctx, BSN_GROW(ctx, &list, &capacity, i + 1));
        assert_true(capacity > i);
        assert_int_equal(list[i], 0);
        list[i] = i * i;
    }
    for (uint32_t i = 0; i < 3000; i++)
        assert_int_equal(list[i], i * i);
    const uint32_t *before = list;
    ASSERT_FAILS(ctx, BSN_GROW(ctx, &list, &capacity, SIZE_MAX), BASIN_STATUS_TOO_BIG, "");
    assert_ptr_equal(list, before);
    assert_int_equal(list[2999], 2999 * 2999);
    bsn_free(ctx, list);
    test_ctx_done(ctx);
}

static void text_is_copied(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    char *copy = NULL;

    ASSERT_OK(ctx, bsn_copy_text(ctx, "eight queens", &copy));
    assert_string_equal(copy, "eight queens");
    basin_text_free(ctx, copy);
    ASSERT_OK(ctx, bsn_copy_text(ctx, "", &copy));
    assert_string_equal(copy, "");
    basin_text_free(ctx, copy);
    test_ctx_done(ctx);
}

static void the_error_is_one_line_of_bounded_length(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    char long_name[2 * BSN_ERROR_CHARS];

    assert_string_equal(basin_error_text(ctx), "");
    assert_int_equal(bsn_fail(ctx, BASIN_STATUS_PARSE, "a\nb\tc\033[2J\177 %d", 7),
                     BASIN_STATUS_PARSE);
    assert_string_equal(basin_error_text(ctx), "a?b?c?[2J? 7");
    memset(long_name, 'x', sizeof long_name);
    long_name[sizeof long_name - 1] = 0;
    bsn_fail(ctx, BASIN_STATUS_IO, "%s", long_name);
    assert_int_equal(strlen(basin_error_text(ctx)), BSN_ERROR_CHARS - 1);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_aligned_zeroed_and_counted),
        cmocka_unit_test(products_are_checked),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(a_refused_block_is_an_error),
        cmocka_unit_test(a_context_that_gets_no_memory),
        cmocka_unit_test(lists_grow_and_keep_what_they_hold),
        cmocka_unit_test(text_is_copied),
        cmocka_unit_test(the_error_is_one_line_of_bounded_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
