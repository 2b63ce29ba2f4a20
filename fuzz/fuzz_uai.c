/* fuzz_uai.c - any bytes at all, read as a UAI network, or, behind a byte 1, as evidence.
 *
 * They give a network whose numbers are within its own bounds, or one line that says what is wrong;
 * either way nothing stays allocated.
 */
#include "fuzz.h"

#include "format/cfn.h"

#include <math.h>

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
    basin_ctx *const ctx = fuzz_begin();
    struct bsn_cfn cfn;

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
    fuzz_end(ctx);
    return 0;
}
