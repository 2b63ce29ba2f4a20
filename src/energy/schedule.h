/* schedule.h - the noise levels: y_t = sqrt(abar_t) y + sqrt(1 - abar_t) eps for t = 1 .. T.
 *
 * Linear betas from 0.1/T to 20/T, so that abar_T is about exp(-10) for any T.
 */
#ifndef BSN_SCHEDULE_H
#define BSN_SCHEDULE_H

#include "nn/kernel.h"

#define BSN_LEVELS_MAX 1000

struct bsn_schedule {
    uint32_t levels;                 /* T */
    double beta[BSN_LEVELS_MAX + 1]; /* beta[t], t = 1 .. T */
    double abar[BSN_LEVELS_MAX + 1]; /* abar[0] = 1 */
    uint32_t trained[BSN_LEVELS_MAX + 1]; /* the level at which networks are asked */
};

/* levels is within 1 .. BSN_LEVELS_MAX. */
void bsn_schedule_make(uint32_t levels, struct bsn_schedule *out);

/* The same way from noise to data in `levels` steps instead, for sampling: log abar is read between
 * the levels of `schedule`, and networks are asked at the nearest one that is not below. */
void bsn_schedule_respace(const struct bsn_schedule *schedule, uint32_t levels,
                          struct bsn_schedule *out);

/* The first level whose noise s^2 is at least `noise`. */
uint32_t bsn_schedule_find(const struct bsn_schedule *schedule, double noise);

/* All lanes at level t; one lane at noise s^2 (t is the nearest level at or above). */
void bsn_level_all(const struct bsn_schedule *schedule, uint32_t t, struct bsn_level *level);
void bsn_level_lane(const struct bsn_schedule *schedule, double noise, size_t lane,
                    struct bsn_level *level);

#endif
