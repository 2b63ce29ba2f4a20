/* point.c - evaluates a composed energy where the caller says. */
#include "energy/point.h"

#include "base/mem.h"

basin_status bsn_point_new(basin_ctx *ctx, const basin_model *model, const struct bsn_graph *graph,
                           enum bsn_compose_mode mode, bsn_examples_fn *examples, uint32_t t,
                           struct bsn_point *point)
{
    *point = (struct bsn_point){ 0 };
    BSN_TRY(bsn_compose_new(ctx, model, graph, mode, examples, &point->compose));
    if (t < 1 || t > model->schedule.levels)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "noise level %u is not within 1 to %u", t,
                        model->schedule.levels);
    bsn_level_all(&model->schedule, t, &point->level);
    BSN_TRY(BSN_NEW(ctx, graph->coords * BSN_LANES, &point->y));
    BSN_TRY(BSN_NEW(ctx, BSN_LANES, &point->energy));
    BSN_TRY(BSN_NEW(ctx, graph->factors * BSN_LANES, &point->residual));
    return BSN_NEW(ctx, bsn_compose_scratch(point->compose), &point->scratch);
}

void bsn_point_clear(basin_ctx *ctx, struct bsn_point *point)
{
    bsn_compose_free(ctx, point->compose);
    bsn_free(ctx, point->y);
    bsn_free(ctx, point->energy);
    bsn_free(ctx, point->residual);
    bsn_free(ctx, point->scratch);
    *point = (struct bsn_point){ 0 };
}

void bsn_point_eval(struct bsn_point *point, size_t lanes)
{
    point->level.lanes = lanes;
    bsn_compose_eval(point->compose, &point->level, point->y, NULL, point->scratch, point->energy,
                     NULL, point->residual);
}
