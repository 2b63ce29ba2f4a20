/* sampler_basin.c - basin's own solver: Langevin steps at fixed noise levels, adaptive weights.
 *
 * Each particle stays at one noise level of a ladder and keeps a weight for every factor. A factor
 * that stays broken gains weight until it is heard; weights fall back to 1 slowly:
 *     d <- momentum d - clip(h grad) + noise_scale sqrt(2 h) xi        h = step_size s^2
 *     y <- y + d
 *     w_k <- w_k + rate (1 - exp(-R_k)) - decay (w_k - 1)    R_k = -log P(factor k holds | y)
 * The constants are the domain's dynamics: short factors bear more noise than long ones. Tiles are
 * independent of each other, so they run for a few steps each and meet to compare. The recipe and
 * its constants were found by experiment, see bench/README.md.
 */
#include "base/file.h"
#include "sample/dynamics.h"
#include "sample/sampler.h"

#include <math.h>

#define REACH 3.0f         /* coordinates stay within +-REACH */
#define FEW_FACTORS 1000.0
#define HASTE_MOST 2.25
#define EARLY 64           /* steps after each of which particles are looked at; later */
#define LOOK 4             /* one in so many: a solution that was found stays for a while */
#define ROUND_SECONDS 0.01
#define ROUND_STEPS 16
#define BLOCK 1048576      /* numbers between polls */
#define FLOOR_STEPS 10000  /* where no solution exists and nothing else ends the search */

struct round {
    uint64_t from, to;  /* steps of this round */
};

/* What stays the same from step to step. */
struct settings {
    struct bsn_move move;
    float rate;
    _Alignas(64) float decay[BSN_LANES];
};

/* From one end of a pair to the other, evenly in logarithms. */
static double between(const double ends[2], double share)
{
    return ends[0] * pow(ends[1] / ends[0], share);
}

/* How much faster weights fall back in a large problem: with many factors, some are always broken,
 * and what they once cost must be forgotten sooner. Small hard ones need a long memory. */
static double haste(const struct bsn_run *run, const struct bsn_dynamics *dynamics)
{
    const double factors = (double)bsn_compose_factors(run->compose) / FEW_FACTORS;
    const double times = pow(factors, dynamics->forget);

    return times < 1 ? 1 : times > HASTE_MOST ? HASTE_MOST : times;
}

static void set_ladder(const struct bsn_run *run, struct bsn_tile *tile, struct settings *settings)
{
    const struct bsn_dynamics walk = run->problem->task->dynamics(run->problem->instance);
    const struct bsn_dynamics *const dynamics = &walk;
    const double hasten = haste(run, dynamics);

    for (size_t lane = 0; lane < BSN_LANES; lane++) {
        const size_t rung = (tile->index + lane * run->tiles) % (BSN_LANES * run->tiles);
        const double share = (double)rung / (double)(BSN_LANES * run->tiles - 1);
        const double sigma = between(dynamics->sigma, share);
        const double noise = sigma * sigma / (1 + sigma * sigma), h = dynamics->step_size * noise;
        bsn_level_lane(bsn_compose_schedule(run->compose), noise, lane, &tile->level);
        settings->move.step[lane] = (float)h;
        settings->move.noise_scale[lane] = (float)(dynamics->noise_scale * sqrt(2 * h));
        settings->decay[lane] = (float)(hasten * between(dynamics->decay, share));
    }
    settings->rate = (float)dynamics->rate;
    settings->move.clip = (float)dynamics->clip;
    settings->move.momentum = (float)dynamics->momentum;
    settings->move.reach = REACH;
}

static void begin_tile(struct bsn_run *run, struct bsn_tile *tile, void *unused)
{
    const size_t factors = bsn_compose_factors(run->compose) * BSN_LANES;
    const size_t coords = bsn_compose_coords(run->compose) * BSN_LANES;

    (void)unused;
    for (size_t i = 0; i < factors && !(i % BLOCK == 0 && bsn_run_poll(run)); i++)
        tile->weight[i] = 1;
    for (size_t i = 0; i < coords && !(i % BLOCK == 0 && bsn_run_poll(run)); i++)
        tile->drift[i] = 0;
}

static void tile_round(struct bsn_run *run, struct bsn_tile *tile, void *arg)
{
    const struct round *const round = arg;
    const struct bsn_kernel *const kernel = bsn_compose_kernel(run->compose);
    const size_t coords = bsn_compose_coords(run->compose);
    struct settings settings = { .move = { .seed = run->seed,
                                   .stream = run->stream << 12 | tile->index } };

    set_ladder(run, tile, &settings);
    for (uint64_t step = round->from; step < round->to && tile->violated > run->floor; step++) {
        if (!bsn_tile_eval(run, tile, tile->weight))
            return;
        kernel->reweigh(bsn_compose_factors(run->compose), tile->residual, settings.rate,
                        settings.decay, tile->weight);
        settings.move.when = (uint32_t)step;
        kernel->langevin(&settings.move, coords, tile->grad, tile->drift, tile->y);
        if (step < EARLY || (step + 1) % LOOK == 0 || step + 1 == run->step_limit)
            bsn_tile_look(run, tile, step + 1);
    }
}

/* The last step of a round of `length` steps. Who watches sees every look at the particles. */
static uint64_t round_end(const struct bsn_run *run, uint64_t from, uint64_t length)
{
    const uint64_t to = !run->watch   ? from + length
                        : from < EARLY ? from + 1
                                       : from + LOOK - from % LOOK;

    return run->step_limit > 0 && to > run->step_limit ? run->step_limit : to;
}

/* Rounds of about 10 ms keep the answer to a stop quick. Their length changes nothing else: a
 * tile stops at its own first solution, and the earliest of all wins. */
static void run_basin(struct bsn_run *run)
{
    struct round round = { 0, 1 };
    uint64_t length = 1;

    if (run->floor > 0 && run->step_limit == 0 && !bsn_run_timed(run))
        run->step_limit = FLOOR_STEPS;
    bsn_run_each(run, begin_tile, NULL);
    for (;;) {
        const double before = bsn_seconds();
        bsn_run_each(run, tile_round, &round);
        if (bsn_run_over(run, round.to))
            break;
        if (bsn_seconds() - before < ROUND_SECONDS / 2 && length < ROUND_STEPS)
            length *= 2;
        round.from = round.to;
        round.to = round_end(run, round.from, length);
    }
    if (run->violated <= run->floor)
        run->steps = run->at_step;
}

const struct bsn_sampler bsn_sampler_basin = {
    .name = "basin",
    .summary = "Langevin steps at a ladder of fixed noise levels with adaptive factor weights",
    .particles = 16,
    .weights = true,
    .own_levels = true,
    .run = run_basin,
};
