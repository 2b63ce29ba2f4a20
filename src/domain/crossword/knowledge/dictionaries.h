/* dictionaries.h - where the dictionaries are that Debian's packages install. */
#ifndef BSN_DICTIONARIES_H
#define BSN_DICTIONARIES_H

#include "base/ctx.h"

#define BSN_DICTIONARY_GCIDE "/usr/share/dictd/gcide"
#define BSN_DICTIONARY_WORDNET "/usr/share/wordnet"
#define BSN_DICTIONARY_WORDS "/usr/share/dict/american-english-insane"
#define BSN_DICTIONARY_WORDS2 "/usr/share/dict/american-english-large"

/* Passes on the status of reading `path`. When one of the dictionaries above could not be opened,
 * the error's text also says which packages have them. */
basin_status bsn_dictionary_read(basin_ctx *ctx, const char *path, basin_status status);

#endif
