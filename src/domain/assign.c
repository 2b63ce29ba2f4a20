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

void bsn_highest_decode(size_t values, uint32_t entries, size_t count, const float *y,
                        int32_t *value)
{
    int32_t highest[BSN_LANES];

    for (size_t i = 0; i < values; i++, y += (size_t)entries * BSN_LANES) {
        bsn_highest(entries, y, highest);
        for (size_t l = 0; l < count; l++)
            value[l * values + i] = highest[l];
    }
}

void bsn_highest_encode(size_t values, uint32_t entries, const int32_t *value, float open, float *y)
{
    for (size_t i = 0; i < values; i++)
        for (uint32_t e = 0; e < entries; e++, y += BSN_LANES)
            for (size_t l = 0; l < BSN_LANES; l++)
                y[l] = value[i] < 0 ? open : (float)(value[i] == (int32_t)e);
}

basin_status bsn_assign_next(basin_ctx *ctx, size_t values, int32_t **value, size_t *capacity,
                             size_t *count)
{
    BSN_TRY(BSN_GROW(ctx, value, capacity, ++*count * values + 1));
    memset(*value + (*count - 1) * values, 0xff, values * sizeof **value);
    return BASIN_STATUS_OK;
}
