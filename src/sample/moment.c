/* moment.c - what the caller is shown of a run while it goes on. */
#include "base/file.h"
#include "sample/sampler.h"

/* What the particles of a tile decode to, as they are now, and how many constraints they break.
 * Nothing of the tile that the search goes on from is touched. */
static void show_tile(struct bsn_run *run, struct bsn_tile *tile, void *unused)
{
    const struct bsn_task *const task = run->problem->task;
    const size_t first = tile->index * BSN_LANES;
    int32_t *const value = run->moment_value + first * run->problem->values;

    (void)unused;
    task->decode(run->problem->instance, run->decode, tile->live, tile->y, value);
    bsn_run_fix(run, tile->live, value);
    task->verify(run->problem->instance, tile->live, value, tile->verify_scratch,
                   run->moment_broken + first);
}

/* By the paper's selection the best is the particle of lowest energy. */
static void choose_lowest(const struct bsn_run *run, struct basin_moment *now)
{
    size_t best = 0;

    for (size_t p = 1; p < run->particles; p++)
        if (!(run->moment_energy[best] <= run->moment_energy[p]))
            best = p;
    now->violated = run->moment_broken[best];
    now->value = run->moment_value + best * run->problem->values;
}

static void show_all(struct bsn_run *run, struct basin_moment *now)
{
    bsn_run_each(run, show_tile, NULL);
    now->values = run->moment_value;
    now->broken = run->moment_broken;
    now->parent = run->resampled ? run->parent : NULL;
    run->resampled = false;
    if (run->by_energy)
        choose_lowest(run, now);
}

void bsn_run_moment(struct bsn_run *run, uint64_t step)
{
    struct basin_moment now = { .step = step, .seconds = bsn_seconds() - run->began,
                                .violated = run->violated,
                                .value = run->violated < UINT64_MAX ? run->best : NULL,
                                .particles = run->particles, .energy = run->moment_energy,
                                .noise = run->tile->level.noise[0] };

    if (!run->main_thread || !run->opts->on_moment)
        return;
    for (size_t p = 0; p < run->particles; p++)
        run->moment_energy[p] = run->tile[p / BSN_LANES].energy[p % BSN_LANES];
    if (run->watch)
        show_all(run, &now);
    run->opts->on_moment(run->opts->user, &now);
}
