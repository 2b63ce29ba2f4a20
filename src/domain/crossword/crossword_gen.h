/* crossword_gen.h - puzzles made to order from the dictionaries of this machine. */
#ifndef BSN_CROSSWORD_GEN_H
#define BSN_CROSSWORD_GEN_H

#include "base/ctx.h"

struct bsn_text;

/* For struct bsn_domain. N is the side of the square, ratio the share of black squares, width the
 * longest word; what is 0 is as in usual puzzles. */
#define BSN_CROSSWORD_KINDS "dictionary"
basin_status bsn_crossword_generate(basin_ctx *ctx, const struct basin_gen_opts *opts,
                                    struct bsn_text *text);

#endif
