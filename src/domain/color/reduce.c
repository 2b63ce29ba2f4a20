/* reduce.c - takes vertices out of a graph and puts them back. */
#include "domain/color/reduce.h"

#include "base/mem.h"

#include <string.h>

#define WORK_MOST 400000000u  /* looks at neighbours of neighbours; about a second */
#define POLL 4096             /* vertices between polls */

basin_status bsn_near_new(basin_ctx *ctx, const struct bsn_col *col, struct bsn_near *out)
{
    struct bsn_near near = { .vertices = col->vertices };
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, (size_t)col->vertices + 2, &near.first));
    BSN_TRY_OUT(BSN_NEW(ctx, 2 * col->edges, &near.vertex));
    for (size_t i = 0; i < col->edges; i++) {
        BSN_TRY_OUT(BSN_POLL_ITEM(ctx, i));
        near.first[col->edge[i].a + 2]++;
        near.first[col->edge[i].b + 2]++;
    }
    for (size_t v = 2; v < (size_t)col->vertices + 2; v++) {
        BSN_TRY_OUT(BSN_POLL_ITEM(ctx, v));
        near.first[v] += near.first[v - 1];
    }
    /* first[v + 1] is where v's neighbours begin until they are all there, then where they end. */
    for (size_t i = 0; i < col->edges; i++) {
        BSN_TRY_OUT(BSN_POLL_ITEM(ctx, i));
        near.vertex[near.first[col->edge[i].b + 1]++] = col->edge[i].a;
    }
    for (size_t i = 0; i < col->edges; i++) {
        BSN_TRY_OUT(BSN_POLL_ITEM(ctx, i));
        near.vertex[near.first[col->edge[i].a + 1]++] = col->edge[i].b;
    }
    *out = near;
    return BASIN_STATUS_OK;
out:
    bsn_near_clear(ctx, &near);
    return status;
}

void bsn_near_clear(basin_ctx *ctx, struct bsn_near *near)
{
    bsn_free(ctx, near->first);
    bsn_free(ctx, near->vertex);
    *near = (struct bsn_near){ 0 };
}

/* What the reduction keeps track of. */
struct search {
    basin_ctx *ctx;
    const struct bsn_near *near;
    uint32_t k;
    const int32_t *fixed;
    struct bsn_reduced *out;
    uint32_t *degree;  /* (vertices) neighbours that are left */
    uint32_t *common;  /* (vertices) zero between uses */
    uint8_t *gone;     /* (vertices) */
    uint64_t work;
};

static bool may_go(const struct search *s, uint32_t v)
{
    return !s->gone[v] && !(s->fixed && s->fixed[v] >= 0);
}

static void take_out(struct search *s, uint32_t v, uint32_t twin)
{
    s->gone[v] = 1;
    s->out->order[s->out->removed] = v;
    s->out->twin[s->out->removed++] = twin;
    for (size_t i = s->near->first[v]; i < s->near->first[v + 1]; i++)
        s->degree[s->near->vertex[i]]--;
}

/* Takes out `v` and, as they become so, its neighbours, if they have fewer than k left. What is in
 * `order` beyond what was there before also lists those whose neighbours are still to be seen. */
static void take_out_low(struct search *s, uint32_t v)
{
    uint32_t next = s->out->removed;

    if (may_go(s, v) && s->degree[v] < s->k)
        take_out(s, v, BSN_NO_TWIN);
    for (; next < s->out->removed; next++) {
        const uint32_t from = s->out->order[next];
        for (size_t i = s->near->first[from]; i < s->near->first[from + 1]; i++) {
            const uint32_t w = s->near->vertex[i];
            if (may_go(s, w) && s->degree[w] < s->k)
                take_out(s, w, BSN_NO_TWIN);
        }
    }
}

/* A vertex that has all of v's neighbours among its own, or BSN_NO_TWIN. It is none of them. */
static uint32_t find_twin(struct search *s, uint32_t v)
{
    const struct bsn_near *const near = s->near;
    uint32_t twin = BSN_NO_TWIN;

    for (int pass = 0; pass < 2; pass++)  /* count, then set back to zero */
        for (size_t i = near->first[v]; i < near->first[v + 1]; i++) {
            const uint32_t w = near->vertex[i];
            for (size_t j = near->first[w]; !s->gone[w] && j < near->first[w + 1]; j++) {
                const uint32_t u = near->vertex[j];
                s->common[u] = pass == 0 ? s->common[u] + 1 : 0;
                if (s->common[u] == s->degree[v] && u != v && !s->gone[u] && pass == 0)
                    twin = u;
            }
            s->work += near->first[w + 1] - near->first[w];
        }
    return twin;
}

static basin_status search(struct search *s)
{
    uint64_t asked = 0;
    bool again = true;

    for (uint32_t v = 0; v < s->near->vertices; v++)
        s->degree[v] = (uint32_t)(s->near->first[v + 1] - s->near->first[v]);
    for (uint32_t v = 0; v < s->near->vertices; v++) {
        BSN_TRY(BSN_POLL_AT(s->ctx, v, POLL));
        take_out_low(s, v);
    }
    while (again) {
        again = false;
        for (uint32_t v = 0; v < s->near->vertices && s->work < WORK_MOST; v++) {
            if (v % POLL == 0 || s->work - asked >= BSN_ITEMS) {
                asked = s->work;
                BSN_TRY(bsn_poll(s->ctx));
            }
            const uint32_t twin = may_go(s, v) ? find_twin(s, v) : BSN_NO_TWIN;
            if (twin == BSN_NO_TWIN)
                continue;
            take_out(s, v, twin);
            for (size_t i = s->near->first[v]; i < s->near->first[v + 1]; i++)
                take_out_low(s, s->near->vertex[i]);
            again = true;
        }
    }
    return BASIN_STATUS_OK;
}

basin_status bsn_reduce(basin_ctx *ctx, const struct bsn_near *near, uint32_t k,
                        const int32_t *fixed, struct bsn_reduced *out)
{
    const uint32_t n = near->vertices;
    struct bsn_reduced reduced = { 0 };
    struct search s = { .ctx = ctx, .near = near, .k = k, .fixed = fixed, .out = &reduced };
    basin_status status;

    BSN_TRY_OUT(BSN_NEW(ctx, n, &reduced.place));
    BSN_TRY_OUT(BSN_NEW(ctx, n, &reduced.order));
    BSN_TRY_OUT(BSN_NEW(ctx, n, &reduced.twin));
    BSN_TRY_OUT(BSN_NEW(ctx, n, &s.degree));
    BSN_TRY_OUT(BSN_NEW(ctx, n, &s.common));
    BSN_TRY_OUT(BSN_NEW(ctx, n, &s.gone));
    BSN_TRY_OUT(search(&s));
    for (uint32_t v = 0; v < n; v++)
        reduced.place[v] = s.gone[v] ? UINT32_MAX : reduced.kept++;
    *out = reduced;
out:
    if (status != BASIN_STATUS_OK)
        bsn_reduced_clear(ctx, &reduced);
    bsn_free(ctx, s.degree);
    bsn_free(ctx, s.common);
    bsn_free(ctx, s.gone);
    return status;
}

void bsn_reduced_clear(basin_ctx *ctx, struct bsn_reduced *reduced)
{
    bsn_free(ctx, reduced->place);
    bsn_free(ctx, reduced->order);
    bsn_free(ctx, reduced->twin);
    *reduced = (struct bsn_reduced){ 0 };
}

/* A colour that no neighbour has, looked for 64 at a time; 0 if all are taken. */
static int32_t free_color(const struct bsn_near *near, uint32_t k, const int32_t *value,
                          uint32_t v)
{
    for (uint32_t from = 0; from < k; from += 64) {
        uint64_t taken = k - from < 64 ? UINT64_MAX << (k - from) : 0;
        for (size_t i = near->first[v]; i < near->first[v + 1]; i++) {
            const int64_t color = (int64_t)value[near->vertex[i]] - from;
            taken |= color >= 0 && color < 64 ? (uint64_t)1 << color : 0;
        }
        if (taken != UINT64_MAX)
            return (int32_t)from + __builtin_ctzll(~taken);
    }
    return 0;
}

void bsn_restore(const struct bsn_near *near, const struct bsn_reduced *reduced, uint32_t k,
                 int32_t *value)
{
    for (uint32_t i = 0; i < reduced->removed; i++)
        value[reduced->order[i]] = -1;
    for (uint32_t i = reduced->removed; i-- > 0;) {
        const uint32_t v = reduced->order[i], twin = reduced->twin[i];
        value[v] = twin == BSN_NO_TWIN ? free_color(near, k, value, v) : value[twin];
    }
}
