/* checkpoint.h - the state of a training on disk, so that it can go on after any kind of end.
 *
 * A safetensors file: the parameters of every network so far, the optimiser's moments of the
 * current one, and in the metadata the plan (all that decides the result) and the position.
 */
#ifndef BSN_CHECKPOINT_H
#define BSN_CHECKPOINT_H

#include "energy/model.h"

/* Where a training stands: networks before `net` are finished. */
struct bsn_position {
    size_t net;
    uint64_t step;              /* steps done on network `net` */
    double rate_scale;
    uint64_t log_bytes;         /* length of the log at this point */
    double loss[BSN_MODEL_NETS];/* last losses of the networks up to `net` */
};

/* Writes the state, atomically. theta, m, v (params of network position->net) are that network's
 * state; the finished ones are read from the model. */
basin_status bsn_checkpoint_write(basin_ctx *ctx, const char *path, const char *plan,
                                  const struct bsn_position *position, const basin_model *model,
                                  const float *const state[3]);

/* Reads a state back: position, and into the model the parameters of all networks up to the
 * current one; m and v (room for the largest network) get its moments. Refuses a state that was
 * made with another plan. */
basin_status bsn_checkpoint_read(basin_ctx *ctx, const char *path, const char *plan,
                                 struct bsn_position *position, basin_model *model, float *m,
                                 float *v);

#endif
