/* fuzz_rows.c - any bytes at all, read as examples to learn from, behind a byte 1 with a header.
 *
 * They give rows of words that are known, or one line that says what is wrong; either way nothing
 * stays allocated.
 */
#include "fuzz.h"

#include "format/rows.h"

static void check(struct bsn_words *words, const struct bsn_rows *rows)
{
    int32_t to[BSN_ROWS_VALUES];

    REQUIRE(words->count <= BSN_ROWS_VALUES);
    for (size_t w = 0; w < words->count; w++)
        REQUIRE(words->word[w][0] && strlen(words->word[w]) <= BSN_ROWS_WORD);
    for (size_t r = 0; r < rows->rows; r++) {
        const size_t places = rows->first[r + 1] - rows->first[r];
        REQUIRE(rows->first[r] < rows->first[r + 1] && places <= BSN_ROWS_PLACES);
        REQUIRE(rows->line[r] > 0 && (r == 0 || rows->line[r] > rows->line[r - 1]));
    }
    for (size_t i = 0; rows->rows > 0 && i < rows->first[rows->rows]; i++)
        REQUIRE(rows->value[i] >= 0 && (size_t)rows->value[i] < words->count);

    bool taken[BSN_ROWS_VALUES] = { false };
    bsn_words_sort(words, to);
    for (size_t w = 0; w < words->count; w++) {
        REQUIRE(to[w] >= 0 && (size_t)to[w] < words->count && !taken[to[w]]);
        taken[to[w]] = true;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const bool header = length > 0 && bytes[0] == 1;
    basin_ctx *const ctx = fuzz_begin();
    struct bsn_words words = { 0 };
    struct bsn_rows rows = { 0 };
    char path[FUZZ_PATH];
    const int fd = fuzz_file((struct fuzz_part){ bytes + header, length - header }, path);
    const basin_status status = bsn_rows_read(ctx, path, header, &words, &rows);

    if (status == BASIN_STATUS_OK)
        check(&words, &rows);
    else
        fuzz_refused(ctx, status, path);
    bsn_rows_clear(ctx, &rows);
    bsn_words_clear(ctx, &words);
    close(fd);
    fuzz_end(ctx);
    return 0;
}
