/* shortage.c - notes it when jansson gets no memory.
 *
 * What appends to its lists and objects goes on without what could not be made, and json_dumps
 * without a key; asking once, before anything is written, does for all of them.
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

void paper_json_watch(void)
{
    json_set_alloc_funcs(take, free);
}

bool paper_json_short(void)
{
    return atomic_load(&refused);
}
