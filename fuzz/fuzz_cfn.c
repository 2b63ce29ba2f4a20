/* fuzz_cfn.c - any bytes at all, read as a network of costs in CFN format (libFuzzer).
 *
 * They give a network whose numbers are within its own bounds and that can be read again once it is
 * written, or one line that says what is wrong; either way nothing stays allocated. To build and
 * run, from the top folder:
 *
 *   clang -std=c17 -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude -Isrc -pthread \
 *         fuzz/fuzz_cfn.c src/format/{cfn,cfn_write,json_check}.c \
 *         src/base/{ctx,mem,text,utf8,json_read}.c -ljansson -o build/fuzz_cfn
 *   build/fuzz_cfn -max_len=4096 -rss_limit_mb=4096 FOLDER_OF_EXAMPLES
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

#define SMALL 65536  /* tuples of a network that is written */

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void check(const struct bsn_cfn *cfn)
{
    REQUIRE(cfn->variables > 0 && cfn->bound > -INFINITY && isfinite(cfn->constant));
    for (size_t i = 0; i < cfn->functions; i++) {
        const struct bsn_cfn_function *const f = &cfn->function[i];
        size_t tuples = 1;
        REQUIRE(!f->cost != !f->model);
        for (size_t k = 0; k < f->scope; k++) {
            REQUIRE(f->variable[k] < cfn->variables);
            tuples *= f->cost ? cfn->variable[f->variable[k]].values : 1;
        }
        for (size_t x = 0; f->cost && x < tuples; x++)
            REQUIRE(f->cost[x] == INFINITY || fabs(f->cost[x]) <= 1e15);
    }
}

static void check_again(basin_ctx *ctx, const struct bsn_cfn *cfn)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    struct bsn_cfn again;
    char *chars;

    for (size_t i = 0; i < cfn->functions; i++)
        if (cfn->function[i].model)
            return;
    bsn_cfn_write(cfn, 6, &text);
    const size_t length = text.length;
    REQUIRE(bsn_text_take(&text, &chars) == BASIN_STATUS_OK);
    REQUIRE(bsn_cfn_parse(ctx, "again", chars, length, &again) == BASIN_STATUS_OK);
    basin_text_free(ctx, chars);
    REQUIRE(again.variables == cfn->variables && again.functions == cfn->functions);
    bsn_cfn_clear(ctx, &again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *ctx = NULL;
    struct bsn_cfn cfn;

    REQUIRE(basin_ctx_new(NULL, &ctx) == BASIN_STATUS_OK);
    const basin_status status = bsn_cfn_parse(ctx, "f.cfn", (const char *)bytes, length, &cfn);
    if (status == BASIN_STATUS_OK) {
        check(&cfn);
        if (cfn.tuples < SMALL)
            check_again(ctx, &cfn);
        bsn_cfn_clear(ctx, &cfn);
    } else {
        REQUIRE(status == BASIN_STATUS_PARSE || status == BASIN_STATUS_TOO_BIG);
        REQUIRE(strncmp(basin_error_text(ctx), "f.cfn:", 6) == 0);
        REQUIRE(!strchr(basin_error_text(ctx), '\n'));
    }
    REQUIRE(basin_ctx_blocks(ctx) == 1);
    basin_ctx_free(ctx);
    return 0;
}
