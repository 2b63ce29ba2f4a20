/* memory.c - how much memory the machine has to give: what is free, and what a container allows. */
#define _GNU_SOURCE
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#define SHARE 0.75  /* of what is free */

/* The number behind a word at the beginning of a line of a file; -1 when there is none. */
static double number_in(const char *path, const char *word)
{
    FILE *const file = fopen(path, "re");
    const size_t length = strlen(word);
    char line[256], *end;
    double found = -1;

    while (file && found < 0 && fgets(line, sizeof line, file)) {
        if (strncmp(line, word, length) != 0)
            continue;
        found = (double)strtoull(line + length, &end, 10);
        if (end == line + length)
            found = -1;
    }
    if (file)
        fclose(file);
    return found;
}

/* 0: nobody says. */
static size_t most_memory(void)
{
    const double spare = 1024 * number_in("/proc/meminfo", "MemAvailable:");
    const double limit = number_in("/sys/fs/cgroup/memory.max", "");
    const double used = number_in("/sys/fs/cgroup/memory.current", "");
    const bool tighter = limit > 0 && used >= 0 && (spare < 0 || limit - used < spare);
    const double most = tighter ? limit - used : spare;

    return most > 0 ? (size_t)(SHARE * most) : 0;
}

void memory_set(const struct options *o, size_t contexts, basin_ctx *ctx)
{
    const size_t most = o->memory > 0 ? (size_t)(o->memory * 1e6) : most_memory();

    basin_ctx_memory(ctx, most / contexts);
}
