/* fuzz_cnf.c - any bytes at all, read as a DIMACS formula.
 *
 * They give a formula that comes back unchanged once it is written, or one line that says what is
 * wrong; either way nothing stays allocated.
 */
#include "fuzz.h"

#include "format/cnf.h"

static void check_round_trip(basin_ctx *ctx, const struct bsn_cnf *cnf)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    struct bsn_cnf again;
    char *chars;

    bsn_cnf_write(cnf, NULL, &text);
    const size_t length = text.length;
    REQUIRE(bsn_text_take(&text, &chars) == BASIN_STATUS_OK);
    REQUIRE(bsn_cnf_parse(ctx, "again", chars, length, &again) == BASIN_STATUS_OK);
    bsn_free(ctx, chars);

    const size_t literals = cnf->first[cnf->clauses];
    REQUIRE(again.vars == cnf->vars && again.clauses == cnf->clauses);
    REQUIRE(again.empty == cnf->empty && again.tautologies == 0 && again.longest == cnf->longest);
    REQUIRE(memcmp(again.first, cnf->first, (cnf->clauses + 1) * sizeof *cnf->first) == 0);
    REQUIRE(memcmp(again.literal, cnf->literal, literals * sizeof *cnf->literal) == 0);
    bsn_cnf_clear(ctx, &again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *const ctx = fuzz_begin();
    struct bsn_cnf cnf;

    const basin_status status = bsn_cnf_parse(ctx, "f.cnf", (const char *)bytes, length, &cnf);
    if (status == BASIN_STATUS_OK) {
        check_round_trip(ctx, &cnf);
        bsn_cnf_clear(ctx, &cnf);
    } else {
        REQUIRE(status == BASIN_STATUS_PARSE || status == BASIN_STATUS_TOO_BIG);
        REQUIRE(strncmp(basin_error_text(ctx), "f.cnf:", 6) == 0);
    }
    fuzz_end(ctx);
    return 0;
}
