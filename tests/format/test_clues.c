/* test_clues.c - lists of clues and words, line by line. */
#define _GNU_SOURCE
#include "format/clues.h"

#include "base/file.h"
#include "support.h"

#include <unistd.h>

static void lists(void **state)
{
    (void)state;
    static const char *const text = "\xef\xbb\xbf" "A pet\tDOG\r\n\nAn a\tb\tCAT\nLast\tEEL";
    basin_ctx *ctx = test_ctx();
    char path[] = "/tmp/basin-clues-XXXXXX";
    struct bsn_clues c;

    close(mkstemp(path));
    ASSERT_OK(ctx, bsn_file_write(ctx, path, text, strlen(text)));
    ASSERT_OK(ctx, bsn_clues_read(ctx, path, &c));
    assert_int_equal(c.count, 3);
    assert_string_equal(c.line[0].clue, "A pet");
    assert_string_equal(c.line[0].word, "DOG");
    assert_string_equal(c.line[1].clue, "An a\tb");
    assert_string_equal(c.line[2].word, "EEL");
    bsn_clues_clear(ctx, &c);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, "one\n\ntwo", 8));
    ASSERT_OK(ctx, bsn_words_read(ctx, path, &c));
    assert_int_equal(c.count, 2);
    assert_null(c.line[0].clue);
    assert_string_equal(c.line[1].word, "two");
    bsn_clues_clear(ctx, &c);
    ASSERT_FAILS(ctx, bsn_clues_read(ctx, path, &c), BASIN_STATUS_PARSE, "line 1");
    ASSERT_OK(ctx, bsn_file_write(ctx, path, "a\tB\n\tB\n", 7));
    ASSERT_FAILS(ctx, bsn_clues_read(ctx, path, &c), BASIN_STATUS_PARSE, "line 2");
    unlink(path);
    ASSERT_FAILS(ctx, bsn_words_read(ctx, path, &c), BASIN_STATUS_IO, path);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(lists) };

    return cmocka_run_group_tests_name("clues", tests, NULL, NULL);
}
