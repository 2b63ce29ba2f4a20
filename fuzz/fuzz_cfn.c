/* fuzz_cfn.c - any bytes at all, read as a network of costs in CFN format.
 *
 * They give a network whose numbers are within its own bounds and that can be read again once it is
 * written, or one line that says what is wrong; either way nothing stays allocated.
 */
#include "fuzz.h"

#include "format/cfn.h"

#include <math.h>

#define SMALL 65536 /* tuples of a network that is written */

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
    basin_ctx *const ctx = fuzz_begin();
    struct bsn_cfn cfn;

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
    fuzz_end(ctx);
    return 0;
}
