/* hash.h - a number that tells byte strings apart: FNV-1a, 64 bits. */
#ifndef BSN_HASH_H
#define BSN_HASH_H

#include <stddef.h>
#include <stdint.h>

#define BSN_HASH_INIT 14695981039346656037u

/* Goes on from the hash of what came before, or from BSN_HASH_INIT. */
static inline uint64_t bsn_hash(uint64_t before, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        before = (before ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return before;
}

#endif
