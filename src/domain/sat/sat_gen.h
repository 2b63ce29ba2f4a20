/* sat_gen.h - random formulas made to order. */
#ifndef BSN_SAT_GEN_H
#define BSN_SAT_GEN_H

#include "base/ctx.h"

struct bsn_text;

/* For struct bsn_generator. N are the variables, ratio the clauses for each of them, width the
 * literals of a clause; what is 0 is as in the paper. A random formula is satisfiable as far as the
 * caller's judge says, a planted one by how it is made; without a judge, both are planted. Of kind
 * any it is the first that is drawn, and nobody is asked. */
#define BSN_SAT_KINDS "random planted any"
basin_status bsn_sat_generate(basin_ctx *ctx, const struct basin_gen_opts *opts,
                              struct bsn_text *text);

#endif
