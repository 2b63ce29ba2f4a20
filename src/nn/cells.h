/* cells.h - what networks of tables share: a table is read by an automaton, and its cells cost.
 *
 * A reader walks over some places of a factor and ends in one cell of its table: how many places
 * have a value; which values two places have, or how far these are apart; which values all have.
 * Under noise a place has each value with some probability, independent of the others, and the walk
 * ends in each cell c with a probability C_c, which follows from one place to the next:
 *     F_0 = 1     F_j[next(s, a)] += F_(j-1)[s] p_j(a)     C = F_last
 * With G_c = 1 / (1 + exp(-theta_c)), how surely a tuple of that cell holds,
 *     g = sum_c C_c G_c      E = sum over readers of -log(EDGE + (1 - EDGE) g)
 * the energy of a classifier. Parameters stand in the last step alone, so that its second
 * derivatives are short.
 */
#ifndef BSN_CELLS_H
#define BSN_CELLS_H

#include "nn/net.h"

#define BSN_CELLS_EDGE 1e-6

enum bsn_reading {
    BSN_READ_COUNT = 0, /* how many of its places have value `value`, at most `most` */
    BSN_READ_VALUES,    /* all values of its places, the first one the highest digit */
    BSN_READ_APART      /* of two places, how much higher the number of the second's value is */
};

/* One reader, and where its table begins in theta. */
struct bsn_reader {
    enum bsn_reading reading;
    size_t steps;             /* places that it walks over: */
    size_t place, stride;     /* place, place + stride, ... */
    size_t values;            /* of a place */
    size_t value, most;       /* of READ_COUNT */
    size_t table, cells;
};

/* States after so many steps; cells of the table in the end. */
size_t bsn_reader_states(const struct bsn_reader *reader, size_t step);
/* Where a walk goes that is in `state` before step `step` and reads `value`. */
size_t bsn_reader_next(const struct bsn_reader *reader, size_t step, size_t state, size_t value);

/* What a network's readers are asked with; places are its parts. */
struct NN(cells) {
    size_t cols, places, values, readers;
    /* The reader of that number: the network's own matter. */
    void (*reader)(const struct bsn_net *net, size_t places, size_t index,
                   struct bsn_reader *out);
};

/* The arrays of a pass; p, p_d, p_b (places, values, cols) are the network's to fill and read. */
struct NN(cells_work) {
    real *p, *p_d, *p_b;
    real *f, *f_d;  /* (states of all steps of all readers, cols) */
    real *a;        /* (2, most states, cols) */
    real *h, *g_d;  /* (readers, cols) what the logarithm is of, and its g's derivative along v */
};

size_t NN(cells_lay_out)(const struct bsn_net *net, const struct NN(cells) *cells, real *work,
                         struct NN(cells_work) *w);
/* From p to energy (cols). */
void NN(cells_forward)(const struct bsn_net *net, const struct NN(cells) *cells, const real *theta,
                       struct NN(cells_work) *w, real *energy);
/* p_b gets dE/dp times seed (NULL: ones), unless it is not asked for; gradient is added to, or NULL. */
void NN(cells_backward)(const struct bsn_net *net, const struct NN(cells) *cells,
                        const real *theta, struct NN(cells_work) *w, const real *seed, bool slopes,
                        real *gradient);
/* From p_d to the derivatives of all states. */
void NN(cells_tangent)(const struct bsn_net *net, const struct NN(cells) *cells, const real *theta,
                       struct NN(cells_work) *w);
void NN(cells_second)(const struct bsn_net *net, const struct NN(cells) *cells, const real *theta,
                      struct NN(cells_work) *w, const real *seed, real *gradient);

/* Parameters begin as cells that mostly hold. */
void NN(cells_init)(size_t params, uint64_t seed, uint32_t stream, real *theta);

#endif
