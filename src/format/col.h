/* col.h - graphs to be coloured, and the three texts they come in.
 *
 * A graph is kept clean: an edge joins two different vertices and is there once, whichever way
 * round and however often the text had it. Reading trusts nothing: time and memory follow the text,
 * never what its header says.
 */
#ifndef BSN_COL_H
#define BSN_COL_H

#include "base/ctx.h"

#define BSN_COL_VERTICES ((uint32_t)1 << 24)
#define BSN_COL_EDGES ((size_t)1 << 27)  /* of a text, before repeated ones are dropped */

struct bsn_text;

struct bsn_edge {
    uint32_t a, b;  /* a < b */
};

struct bsn_col {
    uint32_t vertices;      /* 0 .. vertices - 1; some may have no edge */
    uint32_t colors;        /* that the text names; 0: none */
    size_t edges;           /* kept */
    size_t given;           /* edges + loops + repeated edges */
    size_t loops;           /* edges from a vertex to itself, dropped */
    struct bsn_edge *edge;  /* (edges) in ascending order, by a, then by b */
    size_t edge_room;       /* allocated items */
};

/* Reads a text in one of three forms, told apart by the first line that is no comment:
 *
 *   DIMACS      "p edge VERTICES EDGES" (or edges, col), then "e A B" counted from 1. The number of
 *               edges may be wrong, as it often is. Comments are "c ..."; "c colours K", as
 *               bsn_col_write puts it, names a number of colours. Lines n, d, v and x are skipped.
 *   TSPLIB      as the paper's .graph files: "DIMENSION: VERTICES", EDGE_DATA_SECTION with a line
 *               "A B" for each edge, counted from 0, and -1; CHROM_NUMBER, then K; EOF. All other
 *               keywords and their numbers are skipped.
 *   edge list   a line "A B" or "A,B" for each edge, counted from 0 if a 0 occurs, else from 1; the
 *               largest number is the last vertex. Comments are "# ..." and "% ...".
 *
 * `name` is the file's name in error texts. On success *out is the caller's, to be given to
 * bsn_col_clear; on failure (PARSE, TOO_BIG or MEMORY) it is untouched, and for the first two the
 * error text is "NAME:LINE: reason". */
basin_status bsn_col_parse(basin_ctx *ctx, const char *name, const char *text, size_t length,
                           struct bsn_col *out);

/* The same for a file, or standard input for "-". */
basin_status bsn_col_read(basin_ctx *ctx, const char *path, struct bsn_col *out);

/* Frees what a graph holds and leaves it all zero; a graph that is all zero is fine. */
void bsn_col_clear(basin_ctx *ctx, struct bsn_col *col);

/* On failure (MEMORY) *out is untouched. */
basin_status bsn_col_copy(basin_ctx *ctx, const struct bsn_col *col, struct bsn_col *out);

/* Adds the graph as DIMACS: each line of `comment` (may be NULL) behind "c ", the number of colours
 * if there is one, the header, one edge a line. */
void bsn_col_write(const struct bsn_col *col, const char *comment, struct bsn_text *text);

/* Building by hand: start with { .vertices = N }, add edges of vertices 0 .. N - 1 in any order,
 * then finish, which sorts them and drops the repeated ones. On failure (MEMORY) *col is as it
 * was. */
basin_status bsn_col_add(basin_ctx *ctx, struct bsn_col *col, uint32_t a, uint32_t b);
basin_status bsn_col_finish(basin_ctx *ctx, struct bsn_col *col);

#endif
