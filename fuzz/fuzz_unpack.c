/* fuzz_unpack.c - any bytes at all, unpacked as the tool unpacks files (libFuzzer).
 *
 * They unpack, or one line says what is wrong; either way nothing stays allocated. Bytes that no
 * kind begins with stay as they are. To build and run, from the top folder:
 *
 *   clang -std=c17 -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude -Isrc -pthread \
 *         fuzz/fuzz_unpack.c src/cli/unpack.c src/base/{ctx,mem,unpack}.c \
 *         -lz -llzma -lbz2 -lzstd -o build/fuzz_unpack
 *   build/fuzz_unpack -max_len=4096 -rss_limit_mb=4096 FOLDER_OF_EXAMPLES  (1 GiB is the limit)
 */
#include "base/mem.h"
#include "base/unpack.h"
#include "cli/unpack.h"

#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition) \
    do {                   \
        if (!(condition))  \
            abort();       \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *ctx = NULL;
    char *block;
    size_t count = length;

    REQUIRE(basin_ctx_new(NULL, &ctx) == BASIN_STATUS_OK);
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
    REQUIRE(basin_ctx_blocks(ctx) == 1);
    basin_ctx_free(ctx);
    return 0;
}
