/* floor.h - clauses that every assignment breaks, as far as single literals tell.
 *
 * Clauses without literals; pairs of clauses of one literal that ask for opposite values; and one
 * more where what the other clauses of one literal ask for leaves some clause without a literal
 * (unit propagation). No clause is counted twice, so the sum is a true lower bound. One pass, time
 * and memory linear in the formula; nothing is done where no clause has one literal, and nothing
 * propagated where none has more.
 */
#ifndef BSN_SAT_FLOOR_H
#define BSN_SAT_FLOOR_H

#include "format/cnf.h"

struct bsn_sat_floor {
    uint64_t pairs;   /* of opposite clauses of one literal */
    uint32_t var;     /* the first variable, from 1, that has such a pair; 0: none has */
    size_t clause;    /* left without a literal; SIZE_MAX: none is */
};

/* An instance; a formula is at its beginning for those who need no more. */
struct bsn_sat {
    struct bsn_cnf cnf;
    struct bsn_sat_floor floor;
    size_t useds;      /* where most variables are in no clause: the others, */
    uint32_t *used;    /* (useds) rising, from 0, which alone have coordinates; else NULL */
};

basin_status bsn_sat_floor_find(basin_ctx *ctx, const struct bsn_cnf *cnf,
                                struct bsn_sat_floor *out);
uint64_t bsn_sat_floor(const struct bsn_sat *sat);
/* Why it is more than 0, in words. */
void bsn_sat_floor_reason(const struct bsn_sat *sat, struct bsn_text *text);

#endif
