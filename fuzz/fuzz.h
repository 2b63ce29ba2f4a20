/* fuzz.h - what the fuzz targets share.
 *
 * A target is a file fuzz_X.c with one function, LLVMFuzzerTestOneInput, which gets any bytes at
 * all. libFuzzer and AFL++ call it by that name; replay.c does so for each file of corpus/X.
 */
#ifndef FUZZ_H
#define FUZZ_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "base/mem.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define REQUIRE(condition) \
    do {                   \
        if (!(condition))  \
            abort();       \
    } while (0)

#define COUNT(array) (sizeof(array) / sizeof *(array))

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static inline basin_ctx *fuzz_begin(void)
{
    basin_ctx *ctx = NULL;

    REQUIRE(basin_ctx_new(NULL, &ctx) == BASIN_STATUS_OK);
    return ctx;
}

/* Nothing stays allocated, whatever came. */
static inline void fuzz_end(basin_ctx *ctx)
{
    REQUIRE(basin_ctx_blocks(ctx) == 1);
    basin_ctx_free(ctx);
}

/* What is wrong with the bytes is said in one line that begins so. */
static inline void fuzz_refused(const basin_ctx *ctx, basin_status status, const char *begin)
{
    const char *const text = basin_error_text(ctx);

    REQUIRE(status == BASIN_STATUS_PARSE || status == BASIN_STATUS_TOO_BIG ||
            status == BASIN_STATUS_INPUT || status == BASIN_STATUS_MODEL);
    REQUIRE(text[0] && !strchr(text, '\n') && strncmp(text, begin, strlen(begin)) == 0);
}

/* All that was added to a text, to be freed with bsn_free. */
static inline char *fuzz_take(struct bsn_text *text, size_t *length)
{
    char *chars;

    *length = text->length;
    REQUIRE(bsn_text_take(text, &chars) == BASIN_STATUS_OK);
    return chars;
}

/* The next of several parts of an input, which end in 0x1e, the separator of records, or with the
 * input. */
struct fuzz_part {
    const uint8_t *bytes;
    size_t length;
};
static inline struct fuzz_part fuzz_cut(struct fuzz_part *rest)
{
    const uint8_t *const end = rest->length > 0 ? memchr(rest->bytes, 0x1e, rest->length) : NULL;
    struct fuzz_part part = *rest;

    if (end)
        part.length = (size_t)(end - rest->bytes);
    rest->bytes += part.length + (end != NULL);
    rest->length -= part.length + (end != NULL);
    return part;
}

/* The bytes as a file in memory, for readers that take a path; to be closed. */
#define FUZZ_PATH 32
static inline int fuzz_file(struct fuzz_part part, char path[static FUZZ_PATH])
{
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);

    REQUIRE(fd >= 0 && write(fd, part.bytes, part.length) == (ssize_t)part.length);
    snprintf(path, FUZZ_PATH, "/proc/self/fd/%d", fd);
    return fd;
}

#endif
