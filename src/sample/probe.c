/* probe.c - a small graph that is made to ask a model's networks something. */
#include "sample/probe.h"

#include "base/mem.h"

void bsn_probe_clear(basin_ctx *ctx, struct bsn_probe *p)
{
    bsn_free(ctx, p->y);
    bsn_free(ctx, p->grad);
    bsn_free(ctx, p->residual);
    bsn_free(ctx, p->scratch);
    bsn_compose_free(ctx, p->compose);
    bsn_graph_clear(ctx, &p->graph);
}

basin_status bsn_probe_bind(basin_ctx *ctx, const struct bsn_compose *like, struct bsn_probe *p)
{
    bsn_graph_finish(&p->graph);
    BSN_TRY(bsn_compose_like(ctx, like, &p->graph, &p->compose));
    BSN_TRY(BSN_NEW(ctx, p->graph.coords * BSN_LANES, &p->y));
    BSN_TRY(BSN_NEW(ctx, p->graph.coords * BSN_LANES, &p->grad));
    BSN_TRY(BSN_NEW(ctx, p->graph.factors * BSN_LANES, &p->residual));
    return BSN_NEW(ctx, bsn_compose_scratch(p->compose), &p->scratch);
}

basin_status bsn_probe_ask(basin_ctx *ctx, struct bsn_probe *p, const struct bsn_level *level)
{
    struct bsn_level braked = *level;

    braked.brake = ctx->brake;
    bsn_compose_eval(p->compose, &braked, p->y, NULL, p->scratch, p->energy, p->grad, p->residual);
    return bsn_poll(ctx);
}
