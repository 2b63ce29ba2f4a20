/* fuzz_col.c - any bytes at all, read as a graph.
 *
 * They give a graph that comes back unchanged once it is written, or one line that says what is
 * wrong; either way nothing stays allocated.
 */
#include "fuzz.h"

#include "format/col.h"

static void check_clean(const struct bsn_col *col)
{
    REQUIRE(col->vertices <= BSN_COL_VERTICES && col->colors <= BSN_COL_VERTICES);
    REQUIRE(col->edges + col->loops <= col->given);
    for (size_t k = 0; k < col->edges; k++)
        REQUIRE(col->edge[k].a < col->edge[k].b && col->edge[k].b < col->vertices);
    for (size_t k = 1; k < col->edges; k++) {
        const struct bsn_edge *const e = &col->edge[k - 1];
        REQUIRE(e[0].a < e[1].a || (e[0].a == e[1].a && e[0].b < e[1].b));
    }
}

static void check_round_trip(basin_ctx *ctx, const struct bsn_col *col)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    struct bsn_col again;
    char *chars;

    bsn_col_write(col, NULL, &text);
    const size_t length = text.length;
    REQUIRE(bsn_text_take(&text, &chars) == BASIN_STATUS_OK);
    REQUIRE(bsn_col_parse(ctx, "again", chars, length, &again) == BASIN_STATUS_OK);
    bsn_free(ctx, chars);
    REQUIRE(again.vertices == col->vertices && again.colors == col->colors);
    REQUIRE(again.edges == col->edges && again.given == col->edges && again.loops == 0);
    for (size_t k = 0; k < col->edges; k++)
        REQUIRE(again.edge[k].a == col->edge[k].a && again.edge[k].b == col->edge[k].b);
    bsn_col_clear(ctx, &again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *const ctx = fuzz_begin();
    struct bsn_col col;

    const basin_status status = bsn_col_parse(ctx, "f.col", (const char *)bytes, length, &col);
    if (status == BASIN_STATUS_OK) {
        check_clean(&col);
        check_round_trip(ctx, &col);
        bsn_col_clear(ctx, &col);
    } else {
        REQUIRE(status == BASIN_STATUS_PARSE || status == BASIN_STATUS_TOO_BIG);
        REQUIRE(strncmp(basin_error_text(ctx), "f.col:", 6) == 0);
        REQUIRE(!strchr(basin_error_text(ctx), '\n'));
    }
    fuzz_end(ctx);
    return 0;
}
