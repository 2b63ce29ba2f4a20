/* bounds.c - a greedy colouring and a greedy clique. */
#include "domain/color/bounds.h"

#include "base/mem.h"

#include <string.h>

#define CLIQUE_WORK 100000000u
#define POLL 4096  /* vertices, each with all its neighbours, between polls */

/* Vertices by their degree among those that are left. */
struct buckets {
    uint32_t *degree;  /* (vertices) */
    uint32_t *head;    /* (vertices + 1) first of each degree, or UINT32_MAX */
    uint32_t *next, *before;
};

static void bucket_in(struct buckets *b, uint32_t v)
{
    const uint32_t first = b->head[b->degree[v]];

    b->next[v] = first;
    b->before[v] = UINT32_MAX;
    if (first != UINT32_MAX)
        b->before[first] = v;
    b->head[b->degree[v]] = v;
}

static void bucket_out(struct buckets *b, uint32_t v)
{
    if (b->before[v] == UINT32_MAX)
        b->head[b->degree[v]] = b->next[v];
    else
        b->next[b->before[v]] = b->next[v];
    if (b->next[v] != UINT32_MAX)
        b->before[b->next[v]] = b->before[v];
}

/* order (vertices): each vertex has as few neighbours before it as can be; rank is its inverse. */
static basin_status smallest_last(basin_ctx *ctx, const struct bsn_near *near, struct buckets *b,
                                  uint32_t *order, uint32_t *rank)
{
    const uint32_t n = near->vertices;
    uint32_t low = 0;

    memset(b->head, 0xff, ((size_t)n + 1) * sizeof *b->head);
    memset(rank, 0xff, n * sizeof *rank);
    for (uint32_t v = 0; v < n; v++) {
        BSN_TRY(BSN_POLL_AT(ctx, v, POLL));
        b->degree[v] = (uint32_t)(near->first[v + 1] - near->first[v]);
        bucket_in(b, v);
    }
    for (uint32_t left = n; left-- > 0;) {
        BSN_TRY(BSN_POLL_AT(ctx, left, POLL));
        while (b->head[low] == UINT32_MAX)
            low++;
        const uint32_t v = b->head[low];
        bucket_out(b, v);
        order[left] = v;
        rank[v] = left;
        for (size_t i = near->first[v]; i < near->first[v + 1]; i++) {
            const uint32_t w = near->vertex[i];
            if (rank[w] != UINT32_MAX)
                continue;
            bucket_out(b, w);
            b->degree[w]--;
            bucket_in(b, w);
        }
        low = low > 0 ? low - 1 : 0;
    }
    return BASIN_STATUS_OK;
}

/* The least colour that no neighbour has; `seen` (vertices + 1) holds who looked last. */
static uint32_t least_free(const struct bsn_near *near, const int32_t *value, uint32_t v,
                           uint32_t *seen)
{
    uint32_t color = 0;

    for (size_t i = near->first[v]; i < near->first[v + 1]; i++)
        if (value[near->vertex[i]] >= 0)
            seen[value[near->vertex[i]]] = v;
    while (seen[color] == v)
        color++;
    return color;
}

/* A clique from v on among its neighbours of lower rank: each is taken that is a neighbour of all
 * before, in order of rank. `count` (vertices) is zero before and after. */
static uint32_t clique_from(const struct bsn_near *near, const uint32_t *rank, uint32_t v,
                            uint32_t *count, uint64_t *work)
{
    uint32_t size = 1, last = v;

    for (;;) {
        uint32_t best = UINT32_MAX;
        for (size_t i = near->first[last]; i < near->first[last + 1]; i++)
            count[near->vertex[i]]++;
        for (size_t i = near->first[v]; i < near->first[v + 1]; i++) {
            const uint32_t w = near->vertex[i];
            if (count[w] == size && rank[w] < rank[v] &&
                (best == UINT32_MAX || rank[w] < rank[best]))
                best = w;
        }
        *work += near->first[last + 1] - near->first[last] + near->first[v + 1] - near->first[v];
        if (best == UINT32_MAX)
            break;
        size++;
        last = best;
    }
    memset(count, 0, near->vertices * sizeof *count);
    *work += near->vertices / 8;
    return size;
}

static basin_status find(basin_ctx *ctx, const struct bsn_near *near, struct buckets *b,
                         uint32_t *order, uint32_t *rank, int32_t *value, uint32_t *low,
                         uint32_t *high)
{
    const uint32_t n = near->vertices;
    uint32_t *const seen = b->head, *const count = b->next;
    uint64_t work = 0, asked = 0;

    BSN_TRY(smallest_last(ctx, near, b, order, rank));
    *low = n > 0;
    *high = 0;
    memset(seen, 0xff, ((size_t)n + 1) * sizeof *seen);
    memset(value, 0xff, n * sizeof *value);
    for (uint32_t i = 0; i < n; i++) {
        BSN_TRY(BSN_POLL_AT(ctx, i, POLL));
        value[order[i]] = (int32_t)least_free(near, value, order[i], seen);
        if ((uint32_t)value[order[i]] >= *high)
            *high = (uint32_t)value[order[i]] + 1;
    }
    memset(count, 0, n * sizeof *count);
    for (uint32_t i = n; i-- > 0 && work < CLIQUE_WORK && *low < *high;) {
        if (work - asked >= BSN_ITEMS) {
            asked = work;
            BSN_TRY(bsn_poll(ctx));
        }
        const uint32_t size = clique_from(near, rank, order[i], count, &work);
        *low = size > *low ? size : *low;
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_color_bounds(basin_ctx *ctx, const struct bsn_near *near, int32_t *value,
                              uint32_t *low, uint32_t *high)
{
    const size_t n = near->vertices;
    struct buckets b = { 0 };
    uint32_t *order = NULL, *rank = NULL;
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, n, &b.degree));
    BSN_TRY_OUT(BSN_NEW(ctx, n + 1, &b.head));
    BSN_TRY_OUT(BSN_NEW(ctx, n, &b.next));
    BSN_TRY_OUT(BSN_NEW(ctx, n, &b.before));
    BSN_TRY_OUT(BSN_NEW(ctx, n, &order));
    BSN_TRY_OUT(BSN_NEW(ctx, n, &rank));
    BSN_TRY_OUT(find(ctx, near, &b, order, rank, value, low, high));
out:
    bsn_free(ctx, b.degree);
    bsn_free(ctx, b.head);
    bsn_free(ctx, b.next);
    bsn_free(ctx, b.before);
    bsn_free(ctx, order);
    bsn_free(ctx, rank);
    return status;
}
