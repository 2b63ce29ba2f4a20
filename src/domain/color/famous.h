/* famous.h - graphs with a name, in which nothing is random. */
#ifndef BSN_COLOR_FAMOUS_H
#define BSN_COLOR_FAMOUS_H

#include "format/col.h"

/* Each makes the graph of its name; out->colours is the chromatic number where that is known. *out
 * is always to be given to bsn_col_clear; the only failure is MEMORY. */
basin_status bsn_color_complete(basin_ctx *ctx, uint32_t n, struct bsn_col *out);

/* a and b are joined when their difference is a square modulo q, a prime that is 1 modulo 4. */
basin_status bsn_color_paley(basin_ctx *ctx, uint32_t q, struct bsn_col *out);

/* The squares of a board, row by row, joined when a queen moves from one to the other. */
basin_status bsn_color_queen(basin_ctx *ctx, uint32_t rows, uint32_t columns, struct bsn_col *out);

/* myciel-k: no triangles, yet k + 1 colours are needed. It has 3 * 2^(k - 1) - 1 vertices. */
basin_status bsn_color_mycielski(basin_ctx *ctx, uint32_t k, struct bsn_col *out);

#endif
