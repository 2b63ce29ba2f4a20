/* probe.c - the energy of a path of vertices at any point. */
#include "domain/color/probe.h"

#include "domain/color/color.h"
#include "domain/domain.h"

#include <math.h>

extern const struct bsn_domain bsn_domain_color;

/* Evaluates 16 points at a time. */
static basin_status evaluate(basin_ctx *ctx, const struct bsn_probe *p,
                             const struct bsn_compose *compose, size_t points, const float *y,
                             double *energy)
{
    const size_t coords = bsn_compose_coords(compose);
    const float signal = (float)sqrt(p->model->schedule.abar[p->t]);
    float *tile = NULL, *grad = NULL, *residual = NULL, *scratch = NULL;
    _Alignas(BSN_ALIGN) float sum[BSN_LANES];
    struct bsn_level level;
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, coords * BSN_LANES, &tile));
    BSN_TRY_OUT(BSN_NEW(ctx, coords * BSN_LANES, &grad));
    BSN_TRY_OUT(BSN_NEW(ctx, bsn_compose_factors(compose) * BSN_LANES, &residual));
    BSN_TRY_OUT(BSN_NEW(ctx, bsn_compose_scratch(compose), &scratch));
    bsn_level_all(&p->model->schedule, p->t, &level);
    for (size_t from = 0; from < points; from += BSN_LANES) {
        const size_t lanes = points - from < BSN_LANES ? points - from : BSN_LANES;
        for (size_t l = 0; l < lanes; l++)
            for (size_t i = 0; i < coords; i++)
                tile[i * BSN_LANES + l] = signal * y[(from + l) * coords + i];
        bsn_compose_eval(compose, &level, tile, NULL, scratch, sum, grad, residual);
        for (size_t l = 0; l < lanes; l++)
            energy[from + l] = sum[l];
    }
out:
    bsn_free(ctx, tile);
    bsn_free(ctx, grad);
    bsn_free(ctx, residual);
    bsn_free(ctx, scratch);
    return status;
}

basin_status bsn_color_probe(basin_ctx *ctx, const struct bsn_probe *p, size_t points,
                             const float *y, double *energy)
{
    const struct bsn_domain *const domain = &bsn_domain_color;
    const enum bsn_compose_mode mode = p->method == BASIN_METHOD_PAPER ? BSN_COMPOSE_SUM
                                                                       : BSN_COMPOSE_BASIN;
    struct bsn_graph graph = { 0 };
    struct bsn_compose *compose = NULL;
    void *path = NULL;
    basin_status status;

    BSN_TRY_OUT(bsn_color_path(ctx, p->vertices, p->colours, &path));
    BSN_TRY_OUT(domain->graph(ctx, path, p->model, &graph));
    bsn_graph_finish(&graph);
    BSN_TRY_OUT(bsn_compose_new(ctx, p->model, &graph, mode, domain->examples, &compose));
    status = evaluate(ctx, p, compose, points, y, energy);
out:
    bsn_compose_free(ctx, compose);
    bsn_graph_clear(ctx, &graph);
    if (path)
        domain->free(ctx, path);
    return status;
}
