/* layout.c - takes a graph apart into what is connected, and puts the layouts of the parts side by
 * side. */
#include "domain/layout.h"

#include "domain/layout_force.h"

#include <math.h>
#include <stdlib.h>

#define BETWEEN 1.2  /* room from part to part */

struct part {
    uint32_t from, vertices;    /* its vertices in `order` */
    size_t edge_from, edges;    /* its edges in `ends` */
    double width, height, x, y;
};

/* All that is needed of a graph; parts are numbered by their lowest vertex. */
struct parts {
    uint32_t *of;       /* (vertices) part of each */
    uint32_t *order;    /* (vertices) by part */
    uint32_t *number;   /* (vertices) place within its part */
    uint32_t *ends;     /* (2 edges) by part, in numbers within it */
    struct part *part;  /* (count) */
    uint32_t count;
    struct bsn_point *at;  /* (vertices) by order */
};

/* The vertex that stands for v's part: halves the way each time it is gone. */
static uint32_t root_of(uint32_t *of, uint32_t v)
{
    while (of[v] != v) {
        of[v] = of[of[v]];
        v = of[v];
    }
    return v;
}

static void join(struct parts *p, uint32_t vertices, size_t edges, const uint32_t *ends)
{
    for (uint32_t v = 0; v < vertices; v++)
        p->of[v] = v;
    for (size_t e = 0; e < edges; e++) {
        const uint32_t a = root_of(p->of, ends[2 * e]), b = root_of(p->of, ends[2 * e + 1]);
        p->of[a > b ? a : b] = a < b ? a : b;
    }
    for (uint32_t v = 0; v < vertices; v++) {
        p->of[v] = root_of(p->of, v);
        p->number[v] = p->of[v] == v ? p->count++ : 0;
    }
    for (uint32_t v = 0; v < vertices; v++)
        p->of[v] = p->number[p->of[v]];
}

static void sort(struct parts *p, uint32_t vertices, size_t edges, const uint32_t *ends)
{
    for (uint32_t v = 0; v < vertices; v++)
        p->number[v] = p->part[p->of[v]].vertices++;
    for (size_t e = 0; e < edges; e++)
        p->part[p->of[ends[2 * e]]].edges++;
    for (uint32_t i = 1; i < p->count; i++) {
        p->part[i].from = p->part[i - 1].from + p->part[i - 1].vertices;
        p->part[i].edge_from = p->part[i - 1].edge_from + p->part[i - 1].edges;
    }
    for (uint32_t v = 0; v < vertices; v++)
        p->order[p->part[p->of[v]].from + p->number[v]] = v;
    for (uint32_t i = 0; i < p->count; i++)
        p->part[i].edges = 0;
    for (size_t e = 0; e < edges; e++) {
        struct part *const part = &p->part[p->of[ends[2 * e]]];
        uint32_t *const to = p->ends + 2 * (part->edge_from + part->edges++);
        to[0] = p->number[ends[2 * e]];
        to[1] = p->number[ends[2 * e + 1]];
    }
}

/* The highest first; of those the one with the lowest vertex. */
static int by_height(const void *a, const void *b)
{
    const struct part *const x = a, *const y = b;

    if (x->height != y->height)
        return x->height > y->height ? -1 : 1;
    return x->from < y->from ? -1 : 1;
}

/* Rows of parts, from the left, about as wide as all of it is high. */
static void pack(struct parts *p, double *width, double *height)
{
    double area = 0, widest = 0, x = 0, y = 0, row = 0;

    for (uint32_t i = 0; i < p->count; i++) {
        area += (p->part[i].width + BETWEEN) * (p->part[i].height + BETWEEN);
        widest = fmax(widest, p->part[i].width);
    }
    const double room = fmax(widest, sqrt(1.4 * area));
    qsort(p->part, p->count, sizeof *p->part, by_height);
    *width = *height = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        struct part *const part = &p->part[i];
        if (x > 0 && x + part->width > room) {
            x = 0;
            y += row + BETWEEN;
            row = 0;
        }
        part->x = x;
        part->y = y;
        row = fmax(row, part->height);
        *width = fmax(*width, x + part->width);
        *height = fmax(*height, y + part->height);
        x += part->width + BETWEEN;
    }
}

static basin_status lay_parts(basin_ctx *ctx, struct parts *p, struct bsn_point *at,
                              double *width, double *height)
{
    for (uint32_t i = 0; i < p->count; i++) {
        struct part *const part = &p->part[i];
        BSN_TRY(bsn_layout_force(ctx, part->vertices, part->edges, p->ends + 2 * part->edge_from,
                                 p->at + part->from, &part->width, &part->height));
    }
    pack(p, width, height);
    for (uint32_t i = 0; i < p->count; i++) {
        const struct part *const part = &p->part[i];
        for (uint32_t v = part->from; v < part->from + part->vertices; v++)
            at[p->order[v]] = (struct bsn_point){ part->x + p->at[v].x, part->y + p->at[v].y };
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_layout(basin_ctx *ctx, uint32_t vertices, size_t edges, const uint32_t *ends,
                        struct bsn_point *at, double *width, double *height)
{
    struct parts p = { .count = 0 };
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, vertices, &p.of));
    BSN_TRY_OUT(BSN_NEW(ctx, vertices, &p.order));
    BSN_TRY_OUT(BSN_NEW(ctx, vertices, &p.number));
    BSN_TRY_OUT(BSN_NEW(ctx, 2 * edges, &p.ends));
    BSN_TRY_OUT(BSN_NEW(ctx, vertices, &p.at));
    join(&p, vertices, edges, ends);
    BSN_TRY_OUT(BSN_NEW(ctx, p.count, &p.part));
    sort(&p, vertices, edges, ends);
    status = lay_parts(ctx, &p, at, width, height);
out:
    bsn_free(ctx, p.of);
    bsn_free(ctx, p.order);
    bsn_free(ctx, p.number);
    bsn_free(ctx, p.ends);
    bsn_free(ctx, p.at);
    bsn_free(ctx, p.part);
    return status;
}
