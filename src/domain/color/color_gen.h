/* color_gen.h - graphs to be coloured, made to order: random ones, planted ones and famous ones. */
#ifndef BSN_COLOR_GEN_H
#define BSN_COLOR_GEN_H

#include "format/col.h"

struct bsn_text;

/* For struct bsn_generator; the first is the default. What the options mean to each kind:
 *
 *                N                      ratio                  width
 *   erdos-renyi  vertices               probability of an edge
 *   holme-kim    vertices               edges a new vertex has steps that close triangles, in %
 *   regular      vertices               degree
 *   planted      vertices               probability of an edge hidden colours
 *   paley        a prime, 1 modulo 4
 *   complete     vertices
 *   queen        rows of the board                             its columns
 *   mycielski    K of myciel-K
 *
 * What is 0 is as in the paper's graphs of 20 to 40 vertices or, from 41 on, of 80 to 100. */
#define BSN_COLOR_KINDS "erdos-renyi holme-kim regular planted paley complete queen mycielski"

/* Fills in what the options leave open and makes the graph. Where it is known how many colours are
 * enough (planted, complete, mycielski, some boards), out->colours says so. On failure (INPUT when
 * the options make no sense, or MEMORY) *out is untouched. */
basin_status bsn_color_draw(basin_ctx *ctx, struct basin_gen_opts *opts, struct bsn_col *out);

/* The same as DIMACS text, with a comment that says how it was made. */
basin_status bsn_color_generate(basin_ctx *ctx, const struct basin_gen_opts *opts,
                                struct bsn_text *text);

#endif
