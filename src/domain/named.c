/* named.c - compares the end of a file's name. */
#include "domain/named.h"

#include "basin.h"

#include <string.h>

bool bsn_named(const char *name, size_t length, const char *const *endings)
{
    const size_t plain = basin_name_plain(name, length);

    for (; *endings; endings++) {
        const size_t ending = strlen(*endings);
        if (plain >= ending && memcmp(name + plain - ending, *endings, ending) == 0)
            return true;
    }
    return false;
}
