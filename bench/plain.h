/* plain.h - what the plain searches that stand beside basin share: memory, dice, a clock. None of
 * it is basin's. */
#ifndef BENCH_PLAIN_H
#define BENCH_PLAIN_H

#include "format/col.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline void *many(size_t count, size_t size)
{
    void *const block = calloc(count + 1, size);

    if (!block) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return block;
}

static inline uint64_t roll(uint64_t *state)  /* xorshift64* */
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545F4914F6CDD1Du;
}

static inline uint64_t dice_of(const char *seed)
{
    return (seed ? strtoull(seed, NULL, 10) : 1) * 2 + 1;
}

static inline double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A graph by its vertices: neighbours of v are near[first[v]] .. near[first[v + 1] - 1]. */
struct graph {
    uint32_t vertices, *first, *near;
};

static inline void list_neighbours(const struct bsn_col *col, struct graph *g)
{
    g->vertices = col->vertices;
    g->first = many((size_t)col->vertices + 1, sizeof *g->first);
    g->near = many(2 * col->edges, sizeof *g->near);
    for (size_t e = 0; e < col->edges; e++) {
        g->first[col->edge[e].a + 1]++;
        g->first[col->edge[e].b + 1]++;
    }
    for (uint32_t v = 0; v < g->vertices; v++)
        g->first[v + 1] += g->first[v];
    uint32_t *const fill = many(col->vertices, sizeof *fill);
    for (size_t e = 0; e < col->edges; e++) {
        const uint32_t a = col->edge[e].a, b = col->edge[e].b;
        g->near[g->first[a] + fill[a]++] = b;
        g->near[g->first[b] + fill[b]++] = a;
    }
    free(fill);
}

/* Reads a graph, or ends the program. */
static inline void read_graph(const char *path, struct bsn_col *col, struct graph *g)
{
    basin_ctx *ctx;

    if (basin_ctx_new(NULL, &ctx) != BASIN_STATUS_OK)
        exit(1);
    if (bsn_col_read(ctx, path, col) != BASIN_STATUS_OK) {
        fprintf(stderr, "%s\n", basin_error_text(ctx));
        exit(1);
    }
    list_neighbours(col, g);
}

/* Edges whose ends have the same colour, counted anew. */
static inline size_t conflicts_of(const struct bsn_col *col, const uint32_t *colour)
{
    size_t count = 0;

    for (size_t e = 0; e < col->edges; e++)
        count += colour[col->edge[e].a] == colour[col->edge[e].b];
    return count;
}

static inline void print_colours(const struct graph *g, const uint32_t *colour, uint32_t k)
{
    printf("s col %u\n", (unsigned)k);
    for (uint32_t v = 0; v < g->vertices; v++)
        printf("l %u %u\n", (unsigned)v + 1, (unsigned)colour[v] + 1);
}

#endif
