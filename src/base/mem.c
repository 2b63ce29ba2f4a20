/* mem.c - aligned, zeroed, counted blocks over the context's allocator. */
#include "base/mem.h"

#include <stdint.h>
#include <string.h>

/* Layout: [padding][raw pointer][aligned block the caller sees ...] */
static void **raw_slot(void *block)
{
    return (void **)block - 1;
}

bool bsn_mul(size_t a, size_t b, size_t *product)
{
    return __builtin_mul_overflow(a, b, product);
}

basin_status bsn_new(basin_ctx *ctx, size_t count, size_t item, void **out)
{
    size_t bytes, total;

    if (bsn_mul(count, item, &bytes) ||
        __builtin_add_overflow(bytes, BSN_ALIGN + sizeof(void *), &total))
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "a size overflows: %zu items of %zu bytes",
                        count, item);
    char *raw = ctx->alloc.resize(ctx->alloc.user, NULL, total);
    if (!raw)
        return bsn_fail(ctx, BASIN_STATUS_MEMORY, "out of memory: %zu bytes refused", total);
    const uintptr_t first = (uintptr_t)raw + sizeof(void *);
    char *block = raw + sizeof(void *) + ((BSN_ALIGN - first % BSN_ALIGN) % BSN_ALIGN);
    *raw_slot(block) = raw;
    memset(block, 0, bytes);
    ctx->blocks++;
    *out = block;
    return BASIN_STATUS_OK;
}

void bsn_free(basin_ctx *ctx, void *block)
{
    if (block) {
        ctx->alloc.release(ctx->alloc.user, *raw_slot(block));
        ctx->blocks--;
    }
}

basin_status bsn_copy_text(basin_ctx *ctx, const char *text, char **out)
{
    const size_t bytes = strlen(text) + 1;

    BSN_TRY(BSN_NEW(ctx, bytes, out));
    memcpy(*out, text, bytes);
    return BASIN_STATUS_OK;
}

basin_status bsn_grow(basin_ctx *ctx, void **block, size_t *capacity, size_t need, size_t item)
{
    if (need <= *capacity)
        return BASIN_STATUS_OK;
    const size_t wanted = need > SIZE_MAX / 2 ? need : need + need / 2 + 16;
    void *larger = NULL;
    BSN_TRY(bsn_new(ctx, wanted, item, &larger));
    if (*block)
        memcpy(larger, *block, *capacity * item);
    bsn_free(ctx, *block);
    *block = larger;
    *capacity = wanted;
    return BASIN_STATUS_OK;
}

void basin_text_free(basin_ctx *ctx, char *text)
{
    bsn_free(ctx, text);
}

void basin_values_free(basin_ctx *ctx, int32_t *value)
{
    bsn_free(ctx, value);
}
