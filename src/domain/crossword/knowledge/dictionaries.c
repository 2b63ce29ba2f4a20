/* dictionaries.c - tells who lacks a dictionary which packages have them. */
#include "domain/crossword/knowledge/dictionaries.h"

#include <stdio.h>
#include <string.h>

basin_status bsn_dictionary_read(basin_ctx *ctx, const char *path, basin_status status)
{
    static const char *const known[] = { BSN_DICTIONARY_GCIDE, BSN_DICTIONARY_WORDNET,
                                         BSN_DICTIONARY_WORDS, BSN_DICTIONARY_WORDS2 };
    char why[200];

    if (status != BASIN_STATUS_IO)
        return status;
    snprintf(why, sizeof why, "%s", basin_error_text(ctx));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(path, known[i]) == 0)
            return bsn_fail(ctx, status,
                            "%s; Debian has the dictionaries in the packages dict-gcide, "
                            "wordnet-base, wamerican-insane and wamerican-large",
                            why);
    return status;
}
