/* dictd.c - the reader of DICT dictionaries.
 *
 * The text is unpacked whole: articles are wanted one after the other, and zlib needs no table to
 * do that. The size of the unpacked text is bounded, because a small file can claim a large one.
 */
#include "format/dictd.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

#define GZIP_WINDOW (15 + 16) /* zlib: the largest window, and a gzip header */

/* ----------------------------------------------------------------------------- unpacking ---- */

static void *take(void *user, unsigned count, unsigned size)
{
    void *block = NULL;

    return bsn_new(user, count, size, &block) == BASIN_STATUS_OK ? block : NULL;
}

static void give(void *user, void *block)
{
    bsn_free(user, block);
}

/* Inflates all that `z` has; *text is the caller's even on failure. */
static basin_status inflate_all(basin_ctx *ctx, const char *where, z_stream *z, char **text,
                                size_t *length)
{
    size_t capacity = 0;
    int state = Z_OK;

    *length = 0;
    while (state != Z_STREAM_END) {
        if (*length > BSN_DICTD_TEXT)
            return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "%s: more than %zu bytes of text", where,
                            BSN_DICTD_TEXT);
        BSN_TRY(BSN_GROW(ctx, text, &capacity, *length + 65536 + 1));
        const size_t room = capacity - 1 - *length;
        z->next_out = (unsigned char *)*text + *length;
        z->avail_out = (unsigned)room;
        state = inflate(z, Z_NO_FLUSH);
        *length += room - z->avail_out;
        if (state == Z_MEM_ERROR)
            return bsn_fail(ctx, BASIN_STATUS_MEMORY, "%s: out of memory", where);
        if (state != Z_OK && state != Z_STREAM_END)
            return bsn_fail(ctx, BASIN_STATUS_PARSE, "%s: cannot be unpacked after %zu bytes: %s",
                            where, *length, z->msg ? z->msg : "the file is cut short");
    }
    (*text)[*length] = 0;
    return BASIN_STATUS_OK;
}

/* A copy of the text, unpacked if it was packed. */
static basin_status unpack(basin_ctx *ctx, const char *where, const char *bytes, size_t count,
                           char **out, size_t *length)
{
    z_stream z = { .zalloc = take, .zfree = give, .opaque = ctx };
    char *text = NULL;

    if (count > BSN_DICTD_TEXT)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "%s: %zu bytes; at most %zu", where, count,
                        BSN_DICTD_TEXT);
    if (count < 2 || (unsigned char)bytes[0] != 0x1f || (unsigned char)bytes[1] != 0x8b) {
        BSN_TRY(BSN_NEW(ctx, count + 1, &text));
        memcpy(text, bytes, count);
        *out = text;
        *length = count;
        return BASIN_STATUS_OK;
    }
    z.next_in = (const unsigned char *)bytes;
    z.avail_in = (unsigned)count;
    if (inflateInit2(&z, GZIP_WINDOW) != Z_OK)
        return bsn_fail(ctx, BASIN_STATUS_MEMORY, "%s: out of memory", where);
    const basin_status status = inflate_all(ctx, where, &z, &text, length);
    inflateEnd(&z);
    if (status == BASIN_STATUS_OK)
        *out = text;
    else
        bsn_free(ctx, text);
    return status;
}

/* ------------------------------------------------------------------------------ the index ---- */

/* A number in the index's base 64; false when a character is none of its digits. */
static bool read_number(const char *digits, size_t count, size_t *out)
{
    static const char *const alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    *out = 0;
    for (size_t i = 0; i < count; i++) {
        const char *const found = digits[i] ? strchr(alphabet, digits[i]) : NULL;
        if (!found || *out > SIZE_MAX >> 6)
            return false;
        *out = *out << 6 | (size_t)(found - alphabet);
    }
    return count > 0;
}

/* Cuts the line that begins at `line` and ends at `end` into an entry. */
static bool read_entry(char *line, char *end, size_t text, struct bsn_dictd_entry *entry)
{
    char *const first = memchr(line, '\t', (size_t)(end - line));
    char *const second = first ? memchr(first + 1, '\t', (size_t)(end - first - 1)) : NULL;

    if (!second || !read_number(first + 1, (size_t)(second - first - 1), &entry->offset))
        return false;
    const char *const third = memchr(second + 1, '\t', (size_t)(end - second - 1));
    const char *const stop = third ? third : end; /* a fourth column is another form of the head */
    if (!read_number(second + 1, (size_t)(stop - second - 1), &entry->length))
        return false;
    *first = 0;
    entry->head = line;
    return entry->offset <= text && entry->length <= text - entry->offset;
}

static basin_status read_index(basin_ctx *ctx, const char *where, size_t length,
                               struct bsn_dictd *dict)
{
    char *at = dict->index, *const end = at + length;
    size_t lines = 0;

    for (const char *c = at; c < end; c++)
        lines += *c == '\n';
    BSN_TRY(BSN_NEW(ctx, lines + 1, &dict->entry));
    for (size_t line = 1; at < end; line++) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        char *const next = stop < end ? stop + 1 : end;
        stop -= stop > at && stop[-1] == '\r';
        if (stop > at && !read_entry(at, stop, dict->length, &dict->entry[dict->count++]))
            return bsn_fail(ctx, BASIN_STATUS_PARSE,
                            "%s, line %zu: not a headword, an offset and a length inside the text",
                            where, line);
        at = next;
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_dictd_parse(basin_ctx *ctx, const char *where, const char *index,
                             size_t index_length, const char *text, size_t text_length,
                             struct bsn_dictd *out)
{
    struct bsn_dictd dict = { 0 };
    basin_status status;

    BSN_TRY_OUT(unpack(ctx, where, text, text_length, &dict.text, &dict.length));
    BSN_TRY_OUT(BSN_NEW(ctx, index_length + 1, &dict.index));
    memcpy(dict.index, index, index_length);
    BSN_TRY_OUT(read_index(ctx, where, index_length, &dict));
    *out = dict;
    return BASIN_STATUS_OK;
out:
    bsn_dictd_clear(ctx, &dict);
    return status;
}

static basin_status join(basin_ctx *ctx, const char *prefix, const char *suffix, char **path)
{
    struct bsn_text name = BSN_TEXT_INIT(ctx);

    bsn_text_add(&name, "%s%s", prefix, suffix);
    return bsn_text_take(&name, path);
}

/* Reads PREFIX and the suffix or, when there is no such file, PREFIX and the other one. */
static basin_status read_with(basin_ctx *ctx, const char *prefix, const char *suffix,
                              const char *other, char **bytes, size_t *length)
{
    char *path;

    BSN_TRY(join(ctx, prefix, suffix, &path));
    if (other && !bsn_file_exists(path)) {
        bsn_free(ctx, path);
        BSN_TRY(join(ctx, prefix, other, &path));
    }
    const basin_status status = bsn_file_read(ctx, path, bytes, length);
    bsn_free(ctx, path);
    return status;
}

basin_status bsn_dictd_read(basin_ctx *ctx, const char *prefix, struct bsn_dictd *out)
{
    char *index = NULL, *text = NULL;
    size_t index_length, text_length;
    basin_status status;

    BSN_TRY_OUT(read_with(ctx, prefix, ".index", NULL, &index, &index_length));
    BSN_TRY_OUT(read_with(ctx, prefix, ".dict.dz", ".dict", &text, &text_length));
    BSN_TRY_OUT(bsn_dictd_parse(ctx, prefix, index, index_length, text, text_length, out));
out:
    bsn_free(ctx, text);
    bsn_free(ctx, index);
    return status;
}

void bsn_dictd_clear(basin_ctx *ctx, struct bsn_dictd *dict)
{
    bsn_free(ctx, dict->entry);
    bsn_free(ctx, dict->text);
    bsn_free(ctx, dict->index);
    *dict = (struct bsn_dictd){ 0 };
}

/* ------------------------------------------------------------------------------- articles ---- */

static int by_place(const void *a, const void *b)
{
    const struct bsn_dictd_entry *const x = a, *const y = b;

    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    if (x->length != y->length)
        return x->length < y->length ? -1 : 1;
    return strcmp(x->head, y->head);
}

void bsn_dictd_articles(struct bsn_dictd *dict)
{
    size_t kept = 0;

    if (dict->count == 0)
        return;
    qsort(dict->entry, dict->count, sizeof *dict->entry, by_place);
    for (size_t k = 1; k < dict->count; k++)
        if (dict->entry[k].offset != dict->entry[kept].offset ||
            dict->entry[k].length != dict->entry[kept].length)
            dict->entry[++kept] = dict->entry[k];
    dict->count = kept + 1;
}
