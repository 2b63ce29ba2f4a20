/* shard.h - one of several parts into which work is dealt out, each for a machine of its own. */
#ifndef BASIN_CLI_SHARD_H
#define BASIN_CLI_SHARD_H

#include <stdbool.h>
#include <stddef.h>

/* Part `index` (from 0) of `count`; {0, 1} is all of it. */
struct shard {
    size_t index, count;
};

/* Reads "I/N", I from 1 to N; NULL is all of it. False after complaining. */
bool shard_read(const char *text, struct shard *shard);

/* Does the shard have item `number` of a list? They are dealt out like cards. */
bool shard_has(const struct shard *shard, size_t number);

/* The first of `all` items that are dealt out as blocks, and how many the shard has: the blocks of
 * all shards, one after the other, are the list. */
size_t shard_block(const struct shard *shard, size_t all, size_t *first);

#endif
