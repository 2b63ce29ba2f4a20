/* Packed files, with an unpacker of three lines: a file "*TEXT" unpacks to TEXT twice, "#" to
 * nothing, "!" cannot be unpacked; all others are as they are. */
#define _GNU_SOURCE  /* mkstemp */
#include "base/unpack.h"

#include "base/file.h"
#include "domain/named.h"
#include "support.h"

#include <unistd.h>

static char path[] = "/tmp/basin_test_unpack.XXXXXX";

static int make_file(void **state)
{
    const int fd = mkstemp(path);

    (void)state;
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static basin_status toy(void *user, const void *bytes, size_t length, basin_unpacked *out)
{
    const char *const text = bytes;
    size_t *const calls = user;

    ++*calls;
    if (length == 0 || !strchr("*#!?", text[0]))
        return BASIN_STATUS_OK;
    if (text[0] == '!')
        return basin_unpacked_fail(out, BASIN_STATUS_PARSE, "bytes of the wrong\ncolour");
    if (text[0] == '?')
        return BASIN_STATUS_PARSE;  /* without a word */
    if (text[0] == '#')
        return basin_unpacked_add(out, NULL, 0);
    const basin_status status = basin_unpacked_add(out, text + 1, length - 1);
    return status != BASIN_STATUS_OK ? status : basin_unpacked_add(out, text + 1, length - 1);
}

/* A piece that is too large is refused before it is looked at. */
static basin_status too_much(void *user, const void *bytes, size_t length, basin_unpacked *out)
{
    const size_t *const first = user;

    (void)length;
    basin_unpacked_add(out, bytes, *first);
    basin_unpacked_add(out, bytes, BSN_FILE_MAX - *first + 1);
    return BASIN_STATUS_OK;  /* who does not pass a failure on gets no file either */
}

static void put(basin_ctx *ctx, const char *text)
{
    ASSERT_OK(ctx, bsn_file_write(ctx, path, text, strlen(text)));
}

static void check_read(basin_ctx *ctx, const char *packed, const char *plain)
{
    char *bytes;
    size_t length;

    put(ctx, packed);
    ASSERT_OK(ctx, bsn_file_read(ctx, path, &bytes, &length));
    assert_int_equal(length, strlen(plain));
    assert_memory_equal(bytes, plain, length + 1);
    bsn_free(ctx, bytes);
}

static void known_files_are_unpacked(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    size_t calls = 0;

    check_read(ctx, "*ab", "*ab");
    basin_ctx_unpack(ctx, toy, &calls);
    check_read(ctx, "*ab", "abab");
    check_read(ctx, "*", "");
    check_read(ctx, "#", "");
    check_read(ctx, "ab", "ab");
    check_read(ctx, "", "");
    assert_int_equal(calls, 5);
    basin_ctx_unpack(ctx, NULL, NULL);
    check_read(ctx, "*ab", "*ab");
    assert_int_equal(calls, 5);
    test_ctx_done(ctx);
}

static void check_fails(basin_ctx *ctx, basin_status status, const char *reason)
{
    char expected[200], *bytes = NULL;
    size_t length = 7;

    snprintf(expected, sizeof expected, "%s: %s", path, reason);
    ASSERT_FAILS(ctx, bsn_file_read(ctx, path, &bytes, &length), status, expected);
    assert_null(bytes);
    assert_int_equal(length, 7);
}

static void what_cannot_be_unpacked_is_named(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    size_t calls = 0;

    basin_ctx_unpack(ctx, toy, &calls);
    put(ctx, "!");
    check_fails(ctx, BASIN_STATUS_PARSE, "bytes of the wrong?colour");
    put(ctx, "?");
    check_fails(ctx, BASIN_STATUS_PARSE, "cannot be unpacked");
    test_ctx_done(ctx);
}

static void no_more_than_the_limit_is_unpacked(void **state)
{
    (void)state;
    static const size_t first[] = { 0, 1, 3 };
    basin_ctx *ctx = test_ctx();

    put(ctx, "abc");
    for (size_t i = 0; i < COUNT(first); i++) {
        size_t count = first[i];
        basin_ctx_unpack(ctx, too_much, &count);
        check_fails(ctx, BASIN_STATUS_TOO_BIG, "unpacks to more than 1073741824 bytes");
    }
    test_ctx_done(ctx);
}

static basin_status read_packed(basin_ctx *ctx, void *arg)
{
    char *bytes;
    size_t length;

    basin_ctx_unpack(ctx, toy, arg);
    BSN_TRY(bsn_file_read(ctx, path, &bytes, &length));
    bsn_free(ctx, bytes);
    return BASIN_STATUS_OK;
}

static void refused_memory_is_reported(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    size_t calls = 0;

    put(ctx, "*some text that is long enough for the block to grow at the second piece of it");
    test_ctx_done(ctx);
    assert_true(test_refuse_each(read_packed, &calls) >= 3);
}

static void packed_names_are_known(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t plain;
    } cases[] = { { "f.cnf", 5 },  { "f.cnf.gz", 5 },  { "f.cnf.xz", 5 }, { "f.cnf.bz2", 5 },
                  { "f.zst", 1 },  { ".gz", 3 },       { "", 0 },         { "gz", 2 },
                  { "f.gz.xz", 4 }, { "f.cnf.GZ", 8 }, { "f.gz/g", 6 } };
    static const struct {
        const char *spec, *domain;
    } owners[] = { { "d/f.cnf.gz", "sat" },       { "f.dimacs.zst", "sat" },
                   { "f.col.xz", "color" },       { "f.graph.bz2", "color" },
                   { "f.edges.gz", "color" },     { "f.ipuz.gz", "crossword" },
                   { "f.txt.zst:3", "crossword" }, { "f.sdm.xz:12", "sudoku" } };

    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(basin_name_plain(cases[i].name, strlen(cases[i].name)), cases[i].plain);
    for (size_t i = 0; i < COUNT(owners); i++)
        assert_string_equal(basin_domain_of(owners[i].spec), owners[i].domain);
    assert_null(basin_domain_of("8.gz"));
    assert_null(basin_domain_of("f.gz"));
    assert_null(basin_domain_of("f.cnf.gz.xz"));
    assert_false(bsn_named("f.cnf.gz", 7, (const char *const[]){ ".cnf", NULL }));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_files_are_unpacked),
        cmocka_unit_test(what_cannot_be_unpacked_is_named),
        cmocka_unit_test(no_more_than_the_limit_is_unpacked),
        cmocka_unit_test(refused_memory_is_reported),
        cmocka_unit_test(packed_names_are_known),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
