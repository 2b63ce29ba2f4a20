/* plain_graph.c - graphs as plain tables. */
#define _GNU_SOURCE
#include "domain/plain_graph.h"

#include <unistd.h>

uint32_t plain_draw(uint32_t stream, uint32_t item, uint32_t n)
{
    const struct bsn_rng rng = { 23, BSN_RNG_TEST, stream, 0 };

    return bsn_rng_below(&rng, item, n);
}

void plain_join(struct plain *g, uint32_t a, uint32_t b)
{
    assert_true(a < g->n && b < g->n && a != b && !g->joined[a][b]);
    g->joined[a][b] = g->joined[b][a] = true;
    g->edges++;
}

struct plain plain_random(uint32_t stream, uint32_t n, uint32_t percent)
{
    struct plain g = { .n = n };

    assert_true(n <= PLAIN_MOST);
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = a + 1; b < n; b++)
            if (plain_draw(stream, a * PLAIN_MOST + b, 100) < percent)
                plain_join(&g, a, b);
    return g;
}

struct plain plain_complete(uint32_t n)
{
    return plain_random(0, n, 100);
}

/* A ring of five, a star of five, and an edge from each point of one to that of the other. */
struct plain plain_petersen(void)
{
    struct plain g = { .n = 10 };

    for (uint32_t v = 0; v < 5; v++) {
        plain_join(&g, v, (v + 1) % 5);
        plain_join(&g, 5 + v, 5 + (v + 2) % 5);
        plain_join(&g, v, 5 + v);
    }
    return g;
}

uint64_t plain_broken(const struct plain *g, uint32_t k, const int32_t *value)
{
    uint64_t broken = 0;

    for (uint32_t a = 0; a < g->n; a++) {
        const bool open = value[a] < 0 || (int64_t)value[a] >= k;
        broken += open;
        for (uint32_t b = a + 1; b < g->n; b++)
            broken += g->joined[a][b] && (open || value[a] == value[b] || value[b] < 0 ||
                                          (int64_t)value[b] >= k);
    }
    return broken;
}

/* ------------------------------------------------------------------- trying everything ---- */

/* Colours the vertices from v on; of colours that nobody has yet one is as good as another. */
static bool color_from(const struct plain *g, uint64_t part, uint32_t k, uint32_t v,
                       int32_t *value)
{
    int32_t used = 0;

    while (v < g->n && !(part >> v & 1))
        v++;
    if (v == g->n)
        return true;
    for (uint32_t u = 0; u < v; u++)
        if (part >> u & 1 && value[u] >= used)
            used = value[u] + 1;
    for (value[v] = 0; value[v] <= used && value[v] < (int32_t)k; value[v]++) {
        bool free = true;
        for (uint32_t u = 0; u < v; u++)
            free &= !(part >> u & 1 && g->joined[u][v] && value[u] == value[v]);
        if (free && color_from(g, part, k, v + 1, value))
            return true;
    }
    return false;
}

bool plain_colorable(const struct plain *g, uint64_t part, uint32_t k)
{
    int32_t value[PLAIN_MOST];

    return color_from(g, part, k, 0, value);
}

uint32_t plain_chromatic(const struct plain *g)
{
    uint32_t k = 0;

    while (!plain_colorable(g, UINT64_MAX, k))
        k++;
    return k;
}

uint32_t plain_clique(const struct plain *g)
{
    uint32_t best = 0;

    assert_true(g->n < 20);
    for (uint32_t set = 0; set < 1u << g->n; set++) {
        bool all = true;
        for (uint32_t a = 0; a < g->n; a++)
            for (uint32_t b = a + 1; b < g->n; b++)
                all &= !(set >> a & set >> b & 1) || g->joined[a][b];
        const uint32_t size = (uint32_t)__builtin_popcount(set);
        best = all && size > best ? size : best;
    }
    return best;
}

bool plain_next(uint32_t n, uint32_t k, int32_t *value)
{
    for (uint32_t v = 0; v < n; v++) {
        if (++value[v] < (int32_t)k)
            return true;
        value[v] = 0;
    }
    return false;
}

/* -------------------------------------------------------------------------- handing over ---- */

const char *plain_text(const struct plain *g, uint32_t colors)
{
    static char text[64 + PLAIN_MOST * PLAIN_MOST * 5];
    int used = 0;

    if (colors > 0)
        used += snprintf(text, sizeof text, "c colours %u\n", colors);
    used += snprintf(text + used, sizeof text - (size_t)used, "p edge %u %zu\n", g->n, g->edges);
    for (uint32_t a = 0; a < g->n; a++)
        for (uint32_t b = a + 1; b < g->n; b++)
            if (g->joined[a][b])
                used += snprintf(text + used, sizeof text - (size_t)used, "e %u %u\n", a + 1,
                                 b + 1);
    assert_true(used < (int)sizeof text);
    return text;
}

struct plain plain_of_text(const char *text)
{
    struct plain g = { 0 };
    unsigned a, b;

    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        sscanf(line, "p edge %u", &g.n);
        assert_true(g.n <= PLAIN_MOST);
        if (sscanf(line, "e %u %u", &a, &b) == 2)
            plain_join(&g, a - 1, b - 1);
    }
    return g;
}

basin_problem *plain_open(basin_ctx *ctx, const char *text)
{
    char path[] = "/tmp/basin-plain-XXXXXX.col";
    FILE *const file = fdopen(mkstemps(path, 4), "w");
    basin_problem *problem = NULL;

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
    ASSERT_OK(ctx, basin_problem_open(ctx, "color", path, &problem));
    unlink(path);
    return problem;
}

basin_problem *plain_whole(basin_ctx *ctx, const struct plain *g, uint32_t k)
{
    static const int32_t all[PLAIN_MOST];
    basin_problem *problem = plain_open(ctx, plain_text(g, 0));

    ASSERT_OK(ctx, test_limit(ctx, &problem, k, all));
    return problem;
}
