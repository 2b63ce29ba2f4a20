/* focus_rung.c - tabulated energies at a noise level between two of the table's. */
#include "base/mem.h"
#include "sample/focus.h"

#include <math.h>

basin_status bsn_focus_rung_make(basin_ctx *ctx, const struct bsn_focus_table *table,
                                 struct bsn_focus_rung *rung)
{
    BSN_TRY(BSN_NEW(ctx, table->entries, &rung->cost));
    BSN_TRY(BSN_NEW(ctx, table->entries, &rung->up));
    BSN_TRY(BSN_NEW(ctx, table->entries, &rung->down));
    BSN_TRY(BSN_NEW(ctx, table->entries, &rung->harm_up));
    return BSN_NEW(ctx, table->entries, &rung->harm_down);
}

void bsn_focus_rung_clear(basin_ctx *ctx, struct bsn_focus_rung *rung)
{
    bsn_free(ctx, rung->cost);
    bsn_free(ctx, rung->up);
    bsn_free(ctx, rung->down);
    bsn_free(ctx, rung->harm_up);
    bsn_free(ctx, rung->harm_down);
}

static float blend(float a, float b, double share)
{
    return (float)(a + share * ((double)b - a));
}

static void set_counts(const struct bsn_focus_table *table, size_t below, double share,
                       struct bsn_focus_rung *rung)
{
    const float *const a = table->cost + below * table->entries, *const b = a + table->entries;

    rung->rises = false;
    for (uint32_t s = 0; s < table->entries; s++)
        rung->cost[s] = blend(a[s], b[s], share);
    for (uint32_t s = 0; s < table->entries; s++) {
        const uint8_t flag = table->flag[s];
        rung->up[s] = flag & BSN_FOCUS_LAST ? 0 : rung->cost[s + 1] - rung->cost[s];
        rung->down[s] = flag & BSN_FOCUS_FIRST ? 0 : rung->cost[s - 1] - rung->cost[s];
        rung->harm_up[s] = rung->up[s] > 0 ? rung->up[s] : 0;
        rung->harm_down[s] = rung->down[s] > 0 ? rung->down[s] : 0;
        rung->rises |= rung->harm_up[s] > 0;
    }
}

static void set_pairs(const struct bsn_focus_table *table, size_t below, double share,
                      struct bsn_focus_rung *rung)
{
    for (size_t k = 0; k < BSN_GRAPH_TERMS; k++) {
        rung->same[k] = blend(table->same[k][below], table->same[k][below + 1], share);
        rung->differ[k] = blend(table->differ[k][below], table->differ[k][below + 1], share);
        for (int n = 0; n < BSN_FOCUS_FADES; n++)
            rung->fade[k][n] = expf((rung->differ[k] - rung->same[k]) * (float)n);
    }
}

/* The level of the table at or below, and how far above it the rung is. */
static size_t split(double level, double *share)
{
    const size_t below = level < BSN_FOCUS_LEVELS - 1 ? (size_t)level : BSN_FOCUS_LEVELS - 2;

    *share = level - (double)below;
    return below;
}

void bsn_focus_rung_set(const struct bsn_focus_table *table, double level,
                        struct bsn_focus_rung *rung)
{
    const double last = BSN_FOCUS_LEVELS - 1;
    double share;

    rung->level = level > 1 ? level < last ? level : last : 1;
    const size_t below = split(rung->level, &share);
    set_counts(table, below, share, rung);
    set_pairs(table, below, share, rung);
}

double bsn_focus_noise(const struct bsn_focus_table *table, const struct bsn_focus_rung *rung)
{
    double share;
    const size_t a = split(rung->level, &share), b = a + 1;

    return blend(table->grid[a / BSN_LANES].noise[a % BSN_LANES],
                 table->grid[b / BSN_LANES].noise[b % BSN_LANES], share);
}
