/* unpack.c - takes what the caller's unpacker makes of a file, piece by piece, up to a limit.
 *
 * The library links no compressor: which kinds there are is the caller's business. The limit and
 * the memory are the library's, so that no unpacker can get either wrong.
 */
#include "base/unpack.h"

#include "base/file.h"
#include "base/mem.h"

#include <string.h>

struct basin_unpacked {
    basin_ctx *ctx;
    const char *name;
    char *bytes;              /* NULL: nothing was added, the file is plain */
    size_t length, capacity;
    basin_status status;      /* the first failure */
};

void basin_ctx_unpack(basin_ctx *ctx, basin_unpack_fn *unpack, void *user)
{
    if (!ctx)
        return;
    ctx->unpack = unpack;
    ctx->unpack_user = user;
}

static basin_status add(struct basin_unpacked *out, const void *bytes, size_t length)
{
    if (length > BSN_FILE_MAX - out->length)
        return bsn_fail(out->ctx, BASIN_STATUS_TOO_BIG, "%s: unpacks to more than %zu bytes",
                        out->name, BSN_FILE_MAX);
    BSN_TRY(bsn_poll(out->ctx));
    BSN_TRY(bsn_grow(out->ctx, (void **)&out->bytes, &out->capacity, out->length + length + 1, 1));
    if (length > 0)
        memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
    return BASIN_STATUS_OK;
}

basin_status basin_unpacked_add(basin_unpacked *out, const void *bytes, size_t length)
{
    if (!out)
        return BASIN_STATUS_INPUT;
    BSN_NEED(out->ctx, bytes || length == 0);
    if (out->status == BASIN_STATUS_OK)
        out->status = add(out, bytes, length);
    return out->status;
}

basin_status basin_unpacked_fail(basin_unpacked *out, basin_status status, const char *reason)
{
    if (!out)
        return BASIN_STATUS_INPUT;
    BSN_NEED(out->ctx, reason);
    if (out->status == BASIN_STATUS_OK)
        out->status = bsn_fail(out->ctx, status, "%s: %s", out->name, reason);
    return out->status;
}

basin_status bsn_unpack(basin_ctx *ctx, const char *name, char **bytes, size_t *length)
{
    struct basin_unpacked out = { .ctx = ctx, .name = name };

    if (!ctx->unpack)
        return BASIN_STATUS_OK;
    const basin_status said = ctx->unpack(ctx->unpack_user, *bytes, *length, &out);
    if (said != BASIN_STATUS_OK)  /* does nothing when the reason was told */
        basin_unpacked_fail(&out, said, "cannot be unpacked");
    if (out.status != BASIN_STATUS_OK) {
        bsn_free(ctx, out.bytes);
        return out.status;
    }
    if (out.bytes) {
        bsn_free(ctx, *bytes);
        *bytes = out.bytes;
        *length = out.length;
    }
    return BASIN_STATUS_OK;
}

size_t basin_name_plain(const char *name, size_t length)
{
    static const char *const endings[] = { ".gz", ".xz", ".bz2", ".zst" };

    if (!name)
        return 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t ending = strlen(endings[i]);
        if (length > ending && memcmp(name + length - ending, endings[i], ending) == 0)
            return length - ending;
    }
    return length;
}
