/* shard.c - --shard I/N: which part of the work is this one's. */
#include "shard.h"

#include "cli.h"

#include <string.h>

#define MOST_SHARDS 1000000

bool shard_read(const char *text, struct shard *shard)
{
    const char *const slash = text ? strchr(text, '/') : NULL;
    char first[16] = "";
    uint64_t number, count;

    *shard = (struct shard){ 0, 1 };
    if (!text)
        return true;
    if (slash && slash - text < (long)sizeof first)
        memcpy(first, text, (size_t)(slash - text));
    if (!slash || !count_read(slash + 1, 1, MOST_SHARDS, &count) ||
        !count_read(first, 1, count, &number)) {
        complain("--shard: \"%s\" is not I/N, part I of N parts, from 1/N to N/N", text);
        return false;
    }
    *shard = (struct shard){ (size_t)number - 1, (size_t)count };
    return true;
}

bool shard_has(const struct shard *shard, size_t number)
{
    return number % shard->count == shard->index;
}

/* Some have one item more than others. */
size_t shard_block(const struct shard *shard, size_t all, size_t *first)
{
    const size_t each = all / shard->count, more = all % shard->count;

    *first = shard->index * each + (shard->index < more ? shard->index : more);
    return each + (shard->index < more);
}
