/* unpack_formats.c - unpacks gzip, xz, bzip2 and zstd, each by its own library.
 *
 * A kind is known by its first bytes, so that standard input works too. Each goes through one small
 * buffer: how much a file unpacks to is watched by basin_unpacked_add, and a file that asks for a
 * large window is refused, so that memory follows the limits and not what the file says.
 */
#include "unpack_formats.h"

#include "cli.h"

#include <string.h>

#include <bzlib.h>
#include <lzma.h>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#define PIECE 65536
#define GZIP_WINDOW (15 + 16)             /* zlib: the largest window, and a gzip header */
#define XZ_MEMORY ((uint64_t)256 << 20)   /* `xz -9` needs 65 MiB; zstd's own limit is 128 MiB */
#define CUT "it is cut short"

struct kind {
    const char *name;
    bool (*known)(const unsigned char *bytes, size_t length);
    basin_status (*unpack)(const struct kind *kind, const unsigned char *bytes, size_t length,
                           basin_unpacked *out);
};

static basin_status broken(const struct kind *kind, const char *reason, basin_unpacked *out)
{
    char text[160];

    snprintf(text, sizeof text, "cannot be unpacked (%s): %s", kind->name, reason);
    return basin_unpacked_fail(out, BASIN_STATUS_PARSE, text);
}

static basin_status no_memory(basin_unpacked *out)
{
    return basin_unpacked_fail(out, BASIN_STATUS_MEMORY, "out of memory to unpack it");
}

/* Are the bytes those of `magic`, as far as they go, and at least two of them? */
static bool begins(const unsigned char *bytes, size_t length, const char *magic, size_t chars)
{
    return length >= 2 && memcmp(bytes, magic, length < chars ? length : chars) == 0;
}

/* ---------------------------------------------------------------------------------- gzip ---- */

static bool is_gzip(const unsigned char *bytes, size_t length)
{
    return begins(bytes, length, "\x1f\x8b\x08", 3);
}

/* Behind a member: is there another one? Zeros are padding. */
static bool next_member(z_stream *z)
{
    while (z->avail_in > 0 && *z->next_in == 0) {
        z->next_in++;
        z->avail_in--;
    }
    return z->avail_in > 0;
}

static basin_status inflate_all(const struct kind *kind, z_stream *z, basin_unpacked *out)
{
    unsigned char piece[PIECE];

    for (;;) {
        z->next_out = piece;
        z->avail_out = PIECE;
        const int state = inflate(z, Z_NO_FLUSH);
        const basin_status status = basin_unpacked_add(out, piece, PIECE - z->avail_out);
        if (status != BASIN_STATUS_OK)
            return status;
        if (state == Z_MEM_ERROR)
            return no_memory(out);
        if (state != Z_OK && state != Z_STREAM_END)
            return broken(kind, state == Z_BUF_ERROR || !z->msg ? CUT : z->msg, out);
        if (state == Z_STREAM_END && !next_member(z))
            return BASIN_STATUS_OK;
        if (state == Z_STREAM_END)
            inflateReset(z);
    }
}

static basin_status unpack_gzip(const struct kind *kind, const unsigned char *bytes, size_t length,
                                basin_unpacked *out)
{
    z_stream z = { .next_in = bytes, .avail_in = (unsigned)length };

    if (inflateInit2(&z, GZIP_WINDOW) != Z_OK)
        return no_memory(out);
    const basin_status status = inflate_all(kind, &z, out);
    inflateEnd(&z);
    return status;
}

/* ------------------------------------------------------------------------------------ xz ---- */

static bool is_xz(const unsigned char *bytes, size_t length)
{
    return begins(bytes, length, "\xfd" "7zXZ\0", 6);
}

static const char *xz_reason(lzma_ret state)
{
    return state == LZMA_BUF_ERROR        ? CUT
           : state == LZMA_MEMLIMIT_ERROR ? "it needs more than 256 MiB of memory"
           : state == LZMA_OPTIONS_ERROR  ? "it has parts that are not known here"
           : state == LZMA_FORMAT_ERROR   ? "what follows its end is no xz data"
                                          : "its data is damaged";
}

static basin_status decode_xz(const struct kind *kind, lzma_stream *xz, basin_unpacked *out)
{
    unsigned char piece[PIECE];

    for (;;) {
        xz->next_out = piece;
        xz->avail_out = PIECE;
        const lzma_ret state = lzma_code(xz, LZMA_FINISH);
        const basin_status status = basin_unpacked_add(out, piece, PIECE - xz->avail_out);
        if (status != BASIN_STATUS_OK || state == LZMA_STREAM_END)
            return status;
        if (state == LZMA_MEM_ERROR)
            return no_memory(out);
        if (state != LZMA_OK)
            return broken(kind, xz_reason(state), out);
    }
}

static basin_status unpack_xz(const struct kind *kind, const unsigned char *bytes, size_t length,
                              basin_unpacked *out)
{
    lzma_stream xz = LZMA_STREAM_INIT;

    if (lzma_stream_decoder(&xz, XZ_MEMORY, LZMA_CONCATENATED) != LZMA_OK)
        return no_memory(out);
    xz.next_in = bytes;
    xz.avail_in = length;
    const basin_status status = decode_xz(kind, &xz, out);
    lzma_end(&xz);
    return status;
}

/* --------------------------------------------------------------------------------- bzip2 ---- */

/* "BZh", a digit, and the first bytes of a block or of the end: text may begin with "BZh" too. */
static bool is_bzip2(const unsigned char *bytes, size_t length)
{
    return length >= 6 && memcmp(bytes, "BZh", 3) == 0 && bytes[3] >= '1' && bytes[3] <= '9' &&
           (begins(bytes + 4, length - 4, "1AY&SY", 6) ||
            begins(bytes + 4, length - 4, "\x17\x72\x45\x38\x50\x90", 6));
}

/* One stream, from where `bz` stands to where it ends. */
static basin_status decode_bzip2(const struct kind *kind, bz_stream *bz, basin_unpacked *out)
{
    char piece[PIECE];

    for (;;) {
        bz->next_out = piece;
        bz->avail_out = PIECE;
        const int state = BZ2_bzDecompress(bz);
        const basin_status status = basin_unpacked_add(out, piece, PIECE - bz->avail_out);
        if (status != BASIN_STATUS_OK || state == BZ_STREAM_END)
            return status;
        if (state == BZ_MEM_ERROR)
            return no_memory(out);
        if (state == BZ_DATA_ERROR_MAGIC)
            return broken(kind, "what follows its end is no bzip2 data", out);
        if (state != BZ_OK)
            return broken(kind, "its data is damaged", out);
        if (bz->avail_in == 0 && bz->avail_out > 0)
            return broken(kind, CUT, out);
    }
}

static basin_status unpack_bzip2(const struct kind *kind, const unsigned char *bytes,
                                 size_t length, basin_unpacked *out)
{
    char *next = (char *)(uintptr_t)bytes;  /* only read; the library does not say so */
    basin_status status = BASIN_STATUS_OK;

    while (status == BASIN_STATUS_OK && length > 0) {
        bz_stream bz = { 0 };
        if (BZ2_bzDecompressInit(&bz, 0, 0) != BZ_OK)
            return no_memory(out);
        bz.next_in = next;
        bz.avail_in = (unsigned)length;
        status = decode_bzip2(kind, &bz, out);
        next = bz.next_in;
        length = bz.avail_in;
        BZ2_bzDecompressEnd(&bz);
    }
    return status;
}

/* ---------------------------------------------------------------------------------- zstd ---- */

/* A frame, or one to be skipped, as programs that pack in parallel put before each. */
static bool is_zstd(const unsigned char *bytes, size_t length)
{
    return begins(bytes, length, "\x28\xb5\x2f\xfd", 4) ||
           (length >= 4 && bytes[0] >> 4 == 5 && memcmp(bytes + 1, "\x2a\x4d\x18", 3) == 0);
}

static basin_status decode_zstd(const struct kind *kind, ZSTD_DCtx *zstd, ZSTD_inBuffer *in,
                                basin_unpacked *out)
{
    unsigned char piece[PIECE];
    size_t left;
    bool more;

    do {
        ZSTD_outBuffer to = { piece, PIECE, 0 };
        left = ZSTD_decompressStream(zstd, &to, in);
        if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation)
            return no_memory(out);
        if (ZSTD_isError(left))
            return broken(kind, ZSTD_getErrorName(left), out);
        const basin_status status = basin_unpacked_add(out, piece, to.pos);
        if (status != BASIN_STATUS_OK)
            return status;
        more = in->pos < in->size || (left > 0 && to.pos == to.size);
    } while (more);
    return left > 0 ? broken(kind, CUT, out) : BASIN_STATUS_OK;
}

static basin_status unpack_zstd(const struct kind *kind, const unsigned char *bytes, size_t length,
                                basin_unpacked *out)
{
    ZSTD_DCtx *const zstd = ZSTD_createDCtx();
    ZSTD_inBuffer in = { bytes, length, 0 };

    if (!zstd)
        return no_memory(out);
    const basin_status status = decode_zstd(kind, zstd, &in, out);
    ZSTD_freeDCtx(zstd);
    return status;
}

/* ------------------------------------------------------------------------------ all kinds ---- */

basin_status unpack_bytes(void *user, const void *bytes, size_t length, basin_unpacked *out)
{
    static const struct kind kinds[] = { { "gzip", is_gzip, unpack_gzip },
                                         { "xz", is_xz, unpack_xz },
                                         { "bzip2", is_bzip2, unpack_bzip2 },
                                         { "zstd", is_zstd, unpack_zstd } };

    (void)user;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].known(bytes, length))
            return kinds[i].unpack(&kinds[i], bytes, length, out);
    return BASIN_STATUS_OK;
}

basin_status ctx_new(basin_ctx **out)
{
    const basin_status status = basin_ctx_new(NULL, out);

    if (status == BASIN_STATUS_OK)
        basin_ctx_unpack(*out, unpack_bytes, NULL);
    return status;
}
