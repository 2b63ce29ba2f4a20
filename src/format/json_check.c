/* json_check.c - is a JSON document made as its reader needs it? Every part that is asked for is
 * there and of its kind, or one line says where it is not. */
#include "format/json_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct bsn_place bsn_place_inside(const struct bsn_place *outer, const char *what, size_t index)
{
    struct bsn_place inner = { .ctx = outer->ctx, .file = outer->file };
    const char *const comma = outer->name[0] ? ", " : "";

    snprintf(inner.name, sizeof inner.name, "%.32s%s%s %zu", outer->name, comma, what, index + 1);
    return inner;
}

basin_status bsn_json_refuse(const struct bsn_place *at, const char *format, ...)
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

bool bsn_json_is(const json_t *value, enum bsn_json_kind kind)
{
    switch (kind) {
    case BSN_JSON_OBJECT:
        return json_is_object(value);
    case BSN_JSON_LIST:
        return json_is_array(value);
    case BSN_JSON_TEXT:
        return json_is_string(value);
    case BSN_JSON_NUMBER:
        return json_is_number(value);
    default:
        return json_is_number(value) || json_is_null(value);
    }
}

static const char *kind_name(enum bsn_json_kind kind)
{
    static const char *const name[] = { "an object", "a list", "a text", "a number",
                                        "a number or null" };
    return name[kind];
}

basin_status bsn_json_part(const struct bsn_place *at, const json_t *object, const char *key,
                           enum bsn_json_kind kind, const json_t **out)
{
    if (!json_is_object(object))
        return bsn_json_refuse(at, "is not an object");
    const json_t *const value = json_object_get(object, key);
    if (!value)
        return bsn_json_refuse(at, "\"%s\" is missing", key);
    if (!bsn_json_is(value, kind))
        return bsn_json_refuse(at, "\"%s\" is not %s", key, kind_name(kind));
    if (out)
        *out = value;
    return BASIN_STATUS_OK;
}

basin_status bsn_json_list(const struct bsn_place *at, const json_t *object, const char *key,
                           enum bsn_json_kind kind, const json_t **out)
{
    const json_t *found = NULL;

    BSN_TRY(bsn_json_part(at, object, key, BSN_JSON_LIST, &found));
    for (size_t i = 0; i < json_array_size(found); i++)
        if (!bsn_json_is(json_array_get(found, i), kind))
            return bsn_json_refuse(at, "item %zu of \"%s\" is not %s", i + 1, key, kind_name(kind));
    if (out)
        *out = found;
    return BASIN_STATUS_OK;
}

basin_status bsn_json_row(const struct bsn_place *at, const json_t *object, const char *key,
                          enum bsn_json_kind kind, size_t count)
{
    const json_t *found = NULL;

    BSN_TRY(bsn_json_list(at, object, key, kind, &found));
    if (json_array_size(found) != count)
        return bsn_json_refuse(at, "\"%s\" has %zu items, not %zu", key, json_array_size(found),
                               count);
    return BASIN_STATUS_OK;
}

basin_status bsn_json_row_maybe(const struct bsn_place *at, const json_t *object, const char *key,
                                size_t count)
{
    const json_t *const found = json_object_get(object, key);

    if (!found || json_is_null(found))
        return BASIN_STATUS_OK;
    return bsn_json_row(at, object, key, BSN_JSON_NUMBER_OR_NULL, count);
}

basin_status bsn_json_word(const struct bsn_place *at, const json_t *value, const char *key,
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
    return bsn_json_refuse(at, "\"%s\" is \"%.40s\", not one of: %s", key, text, words);
}

basin_status bsn_json_each(const struct bsn_place *at, const json_t *object, const char *key,
                           const char *what, bsn_json_check_fn *check, const void *more)
{
    const json_t *items = NULL;

    BSN_TRY(bsn_json_part(at, object, key, BSN_JSON_LIST, &items));
    for (size_t i = 0; i < json_array_size(items); i++) {
        const struct bsn_place item = bsn_place_inside(at, what, i);
        BSN_TRY(check(&item, json_array_get(items, i), more));
    }
    return BASIN_STATUS_OK;
}
