/* toy.h - a problem of a few coordinates whose composed energy has a closed form, ready to run.
 *
 * Every coordinate is an example 1 with probability `ones`, else 0, on its own: at a level of
 * signal a and noise v, exp(-E) is the mixture (1 - ones) N(0, v) + ones N(a, v) in each. Its
 * "solution" is all ones, unless it is made unsolvable so that samplers run to their end.
 */
#ifndef TEST_TOY_H
#define TEST_TOY_H

#include "sample/sampler.h"

#include "support.h"

#include <math.h>

struct toy {
    basin_ctx *ctx;
    basin_model *model;
    struct bsn_graph graph;
    struct bsn_compose *compose;
    struct bsn_pool *pool;
    struct basin_problem problem;
    struct toy_instance {
        size_t coords;
        bool solvable;
    } instance;
    struct bsn_run *run;
    struct bsn_brake brake;
    struct basin_solve_opts opts;
};

struct toy_setup {
    const char *ones;  /* probability of an example 1; also the name of the "network" */
    size_t coords;
    uint32_t levels, particles, threads;  /* threads 0: no pool */
    bool solvable, by_energy;
    const char *sampler;
};

void toy_make(const struct toy_setup *setup, struct toy *toy);
void toy_free(struct toy *toy);

const struct bsn_sampler *toy_sampler(const char *name);

/* Runs sample `sample` to its end. */
enum basin_stop toy_sample(struct toy *toy, uint64_t sample);

/* Coordinate i of particle p. */
static inline float toy_at(const struct toy *toy, size_t i, size_t p)
{
    return toy->run->tile[p / BSN_LANES].y[i * BSN_LANES + p % BSN_LANES];
}

#endif
