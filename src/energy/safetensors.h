/* safetensors.h - named arrays of numbers and a few words about them, as one block of bytes.
 *
 * The file: the header's length (8 bytes, little-endian), a JSON header that gives each tensor its
 * type, shape and place, then the numbers. Reading trusts nothing: whatever comes back is complete,
 * finite and inside the limits below. Writing is a pure function of what is given. Real numbers are
 * single precision in memory, whatever they were in the file; whole numbers (U8, U16, U32) stay as
 * they are.
 */
#ifndef BSN_SAFETENSORS_H
#define BSN_SAFETENSORS_H

#include "base/ctx.h"

#define BSN_SAFETENSORS_HEADER ((size_t)1 << 20)  /* bytes */
#define BSN_SAFETENSORS_TENSORS 4096              /* the metadata counts as one */
#define BSN_SAFETENSORS_DIMS 8
#define BSN_SAFETENSORS_NAME 256                  /* bytes, the final 0 not counted */

struct json_t;

enum bsn_tensor_type { BSN_TENSOR_F32 = 0, BSN_TENSOR_U8, BSN_TENSOR_U16, BSN_TENSOR_U32 };

struct bsn_tensor {
    const char *name;
    enum bsn_tensor_type type;
    size_t dims;                       /* 0 for a single number */
    size_t dim[BSN_SAFETENSORS_DIMS];
    const float *data;                 /* (dim[0], ..., dim[dims - 1]), row-major; for F32 */
    const void *whole;                 /* the same for whole numbers */
    size_t count;                      /* the product of the dimensions */
};

/* Something the file says about itself. */
struct bsn_pair {
    const char *key, *value;
};

struct bsn_safetensors {
    struct bsn_tensor *tensor;  /* (count) in the order of the file; data is 64-byte aligned */
    size_t count;
    struct json_t *metadata;    /* an object of strings, part of header; NULL when there is none */
    struct json_t *header;      /* owns the names */
    unsigned char *data;        /* owns the numbers */
};

/* Reads a whole file of F64, F32, F16, BF16, U8, U16 or U32 tensors; `where` is its name in error
 * texts. The bytes are not needed afterwards. On success *out is the caller's; on failure (PARSE,
 * TOO_BIG or MEMORY) it is untouched and the error text is "WHERE: reason". */
basin_status bsn_safetensors_parse(basin_ctx *ctx, const char *where, const void *bytes,
                                   size_t length, struct bsn_safetensors **out);

/* The same for files that are tables of others' making, with many tensors of long names. */
struct bsn_safetensors_limits {
    size_t header, tensors, name;  /* bytes, number, bytes */
};
basin_status bsn_safetensors_parse_within(basin_ctx *ctx, const char *where, const void *bytes,
                                          size_t length,
                                          const struct bsn_safetensors_limits *limits,
                                          struct bsn_safetensors **out);

/* The same for bytes that stay what they are until the file is freed: numbers that can be read
 * where they lie are not copied, and are aligned for their type alone. */
basin_status bsn_safetensors_parse_in_place(basin_ctx *ctx, const char *where, const void *bytes,
                                            size_t length, struct bsn_safetensors **out);
void bsn_safetensors_free(basin_ctx *ctx, struct bsn_safetensors *file);  /* accepts NULL */

/* A tensor by name and a piece of metadata by key, borrowed from the file; NULL when absent. */
const struct bsn_tensor *bsn_safetensors_find(const struct bsn_safetensors *file,
                                              const char *name);
/* The same if it is of that type, else NULL. */
const struct bsn_tensor *bsn_safetensors_typed(const struct bsn_safetensors *file,
                                               const char *name, enum bsn_tensor_type type);
const char *bsn_safetensors_meta(const struct bsn_safetensors *file, const char *key);

/* Writes n tensors as they are in memory and m pairs of metadata, in the given order. Refuses
 * (INPUT, TOO_BIG) whatever the reader would refuse. *bytes is freed with bsn_free. */
basin_status bsn_safetensors_format(basin_ctx *ctx, const struct bsn_tensor *tensor, size_t n,
                                    const struct bsn_pair *meta, size_t m, char **bytes,
                                    size_t *length);

#endif
