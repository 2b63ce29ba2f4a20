/* refine.h - refinement: the diffusion loss of a composed energy on whole solved instances.
 *
 *     | eps - s_t grad_y E(y_t) |^2      E the energies of all factors, composed as when solving
 * A network learns on single factors first; here its factors learn to agree with each other. All
 * factors of an instance that use the network are columns of one batch; networks of single
 * variables stay as they are.
 */
#ifndef BSN_REFINE_H
#define BSN_REFINE_H

#include "train/loss.h"

/* Solved instances with their factors. */
struct bsn_solved;

/* Draws `count` instances; the model, which is being refined, must outlive them. */
basin_status bsn_solved_new(basin_ctx *ctx, const struct bsn_subject *subject,
                            const basin_model *model, uint64_t seed, size_t count,
                            struct bsn_solved **out);
void bsn_solved_free(basin_ctx *ctx, struct bsn_solved *solved);

/* As bsn_loss_workspace and bsn_loss_tile, for losses on solved instances, one a tile. */
size_t bsn_refine_workspace(const struct bsn_loss *loss);
void bsn_refine_tile(const struct bsn_loss *loss, const float *theta, uint32_t step, uint32_t tile,
                     float *work, float *gradient, struct bsn_loss_sum *sum);

#endif
