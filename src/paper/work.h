/* work.h - a row at work: what bench.c, which makes its runs, and tally.c, which counts them, have
 * in common.
 */
#ifndef BASIN_PAPER_WORK_H
#define BASIN_PAPER_WORK_H

#include "paper/parts.h"

#define PAPER_SEED 1

struct paper_job {
    size_t part;
    const struct paper_instance *instance;
    uint64_t sample;
    struct paper_run run;
    json_t *answer;  /* its values; of one that was made now */
    bool done, failed;
    char why[300];
};

/* A row at work. */
struct paper_work {
    struct paper_bench *bench;
    const struct paper_plan *plan;
    const basin_model *model, *scale;  /* scale: weighs boards; or NULL */
    struct paper_set set[PAPER_CELLS];
    struct paper_job *job;
    size_t jobs;
    struct paper_job **pending;
    size_t pendings, least;            /* the first `least` of them are done in any case */
    size_t workers;
    basin_ctx **ctx;
    const struct paper_job *failed;    /* one that says why there are no figures; or NULL */
    double begun, took;
    int code;
};

static inline uint32_t paper_particles_of(const struct paper_plan *plan, size_t part)
{
    return plan->part[part].particles ? plan->part[part].particles : plan->way.particles;
}

/* The figures of a row, from the jobs that are done. */
void paper_tally(const struct paper_work *work, struct paper_row *row);

#endif
