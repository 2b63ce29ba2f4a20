/* domain.h - what a domain is: one table of functions, found through a registry.
 *
 * A domain is added by adding a file X.c to this folder that defines bsn_domain_X; the build lists
 * the folder. Everything else (solving, training, the tool, the tests) goes through this table.
 */
#ifndef BSN_DOMAIN_H
#define BSN_DOMAIN_H

#include "base/rng.h"
#include "base/text.h"
#include "energy/compose.h"
#include "energy/graph.h"
#include "energy/model.h"
#include "view/scene.h"

/* How to decode a particle: basin's way, or as the paper says. */
enum bsn_decode { BSN_DECODE_BASIN = 0, BSN_DECODE_PAPER };

/* A few examples of one network's subproblem, for one tile of a training batch. The domain may
 * lower `parts` and (for choices) `inputs`, and fills y (parts, inputs, cols), cond (parts, conds,
 * cols) and, if it sets `negatives`, negative (parts, inputs, cols): invalid relatives of y under
 * the same conditions. */
struct bsn_lesson {
    size_t cols, parts, inputs;  /* begin as the recipe's */
    bool negatives;
    double odds;                 /* how much a negative counts; begins as the recipe's */
    float *y, *cond, *negative;
    const void *from;            /* what gather() gathered, or NULL */
};

/* How to train one network. */
struct bsn_recipe_net {
    const char *name;
    struct bsn_net net;
    const char *base;     /* network whose energy of each part is added, frozen; or NULL */
    size_t parts;         /* the most parts a lesson has */
    uint64_t steps;
    uint32_t batch, tile; /* columns of a step, and of one lesson in it */
    double rate, decay;   /* AdamW's learning rate (falling to 1 % by a cosine), weight decay */
    double diffusion, contrastive;  /* weights of the losses */
    double odds;          /* contrastive: how much a negative counts against a positive; 0: as each
                           * lesson says */
    bool direct;          /* residual networks: begins near |y|^2 / 2, see bsn_residual_direct */
    double calm;          /* levels of less noise s^2 than this count less: s^2 / (s^2 + calm) */
};

struct bsn_recipe {
    const char *data;  /* what the examples are, in words */
    const char *conditions;  /* what their conditions are made by, for BSN_NOTE_CONDITIONS; NULL */
    uint64_t mark;     /* tells one set of gathered examples from another; 0: none were gathered */
    uint32_t levels;
    size_t nets;
    struct bsn_recipe_net net[BSN_MODEL_NETS];
};

/* How basin's own sampler walks on a domain's energies, see sampler_basin.c. Pairs are for the
 * first and the last rung of the ladder of particles. Found by experiment, see bench/README.md. */
struct bsn_gait {
    double sigma[2];      /* noise levels: s^2 = sigma^2 / (1 + sigma^2) */
    double decay[2];      /* how fast weights fall back to 1, in problems of up to 1,000 factors */
    double forget;        /* beyond, it grows with their number to this power */
    double rate;          /* how fast those of broken factors grow */
    double pull, clip;    /* step length h = pull s^2, and bound of a step */
    double jolt;          /* share of the noise that a true Langevin step would have */
    double glide;         /* share of the last step that is taken again */
};

struct bsn_domain {
    const char *name, *summary, *operand, *formats;
    const char *suffix; /* of its files' names; "" when instances are no files */
    const char *kinds;  /* of random instances; "" for none */
    bool ranked;        /* every full assignment is valid; answers differ by their energy */

    bool (*claims)(const char *spec);  /* does this look like an instance of mine? */
    basin_status (*open)(basin_ctx *ctx, const char *spec, void **instance);
    /* Instances that a file holds; NULL: one. The others are "FILE:INDEX". */
    basin_status (*instances)(basin_ctx *ctx, const char *path, size_t *count);
    void (*free)(basin_ctx *ctx, void *instance);
    size_t (*values)(const void *instance);
    size_t (*constraints)(const void *instance);

    /* Values that the instance itself holds fixed; leaves the others alone. NULL: none. */
    void (*given)(const void *instance, int32_t *value);
    /* How much of an assignment is as the instance's own solution says; false when it has none.
     * NULL: none ever has. */
    bool (*score)(const void *instance, const int32_t *value, struct basin_score *score);

    /* For domains that ask for few of something, colours; NULL for the others. A limit must be set
     * before graph() is asked for. Values that are at least 0 in `keep` (values, or NULL) stay part
     * of the search. */
    basin_status (*limit)(basin_ctx *ctx, void *instance, uint32_t limit, const int32_t *keep);
    uint32_t (*limited)(const void *instance);  /* what is set, or the file says; 0: nothing */
    /* Constraints that every assignment breaks, as far as is known, and why; NULL: none. */
    uint64_t (*floor)(const void *instance);
    void (*floor_reason)(const void *instance, struct bsn_text *text);
    /* What of the instance's file is no part of the instance, where that matters; NULL: nothing. */
    void (*left_out)(const void *instance, struct bsn_text *text);
    /* Values that take part in the search; NULL: all. */
    size_t (*searched)(const void *instance);
    /* What is known without a search: no limit below *low has a solution, and `value` (values) is
     * one for *high. */
    basin_status (*bounds)(basin_ctx *ctx, const void *instance, int32_t *value, uint32_t *low,
                           uint32_t *high);

    /* Variables and factors for this model's networks. */
    basin_status (*graph)(basin_ctx *ctx, const void *instance, const basin_model *model,
                          struct bsn_graph *graph);
    /* From coordinates y (coords, 16) of a tile to assignments value (16, values), and back. */
    void (*decode)(const void *instance, enum bsn_decode how, const float *y, int32_t *value);
    /* Coordinates of values that are left open (-1) get `open`. */
    void (*encode)(const void *instance, const int32_t *value, float open, float *y);
    /* Broken constraints of `count` assignments, at most 16, value (count, values); shares nothing
     * with the energies. `scratch` has scratch(instance) numbers. */
    void (*verify)(const void *instance, size_t count, const int32_t *value, uint32_t *scratch,
                   uint64_t *violated);
    size_t (*scratch)(const void *instance);

    /* An assignment that breaks `violated` constraints, or NULL when there is none; `sure` says how
     * sure each of its words is, or is NULL. */
    void (*write)(const void *instance, const int32_t *value, uint64_t violated,
                  const double *sure, const char *format, struct bsn_text *text);
    /* Solutions in a file's text, appended to *value one after the other. */
    basin_status (*read)(basin_ctx *ctx, const void *instance, const char *path, char *text,
                         int32_t **value, size_t *count);

    /* The shapes of an instance's picture: always the same for the same instance. */
    basin_status (*lay)(basin_ctx *ctx, const void *instance, struct bsn_scene *scene);
    /* What an assignment (NULL: none) and the costs of its constraints (NULL: not asked for) make
     * of them: sets tone, heat and text of shapes, never their places. Cost c is that of factors
     * with label c. */
    void (*paint)(const void *instance, const int32_t *value, const double *cost,
                  struct bsn_scene *scene);
    size_t (*costs)(const void *instance);  /* how many there are */

    /* The lowest energy that a search of another kind finds, called `reference_name` ("beam"), on
     * the same energies; only to hold the samplers' answers against. NULL: there is none. */
    basin_status (*reference)(basin_ctx *ctx, const void *instance, const struct bsn_graph *graph,
                              double *energy);
    const char *reference_name;

    struct bsn_gait (*gait)(const void *instance);
    const char *sampler;  /* of basin's method, where it is not the first of all; or NULL */

    /* Domains whose compact energies are no networks learn and save them here; NULL for others. */
    basin_status (*study)(basin_ctx *ctx, const struct basin_train_opts *opts, const char *path);
    const struct bsn_recipe *(*recipe)(enum basin_energy energy);  /* NULL: cannot be trained */
    void (*lesson)(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                   struct bsn_lesson *lesson);
    /* Domains that teach from files, or from what the options say, look at them here, before the
     * first lesson, and fit the recipe to them; its texts live as long as what was gathered. NULL for the others. */
    basin_status (*gather)(basin_ctx *ctx, const struct basin_train_opts *opts,
                           struct bsn_recipe *recipe, void **lessons);
    void (*dismiss)(basin_ctx *ctx, void *lessons);
    bool boards;  /* gather looks at the options' board */
    bsn_examples_fn *examples;  /* for exact energies */

    /* A random instance as text; NULL when `kinds` is empty. The options are complete. */
    basin_status (*generate)(basin_ctx *ctx, const struct basin_gen_opts *opts,
                             struct bsn_text *text);
    /* A solved instance such as lessons are taken from, for refinement; or NULL. The factors of
     * each of its terms have the same number of parts. */
    basin_status (*solved)(basin_ctx *ctx, const struct bsn_rng *at, void **instance,
                           int32_t **value);
};

struct basin_problem {
    const struct bsn_domain *domain;
    void *instance;
    size_t values;
};

extern const struct bsn_domain *const bsn_domain_list[];  /* ends with NULL */

/* The domain of that name, or NULL and an error that lists the names. */
const struct bsn_domain *bsn_domain_find(basin_ctx *ctx, const char *name);

#endif
