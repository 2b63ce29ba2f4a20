/* run_lines.c - reads the runs of many instances from JSON lines. */
#include "format/run_lines.h"

#include "base/file.h"
#include "base/json_read.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

/* Where reading is. */
struct place {
    const char *path;
    size_t number;  /* of the line, from 1 */
};

static basin_status take_line(basin_ctx *ctx, const struct place *at, const json_t *object,
                              struct bsn_run_line *out)
{
    const json_t *const solved = json_object_get(object, "solved");
    const json_t *const seconds = json_object_get(object, "seconds");
    const json_t *const searched = json_object_get(object, "searched");

    if (!json_is_boolean(solved) && !json_is_null(solved))
        return bsn_fail(ctx, BASIN_STATUS_PARSE,
                        "%s:%zu: \"solved\" is not true, false or null", at->path, at->number);
    if (!json_is_number(seconds) || !(json_number_value(seconds) >= 0))
        return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s:%zu: \"seconds\" is no number from 0",
                        at->path, at->number);
    *out = (struct bsn_run_line){ json_is_true(solved), json_number_value(seconds),
                                  json_is_number(searched) ? json_number_value(searched) : NAN };
    return BASIN_STATUS_OK;
}

static basin_status read_line(basin_ctx *ctx, const struct place *at, const char *text,
                              size_t length, struct bsn_run_line *out)
{
    struct bsn_json_error error;
    json_t *const object = bsn_json_read(text, length, 0, &error);

    if (!object)
        return bsn_fail(ctx, error.status, "%s:%zu: not JSON: %s", at->path, at->number,
                        error.text);
    const basin_status status = take_line(ctx, at, object, out);
    json_decref(object);
    return status;
}

static bool is_blank(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r", text[i]) || !text[i])
            return false;
    return true;
}

static basin_status read_text(basin_ctx *ctx, const char *path, const char *text, size_t length,
                              struct bsn_run_lines *lines)
{
    struct place at = { bsn_file_label(path), 0 };
    size_t room = 0;

    for (size_t begun = 0, end; begun < length; begun = end + 1) {
        const char *const newline = memchr(text + begun, '\n', length - begun);
        end = newline ? (size_t)(newline - text) : length;
        at.number++;
        if (is_blank(text + begun, end - begun))
            continue;
        BSN_TRY(BSN_GROW(ctx, &lines->line, &room, lines->count + 1));
        BSN_TRY(read_line(ctx, &at, text + begun, end - begun, &lines->line[lines->count]));
        lines->count++;
    }
    if (lines->count == 0)
        return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: no run in it", at.path);
    return BASIN_STATUS_OK;
}

basin_status bsn_run_lines_read(basin_ctx *ctx, const char *path, struct bsn_run_lines *out)
{
    struct bsn_run_lines lines = { 0 };
    size_t length;
    char *text;

    BSN_TRY(bsn_file_read_text(ctx, path, &text, &length));
    const basin_status status = read_text(ctx, path, text, length, &lines);
    bsn_free(ctx, text);
    if (status == BASIN_STATUS_OK)
        *out = lines;
    else
        bsn_run_lines_clear(ctx, &lines);
    return status;
}

void bsn_run_lines_clear(basin_ctx *ctx, struct bsn_run_lines *lines)
{
    bsn_free(ctx, lines->line);
    *lines = (struct bsn_run_lines){ 0 };
}
