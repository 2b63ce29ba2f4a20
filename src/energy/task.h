/* task.h - what a search needs to know about a kind of problem, and a problem itself.
 *
 * A domain fills the table; samplers, refinement and whoever verifies an answer see nothing else
 * of it. Instances are the domain's own memory.
 */
#ifndef BSN_TASK_H
#define BSN_TASK_H

#include "energy/compose.h"

/* How to decode a particle: basin's way, or as the paper says. */
enum bsn_decode { BSN_DECODE_BASIN = 0, BSN_DECODE_PAPER };

/* For problems that ask for few of something. */
struct bsn_limit {
    /* A new instance, with that limit; graph() needs one. Values that are at least 0 in `keep`
     * (values, or NULL) stay part of the search. */
    basin_status (*with)(basin_ctx *ctx, const void *instance, uint32_t limit, const int32_t *keep,
                         void **out);
    uint32_t (*get)(const void *instance);  /* its limit; 0: it has none */
    size_t (*searched)(const void *instance);  /* values that take part in the search */
    /* What is known without a search: no limit below *low has a solution, and `value` (values) is
     * one for *high. */
    basin_status (*bounds)(basin_ctx *ctx, const void *instance, int32_t *value, uint32_t *low,
                           uint32_t *high);
};

/* A search of another kind on the same energies, only to hold the samplers' answers against. */
struct bsn_reference {
    const char *name;  /* "beam" */
    /* The lowest energy that it finds. */
    basin_status (*energy)(basin_ctx *ctx, const void *instance, const struct bsn_graph *graph,
                           double *energy);
};

struct bsn_dynamics;  /* sample/dynamics.h */

struct bsn_task {
    void (*free)(basin_ctx *ctx, void *instance);
    size_t (*values)(const void *instance);
    size_t (*constraints)(const void *instance);
    /* Can nothing accept an answer of this instance? NULL: of none where `ranked` is set. */
    bool (*believed)(const void *instance);
    bool ranked;  /* every full assignment is valid; answers differ by their energy */
    bool brings_models;  /* the terms of its graphs name their models; it is solved with none */
    const char *const *lenders;  /* other domains whose models have networks of the names that its
                                  * graphs ask for; ends with NULL; NULL: there are none */

    /* Values that the instance itself holds fixed; leaves the others alone. NULL: none. */
    void (*given)(const void *instance, int32_t *value);
    /* Constraints that every assignment breaks, as far as is known; NULL: none. */
    uint64_t (*floor)(const void *instance);

    /* Variables and factors for this model's networks. */
    basin_status (*graph)(basin_ctx *ctx, const void *instance, const basin_model *model,
                          struct bsn_graph *graph);
    /* How many numbers the labels of its factors stand for; NULL: energies have no map. */
    size_t (*costs)(const void *instance);
    bsn_examples_fn *examples;  /* for exact energies; NULL: there are none */

    /* From the first lanes of a tile's coordinates y (coords, 16) to assignments value (count,
     * values), which was zeroed when it was made, and back. */
    void (*decode)(const void *instance, enum bsn_decode how, size_t count, const float *y,
                   int32_t *value);
    /* Coordinates of values that are left open (-1) get `open`. */
    void (*encode)(const void *instance, const int32_t *value, float open, float *y);
    /* Broken constraints of `count` assignments, at most 16, value (count, values); shares nothing
     * with the energies. `scratch` has scratch(instance) numbers. */
    void (*verify)(const void *instance, size_t count, const int32_t *value, uint32_t *scratch,
                   uint64_t *violated);
    size_t (*scratch)(const void *instance);
    /* The sum of costs of an assignment, see basin_problem_sum; NULL: there are none. */
    double (*sum)(const void *instance, const int32_t *value, uint32_t *scratch);

    const char *sampler;  /* of basin's method, where it is not the first of all; or NULL */
    /* NULL: basin's own sampler cannot be used. */
    struct bsn_dynamics (*dynamics)(const void *instance);
    const struct bsn_limit *limit;          /* NULL: there is nothing to limit */
    const struct bsn_reference *reference;  /* NULL: there is none */
};

struct bsn_domain;

struct basin_problem {
    const char *name;  /* of its domain, and of the models that are for it */
    const struct bsn_task *task;
    void *instance;
    size_t values;
    bool believed;  /* nothing can accept an answer: what breaks nothing is believed, not solved */
    const struct bsn_domain *domain;  /* for those that know what one is */
};

/* Can models of domain `from` solve problems of domain `name`, which has this task? */
bool bsn_task_takes(const struct bsn_task *task, const char *name, const char *from);

/* Refuses numbers that are none of enum basin_method. */
basin_status bsn_method_check(basin_ctx *ctx, enum basin_method method);

/* How a method adds energies where the caller does not say. */
enum bsn_compose_mode bsn_method_mode(enum basin_method method);

/* The problem as a graph for that model; to be cleared in any case. Where the graph names its
 * models, the first of them takes the place of *model. */
basin_status bsn_problem_graph(basin_ctx *ctx, const basin_model **model,
                               const basin_problem *problem, struct bsn_graph *graph);

/* Constraints that stay broken whatever is tried, as far as is known. */
static inline uint64_t bsn_problem_floor(const basin_problem *problem)
{
    return problem->task->floor ? problem->task->floor(problem->instance) : 0;
}

#endif
