/* mem.h - memory: checked sizes and counted blocks.
 *
 * Every block is 64-byte aligned, so that kernels may load whole vectors, and zeroed, so that no
 * result can depend on what was there before.
 */
#ifndef BSN_MEM_H
#define BSN_MEM_H

#include "base/ctx.h"

#define BSN_ALIGN 64

/* *product = a * b; returns true on overflow. */
bool bsn_mul(size_t a, size_t b, size_t *product);

/* A zeroed block of count items; a count of 0 gives a valid block. On failure *out is untouched. */
basin_status bsn_new(basin_ctx *ctx, size_t count, size_t item, void **out);
void bsn_free(basin_ctx *ctx, void *block);  /* accepts NULL */

/* Large blocks of zeros come into being where they are first written. Where that is here and there
 * all over a block, this comes before, one place after the other, and a stop is heard. */
basin_status bsn_warm(basin_ctx *ctx, void *block, size_t bytes);

/* Allocates `count` items of the type that `out` points to. */
#define BSN_NEW(ctx, count, out) bsn_new(ctx, count, sizeof **(out), (void **)(out))

/* A copy of a string. */
basin_status bsn_copy_text(basin_ctx *ctx, const char *text, char **out);

/* A growable list's next capacity, and its block moved there (the tail zeroed). */
basin_status bsn_grow(basin_ctx *ctx, void **block, size_t *capacity, size_t need, size_t item);
#define BSN_GROW(ctx, block, capacity, need) \
    bsn_grow(ctx, (void **)(block), capacity, need, sizeof **(block))

#endif
