/* crossword_teach.h - `basin train crossword`: what dictionaries say about words, learned and
 * saved. */
#ifndef BSN_CROSSWORD_TEACH_H
#define BSN_CROSSWORD_TEACH_H

#include "base/ctx.h"

/* For struct bsn_domain. */
basin_status bsn_crossword_learn(basin_ctx *ctx, const struct basin_train_opts *opts,
                                 const char *path);

#endif
