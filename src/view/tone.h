/* tone.h - how tones and energies look. Colours are 0xRRGGBB. */
#ifndef BSN_TONE_H
#define BSN_TONE_H

#include "domain/scene.h"

struct bsn_look {
    uint32_t fill;  /* of rects, discs and lines */
    uint32_t ink;   /* of text of this tone, readable on its fill */
    const char *name;  /* in a legend; "" for what explains itself */
};

/* Fills and inks keep apart for readers who see no red or no green (after Okabe and Ito). */
struct bsn_look bsn_tone_look(uint8_t tone);
const char *bsn_tone_name(uint8_t tone);  /* one word; "class" for classes */

/* From 0, the lowest energy, to 1: light to dark, so that it survives a black and white print. */
uint32_t bsn_heat_color(double heat);

#endif
