/* word_index_parts.h - the parts of building an index, in the order in which they must come. */
#ifndef BSN_INDEX_PARTS_H
#define BSN_INDEX_PARTS_H

#include "domain/crossword/knowledge/word_index.h"

/* Lists of lists are built in two passes over the same walk. The first counts the items of k in
 * first[k + 1], room for `count` lists being made before it; opening makes them places and makes
 * room for the items; the second pass fills by first[k]++; after closing each list begins where the
 * one before it ended. */
basin_status bsn_lists_open(basin_ctx *ctx, struct bsn_lists *lists, size_t count);
void bsn_lists_close(struct bsn_lists *lists, size_t count);
void bsn_lists_clear(basin_ctx *ctx, struct bsn_lists *lists);

basin_status bsn_index_articles(basin_ctx *ctx, struct bsn_index *x);    /* of each word */
basin_status bsn_index_inflections(basin_ctx *ctx, struct bsn_index *x); /* and words of articles */
basin_status bsn_index_relations(basin_ctx *ctx, struct bsn_index *x);
basin_status bsn_index_order(basin_ctx *ctx, struct bsn_index *x);
basin_status bsn_index_profiles(basin_ctx *ctx, struct bsn_index *x);

#endif
