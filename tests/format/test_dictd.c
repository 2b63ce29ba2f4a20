/* test_dictd.c - dictionaries of the DICT server, packed or plain; nothing in them is trusted. */
#define _GNU_SOURCE
#include "format/dictd.h"

#include "base/file.h"
#include "base/rng.h"
#include "support.h"

#include <unistd.h>
#include <zlib.h>

#define TEXT "Abbey\n  A convent.\nZebra\n  A striped horse.\n"
/* Abbey at 0, 19 characters; Zebra at 19, 25 characters. */
#define INDEX "Abbey\tA\tT\nabbeys\tA\tT\nZebra\tT\tZ\n"

static basin_status parse(basin_ctx *ctx, const char *index, const char *text, size_t length,
                          struct bsn_dictd *out)
{
    return bsn_dictd_parse(ctx, "d", index, strlen(index), text, length, out);
}

/* The text as gzip makes it; returns its length. */
static size_t packed(const char *text, unsigned char *to, size_t room)
{
    z_stream z = { 0 };

    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)text;
    z.avail_in = (unsigned)strlen(text);
    z.next_out = to;
    z.avail_out = (unsigned)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return room - z.avail_out;
}

static void check_small(const struct bsn_dictd *d)
{
    assert_int_equal(d->count, 3);
    assert_string_equal(d->entry[0].head, "Abbey");
    assert_string_equal(d->entry[2].head, "Zebra");
    assert_memory_equal(d->text + d->entry[2].offset, "Zebra\n  A striped horse.\n",
                        d->entry[2].length);
}

static void plain_and_packed(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    unsigned char bytes[256];
    struct bsn_dictd d;

    ASSERT_OK(ctx, parse(ctx, INDEX, TEXT, strlen(TEXT), &d));
    check_small(&d);
    bsn_dictd_clear(ctx, &d);
    ASSERT_OK(ctx, parse(ctx, INDEX, (char *)bytes, packed(TEXT, bytes, sizeof bytes), &d));
    check_small(&d);
    bsn_dictd_articles(&d);
    assert_int_equal(d.count, 2);
    assert_string_equal(d.entry[0].head, "Abbey");
    assert_string_equal(d.entry[1].head, "Zebra");
    bsn_dictd_clear(ctx, &d);
    bsn_dictd_clear(ctx, &d);
    test_ctx_done(ctx);
}

static void wrong_indexes(void **state)
{
    (void)state;
    static const struct {
        const char *index, *part;
    } wrong[] = {
        { "Abbey\n", "line 1" },
        { "Abbey\tA\n", "line 1" },
        { "Abbey\tA\tT\nZebra\tT\t?\n", "line 2" },
        { "Abbey\tA\tT\nZebra\tT\ta\n", "line 2" },       /* one past the end */
        { "Abbey\t//////////////\tT\n", "line 1" },        /* more than fits */
        { "Abbey\t\tT\n", "line 1" },
    };
    basin_ctx *ctx = test_ctx();
    struct bsn_dictd d;

    for (size_t i = 0; i < COUNT(wrong); i++)
        ASSERT_FAILS(ctx, parse(ctx, wrong[i].index, TEXT, strlen(TEXT), &d), BASIN_STATUS_PARSE,
                     wrong[i].part);
    ASSERT_OK(ctx, parse(ctx, "", "", 0, &d));
    assert_int_equal(d.count, 0);
    bsn_dictd_articles(&d);
    bsn_dictd_clear(ctx, &d);
    test_ctx_done(ctx);
}

static void broken_packing(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    unsigned char bytes[256];
    const size_t length = packed(TEXT, bytes, sizeof bytes);
    struct bsn_dictd d;

    for (size_t cut = 2; cut < length; cut++)
        assert_int_equal(parse(ctx, INDEX, (char *)bytes, cut, &d), BASIN_STATUS_PARSE);
    bytes[14] ^= 0xff;
    assert_int_equal(parse(ctx, INDEX, (char *)bytes, length, &d), BASIN_STATUS_PARSE);
    test_ctx_done(ctx);
}

/* A header as dictzip writes it, with a table of chunks that is not needed here. */
static void dictzip_header(void **state)
{
    (void)state;
    static unsigned char table[] = { 'R', 'A', 8, 0, 1, 0, 0xff, 0xff, 1, 0, 9, 9 };
    basin_ctx *ctx = test_ctx();
    unsigned char bytes[256];
    gz_header header = { .extra = table, .extra_len = sizeof table, .extra_max = sizeof table };
    z_stream z = { 0 };
    struct bsn_dictd d;

    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflateSetHeader(&z, &header), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)TEXT;
    z.avail_in = (unsigned)strlen(TEXT);
    z.next_out = bytes;
    z.avail_out = sizeof bytes;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    ASSERT_OK(ctx, parse(ctx, INDEX, (char *)bytes, sizeof bytes - z.avail_out, &d));
    check_small(&d);
    bsn_dictd_clear(ctx, &d);
    for (size_t cut = 2; cut < sizeof bytes - z.avail_out; cut++)
        ASSERT_FAILS(ctx, parse(ctx, INDEX, (char *)bytes, cut, &d), BASIN_STATUS_PARSE,
                     "cannot be unpacked");
    test_ctx_done(ctx);
}

/* Garbage behind the magic number, and a packed file with bytes changed: one error, or what a
 * checksum of 32 bits lets through. */
static void garbage_that_looks_packed(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    unsigned char good[256], bytes[256];
    const size_t length = packed(TEXT, good, sizeof good);
    struct bsn_dictd d;

    for (uint32_t round = 0; round < 2000; round++) {
        const struct bsn_rng rng = { .seed = 5, .purpose = BSN_RNG_TEST, .step = round };
        const uint32_t changes = round % 2 ? sizeof bytes : 1 + round % 7;
        memcpy(bytes, good, length);
        for (uint32_t k = 0; k < changes; k++) {
            const size_t at = round % 2 ? k : bsn_rng_below(&rng, 2 * k, (uint32_t)length);
            bytes[at] = (unsigned char)bsn_rng_below(&rng, 2 * k + 1, 256);
        }
        bytes[0] = 0x1f;
        bytes[1] = 0x8b;
        const basin_status status =
            parse(ctx, INDEX, (char *)bytes, round % 2 ? sizeof bytes : length, &d);
        if (status == BASIN_STATUS_OK)
            bsn_dictd_clear(ctx, &d);
        else
            assert_int_equal(status, BASIN_STATUS_PARSE);
        assert_int_equal(basin_ctx_blocks(ctx), 1);
    }
    test_ctx_done(ctx);
}

static void from_files(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    char folder[] = "/tmp/basin-dictd-XXXXXX", path[96], prefix[64];
    unsigned char bytes[256];
    struct bsn_dictd d;

    assert_non_null(mkdtemp(folder));
    snprintf(prefix, sizeof prefix, "%s/small", folder);
    ASSERT_FAILS(ctx, bsn_dictd_read(ctx, prefix, &d), BASIN_STATUS_IO, "small.index");
    snprintf(path, sizeof path, "%s.index", prefix);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, INDEX, strlen(INDEX)));
    ASSERT_FAILS(ctx, bsn_dictd_read(ctx, prefix, &d), BASIN_STATUS_IO, "small.dict");
    snprintf(path, sizeof path, "%s.dict.dz", prefix);
    ASSERT_OK(ctx, bsn_file_write(ctx, path, bytes, packed(TEXT, bytes, sizeof bytes)));
    ASSERT_OK(ctx, bsn_dictd_read(ctx, prefix, &d));
    check_small(&d);
    bsn_dictd_clear(ctx, &d);
    unlink(path);
    snprintf(path, sizeof path, "%s.index", prefix);
    unlink(path);
    rmdir(folder);
    test_ctx_done(ctx);
}

static basin_status act(basin_ctx *ctx, void *arg)
{
    struct bsn_dictd d;

    (void)arg;
    BSN_TRY(parse(ctx, INDEX, TEXT, strlen(TEXT), &d));
    bsn_dictd_clear(ctx, &d);
    return BASIN_STATUS_OK;
}

static void memory_runs_out(void **state)
{
    (void)state;
    assert_true(test_refuse_each(act, NULL) >= 3);
}

/* The real thing, where the package is installed. */
static void the_package(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_dictd d;

    if (!bsn_file_exists("/usr/share/dictd/gcide.index")) {
        basin_ctx_free(ctx);
        print_message("# skip: package dict-gcide is not installed\n");
        skip();
    }
    ASSERT_OK(ctx, bsn_dictd_read(ctx, "/usr/share/dictd/gcide", &d));
    assert_true(d.count > 100000);
    bsn_dictd_articles(&d);
    assert_true(d.count > 90000);
    bsn_dictd_clear(ctx, &d);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_and_packed), cmocka_unit_test(wrong_indexes),
        cmocka_unit_test(broken_packing),   cmocka_unit_test(dictzip_header),
        cmocka_unit_test(garbage_that_looks_packed), cmocka_unit_test(from_files),
        cmocka_unit_test(memory_runs_out),  cmocka_unit_test(the_package),
    };

    return cmocka_run_group_tests_name("dictd", tests, NULL, NULL);
}
