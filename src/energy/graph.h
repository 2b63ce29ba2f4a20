/* graph.h - a problem as variables and factors, ready to be given energies.
 *
 * Coordinates are the numbers that particles hold. A term is a list of factors whose energies are
 * of one kind (term.h), mostly those of one network of the model, found by name; a factor is a list
 * of parts; a part is a few coordinates and given numbers. A unary term holds the energies of
 * single variables. Every other factor says which variables it covers, as indices of factors of the
 * unary terms, which stand in front of all others and are counted on from one to the next.
 */
#ifndef BSN_GRAPH_H
#define BSN_GRAPH_H

#include "base/ctx.h"
#include "nn/kernel.h"

#define BSN_GRAPH_EMPTY UINT32_MAX  /* an input that is always zero (padding) */

struct bsn_term_kind;
struct basin_model;

struct bsn_term {
    char net[24];                /* name of the network in the model */
    const struct basin_model *model; /* whose network it is; NULL: the model that is solved with */
    const struct bsn_term_kind *kind; /* what its energies are made by, see term.h; NULL: by what
                                       * the model has, networks or exact energies */
    void *own;                   /* what its kind asks of the domain, or NULL; the graph owns it */
    bool unary;
    uint32_t inputs, conds;
    struct bsn_factors f;        /* its arrays are the ones below, or borrowed from them */
    uint32_t *input, *first, *member;
    float *cond, *mirror;        /* mirror is NULL where no part is mirrored */
    uint32_t *cover_first, *cover; /* (factors + 1), which may be `first`, and variables; NULL in a
                                  * unary term */
    uint32_t *label;             /* (factors) which constraint of the problem each one is; NULL: its
                                  * own number */
    float *weight;               /* (factors) how much each one counts; NULL: all once */
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
    size_t terms, room;  /* how many there are, and memory for how many */
    size_t factors;  /* of all terms that are not unary, in order of terms */
    size_t variables;
    uint32_t *variable;  /* (variables + 1) where the coordinates of each begin: one has two values,
                          * below and above a half; of more, the highest is its value */
    struct bsn_term *term;
};

/* Sizes of a term to be added. */
struct bsn_term_size {
    size_t parts, factors, members, covers;
    uint32_t inputs, conds;
    bool mirrored;  /* some parts read the opposite of their variables */
    bool labelled;  /* factors are not the problem's constraints in their order */
    bool alike;     /* a factor covers as many variables as it has members */
};

/* Appends a term with zeroed arrays for the domain to fill; members and covers of all factors
 * lie one after the other. The graph owns it; the next one that is added may move it. */
basin_status bsn_graph_add(basin_ctx *ctx, struct bsn_graph *graph, const char *net, bool unary,
                           const struct bsn_term_size *size, struct bsn_term **out);

/* Says which coordinates are whose: so many variables of `each` coordinates. To be called once, when
 * coords is known. */
basin_status bsn_graph_even(basin_ctx *ctx, struct bsn_graph *graph, uint32_t each);

/* To be called when all terms are filled: counts factors and finds the longest of each term. */
void bsn_graph_finish(struct bsn_graph *graph);
void bsn_graph_clear(basin_ctx *ctx, struct bsn_graph *graph);

/* The first term of that kind, or NULL. */
const struct bsn_term *bsn_graph_find(const struct bsn_graph *graph,
                                      const struct bsn_term_kind *kind);

#endif
