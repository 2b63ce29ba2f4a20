/* named.c - compares the end of a file's name; splits a number off it. */
#include "domain/named.h"

#include "base/file.h"
#include "base/mem.h"
#include "basin.h"

#include <stdlib.h>
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

size_t bsn_spec_file(const char *spec)
{
    const char *const colon = strrchr(spec, ':');

    return colon && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")] ? (size_t)(colon - spec)
                                                                            : strlen(spec);
}

basin_status bsn_spec_split(basin_ctx *ctx, const char *spec, char **path, size_t *index)
{
    const size_t length = bsn_spec_file(spec);
    const bool numbered = spec[length] && !bsn_file_exists(spec);

    BSN_TRY(bsn_copy_text(ctx, spec, path));
    if (numbered)
        (*path)[length] = 0;
    *index = numbered ? strtoul(spec + length + 1, NULL, 10) : 0;
    return BASIN_STATUS_OK;
}
