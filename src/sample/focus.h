/* focus.h - a search over assignments on tabulated energies: what its files share.
 *
 * A particle holds a value for each variable, so that every coordinate is 0 or 1. On such points a
 * factor's learned energy R_k depends on little: on how many of its parts are 1 (a counting
 * factor), or on whether its two variables are equal (a pair). The networks are asked once for each
 * of these cases and each noise level; all else is looked up. A noise level is a temperature: the
 * more noise, the less a broken factor costs.
 *
 * A literal is a value of a variable. A counting factor's state is a slot: the place of its count
 * among the table's entries, so that one more 1 is the next slot.
 */
#ifndef BSN_FOCUS_H
#define BSN_FOCUS_H

#include "sample/sampler.h"

#define BSN_FOCUS_LEVELS 64  /* the first is next to no noise, then from little to much */

/* ------------------------------------------------------------------ energies, tabulated ---- */

enum bsn_focus_kind { BSN_FOCUS_NONE = 0, BSN_FOCUS_COUNT, BSN_FOCUS_PAIR };

struct bsn_focus_table {
    enum bsn_focus_kind kind[BSN_GRAPH_TERMS];
    struct bsn_level grid[BSN_FOCUS_LEVELS / BSN_LANES];
    uint32_t entries;      /* slots of all lengths of all counting terms */
    uint32_t *zero[BSN_GRAPH_TERMS]; /* (longest + 1) slot of count 0 in a factor of that length */
    float *cost;           /* (levels, entries) R */
    uint8_t *flag;         /* (entries) of the bits below */
    bool capped;           /* some slots stand for their count and all above */
    float same[BSN_GRAPH_TERMS][BSN_FOCUS_LEVELS];   /* pairs: R of equal and of different ones */
    float differ[BSN_GRAPH_TERMS][BSN_FOCUS_LEVELS];
    bool same_broken[BSN_GRAPH_TERMS], differ_broken[BSN_GRAPH_TERMS];
};

#define BSN_FOCUS_BROKEN 1  /* at the first level it holds with a probability below one half */
#define BSN_FOCUS_CAP 2
#define BSN_FOCUS_FIRST 8   /* of the slots of a length, */
#define BSN_FOCUS_LAST 16   /* and the last of them */
#define BSN_FOCUS_FEWER 4   /* one 1 fewer would mend it rather than one more */

/* Of which of these kinds a term's factors look, whatever their weights. */
enum bsn_focus_kind bsn_focus_shape(const struct bsn_term *term);

/* Are all factors of such kinds? That their energies depend on so little, only asking tells. */
bool bsn_focus_fits(const struct bsn_graph *graph);

/* Asks the networks. Problems with factors of other kinds are refused. */
basin_status bsn_focus_table_make(basin_ctx *ctx, const struct bsn_compose *compose,
                                  struct bsn_focus_table *out);
void bsn_focus_table_clear(basin_ctx *ctx, struct bsn_focus_table *table);

#define BSN_FOCUS_FADES 64

/* The energies at one noise level, between two of the table's. */
struct bsn_focus_rung {
    double level;          /* 1 .. BSN_FOCUS_LEVELS - 1 */
    float *cost;           /* (entries) R */
    float *up, *down;      /* (entries) what one more 1, one 1 fewer adds to it, */
    float *harm_up, *harm_down; /* (entries) and the same where it adds, else 0 */
    bool rises;            /* harm_up is not 0 everywhere */
    float same[BSN_GRAPH_TERMS], differ[BSN_GRAPH_TERMS];
    float fade[BSN_GRAPH_TERMS][BSN_FOCUS_FADES];  /* exp(-n (same - differ)) */
};

basin_status bsn_focus_rung_make(basin_ctx *ctx, const struct bsn_focus_table *table,
                                 struct bsn_focus_rung *out);
void bsn_focus_rung_clear(basin_ctx *ctx, struct bsn_focus_rung *rung);
void bsn_focus_rung_set(const struct bsn_focus_table *table, double level,
                        struct bsn_focus_rung *rung);

/* Its noise s^2. */
double bsn_focus_noise(const struct bsn_focus_table *table, const struct bsn_focus_rung *rung);

/* ------------------------------------------------------------------- who touches whom ---- */

#define BSN_FOCUS_BIN 8     /* see below: places of a table for each unit of energy, */
#define BSN_FOCUS_BINS 512  /* and how many there are */

struct bsn_focus_near {
    uint32_t variable, factor;
};

/* Factors are numbered over all terms that are not unary, in order. */
struct bsn_focus_map {
    const struct bsn_graph *graph;
    uint32_t variables, literals, factors;
    uint32_t from[BSN_GRAPH_TERMS + 1];   /* number of each term's first factor */
    uint32_t *literal;                    /* (variables + 1) first literal of each */
    uint32_t *owner;                      /* (coords) variables; NULL: each is its own, */
    uint32_t *holder;                     /* (literals) likewise, and of literals every second */
    uint32_t *part_first, *part;          /* literals that make the parts of a counting factor 1 */
    uint32_t *touch_first, *touch;        /* counting factors that a literal adds a 1 to */
    uint16_t *base;                       /* (factors) slot when no literal adds a 1 */
    uint32_t pairs;                       /* terms of pairs: */
    uint32_t pair_term[BSN_GRAPH_TERMS];
    uint32_t *near_first[BSN_GRAPH_TERMS]; /* (variables + 1) other ends of a variable's pairs */
    struct bsn_focus_near *near[BSN_GRAPH_TERMS];
    bool plain;                           /* there are only pairs, of one term */
    double tail_length;                   /* see focus_map.c; 0 where variables have more values */
    float tail[BSN_FOCUS_BINS + 1];       /* chance of a move by the energy that it adds, in steps
                                           * of 1 / BSN_FOCUS_BIN */
};

/* What a move that adds energy is weighed by, on a scale where one that adds none has 1. */
static inline float bsn_focus_weigh(const struct bsn_focus_map *map, float harm)
{
    const float at = harm * BSN_FOCUS_BIN;
    const uint32_t bin = at < BSN_FOCUS_BINS ? (uint32_t)at : BSN_FOCUS_BINS - 1;

    return at < BSN_FOCUS_BINS
               ? map->tail[bin] + (at - (float)bin) * (map->tail[bin + 1] - map->tail[bin])
               : map->tail[BSN_FOCUS_BINS];
}

/* The variable of a literal, and its value. */
static inline uint32_t bsn_focus_holder(const struct bsn_focus_map *map, uint32_t literal,
                                        uint32_t *value)
{
    const uint32_t v = map->holder ? map->holder[literal] : literal / 2;

    *value = map->holder ? literal - map->literal[v] : literal % 2;
    return v;
}

basin_status bsn_focus_map_make(basin_ctx *ctx, const struct bsn_graph *graph,
                                const struct bsn_focus_table *table, struct bsn_focus_map *out);
void bsn_focus_map_clear(basin_ctx *ctx, struct bsn_focus_map *map);

/* -------------------------------------------------------------------------- a particle ---- */

struct bsn_focus_step {
    uint32_t variable;
    uint16_t before;
};

struct bsn_focus_particle {
    const struct bsn_focus_map *map;
    const struct bsn_focus_table *table;
    const uint8_t *held;       /* (variables) 1: stays as it is; NULL: none does */
    const uint8_t *banned;     /* (literals) 1: is not offered, see narrow.h; NULL: all are */
    struct bsn_brake *brake;   /* ends a beginning, which takes long on large problems; or NULL */
    uint64_t random[2];        /* state of its generator */
    const struct bsn_focus_rung *rung;
    uint16_t *value;           /* (variables) */
    uint16_t *slot;            /* (factors) */
    uint16_t *over;            /* (factors) counts beyond a cap; NULL where there are none */
    uint16_t *clash;           /* (pairs, literals) neighbours that have this value */
    uint32_t *open, *place;    /* broken factors, and where each stands among them, from 1 */
    uint32_t opens;
    float *energy;             /* (values of the largest variable) scratch */
    uint64_t moves, changes;   /* offered, and made, since they were counted, */
    uint64_t raised;           /* and those that broke more than they mended */
    uint32_t *stock;           /* (entries) factors in each slot, and pairs that are equal */
    uint64_t equal[BSN_GRAPH_TERMS];
    /* The fewest broken factors so far: as it was at the end of a walk, */
    uint16_t *best;            /* (variables) */
    uint32_t best_opens;
    uint32_t low;              /* and in this one, with the steps made since */
    struct bsn_focus_step *log;
    size_t logged;
    bool improved;
    struct bsn_focus_holders *holders;  /* see focus_holder.c; NULL: there are none */
    /* Of particles that make the best of all moves, see focus_tabu.c; else NULL. */
    struct bsn_focus_tabu *tabu;
    uint16_t *lowest;          /* (variables) the fewest broken factors since it began anew */
    uint32_t lowest_opens;
};

/* Memory for a particle; walks are of at most `moves` moves. */
basin_status bsn_focus_particle_make(basin_ctx *ctx, const struct bsn_focus_map *map,
                                     const struct bsn_focus_table *table, size_t moves,
                                     struct bsn_focus_particle *out);
void bsn_focus_particle_clear(basin_ctx *ctx, struct bsn_focus_particle *particle);

/* Begins anew: values are those of `start` (variables) where it has any, UINT16_MAX for none, and
 * at random elsewhere. Ended by its brake it has not begun: it has no best and can do nothing. */
void bsn_focus_start(struct bsn_focus_particle *particle, const struct bsn_rng *rng,
                     const uint16_t *start);

/* Has it begun, and so a best? */
bool bsn_focus_begun(const struct bsn_focus_particle *particle);

/* Goes on from the assignment `value`, which has a value for each; ended by its brake, it has no
 * more than its best, and can do nothing else. */
void bsn_focus_restart(struct bsn_focus_particle *particle, const uint16_t *value);

/* Offers `moves` moves; ends early when no factor is broken. Returns how many were made. */
size_t bsn_focus_walk(struct bsn_focus_particle *particle, size_t moves);

/* To be called when walks end: keeps the best. */
void bsn_focus_keep(struct bsn_focus_particle *particle);

/* Its energy at a level: the sum of all R. Taking stock once serves several levels. */
void bsn_focus_stock(struct bsn_focus_particle *particle);
double bsn_focus_energy(const struct bsn_focus_particle *particle,
                        const struct bsn_focus_rung *rung);

/* The energy of any assignment at the first level, next to no noise; slot (factors) is scratch. */
double bsn_focus_price(const struct bsn_focus_map *map, const struct bsn_focus_table *table,
                       const uint16_t *value, uint16_t *slot);

/* --------------------------------------------------------------- who makes a part 1 ---- */

/* Gives a particle lists of its holders, where all variables have more than two values. */
basin_status bsn_focus_holders_make(basin_ctx *ctx, struct bsn_focus_particle *particle);
void bsn_focus_holders_clear(basin_ctx *ctx, struct bsn_focus_particle *particle);
void bsn_focus_holders_count(struct bsn_focus_particle *particle);

/* Gives variable v the value `after`. */
void bsn_focus_holders_change(struct bsn_focus_particle *particle, uint32_t v, uint32_t after);

/* Variables that make a part of a factor 1 and are not held; at most so many. */
uint32_t bsn_focus_holders_find(const struct bsn_focus_particle *particle, uint32_t factor,
                                uint32_t most, uint32_t *variable);

/* ----------------------------------------------------------------- the best of all moves ---- */

/* Is there only one kind of pairs, which wants values to differ? */
bool bsn_focus_tabu_fits(const struct bsn_focus_map *map, const struct bsn_focus_table *table);

/* Gives a particle what it needs. It keeps `opens`, but not which factors are open. */
basin_status bsn_focus_tabu_make(basin_ctx *ctx, struct bsn_focus_particle *particle);
void bsn_focus_tabu_clear(basin_ctx *ctx, struct bsn_focus_particle *particle);

/* To be called when the particle's values were set. */
void bsn_focus_tabu_begin(struct bsn_focus_particle *particle);

/* As bsn_focus_walk. */
size_t bsn_focus_tabu_walk(struct bsn_focus_particle *particle, size_t moves);

/* ------------------------------------------------------------------- children of particles ---- */

/* An assignment of pairs, one variable after the other, into value (variables). What the particle
 * has counted is lost; scratch (3, variables). False: the particle's brake ended it. */
bool bsn_focus_greedy(struct bsn_focus_particle *particle, uint32_t *scratch, uint16_t *value);

struct bsn_focus_breed {
    struct bsn_focus_particle *p[2];
    uint16_t *child[2], *elite[2];  /* (variables) */
    uint32_t elite_opens[2];        /* UINT32_MAX: there is none */
    uint32_t *size, *common, *queue; /* (2, values), (values, values), (3, variables) scratch */
    uint32_t age, length, generation;  /* rounds since the last children, and for each */
    bool greedy;                    /* they began so, the last time */
};

/* Both become particles that make the best of all moves. */
basin_status bsn_focus_breed_make(basin_ctx *ctx, struct bsn_focus_particle *two,
                                  struct bsn_focus_breed *out);
void bsn_focus_breed_clear(basin_ctx *ctx, struct bsn_focus_breed *breed);

/* Begins with the particles where they are, or where a greedy assignment puts them. */
void bsn_focus_breed_begin(struct bsn_focus_breed *breed, bool greedy);

/* After a round. Where values are held, particles have no children: then names of values matter. */
void bsn_focus_breed_round(struct bsn_focus_breed *breed);

/* -------------------------------------------------------------------------- the ladder ---- */

#define BSN_FOCUS_RUNGS 16  /* at most; further particles make ladders of their own */

/* Rungs from cold to hot, and the particles that stand on them. */
struct bsn_focus_ladder {
    const struct bsn_focus_table *table;
    struct bsn_focus_particle *particle;  /* (particles) not its own */
    uint32_t particles, rungs;
    bool wide;                            /* from colder to hotter than others */
    struct bsn_focus_rung rung[BSN_FOCUS_RUNGS];
    double changes[BSN_FOCUS_RUNGS];  /* what was seen of each, the last rounds counting most */
    double raised[BSN_FOCUS_RUNGS];
    uint64_t rounds;                      /* since it began */
    double tail;                          /* length of the map's */
    uint32_t *at;                         /* (particles) who stands at each place; place % rungs */
};

basin_status bsn_focus_ladder_make(basin_ctx *ctx, const struct bsn_focus_map *map,
                                   const struct bsn_focus_table *table,
                                   struct bsn_focus_particle *particle, uint32_t particles,
                                   struct bsn_focus_ladder *out);
void bsn_focus_ladder_clear(basin_ctx *ctx, struct bsn_focus_ladder *ladder);

/* Puts the particles on their first rungs. */
void bsn_focus_ladder_begin(struct bsn_focus_ladder *ladder);

/* After a round: moves the rungs to the noise levels that suit the problem, then offers neighbours
 * an exchange. Particles have taken stock. */
void bsn_focus_ladder_adjust(struct bsn_focus_ladder *ladder);
void bsn_focus_ladder_exchange(struct bsn_focus_ladder *ladder, const struct bsn_rng *rng);

#endif
