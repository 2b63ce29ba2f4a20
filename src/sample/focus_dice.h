/* focus_dice.h - random numbers of a particle: its moves follow each other, so that they need no
 * addresses; its beginning has one. */
#ifndef BSN_FOCUS_DICE_H
#define BSN_FOCUS_DICE_H

#include "sample/focus.h"

/* xoroshiro128+ (Blackman and Vigna). */
static inline uint64_t roll(struct bsn_focus_particle *p)
{
    const uint64_t a = p->random[0], b = p->random[1] ^ a, sum = a + p->random[1];

    p->random[0] = (a << 24 | a >> 40) ^ b ^ b << 16;
    p->random[1] = b << 37 | b >> 27;
    return sum;
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
