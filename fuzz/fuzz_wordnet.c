/* fuzz_wordnet.c - any bytes at all, read as WordNet's database: up to eight files, 0x1e between
 * them, the four of synsets before the four of exceptions.
 *
 * They give synsets whose words and pointers are there, or one line that says what is wrong; either
 * way nothing stays allocated.
 */
#include "fuzz.h"

#include "format/wordnet.h"

static const char *const files[] = { "data.noun", "data.verb", "data.adj", "data.adv",
                                     "noun.exc",  "verb.exc",  "adj.exc",  "adv.exc" };

static void check(const struct bsn_wordnet *net)
{
    for (size_t s = 0; s < net->synsets; s++) {
        const struct bsn_wordnet_synset *const synset = &net->synset[s];
        REQUIRE(strchr("nvar", synset->file) && synset->gloss);
        REQUIRE(synset->first_word + synset->words <= net->words);
        REQUIRE(synset->first_pointer + synset->pointers <= net->pointers);
    }
    for (size_t w = 0; w < net->words; w++)
        REQUIRE(*net->word[w] && !strpbrk(net->word[w], " \n"));
    for (size_t p = 0; p < net->pointers; p++)
        REQUIRE(net->pointer[p].synset < net->synsets || net->pointer[p].synset == UINT32_MAX);
    for (size_t e = 0; e < net->exceptions; e++)
        REQUIRE(net->exception[e].form && net->exception[e].base);
}

static void put(const char *folder, const char *name, struct fuzz_part part)
{
    char path[96];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const file = fopen(path, "wb");
    REQUIRE(file && fwrite(part.bytes, 1, part.length, file) == part.length);
    REQUIRE(fclose(file) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *const ctx = fuzz_begin();
    struct fuzz_part rest = { bytes, length };
    char folder[] = "/tmp/basin-fuzz-XXXXXX", path[96];
    struct bsn_wordnet net;

    REQUIRE(mkdtemp(folder));
    for (size_t i = 0; i < COUNT(files); i++)
        put(folder, files[i], fuzz_cut(&rest));
    const basin_status status = bsn_wordnet_read(ctx, folder, &net);
    if (status == BASIN_STATUS_OK) {
        check(&net);
        bsn_wordnet_clear(ctx, &net);
    } else {
        fuzz_refused(ctx, status, folder);
    }
    for (size_t i = 0; i < COUNT(files); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    rmdir(folder);
    fuzz_end(ctx);
    return 0;
}
