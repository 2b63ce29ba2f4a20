/* page_check.c - is a document one that the report's page can show?
 *
 * The page is a program that trusts its document: every part it reads is asked for here, so that
 * what is wrong is one line of text now and not an empty page later. Parts that the page only
 * prints where they are (settings, captions) may be missing.
 */
#include "base/json_read.h"
#include "format/json_check.h"
#include "paper/page.h"
#include "view/run_check.h"

#include <string.h>

/* ---------------------------------------------------------------------- tables and figures ---- */

static basin_status check_row(const struct bsn_place *at, const json_t *row, const void *more)
{
    static const char *const lists[] = { "spread", "low", "high", "runs" };
    const size_t columns = *(const size_t *)more;
    const json_t *who = NULL;

    BSN_TRY(bsn_json_part(at, row, "who", BSN_JSON_TEXT, &who));
    BSN_TRY(bsn_json_word(at, who, "who", "basin paper-method paper baseline"));
    BSN_TRY(bsn_json_part(at, row, "label", BSN_JSON_TEXT, NULL));
    BSN_TRY(bsn_json_row(at, row, "cells", BSN_JSON_NUMBER_OR_NULL, columns));
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        BSN_TRY(bsn_json_row_maybe(at, row, lists[i], columns));
    return BASIN_STATUS_OK;
}

static basin_status check_table(const struct bsn_place *at, const json_t *table, const void *more)
{
    const json_t *columns = NULL;

    (void)more;
    BSN_TRY(bsn_json_part(at, table, "number", BSN_JSON_NUMBER, NULL));
    BSN_TRY(bsn_json_part(at, table, "title", BSN_JSON_TEXT, NULL));
    BSN_TRY(bsn_json_list(at, table, "columns", BSN_JSON_TEXT, &columns));
    const size_t count = json_array_size(columns);
    BSN_TRY(bsn_json_row(at, table, "better", BSN_JSON_TEXT, count));
    const json_t *const better = json_object_get(table, "better");
    for (size_t i = 0; i < count; i++)
        if (json_string_length(json_array_get(better, i)) > 0)
            BSN_TRY(bsn_json_word(at, json_array_get(better, i), "better", "high low"));
    return bsn_json_each(at, table, "rows", "row", check_row, &count);
}

static basin_status check_panel(const struct bsn_place *at, const json_t *panel, const void *more)
{
    (void)more;
    BSN_TRY(bsn_json_part(at, panel, "label", BSN_JSON_TEXT, NULL));
    return bsn_json_part(at, panel, "svg", BSN_JSON_TEXT, NULL);
}

static basin_status check_series(const struct bsn_place *at, const json_t *series, const void *more)
{
    const json_t *points = NULL;

    (void)more;
    BSN_TRY(bsn_json_part(at, series, "label", BSN_JSON_TEXT, NULL));
    BSN_TRY(bsn_json_list(at, series, "points", BSN_JSON_LIST, &points));
    for (size_t i = 0; i < json_array_size(points); i++) {
        const json_t *const point = json_array_get(points, i);
        if (json_array_size(point) != 2 || !bsn_json_is(json_array_get(point, 0), BSN_JSON_NUMBER_OR_NULL) ||
            !bsn_json_is(json_array_get(point, 1), BSN_JSON_NUMBER_OR_NULL))
            return bsn_json_refuse(at, "point %zu is not [x, y]", i + 1);
    }
    return BASIN_STATUS_OK;
}

static basin_status check_figure(const struct bsn_place *at, const json_t *figure, const void *more)
{
    const json_t *plot = NULL;

    (void)more;
    BSN_TRY(bsn_json_part(at, figure, "id", BSN_JSON_TEXT, NULL));
    BSN_TRY(bsn_json_part(at, figure, "title", BSN_JSON_TEXT, NULL));
    if (json_object_get(figure, "panels"))
        return bsn_json_each(at, figure, "panels", "panel", check_panel, NULL);
    if (!json_object_get(figure, "plot"))
        return bsn_json_refuse(at, "neither \"panels\" nor \"plot\" is there");
    BSN_TRY(bsn_json_part(at, figure, "plot", BSN_JSON_OBJECT, &plot));
    BSN_TRY(bsn_json_part(at, plot, "x", BSN_JSON_TEXT, NULL));
    BSN_TRY(bsn_json_part(at, plot, "y", BSN_JSON_TEXT, NULL));
    return bsn_json_each(at, plot, "series", "series", check_series, NULL);
}

/* ------------------------------------------------------------------------------- the whole ---- */

static basin_status check_root(const struct bsn_place *at, const json_t *root)
{
    if (!json_is_object(root))
        return bsn_json_refuse(at, "the document is not an object");
    BSN_TRY(bsn_json_part(at, root, "made", BSN_JSON_OBJECT, NULL));
    BSN_TRY(bsn_json_part(at, root, "claim", BSN_JSON_TEXT, NULL));
    BSN_TRY(bsn_json_list(at, root, "behind", BSN_JSON_TEXT, NULL));
    BSN_TRY(bsn_json_each(at, root, "tables", "table", check_table, NULL));
    BSN_TRY(bsn_json_each(at, root, "figures", "figure", check_figure, NULL));
    return bsn_json_each(at, root, "runs", "run", bsn_run_check, NULL);
}

basin_status paper_page_check(basin_ctx *ctx, const char *json)
{
    const struct bsn_place at = { .ctx = ctx, .file = "report" };
    struct bsn_json_error error;

    json_t *const root = bsn_json_read(json, strlen(json), 0, &error);
    if (!root)
        return bsn_fail(ctx, error.status, "report: JSON, line %zu: %s", error.line, error.text);
    const basin_status status = check_root(&at, root);
    json_decref(root);
    return status;
}
