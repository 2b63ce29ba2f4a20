/* shortage.c - notes it when jansson, or what a row is made of, gets no memory.
 *
 * What appends to jansson's lists and objects goes on without what could not be made, json_dumps
 * without a key, and a row that cannot be made says why; asking once, before anything is written,
 * does for all of them.
 */
#include "paper/parts.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool refused;

static void *take(size_t bytes)
{
    void *const block = malloc(bytes);

    if (!block)
        atomic_store(&refused, true);
    return block;
}

void paper_memory_watch(void)
{
    json_set_alloc_funcs(take, free);
}

void paper_memory_note(basin_status status)
{
    if (status == BASIN_STATUS_MEMORY)
        atomic_store(&refused, true);
}

bool paper_memory_short(void)
{
    return atomic_load(&refused);
}
