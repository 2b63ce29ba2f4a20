/* fuzz_clues.c - any bytes at all, read as a file of clues, or, behind a byte 1, as a list of words.
 *
 * They give lines that are not empty, or one line that says what is wrong; either way nothing stays
 * allocated.
 */
#include "fuzz.h"

#include "format/clues.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const bool words = length > 0 && bytes[0] == 1;
    basin_ctx *const ctx = fuzz_begin();
    struct bsn_clues clues;
    char path[FUZZ_PATH];
    const int fd = fuzz_file((struct fuzz_part){ bytes + words, length - words }, path);
    const basin_status status = (words ? bsn_words_read : bsn_clues_read)(ctx, path, &clues);

    if (status == BASIN_STATUS_OK) {
        for (size_t i = 0; i < clues.count; i++) {
            REQUIRE(clues.line[i].word[0] && !clues.line[i].clue == words);
            REQUIRE(words || clues.line[i].clue[0]);
        }
        bsn_clues_clear(ctx, &clues);
    } else {
        fuzz_refused(ctx, status, path);
    }
    close(fd);
    fuzz_end(ctx);
    return 0;
}
