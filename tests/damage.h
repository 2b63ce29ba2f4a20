/* damage.h - files hurt at random, for readers that must survive them. */
#ifndef TEST_DAMAGE_H
#define TEST_DAMAGE_H

#include "support.h"

#include "base/rng.h"

/* Flips a bit, deletes, inserts or replaces a byte, at random; returns the new length. Half of the
 * new bytes are of those that such files are made of, likely[likelies]. */
static inline size_t test_hurt(const struct bsn_rng *rng, uint32_t item, const char *likely,
                               size_t likelies, char *text, size_t length)
{
    uint32_t word[4];

    bsn_rng_words(rng, item, word);
    const size_t at = word[0] % length;
    const char byte = word[1] % 2 ? likely[word[2] % likelies] : (char)(word[2] & 255);
    switch (word[3] % 4) {
    case 0:
        text[at] = (char)(text[at] ^ 1 << word[2] % 8);
        return length;
    case 1:
        memmove(text + at, text + at + 1, length - at - 1);
        return length - 1;
    case 2:
        memmove(text + at + 1, text + at, length - at);
        text[at] = byte;
        return length + 1;
    default:
        text[at] = byte;
        return length;
    }
}

#endif
