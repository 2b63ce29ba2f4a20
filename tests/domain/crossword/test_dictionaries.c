/* test_dictionaries.c - a dictionary that is not there is an error that names the packages. */
#include "domain/crossword/knowledge/dictionaries.h"

#include "domain/crossword/knowledge/knowledge_learn.h"
#include "support.h"

static void check(const char *path, bool told)
{
    basin_ctx *const ctx = test_ctx();
    const basin_status failed =
        bsn_fail(ctx, BASIN_STATUS_IO, "%s/x: cannot open: No such file or directory", path);

    assert_int_equal(bsn_dictionary_read(ctx, path, failed), BASIN_STATUS_IO);
    assert_non_null(strstr(basin_error_text(ctx), "cannot open: No such file"));
    for (size_t i = 0; i < 4; i++) {
        static const char *const packages[] = { "dict-gcide", "wordnet-base", "wamerican-insane",
                                                "wamerican-large" };
        assert_int_equal(strstr(basin_error_text(ctx), packages[i]) != NULL, told);
    }
    test_ctx_done(ctx);
}

/* Each one that a training reads; a user's own file is no package's. */
static void test_missing(void **state)
{
    const struct bsn_learn_opts standard = BSN_LEARN_OPTS_INIT;

    (void)state;
    check(standard.gcide, true);
    check(standard.wordnet, true);
    for (size_t k = 0; k < BSN_LEARN_LISTS; k++)
        check(standard.list[k], true);
    check("/home/someone/words", false);
}

/* What is there but broken is not a missing package. */
static void test_other(void **state)
{
    basin_ctx *const ctx = test_ctx();
    const basin_status failed = bsn_fail(ctx, BASIN_STATUS_PARSE, "a broken line");

    (void)state;
    assert_int_equal(bsn_dictionary_read(ctx, BSN_DICTIONARY_WORDS, failed), BASIN_STATUS_PARSE);
    assert_string_equal(basin_error_text(ctx), "a broken line");
    assert_int_equal(bsn_dictionary_read(ctx, BSN_DICTIONARY_WORDS, BASIN_STATUS_OK),
                     BASIN_STATUS_OK);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
