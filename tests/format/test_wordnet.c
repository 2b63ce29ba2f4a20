/* test_wordnet.c - WordNet's files are cut up as wndb(5WN) says. */
#define _GNU_SOURCE
#include "format/wordnet.h"

#include "base/file.h"
#include "support.h"

#include <unistd.h>

#define NOUN                                                                                  \
    "  1 This software and database is ...  \n"                                             \
    "00000100 05 n 02 dog 0 domestic_dog 0 002 @ 00000300 n 0000 + 00000050 v 0101 | a pet; " \
    "\"the dog barked\"  \n"                                                                \
    "00000300 05 n 01 animal 0 001 ~ 00000100 n 0000 | a living being  \n"
#define VERB "00000050 38 v 01 dog 0 001 + 00000100 n 0101 01 + 08 00 | go after  \n"
#define ADJ "00000010 00 s 01 galore(ip) 0 001 & 00009999 a 0000 | in great numbers  \n"

static const char *const names[] = { "data.noun", "data.verb", "data.adj", "data.adv", "noun.exc" };

static void write_folder(basin_ctx *ctx, const char *folder, const char *const text[5])
{
    char path[96];

    for (size_t k = 0; k < 5; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[k]);
        if (text[k])
            ASSERT_OK(ctx, bsn_file_write(ctx, path, text[k], strlen(text[k])));
    }
}

static void remove_folder(const char *folder)
{
    char path[96];

    for (size_t k = 0; k < 5; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[k]);
        unlink(path);
    }
    rmdir(folder);
}

static void a_small_net(void **state)
{
    (void)state;
    static const char *const text[5] = { NOUN, VERB, ADJ, "", "geese goose\nmice mouse\nx\n" };
    basin_ctx *ctx = test_ctx();
    char folder[] = "/tmp/basin-wordnet-XXXXXX";
    struct bsn_wordnet net;

    assert_non_null(mkdtemp(folder));
    write_folder(ctx, folder, text);
    ASSERT_OK(ctx, bsn_wordnet_read(ctx, folder, &net));
    assert_int_equal(net.synsets, 4);
    assert_int_equal(net.words, 5);
    assert_string_equal(net.word[net.synset[0].first_word + 1], "domestic_dog");
    assert_true(strncmp(net.synset[0].gloss, "a pet; \"the", 11) == 0);
    assert_int_equal(net.synset[0].pointers, 2);
    const struct bsn_wordnet_pointer *const p = &net.pointer[net.synset[0].first_pointer];
    assert_string_equal(p[0].symbol, "@");
    assert_int_equal(p[0].synset, 1);
    assert_int_equal(p[1].synset, 2);
    assert_int_equal(p[1].from, 1);
    assert_int_equal(net.pointer[net.synset[3].first_pointer].synset, UINT32_MAX);
    assert_int_equal(net.exceptions, 2);
    assert_string_equal(net.exception[0].base, "goose");
    bsn_wordnet_clear(ctx, &net);
    remove_folder(folder);
    test_ctx_done(ctx);
}

static void wrong_lines(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "00000100 05 n 02 dog 0 | too few words\n", "00000100 05 n 01 dog 0 000\n",
        "x 05 n 01 dog 0 000 | no offset\n",        "00000100 05 n 01 dog 0 001 | no pointer\n",
    };
    basin_ctx *ctx = test_ctx();
    char folder[] = "/tmp/basin-wordnet-XXXXXX";
    struct bsn_wordnet net;

    assert_non_null(mkdtemp(folder));
    ASSERT_FAILS(ctx, bsn_wordnet_read(ctx, folder, &net), BASIN_STATUS_IO, "data.noun");
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const char *const text[5] = { wrong[i], VERB, ADJ, "", NULL };
        write_folder(ctx, folder, text);
        ASSERT_FAILS(ctx, bsn_wordnet_read(ctx, folder, &net), BASIN_STATUS_PARSE,
                     "data.noun, line 1");
    }
    remove_folder(folder);
    test_ctx_done(ctx);
}

static void the_package(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_wordnet net;

    if (!bsn_file_exists("/usr/share/wordnet/data.noun")) {
        basin_ctx_free(ctx);
        print_message("# skip: package wordnet-base is not installed\n");
        skip();
    }
    ASSERT_OK(ctx, bsn_wordnet_read(ctx, "/usr/share/wordnet", &net));
    assert_int_equal(net.synsets, 117659);
    for (size_t k = 0; k < net.pointers; k++)
        assert_true(net.pointer[k].synset < net.synsets);
    bsn_wordnet_clear(ctx, &net);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_net),
        cmocka_unit_test(wrong_lines),
        cmocka_unit_test(the_package),
    };

    return cmocka_run_group_tests_name("wordnet", tests, NULL, NULL);
}
