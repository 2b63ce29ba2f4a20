/* mem.c - aligned, zeroed, counted blocks over the context's allocator. */
#define _GNU_SOURCE  /* madvise */
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define LARGE ((size_t)1 << 18)
#define LARGE_PAGED ((size_t)1 << 25)  /* they are of no use in smaller blocks */
#define PAGE 4096

/* What stands before the aligned block that the caller sees. */
struct head {
    void *raw;     /* as the allocator gave it */
    size_t bytes;  /* that were asked of it */
};

static struct head *head_of(void *block)
{
    return (struct head *)block - 1;
}

bool bsn_mul(size_t a, size_t b, size_t *product)
{
    return __builtin_mul_overflow(a, b, product);
}

/* Pages of two megabytes in place of four kilobytes, where the system has them: the first use of a
 * gigabyte takes a quarter of a million faults otherwise. */
static void ask_for_large_pages(char *raw, size_t total)
{
    char *const from = raw + (PAGE - (uintptr_t)raw % PAGE) % PAGE;
    const size_t before = (size_t)(from - raw);

    if (total >= LARGE_PAGED && total > before)
        (void)madvise(from, (total - before) / PAGE * PAGE, MADV_HUGEPAGE);
}

/* Large blocks of our own allocator are pages of zeros that cost nothing until they are used. */
static void *take(basin_ctx *ctx, size_t total)
{
    void *const raw = ctx->zeroes ? calloc(1, total)
                                  : ctx->alloc.resize(ctx->alloc.user, NULL, total);

    if (raw && ctx->zeroes)
        ask_for_large_pages(raw, total);
    else if (raw)
        memset(raw, 0, total);
    return raw;
}

static basin_status check_bytes(basin_ctx *ctx, size_t total)
{
    const double mb = 1e6;

    if (ctx->bytes_most == 0 ||
        (ctx->bytes <= ctx->bytes_most && total <= ctx->bytes_most - ctx->bytes))
        return BASIN_STATUS_OK;
    return bsn_fail(ctx, BASIN_STATUS_TOO_BIG,
                    "more memory is needed than allowed: %.0f MB beside %.0f MB, and at most %.0f "
                    "MB", (double)total / mb, (double)ctx->bytes / mb,
                    (double)ctx->bytes_most / mb);
}

/* Set-up asks for a large block before it does much: a good moment to ask. What was found is given
 * back by calls that have their own brake, and must not be lost. */
static basin_status check_brake(basin_ctx *ctx, size_t total)
{
    return total >= LARGE && ctx->brake && ctx->brake->setting_up ? bsn_poll(ctx) : BASIN_STATUS_OK;
}

basin_status bsn_new(basin_ctx *ctx, size_t count, size_t item, void **out)
{
    size_t bytes, total;

    if (bsn_mul(count, item, &bytes) ||
        __builtin_add_overflow(bytes, BSN_ALIGN + sizeof(struct head), &total))
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "a size overflows: %zu items of %zu bytes",
                        count, item);
    BSN_TRY(check_bytes(ctx, total));
    BSN_TRY(check_brake(ctx, total));
    char *const raw = take(ctx, total);
    if (!raw)
        return bsn_fail(ctx, BASIN_STATUS_MEMORY, "out of memory: %zu bytes refused", total);
    const uintptr_t first = (uintptr_t)raw + sizeof(struct head);
    char *const block = raw + sizeof(struct head) + ((BSN_ALIGN - first % BSN_ALIGN) % BSN_ALIGN);
    *head_of(block) = (struct head){ raw, total };
    ctx->blocks++;
    ctx->bytes += total;
    *out = block;
    return BASIN_STATUS_OK;
}

basin_status bsn_warm(basin_ctx *ctx, void *block, size_t bytes)
{
    volatile char *const at = block;

    for (size_t i = 0; i < bytes; i += PAGE) {
        if (i % LARGE == 0)
            BSN_TRY(bsn_poll(ctx));
        at[i] = 0;
    }
    return BASIN_STATUS_OK;
}

void bsn_free(basin_ctx *ctx, void *block)
{
    if (!block)
        return;
    const struct head head = *head_of(block);
    ctx->alloc.release(ctx->alloc.user, head.raw);
    ctx->blocks--;
    ctx->bytes -= head.bytes;
}

basin_status bsn_copy_text(basin_ctx *ctx, const char *text, char **out)
{
    const size_t bytes = strlen(text) + 1;

    BSN_TRY(BSN_NEW(ctx, bytes, out));
    memcpy(*out, text, bytes);
    return BASIN_STATUS_OK;
}

/* Copies what may be large. */
static basin_status move(basin_ctx *ctx, char *to, const char *from, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += LARGE) {
        const size_t left = bytes - at;
        BSN_TRY(check_brake(ctx, left));
        memcpy(to + at, from + at, left < LARGE ? left : LARGE);
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_grow(basin_ctx *ctx, void **block, size_t *capacity, size_t need, size_t item)
{
    if (need <= *capacity)
        return BASIN_STATUS_OK;
    const size_t wanted = need > SIZE_MAX / 2 ? need : need + need / 2 + 16;
    void *larger = NULL;
    BSN_TRY(bsn_new(ctx, wanted, item, &larger));
    const basin_status status = *block ? move(ctx, larger, *block, *capacity * item)
                                       : BASIN_STATUS_OK;
    if (status != BASIN_STATUS_OK) {
        bsn_free(ctx, larger);
        return status;
    }
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
