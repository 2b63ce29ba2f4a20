/* plain_graph.h - graphs as plain tables, and what is true of their colourings, for tests.
 *
 * Nothing here uses the library's graphs, its reductions or its verifier, except to hand a graph
 * over to them. What is asked of a graph is found by trying everything, so they are small.
 */
#ifndef TEST_PLAIN_GRAPH_H
#define TEST_PLAIN_GRAPH_H

#include "domain/domain.h"
#include "support.h"

#define PLAIN_MOST 64

struct plain {
    uint32_t n;
    size_t edges;
    bool joined[PLAIN_MOST][PLAIN_MOST];
};

/* A random number below n at an address. */
uint32_t plain_draw(uint32_t stream, uint32_t item, uint32_t n);

void plain_join(struct plain *g, uint32_t a, uint32_t b);

/* Each edge is there with a probability of `percent`. */
struct plain plain_random(uint32_t stream, uint32_t n, uint32_t percent);
struct plain plain_complete(uint32_t n);
struct plain plain_petersen(void);

/* Edges with one value at both ends, and vertices with none of the values 0 .. k - 1. */
uint64_t plain_broken(const struct plain *g, uint32_t k, const int32_t *value);

/* Is there a proper colouring of the vertices in `part`, a set of bits? */
bool plain_colorable(const struct plain *g, uint64_t part, uint32_t k);
uint32_t plain_chromatic(const struct plain *g);
uint32_t plain_clique(const struct plain *g);

/* The next of the k^n assignments, from all zeros on; false after the last. */
bool plain_next(uint32_t n, uint32_t k, int32_t *value);

/* The graph as DIMACS text in a static buffer, with "c colours K" unless that is 0. */
const char *plain_text(const struct plain *g, uint32_t colors);

/* What the text, DIMACS as the generator writes it, says. */
struct plain plain_of_text(const char *text);

/* A problem of the domain color, read from a temporary file; freed with basin_problem_free. */
basin_problem *plain_open(basin_ctx *ctx, const char *text);
/* The same for a table, with k colours and nothing left out of the search. */
basin_problem *plain_whole(basin_ctx *ctx, const struct plain *g, uint32_t k);

#endif
