/* sat_random.h - random formulas: small solved ones to learn from, large ones to solve. */
#ifndef BSN_SAT_RANDOM_H
#define BSN_SAT_RANDOM_H

#include "base/rng.h"
#include "format/cnf.h"

#define BSN_SMALL_VARS 20     /* lessons are taken from formulas of 10 to 20 variables */
#define BSN_SMALL_CLAUSES 128
#define BSN_SMALL_WIDTH 8
#define BSN_SAT_RATIO 4.258   /* clauses for each variable, as in the paper */
#define BSN_SAT_WIDTH 3       /* literals of a clause, as the paper's network reads them */

/* A small formula with a solution; sets of variables are bits. */
struct bsn_small {
    uint32_t vars, width;
    size_t clauses;
    uint8_t var[BSN_SMALL_CLAUSES][BSN_SMALL_WIDTH];
    uint32_t mask[BSN_SMALL_CLAUSES];   /* its variables */
    uint32_t wrong[BSN_SMALL_CLAUSES];  /* the one assignment of them that it forbids */
    uint32_t solution;
};

/* A uniformly random satisfiable formula of 10 to 20 variables with clauses of `width` literals.
 * (Of one and two literals there are fewer clauses: at the paper's ratio none is satisfiable.) */
void bsn_small_draw(const struct bsn_rng *at, uint32_t width, struct bsn_small *out);

/* A random formula of any size; with `planted` each clause agrees with a hidden assignment. */
basin_status bsn_sat_draw(basin_ctx *ctx, const struct bsn_rng *at, uint32_t vars, size_t clauses,
                          uint32_t width, bool planted, struct bsn_cnf *out);

#endif
