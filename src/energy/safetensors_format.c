/* safetensors_format.c - the writer: tensors and metadata to the bytes of a file.
 *
 * The header is put together as text in the order given, and padded with spaces so that the
 * numbers begin at a multiple of 64. The same input gives the same bytes on every machine. What the
 * reader (safetensors.c) would refuse is refused here already.
 */
#include "base/text.h"
#include "energy/safetensors.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "safetensors holds little-endian numbers; this machine would need them swapped"
#endif

#define PREFIX 8
#define LANE 64

static const struct {
    const char *name;
    size_t item;
} types[] = {
    [BSN_TENSOR_F32] = { "F32", 4 }, [BSN_TENSOR_U8] = { "U8", 1 },
    [BSN_TENSOR_U16] = { "U16", 2 }, [BSN_TENSOR_U32] = { "U32", 4 },
};

/* Adds `chars` as a JSON string. */
static basin_status add_quoted(struct bsn_text *text, const char *chars)
{
    json_t *value = json_string(chars);

    if (!value)
        return bsn_fail(text->ctx, BASIN_STATUS_INPUT, "not UTF-8 text: %.64s", chars);
    char *quoted = json_dumps(value, JSON_ENCODE_ANY);
    json_decref(value);
    if (!quoted)
        return bsn_fail(text->ctx, BASIN_STATUS_MEMORY, "out of memory");
    bsn_text_add(text, "%s", quoted);
    free(quoted);
    return text->status;
}

static basin_status add_metadata(struct bsn_text *text, const struct bsn_pair *meta, size_t m)
{
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(meta[i].key, meta[k].key) == 0)
                return bsn_fail(text->ctx, BASIN_STATUS_INPUT, "metadata %.64s given twice",
                                meta[i].key);
    bsn_text_add(text, "\"__metadata__\":{");
    for (size_t i = 0; i < m; i++) {
        bsn_text_add(text, "%s", i ? "," : "");
        BSN_TRY(add_quoted(text, meta[i].key));
        bsn_text_add(text, ":");
        BSN_TRY(add_quoted(text, meta[i].value));
    }
    bsn_text_add(text, "}");
    return text->status;
}

static basin_status check_tensor(basin_ctx *ctx, const struct bsn_tensor *t)
{
    size_t count = 1;

    if (t->name[0] == 0 || strcmp(t->name, "__metadata__") == 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "\"%s\" cannot be the name of a tensor", t->name);
    if (strlen(t->name) > BSN_SAFETENSORS_NAME || t->dims > BSN_SAFETENSORS_DIMS)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG,
                        "tensor %.32s: a name of %zu bytes (at most %d), %zu dimensions (at most "
                        "%d)",
                        t->name, strlen(t->name), BSN_SAFETENSORS_NAME, t->dims,
                        BSN_SAFETENSORS_DIMS);
    for (size_t i = 0; i < t->dims; i++)
        if (bsn_mul(count, t->dim[i], &count))
            return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "tensor %s: its size overflows", t->name);
    if (count != t->count)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "tensor %s: its shape has %zu numbers, not %zu",
                        t->name, count, t->count);
    for (size_t i = 0; i < count && t->type == BSN_TENSOR_F32; i++)
        if (!isfinite(t->data[i]))
            return bsn_fail(ctx, BASIN_STATUS_INPUT, "tensor %s: number %zu is not finite", t->name,
                            i);
    return BASIN_STATUS_OK;
}

/* Adds the entry of a tensor that begins at byte `begin` of the data. */
static basin_status add_tensor(struct bsn_text *text, const struct bsn_tensor *t, size_t begin,
                               size_t *end)
{
    size_t bytes;

    if (bsn_mul(t->count, types[t->type].item, &bytes) || __builtin_add_overflow(begin, bytes, end))
        return bsn_fail(text->ctx, BASIN_STATUS_TOO_BIG, "tensor %s: its size overflows", t->name);
    BSN_TRY(add_quoted(text, t->name));
    bsn_text_add(text, ":{\"dtype\":\"%s\",\"shape\":[", types[t->type].name);
    for (size_t i = 0; i < t->dims; i++)
        bsn_text_add(text, "%s%zu", i ? "," : "", t->dim[i]);
    bsn_text_add(text, "],\"data_offsets\":[%zu,%zu]}", begin, *end);
    return text->status;
}

static basin_status check_tensors(basin_ctx *ctx, const struct bsn_tensor *tensor, size_t n)
{
    if (n >= BSN_SAFETENSORS_TENSORS) /* the metadata counts as one */
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "%zu tensors; at most %d", n,
                        BSN_SAFETENSORS_TENSORS - 1);
    for (size_t i = 0; i < n; i++) {
        BSN_TRY(check_tensor(ctx, &tensor[i]));
        for (size_t k = 0; k < i; k++)
            if (strcmp(tensor[i].name, tensor[k].name) == 0)
                return bsn_fail(ctx, BASIN_STATUS_INPUT, "two tensors of the name %s",
                                tensor[i].name);
    }
    return BASIN_STATUS_OK;
}

/* The padded header; *data is the number of bytes that follow it. */
static basin_status add_header(struct bsn_text *text, const struct bsn_tensor *tensor, size_t n,
                               const struct bsn_pair *meta, size_t m, size_t *data)
{
    *data = 0;
    bsn_text_add(text, "{");
    if (m > 0)
        BSN_TRY(add_metadata(text, meta, m));
    for (size_t i = 0; i < n; i++) {
        bsn_text_add(text, "%s", m > 0 || i > 0 ? "," : "");
        BSN_TRY(add_tensor(text, &tensor[i], *data, data));
    }
    bsn_text_add(text, "}");
    const size_t over = (PREFIX + text->length) % LANE;
    if (over)
        bsn_text_add(text, "%*s", (int)(LANE - over), "");
    BSN_TRY(text->status);
    if (text->length > BSN_SAFETENSORS_HEADER)
        return bsn_fail(text->ctx, BASIN_STATUS_TOO_BIG, "a header of %zu bytes; at most %zu",
                        text->length, BSN_SAFETENSORS_HEADER);
    return BASIN_STATUS_OK;
}

basin_status bsn_safetensors_format(basin_ctx *ctx, const struct bsn_tensor *tensor, size_t n,
                                    const struct bsn_pair *meta, size_t m, char **bytes,
                                    size_t *length)
{
    struct bsn_text text = BSN_TEXT_INIT(ctx);
    basin_status status;
    size_t data, total;
    char *block;

    BSN_TRY(check_tensors(ctx, tensor, n));
    BSN_TRY_OUT(add_header(&text, tensor, n, meta, m, &data));
    if (__builtin_add_overflow(PREFIX + text.length, data, &total)) {
        status = bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "the size of the tensors overflows");
        goto out;
    }
    BSN_TRY_OUT(BSN_NEW(ctx, total, &block));
    const uint64_t chars = text.length;
    memcpy(block, &chars, PREFIX);
    memcpy(block + PREFIX, text.chars, text.length);
    char *to = block + PREFIX + text.length;
    for (size_t i = 0; i < n; i++) {
        const struct bsn_tensor *const t = &tensor[i];
        const size_t part = t->count * types[t->type].item;
        if (part > 0) /* an empty tensor may have no data to point to */
            memcpy(to, t->type == BSN_TENSOR_F32 ? t->data : t->whole, part);
        to += part;
    }
    *bytes = block;
    *length = total;
out:
    bsn_text_clear(&text);
    return status;
}
