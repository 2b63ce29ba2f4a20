/* tuples.c - the search on tables: replica exchange between a ladder of temperatures.
 *
 * It is what sampler "focus" does with problems that have factors of few tuples, see tuples.h. Each
 * particle walks on its rung; after every round neighbours may exchange their rungs by the
 * Metropolis rule. Where there is nothing but broken and whole, the first assignment that breaks
 * nothing ends the search; where there are costs, only the lowest sum that could be does, or a
 * limit.
 */
#include "sample/tuples.h"

#include "base/mem.h"
#include "energy/term_table.h"
#include "sample/corner.h"

#include <math.h>
#include <string.h>

#define ROUND_LEAST 512    /* moves of a particle between exchanges, within */
#define ROUND_MOST 65536
#define POLL 256           /* moves between looks at the clock, at most, */
#define POLL_VALUES 65536  /* and values that are weighed in them */
#define LOOKS 64           /* rounds between looks at what became better, at most */
#define ENTRIES_MANY (1u << 22)  /* of tables, from which on particles are half as many */
#define SLACK 1e-9         /* of the lowest sum: rounding */
#define NARROW_ROUNDS 256  /* with something broken in all particles, until nothing is left out */

struct search {
    struct bsn_run *run;
    struct bsn_tuples tuples;
    struct bsn_tuple_ladder ladder;
    struct bsn_tuple_particle *particle;  /* (particles) */
    uint32_t *at;                         /* (particles) who stands at each place; place % rungs */
    uint32_t *begun;                      /* (particles) how often it began */
    uint64_t *step;                       /* (particles) */
    uint8_t *held;                        /* (variables) what the caller holds */
    uint16_t *start;                      /* (variables) */
    struct bsn_tuple_narrow narrow;       /* in place of these, where it leaves something out */
    uint32_t *free;                       /* variables that are not held */
    uint64_t round, to;
};

/* ------------------------------------------------------------------------------- memory ---- */

static uint32_t crowd(const struct bsn_graph *graph)
{
    size_t entries = 0;

    for (size_t k = 0; k < graph->terms; k++)
        for (size_t i = 0; graph->term[k].kind == &bsn_term_table && i < graph->term[k].f.factors;
             i++)
            entries += bsn_tables_size(graph->term[k].own, i);
    return entries < ENTRIES_MANY ? BSN_TUPLES_RUNGS : BSN_TUPLES_RUNGS / 2;
}

static void close_search(basin_ctx *ctx, struct bsn_run *run)
{
    struct search *const s = run->own;

    if (!s)
        return;
    for (uint32_t i = 0; s->particle && i < run->particles; i++)
        bsn_tuple_particle_clear(ctx, &s->particle[i]);
    bsn_free(ctx, s->particle);
    bsn_tuple_ladder_clear(ctx, &s->ladder);
    bsn_tuples_clear(ctx, &s->tuples);
    bsn_free(ctx, s->at);
    bsn_free(ctx, s->begun);
    bsn_free(ctx, s->step);
    bsn_free(ctx, s->held);
    bsn_free(ctx, s->start);
    bsn_free(ctx, s->free);
    bsn_tuple_narrow_clear(ctx, &s->narrow);
    bsn_free(ctx, s);
}

static basin_status open_particles(basin_ctx *ctx, struct bsn_run *run, struct search *s)
{
    const uint32_t variables = s->tuples.variables;

    BSN_TRY(BSN_NEW(ctx, variables, &s->held));
    BSN_TRY(BSN_NEW(ctx, variables, &s->start));
    BSN_TRY(BSN_NEW(ctx, variables, &s->free));
    BSN_TRY(BSN_NEW(ctx, run->particles, &s->at));
    BSN_TRY(BSN_NEW(ctx, run->particles, &s->begun));
    BSN_TRY(BSN_NEW(ctx, run->particles, &s->step));
    BSN_TRY(BSN_NEW(ctx, run->particles, &s->particle));
    bsn_corner_start(run, s->start, s->held);
    if (!run->whole)
        BSN_TRY(bsn_tuple_narrow_make(ctx, &s->tuples, s->held, s->start, &s->narrow));
    for (uint32_t i = 0; i < run->particles; i++)
        BSN_TRY(bsn_tuple_particle_make(ctx, &s->tuples, s->round, &s->particle[i]));
    return BASIN_STATUS_OK;
}

static basin_status open_search(basin_ctx *ctx, struct bsn_run *run)
{
    const uint32_t rungs = run->particles < BSN_TUPLES_RUNGS ? run->particles : BSN_TUPLES_RUNGS;
    struct search *s;

    BSN_TRY(BSN_NEW(ctx, 1, &s));
    run->own = s;
    s->run = run;
    BSN_TRY(bsn_tuples_make(ctx, run->compose, &s->tuples));
    BSN_TRY(bsn_tuple_ladder_make(ctx, run->compose, &s->tuples, rungs, &s->ladder));
    const uint64_t moves = s->tuples.factors;
    s->round = moves < ROUND_LEAST ? ROUND_LEAST : moves > ROUND_MOST ? ROUND_MOST : moves;
    return open_particles(ctx, run, s);
}

/* ------------------------------------------------------------------------------ walking ---- */

/* Are values left out, now? */
static bool is_narrow(const struct search *s)
{
    return s->run->narrow == BASIN_NARROW_SOME || s->run->narrow == BASIN_NARROW_ALL;
}

static void begin_particle(void *arg, size_t i, uint32_t thread)
{
    struct search *const s = arg;
    const uint32_t number = (uint32_t)i + s->run->particles * s->begun[i]++;
    const struct bsn_rng rng = { s->run->seed, BSN_RNG_START, s->run->stream, number };

    (void)thread;
    bsn_tuple_start(&s->particle[i], &rng, is_narrow(s) ? s->narrow.start : s->start);
}

static void walk_particle(void *arg, size_t i, uint32_t thread)
{
    struct search *const s = arg;
    struct bsn_tuple_particle *const p = &s->particle[i];

    (void)thread;
    const size_t most = POLL_VALUES / s->tuples.most;
    const size_t poll = most < 1 ? 1 : most < POLL ? most : POLL;

    while (s->step[i] < s->to && !bsn_run_poll(s->run)) {
        const uint64_t left = s->to - s->step[i];
        const size_t moves = left < poll ? left : poll;
        const size_t made = bsn_tuple_walk(p, moves, s->run->bound);
        s->step[i] += made;
        if (made < moves)
            break;
    }
    bsn_tuple_keep(p);
}

static void exchange(struct search *s, const struct bsn_rng *rng)
{
    const uint32_t rungs = s->ladder.rungs;

    for (uint32_t place = rng->step % 2; place + 1 < s->run->particles; place += 2) {
        struct bsn_tuple_particle *const a = &s->particle[s->at[place]];
        struct bsn_tuple_particle *const b = &s->particle[s->at[place + 1]];
        const float *const low = a->energy, *const high = b->energy;
        if ((place + 1) % rungs == 0)
            continue;  /* the next ladder begins */
        const double now = bsn_tuple_energy(a, low) + bsn_tuple_energy(b, high);
        const double then = bsn_tuple_energy(a, high) + bsn_tuple_energy(b, low);
        if (bsn_rng_uniform(rng, place) >= exp(now - then))
            continue;
        const uint32_t other = s->at[place];
        s->at[place] = s->at[place + 1];
        s->at[place + 1] = other;
        a->energy = high;
        b->energy = low;
    }
}

/* ------------------------------------------------------------------------------ showing ---- */

/* Lets the run see the best of each particle, if there is something new among them. */
static void look_best(struct bsn_run *run, struct bsn_tile *tile, void *unused)
{
    const struct search *const s = run->own;
    bool improved = false;

    (void)unused;
    for (size_t lane = 0; lane < tile->live; lane++) {
        struct bsn_tuple_particle *const p = &s->particle[tile->index * BSN_LANES + lane];
        improved |= p->improved;
        p->improved = false;
        bsn_corner_show(s->tuples.graph, p->best, tile, lane);
        tile->sum[lane] = p->best_sum;
        tile->energy[lane] = (float)p->best_sum;
    }
    if (improved)
        bsn_tile_look(run, tile, s->to);
}

/* Shows where the particles are now to who watches. */
static void look_now(struct bsn_run *run, struct bsn_tile *tile, void *unused)
{
    const struct search *const s = run->own;

    (void)unused;
    for (size_t lane = 0; run->watch && lane < tile->live; lane++) {
        const struct bsn_tuple_particle *const p = &s->particle[tile->index * BSN_LANES + lane];
        tile->energy[lane] = (float)p->sum;
        bsn_corner_show(s->tuples.graph, p->value, tile, lane);
    }
}

/* Is there a particle that would end the search? */
static bool is_done(const struct search *s)
{
    for (uint32_t i = 0; i < s->run->particles; i++)
        if (s->particle[i].best_opens == 0 && s->particle[i].best_sum <= s->run->bound)
            return true;
    return false;
}

/* After 1, 2, 4, 8, ... rounds, and now and then. */
static bool is_time_to_look(const struct search *s, uint64_t rounds)
{
    return (rounds & (rounds - 1)) == 0 || rounds % LOOKS == 0 || s->run->watch ||
           s->to == s->run->step_limit || bsn_run_poll(s->run) || is_done(s);
}

/* Someone else did not accept what the tables do: such particles begin anew. */
static void leave_refused(struct search *s)
{
    for (uint32_t i = 0; i < s->run->particles; i++) {
        if (s->particle[i].best_opens == 0 && s->particle[i].best_sum <= s->run->bound)
            begin_particle(s, i, 0);
        s->step[i] = s->to;
    }
}

/* ---------------------------------------------------------------------------------- run ---- */

/* A sum that is as low as `lowest`. */
static double bound_of(const struct search *s, double lowest)
{
    return s->tuples.soft ? lowest + SLACK * (1 + fabs(lowest)) : INFINITY;
}

/* Particles leave out what is excluded, or nothing, by what the run says; all begin. */
static void begin_all(struct search *s)
{
    struct bsn_run *const run = s->run;
    const uint8_t *const held = is_narrow(s) ? s->narrow.held : s->held;
    uint32_t frees = 0;

    for (uint32_t v = 0; v < s->tuples.variables; v++)
        if (!held[v])
            s->free[frees++] = v;
    for (uint32_t i = 0; i < run->particles; i++) {
        struct bsn_tuple_particle *const p = &s->particle[i];
        p->free = s->free;
        p->frees = frees;
        p->held = held;
        p->narrow = is_narrow(s) ? &s->narrow : NULL;
        p->energy = s->ladder.energy[i % s->ladder.rungs];
        s->at[i] = i;
    }
    bsn_corner_each(run, run->particles, begin_particle, s);
}

static void begin_narrow(struct search *s)
{
    s->run->narrow = s->narrow.outcome;
    s->run->narrowed_values = s->narrow.values;
    s->run->narrowed_variables = s->narrow.variables;
    s->run->bound = bound_of(s, s->tuples.lowest);
}

/* Nothing is left out any more. */
static void leave_narrow(struct search *s, enum basin_narrow outcome)
{
    s->run->narrow = outcome;
    s->run->narrowed_values = s->run->narrowed_variables = 0;
    s->run->bound = bound_of(s, s->tuples.lowest);
    begin_all(s);
}

/* Every variable has one value left: that is the answer, where nothing is broken and nobody objects. */
static bool is_decided(struct search *s)
{
    if (s->run->narrow != BASIN_NARROW_ALL)
        return false;
    if (s->particle[0].best_opens == 0)
        s->run->bound = bound_of(s, s->particle[0].best_sum);
    bsn_run_each(s->run, look_best, NULL);
    if (bsn_run_over(s->run, 0))
        return true;
    leave_narrow(s, BASIN_NARROW_AGAINST);
    return false;
}

/* Where something is broken whatever is done, what breaks least may have values that are left out. */
static void check_narrow(struct search *s, uint64_t rounds)
{
    if (rounds != NARROW_ROUNDS || !is_narrow(s))
        return;
    for (uint32_t i = 0; i < s->run->particles; i++)
        if (s->particle[i].best_opens == 0)
            return;
    bsn_run_each(s->run, look_best, NULL);
    leave_narrow(s, BASIN_NARROW_NOTHING);
}

static void run_search(struct bsn_run *run)
{
    struct search *const s = run->own;
    struct bsn_rng rng = { run->seed, BSN_RNG_ACCEPT, run->stream, 0 };

    s->to = 0;
    memset(s->step, 0, run->particles * sizeof *s->step);
    memset(s->begun, 0, run->particles * sizeof *s->begun);
    begin_narrow(s);
    begin_all(s);
    if (is_decided(s))
        return;
    bsn_run_each(run, look_now, NULL);
    if (run->watch)
        bsn_run_moment(run, 0);
    for (uint64_t rounds = 1;; rounds++) {
        const uint64_t to = s->to + s->round;
        s->to = run->step_limit > 0 && to > run->step_limit ? run->step_limit : to;
        bsn_corner_each(run, run->particles, walk_particle, s);
        if (is_time_to_look(s, rounds))
            bsn_run_each(run, look_best, NULL);
        bsn_run_each(run, look_now, NULL);
        if (bsn_run_over(run, s->to) || s->particle[0].frees == 0)
            return;
        leave_refused(s);
        exchange(s, &rng);
        rng.step++;
        check_narrow(s, rounds);
    }
}

const struct bsn_sampler bsn_tuples_sampler = {
    .name = "focus",
    .summary = "Values drawn anew on tables of tuples, at a ladder of temperatures",
    .own_levels = true,
    .graded = true,
    .assignments = true,
    .fits = bsn_tuples_fit,
    .crowd = crowd,
    .open = open_search,
    .close = close_search,
    .run = run_search,
};
