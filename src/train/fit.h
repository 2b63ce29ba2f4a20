/* fit.h - one network being fitted: parameters, moments, and the step that improves them. */
#ifndef BSN_FIT_H
#define BSN_FIT_H

#include "base/pool.h"
#include "train/loss.h"

struct bsn_fit {
    struct bsn_loss loss;
    struct bsn_model_net *net;  /* its theta is what is fitted */
    uint64_t step;              /* steps done */
    double rate_scale;          /* halved after every non-finite step */
    float *m, *v;               /* (params) AdamW's moments */
    float *gradient;            /* (slots, full) */
    float *work;                /* (threads, workspace) */
    struct bsn_loss_sum *sum;   /* (tiles) */
    size_t tiles, slots, full, workspace;
    struct bsn_brake *brake;    /* who may cut a step short; NULL: nobody */
    const struct basin_team *team;  /* whose processes have `each` slots of the batch; NULL: one has all */
    size_t first, each;             /* this one's slots */
    struct bsn_loss_sum *shared;    /* (team, each, tiles of a slot) */
};

basin_status bsn_fit_new(basin_ctx *ctx, const struct bsn_loss *loss, struct bsn_model_net *net,
                         uint32_t threads, const struct basin_team *team, struct bsn_fit **out);
void bsn_fit_free(basin_ctx *ctx, struct bsn_fit *fit);

/* Takes one step. Returns false, and changes nothing, when loss or gradient are not finite, or when the
 * brake came on before they were known. The mean losses of the batch are left in *mean. */
bool bsn_fit_step(struct bsn_fit *fit, struct bsn_pool *pool, struct bsn_loss_sum *mean);

/* The weighted loss. */
double bsn_fit_total(const struct bsn_fit *fit, const struct bsn_loss_sum *mean);

#endif
