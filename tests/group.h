/* group.h - one context for all tests of a file, which must give everything back to it. */
#ifndef TEST_GROUP_H
#define TEST_GROUP_H

#include "support.h"

static basin_ctx *ctx;

static inline int group_begin(void **state)
{
    (void)state;
    return basin_ctx_new(NULL, &ctx) == BASIN_STATUS_OK ? 0 : -1;
}

static inline int group_end(void **state)
{
    (void)state;
    const bool clean = basin_ctx_blocks(ctx) == 1;
    basin_ctx_free(ctx);
    return clean ? 0 : -1;
}

#endif
