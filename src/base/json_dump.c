/* json_dump.c - jansson writes piece by piece; the text remembers that one had no room. */
#include "base/json_dump.h"

#include "base/text.h"

static int add(const char *chars, size_t length, void *to)
{
    struct bsn_text *const text = to;

    bsn_text_add(text, "%.*s", (int)length, chars);
    return text->status == BASIN_STATUS_OK ? 0 : -1;
}

basin_status bsn_json_dump(basin_ctx *ctx, const json_t *value, size_t flags, char **text)
{
    struct bsn_text out = BSN_TEXT_INIT(ctx);

    if (json_dump_callback(value, add, &out, flags) != 0 && out.status == BASIN_STATUS_OK)
        out.status = bsn_fail(ctx, BASIN_STATUS_MEMORY, "out of memory");
    return bsn_text_take(&out, text);
}
