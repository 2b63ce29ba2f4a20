/* ctx.c - makes contexts and formats their one line of error text. */
#include "base/ctx.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *malloc_resize(void *user, void *block, size_t bytes)
{
    (void)user;
    return realloc(block, bytes);
}

static void malloc_release(void *user, void *block)
{
    (void)user;
    free(block);
}

basin_status basin_ctx_new(const struct basin_alloc *alloc, basin_ctx **out)
{
    const struct basin_alloc standard = { malloc_resize, malloc_release, NULL };
    const struct basin_alloc *from = alloc ? alloc : &standard;

    if (!out || !from->resize || !from->release)
        return BASIN_STATUS_INPUT;
    basin_ctx *const ctx = from->resize(from->user, NULL, sizeof *ctx);
    if (!ctx)
        return BASIN_STATUS_MEMORY;
    memset(ctx, 0, sizeof *ctx);
    ctx->alloc = *from;
    ctx->zeroes = !alloc;
    ctx->blocks = 1;
    *out = ctx;
    return BASIN_STATUS_OK;
}

void basin_ctx_free(basin_ctx *ctx)
{
    if (ctx) {
        const struct basin_alloc alloc = ctx->alloc;
        alloc.release(alloc.user, ctx);
    }
}

const char *basin_version(void)
{
    return BASIN_VERSION;
}

const char *basin_error_text(const basin_ctx *ctx)
{
    return ctx ? ctx->error : "";
}

void basin_ctx_memory(basin_ctx *ctx, size_t bytes)
{
    if (ctx)
        ctx->bytes_most = bytes;
}

size_t basin_ctx_blocks(const basin_ctx *ctx)
{
    return ctx ? ctx->blocks : 0;
}

basin_status bsn_missing(basin_ctx *ctx, const char *what)
{
    return ctx ? bsn_fail(ctx, BASIN_STATUS_INPUT, "an argument is NULL; needed: %s", what)
               : BASIN_STATUS_INPUT;
}

basin_status bsn_fail(basin_ctx *ctx, basin_status status, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(ctx->error, sizeof ctx->error, format, args);
    va_end(args);
    for (char *c = ctx->error; *c; c++)  /* hostile names must not break the one line */
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    return status;
}
