/* schedule.c - the linear noise schedule. */
#include "energy/schedule.h"

#include <math.h>

void bsn_schedule_make(uint32_t levels, struct bsn_schedule *out)
{
    const double first = 0.1 / levels, last = 20.0 / levels;

    out->levels = levels;
    out->beta[0] = 0;
    out->abar[0] = 1;
    for (uint32_t t = 1; t <= levels; t++) {
        const double share = levels > 1 ? (t - 1.0) / (levels - 1.0) : 0;
        out->beta[t] = fmin(first + (last - first) * share, 0.999);
        out->abar[t] = out->abar[t - 1] * (1 - out->beta[t]);
        out->trained[t] = t;
    }
}

void bsn_schedule_respace(const struct bsn_schedule *schedule, uint32_t levels,
                          struct bsn_schedule *out)
{
    out->levels = levels;
    out->beta[0] = 0;
    out->abar[0] = 1;
    for (uint32_t i = 1; i <= levels; i++) {
        const uint64_t at = (uint64_t)i * schedule->levels;
        const uint32_t t = (uint32_t)((at + levels - 1) / levels);
        const double back = t - (double)at / levels;
        out->abar[i] = schedule->abar[t] * pow(1 - schedule->beta[t], -back);
        out->beta[i] = 1 - out->abar[i] / out->abar[i - 1];
        out->trained[i] = schedule->trained[t];
    }
}

uint32_t bsn_schedule_find(const struct bsn_schedule *schedule, double noise)
{
    uint32_t t = 1;

    while (t < schedule->levels && 1 - schedule->abar[t] < noise)
        t++;
    return t;
}

static void set_lane(const struct bsn_schedule *schedule, double noise, uint32_t t, size_t lane,
                     struct bsn_level *level)
{
    level->noise[lane] = (float)noise;
    level->signal[lane] = (float)sqrt(1 - noise);
    level->t[lane] = schedule->trained[t];
    level->lanes = BSN_LANES;
    level->brake = NULL;
}

void bsn_level_all(const struct bsn_schedule *schedule, uint32_t t, struct bsn_level *level)
{
    for (size_t lane = 0; lane < BSN_LANES; lane++)
        set_lane(schedule, 1 - schedule->abar[t], t, lane, level);
}

void bsn_level_lane(const struct bsn_schedule *schedule, double noise, size_t lane,
                    struct bsn_level *level)
{
    set_lane(schedule, noise, bsn_schedule_find(schedule, noise), lane, level);
}
