/* fuzz_uai.c - any bytes at all, read as a UAI network, or, behind a byte 1, as evidence (libFuzzer).
 *
 * They give a network whose numbers are within its own bounds, or one line that says what is wrong;
 * either way nothing stays allocated. To build and run, from the top folder:
 *
 *   clang -std=c17 -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude -Isrc -pthread \
 *         fuzz/fuzz_uai.c src/format/{uai,cfn,json_check}.c \
 *         src/base/{ctx,mem,text,utf8,json_read}.c -ljansson -o build/fuzz_uai
 *   build/fuzz_uai -max_len=4096 FOLDER_OF_EXAMPLES
 */
#include "format/cfn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition) \
    do {                   \
        if (!(condition))  \
            abort();       \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static const char plain[] = "MARKOV 3 2 3 2 1 2 0 1 6 1 0 .5 2 1e-3 1";

static void check_error(const basin_ctx *ctx, basin_status status)
{
    REQUIRE(status == BASIN_STATUS_PARSE);
    REQUIRE(strncmp(basin_error_text(ctx), "f.uai:", 6) == 0);
}

static void check(const struct bsn_cfn *cfn)
{
    for (size_t i = 0; i < cfn->functions; i++)
        for (size_t x = 0; x < cfn->function[i].costs; x++)
            REQUIRE(!isnan(cfn->function[i].cost[x]) && cfn->function[i].cost[x] > -INFINITY);
    for (size_t v = 0; v < cfn->variables; v++)
        REQUIRE(cfn->variable[v].values > 0 &&
                cfn->variable[v].given < (int64_t)cfn->variable[v].values);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const bool evidence = length > 0 && bytes[0] == 1;
    const char *const text = (const char *)bytes + evidence;
    basin_ctx *ctx = NULL;
    struct bsn_cfn cfn;

    REQUIRE(basin_ctx_new(NULL, &ctx) == BASIN_STATUS_OK);
    basin_status status = evidence ? bsn_uai_parse(ctx, "p", plain, sizeof plain - 1, &cfn)
                                   : bsn_uai_parse(ctx, "f.uai", text, length, &cfn);
    REQUIRE(!evidence || status == BASIN_STATUS_OK);
    if (status == BASIN_STATUS_OK && evidence) {
        const basin_status observed = bsn_uai_evidence(ctx, "f.uai", text, length - 1, &cfn);
        if (observed != BASIN_STATUS_OK)
            check_error(ctx, observed);
    }
    if (status == BASIN_STATUS_OK) {
        check(&cfn);
        bsn_cfn_clear(ctx, &cfn);
    } else {
        check_error(ctx, status);
    }
    REQUIRE(basin_ctx_blocks(ctx) == 1);
    basin_ctx_free(ctx);
    return 0;
}
