/* fuzz_knowledge.c - any bytes at all, read as a crossword model.
 *
 * They give a model that answers a question and comes back unchanged once it is written, or one
 * line that says what is wrong; either way nothing stays allocated.
 */
#include "fuzz.h"

#include "domain/crossword/knowledge/knowledge_file.h"

#include <math.h>

static void check_answers(basin_ctx *ctx, struct bsn_knowledge *k)
{
    static const char text[] = "A horse; to cry loudly; curdled";
    struct bsn_retriever *retriever;
    struct bsn_clue clue;
    float *energy;

    bsn_clue_parse(text, strlen(text), &clue);
    for (size_t n = BSN_ANSWER_SHORTEST; n <= BSN_ANSWER_LONGEST; n++) {
        const size_t words = bsn_knowledge_words(k, n);
        REQUIRE(bsn_knowledge_prepare(ctx, k, n) == BASIN_STATUS_OK);
        REQUIRE(bsn_retriever_new(ctx, k->index, &k->habits, k->encoder, &retriever) ==
                BASIN_STATUS_OK);
        REQUIRE(BSN_NEW(ctx, words + 1, &energy) == BASIN_STATUS_OK);
        REQUIRE(bsn_knowledge_energies(ctx, k, retriever, &clue, n, energy) == BASIN_STATUS_OK);
        for (size_t i = 0; i < words; i++)
            REQUIRE(!isnan(energy[i]));
        bsn_free(ctx, energy);
        bsn_retriever_free(ctx, retriever);
    }
}

/* What was read is written and read again: the second writing gives the same bytes as the first. */
static void check_round_trip(basin_ctx *ctx, const struct bsn_knowledge *k)
{
    static struct bsn_knowledge again;
    char *first, *second;
    size_t first_length, second_length;

    REQUIRE(bsn_knowledge_to_bytes(ctx, k, NULL, 0, &first, &first_length) == BASIN_STATUS_OK);
    REQUIRE(bsn_knowledge_from_bytes(ctx, "again", first, first_length, &again) == BASIN_STATUS_OK);
    REQUIRE(bsn_knowledge_to_bytes(ctx, &again, NULL, 0, &second, &second_length) ==
            BASIN_STATUS_OK);
    REQUIRE(first_length == second_length && memcmp(first, second, first_length) == 0);
    bsn_knowledge_clear(ctx, &again);
    bsn_free(ctx, second);
    bsn_free(ctx, first);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static struct bsn_knowledge k;
    basin_ctx *const ctx = fuzz_begin();

    const basin_status status = bsn_knowledge_from_bytes(ctx, "f.st", bytes, length, &k);
    if (status == BASIN_STATUS_OK) {
        check_answers(ctx, &k);
        check_round_trip(ctx, &k);
        bsn_knowledge_clear(ctx, &k);
    } else {
        REQUIRE(status == BASIN_STATUS_PARSE || status == BASIN_STATUS_TOO_BIG);
        REQUIRE(basin_error_text(ctx)[0] && !strchr(basin_error_text(ctx), '\n'));
    }
    fuzz_end(ctx);
    return 0;
}
