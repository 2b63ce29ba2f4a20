/* color_draw.c - the picture of a graph.
 *
 * Shapes: the edges, then the vertices as discs, then, where they can be read, the numbers of their
 * colours. An edge is wrong when its ends are alike or one of them has no colour, a vertex when it
 * has none: what the verifier counts.
 */
#include "domain/color/color_draw.h"

#include "domain/layout.h"

#include <math.h>

#define SIZE 0.72     /* of a vertex */
#define NUMBERED 400  /* vertices up to which they have numbers */

static basin_status lay_at(const struct bsn_col *graph, const struct bsn_point *at,
                           struct bsn_scene *scene)
{
    const double edge = SIZE / 2;

    for (size_t e = 0; e < graph->edges; e++) {
        const struct bsn_point *const a = &at[graph->edge[e].a], *const b = &at[graph->edge[e].b];
        bsn_scene_line(scene, BSN_TONE_MUTED, a->x + edge, a->y + edge, b->x + edge, b->y + edge);
    }
    for (uint32_t v = 0; v < graph->vertices; v++)
        bsn_scene_disc(scene, BSN_TONE_OPEN, at[v].x + edge, at[v].y + edge, SIZE);
    for (uint32_t v = 0; graph->vertices <= NUMBERED && v < graph->vertices; v++)
        bsn_scene_text(scene, BSN_TONE_INK, at[v].x + edge, at[v].y + edge, 0.8 * SIZE, 0.5 * SIZE,
                       "");
    return scene->status;
}

basin_status bsn_color_lay(basin_ctx *ctx, const struct bsn_col *graph, struct bsn_scene *scene)
{
    struct bsn_point *at = NULL;
    uint32_t *ends = NULL;
    double width, height;
    basin_status status;

    if (graph->vertices + graph->edges > BSN_SCENE_SHAPES)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG,
                        "%u vertices and %zu edges are too many for a picture", graph->vertices,
                        graph->edges);
    BSN_TRY_OUT(BSN_NEW(ctx, graph->vertices, &at));
    BSN_TRY_OUT(BSN_NEW(ctx, 2 * graph->edges, &ends));
    for (size_t e = 0; e < graph->edges; e++) {
        ends[2 * e] = graph->edge[e].a;
        ends[2 * e + 1] = graph->edge[e].b;
    }
    BSN_TRY_OUT(bsn_layout(ctx, graph->vertices, graph->edges, ends, at, &width, &height));
    scene->width = (float)(width + SIZE);
    scene->height = (float)(height + SIZE);
    status = lay_at(graph, at, scene);
out:
    bsn_free(ctx, at);
    bsn_free(ctx, ends);
    return status;
}

static bool is_color(uint32_t k, int32_t value)
{
    return value >= 0 && (k == 0 || (uint32_t)value < k);
}

void bsn_color_paint(const struct bsn_col *graph, uint32_t k, const int32_t *value,
                     const double *cost, struct bsn_scene *scene)
{
    struct bsn_shape *const line = scene->shape, *const disc = line + graph->edges;
    struct bsn_shape *const text = graph->vertices <= NUMBERED ? disc + graph->vertices : NULL;

    for (size_t e = 0; e < graph->edges; e++) {
        const struct bsn_edge *const edge = &graph->edge[e];
        const bool broken = value && (!is_color(k, value[edge->a]) ||
                                      !is_color(k, value[edge->b]) ||
                                      value[edge->a] == value[edge->b]);
        line[e].tone = broken ? BSN_TONE_WRONG : BSN_TONE_MUTED;
        line[e].heat = cost ? (float)cost[e] : NAN;
    }
    for (uint32_t v = 0; v < graph->vertices; v++) {
        const bool colored = value && is_color(k, value[v]);
        disc[v].tone = colored ? bsn_tone_class((uint32_t)value[v])
                       : value  ? BSN_TONE_WRONG
                                : BSN_TONE_OPEN;
        if (!text)
            continue;
        text[v].tone = disc[v].tone;
        text[v].text[0] = 0;
        if (colored)
            bsn_shape_say(&text[v], "%u", (uint32_t)value[v] + 1);
    }
}
