/* term.h - kinds of terms: what makes the energies of a term's factors, a table of functions each.
 *
 * Networks and exact energies are kinds that any term may have, and a model says which; a domain
 * that has energies of its own fills a table of its own and gives it to its terms. A term is bound
 * to a model once, evaluated often, and released.
 */
#ifndef BSN_TERM_H
#define BSN_TERM_H

#include "energy/graph.h"
#include "energy/model.h"

struct bsn_examples;

/* Finds the examples that exact energies are made of: those of factors with `parts` parts of
 * `inputs` numbers of the term that uses network `net`. */
typedef basin_status bsn_examples_fn(basin_ctx *ctx, const char *net, size_t parts, size_t inputs,
                                     struct bsn_examples *out);

/* What terms are bound to. */
struct bsn_term_source {
    const basin_model *model;
    bsn_examples_fn *examples;
};

/* A term that is bound. */
struct bsn_bound {
    const struct bsn_term *term;
    const struct bsn_term_kind *kind;
    float *scale;    /* (factors) what each energy is multiplied by, or NULL for ones */
    void *state;     /* the kind's own; NULL: none */
    size_t scratch;  /* floats that an evaluation needs */
    bool gradless;   /* an evaluation needs no gradient to write to */
};

/* One evaluation, of a tile of 16 particles. Adds to energy (16) and grad (coords, 16), which is
 * NULL only where the bound term is gradless; residual (factors, 16) gets each factor's energy. */
struct bsn_term_call {
    const struct bsn_kernel *kernel;
    const struct bsn_level *level;
    const float *y;       /* (coords, 16) */
    const float *weight;  /* (factors, 16) what each energy is multiplied by, or NULL for ones */
    float *scratch, *energy, *grad, *residual;
};

struct bsn_term_kind {
    const char *name;
    /* Fills state, scratch and gradless; what stands there after a failure is released, too. */
    basin_status (*bind)(basin_ctx *ctx, const struct bsn_term_source *source,
                         struct bsn_bound *bound);
    void (*eval)(const struct bsn_bound *bound, const struct bsn_term_call *call);
    /* Its floating-point operations (nn/flops.h), for `basin bench`. NULL: not counted. */
    double (*flops)(const struct bsn_bound *bound);
    /* Frees what the state, itself one block, points to. NULL: nothing. */
    void (*release)(basin_ctx *ctx, struct bsn_bound *bound);

    /* Factors have an energy R_k that comes on top of those of their variables (compose.h). Kinds
     * that give the whole of it, E_k, say here what the lowest R_k of a factor is; NULL: R_k. */
    double (*floor)(const struct bsn_bound *bound, size_t factor);

    /* Of kinds whose terms come with something of their domain's, term->own; else NULL. */
    void (*free)(basin_ctx *ctx, void *own);
    /* From here on sums under noise are over the `most` likely possibilities of each factor. NULL:
     * there is nothing to be narrowed. */
    basin_status (*narrow)(basin_ctx *ctx, struct bsn_term *term, size_t most);
    /* How sure an assignment (values) is in each factor, sure (factors): a probability. NULL: not
     * known. */
    basin_status (*sure)(basin_ctx *ctx, const struct bsn_term *term, const int32_t *value,
                         double *sure);
};

extern const struct bsn_term_kind bsn_term_network;  /* the model's network of the term's name */
extern const struct bsn_term_kind bsn_term_exact;    /* closed forms, see exact.h */

/* Binds a term by its own kind, or by that of the model's energies. To be released in any case. */
basin_status bsn_term_bind(basin_ctx *ctx, const struct bsn_term *term,
                           const struct bsn_term_source *source, struct bsn_bound *bound);
void bsn_term_release(basin_ctx *ctx, struct bsn_bound *bound);

#endif
