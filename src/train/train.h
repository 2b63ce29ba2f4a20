/* train.h - the training loop, for a domain that says what is to be learned. */
#ifndef BSN_TRAIN_H
#define BSN_TRAIN_H

#include "train/curriculum.h"

/* Trains the networks of the subject's recipe and saves them: basin_train with complete options. */
basin_status bsn_train(basin_ctx *ctx, const struct bsn_subject *subject,
                       const struct basin_train_opts *opts, const char *path);

/* Refuses what is no time between two checkpoints. */
basin_status bsn_train_check_time(basin_ctx *ctx, double seconds);

#endif
