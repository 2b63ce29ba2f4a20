/* graph.h - a problem as variables and factors, ready to be given energies.
 *
 * Coordinates are the numbers that particles hold. A term is a list of factors that share one
 * network of the model, found by name; a factor is a list of parts; a part is a few coordinates
 * and given numbers. A unary term holds the energies of single variables. Every other factor
 * says which variables it covers, as indices of factors of the unary term.
 */
#ifndef BSN_GRAPH_H
#define BSN_GRAPH_H

#include "base/ctx.h"
#include "energy/words.h"
#include "nn/kernel.h"

#define BSN_GRAPH_TERMS 8
#define BSN_GRAPH_EMPTY UINT32_MAX  /* an input that is always zero (padding) */

struct bsn_term {
    char net[24];                /* name of the network in the model */
    bool unary;
    uint32_t inputs, conds;
    struct bsn_factors f;        /* its arrays are the ones below, or borrowed from them */
    uint32_t *input, *first, *member;
    float *cond, *mirror;        /* mirror is NULL where no part is mirrored */
    bool letters;                /* cells that hold any of 26 letters; has no network */
    struct bsn_words *words;     /* slots of such cells, with their words in place of a network; or
                                  * NULL. The graph owns it. */
    uint32_t *cover_first, *cover; /* (factors + 1) and variables; NULL in a unary term */
    uint32_t *label;             /* (factors) which constraint of the problem each one is; begins as
                                  * 0, 1, ...; NULL in a unary term */
};

/* What particles are weighed by in mode mean (compose.h): as in the authors' code, which differs by
 * the kind of problem. */
enum bsn_weigh {
    BSN_WEIGH_MEANS = 0,  /* each coordinate's mean energy, added up */
    BSN_WEIGH_MEAN,       /* the mean of those */
    BSN_WEIGH_SUM         /* every factor counts once */
};

struct bsn_graph {
    size_t coords;
    enum bsn_weigh weigh;
    size_t terms;
    size_t factors;  /* of all terms that are not unary, in order of terms */
    struct bsn_term term[BSN_GRAPH_TERMS];
};

/* Sizes of a term to be added. */
struct bsn_term_size {
    size_t parts, factors, members, covers;
    uint32_t inputs, conds;
    bool mirrored;  /* some parts read the opposite of their variables */
};

/* Appends a term with zeroed arrays for the domain to fill; members and covers of all factors
 * lie one after the other. The graph owns it. */
basin_status bsn_graph_add(basin_ctx *ctx, struct bsn_graph *graph, const char *net, bool unary,
                           const struct bsn_term_size *size, struct bsn_term **out);

/* To be called when all terms are filled: counts factors and finds the longest of each term. */
void bsn_graph_finish(struct bsn_graph *graph);
void bsn_graph_clear(basin_ctx *ctx, struct bsn_graph *graph);

#endif
