/* test_rows.c - examples, one a line: blanks, commas, comments, a first line that is a header. */
#include "support.h"

#include "format/rows.h"

struct file {
    basin_ctx *ctx;
    struct bsn_words words;
    struct bsn_rows rows;
    char path[TEST_PATH];
};

static basin_status read_text(struct file *f, const char *text, bool header)
{
    test_path("rows.txt", f->path);
    FILE *const file = fopen(f->path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    const basin_status status = bsn_rows_read(f->ctx, f->path, header, &f->words, &f->rows);
    remove(f->path);
    return status;
}

static void forget(struct file *f)
{
    bsn_rows_clear(f->ctx, &f->rows);
    bsn_words_clear(f->ctx, &f->words);
    f->rows = (struct bsn_rows){ 0 };
    f->words = (struct bsn_words){ 0 };
    assert_int_equal(basin_ctx_blocks(f->ctx), 1);
}

/* The words of a row with "|" behind each. */
static void holds(const struct file *f, size_t row, size_t line, const char *expected)
{
    char text[256] = "";

    for (size_t i = f->rows.first[row]; i < f->rows.first[row + 1]; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s|",
                 f->words.word[f->rows.value[i]]);
    assert_string_equal(text, expected);
    assert_int_equal(f->rows.line[row], line);
}

static void blanks_and_commas(void **state)
{
    struct file f = { .ctx = test_ctx() };

    (void)state;
    ASSERT_OK(f.ctx,
              read_text(&f, "# what follows\n  a  b\tc  \r\n\nb, c d ,a # one word is \"c d\"\na\n",
                        false));
    assert_int_equal(f.rows.rows, 3);
    holds(&f, 0, 2, "a|b|c|");
    holds(&f, 1, 4, "b|c d|a|");
    holds(&f, 2, 5, "a|");
    assert_false(f.rows.header);
    forget(&f);
    test_ctx_done(f.ctx);
}

/* Its words go, but for those that the rows have, too. */
static void a_header_is_dropped(void **state)
{
    struct file f = { .ctx = test_ctx() };

    (void)state;
    ASSERT_OK(f.ctx, read_text(&f, "left,right\n0,1\n1,0\n1,1\n", false));
    assert_true(f.rows.header);
    assert_int_equal(f.rows.rows, 3);
    assert_int_equal(f.words.count, 2);
    holds(&f, 0, 2, "0|1|");
    holds(&f, 2, 4, "1|1|");
    forget(&f);
    ASSERT_OK(f.ctx, read_text(&f, "a x b\na b a\nb a b\n", true));
    assert_int_equal(f.rows.rows, 2);
    assert_int_equal(f.words.count, 2);
    holds(&f, 0, 2, "a|b|a|");
    holds(&f, 1, 3, "b|a|b|");
    forget(&f);
    test_ctx_done(f.ctx);
}

static void headers_that_are_wrong(void **state)
{
    struct file f = { .ctx = test_ctx() };

    (void)state;
    ASSERT_FAILS(f.ctx, read_text(&f, "left right\n0 1\n1 0 1\n", true), BASIN_STATUS_PARSE,
                 ":3: 3 values; the header in line 1 names 2");
    forget(&f);
    ASSERT_FAILS(f.ctx, read_text(&f, "left right\n", true), BASIN_STATUS_PARSE,
                 "no example in it, only a header");
    forget(&f);
    test_ctx_done(f.ctx);
}

static void rows_have_a_number(void **state)
{
    enum { MANY = 1000001 };
    struct file f = { .ctx = test_ctx() };
    char *const text = malloc(2 * MANY + 1);

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < MANY; i++)
        memcpy(text + 2 * i, "1\n", 3);
    const basin_status status = read_text(&f, text, false);
    if (status != BASIN_STATUS_OK)
        assert_non_null(strstr(basin_error_text(f.ctx), ":1000001: more than 1000000 examples"));
    else
        fail_msg("%zu rows were read", f.rows.rows);
    forget(&f);
    free(text);
    test_ctx_done(f.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blanks_and_commas),
        cmocka_unit_test(a_header_is_dropped),
        cmocka_unit_test(headers_that_are_wrong),
        cmocka_unit_test(rows_have_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
