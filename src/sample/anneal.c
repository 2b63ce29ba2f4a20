/* anneal.c - down the noise levels, and the step of reverse diffusion. */
#include "sample/anneal.h"

#include <math.h>
#include <string.h>

/* Energies at level t, and gradients where they are asked for. A run that is stopped before they are
 * known keeps the energies that it had, and has no slope to go down. */
static bool weigh(struct bsn_run *run, struct bsn_tile *tile, uint32_t t, bool gradients)
{
    float before[BSN_LANES];

    memcpy(before, tile->energy, sizeof before);
    bsn_level_all(bsn_compose_schedule(run->compose), t, &tile->level);
    const bool whole = gradients ? bsn_tile_eval(run, tile, NULL) : bsn_tile_energy(run, tile);
    if (!whole) {
        memcpy(tile->energy, before, sizeof before);
        memset(tile->grad, 0, bsn_compose_coords(run->compose) * BSN_LANES * sizeof *tile->grad);
    }
    for (size_t lane = 0; lane < BSN_LANES; lane++)
        if (!isfinite(tile->energy[lane]))
            tile->energy[lane] = INFINITY;
    return whole;
}

bool bsn_tile_weigh(struct bsn_run *run, struct bsn_tile *tile, uint32_t t)
{
    return weigh(run, tile, t, true);
}

void bsn_tile_noise(const struct bsn_run *run, const struct bsn_tile *tile, uint32_t when,
                    double size, float *x)
{
    /* clip = 0: no descent at all, whatever the unused gradient holds. */
    struct bsn_move move = { .seed = run->seed, .stream = run->stream << 12 | tile->index,
                             .when = when, .clip = 0, .reach = INFINITY };

    for (size_t lane = 0; lane < BSN_LANES; lane++)
        move.noise_scale[lane] = (float)size;
    bsn_compose_kernel(run->compose)->langevin(&move, bsn_compose_coords(run->compose), x, NULL,
                                               x);
}

/* With x the clean sample that the gradient predicts, y - s^2 grad = signal x:
 *     y <- sqrt(abar_{t-1}) beta_t / s_t^2 x + sqrt(1 - beta_t) s_{t-1}^2 / s_t^2 y
 *          + sqrt(beta_t) xi, without noise at t = 1. */
void bsn_tile_reverse(struct bsn_run *run, struct bsn_tile *tile, void *arg)
{
    const struct bsn_anneal *const way = arg;
    const struct bsn_schedule *const schedule = bsn_compose_schedule(run->compose);
    const size_t count = bsn_compose_coords(run->compose) * BSN_LANES;
    const double beta = schedule->beta[way->t], abar = schedule->abar[way->t];
    const double before = schedule->abar[way->t - 1], noise = 1 - abar;
    const float variance = (float)noise, grow = (float)(1 / sqrt(abar));
    const float clean = (float)(sqrt(before) * beta / noise);
    const float stay = (float)(sqrt(1 - beta) * (1 - before) / noise);

    for (size_t i = 0; i < count; i++) {
        const float x = (tile->y[i] - variance * tile->grad[i]) * grow;
        const float within = x < -1 ? -1 : x > 1 ? 1 : x;
        tile->y[i] = clean * within + stay * tile->y[i];
    }
    if (way->t > 1)
        bsn_tile_noise(run, tile, way->when, sqrt(beta), tile->y);
}

void bsn_descend_reverse(struct bsn_run *run, struct bsn_anneal *way)
{
    bsn_run_each(run, bsn_tile_reverse, way);
    way->when++;
}

/* Later passes start from new N(0, 1) points; bsn_run_sample made those of the first. */
static void start_again(struct bsn_run *run, struct bsn_tile *tile, void *arg)
{
    const struct bsn_anneal *const way = arg;

    memset(tile->y, 0, bsn_compose_coords(run->compose) * BSN_LANES * sizeof *tile->y);
    bsn_tile_noise(run, tile, way->when, 1, tile->y);
}

/* What follows a descent to level t: the energies are those of the next level's beginning. */
struct arrival {
    uint32_t t;
    uint64_t step;   /* 0: the particles have just begun */
    bool gradients;
};

static void arrive(struct bsn_run *run, struct bsn_tile *tile, void *arg)
{
    const struct arrival *const at = arg;

    if (bsn_run_poll(run))
        return;
    const bool whole = weigh(run, tile, at->t > 0 ? at->t : 1, at->gradients);
    if (whole && !run->by_energy && at->step > 0)
        bsn_tile_look(run, tile, at->step);
}

/* One pass from T to 1; returns whether the run is over. */
static bool one_pass(struct bsn_run *run, bsn_descend_fn *descend, bool gradients,
                     struct bsn_anneal *way)
{
    struct arrival at = { bsn_compose_schedule(run->compose)->levels, 0, gradients };

    way->steady = way->when++;
    way->t = at.t;
    bsn_run_each(run, arrive, &at);
    for (; way->t > 0; way->t--) {
        at.step = run->steps + 1;
        if (!bsn_run_poll(run)) {
            descend(run, way);
            at.t = way->t - 1;
            bsn_run_each(run, arrive, &at);
        }
        if (bsn_run_over(run, at.step))
            return true;
    }
    return false;
}

void bsn_anneal(struct bsn_run *run, bsn_descend_fn *descend, bool gradients)
{
    struct bsn_anneal way = { 0 };

    while (!one_pass(run, descend, gradients, &way)) {
        if (run->by_energy || (run->step_limit == 0 && !bsn_run_timed(run)))
            return;
        bsn_run_each(run, start_again, &way);
        way.when++;
        if (run->watch)
            bsn_run_moment(run, run->steps);
    }
}
