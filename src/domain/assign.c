/* assign.c - the highest of several entries, and lists of assignments. */
#include "domain/assign.h"

#include "base/mem.h"

#include <float.h>
#include <string.h>

void bsn_highest(uint32_t entries, const float *y, int32_t highest[static BSN_LANES])
{
    float top[BSN_LANES];

    for (size_t l = 0; l < BSN_LANES; l++) {
        top[l] = -FLT_MAX;
        highest[l] = -1;
    }
    for (uint32_t e = 0; e < entries; e++, y += BSN_LANES)
        for (size_t l = 0; l < BSN_LANES; l++) {
            highest[l] = y[l] > top[l] ? (int32_t)e : highest[l];
            top[l] = y[l] > top[l] ? y[l] : top[l];
        }
}

basin_status bsn_assign_next(basin_ctx *ctx, size_t values, int32_t **value, size_t *capacity,
                             size_t *count)
{
    BSN_TRY(BSN_GROW(ctx, value, capacity, ++*count * values + 1));
    memset(*value + (*count - 1) * values, 0xff, values * sizeof **value);
    return BASIN_STATUS_OK;
}
