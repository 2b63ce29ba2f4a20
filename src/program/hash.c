/* hash.c - a number that tells byte strings apart, for programs. */
#include "base/hash.h"

#include "program/program.h"

uint64_t hash_bytes(const void *bytes, size_t length)
{
    return hash_more(BSN_HASH_INIT, bytes, length);
}

uint64_t hash_more(uint64_t before, const void *bytes, size_t length)
{
    return bsn_hash(before, bytes, length);
}
