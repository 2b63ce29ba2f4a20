/* sampler_basin.c - basin's own solver: Langevin steps at fixed noise levels, adaptive weights.
 *
 * Each particle stays at one noise level of a ladder and keeps a weight for every factor. A factor
 * that stays broken gains weight until it is heard; weights fall back to 1 slowly:
 *     y <- y - clip(h grad, 1) + 0.4 sqrt(2 h) xi            h = s^2 / 2
 *     w_k <- w_k + rate (1 - exp(-R_k)) - 0.025 (w_k - 1)    R_k = -log P(factor k holds | y)
 * Tiles are independent of each other, so they run for a few steps each and meet to compare. The
 * recipe and its constants were found by experiment, see bench/README.md.
 */
#include "base/file.h"
#include "sample/sampler.h"

#include <math.h>

#define PULL 0.5        /* h = PULL s^2 */
#define JOLT 0.4        /* share of the noise that a true Langevin step would have */
#define REACH 3.0f      /* coordinates stay within +-REACH */
#define RATE 0.2f
#define DECAY 0.025f
#define SIGMA_LOW 0.3   /* ladder: s^2 = sigma^2 / (1 + sigma^2), sigma geometric */
#define SIGMA_HIGH 0.45
#define ROUND_SECONDS 0.01
#define ROUND_STEPS 16

struct round {
    uint64_t from, to;  /* steps of this round */
};

static void set_ladder(const struct bsn_run *run, struct bsn_tile *tile, struct bsn_move *move)
{
    for (size_t lane = 0; lane < BSN_LANES; lane++) {
        const size_t rung = (tile->index + lane * run->tiles) % (BSN_LANES * run->tiles);
        const double share = (double)rung / (double)(BSN_LANES * run->tiles - 1);
        const double sigma = SIGMA_LOW * pow(SIGMA_HIGH / SIGMA_LOW, share);
        const double noise = sigma * sigma / (1 + sigma * sigma), h = PULL * noise;
        bsn_level_lane(bsn_compose_schedule(run->compose), noise, lane, &tile->level);
        move->step[lane] = (float)h;
        move->jolt[lane] = (float)(JOLT * sqrt(2 * h));
    }
}

static void begin_tile(struct bsn_run *run, struct bsn_tile *tile, void *unused)
{
    const size_t factors = bsn_compose_factors(run->compose) * BSN_LANES;

    (void)unused;
    for (size_t i = 0; i < factors; i++)
        tile->weight[i] = 1;
}

static void tile_round(struct bsn_run *run, struct bsn_tile *tile, void *arg)
{
    const struct round *const round = arg;
    const struct bsn_kernel *const kernel = bsn_compose_kernel(run->compose);
    struct bsn_move move = { .seed = run->seed, .stream = run->stream << 12 | tile->index,
                             .clip = 1, .reach = REACH };
    _Alignas(64) float rate[BSN_LANES];

    set_ladder(run, tile, &move);
    for (size_t lane = 0; lane < BSN_LANES; lane++)
        rate[lane] = RATE;
    for (uint64_t step = round->from; step < round->to && tile->violated > 0; step++) {
        bsn_tile_eval(run, tile, tile->weight);
        kernel->reweigh(bsn_compose_factors(run->compose), tile->residual, rate, DECAY,
                        tile->weight);
        move.when = (uint32_t)step;
        kernel->langevin(&move, bsn_compose_coords(run->compose), tile->grad, tile->y);
        bsn_tile_look(run, tile, step + 1);
        if (run->deadline > 0 && bsn_seconds() >= run->deadline)
            return;
    }
}

/* Rounds of about 10 ms keep the answer to a stop quick. Their length changes nothing else: a
 * tile stops at its own first solution, and the earliest of all wins. */
static void run_basin(struct bsn_run *run)
{
    struct round round = { 0, 1 };
    uint64_t length = 1;

    bsn_run_each(run, begin_tile, NULL);
    for (;;) {
        const double before = bsn_seconds();
        bsn_run_each(run, tile_round, &round);
        if (bsn_run_over(run, round.to))
            break;
        if (bsn_seconds() - before < ROUND_SECONDS / 2 && length < ROUND_STEPS)
            length *= 2;
        round.from = round.to;
        round.to += length;
        if (run->step_limit > 0 && round.to > run->step_limit)
            round.to = run->step_limit;
    }
    if (run->violated == 0)
        run->steps = run->at_step;
}

const struct bsn_sampler bsn_sampler_basin = {
    .name = "basin",
    .summary = "Langevin steps at a ladder of fixed noise levels with adaptive factor weights",
    .particles = 16,
    .weights = true,
    .run = run_basin,
};
