/* report_check.c - is a document one that the report's page can show?
 *
 * The page is a program that trusts its document: every part it reads is asked for here, so that
 * what is wrong is one line of text now and not an empty page later. Parts that the page only
 * prints where they are (settings, captions) may be missing.
 */
#include "view/report.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Where in the document something is: "table 6, row 2". */
struct place {
    basin_ctx *ctx;
    const char *file;
    char name[64];
};

static struct place inside(const struct place *outer, const char *what, size_t index)
{
    struct place inner = { .ctx = outer->ctx, .file = outer->file };
    const char *const comma = outer->name[0] ? ", " : "";

    snprintf(inner.name, sizeof inner.name, "%.32s%s%s %zu", outer->name, comma, what, index + 1);
    return inner;
}

static basin_status refuse(const struct place *at, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static basin_status refuse(const struct place *at, const char *format, ...)
{
    char text[200];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return bsn_fail(at->ctx, BASIN_STATUS_PARSE, "%s: %s%s%s", at->file, at->name,
                    at->name[0] ? ": " : "", text);
}

/* ------------------------------------------------------------------------ kinds of values ---- */

enum kind { OBJECT, LIST, TEXT, NUMBER, NUMBER_OR_NULL };

static bool is_kind(const json_t *value, enum kind kind)
{
    switch (kind) {
    case OBJECT:
        return json_is_object(value);
    case LIST:
        return json_is_array(value);
    case TEXT:
        return json_is_string(value);
    case NUMBER:
        return json_is_number(value);
    default:
        return json_is_number(value) || json_is_null(value);
    }
}

static const char *kind_name(enum kind kind)
{
    static const char *const name[] = { "an object", "a list", "a text", "a number",
                                        "a number or null" };
    return name[kind];
}

/* The member `key` of an object, which must be there and of that kind. */
static basin_status part(const struct place *at, const json_t *object, const char *key,
                         enum kind kind, const json_t **out)
{
    if (!json_is_object(object))
        return refuse(at, "is not an object");
    const json_t *const value = json_object_get(object, key);
    if (!value)
        return refuse(at, "\"%s\" is missing", key);
    if (!is_kind(value, kind))
        return refuse(at, "\"%s\" is not %s", key, kind_name(kind));
    if (out)
        *out = value;
    return BASIN_STATUS_OK;
}

/* The same for a list whose items are all of one kind. */
static basin_status list(const struct place *at, const json_t *object, const char *key,
                         enum kind kind, const json_t **out)
{
    const json_t *found = NULL;

    BSN_TRY(part(at, object, key, LIST, &found));
    for (size_t i = 0; i < json_array_size(found); i++)
        if (!is_kind(json_array_get(found, i), kind))
            return refuse(at, "item %zu of \"%s\" is not %s", i + 1, key, kind_name(kind));
    if (out)
        *out = found;
    return BASIN_STATUS_OK;
}

/* The same for a list that has to have `count` items. */
static basin_status row_of(const struct place *at, const json_t *object, const char *key,
                           enum kind kind, size_t count)
{
    const json_t *found = NULL;

    BSN_TRY(list(at, object, key, kind, &found));
    if (json_array_size(found) != count)
        return refuse(at, "\"%s\" has %zu items, not %zu", key, json_array_size(found), count);
    return BASIN_STATUS_OK;
}

/* A list that may be absent. */
static basin_status row_maybe(const struct place *at, const json_t *object, const char *key,
                              size_t count)
{
    const json_t *const found = json_object_get(object, key);

    if (!found || json_is_null(found))
        return BASIN_STATUS_OK;
    return row_of(at, object, key, NUMBER_OR_NULL, count);
}

/* A text that is one of those in `words`, which are separated by blanks. */
static basin_status word_of(const struct place *at, const json_t *value, const char *key,
                            const char *words)
{
    const char *const text = json_string_value(value);
    const size_t length = json_string_length(value);

    for (const char *word = words; *word;) {
        const size_t end = strcspn(word, " ");
        if (end == length && memcmp(word, text, length) == 0)
            return BASIN_STATUS_OK;
        word += end + (word[end] == ' ');
    }
    return refuse(at, "\"%s\" is \"%.40s\", not one of: %s", key, text, words);
}

/* Calls `check` for every item of the list `key`. */
typedef basin_status check_fn(const struct place *at, const json_t *item, const void *more);

static basin_status each(const struct place *at, const json_t *object, const char *key,
                         const char *what, check_fn *check, const void *more)
{
    const json_t *items = NULL;

    BSN_TRY(part(at, object, key, LIST, &items));
    for (size_t i = 0; i < json_array_size(items); i++) {
        const struct place item = inside(at, what, i);
        BSN_TRY(check(&item, json_array_get(items, i), more));
    }
    return BASIN_STATUS_OK;
}

/* ---------------------------------------------------------------------- tables and figures ---- */

static basin_status check_row(const struct place *at, const json_t *row, const void *more)
{
    const size_t columns = *(const size_t *)more;
    const json_t *who = NULL;

    BSN_TRY(part(at, row, "who", TEXT, &who));
    BSN_TRY(word_of(at, who, "who", "basin paper-method paper baseline"));
    BSN_TRY(part(at, row, "label", TEXT, NULL));
    BSN_TRY(row_of(at, row, "cells", NUMBER_OR_NULL, columns));
    return row_maybe(at, row, "spread", columns);
}

static basin_status check_table(const struct place *at, const json_t *table, const void *more)
{
    const json_t *columns = NULL;

    (void)more;
    BSN_TRY(part(at, table, "number", NUMBER, NULL));
    BSN_TRY(part(at, table, "title", TEXT, NULL));
    BSN_TRY(list(at, table, "columns", TEXT, &columns));
    const size_t count = json_array_size(columns);
    BSN_TRY(row_of(at, table, "better", TEXT, count));
    const json_t *const better = json_object_get(table, "better");
    for (size_t i = 0; i < count; i++)
        if (json_string_length(json_array_get(better, i)) > 0)
            BSN_TRY(word_of(at, json_array_get(better, i), "better", "high low"));
    return each(at, table, "rows", "row", check_row, &count);
}

static basin_status check_panel(const struct place *at, const json_t *panel, const void *more)
{
    (void)more;
    BSN_TRY(part(at, panel, "label", TEXT, NULL));
    return part(at, panel, "svg", TEXT, NULL);
}

static basin_status check_series(const struct place *at, const json_t *series, const void *more)
{
    const json_t *points = NULL;

    (void)more;
    BSN_TRY(part(at, series, "label", TEXT, NULL));
    BSN_TRY(list(at, series, "points", LIST, &points));
    for (size_t i = 0; i < json_array_size(points); i++) {
        const json_t *const point = json_array_get(points, i);
        if (json_array_size(point) != 2 || !is_kind(json_array_get(point, 0), NUMBER_OR_NULL) ||
            !is_kind(json_array_get(point, 1), NUMBER_OR_NULL))
            return refuse(at, "point %zu is not [x, y]", i + 1);
    }
    return BASIN_STATUS_OK;
}

static basin_status check_figure(const struct place *at, const json_t *figure, const void *more)
{
    const json_t *plot = NULL;

    (void)more;
    BSN_TRY(part(at, figure, "id", TEXT, NULL));
    BSN_TRY(part(at, figure, "title", TEXT, NULL));
    if (json_object_get(figure, "panels"))
        return each(at, figure, "panels", "panel", check_panel, NULL);
    if (!json_object_get(figure, "plot"))
        return refuse(at, "neither \"panels\" nor \"plot\" is there");
    BSN_TRY(part(at, figure, "plot", OBJECT, &plot));
    BSN_TRY(part(at, plot, "x", TEXT, NULL));
    BSN_TRY(part(at, plot, "y", TEXT, NULL));
    return each(at, plot, "series", "series", check_series, NULL);
}

/* -------------------------------------------------------------------------- recorded runs ---- */

/* What all frames of a run have in common. */
struct stage {
    size_t particles, shapes, texts;
};

static basin_status check_shape(const struct place *at, const json_t *shape, const void *more)
{
    static const char *const number[] = { "x", "y", "w", "h" };
    const json_t *kind = NULL;

    (void)more;
    BSN_TRY(part(at, shape, "kind", TEXT, &kind));
    BSN_TRY(word_of(at, kind, "kind", "rect disc line text"));
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        BSN_TRY(part(at, shape, number[i], NUMBER, NULL));
    return BASIN_STATUS_OK;
}

static size_t count_characters(const char *utf8)
{
    size_t count = 0;

    for (; *utf8; utf8++)
        count += ((unsigned char)*utf8 & 0xC0) != 0x80;
    return count;
}

static basin_status check_paint(const struct place *at, const json_t *paint, const void *more)
{
    const struct stage *const stage = more;
    const json_t *tone = NULL;

    BSN_TRY(part(at, paint, "tone", TEXT, &tone));
    const size_t tones = count_characters(json_string_value(tone));
    if (tones != stage->shapes)
        return refuse(at, "\"tone\" has %zu characters for %zu shapes", tones, stage->shapes);
    return row_of(at, paint, "text", TEXT, stage->texts);
}

static basin_status check_frame(const struct place *at, const json_t *frame, const void *more)
{
    const struct stage *const stage = more;

    BSN_TRY(part(at, frame, "step", NUMBER, NULL));
    BSN_TRY(row_of(at, frame, "energy", NUMBER_OR_NULL, stage->particles));
    BSN_TRY(row_of(at, frame, "violated", NUMBER_OR_NULL, stage->particles));
    BSN_TRY(row_of(at, frame, "paint", OBJECT, stage->particles));
    BSN_TRY(row_maybe(at, frame, "parent", stage->particles));
    return each(at, frame, "paint", "particle", check_paint, stage);
}

static struct stage stage_of(const json_t *shapes, const json_t *frames)
{
    const json_t *const first = json_array_get(frames, 0);
    struct stage stage = { .shapes = json_array_size(shapes) };

    stage.particles = json_array_size(json_object_get(first, "paint"));
    for (size_t i = 0; i < stage.shapes; i++) {
        const json_t *const kind = json_object_get(json_array_get(shapes, i), "kind");
        stage.texts += strcmp(json_string_value(kind), "text") == 0;
    }
    return stage;
}

static basin_status check_run(const struct place *at, const json_t *run, const void *more)
{
    const json_t *picture = NULL, *shapes = NULL, *frames = NULL;

    (void)more;
    BSN_TRY(part(at, run, "name", TEXT, NULL));
    BSN_TRY(part(at, run, "tones", OBJECT, NULL));
    BSN_TRY(part(at, run, "picture", OBJECT, &picture));
    BSN_TRY(part(at, picture, "width", NUMBER, NULL));
    BSN_TRY(part(at, picture, "height", NUMBER, NULL));
    BSN_TRY(part(at, picture, "shapes", LIST, &shapes));
    BSN_TRY(each(at, picture, "shapes", "shape", check_shape, NULL));
    BSN_TRY(part(at, run, "frames", LIST, &frames));
    const struct stage stage = stage_of(shapes, frames);
    return each(at, run, "frames", "frame", check_frame, &stage);
}

basin_status bsn_report_check_run(basin_ctx *ctx, const char *file, const struct json_t *run)
{
    const struct place at = { .ctx = ctx, .file = file };

    return check_run(&at, run, NULL);
}

/* ------------------------------------------------------------------------------- the whole ---- */

static basin_status check_root(const struct place *at, const json_t *root)
{
    if (!json_is_object(root))
        return refuse(at, "the document is not an object");
    BSN_TRY(part(at, root, "made", OBJECT, NULL));
    BSN_TRY(part(at, root, "claim", TEXT, NULL));
    BSN_TRY(list(at, root, "behind", TEXT, NULL));
    BSN_TRY(each(at, root, "tables", "table", check_table, NULL));
    BSN_TRY(each(at, root, "figures", "figure", check_figure, NULL));
    return each(at, root, "runs", "run", check_run, NULL);
}

basin_status bsn_report_check(basin_ctx *ctx, const char *json)
{
    const struct place at = { .ctx = ctx, .file = "report" };
    json_error_t error;

    json_t *const root = json_loads(json, 0, &error);
    if (!root && json_error_code(&error) == json_error_out_of_memory)
        return bsn_fail(ctx, BASIN_STATUS_MEMORY, "report: out of memory");
    if (!root)
        return refuse(&at, "JSON, line %d: %s", error.line, error.text);
    const basin_status status = check_root(&at, root);
    json_decref(root);
    return status;
}
