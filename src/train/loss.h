/* loss.h - the losses of one tile of a training batch, and their parameter gradient.
 *
 *     diffusion    | eps - s_t grad_y E(x, y_t, t) |^2         y_t = sqrt(abar_t) y + s_t eps
 *     contrastive  log(1 + exp(R+ - R-)), or -log exp(-R+) - log(1 - exp(-R-)) for classifiers
 *                  (bsn_net_classifies)                  same t, same eps for both
 * where R is the network's energy and E that plus, for networks that have a base, the frozen base
 * energy of each part. Every number is a pure function of (seed, stream, step, tile).
 */
#ifndef BSN_LOSS_H
#define BSN_LOSS_H

#include "train/curriculum.h"

struct bsn_solved;

struct bsn_loss {
    const struct bsn_curriculum *curriculum;
    const struct bsn_recipe_net *recipe;
    const struct bsn_schedule *schedule;
    const struct bsn_model_net *base;  /* NULL when there is none */
    const struct bsn_solved *solved;   /* refinement: whole instances, see refine.h; else NULL */
    const void *lessons;               /* what the domain gathered to teach from, or NULL */
    uint64_t seed;
    uint32_t stream;                   /* which network of the recipe */
    const struct bsn_kernel *kernel;   /* whose products are taken */
};

/* Sums over columns. */
struct bsn_loss_sum {
    double diffusion, contrastive;
};

/* Floats of workspace for one tile. */
size_t bsn_loss_workspace(const struct bsn_loss *loss);

/* Adds to sum, and to gradient (full) the gradient of the weighted mean over the batch. */
void bsn_loss_tile(const struct bsn_loss *loss, const float *theta, uint32_t step, uint32_t tile,
                   float *work, float *gradient, struct bsn_loss_sum *sum);

#endif
