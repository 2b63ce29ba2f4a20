/* compose.h - many small energies added up to one energy of a whole problem.
 *
 * With U_v the learned energy of a variable alone and R_k what a factor's network adds to the
 * energies of its variables (so that the factor's own energy is E_k = R_k + sum_{v in k} U_v):
 *     basin  E = sum_v U_v + sum_k w_k R_k        each variable counted once; w_k may adapt
 *     sum    E = sum_k E_k                        the paper's text
 *     mean   as sum, each coordinate's gradient divided by the number of factors that touch it; the
 *            energy that particles are weighed by is on the graph's own scale (enum bsn_weigh):
 *            the authors' code. There is no energy that this is the gradient of.
 * The paper's networks have no U: there R_k is E_k. Everything works on a tile of 16 particles.
 */
#ifndef BSN_COMPOSE_H
#define BSN_COMPOSE_H

#include "energy/exact.h"
#include "energy/term.h"

enum bsn_compose_mode { BSN_COMPOSE_BASIN = 0, BSN_COMPOSE_SUM, BSN_COMPOSE_MEAN };

struct bsn_compose;

/* Binds a model to a graph; both must outlive the composition. */
basin_status bsn_compose_new(basin_ctx *ctx, const basin_model *model,
                             const struct bsn_graph *graph, enum bsn_compose_mode mode,
                             bsn_examples_fn *examples, struct bsn_compose **out);
/* The same model, mode and kernels bound to another graph, which must outlive it. */
basin_status bsn_compose_like(basin_ctx *ctx, const struct bsn_compose *compose,
                              const struct bsn_graph *graph, struct bsn_compose **out);
void bsn_compose_free(basin_ctx *ctx, struct bsn_compose *compose);

/* Samplers go down in this many steps instead of the model's own levels, 1 .. BSN_LEVELS_MAX. */
void bsn_compose_respace(struct bsn_compose *compose, uint32_t levels);

/* Evaluates with the kernels of that level instead of the best ones. */
basin_status bsn_compose_level(basin_ctx *ctx, struct bsn_compose *compose, const char *level);

size_t bsn_compose_coords(const struct bsn_compose *compose);
size_t bsn_compose_factors(const struct bsn_compose *compose);
/* The levels that samplers go down by. */
const struct bsn_schedule *bsn_compose_schedule(const struct bsn_compose *compose);
const struct bsn_kernel *bsn_compose_kernel(const struct bsn_compose *compose);
const struct bsn_graph *bsn_compose_graph(const struct bsn_compose *compose);

/* Floats of scratch that one evaluation needs. */
size_t bsn_compose_scratch(const struct bsn_compose *compose);

/* Floating-point operations of the terms in one evaluation with gradient (nn/flops.h); 0 where some
 * term does not count them. */
double bsn_compose_flops(const struct bsn_compose *compose);

/* One tile: y (coords, 16), weight (factors, 16) or NULL for ones. Writes energy (16), grad
 * (coords, 16) and residual (factors, 16): R_k of each factor (E_k in modes sum and mean). Without
 * grad, NULL, the same energies, at about a third of the cost where networks have no kernel. False
 * when the level's brake came on before all was evaluated. */
bool bsn_compose_eval(const struct bsn_compose *compose, const struct bsn_level *level,
                      const float *y, const float *weight, float *scratch, float *energy,
                      float *grad, float *residual);

/* What mode mean multiplies slopes by: share (coords), 1 / the number of factors of more than one
 * variable that touch a coordinate, 1 where none does. */
basin_status bsn_compose_shares(basin_ctx *ctx, const struct bsn_graph *graph, float *share);

#endif
