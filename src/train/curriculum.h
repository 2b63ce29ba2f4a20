/* curriculum.h - what energies are learned from: recipes, and examples made on demand. */
#ifndef BSN_CURRICULUM_H
#define BSN_CURRICULUM_H

#include "base/rng.h"
#include "energy/model.h"
#include "energy/task.h"

/* A few examples of one network's subproblem, for one tile of a training batch. The domain may
 * lower `parts` and (for choices) `inputs`, and fills y (parts, inputs, cols), cond (parts, conds,
 * cols) and, if it sets `negatives`, negative (parts, inputs, cols): invalid relatives of y under
 * the same conditions. */
struct bsn_minibatch {
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
    size_t parts;         /* the most parts a minibatch has */
    uint64_t steps;
    uint32_t batch, tile; /* columns of a step, and of one minibatch in it */
    double rate, decay;   /* AdamW's learning rate (falling to 1 % by a cosine), weight decay */
    double diffusion, contrastive;  /* weights of the losses */
    double odds;          /* contrastive: how much a negative counts against a positive; 0: as each
                           * minibatch says */
    bool direct;          /* begins near |y|^2 / 2, see bsn_net_direct_f32 */
    double noise_floor;   /* levels of less noise s^2 than this count less, by s^2 / (s^2 + it):
                           * a weighting by signal to noise. Model files call it "calm". */
};

struct bsn_recipe {
    const char *data;  /* what the examples are, in words */
    const char *conditions;  /* what their conditions are made by, for BSN_NOTE_CONDITIONS; NULL */
    uint64_t mark;     /* tells one set of gathered examples from another; 0: none were gathered */
    uint32_t levels;
    size_t nets;
    struct bsn_recipe_net net[BSN_MODEL_NETS];
};

struct bsn_curriculum {
    const struct bsn_recipe *(*recipe)(enum basin_energy energy);  /* NULL: cannot be trained */
    void (*minibatch)(const struct bsn_recipe_net *net, const struct bsn_rng *at,
                      struct bsn_minibatch *minibatch);
    /* Domains that teach from files, or from what the options say, look at them here, before the
     * first minibatch, and fit the recipe to them; its texts live as long as what was gathered.
     * NULL for the others. */
    basin_status (*gather)(basin_ctx *ctx, const struct basin_train_opts *opts,
                           struct bsn_recipe *recipe, void **lessons);
    void (*dismiss)(basin_ctx *ctx, void *lessons);
    bool boards;  /* gather looks at the options' board */
    /* A solved instance such as lessons are taken from, for refinement; or NULL. The factors of
     * each of its terms have the same number of parts. */
    basin_status (*solved)(basin_ctx *ctx, const struct bsn_rng *at, void **instance,
                           int32_t **value);
    /* Compact energies that are no networks are learned and saved here; NULL where they are. */
    basin_status (*learn)(basin_ctx *ctx, const struct basin_train_opts *opts, const char *path);
};

/* What is trained. */
struct bsn_subject {
    const char *name;  /* of the domain, and of its models */
    const struct bsn_task *task;
    const struct bsn_curriculum *curriculum;
    /* Where these come from the caller, not from the curriculum: the recipe, what minibatches are
     * made from, and what the model says of that; or NULL. */
    const struct bsn_recipe *recipe;
    const void *lessons;
    basin_status (*note)(basin_ctx *ctx, const void *lessons, basin_model *model);
};

#endif
