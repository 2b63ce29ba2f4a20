/* focus_dice.h - random numbers of a particle: its moves follow each other, so that they need no
 * addresses; its beginning has one. */
#ifndef BSN_FOCUS_DICE_H
#define BSN_FOCUS_DICE_H

#include "sample/focus.h"

static inline uint64_t roll(struct bsn_focus_particle *p)
{
    return bsn_next(p->random);
}

static inline uint32_t below(struct bsn_focus_particle *p, uint32_t n)
{
    return (uint32_t)((roll(p) >> 32) * n >> 32);
}

static inline float unit(struct bsn_focus_particle *p)
{
    return (float)(roll(p) >> 40) * 0x1p-24f;
}

#endif
