/* safetensors.c - the reader: from bytes that may be anything to tensors that are right.
 *
 * The header is parsed as JSON, each tensor is checked against the limits and against the end of
 * the one before it, and only then are numbers copied, because their place in the file need not be
 * aligned; where it is, and the bytes stay, they are read where they lie. The writer is safetensors_format.c. The format: github.com/huggingface/safetensors.
 */
#include "energy/safetensors.h"

#include "base/json_read.h"
#include "base/mem.h"

#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "safetensors holds little-endian numbers; this machine would need them swapped"
#endif

#define PREFIX 8       /* bytes before the header: its length */
#define LANE 64        /* every tensor begins at a multiple of this many bytes in memory */

enum type { TYPE_F64, TYPE_F32, TYPE_F16, TYPE_BF16, TYPE_U8, TYPE_U16, TYPE_U32, TYPES };

/* What each type is called, its bytes in the file and in memory, and what it becomes. */
static const struct {
    const char *name;
    size_t item, room;
    enum bsn_tensor_type becomes;
} types[TYPES] = {
    [TYPE_F64] = { "F64", 8, 4, BSN_TENSOR_F32 },
    [TYPE_F32] = { "F32", 4, 4, BSN_TENSOR_F32 }, [TYPE_F16] = { "F16", 2, 4, BSN_TENSOR_F32 },
    [TYPE_BF16] = { "BF16", 2, 4, BSN_TENSOR_F32 }, [TYPE_U8] = { "U8", 1, 1, BSN_TENSOR_U8 },
    [TYPE_U16] = { "U16", 2, 2, BSN_TENSOR_U16 }, [TYPE_U32] = { "U32", 4, 4, BSN_TENSOR_U32 },
};

/* Where reading is: the bytes and how many of them the tensors so far have claimed. */
struct reader {
    basin_ctx *ctx;
    const char *where;
    const struct bsn_safetensors_limits *limits;
    bool stays;                /* the bytes do: numbers may be read where they lie */
    const unsigned char *data; /* (length) what follows the header */
    size_t length;
    size_t claimed;
    size_t room; /* bytes of memory needed so far, each tensor rounded up to LANE */
};

#define REFUSE(r, format, ...) \
    bsn_fail((r)->ctx, BASIN_STATUS_PARSE, "%s: " format, (r)->where, __VA_ARGS__)

static basin_status read_type(const struct reader *r, const char *name, const json_t *entry,
                              enum type *type)
{
    const char *text = json_string_value(json_object_get(entry, "dtype"));

    if (!text)
        return REFUSE(r, "tensor %.256s has no dtype", name);
    for (int k = 0; k < TYPES; k++)
        if (strcmp(text, types[k].name) == 0) {
            *type = (enum type)k;
            return BASIN_STATUS_OK;
        }
    return REFUSE(r, "tensor %.256s is of type %.16s; F64, F32, F16, BF16, U8, U16 and U32 can "
                  "be read",
                  name, text);
}

static bool read_size(const json_t *value, size_t *out)
{
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        (uintmax_t)json_integer_value(value) > SIZE_MAX)
        return false;
    *out = (size_t)json_integer_value(value);
    return true;
}

static basin_status read_shape(const struct reader *r, const json_t *entry, struct bsn_tensor *t)
{
    const json_t *shape = json_object_get(entry, "shape");

    if (!json_is_array(shape))
        return REFUSE(r, "tensor %.256s has no shape", t->name);
    if (json_array_size(shape) > BSN_SAFETENSORS_DIMS)
        return bsn_fail(r->ctx, BASIN_STATUS_TOO_BIG,
                        "%s: tensor %.256s has %zu dimensions; at most %d", r->where, t->name,
                        json_array_size(shape), BSN_SAFETENSORS_DIMS);
    t->dims = json_array_size(shape);
    t->count = 1;
    for (size_t i = 0; i < t->dims; i++) {
        if (!read_size(json_array_get(shape, i), &t->dim[i]))
            return REFUSE(r, "tensor %.256s has a dimension that is no size", t->name);
        if (bsn_mul(t->count, t->dim[i], &t->count))
            return bsn_fail(r->ctx, BASIN_STATUS_TOO_BIG, "%s: the size of tensor %.256s overflows",
                            r->where, t->name);
    }
    return BASIN_STATUS_OK;
}

/* Bytes of memory; the counts were checked by then. */
static size_t room_of(const struct bsn_tensor *t, enum type type)
{
    return (t->count * types[type].room + LANE - 1) / LANE * LANE;
}

/* Can numbers of that type that lie there be read as they are? */
static bool in_place(const struct reader *r, const unsigned char *from, enum type type)
{
    return r->stays && types[type].item == types[type].room &&
           (uintptr_t)from % types[type].item == 0;
}

/* Tensors lie one behind the other: this one begins where the last one ended. */
static basin_status read_place(struct reader *r, const json_t *entry, enum type type,
                               const struct bsn_tensor *t)
{
    const json_t *offsets = json_object_get(entry, "data_offsets");
    size_t begin, end, bytes;

    if (json_array_size(offsets) != 2 || !read_size(json_array_get(offsets, 0), &begin) ||
        !read_size(json_array_get(offsets, 1), &end))
        return REFUSE(r, "tensor %.256s has no data_offsets of two sizes", t->name);
    if (bsn_mul(t->count, types[type].room, &bytes) ||
        bsn_mul(t->count, types[type].item, &bytes))
        return bsn_fail(r->ctx, BASIN_STATUS_TOO_BIG, "%s: the size of tensor %.256s overflows",
                        r->where, t->name);
    if (begin != r->claimed)
        return REFUSE(r,
                      "tensor %.256s begins at byte %zu instead of %zu: offsets must ascend "
                      "without gap or overlap",
                      t->name, begin, r->claimed);
    if (end < begin || end - begin != bytes)
        return REFUSE(r, "tensor %.256s needs %zu bytes but its data_offsets are %zu and %zu",
                      t->name, bytes, begin, end);
    if (end > r->length)
        return REFUSE(r, "tensor %.256s ends at byte %zu of %zu: the file is cut short", t->name,
                      end, r->length);
    r->claimed = end;
    r->room += in_place(r, r->data + begin, type) ? 0 : room_of(t, type);
    return BASIN_STATUS_OK;
}

static float float_of_bits(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* IEEE half to single; exact, because every half is a single. */
static uint32_t bits_of_half(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half & 0x8000u) << 16;
    const uint32_t exponent = (half >> 10) & 31u;
    const uint32_t fraction = half & 0x3ffu;
    uint32_t bits;

    if (exponent == 31)
        return sign | 0x7f800000u | fraction << 13;
    if (exponent > 0)
        return sign | (exponent + 112) << 23 | fraction << 13;
    const float tiny = (float)fraction * 0x1p-24f;
    memcpy(&bits, &tiny, sizeof bits);
    return sign | bits;
}

/* What is too large for single precision becomes infinite, and is refused as such. */
static uint32_t bits_of_double(const unsigned char *from)
{
    double number;
    uint32_t bits;

    memcpy(&number, from, sizeof number);
    const float single = (float)number;
    memcpy(&bits, &single, sizeof bits);
    return bits;
}

static uint32_t bits_at(const unsigned char *from, enum type type, size_t i)
{
    uint32_t single;
    uint16_t half;

    if (type == TYPE_F64)
        return bits_of_double(from + 8 * i);
    if (type == TYPE_F32) {
        memcpy(&single, from + 4 * i, sizeof single);
        return single;
    }
    memcpy(&half, from + 2 * i, sizeof half);
    return type == TYPE_F16 ? bits_of_half(half) : (uint32_t)half << 16;
}

/* Without `to`, NULL, they are only looked at. */
static basin_status copy_numbers(const struct reader *r, const struct bsn_tensor *t,
                                 const unsigned char *from, enum type type, float *to)
{
    for (size_t i = 0; i < t->count; i++) {
        const uint32_t bits = bits_at(from, type, i);
        if ((bits & 0x7f800000u) == 0x7f800000u)
            return REFUSE(r, "tensor %.256s holds a number that is not finite, at place %zu",
                          t->name, i);
        if (to)
            to[i] = float_of_bits(bits);
    }
    return BASIN_STATUS_OK;
}

static basin_status read_metadata(const struct reader *r, json_t *metadata)
{
    const char *key;
    json_t *value;

    if (!json_is_object(metadata))
        return REFUSE(r, "%s", "__metadata__ is not an object");
    json_object_foreach (metadata, key, value)
        if (!json_is_string(value))
            return REFUSE(r, "__metadata__ entry %.64s is not text", key);
    return BASIN_STATUS_OK;
}

/* Checks one entry and claims its bytes; the type is kept for the copy in `type`. */
static basin_status read_entry(struct reader *r, const char *name, const json_t *entry,
                               struct bsn_tensor *t, enum type *type)
{
    if (name[0] == 0)
        return REFUSE(r, "%s", "a tensor has no name");
    if (strlen(name) > r->limits->name)
        return bsn_fail(r->ctx, BASIN_STATUS_TOO_BIG,
                        "%s: the tensor name %.32s... is longer "
                        "than %zu bytes",
                        r->where, name, r->limits->name);
    if (!json_is_object(entry))
        return REFUSE(r, "tensor %.256s is not described by an object", name);
    t->name = name;
    BSN_TRY(read_type(r, name, entry, type));
    BSN_TRY(read_shape(r, entry, t));
    t->type = types[*type].becomes;
    BSN_TRY(read_place(r, entry, *type, t));
    if (json_object_size(entry) != 3)
        return REFUSE(r, "tensor %.256s says more than dtype, shape and data_offsets", name);
    return BASIN_STATUS_OK;
}

static basin_status read_entries(struct reader *r, struct bsn_safetensors *file, enum type *type)
{
    const char *name;
    json_t *entry;

    json_object_foreach (file->header, name, entry) { /* in the order of the file */
        if (strcmp(name, "__metadata__") == 0) {
            BSN_TRY(read_metadata(r, entry));
            file->metadata = entry;
            continue;
        }
        BSN_TRY(read_entry(r, name, entry, &file->tensor[file->count], &type[file->count]));
        file->count++;
    }
    if (r->claimed != r->length)
        return REFUSE(r, "%zu bytes after the last tensor", r->length - r->claimed);
    return BASIN_STATUS_OK;
}

static basin_status read_numbers(const struct reader *r, struct bsn_safetensors *file,
                                 const enum type *type)
{
    const unsigned char *from = r->data;

    BSN_TRY(BSN_NEW(r->ctx, r->room, &file->data));
    unsigned char *to = file->data;
    for (size_t k = 0; k < file->count; k++) {
        struct bsn_tensor *t = &file->tensor[k];
        const bool lies = in_place(r, from, type[k]);
        if (t->type == BSN_TENSOR_F32) {
            t->data = (const float *)(const void *)(lies ? from : to);
            BSN_TRY(copy_numbers(r, t, from, type[k], lies ? NULL : (float *)(void *)to));
        } else {
            t->whole = lies ? from : to;
            if (t->count > 0 && !lies)
                memcpy(to, from, t->count * types[type[k]].item);
        }
        from += t->count * types[type[k]].item;
        to += lies ? 0 : room_of(t, type[k]);
    }
    return BASIN_STATUS_OK;
}

/* Splits the file into header and data and parses the header. */
static basin_status read_header(struct reader *r, const unsigned char *bytes, size_t length,
                                json_t **header)
{
    uint64_t chars;
    struct bsn_json_error error;

    if (length < PREFIX)
        return REFUSE(r, "%zu bytes are too few for a safetensors file", length);
    memcpy(&chars, bytes, sizeof chars);
    if (chars > r->limits->header)
        return bsn_fail(r->ctx, BASIN_STATUS_TOO_BIG,
                        "%s: not a safetensors file, or a header of %llu bytes; at most %zu",
                        r->where, (unsigned long long)chars, r->limits->header);
    if (chars > length - PREFIX)
        return REFUSE(r, "a header of %llu bytes in a file of %zu: the file is cut short",
                      (unsigned long long)chars, length);
    if (chars == 0 || bytes[PREFIX] != '{')
        return REFUSE(r, "%s", "the header does not begin with {");
    *header =
        bsn_json_read((const char *)bytes + PREFIX, (size_t)chars, JSON_REJECT_DUPLICATES, &error);
    if (!*header)
        return bsn_fail(r->ctx, error.status, "%s: header, byte %zu: %s", r->where, error.byte,
                        error.text);
    r->data = bytes + PREFIX + chars;
    r->length = length - PREFIX - (size_t)chars;
    return BASIN_STATUS_OK;
}

static basin_status parse(basin_ctx *ctx, const char *where, const void *bytes, size_t length,
                          const struct bsn_safetensors_limits *limits, bool stays,
                          struct bsn_safetensors **out)
{
    struct reader r = { .ctx = ctx, .where = where, .limits = limits, .stays = stays };
    struct bsn_safetensors *file;
    enum type *type = NULL;
    basin_status status;

    BSN_TRY(BSN_NEW(ctx, 1, &file));
    BSN_TRY_OUT(read_header(&r, bytes, length, &file->header));
    const size_t entries = json_object_size(file->header);
    if (entries > limits->tensors) { /* the metadata counts as one */
        status = bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "%s: %zu tensors; at most %zu", where,
                          entries, limits->tensors);
        goto out;
    }
    BSN_TRY_OUT(BSN_NEW(ctx, entries, &file->tensor));
    BSN_TRY_OUT(BSN_NEW(ctx, entries, &type));
    BSN_TRY_OUT(read_entries(&r, file, type));
    BSN_TRY_OUT(read_numbers(&r, file, type));
    *out = file;
    file = NULL;
out:
    bsn_free(ctx, type);
    bsn_safetensors_free(ctx, file);
    return status;
}

static const struct bsn_safetensors_limits standard = {
    BSN_SAFETENSORS_HEADER, BSN_SAFETENSORS_TENSORS, BSN_SAFETENSORS_NAME
};

basin_status bsn_safetensors_parse(basin_ctx *ctx, const char *where, const void *bytes,
                                   size_t length, struct bsn_safetensors **out)
{
    return parse(ctx, where, bytes, length, &standard, false, out);
}

basin_status bsn_safetensors_parse_within(basin_ctx *ctx, const char *where, const void *bytes,
                                          size_t length,
                                          const struct bsn_safetensors_limits *limits,
                                          struct bsn_safetensors **out)
{
    return parse(ctx, where, bytes, length, limits, false, out);
}

basin_status bsn_safetensors_parse_in_place(basin_ctx *ctx, const char *where, const void *bytes,
                                            size_t length, struct bsn_safetensors **out)
{
    return parse(ctx, where, bytes, length, &standard, true, out);
}

void bsn_safetensors_free(basin_ctx *ctx, struct bsn_safetensors *file)
{
    if (!file)
        return;
    json_decref(file->header);
    bsn_free(ctx, file->data);
    bsn_free(ctx, file->tensor);
    bsn_free(ctx, file);
}

const struct bsn_tensor *bsn_safetensors_find(const struct bsn_safetensors *file, const char *name)
{
    for (size_t k = 0; k < file->count; k++)
        if (strcmp(file->tensor[k].name, name) == 0)
            return &file->tensor[k];
    return NULL;
}

const struct bsn_tensor *bsn_safetensors_typed(const struct bsn_safetensors *file,
                                               const char *name, enum bsn_tensor_type type)
{
    const struct bsn_tensor *const found = bsn_safetensors_find(file, name);

    return found && found->type == type ? found : NULL;
}

const char *bsn_safetensors_meta(const struct bsn_safetensors *file, const char *key)
{
    return json_string_value(json_object_get(file->metadata, key));
}
