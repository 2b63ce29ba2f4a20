/* together.c - meetings of processes that search side by side, and whose answer counts. */
#include "sample/together.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/team.h"

#include <string.h>

#define MEET_SECONDS 0.01  /* between meetings, which cost some microseconds each */

/* What one process says at a meeting. */
struct notice {
    uint64_t step, found;  /* found: UINT64_MAX while it has not */
    int stop;              /* enum basin_stop of who ended it from outside, or 0 */
    bool over;
};

/* ------------------------------------------------------------------------------ meetings ---- */

/* What all of them know after a meeting. */
struct standing {
    uint64_t least;  /* steps of a solution, UINT64_MAX for none */
    int stop;
    bool all_over;
};

static struct standing meet(const struct bsn_run *run, const struct notice *mine)
{
    const struct basin_team *const team = run->team;
    struct notice notice[BSN_TEAM_MOST];
    struct standing s = { UINT64_MAX, 0, true };

    memset(&notice[team->number], 0, sizeof *notice);
    notice[team->number] = *mine;
    team->share(team->user, notice, sizeof *notice);
    for (uint32_t i = 0; i < team->count; i++) {
        s.least = notice[i].found < s.least ? notice[i].found : s.least;
        s.stop = s.stop ? s.stop : notice[i].stop;
    }
    for (uint32_t i = 0; i < team->count; i++)
        s.all_over &= notice[i].over || notice[i].found != UINT64_MAX || notice[i].step >= s.least;
    return s;
}

/* Meets once, and then, where nothing is left to do here, until all have come to an end. */
static bool meet_until(struct bsn_run *run, struct notice *mine)
{
    for (;;) {
        mine->stop = (int)bsn_brake_why(run->brake);
        const struct standing s = meet(run, mine);
        if (s.stop)
            atomic_store(&run->brake->stop, s.stop);
        if (s.all_over || s.stop)
            return true;
        if (!mine->over && mine->found == UINT64_MAX && mine->step < s.least)
            return false;
    }
}

bool bsn_together_over(struct bsn_run *run, uint64_t step, bool found, bool over)
{
    struct notice mine = { .step = step, .found = found ? run->at_step : UINT64_MAX,
                           .over = over };

    if (!over && bsn_seconds() < run->meet_at)
        return false;
    run->parted = meet_until(run, &mine);
    run->meet_at = bsn_seconds() + MEET_SECONDS;
    return run->parted;
}

/* ---------------------------------------------------------------------------- the result ---- */

struct result {
    uint64_t violated, steps, at_step, sample, narrowed_values, narrowed_variables;
    double energy;
    int stop, narrow;
};

/* Is a's answer better than b's, for a sampler of this kind? Who comes first, the lower number, is
 * not asked. */
static bool is_better(const struct bsn_run *run, const struct result *a, const struct result *b)
{
    const bool a_found = a->stop == BASIN_STOP_SOLVED || a->stop == BASIN_STOP_FLOOR;
    const bool b_found = b->stop == BASIN_STOP_SOLVED || b->stop == BASIN_STOP_FLOOR;
    const bool by_energy = run->by_energy || run->sampler->lowest;

    if (!by_energy && a_found && b_found)
        return a->at_step < b->at_step;
    if (!by_energy && a_found != b_found)
        return a_found;
    if (!by_energy && a->violated != b->violated)
        return a->violated < b->violated;
    return (by_energy || run->sampler->graded) && a->energy < b->energy;
}

static void take_result(struct bsn_run *run, const struct result *r, enum basin_stop *stop)
{
    run->violated = r->violated;
    run->steps = r->steps;
    run->at_step = r->at_step;
    run->energy = r->energy;
    run->narrow = (enum basin_narrow)r->narrow;
    run->narrowed_values = r->narrowed_values;
    run->narrowed_variables = r->narrowed_variables;
    *stop = (enum basin_stop)r->stop;
}

/* The winner's assignment, which the others have asked for. */
static void take_best(struct bsn_run *run, uint32_t winner)
{
    const size_t bytes = run->problem->values * sizeof *run->best;
    const struct basin_team *const team = run->team;

    memcpy((char *)run->shared + team->number * bytes, run->best, bytes);
    team->share(team->user, run->shared, bytes);
    memcpy(run->best, (char *)run->shared + winner * bytes, bytes);
}

void bsn_together_settle(struct bsn_run *run, uint64_t *sample, enum basin_stop *stop)
{
    const struct basin_team *const team = run->team;
    struct result result[BSN_TEAM_MOST];
    struct result *const mine = &result[team->number];
    uint32_t winner = 0;

    if (!run->parted)
        meet_until(run, &(struct notice){ .step = run->steps, .found = UINT64_MAX, .over = true });
    memset(mine, 0, sizeof *mine);
    *mine = (struct result){ .violated = run->violated, .steps = run->steps,
                             .at_step = run->at_step, .sample = *sample, .energy = run->energy,
                             .stop = (int)*stop, .narrow = (int)run->narrow,
                             .narrowed_values = run->narrowed_values,
                             .narrowed_variables = run->narrowed_variables };
    team->share(team->user, result, sizeof *result);
    for (uint32_t i = 1; i < team->count; i++)
        winner = is_better(run, &result[i], &result[winner]) ? i : winner;
    *sample = result[winner].sample;
    take_result(run, &result[winner], stop);
    take_best(run, winner);
}

/* ------------------------------------------------------------------------------- the call ---- */

basin_status bsn_together_check(basin_ctx *ctx, const struct bsn_run *run,
                                const struct basin_solve_opts *opts)
{
    const char *const kernel = opts->kernel ? opts->kernel : basin_kernel_name(0);
    const uint64_t numbers[] = { run->problem->values, bsn_compose_coords(run->compose),
                                 bsn_compose_factors(run->compose), run->particles, opts->seed,
                                 opts->sample, opts->steps, run->floor };
    uint64_t hash = bsn_hash(BSN_HASH_INIT, numbers, sizeof numbers);

    hash = bsn_hash(hash, kernel, strlen(kernel));
    hash = bsn_hash(hash, run->sampler->name, strlen(run->sampler->name));
    if (bsn_team_same(opts->team, hash))
        return BASIN_STATUS_OK;
    return bsn_fail(ctx, BASIN_STATUS_INPUT, "the processes of a team do not make the same call: "
                    "other problems, options, or processors (see basin_solve_opts.kernel)");
}
