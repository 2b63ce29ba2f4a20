/* mcmc.c - Langevin and Hamiltonian moves at one noise level, and the samplers' level made of them.
 *
 * As in the authors' code the moves of level t come after the reverse step that leaves it, with the
 * energy of level t still, and only above the middle of the schedule.
 */
#include "sample/mcmc.h"

#include <math.h>
#include <string.h>

#define LANGEVIN_MOVES 20
#define LANGEVIN_STEP 2.0   /* in units of beta_t */
#define LEAPFROG_MOVES 10
#define LEAPFROG_STEP 0.1   /* likewise */
#define LEAPFROGS 3
#define DAMPING 0.9

static size_t floats(const struct bsn_run *run)
{
    return bsn_compose_coords(run->compose) * BSN_LANES;
}

/* ---------------------------------------------------------------- Metropolis's correction ---- */

/* Remembers where a corrected move begins; energy (16) gets the energies. */
static void keep(const struct bsn_run *run, struct bsn_tile *tile, float *energy)
{
    const size_t count = floats(run);

    memcpy(tile->kept[0], tile->y, count * sizeof *tile->y);
    memcpy(tile->kept[1], tile->grad, count * sizeof *tile->grad);
    memcpy(energy, tile->energy, BSN_LANES * sizeof *energy);
}

/* Accepts each lane with probability exp(gain), gain being energy - tile->energy and what the move
 * adds; lanes that are refused go back. A gain that is no number, as that of an infinite energy,
 * refuses. */
static void accept(const struct bsn_run *run, struct bsn_tile *tile, uint32_t when,
                   const float *energy, double *gain, bool *refused)
{
    const struct bsn_rng rng = { run->seed, BSN_RNG_ACCEPT, run->stream << 12 | tile->index,
                                 when };
    const size_t count = floats(run);

    for (uint32_t lane = 0; lane < BSN_LANES; lane++) {
        gain[lane] += (double)energy[lane] - tile->energy[lane];
        refused[lane] = !(log(bsn_rng_uniform(&rng, lane)) < gain[lane]);
        if (refused[lane])
            tile->energy[lane] = energy[lane];
    }
    for (size_t i = 0; i < count; i++)
        if (refused[i % BSN_LANES]) {
            tile->y[i] = tile->kept[0][i];
            tile->grad[i] = tile->kept[1][i];
        }
}

/* ------------------------------------------------------------------------------- Langevin ---- */

/* log q(old | new) - log q(new | old), where q(b | a) = N(b; a - step grad(a), 2 step). */
static void proposal_ratio(const struct bsn_run *run, const struct bsn_tile *tile, double step,
                           double *gain)
{
    const size_t count = floats(run);

    for (size_t i = 0; i < count; i++) {
        const double move = (double)tile->y[i] - tile->kept[0][i];
        const double there = move + step * tile->kept[1][i], back = -move + step * tile->grad[i];
        gain[i % BSN_LANES] += (there * there - back * back) / (4 * step);
    }
}

void bsn_tile_langevin(struct bsn_run *run, struct bsn_tile *tile, void *arg)
{
    const struct bsn_mcmc *const move = arg;
    const float step = (float)move->step;
    const size_t count = floats(run);
    float energy[BSN_LANES];
    double gain[BSN_LANES] = { 0 };
    bool refused[BSN_LANES];

    if (move->corrected)
        keep(run, tile, energy);
    for (size_t i = 0; i < count; i++)
        tile->y[i] -= step * tile->grad[i];
    bsn_tile_noise(run, tile, move->when, sqrt(2 * move->step), tile->y);
    bsn_tile_weigh(run, tile, move->t);
    if (move->corrected) {
        proposal_ratio(run, tile, move->step, gain);
        accept(run, tile, move->when, energy, gain, refused);
    }
}

/* ---------------------------------------------------------------------------- Hamiltonian ---- */

void bsn_tile_momentum(struct bsn_run *run, struct bsn_tile *tile, void *arg)
{
    const struct bsn_mcmc *const move = arg;
    const size_t count = floats(run);

    memset(tile->extra, 0, count * sizeof *tile->extra);
    bsn_tile_noise(run, tile, move->when, sqrt(move->mass), tile->extra);
}

/* gain += sign * kinetic energy. */
static void add_kinetic(const struct bsn_run *run, const float *momentum, double sign, double mass,
                        double *gain)
{
    const size_t count = floats(run);

    for (size_t i = 0; i < count; i++)
        gain[i % BSN_LANES] += sign * momentum[i] * momentum[i] / (2 * mass);
}

static void kick(const struct bsn_run *run, struct bsn_tile *tile, double time)
{
    const size_t count = floats(run);

    for (size_t i = 0; i < count; i++)
        tile->extra[i] -= (float)time * tile->grad[i];
}

static void leapfrog(struct bsn_run *run, struct bsn_tile *tile, const struct bsn_mcmc *move)
{
    const float drift = (float)(move->step / move->mass);
    const size_t count = floats(run);

    kick(run, tile, move->step / 2);
    for (int k = 1; k <= LEAPFROGS; k++) {
        for (size_t i = 0; i < count; i++)
            tile->y[i] += drift * tile->extra[i];
        bsn_tile_weigh(run, tile, move->t);
        kick(run, tile, k < LEAPFROGS ? move->step : move->step / 2);
    }
}

void bsn_tile_leapfrog(struct bsn_run *run, struct bsn_tile *tile, void *arg)
{
    const struct bsn_mcmc *const move = arg;
    const size_t count = floats(run);
    float energy[BSN_LANES];
    double gain[BSN_LANES] = { 0 };
    bool refused[BSN_LANES];

    for (size_t i = 0; i < count; i++)
        tile->extra[i] *= (float)DAMPING;
    bsn_tile_noise(run, tile, move->when, sqrt((1 - DAMPING * DAMPING) * move->mass), tile->extra);
    if (!move->corrected) {
        leapfrog(run, tile, move);
        return;
    }
    keep(run, tile, energy);
    memcpy(tile->extra2, tile->extra, count * sizeof *tile->extra);
    leapfrog(run, tile, move);
    add_kinetic(run, tile->extra2, 1, move->mass, gain);
    add_kinetic(run, tile->extra, -1, move->mass, gain);
    accept(run, tile, move->when, energy, gain, refused);
    /* Refused: turn round. To keep the direction instead would be wrong, since part of it stays. */
    for (size_t i = 0; i < count; i++)
        if (refused[i % BSN_LANES])
            tile->extra[i] = -tile->extra2[i];
}

/* ------------------------------------------------------------------------ a level of these ---- */

/* `count` moves, cut short when the run is told to stop. */
static void moves(struct bsn_run *run, struct bsn_anneal *way, bsn_tile_fn *work, int count,
                  struct bsn_mcmc *move)
{
    for (int i = 0; i < count && !bsn_run_poll(run); i++) {
        move->when = way->when++;
        bsn_run_each(run, work, move);
    }
}

static void weigh(struct bsn_run *run, struct bsn_tile *tile, void *way)
{
    bsn_tile_weigh(run, tile, ((const struct bsn_anneal *)way)->t);
}

static bool is_upper(const struct bsn_run *run, const struct bsn_anneal *way)
{
    return 2 * (way->t - 1) > bsn_compose_schedule(run->compose)->levels;
}

/* The reverse step, then energies and gradients at level t of where it led. */
static void reverse_first(struct bsn_run *run, struct bsn_anneal *way)
{
    bsn_descend_reverse(run, way);
    if (is_upper(run, way))
        bsn_run_each(run, weigh, way);
}

void bsn_descend_langevin(struct bsn_run *run, struct bsn_anneal *way, bool corrected)
{
    const double beta = bsn_compose_schedule(run->compose)->beta[way->t];
    struct bsn_mcmc move = { .t = way->t, .corrected = corrected, .step = LANGEVIN_STEP * beta };

    reverse_first(run, way);
    if (is_upper(run, way))
        moves(run, way, bsn_tile_langevin, LANGEVIN_MOVES, &move);
}

void bsn_descend_leapfrog(struct bsn_run *run, struct bsn_anneal *way, bool corrected)
{
    const double beta = bsn_compose_schedule(run->compose)->beta[way->t];
    struct bsn_mcmc move = { .t = way->t, .corrected = corrected, .step = LEAPFROG_STEP * beta,
                             .mass = beta * beta };

    reverse_first(run, way);
    if (is_upper(run, way)) {
        moves(run, way, bsn_tile_momentum, 1, &move);
        moves(run, way, bsn_tile_leapfrog, LEAPFROG_MOVES, &move);
    }
}
