/* fuzz_dictd.c - any bytes at all, read as a dictionary: its index, 0x1e, its text, maybe packed.
 *
 * They give entries that lie inside the text, or one line that says what is wrong; either way
 * nothing stays allocated.
 */
#include "fuzz.h"

#include "format/dictd.h"

static void check(const struct bsn_dictd *dict)
{
    REQUIRE(dict->text[dict->length] == 0);
    for (size_t i = 0; i < dict->count; i++) {
        const struct bsn_dictd_entry *const e = &dict->entry[i];
        REQUIRE(e->offset <= dict->length && e->length <= dict->length - e->offset);
        REQUIRE(strlen(e->head) < SIZE_MAX);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *const ctx = fuzz_begin();
    struct fuzz_part text = { bytes, length };
    const struct fuzz_part index = fuzz_cut(&text);
    struct bsn_dictd dict;
    const basin_status status = bsn_dictd_parse(ctx, "f", (const char *)index.bytes, index.length,
                                                (const char *)text.bytes, text.length, &dict);

    if (status == BASIN_STATUS_OK) {
        check(&dict);
        const size_t entries = dict.count;
        bsn_dictd_articles(&dict);
        REQUIRE(dict.count <= entries);
        for (size_t i = 1; i < dict.count; i++)
            REQUIRE(dict.entry[i - 1].offset < dict.entry[i].offset ||
                    (dict.entry[i - 1].offset == dict.entry[i].offset &&
                     dict.entry[i - 1].length != dict.entry[i].length));
        bsn_dictd_clear(ctx, &dict);
    } else {
        fuzz_refused(ctx, status, "f");
    }
    fuzz_end(ctx);
    return 0;
}
