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

/* Tables of costs, as stated: nothing of them is learned. */
struct bsn_own_tables {
    size_t tables, variables, costs;  /* how many there are, with scopes and costs of all */
    size_t *first, *at;   /* (tables + 1) where scopes and costs begin */
    uint32_t *variable;   /* (variables) scopes, one after the other, */
    uint32_t *values, *coords;  /* and what each of them has, known when the draft is finished */
    double *cost;         /* (costs) the last variable's value running fastest; INFINITY */
    bool soft;            /* some tuple that is allowed costs something */
    size_t room_first, room_at, room_variable, room_values, room_coords, room_cost;
};

struct bsn_own {
    size_t variables, constraints, literals, conditions, nets, models;
    struct bsn_own_variable *variable;
    struct bsn_own_constraint *constraint;  /* one more than there are, for the end */
    struct basin_literal *literal;
    float *condition;
    struct bsn_own_net *net;
    struct bsn_own_model *model;
    struct bsn_own_tables given;
    basin_model *bare;          /* without networks, for the noise levels of tables; or NULL */
    size_t coords;
    bool weighted;              /* some weight is not 1 */
    basin_verify_fn *verify;
    void *user;
    /* Without a verifier the energies judge what is learned: */
    struct bsn_graph graph;     /* without tables */
    struct bsn_compose *compose;
    struct bsn_level level;     /* the lowest */
};

/* A draft: what is stated so far. */
struct basin_draft {
    struct bsn_own *own;
    size_t room_variables, room_constraints, room_literals, room_conditions, room_nets, room_models;
    size_t coords;  /* at most, of the variables so far */
};

extern const struct bsn_domain bsn_own_domain;

/* Where "variable has value" is read: a coordinate, and whether as its opposite. */
uint32_t bsn_own_place(const struct bsn_own_variable *variable, const struct basin_literal *literal,
                       bool *mirrored);

/* The problem as terms, one for each network and number of inputs; their models are set. */
basin_status bsn_own_graph(basin_ctx *ctx, const void *instance, const basin_model *none,
                           struct bsn_graph *graph);
/* The same without tables. */
basin_status bsn_own_graph_learned(basin_ctx *ctx, const struct bsn_own *own,
                                   struct bsn_graph *graph);

/* Fills graph, compose and level, where something is learned. */
basin_status bsn_own_judge(basin_ctx *ctx, struct bsn_own *own);

/* Of the task. */
size_t bsn_own_scratch(const void *instance);
void bsn_own_verify(const void *instance, size_t count, const int32_t *value, uint32_t *scratch,
                    uint64_t *violated);
double bsn_own_sum(const void *instance, const int32_t *value, uint32_t *scratch);
void bsn_own_encode(const void *instance, const int32_t *value, float open, float *y);

void bsn_own_tables_free(basin_ctx *ctx, struct bsn_own_tables *given);
/* Fills values and coords from the variables, whose coordinates are known. */
void bsn_own_tables_place(struct bsn_own *own);

void bsn_own_free(basin_ctx *ctx, void *instance);

#endif
