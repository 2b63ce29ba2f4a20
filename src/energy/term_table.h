/* term_table.h - factors with a given cost for each tuple of their variables' values.
 *
 * Nothing of them is learned. Under noise a factor's energy is in closed form
 *     R_t(y) = -log sum_x q_t(x | y) exp(-c(x)),
 * q_t the posterior of the tuple x under values that are independent and uniform: the softmax of a
 * variable's coordinates times signal / noise, of a variable with one coordinate the sigmoid. At
 * little noise that is the cost of the corner.
 *
 * A factor's parts are coordinates, those of its variables one after the other.
 */
#ifndef BSN_TERM_TABLE_H
#define BSN_TERM_TABLE_H

#include "energy/term.h"

/* What term->own points to; all arrays are borrowed. */
struct bsn_tables {
    const size_t *first;    /* (factors + 1) where each factor's variables begin in the next two */
    const uint32_t *values; /* how many values each has, */
    const uint32_t *coords; /* and how many coordinates: one for two values, or one for each */
    const size_t *at;       /* (factors) where its table begins in */
    const double *cost;     /* costs, the last variable's value running fastest; INFINITY */
};

extern const struct bsn_term_kind bsn_term_table;

/* Tuples of factor i. */
size_t bsn_tables_size(const struct bsn_tables *tables, size_t factor);

/* Does some tuple that is allowed cost something? Then sums are to be lowered. */
bool bsn_tables_soft(const struct bsn_tables *tables, size_t factors);

/* The next tuple of values, the last running fastest; after the last one the first. */
void bsn_tuple_next(const uint32_t *values, size_t variables, uint32_t *tuple);

#endif
