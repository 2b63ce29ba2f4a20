/* color_random.c - draws random graphs, each with all of its numbers rolled from one address. */
#include "domain/color/color_random.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --------------------------------------------------- each edge with the same probability ---- */

/* Batagelj and Brandes (2005): from one edge to the next, over as many pairs of vertices as are
 * without one. Linear in vertices and edges, while there are n^2 / 2 pairs. Pairs within a colour
 * are left out, if there are colours. */
static basin_status join_pairs(basin_ctx *ctx, const struct bsn_rng *at, double p,
                               const int32_t *color, struct bsn_col *col)
{
    const double no_edge = log1p(-p); /* minus infinity when p is 1: then nothing is skipped */
    const uint64_t n = col->vertices, pairs = n * (n - 1) / 2;
    uint64_t pair = 0, row = 0; /* this pair's number, and that of the first one with b */
    uint32_t b = 1, item = 0;

    for (; n > 1; pair++) {
        const double skip = floor(log1p(-bsn_rng_uniform(at, item++)) / no_edge);
        if (!(skip < (double)(pairs - pair)))
            break;
        pair += (uint64_t)skip;
        while (pair - row >= b)
            row += b++;
        const uint32_t a = (uint32_t)(pair - row);
        if (!color || color[a] != color[b])
            BSN_TRY(bsn_col_add(ctx, col, a, b));
    }
    return bsn_col_finish(ctx, col);
}

basin_status bsn_color_erdos_renyi(basin_ctx *ctx, const struct bsn_rng *at, uint32_t n, double p,
                                   struct bsn_col *out)
{
    *out = (struct bsn_col){ .vertices = n };
    return join_pairs(ctx, at, p, NULL, out);
}

basin_status bsn_color_planted(basin_ctx *ctx, const struct bsn_rng *at, uint32_t n,
                               uint32_t colors, double p, int32_t *color, struct bsn_col *out)
{
    struct bsn_rng edges = *at;
    struct bsn_dice dice = { .rng = *at };

    edges.step = ~at->step; /* another address than that of the dice */
    *out = (struct bsn_col){ .vertices = n, .colors = colors };
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t u = bsn_roll(&dice, v + 1);
        color[v] = color[u];
        color[u] = (int32_t)(v % colors);
    }
    return join_pairs(ctx, &edges, p, color, out);
}

/* ------------------------------------------------------------------------- Holme and Kim ---- */

/* A graph that grows. Edge k has the ends 2k and 2k + 1, and each vertex a chain of its ends. */
struct growth {
    struct bsn_dice dice;
    struct bsn_col *col;
    uint32_t m;
    uint32_t *last;   /* (vertices) its newest end + 1, or 0 */
    uint32_t *before; /* (2 m vertices) the end before that one + 1, or 0 */
    uint32_t *joined; /* (vertices) the newest vertex that was joined to it */
};

static uint32_t end_vertex(const struct growth *g, uint32_t end)
{
    const struct bsn_edge *const edge = &g->col->edge[end / 2];

    return end % 2 ? edge->b : edge->a;
}

/* A vertex by preference, not joined to v yet: an end of any edge, or one of the first m, which
 * have none at the start. There is one, since v is joined to fewer than m. */
static uint32_t prefer(struct growth *g, uint32_t v, uint32_t ends)
{
    uint32_t found;

    do {
        const uint32_t choice = bsn_roll(&g->dice, g->m + ends);
        found = choice < g->m ? choice : end_vertex(g, choice - g->m);
    } while (g->joined[found] == v);
    return found;
}

/* A neighbour of t, not joined to v yet, each with the same probability; v itself for none. */
static uint32_t neighbour(struct growth *g, uint32_t v, uint32_t t)
{
    uint32_t found = v, seen = 0;

    for (uint32_t end = g->last[t]; end; end = g->before[end - 1]) {
        const uint32_t u = end_vertex(g, (end - 1) ^ 1);
        if (u != v && g->joined[u] != v && bsn_roll(&g->dice, ++seen) == 0)
            found = u;
    }
    return found;
}

static basin_status join(basin_ctx *ctx, struct growth *g, uint32_t v, uint32_t u)
{
    const uint32_t end = 2 * (uint32_t)g->col->edges; /* u < v, so that the first end is u's */

    BSN_TRY(bsn_col_add(ctx, g->col, u, v));
    g->before[end] = g->last[u];
    g->last[u] = end + 1;
    g->before[end + 1] = g->last[v];
    g->last[v] = end + 2;
    g->joined[u] = v;
    return BASIN_STATUS_OK;
}

static basin_status grow(basin_ctx *ctx, struct growth *g, double triad)
{
    for (uint32_t v = g->m; v < g->col->vertices; v++) {
        const uint32_t ends = 2 * (uint32_t)g->col->edges;
        uint32_t preferred = v;
        for (uint32_t i = 0; i < g->m; i++) {
            const bool close = i > 0 && bsn_roll(&g->dice, 1u << 30) < triad * (1u << 30);
            const uint32_t found = close ? neighbour(g, v, preferred) : v;
            if (found == v)
                preferred = prefer(g, v, ends);
            BSN_TRY(join(ctx, g, v, found == v ? preferred : found));
        }
    }
    return bsn_col_finish(ctx, g->col);
}

basin_status bsn_color_holme_kim(basin_ctx *ctx, const struct bsn_rng *at, uint32_t n, uint32_t m,
                                 double triad, struct bsn_col *out)
{
    struct growth g = { .dice = { .rng = *at }, .col = out, .m = m };
    basin_status status;

    assert(m > 0 && m < n);
    *out = (struct bsn_col){ .vertices = n };
    BSN_TRY_OUT(BSN_NEW(ctx, n, &g.last));
    BSN_TRY_OUT(BSN_NEW(ctx, n, &g.joined));
    BSN_TRY_OUT(BSN_NEW(ctx, 2 * (size_t)m * (n - m), &g.before));
    status = grow(ctx, &g, triad);
out:
    bsn_free(ctx, g.last);
    bsn_free(ctx, g.joined);
    bsn_free(ctx, g.before);
    return status;
}

/* --------------------------------------------------------------------------- same degree ---- */

#define SWITCHES 10 /* tried for each edge; as many are said to be enough to forget the start */
#define NONE UINT32_MAX

/* A set of edges, as a hash table of chains, so that switching takes the same time for every
 * degree. */
struct edge_set {
    uint32_t edges;
    struct bsn_edge *edge; /* (edges) */
    uint32_t *head;        /* (edges) the chain of each hash: its first edge, or NONE */
    uint32_t *next;        /* (edges) the next one in its chain, or NONE */
};

static struct bsn_edge edge_of(uint32_t a, uint32_t b)
{
    return a < b ? (struct bsn_edge){ a, b } : (struct bsn_edge){ b, a };
}

static uint32_t *chain(const struct edge_set *s, struct bsn_edge e)
{
    const uint64_t mixed = ((uint64_t)e.a << 32 | e.b) * 0x9e3779b97f4a7c15u; /* Knuth's */

    return &s->head[(mixed >> 32) * s->edges >> 32];
}

static bool has_edge(const struct edge_set *s, struct bsn_edge e)
{
    for (uint32_t k = *chain(s, e); k != NONE; k = s->next[k])
        if (s->edge[k].a == e.a && s->edge[k].b == e.b)
            return true;
    return false;
}

static void put_edge(struct edge_set *s, uint32_t k, struct bsn_edge e)
{
    uint32_t *const head = chain(s, e);

    s->edge[k] = e;
    s->next[k] = *head;
    *head = k;
}

static void take_edge(struct edge_set *s, uint32_t k)
{
    uint32_t *link = chain(s, s->edge[k]);

    while (*link != k)
        link = &s->next[*link];
    *link = s->next[k];
}

/* Edges ab and cd become ad and cb, unless there would be a loop or an edge twice. */
static void try_switch(struct edge_set *s, uint32_t first, uint32_t second, bool turned)
{
    const uint32_t a = s->edge[first].a, b = s->edge[first].b;
    const uint32_t c = turned ? s->edge[second].b : s->edge[second].a;
    const uint32_t d = turned ? s->edge[second].a : s->edge[second].b;

    if (a == d || b == c || has_edge(s, edge_of(a, d)) || has_edge(s, edge_of(c, b)))
        return;
    take_edge(s, first);
    take_edge(s, second);
    put_edge(s, first, edge_of(a, d));
    put_edge(s, second, edge_of(c, b));
}

/* Neighbours at distance 1, 2, ... on a circle and, for an odd degree, opposite. */
static void put_circle(struct edge_set *s, uint32_t n, uint32_t degree)
{
    uint32_t k = 0;

    memset(s->head, 0xff, s->edges * sizeof *s->head); /* NONE */
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t step = 1; step <= degree / 2; step++)
            put_edge(s, k++, edge_of(v, (v + step) % n));
    for (uint32_t v = 0; v < n / 2 && degree % 2; v++)
        put_edge(s, k++, edge_of(v, v + n / 2));
}

/* A regular graph that is simple from the start is mixed by switching edges: unlike pairing at
 * random, this ends after a known time for every degree. */
basin_status bsn_color_regular(basin_ctx *ctx, const struct bsn_rng *at, uint32_t n,
                               uint32_t degree, struct bsn_col *out)
{
    struct edge_set s = { .edges = (uint32_t)((size_t)n * degree / 2) };
    struct bsn_dice dice = { .rng = *at };
    basin_status status;

    assert(degree < n && (size_t)n * degree % 2 == 0 && (size_t)n * degree < UINT32_MAX);
    *out = (struct bsn_col){ .vertices = n };
    BSN_TRY_OUT(BSN_NEW(ctx, s.edges, &s.edge));
    BSN_TRY_OUT(BSN_NEW(ctx, s.edges, &s.head));
    BSN_TRY_OUT(BSN_NEW(ctx, s.edges, &s.next));
    put_circle(&s, n, degree);
    for (size_t k = 0; k < SWITCHES * (size_t)s.edges; k++) {
        const uint32_t first = bsn_roll(&dice, s.edges), second = bsn_roll(&dice, s.edges);
        if (first != second)
            try_switch(&s, first, second, bsn_roll(&dice, 2));
    }
    for (uint32_t k = 0; k < s.edges; k++)
        BSN_TRY_OUT(bsn_col_add(ctx, out, s.edge[k].a, s.edge[k].b));
    status = bsn_col_finish(ctx, out);
out:
    bsn_free(ctx, s.edge);
    bsn_free(ctx, s.head);
    bsn_free(ctx, s.next);
    return status;
}
