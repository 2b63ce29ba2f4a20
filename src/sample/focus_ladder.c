/* focus_ladder.c - noise levels that find their own height, and the exchange between them.
 *
 * Which levels are of use differs from problem to problem, but one number tells them: of the
 * changes that are made, the share that breaks more factors than it mends. In random problems of
 * two values with factors of 3 and 5 parts, and of 3 to 70 values in pairs, particles with less
 * than 0.05 of them are all but frozen, and those with more than 0.25 never come near a solution;
 * on large ones of 3 parts near the threshold, 0.18 to 0.19 solves most, on those of 5 about 0.15.
 * So each rung is given a share between these, and moves to the noise level that keeps it. With 7
 * parts it tells less: in a local minimum nearly all changes break more, however cold it is.
 *
 * Beside particles that search without noise (focus_tabu.c) a ladder is wide: random graphs with a
 * hidden solution are solved at shares of 0.3, where nearly nothing seems to hold until all does.
 */
#include "base/mem.h"
#include "sample/focus.h"

#include <math.h>

#define SHARE_LEAST 0.12   /* of changes that break more, on a ladder of many rungs */
#define SHARE_MOST 0.20
#define SHARE_TAIL 0.10    /* what a tail of length 1 (focus_map.c) adds to the least */
#define WIDE_LEAST 0.05    /* the same on a wide ladder */
#define WIDE_MOST 0.35
#define FIRST_LEVEL 42     /* where the middle of the ladder begins, without a tail, */
#define FIRST_TAIL 8       /* and how much lower with one of length 1 */
#define STEEPNESS 4.0      /* levels by which the share grows e-fold */
#define MEMORY 0.9         /* of a rung for what it saw, from round to round */
#define CAUTION 0.2        /* part of the way to the level that seems right, in a round at first; */
#define SETTLE 32.0        /* after so many rounds half of it, then ever less: a level that wanders
                            * is of less use than one that is a little off */
#define FROZEN 0.05        /* fewer changes among all moves count as so many */

basin_status bsn_focus_ladder_make(basin_ctx *ctx, const struct bsn_focus_map *map,
                                   const struct bsn_focus_table *table,
                                   struct bsn_focus_particle *particle, uint32_t particles,
                                   struct bsn_focus_ladder *l)
{
    l->table = table;
    l->tail = map->tail_length;
    l->particle = particle;
    l->particles = particles;
    l->rungs = particles < BSN_FOCUS_RUNGS ? particles : BSN_FOCUS_RUNGS;
    for (uint32_t r = 0; r < l->rungs; r++)
        BSN_TRY(bsn_focus_rung_make(ctx, table, &l->rung[r]));
    return BSN_NEW(ctx, particles, &l->at);
}

void bsn_focus_ladder_clear(basin_ctx *ctx, struct bsn_focus_ladder *l)
{
    for (uint32_t r = 0; r < BSN_FOCUS_RUNGS; r++)
        bsn_focus_rung_clear(ctx, &l->rung[r]);
    bsn_free(ctx, l->at);
}

/* Evenly in logarithms; `at` is 0 at the cold end and 1 at the hot one. */
static double share_at(const struct bsn_focus_ladder *l, double at)
{
    const double least = l->wide ? WIDE_LEAST : SHARE_LEAST + SHARE_TAIL * l->tail;
    const double most = l->wide ? WIDE_MOST : SHARE_MOST;

    return least * pow(most / least, at);
}

static double share_of(const struct bsn_focus_ladder *l, uint32_t r)
{
    return share_at(l, (r + 0.5) / l->rungs);
}

void bsn_focus_ladder_begin(struct bsn_focus_ladder *l)
{
    const double first = FIRST_LEVEL - FIRST_TAIL * l->tail;

    l->rounds = 0;
    for (uint32_t r = 0; r < l->rungs; r++) {
        l->changes[r] = l->raised[r] = 0;
        bsn_focus_rung_set(l->table,
                           first + STEEPNESS * log(share_of(l, r) / share_at(l, 0.5)),
                           &l->rung[r]);
    }
    for (uint32_t i = 0; i < l->particles; i++) {
        l->at[i] = i;
        l->particle[i].rung = &l->rung[i % l->rungs];
    }
}

void bsn_focus_ladder_adjust(struct bsn_focus_ladder *l)
{
    const double caution = CAUTION / (1 + (double)l->rounds++ / SETTLE);

    for (uint32_t r = 0; r < l->rungs; r++) {
        l->changes[r] *= MEMORY;
        l->raised[r] *= MEMORY;
        for (uint32_t place = r; place < l->particles; place += l->rungs) {
            struct bsn_focus_particle *const p = &l->particle[l->at[place]];
            l->changes[r] += fmax((double)p->changes, FROZEN * (double)p->moves);
            l->raised[r] += (double)p->raised;
            p->moves = p->changes = p->raised = 0;
        }
        const double seen = (l->raised[r] + 1) / (l->changes[r] + 1);
        const double right = l->rung[r].level + STEEPNESS * log(share_of(l, r) / seen);
        bsn_focus_rung_set(l->table, l->rung[r].level + caution * (right - l->rung[r].level),
                           &l->rung[r]);
    }
}

static void trade(struct bsn_focus_ladder *l, uint32_t place)
{
    const uint32_t low = l->at[place], high = l->at[place + 1];
    const struct bsn_focus_rung *const rung = l->particle[low].rung;

    l->at[place] = high;
    l->at[place + 1] = low;
    l->particle[low].rung = l->particle[high].rung;
    l->particle[high].rung = rung;
}

/* Odd and even places take turns. */
void bsn_focus_ladder_exchange(struct bsn_focus_ladder *l, const struct bsn_rng *rng)
{
    for (uint32_t place = rng->step % 2; place + 1 < l->particles; place += 2) {
        const struct bsn_focus_particle *const a = &l->particle[l->at[place]];
        const struct bsn_focus_particle *const b = &l->particle[l->at[place + 1]];
        if ((place + 1) % l->rungs == 0)
            continue;  /* the next ladder begins */
        const double now = bsn_focus_energy(a, a->rung) + bsn_focus_energy(b, b->rung);
        const double then = bsn_focus_energy(a, b->rung) + bsn_focus_energy(b, a->rung);
        if (bsn_rng_uniform(rng, place) < exp(now - then))
            trade(l, place);
    }
}
