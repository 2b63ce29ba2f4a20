/* knowledge_file.h - a crossword model to bytes and back. */
#ifndef BSN_KNOWLEDGE_FILE_H
#define BSN_KNOWLEDGE_FILE_H

#include "domain/crossword/knowledge/knowledge.h"

#define BSN_KNOWLEDGE_FORMAT "basin crossword 1"

struct bsn_pair;

/* All of a knowledge as a safetensors file, with the notes given as metadata (the key "format" is
 * added). The lexicon must be packed, see bsn_lexicon_pack. *bytes is freed with bsn_free. */
basin_status bsn_knowledge_to_bytes(basin_ctx *ctx, const struct bsn_knowledge *k,
                                    const struct bsn_pair *note, size_t notes, char **bytes,
                                    size_t *length);

/* Back again; the index is made. On failure *out is untouched. */
basin_status bsn_knowledge_from_bytes(basin_ctx *ctx, const char *where, const void *bytes,
                                      size_t length, struct bsn_knowledge *out);

#endif
