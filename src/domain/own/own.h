/* own.h - a problem that its user stated: the tables that a draft fills. */
#ifndef BSN_OWN_H
#define BSN_OWN_H

#include "domain/domain.h"

struct bsn_own_variable {
    uint32_t values;
    int32_t given;   /* -1: free */
    uint32_t first;  /* its coordinates, known when the draft is finished: one, below a half for */
    uint32_t coords; /* value 0 and above for value 1; or one for each value */
    bool whole;      /* some network reads values that need a coordinate each */
};

/* A network that constraints name. */
struct bsn_own_net {
    const basin_model *model;
    const struct bsn_model_net *net;
    const struct bsn_model_net *base;  /* of single variables, to be added; NULL: nothing is */
};

/* A constraint; its literals and conditions end where those of the next one begin. */
struct bsn_own_constraint {
    uint32_t net;
    float weight;
    size_t literal, condition;
};

/* A model that was named, and opened here. */
struct bsn_own_model {
    char *name;
    basin_model *model;
};

struct bsn_own {
    size_t variables, constraints, literals, conditions, nets, models;
    struct bsn_own_variable *variable;
    struct bsn_own_constraint *constraint;  /* one more than there are, for the end */
    struct basin_literal *literal;
    float *condition;
    struct bsn_own_net *net;
    struct bsn_own_model *model;
    size_t coords;
    bool weighted;              /* some weight is not 1 */
    basin_verify_fn *verify;
    void *user;
    /* Without a verifier the energies judge: */
    struct bsn_graph graph;
    struct bsn_compose *compose;
    struct bsn_level level;     /* the lowest */
};

extern const struct bsn_domain bsn_own_domain;

/* Where "variable has value" is read: a coordinate, and whether as its opposite. */
uint32_t bsn_own_place(const struct bsn_own_variable *variable, const struct basin_literal *literal,
                       bool *mirrored);

/* The problem as terms, one for each network and number of inputs; their models are set. */
basin_status bsn_own_graph(basin_ctx *ctx, const void *instance, const basin_model *none,
                           struct bsn_graph *graph);

/* Fills graph, compose and level. */
basin_status bsn_own_judge(basin_ctx *ctx, struct bsn_own *own);

void bsn_own_free(basin_ctx *ctx, void *instance);

#endif
