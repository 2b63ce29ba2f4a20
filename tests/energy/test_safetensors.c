/* test_safetensors.c - what is written comes back, and nothing broken comes in. */
#include "energy/safetensors.h"

#include "base/rng.h"
#include "support.h"

#include <math.h>

/* ------------------------------------------------------------------------ making files ---- */

/* A file from header text and data, as another program might write it. */
static char *make_file(const char *header, const void *data, size_t bytes, size_t *length)
{
    const uint64_t chars = strlen(header);
    char *file = malloc(8 + chars + bytes + 1);

    assert_non_null(file);
    memcpy(file, &chars, 8);
    memcpy(file + 8, header, chars);
    if (bytes)
        memcpy(file + 8 + chars, data, bytes);
    *length = 8 + (size_t)chars + bytes;
    return file;
}

/* Parses such a file. It is copied to a block of exactly its size, at an odd address, so that a
 * sanitizer sees any read outside. */
static basin_status parse(basin_ctx *ctx, const char *bytes, size_t length,
                          struct bsn_safetensors **out)
{
    char *tight = malloc(length + 1);

    assert_non_null(tight);
    memcpy(tight + 1, bytes, length);
    const basin_status status = bsn_safetensors_parse(ctx, "m.safetensors", tight + 1, length, out);
    free(tight);
    return status;
}

static const float numbers[] = { 1, -2.5f, 3e-38f, 4, 5, -6e30f };

static void refuse(const char *header, size_t bytes, basin_status expected, const char *part)
{
    basin_ctx *ctx = test_ctx();
    struct bsn_safetensors *file = NULL;
    size_t length;
    char *made = make_file(header, numbers, bytes, &length);

    ASSERT_FAILS(ctx, parse(ctx, made, length, &file), expected, part);
    assert_int_equal(strncmp(basin_error_text(ctx), "m.safetensors: ", 15), 0);
    assert_null(file);
    free(made);
    test_ctx_done(ctx);
}

/* A small file of ours: three tensors, one of them empty, and metadata. */
static char *small_file(basin_ctx *ctx, size_t *length)
{
    const struct bsn_tensor tensor[] = {
        { .name = "a.weight", .dims = 2, .dim = { 2, 2 }, .data = numbers, .count = 4 },
        { .name = "nothing", .dims = 2, .dim = { 0, 3 }, .data = NULL, .count = 0 },
        { .name = "b", .dims = 0, .data = numbers + 4, .count = 1 },
    };
    const struct bsn_pair meta[] = { { "domain", "queens" }, { "note", "\"\\\n\xc3\xa9" } };
    char *bytes = NULL;

    ASSERT_OK(
        ctx, bsn_safetensors_format(ctx, tensor, COUNT(tensor), meta, COUNT(meta), &bytes, length));
    return bytes;
}

/* ------------------------------------------------------------------------- round trips ---- */

static void check_small(const struct bsn_safetensors *file)
{
    const struct bsn_tensor *a = bsn_safetensors_find(file, "a.weight");
    const struct bsn_tensor *b = bsn_safetensors_find(file, "b");
    const struct bsn_tensor *nothing = bsn_safetensors_find(file, "nothing");

    assert_int_equal(file->count, 3);
    assert_non_null(a);
    assert_int_equal(a->dims, 2);
    assert_int_equal(a->dim[0], 2);
    assert_int_equal(a->dim[1], 2);
    assert_memory_equal(a->data, numbers, 4 * sizeof(float));
    assert_int_equal(b->dims, 0);
    assert_true(b->count == 1 && b->data[0] == 5);
    assert_int_equal(nothing->count, 0);
    assert_int_equal((uintptr_t)a->data % 64, 0);
    assert_int_equal((uintptr_t)b->data % 64, 0);
    assert_string_equal(bsn_safetensors_meta(file, "domain"), "queens");
    assert_string_equal(bsn_safetensors_meta(file, "note"), "\"\\\n\xc3\xa9");
    assert_null(bsn_safetensors_meta(file, "absent"));
    assert_null(bsn_safetensors_find(file, "absent"));
}

static void a_small_file_comes_back(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_safetensors *file = NULL;
    size_t length = 0;
    char *bytes = small_file(ctx, &length);

    ASSERT_OK(ctx, parse(ctx, bytes, length, &file));
    check_small(file);
    bsn_safetensors_free(ctx, file);
    bsn_safetensors_free(ctx, NULL);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* The bytes are written out here in full: they may never change. */
static void the_bytes_are_these(void **state)
{
    (void)state;
    static const char header[] = "{\"__metadata__\":{\"k\":\"v\"},"
                                 "\"t\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]}}";
    const struct bsn_tensor tensor = {
        .name = "t", .dims = 1, .dim = { 3 }, .data = numbers, .count = 3
    };
    const struct bsn_pair meta = { "k", "v" };
    basin_ctx *ctx = test_ctx();
    char *bytes = NULL;
    size_t length = 0;
    uint64_t chars;

    ASSERT_OK(ctx, bsn_safetensors_format(ctx, &tensor, 1, &meta, 1, &bytes, &length));
    memcpy(&chars, bytes, 8);
    assert_int_equal((8 + chars) % 64, 0);
    assert_int_equal(length, 8 + chars + 12);
    assert_memory_equal(bytes + 8, header, sizeof header - 1);
    for (size_t i = 8 + sizeof header - 1; i < 8 + chars; i++)
        assert_int_equal(bytes[i], ' ');
    assert_memory_equal(bytes + 8 + chars, numbers, 12);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* Fills n tensors with random shapes and numbers; the numbers lie in `pool`. */
static void random_tensors(const struct bsn_rng *rng, struct bsn_tensor *tensor, size_t n,
                           char (*name)[24], const float *pool)
{
    for (size_t k = 0; k < n; k++) {
        const uint32_t at = (uint32_t)k * 20;
        snprintf(name[k], sizeof name[k], "layer.%zu.%u", k, bsn_rng_below(rng, at, 1000));
        tensor[k] = (struct bsn_tensor){ .name = name[k],
                                         .data = pool + 64 * k,
                                         .count = 1,
                                         .dims = bsn_rng_below(rng, at + 1, 5) };
        for (uint32_t d = 0; d < tensor[k].dims; d++) {
            tensor[k].dim[d] = bsn_rng_below(rng, at + 2 + d, 9) * (d < 2) + (d >= 2);
            tensor[k].count *= tensor[k].dim[d];
        }
    }
}

static void random_tensors_come_back(void **state)
{
    (void)state;
    enum { MANY = 30 };
    basin_ctx *ctx = test_ctx();
    float *pool;

    ASSERT_OK(ctx, BSN_NEW(ctx, 64 * MANY, &pool));
    for (uint32_t round = 0; round < 50; round++) {
        const struct bsn_rng rng = { .seed = 9, .purpose = BSN_RNG_TEST, .step = round };
        struct bsn_tensor tensor[MANY];
        char name[MANY][24];
        struct bsn_safetensors *file = NULL;
        char *bytes = NULL, *again = NULL;
        size_t length = 0, length_again = 0;

        bsn_rng_fill_normal(&rng, pool, 64 * MANY);
        random_tensors(&rng, tensor, MANY, name, pool);
        ASSERT_OK(ctx, bsn_safetensors_format(ctx, tensor, MANY, NULL, 0, &bytes, &length));
        ASSERT_OK(ctx, parse(ctx, bytes, length, &file));
        assert_int_equal(file->count, MANY);
        for (size_t k = 0; k < MANY; k++) {
            const struct bsn_tensor *t = bsn_safetensors_find(file, tensor[k].name);
            assert_ptr_equal(t, &file->tensor[k]);
            assert_int_equal(t->dims, tensor[k].dims);
            assert_memory_equal(t->dim, tensor[k].dim, sizeof t->dim);
            assert_int_equal(t->count, tensor[k].count);
            assert_memory_equal(t->data, tensor[k].data, t->count * sizeof(float));
        }
        ASSERT_OK(ctx, bsn_safetensors_format(ctx, file->tensor, file->count, NULL, 0, &again,
                                              &length_again));
        assert_int_equal(length, length_again);
        assert_memory_equal(bytes, again, length);
        bsn_safetensors_free(ctx, file);
        bsn_free(ctx, bytes);
        bsn_free(ctx, again);
    }
    bsn_free(ctx, pool);
    test_ctx_done(ctx);
}

/* Whole numbers stay as they are, whatever lies before them in the file. */
static void whole_numbers_come_back(void **state)
{
    (void)state;
    static const uint8_t bytes8[] = { 0, 1, 127, 128, 255 };
    static const uint16_t bytes16[] = { 0, 1, 0x8000, 0x7f80, 0xffff };
    static const uint32_t bytes32[] = { 0, 0x7f800000, 0xffffffff };
    const struct bsn_tensor tensor[] = {
        { .name = "u8", .type = BSN_TENSOR_U8, .dims = 1, .dim = { 5 }, .whole = bytes8,
          .count = 5 },
        { .name = "real", .dims = 1, .dim = { 2 }, .data = numbers, .count = 2 },
        { .name = "u16", .type = BSN_TENSOR_U16, .dims = 2, .dim = { 5, 1 }, .whole = bytes16,
          .count = 5 },
        { .name = "none", .type = BSN_TENSOR_U32, .dims = 1, .dim = { 0 }, .count = 0 },
        { .name = "u32", .type = BSN_TENSOR_U32, .dims = 1, .dim = { 3 }, .whole = bytes32,
          .count = 3 },
    };
    const void *const expected[] = { bytes8, numbers, bytes16, NULL, bytes32 };
    const size_t size[] = { 5, 8, 10, 0, 12 };
    basin_ctx *ctx = test_ctx();
    struct bsn_safetensors *file = NULL;
    char *made = NULL;
    size_t length = 0;

    ASSERT_OK(ctx, bsn_safetensors_format(ctx, tensor, COUNT(tensor), NULL, 0, &made, &length));
    ASSERT_OK(ctx, parse(ctx, made, length, &file));
    assert_int_equal(file->count, COUNT(tensor));
    for (size_t k = 0; k < COUNT(tensor); k++) {
        const struct bsn_tensor *const t = bsn_safetensors_find(file, tensor[k].name);
        const bool real = tensor[k].type == BSN_TENSOR_F32;
        assert_non_null(t);
        assert_int_equal(t->type, tensor[k].type);
        assert_int_equal(t->count, tensor[k].count);
        const void *const data = real ? (const void *)t->data : t->whole;
        assert_int_equal((uintptr_t)data % 64, 0);
        assert_null(real ? t->whole : (const void *)t->data);
        if (size[k] > 0)
            assert_memory_equal(data, expected[k], size[k]);
    }
    bsn_safetensors_free(ctx, file);
    bsn_free(ctx, made);
    test_ctx_done(ctx);
}

/* Bytes that stay are read where they lie, wherever that is: the same numbers, refused alike, and
 * copied only where they do not lie as their type asks. */
static void bytes_that_stay_are_not_copied(void **state)
{
    (void)state;
    static const uint8_t bytes8[] = { 7, 8 };
    static const uint16_t bytes16[] = { 0x1234, 0xffff, 3 };
    const struct bsn_tensor tensor[] = {
        { .name = "real", .dims = 1, .dim = { 6 }, .data = numbers, .count = 6 },
        { .name = "u8", .type = BSN_TENSOR_U8, .dims = 1, .dim = { 2 }, .whole = bytes8,
          .count = 2 },
        { .name = "u16", .type = BSN_TENSOR_U16, .dims = 1, .dim = { 3 }, .whole = bytes16,
          .count = 3 },
    };
    basin_ctx *ctx = test_ctx();
    char *made = NULL, *block = NULL;
    size_t length = 0, lying = 0;

    ASSERT_OK(ctx, bsn_safetensors_format(ctx, tensor, COUNT(tensor), NULL, 0, &made, &length));
    ASSERT_OK(ctx, BSN_NEW(ctx, length + 8, &block));
    for (size_t shift = 0; shift < 8; shift++) {
        char *const bytes = block + shift;
        struct bsn_safetensors *file = NULL, *none = NULL;
        memcpy(bytes, made, length);
        ASSERT_OK(ctx, bsn_safetensors_parse_in_place(ctx, "m", bytes, length, &file));
        for (size_t k = 0; k < COUNT(tensor); k++) {
            const struct bsn_tensor *const t = &file->tensor[k];
            const size_t item = k == 0 ? 4 : k;
            const char *const data = k == 0 ? (const char *)t->data : t->whole;
            assert_memory_equal(data, k == 0 ? (const void *)numbers : tensor[k].whole,
                                t->count * item);
            assert_int_equal((uintptr_t)data % item, 0);
            lying += data > bytes && data < bytes + length;
        }
        bsn_safetensors_free(ctx, file);
        memcpy(bytes + length - 12, "\0\0\x80\x7f", 4);  /* the last of the reals is infinite */
        ASSERT_FAILS(ctx, bsn_safetensors_parse_in_place(ctx, "m", bytes, length, &none),
                     BASIN_STATUS_PARSE, "not finite, at place 5");
    }
    assert_int_equal(lying, 2 + 8 + 4);  /* reals at 0 and 4, bytes always, pairs at even places */
    bsn_free(ctx, block);
    bsn_free(ctx, made);
    test_ctx_done(ctx);
}

/* Who asks for one type is not given another. */
static void the_wrong_type_is_not_found(void **state)
{
    (void)state;
    static const enum bsn_tensor_type type[] = { BSN_TENSOR_F32, BSN_TENSOR_U8, BSN_TENSOR_U16,
                                                 BSN_TENSOR_U32 };
    static const char *const header[] = {
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}",
        "{\"a\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]}}",
        "{\"a\":{\"dtype\":\"U16\",\"shape\":[2],\"data_offsets\":[0,4]}}",
        "{\"a\":{\"dtype\":\"U32\",\"shape\":[1],\"data_offsets\":[0,4]}}",
    };
    basin_ctx *ctx = test_ctx();

    for (size_t k = 0; k < COUNT(header); k++) {
        struct bsn_safetensors *file = NULL;
        size_t length;
        char *made = make_file(header[k], numbers, 4, &length);
        ASSERT_OK(ctx, parse(ctx, made, length, &file));
        for (size_t i = 0; i < COUNT(type); i++)
            assert_int_equal(bsn_safetensors_typed(file, "a", type[i]) != NULL, i == k);
        assert_null(bsn_safetensors_typed(file, "b", type[k]));
        bsn_safetensors_free(ctx, file);
        free(made);
    }
    test_ctx_done(ctx);
}

static void no_tensors_at_all(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_safetensors *file = NULL;
    char *bytes = NULL;
    size_t length = 0;

    ASSERT_OK(ctx, bsn_safetensors_format(ctx, NULL, 0, NULL, 0, &bytes, &length));
    ASSERT_OK(ctx, parse(ctx, bytes, length, &file));
    assert_int_equal(file->count, 0);
    assert_null(bsn_safetensors_meta(file, "any"));
    bsn_safetensors_free(ctx, file);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* --------------------------------------------------------------------- half precisions ---- */

static float double_of_half(uint16_t half)
{
    const int exponent = (half >> 10) & 31, fraction = half & 1023;
    const double size = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);

    return (float)(half & 0x8000 ? -size : size);
}

/* Every finite half, against its definition. */
static void all_halves_are_converted(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_safetensors *file = NULL;
    uint16_t *half = malloc(65536 * sizeof *half);
    size_t n = 0, length;

    assert_non_null(half);
    for (uint32_t bits = 0; bits < 65536; bits++)
        if ((bits & 0x7c00) != 0x7c00)
            half[n++] = (uint16_t)bits;
    assert_int_equal(n, 63488);
    char *made = make_file("{\"h\":{\"dtype\":\"F16\",\"shape\":[63488],"
                           "\"data_offsets\":[0,126976]}}",
                           half, 2 * n, &length);
    ASSERT_OK(ctx, parse(ctx, made, length, &file));
    for (size_t i = 0; i < n; i++) {
        const float want = double_of_half(half[i]);
        if (memcmp(&file->tensor[0].data[i], &want, sizeof want) != 0)
            fail_msg("half %04x became %a, not %a", half[i], file->tensor[0].data[i], want);
    }
    bsn_safetensors_free(ctx, file);
    free(made);
    free(half);
    test_ctx_done(ctx);
}

static void mixed_types_are_converted(void **state)
{
    (void)state;
    static const unsigned char data[] = { 0x80, 0x3f, 0x20, 0xc1, /* BF16 1, -10 */
                                          0x00, 0x00, 0x00, 0x40, /* F32 2 */
                                          0x00, 0x3c };           /* F16 1 */
    basin_ctx *ctx = test_ctx();
    struct bsn_safetensors *file = NULL;
    size_t length;
    char *made = make_file("{\"b\":{\"dtype\":\"BF16\",\"shape\":[2],\"data_offsets\":[0,4]},"
                           "\"f\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]},"
                           "\"h\":{\"dtype\":\"F16\",\"shape\":[],\"data_offsets\":[8,10]}} ",
                           data, sizeof data, &length);

    ASSERT_OK(ctx, parse(ctx, made, length, &file));
    assert_true(file->tensor[0].data[0] == 1 && file->tensor[0].data[1] == -10);
    assert_true(file->tensor[1].data[0] == 2);
    assert_true(file->tensor[2].data[0] == 1);
    bsn_safetensors_free(ctx, file);
    free(made);
    test_ctx_done(ctx);
}

/* Doubles become the nearest single; what is tiny becomes 0. */
static void doubles_are_converted(void **state)
{
    (void)state;
    static const double data[] = { 1, -2.5, 0.1, 1e-300, 3e38 };
    basin_ctx *ctx = test_ctx();
    struct bsn_safetensors *file = NULL;
    size_t length;
    char *made = make_file("{\"d\":{\"dtype\":\"F64\",\"shape\":[5],\"data_offsets\":[0,40]}}",
                           data, sizeof data, &length);

    ASSERT_OK(ctx, parse(ctx, made, length, &file));
    for (size_t i = 0; i < COUNT(data); i++)
        assert_true(file->tensor[0].data[i] == (float)data[i]);
    bsn_safetensors_free(ctx, file);
    free(made);
    test_ctx_done(ctx);
}

static void refuse_numbers(const char *type, const void *data, size_t bytes, size_t item)
{
    basin_ctx *ctx = test_ctx();
    struct bsn_safetensors *file = NULL;
    char header[200];
    size_t length;

    snprintf(header, sizeof header,
             "{\"w\":{\"dtype\":\"%s\",\"shape\":[%zu],"
             "\"data_offsets\":[0,%zu]}}",
             type, bytes / item, bytes);
    char *made = make_file(header, data, bytes, &length);
    ASSERT_FAILS(ctx, parse(ctx, made, length, &file), BASIN_STATUS_PARSE,
                 "tensor w holds a number that is not finite, at place 1");
    free(made);
    test_ctx_done(ctx);
}

static void numbers_that_are_not_finite(void **state)
{
    (void)state;
    refuse_numbers("F32", (const float[]){ 1, NAN }, 8, 4);
    refuse_numbers("F32", (const float[]){ 1, -INFINITY }, 8, 4);
    refuse_numbers("F64", (const double[]){ 1, NAN }, 16, 8);
    refuse_numbers("F64", (const double[]){ 1, 1e39 }, 16, 8);
    refuse_numbers("F16", (const uint16_t[]){ 0, 0x7c00 }, 4, 2);
    refuse_numbers("F16", (const uint16_t[]){ 0, 0xfe01 }, 4, 2);
    refuse_numbers("BF16", (const uint16_t[]){ 0, 0xff80 }, 4, 2);
    refuse_numbers("BF16", (const uint16_t[]){ 0, 0x7fc0 }, 4, 2);
}

/* ------------------------------------------------------------------------ broken files ---- */

static void cut_at_every_byte(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    size_t length = 0;
    char *bytes = small_file(ctx, &length);

    for (size_t n = 0; n < length; n++) {
        struct bsn_safetensors *file = NULL;
        assert_int_equal(parse(ctx, bytes, n, &file), BASIN_STATUS_PARSE);
        assert_null(file);
        assert_int_equal(basin_ctx_blocks(ctx), 2);
    }
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* A flipped bit in a name or in the metadata may go unseen; then the numbers are all there. */
static void every_bit_of_the_header_flipped(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    size_t length = 0, accepted = 0;
    char *bytes = small_file(ctx, &length);
    uint64_t chars;

    memcpy(&chars, bytes, 8);
    for (size_t bit = 0; bit < 8 * (8 + chars); bit++) {
        struct bsn_safetensors *file = NULL;
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ (1 << bit % 8));
        if (parse(ctx, bytes, length, &file) == BASIN_STATUS_OK) {
            accepted++;
            assert_int_equal(file->count, 3);
            assert_int_equal(file->tensor[0].count, 4);
            assert_memory_equal(file->tensor[0].data, numbers, 4 * sizeof(float));
            assert_int_equal(file->tensor[1].count, 0);
            assert_true(file->tensor[2].count == 1 && file->tensor[2].data[0] == 5);
            bsn_safetensors_free(ctx, file);
        }
        assert_int_equal(basin_ctx_blocks(ctx), 2);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ (1 << bit % 8));
    }
    assert_true(accepted < 4 * chars);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* Random damage of many bytes at once: any answer but a crash or a leak. */
static void random_damage(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    size_t length = 0;
    char *bytes = small_file(ctx, &length);
    char *hurt = malloc(length);

    assert_non_null(hurt);
    for (uint32_t round = 0; round < 3000; round++) {
        const struct bsn_rng rng = { .seed = 11, .purpose = BSN_RNG_TEST, .step = round };
        struct bsn_safetensors *file = NULL;
        memcpy(hurt, bytes, length);
        for (uint32_t k = 0; k < 1 + round % 5; k++) {
            const uint32_t from = bsn_rng_below(&rng, 3 * k, (uint32_t)length);
            const uint32_t to = bsn_rng_below(&rng, 3 * k + 1, (uint32_t)length);
            hurt[to] = round % 2 ? bytes[from] : (char)bsn_rng_below(&rng, 3 * k + 2, 256);
        }
        if (parse(ctx, hurt, length, &file) == BASIN_STATUS_OK)
            bsn_safetensors_free(ctx, file);
        assert_int_equal(basin_ctx_blocks(ctx), 2);
    }
    free(hurt);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

#define ENTRY(name, type, shape, offsets) \
    "\"" name "\":{\"dtype\":\"" type "\",\"shape\":" shape ",\"data_offsets\":" offsets "}"

static void headers_that_break_the_format(void **state)
{
    (void)state;
    static const struct {
        const char *header;
        size_t bytes;
        const char *part;
    } bad[] = {
        { "", 0, "does not begin with {" },
        { " {}", 0, "does not begin with {" },
        { "[]", 0, "does not begin with {" },
        { "{", 0, "header, byte" },
        { "{} x", 0, "header, byte" },
        { "{}", 4, "4 bytes after the last tensor" },
        { "{\"a\":1}", 0, "tensor a is not described by an object" },
        { "{\"\":{}}", 0, "a tensor has no name" },
        { "{\"a\":{}}", 0, "tensor a has no dtype" },
        { "{\"a\":{\"dtype\":\"F32\"}}", 0, "tensor a has no shape" },
        { "{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}", 4, "tensor a has no data_offsets" },
        { "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4],\"x\":1}}", 4,
          "tensor a says more" },
        { "{" ENTRY("a", "I64", "[1]", "[0,8]") "}", 8, "tensor a is of type I64" },
        { "{" ENTRY("a", "I32", "[1]", "[0,4]") "}", 4, "tensor a is of type I32" },
        { "{" ENTRY("a", "I8", "[4]", "[0,4]") "}", 4, "tensor a is of type I8" },
        { "{" ENTRY("a", "U64", "[1]", "[0,8]") "}", 8, "tensor a is of type U64" },
        { "{" ENTRY("a", "u8", "[4]", "[0,4]") "}", 4, "tensor a is of type u8" },
        { "{" ENTRY("a", "U8", "[4]", "[0,3]") "}", 3, "tensor a needs 4 bytes" },
        { "{" ENTRY("a", "U16", "[3]", "[0,5]") "}", 5, "tensor a needs 6 bytes" },
        { "{" ENTRY("a", "U16", "[4]", "[0,16]") "}", 16, "tensor a needs 8 bytes" },
        { "{" ENTRY("a", "U32", "[2]", "[0,2]") "}", 2, "tensor a needs 8 bytes" },
        { "{" ENTRY("a", "U32", "[3]", "[0,12]") "}", 8, "cut short" },
        { "{" ENTRY("a", "U8", "[3]", "[0,3]") "}", 4, "1 bytes after the last tensor" },
        { "{" ENTRY("a", "F32", "[-1]", "[0,4]") "}", 4, "dimension that is no size" },
        { "{" ENTRY("a", "F32", "[1.0]", "[0,4]") "}", 4, "dimension that is no size" },
        { "{" ENTRY("a", "F32", "[\"1\"]", "[0,4]") "}", 4, "dimension that is no size" },
        { "{" ENTRY("a", "F32", "[99999999999999999999]", "[0,4]") "}", 4, "too big integer" },
        { "{" ENTRY("a", "F32", "[1]", "[0]") "}", 4, "tensor a has no data_offsets" },
        { "{" ENTRY("a", "F32", "[1]", "[0,4,8]") "}", 4, "tensor a has no data_offsets" },
        { "{" ENTRY("a", "F32", "[1]", "[0,-4]") "}", 4, "tensor a has no data_offsets" },
        { "{" ENTRY("a", "F32", "[1]", "[4,8]") "}", 8, "tensor a begins at byte 4 instead of 0" },
        { "{" ENTRY("a", "F32", "[2]", "[0,4]") "}", 4, "tensor a needs 8 bytes" },
        { "{" ENTRY("a", "F32", "[1]", "[0,8]") "}", 8, "tensor a needs 4 bytes" },
        { "{" ENTRY("a", "F32", "[2]", "[0,8]") "}", 4, "cut short" },
        { "{" ENTRY("a", "F32", "[1]", "[0,4]") "," ENTRY("b", "F32", "[1]", "[8,12]") "}", 12,
          "tensor b begins at byte 8 instead of 4" },
        { "{" ENTRY("a", "F32", "[2]", "[0,8]") "," ENTRY("b", "F32", "[1]", "[4,8]") "}", 8,
          "tensor b begins at byte 4 instead of 8" },
        { "{" ENTRY("a", "F32", "[1]", "[0,4]") "," ENTRY("z", "F32", "[0]", "[0,0]") "}", 4,
          "tensor z begins at byte 0 instead of 4" },
        { "{" ENTRY("a", "F32", "[1]", "[4,8]") "," ENTRY("b", "F32", "[1]", "[0,4]") "}", 8,
          "tensor a begins at byte 4" },
        { "{" ENTRY("a", "F32", "[1]", "[0,4]") "," ENTRY("a", "F32", "[1]", "[4,8]") "}", 8,
          "duplicate" },
        { "{\"__metadata__\":[]}", 0, "__metadata__ is not an object" },
        { "{\"__metadata__\":{\"k\":1}}", 0, "__metadata__ entry k is not text" },
        { "{\"__metadata__\":{\"k\":\"1\",\"k\":\"2\"}}", 0, "duplicate" },
        { "{\"\xff\":{}}", 0, "header, byte" },
    };

    for (size_t i = 0; i < COUNT(bad); i++)
        refuse(bad[i].header, bad[i].bytes, BASIN_STATUS_PARSE, bad[i].part);
}

static void sizes_past_the_limits(void **state)
{
    (void)state;
    refuse("{" ENTRY("a", "F32", "[1,1,1,1,1,1,1,1,1]", "[0,4]") "}", 4, BASIN_STATUS_TOO_BIG,
           "tensor a has 9 dimensions");
    refuse("{" ENTRY("a", "F32", "[4294967296,4294967296]", "[0,4]") "}", 4, BASIN_STATUS_TOO_BIG,
           "the size of tensor a overflows");
    refuse("{" ENTRY("a", "F32", "[4611686018427387905]", "[0,4]") "}", 4, BASIN_STATUS_TOO_BIG,
           "the size of tensor a overflows");
    refuse("{" ENTRY("a", "F32", "[4611686018427387904,2,2]", "[0,0]") "}", 0, BASIN_STATUS_TOO_BIG,
           "the size of tensor a overflows");
    refuse("{" ENTRY("a", "U16", "[9223372036854775807]", "[0,4]") "}", 4, BASIN_STATUS_PARSE,
           "tensor a needs");
    refuse("{" ENTRY("a", "U16", "[9223372036854775807,2]", "[0,4]") "}", 4, BASIN_STATUS_TOO_BIG,
           "the size of tensor a overflows");
    refuse("{" ENTRY("a", "U32", "[4611686018427387904]", "[0,0]") "}", 0, BASIN_STATUS_TOO_BIG,
           "the size of tensor a overflows");
    refuse("{" ENTRY("a", "U8", "[9223372036854775807]", "[0,9223372036854775807]") "}", 4,
           BASIN_STATUS_PARSE, "cut short");
    refuse("{" ENTRY("a", "U8", "[9223372036854775807,3]", "[0,4]") "}", 4, BASIN_STATUS_TOO_BIG,
           "the size of tensor a overflows");
    refuse("{" ENTRY("a", "F32", "[1152921504606846976]", "[0,4611686018427387904]") "}", 4,
           BASIN_STATUS_PARSE, "cut short");

    char header[600];
    char name[300];
    memset(name, 'n', sizeof name);
    name[257] = 0;
    snprintf(header, sizeof header,
             "{\"%s\":{\"dtype\":\"F32\",\"shape\":[1],"
             "\"data_offsets\":[0,4]}}",
             name);
    refuse(header, 4, BASIN_STATUS_TOO_BIG, "longer than 256 bytes");
}

static void header_lengths_that_lie(void **state)
{
    (void)state;
    const uint64_t lies[] = {
        3, 100, 1 << 20, (1 << 20) + 1, UINT64_MAX, UINT64_MAX - 7, (uint64_t)1 << 63
    };
    basin_ctx *ctx = test_ctx();

    for (size_t i = 0; i < COUNT(lies); i++) {
        struct bsn_safetensors *file = NULL;
        char bytes[10] = "________{}";
        memcpy(bytes, &lies[i], 8);
        const basin_status status = parse(ctx, bytes, sizeof bytes, &file);
        assert_int_equal(status, lies[i] > 1 << 20 ? BASIN_STATUS_TOO_BIG : BASIN_STATUS_PARSE);
        assert_null(file);
    }
    test_ctx_done(ctx);
}

/* Many tensors: as many as allowed are read, one more is refused. */
static void too_many_tensors(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();

    for (size_t n = BSN_SAFETENSORS_TENSORS; n <= BSN_SAFETENSORS_TENSORS + 1; n++) {
        struct bsn_safetensors *file = NULL;
        char *header = malloc(n * 80 + 10);
        size_t length, used = 1;
        assert_non_null(header);
        header[0] = '{';
        for (size_t k = 0; k < n; k++)
            used += (size_t)snprintf(header + used, 80,
                                     "%s\"t%zu\":{\"dtype\":\"F32\","
                                     "\"shape\":[0],\"data_offsets\":[0,0]}",
                                     k ? "," : "", k);
        snprintf(header + used, 2, "}");
        char *made = make_file(header, NULL, 0, &length);
        const basin_status status = parse(ctx, made, length, &file);
        assert_int_equal(status,
                         n > BSN_SAFETENSORS_TENSORS ? BASIN_STATUS_TOO_BIG : BASIN_STATUS_OK);
        bsn_safetensors_free(ctx, file);
        free(made);
        free(header);
    }
    test_ctx_done(ctx);
}

/* A header that nests without end must not exhaust the stack. */
static void deep_headers(void **state)
{
    (void)state;
    enum { DEEP = 500000 };
    char *header = malloc(DEEP + 6);

    assert_non_null(header);
    memcpy(header, "{\"a\":", 5);
    memset(header + 5, '[', DEEP);
    header[DEEP + 5] = 0;
    refuse(header, 0, BASIN_STATUS_PARSE, "header, byte");
    free(header);
}

/* ------------------------------------------------------------------ refusals in writing ---- */

static void what_cannot_be_written(void **state)
{
    (void)state;
    static const float bad[] = { 1, NAN };
    static char long_name[300];
    memset(long_name, 'n', sizeof long_name - 1);
    const struct {
        struct bsn_tensor tensor;
        basin_status status;
        const char *part;
    } wrong[] = {
        { { .name = "", .data = numbers, .count = 1 }, BASIN_STATUS_INPUT, "name" },
        { { .name = "__metadata__", .data = numbers, .count = 1 }, BASIN_STATUS_INPUT, "name" },
        { { .name = "\xff", .data = numbers, .count = 1 }, BASIN_STATUS_INPUT, "UTF-8" },
        { { .name = long_name, .data = numbers, .count = 1 }, BASIN_STATUS_TOO_BIG, "299 bytes" },
        { { .name = "a", .dims = 9, .data = numbers }, BASIN_STATUS_TOO_BIG, "9 dimensions" },
        { { .name = "a", .dims = 1, .dim = { 3 }, .data = numbers, .count = 2 },
          BASIN_STATUS_INPUT,
          "3 numbers, not 2" },
        { { .name = "a", .dims = 2, .dim = { SIZE_MAX, 2 }, .data = numbers, .count = 2 },
          BASIN_STATUS_TOO_BIG,
          "overflows" },
        { { .name = "a", .dims = 1, .dim = { 2 }, .data = bad, .count = 2 },
          BASIN_STATUS_INPUT,
          "number 1 is not finite" },
    };
    basin_ctx *ctx = test_ctx();
    char *bytes = NULL;
    size_t length = 7;

    for (size_t i = 0; i < COUNT(wrong); i++)
        ASSERT_FAILS(ctx,
                     bsn_safetensors_format(ctx, &wrong[i].tensor, 1, NULL, 0, &bytes, &length),
                     wrong[i].status, wrong[i].part);
    const struct bsn_tensor twice[] = { { .name = "a", .data = numbers, .count = 1 },
                                        { .name = "a", .data = numbers, .count = 1 } };
    ASSERT_FAILS(ctx, bsn_safetensors_format(ctx, twice, 2, NULL, 0, &bytes, &length),
                 BASIN_STATUS_INPUT, "two tensors");
    const struct bsn_pair pair[] = { { "k", "1" }, { "k", "2" } };
    ASSERT_FAILS(ctx, bsn_safetensors_format(ctx, NULL, 0, pair, 2, &bytes, &length),
                 BASIN_STATUS_INPUT, "twice");
    assert_null(bytes);
    assert_int_equal(length, 7);
    test_ctx_done(ctx);
}

static void a_header_too_long_to_write(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    char *value = malloc(BSN_SAFETENSORS_HEADER + 1);
    char *bytes = NULL;
    size_t length;

    assert_non_null(value);
    memset(value, 'v', BSN_SAFETENSORS_HEADER);
    value[BSN_SAFETENSORS_HEADER] = 0;
    const struct bsn_pair pair = { "k", value };
    ASSERT_FAILS(ctx, bsn_safetensors_format(ctx, NULL, 0, &pair, 1, &bytes, &length),
                 BASIN_STATUS_TOO_BIG, "a header of");
    assert_null(bytes);
    free(value);
    test_ctx_done(ctx);
}

/* ---------------------------------------------------------------------- refused memory ---- */

static basin_status write_and_read(basin_ctx *ctx, void *arg)
{
    (void)arg;
    const struct bsn_tensor tensor = {
        .name = "t", .dims = 1, .dim = { 6 }, .data = numbers, .count = 6
    };
    const struct bsn_pair meta = { "k", "v" };
    struct bsn_safetensors *file;
    char *bytes;
    size_t length;

    BSN_TRY(bsn_safetensors_format(ctx, &tensor, 1, &meta, 1, &bytes, &length));
    const basin_status status = bsn_safetensors_parse(ctx, "m", bytes, length, &file);
    if (status == BASIN_STATUS_OK)
        bsn_safetensors_free(ctx, file);
    bsn_free(ctx, bytes);
    return status;
}

static void refused_memory_is_reported(void **state)
{
    (void)state;
    assert_true(test_refuse_each(write_and_read, NULL) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_file_comes_back),
        cmocka_unit_test(the_bytes_are_these),
        cmocka_unit_test(random_tensors_come_back),
        cmocka_unit_test(whole_numbers_come_back),
        cmocka_unit_test(bytes_that_stay_are_not_copied),
        cmocka_unit_test(the_wrong_type_is_not_found),
        cmocka_unit_test(no_tensors_at_all),
        cmocka_unit_test(all_halves_are_converted),
        cmocka_unit_test(mixed_types_are_converted),
        cmocka_unit_test(doubles_are_converted),
        cmocka_unit_test(numbers_that_are_not_finite),
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(every_bit_of_the_header_flipped),
        cmocka_unit_test(random_damage),
        cmocka_unit_test(headers_that_break_the_format),
        cmocka_unit_test(sizes_past_the_limits),
        cmocka_unit_test(header_lengths_that_lie),
        cmocka_unit_test(too_many_tensors),
        cmocka_unit_test(deep_headers),
        cmocka_unit_test(what_cannot_be_written),
        cmocka_unit_test(a_header_too_long_to_write),
        cmocka_unit_test(refused_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
