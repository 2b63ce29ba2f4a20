/* tuples.h - a search over assignments for problems with factors of few tuples.
 *
 * It takes the place of focus.h where a factor is neither a count nor a pair: given tables, and
 * networks that read whole variables in their order. Every factor's energy at next to no noise is
 * tabulated, its cost; the answer is the assignment that breaks least and, among those, has the
 * lowest sum of costs.
 *
 * A factor has a state, a number that its variables' values add up to: of a tuple, its place in the
 * table; of a counting factor, how many parts are 1. So a change of a value changes the states of
 * the factors that touch the variable, and nothing else.
 */
#ifndef BSN_TUPLES_H
#define BSN_TUPLES_H

#include "sample/sampler.h"

#define BSN_TUPLES_MOST 65536  /* tuples that a network is asked about */
#define BSN_TUPLES_RUNGS 16

extern const struct bsn_sampler bsn_tuples_sampler;

/* A table of costs, which several factors may share. */
struct bsn_tuple_table {
    size_t at, size;      /* its entries */
    uint32_t scope;       /* variables; 0: it is one of counts, of factors of `length` parts of */
    uint32_t length;      /* term `term` */
    uint32_t term;
    float weight;         /* of a learned one */
    size_t dim;           /* where what is known of its variables begins, see dims */
    bool learned;
    bool hard;            /* some entries are broken */
    uint32_t like;        /* where a factor that it was made for begins: how parts read variables */
};

/* What a table is to know of a variable. */
struct bsn_tuple_dim {
    uint32_t values, coords;
};

/* That a factor reads a variable: its state gets stride times the value, or, where stride is 0, what
 * stands in `add` from `from` on for each value. */
struct bsn_tuple_touch {
    uint32_t factor, stride;
    size_t from;
};

struct bsn_tuples {
    const struct bsn_graph *graph;
    uint32_t variables, factors;
    uint32_t most;              /* values of the largest variable */
    uint32_t *values;           /* (variables) */
    uint32_t *owner;            /* (coords) variables */
    uint32_t *mark;             /* (variables) scratch */
    size_t tables, entries, dims;
    struct bsn_tuple_table *table;
    struct bsn_tuple_dim *dim;  /* (dims) */
    double *cost;               /* (entries) INFINITY: forbidden */
    uint8_t *broken;            /* (entries) forbidden, or held for broken by its network */
    uint32_t *table_of;         /* (factors) */
    size_t *scope_first;        /* (factors + 1) */
    uint32_t *scope;            /* variables of each factor, once each */
    size_t *touch_first;        /* (variables + 1) */
    struct bsn_tuple_touch *touch;
    uint16_t *add;
    bool soft;                  /* costs are to be lowered, not only factors to be mended */
    double lowest;              /* the sum of all factors' lowest costs */
    size_t room_tables, room_entries, room_dims, room_scope, room_broken;
};

/* Are there such factors, and can all be tabulated? */
bool bsn_tuples_fit(const struct bsn_graph *graph);

/* Asks the networks, and says who touches whom. To be cleared in any case. */
basin_status bsn_tuples_make(basin_ctx *ctx, const struct bsn_compose *compose,
                             struct bsn_tuples *out);
void bsn_tuples_clear(basin_ctx *ctx, struct bsn_tuples *tuples);

/* Costs of the counts 0 .. length of a table of counts, cost (length + 1, 16), at sixteen levels. */
basin_status bsn_tuples_ask_counts(basin_ctx *ctx, const struct bsn_compose *compose,
                                   const struct bsn_tuple_table *table,
                                   const struct bsn_level *level, float *cost);

/* What a value of the variable adds to a state. */
static inline uint32_t bsn_tuple_adds(const struct bsn_tuples *t,
                                      const struct bsn_tuple_touch *touch, uint32_t value)
{
    return touch->stride > 0 ? touch->stride * value : t->add[touch->from + value];
}

/* ---------------------------------------------------------------------------- narrowing ---- */

/* What of a problem is left out of its search, as in narrow.h. */
struct bsn_tuple_narrow {
    enum basin_narrow outcome;
    size_t values, variables; /* excluded; with one value left: both beside what was held */
    size_t *literal;          /* (variables + 1) where the values of each begin in */
    uint8_t *banned;          /* those that are excluded */
    uint32_t *left;           /* (variables) how many are not */
    uint8_t *held;            /* (variables) where the outcome is SOME, ALL or NOTHING, in the place */
    uint16_t *start;          /* (variables) of what the caller holds and begins with */
};

/* Excludes what the tables exclude, given variables that are held at `start` (both variables). To be
 * cleared in any case. */
basin_status bsn_tuple_narrow_make(basin_ctx *ctx, const struct bsn_tuples *tuples,
                                   const uint8_t *held, const uint16_t *start,
                                   struct bsn_tuple_narrow *out);
void bsn_tuple_narrow_clear(basin_ctx *ctx, struct bsn_tuple_narrow *narrow);

/* ---------------------------------------------------------------------------- the ladder ---- */

/* The energies that particles walk by, from cold to hot: costs divided by a temperature, and what
 * is broken softened by noise. */
struct bsn_tuple_ladder {
    uint32_t rungs;
    double temperature[BSN_TUPLES_RUNGS];  /* of given costs, in their unit */
    double sigma[BSN_TUPLES_RUNGS];        /* noise^2 = sigma^2 / (1 + sigma^2) */
    float *energy[BSN_TUPLES_RUNGS];       /* (entries) */
};

/* Finds temperatures by trying changes of random assignments. */
basin_status bsn_tuple_ladder_make(basin_ctx *ctx, const struct bsn_compose *compose,
                                   const struct bsn_tuples *tuples, uint32_t rungs,
                                   struct bsn_tuple_ladder *out);
void bsn_tuple_ladder_clear(basin_ctx *ctx, struct bsn_tuple_ladder *ladder);

/* --------------------------------------------------------------------------- a particle ---- */

struct bsn_tuple_step {
    uint32_t variable;
    uint16_t before;
};

struct bsn_tuple_particle {
    const struct bsn_tuples *tuples;
    const float *energy;        /* of its rung */
    const uint32_t *free;       /* (frees) variables that may change */
    uint32_t frees;
    const uint8_t *held;        /* (variables) 1: stays as it is */
    const struct bsn_tuple_narrow *narrow;  /* values that it does without; NULL: none */
    uint64_t random[2];
    uint16_t *value;            /* (variables) */
    uint32_t *state;            /* (factors) */
    uint32_t *open, *place;     /* broken factors, and where each stands among them, from 1 */
    uint32_t opens;
    double sum;                 /* of the costs that are finite */
    float *chance;              /* (most values) scratch */
    /* The best so far: as it was at the end of a walk, and in this one with the steps since. */
    uint16_t *best;
    uint32_t best_opens, low_opens;
    double best_sum, low_sum;
    struct bsn_tuple_step *log;
    size_t logged;
    bool improved;
};

basin_status bsn_tuple_particle_make(basin_ctx *ctx, const struct bsn_tuples *tuples,
                                     size_t moves, struct bsn_tuple_particle *out);
void bsn_tuple_particle_clear(basin_ctx *ctx, struct bsn_tuple_particle *particle);

/* Begins at `start` (variables) where it has a value, UINT16_MAX for none, and at random elsewhere.
 * What was best is forgotten. */
void bsn_tuple_start(struct bsn_tuple_particle *particle, const struct bsn_rng *rng,
                     const uint16_t *start);

/* Makes so many moves, fewer where nothing is broken and the sum is at most `bound`. */
size_t bsn_tuple_walk(struct bsn_tuple_particle *particle, size_t moves, double bound);

/* To be called when walks end: keeps the best, counts the sum anew. */
void bsn_tuple_keep(struct bsn_tuple_particle *particle);

/* Its energy on a rung. */
double bsn_tuple_energy(const struct bsn_tuple_particle *particle, const float *energy);

#endif
