/* mixer_fit.h - learns how much each feature counts: AdamW on the mean of E(word | clue) over
 * lessons. */
#ifndef BSN_XW_FIT_H
#define BSN_XW_FIT_H

#include "domain/crossword/knowledge/mixer.h"

struct bsn_lessons;
struct bsn_pool;
struct bsn_watch;

struct bsn_mixer_opts {
    uint32_t passes, batch;
    double rate, decay;
    uint64_t seed;
};

/* Every eighth lesson is held out; *trained and *held are the mean E of the last pass and of those.
 * The result does not depend on the threads of the pool. */
basin_status bsn_mixer_fit(basin_ctx *ctx, const struct bsn_lessons *lessons,
                           const struct bsn_mixer_opts *opts, struct bsn_pool *pool,
                           const struct bsn_watch *watch, struct bsn_mixer *mixer,
                           double *trained, double *held);

#endif
