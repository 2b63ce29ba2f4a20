/* sampler.h - what a sampler is, and the run it works on.
 *
 * A sampler is added by adding a file sampler_X.c to this folder, or to that of a domain, that
 * defines bsn_sampler_X; the build finds it. It moves the particles of a run and, after every step,
 * lets the run look at them: the run decodes, verifies, keeps the best, and says when to stop.
 */
#ifndef BSN_SAMPLER_H
#define BSN_SAMPLER_H

#include "base/brake.h"
#include "base/pool.h"
#include "base/rng.h"
#include "energy/task.h"

/* Sixteen particles. Arrays have lanes innermost. */
struct bsn_tile {
    uint32_t index;
    size_t live;                /* particles in it; the last tile may have idle lanes */
    float *y, *grad;            /* (coords, 16) */
    float *energy;              /* (16) */
    double sum[BSN_LANES];      /* of costs, for samplers that are graded */
    float *residual;            /* (factors, 16) */
    float *weight;              /* (factors, 16), for samplers that keep weights */
    float *drift;               /* (coords, 16), likewise: the last step */
    float *extra, *extra2;      /* (coords, 16), for samplers that ask for them */
    float *kept[2];             /* likewise: a position and its gradient to go back to */
    int32_t *value;             /* (live, values) */
    uint32_t *verify_scratch;
    float *scratch;
    void *room;                 /* the sampler's own memory */
    struct bsn_level level;
    /* The best of this tile since the run last looked: fewest broken (for samplers that ask for it,
     * lowest energy), then earliest, then first. */
    uint64_t violated, at_step;
    size_t lane;
    int32_t *best;              /* (values) */
    double best_energy;
};

/* One search for one answer. */
struct bsn_run {
    basin_ctx *ctx;
    const basin_problem *problem;
    const struct bsn_compose *compose;
    const struct bsn_sampler *sampler;
    struct bsn_pool *pool;      /* NULL: everything on the calling thread */
    enum bsn_decode decode;
    bool by_energy;             /* the paper's selection: lowest energy at the end */
    const float *held, *start;  /* (coords, 16) fixed and first coordinates, NAN elsewhere; NULL */
    bool whole;                 /* the caller wants nothing left out */
    uint32_t particles;
    uint64_t floor;             /* nothing breaks fewer constraints: the end of the search */
    size_t tiles;
    struct bsn_tile *tile;
    uint32_t *parent;           /* (particles) scratch of resampling */
    double *share;              /* (particles) */
    /* Set anew for each sample. */
    uint64_t seed;
    uint32_t stream;            /* which sample */
    uint64_t steps, step_limit;
    double began;
    const struct basin_solve_opts *opts;
    bool main_thread;           /* this run may call the caller's functions */
    struct bsn_brake *brake;    /* shared by all runs of a call */
    double bound;               /* a sum that ends the search of a graded sampler */
    uint64_t violated;          /* of `best`; UINT64_MAX when there is none */
    uint64_t at_step;
    int32_t *best;              /* (values) */
    double energy;
    /* For moments. */
    float *moment_energy;       /* (particles) */
    bool watch;                 /* the caller wants to see every particle: */
    int32_t *moment_value;      /* (tiles, 16, values), and what they break; else NULL */
    uint64_t *moment_broken;    /* (tiles, 16) */
    bool resampled;             /* since the last moment; `parent` says how */
    /* For runs of several processes, see together.h; NULL: there is one. */
    const struct basin_team *team;
    void *shared;               /* (team, values) numbers of assignments */
    double meet_at;             /* time of the next meeting */
    bool parted;                /* the last one was held */
    void *own;                  /* what the sampler's open() made */
    enum basin_narrow narrow;   /* what it left out, as in the answer */
    size_t narrowed_values, narrowed_variables;
};

#define BSN_GRAPH_TERMS 16  /* at most, of problems for samplers that hold assignments */

struct bsn_sampler {
    const char *name, *summary;
    uint32_t particles;  /* default number */
    bool weights, extra; /* arrays it needs in its tiles */
    const struct bsn_term_kind *needs;  /* only for problems with terms of this kind; NULL: any */
    uint32_t narrow;     /* terms that can be are narrowed to so many possibilities; 0: none are */
    bool own_levels;     /* chooses noise by itself, does not go down the levels of a schedule */
    bool lowest;         /* answers are compared by the energies in its tiles, which are those of
                          * assignments then; no number of broken constraints ends the search */
    bool graded;         /* answers that break as many constraints are compared by the sums in its
                          * tiles, and the search ends when the run's bound is reached, too */
    bool assignments;    /* holds assignments: tiles have y to show them, but no gradients, residuals
                          * or scratch, and it makes its starting points itself */
    /* Can it be asked about this problem? NULL: yes. Where a domain's sampler cannot, the first of
     * all takes its place. */
    bool (*fits)(const struct bsn_graph *graph);
    /* Takes its place, under its name, where that one fits; NULL: nothing does. */
    const struct bsn_sampler *instead;
    /* Particles where the caller does not say how many; NULL: `particles`, twice for large ones. */
    uint32_t (*crowd)(const struct bsn_graph *graph);
    /* Memory of its own for a run, in run->own; NULL: none. close() is called in any case. */
    basin_status (*open)(basin_ctx *ctx, struct bsn_run *run);
    void (*close)(basin_ctx *ctx, struct bsn_run *run);
    size_t (*room)(const struct bsn_compose *compose);  /* bytes of its own a tile; NULL: none */
    void (*run)(struct bsn_run *run);
};

extern const struct bsn_sampler *const bsn_sampler_list[];  /* ends with NULL */

/* The name of the sampler of basin's method with energies of a kind. */
const char *bsn_task_sampler(const struct bsn_task *task, enum basin_energy energy);

/* ------------------------------------------------------------------ a run's beginning ---- */

struct bsn_run_setup {
    const basin_problem *problem;
    const struct bsn_compose *compose;
    const struct bsn_sampler *sampler;
    struct bsn_pool *pool;
    uint32_t particles;
    enum bsn_decode decode;
    bool by_energy;
    const float *held, *start;  /* as in the run */
    bool watch, whole;
    const struct basin_team *team;
};

basin_status bsn_run_new(basin_ctx *ctx, const struct bsn_run_setup *setup, struct bsn_run **out);
void bsn_run_free(basin_ctx *ctx, struct bsn_run *run);

/* Runs the sampler for one sample; the result is in run->best and what stands around it. */
enum basin_stop bsn_run_sample(struct bsn_run *run, const struct basin_solve_opts *opts,
                               uint64_t sample, bool main_thread, struct bsn_brake *brake);

/* ------------------------------------------------------------------- used by samplers ---- */

/* Starting points N(0, 1), or near the assignment that the caller gave. */
void bsn_tile_start(struct bsn_run *run, struct bsn_tile *tile, void *unused);

/* Calls work(run, tile, arg) for every tile, in parallel where the run has a pool. */
typedef void bsn_tile_fn(struct bsn_run *run, struct bsn_tile *tile, void *arg);
void bsn_run_each(struct bsn_run *run, bsn_tile_fn *work, void *arg);

/* Energy, gradient and residuals of a tile at its level; weight NULL for ones. False when the run was
 * stopped before they were known: then they are of no use, and the run is over. */
bool bsn_tile_eval(struct bsn_run *run, struct bsn_tile *tile, const float *weight);

/* The energies alone, of the paper's networks at a third of the cost; gradients stay as they
 * are. */
bool bsn_tile_energy(struct bsn_run *run, struct bsn_tile *tile);

/* Values that the caller holds fixed, into assignments value (count, values). */
void bsn_run_fix(const struct bsn_run *run, size_t count, int32_t *value);

/* Decodes and verifies a tile after step `step`; returns true when one of its particles is a
 * solution. */
bool bsn_tile_look(struct bsn_run *run, struct bsn_tile *tile, uint64_t step);
/* The same for assignments that are in tile->value already. */
bool bsn_tile_judge(struct bsn_run *run, struct bsn_tile *tile, uint64_t step);

/* Has this call been told to stop, or is its time over? Cheap; for use inside long work, on any
 * thread. */
bool bsn_run_poll(struct bsn_run *run);
/* Does a time limit end it? */
bool bsn_run_timed(const struct bsn_run *run);

/* Gathers what tiles found up to step `step`, reports, and says whether the run is over: a
 * solution was found, or a limit was met. */
bool bsn_run_over(struct bsn_run *run, uint64_t step);

/* Shows the run to the caller's on_moment, if there is one; bsn_run_over does it by itself. */
void bsn_run_moment(struct bsn_run *run, uint64_t step);

#endif
