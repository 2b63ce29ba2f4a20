/* probe.c - the energy of a path of vertices at any point. */
#include "domain/color/probe.h"

#include "domain/color/color.h"
#include "energy/point.h"

/* Evaluates 16 points at a time. */
static void evaluate(struct bsn_point *at, size_t coords, size_t points, const float *y,
                     double *energy)
{
    for (size_t from = 0; from < points; from += BSN_LANES) {
        const size_t lanes = points - from < BSN_LANES ? points - from : BSN_LANES;
        for (size_t l = 0; l < lanes; l++)
            for (size_t i = 0; i < coords; i++)
                at->y[i * BSN_LANES + l] = at->level.signal[l] * y[(from + l) * coords + i];
        bsn_point_eval(at, lanes);
        for (size_t l = 0; l < lanes; l++)
            energy[from + l] = at->energy[l];
    }
}

basin_status bsn_color_probe(basin_ctx *ctx, const struct bsn_probe *p, size_t points,
                             const float *y, double *energy)
{
    const struct bsn_task *const task = &bsn_color_task;
    const enum bsn_compose_mode mode = p->method == BASIN_METHOD_PAPER ? BSN_COMPOSE_SUM
                                                                       : BSN_COMPOSE_BASIN;
    struct bsn_graph graph = { 0 };
    struct bsn_point at = { 0 };
    void *path = NULL;
    basin_status status;

    BSN_TRY_OUT(bsn_color_path(ctx, p->vertices, p->colors, &path));
    BSN_TRY_OUT(task->graph(ctx, path, p->model, &graph));
    bsn_graph_finish(&graph);
    BSN_TRY_OUT(bsn_point_new(ctx, p->model, &graph, mode, task->examples, p->t, &at));
    evaluate(&at, graph.coords, points, y, energy);
out:
    bsn_point_clear(ctx, &at);
    bsn_graph_clear(ctx, &graph);
    if (path)
        task->free(ctx, path);
    return status;
}
