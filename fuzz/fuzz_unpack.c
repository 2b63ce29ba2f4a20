/* fuzz_unpack.c - any bytes at all, unpacked as the tool unpacks files.
 *
 * They unpack, or one line says what is wrong; either way nothing stays allocated. Bytes that no
 * kind begins with stay as they are.
 */
#include "fuzz.h"

#include "base/unpack.h"
#include "cli/unpack_formats.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *const ctx = fuzz_begin();
    char *block;
    size_t count = length;

    basin_ctx_unpack(ctx, unpack_bytes, NULL);
    REQUIRE(BSN_NEW(ctx, length + 1, &block) == BASIN_STATUS_OK);
    if (length > 0)
        memcpy(block, bytes, length);
    const basin_status status = bsn_unpack(ctx, "f.gz", &block, &count);
    if (status == BASIN_STATUS_OK) {
        REQUIRE(block[count] == 0);
    } else {
        REQUIRE(status == BASIN_STATUS_PARSE || status == BASIN_STATUS_TOO_BIG);
        REQUIRE(strncmp(basin_error_text(ctx), "f.gz: ", 6) == 0 && count == length);
    }
    bsn_free(ctx, block);
    fuzz_end(ctx);
    return 0;
}
