/* sampler_focus.c - search over assignments: focused moves on a ladder of noise levels.
 *
 * Each particle holds an assignment and walks at the noise level of a rung, see focus_walk.c. After
 * every round neighbouring rungs may exchange their particles by the Metropolis rule (replica
 * exchange), see focus_ladder.c. Where values are excluded (narrow.h), particles do without them, and
 * where many are, a dive searches beside them as if it were one more.
 */
#include "base/mem.h"
#include "sample/corner.h"
#include "sample/narrow.h"
#include "sample/tuples.h"

#include <stdatomic.h>
#include <string.h>

#define PARTICLES_MOST 8
#define PARTICLES_LEAST 2
#define FACTORS_FEWER 16384     /* half as many for each fourfold of so many factors, */
#define VARIABLES_FEWER 2048    /* or of so many variables */
#define ROUND_LEAST 512    /* moves of a particle between exchanges, within */
#define ROUND_MOST 262144
#define POLL 256           /* moves between looks at the clock */
#define FLOOR_STEPS 100000 /* where no solution exists and nothing else ends the search */
#define BRED 2             /* particles of pairs that are not on the ladder, see focus_breed.c */
#define LADDER_LEAST 2     /* they are so many or more on it then */
#define SWEEP 4            /* rounds of theirs: moves for each variable */
#define EARLY 128          /* rounds that the ladder walks beside them; later, */
#define SELDOM 16          /* one of so many */
#define PATIENCE 4         /* rounds without success until a new beginning; then so many more */
#define DIVE_STEPS 8       /* of a dive for each move of a particle: they are smaller */
#define WATCHED 16         /* later, one in so many of all moves up to then */

struct focus {
    struct bsn_run *run;
    struct bsn_focus_table table;
    struct bsn_focus_map map;
    struct bsn_focus_ladder ladder;
    struct bsn_focus_breed breed;
    struct bsn_focus_particle *particle;  /* (particles) those of the ladder first */
    uint32_t bred;                        /* the others, 0 or BRED */
    uint64_t *step;                       /* (particles + 1) how far each has come, then the dive, */
    uint64_t *found;                      /* (particles + 1) and where nothing was broken */
    uint32_t *begun;                      /* (particles) how often it began */
    uint8_t *held;                        /* (variables), or NULL; see focus.h */
    uint16_t *start;                      /* likewise */
    struct bsn_narrowed narrowed;
    bool dives;                           /* there is one under way */
    uint16_t *found_value;                /* (variables) what it found */
    uint16_t *spare;                      /* (tiles, factors) scratch */
    uint64_t round;                       /* steps between exchanges */
    uint64_t to;                          /* the last step of this walk */
    uint32_t least;                       /* broken factors since particles began, */
    uint64_t rounds, patience;            /* rounds that it has been so, and may be */
    _Atomic uint64_t earliest;            /* step of a solution; later ones are of no use */
};

/* ------------------------------------------------------------------------------- memory ---- */

/* Are there factors that bind all values of a variable? */
static bool has_choices(const struct bsn_graph *graph)
{
    for (size_t k = 0; k < graph->terms; k++)
        if (!graph->term[k].unary && graph->term[k].inputs > 1)
            return true;
    return false;
}

/* The larger a problem of counting factors, the fewer: a particle takes about ten bytes for a factor, and on large ones
 * the walk to a solution is long but finds its way alone, so that moves of others are lost. */
static uint32_t crowd(const struct bsn_graph *graph)
{
    uint32_t particles = PARTICLES_MOST;
    size_t factors = graph->factors, variables = graph->variables;

    if (has_choices(graph))
        return PARTICLES_MOST;
    while ((factors > FACTORS_FEWER || variables > VARIABLES_FEWER) &&
           particles > PARTICLES_LEAST) {
        factors /= 4;
        variables /= 4;
        particles /= 2;
    }
    return particles;
}

static void close_focus(basin_ctx *ctx, struct bsn_run *run)
{
    struct focus *const f = run->own;

    if (!f)
        return;
    for (uint32_t i = 0; f->particle && i < run->particles; i++)
        bsn_focus_particle_clear(ctx, &f->particle[i]);
    bsn_focus_ladder_clear(ctx, &f->ladder);
    bsn_focus_breed_clear(ctx, &f->breed);
    bsn_free(ctx, f->particle);
    bsn_free(ctx, f->step);
    bsn_free(ctx, f->found);
    bsn_free(ctx, f->begun);
    bsn_free(ctx, f->held);
    bsn_free(ctx, f->start);
    bsn_free(ctx, f->found_value);
    bsn_narrowed_clear(ctx, &f->narrowed);
    bsn_free(ctx, f->spare);
    bsn_focus_map_clear(ctx, &f->map);
    bsn_focus_table_clear(ctx, &f->table);
    bsn_free(ctx, f);
}

/* What the caller fixes, and where the caller wants to begin. */
static basin_status read_start(basin_ctx *ctx, struct bsn_run *run, struct focus *f)
{
    if (!run->held && !run->start)
        return BASIN_STATUS_OK;
    BSN_TRY(BSN_NEW(ctx, f->map.variables, &f->start));
    BSN_TRY(BSN_NEW(ctx, f->map.variables, &f->held));
    bsn_corner_start(run, f->start, f->held);
    return BASIN_STATUS_OK;
}

static basin_status open_particles(basin_ctx *ctx, struct bsn_run *run, struct focus *f)
{
    BSN_TRY(BSN_NEW(ctx, run->particles, &f->particle));
    BSN_TRY(BSN_NEW(ctx, run->particles + (size_t)1, &f->step));
    BSN_TRY(BSN_NEW(ctx, run->particles + (size_t)1, &f->found));
    BSN_TRY(BSN_NEW(ctx, run->particles, &f->begun));
    for (uint32_t i = 0; i < run->particles; i++)
        BSN_TRY(bsn_focus_particle_make(ctx, &f->map, &f->table, f->round, &f->particle[i]));
    const uint32_t others = run->particles - f->bred;
    f->ladder.wide = f->bred > 0;
    if (f->bred > 0)
        BSN_TRY(bsn_focus_breed_make(ctx, &f->particle[others], &f->breed));
    return bsn_focus_ladder_make(ctx, &f->map, &f->table, f->particle, others, &f->ladder);
}

static basin_status open_focus(basin_ctx *ctx, struct bsn_run *run)
{
    struct focus *f;

    BSN_TRY(BSN_NEW(ctx, 1, &f));
    run->own = f;
    f->run = run;
    BSN_TRY(bsn_focus_table_make(ctx, run->compose, &f->table));
    BSN_TRY(bsn_focus_map_make(ctx, bsn_compose_graph(run->compose), &f->table, &f->map));
    if (run->particles >= BRED + LADDER_LEAST && bsn_focus_tabu_fits(&f->map, &f->table))
        f->bred = BRED;
    const uint64_t moves = f->bred > 0 ? (uint64_t)SWEEP * f->map.variables : f->map.factors;
    f->round = moves < ROUND_LEAST ? ROUND_LEAST : moves > ROUND_MOST ? ROUND_MOST : moves;
    BSN_TRY(read_start(ctx, run, f));
    if (!run->whole)
        BSN_TRY(bsn_narrowed_make(ctx, &f->map, &f->table, f->held, f->start, &f->narrowed));
    BSN_TRY(BSN_NEW(ctx, f->map.variables, &f->found_value));
    BSN_TRY(BSN_NEW(ctx, run->tiles * f->map.factors, &f->spare));
    return open_particles(ctx, run, f);
}

/* ------------------------------------------------------------------------------- walking ---- */

static void each(struct focus *f, size_t tasks,
                 void (*work)(void *arg, size_t task, uint32_t thread))
{
    bsn_corner_each(f->run, tasks, work, f);
}

/* Are values left out, now? */
static bool is_narrow(const struct focus *f)
{
    return f->run->narrow == BASIN_NARROW_SOME || f->run->narrow == BASIN_NARROW_ALL;
}

static void begin_particle(void *arg, size_t i, uint32_t thread)
{
    struct focus *const f = arg;
    const uint32_t number = (uint32_t)i + f->run->particles * f->begun[i]++;
    const struct bsn_rng rng = { f->run->seed, BSN_RNG_START, f->run->stream, number };

    (void)thread;
    f->particle[i].brake = f->run->brake;
    bsn_focus_start(&f->particle[i], &rng, is_narrow(f) ? f->narrowed.start : f->start);
    f->found[i] = UINT64_MAX;
}

static void note_found(struct focus *f, size_t i, uint64_t step)
{
    uint64_t before = atomic_load(&f->earliest);

    f->found[i] = step;
    while (step < before && !atomic_compare_exchange_weak(&f->earliest, &before, step))
        ;
}

static void walk_dive(struct focus *f)
{
    struct bsn_narrow_dive *const d = &f->narrowed.dive;
    const size_t i = f->run->particles;
    uint64_t at = f->step[i];

    while (at < f->to && d->state == BSN_NARROW_ON && at < atomic_load(&f->earliest) &&
           !bsn_run_poll(f->run)) {
        bsn_narrow_dive_on(d, POLL);
        at = (d->n->steps - d->began) / DIVE_STEPS;
    }
    f->step[i] = at;
    if (d->state == BSN_NARROW_FOUND && at <= f->to) {
        bsn_narrow_dive_value(d, f->found_value);
        note_found(f, i, at);
    }
}

/* What the ladder finds beside bred particles, it finds early, and later it leaves them most of the
 * time: of twelve generated graphs all that took seconds were the bred particles', and a random one of
 * 300 variables with 32 values each took 8.3 processor seconds in place of 16.7. */
static bool is_resting(const struct focus *f, size_t i)
{
    const uint64_t round = (f->to - 1) / f->round;

    return f->bred > 0 && i < f->run->particles - f->bred && round >= EARLY && round % SELDOM != 0;
}

/* A particle that is past the step of another one's solution need not go on: whichever thread came
 * by first, the earliest of all is found. */
static void walk_particle(void *arg, size_t i, uint32_t thread)
{
    struct focus *const f = arg;
    struct bsn_focus_particle *const p = &f->particle[i];

    (void)thread;
    if (i == f->run->particles) {
        walk_dive(f);
        return;
    }
    uint64_t at = is_resting(f, i) ? f->to : f->step[i];
    while (at < f->to && p->opens > 0 && at < atomic_load(&f->earliest) &&
           !bsn_run_poll(f->run)) {
        const uint64_t left = f->to - at;
        const uint64_t moves = left < POLL ? left : POLL;
        at += p->tabu ? bsn_focus_tabu_walk(p, moves) : bsn_focus_walk(p, moves);
    }
    f->step[i] = at;
    if (p->opens == UINT32_MAX)  /* its beginning was ended */
        return;
    if (p->opens == 0 && at <= f->to)
        note_found(f, i, at);
    bsn_focus_keep(p);
    bsn_focus_stock(p);
}

/* The verifier did not accept what no factor objects to: such particles begin anew, and the others
 * may go on. */
static void leave_refused(struct focus *f)
{
    const uint64_t refused = atomic_load(&f->earliest);

    atomic_store(&f->earliest, UINT64_MAX);
    for (uint32_t i = 0; i < f->run->particles; i++) {
        if (f->found[i] == refused) {
            begin_particle(f, i, 0);
            f->step[i] = refused + 1;  /* counts, so that limits are met where all are refused */
        } else if (f->found[i] != UINT64_MAX)
            note_found(f, i, f->found[i]);
    }
    if (f->found[f->run->particles] == refused)
        f->dives = false;
    else if (f->dives && f->found[f->run->particles] != UINT64_MAX)
        note_found(f, f->run->particles, f->found[f->run->particles]);
}

/* ------------------------------------------------------------------------------- showing ---- */

/* Lets the run see the best of each particle. */
static void look_best(struct bsn_run *run, struct bsn_tile *tile, void *unused)
{
    const struct focus *const f = run->own;
    uint16_t *const spare = f->spare + tile->index * (size_t)f->map.factors;
    bool improved = false;

    (void)unused;
    for (size_t lane = 0; lane < tile->live; lane++) {
        struct bsn_focus_particle *const p = &f->particle[tile->index * BSN_LANES + lane];
        improved |= p->improved;
        p->improved = false;
        bsn_corner_lay(run, p->best, tile, lane);
        tile->energy[lane] = (float)bsn_focus_price(&f->map, &f->table, p->best, spare);
    }
    if (improved)
        bsn_corner_look(run, tile, f->to);
}

/* Lets it see one assignment, as the only one of a tile. */
static void look_at(struct focus *f, const uint16_t *value, size_t index, uint64_t step)
{
    struct bsn_tile *const tile = &f->run->tile[index];
    const size_t live = tile->live;

    bsn_corner_lay(f->run, value, tile, 0);
    tile->energy[0] = (float)bsn_focus_price(&f->map, &f->table, value, f->spare);
    tile->live = 1;
    bsn_corner_look(f->run, tile, step);
    tile->live = live;
}

/* Somebody waits for the answer: no more than the best of all particles is looked at. */
static void look_hastily(struct focus *f)
{
    uint32_t best = 0;

    for (uint32_t i = 1; i < f->run->particles; i++)
        if (f->particle[i].best_opens < f->particle[best].best_opens)
            best = i;
    if (bsn_focus_begun(&f->particle[best]))
        look_at(f, f->particle[best].best, best / BSN_LANES, f->to);
}

/* Lets it see the earliest solution alone: how far the others came is a matter of threads. */
static void look_solution(struct focus *f)
{
    const uint64_t earliest = atomic_load(&f->earliest);
    uint32_t i = 0;

    while (f->found[i] != earliest)
        i++;
    const bool dived = i == f->run->particles;
    look_at(f, dived ? f->found_value : f->particle[i].value, dived ? 0 : i / BSN_LANES, earliest);
}

/* Shows where the particles are now to who watches. */
static void look_now(struct bsn_run *run, struct bsn_tile *tile, void *unused)
{
    const struct focus *const f = run->own;

    (void)unused;
    for (size_t lane = 0; run->watch && lane < tile->live; lane++) {
        struct bsn_focus_particle *const p = &f->particle[tile->index * BSN_LANES + lane];
        bsn_focus_stock(p);
        tile->energy[lane] = (float)bsn_focus_energy(p, p->rung);
        bsn_level_lane(bsn_compose_schedule(run->compose), bsn_focus_noise(&f->table, p->rung),
                       lane, &tile->level);
        bsn_corner_show(f->map.graph, p->value, tile, lane);
    }
}

/* ----------------------------------------------------------------------------------- run ---- */

/* Where the next walk ends. Who watches sees the first moves one by one, and then some. */
static uint64_t next_stop(const struct focus *f)
{
    const struct bsn_run *const run = f->run;
    const uint64_t exchange = f->to + f->round - f->to % f->round;
    const uint64_t seen = f->to + 1 + f->to / WATCHED;
    const uint64_t to = run->watch && seen < exchange ? seen : exchange;

    return run->step_limit > 0 && to > run->step_limit ? run->step_limit : to;
}

/* After 1, 2, 4, 8, ... rounds, or each of them where the search may end without a solution. */
static bool is_time_to_look(const struct focus *f)
{
    const uint64_t rounds = f->to / f->round;

    return f->to % f->round == 0 && ((rounds & (rounds - 1)) == 0 || f->run->floor > 0);
}

/* Up to the next stop; false when the run is over. */
static bool walk_on(struct focus *f)
{
    struct bsn_run *const run = f->run;

    f->to = next_stop(f);
    for (;;) {
        each(f, run->particles + (size_t)f->dives, walk_particle);
        const bool found = atomic_load(&f->earliest) != UINT64_MAX;
        if (found)
            look_solution(f);
        else if (bsn_run_poll(run))
            look_hastily(f);
        else if (is_time_to_look(f) || f->to == run->step_limit)
            bsn_run_each(run, look_best, NULL);
        bsn_run_each(run, look_now, NULL);
        if (bsn_run_over(run, found ? atomic_load(&f->earliest) : f->to))
            return false;
        if (!found)
            return true;
        leave_refused(f);
    }
}

/* The fewest factors that were broken since particles began. */
static uint32_t least_opens(const struct focus *f)
{
    uint32_t least = UINT32_MAX;

    for (uint32_t i = 0; i < f->run->particles; i++)
        least = f->particle[i].best_opens < least ? f->particle[i].best_opens : least;
    return least;
}

/* On Sudokus with few givens all rungs end in one deep minimum, whatever their noise: with counting
 * factors of many values, the search begins anew when it has not become better for some rounds. */
static void begin_anew(struct focus *f)
{
    const uint32_t least = least_opens(f);

    if (!f->particle[0].holders)
        return;
    f->rounds = least < f->least ? 0 : f->rounds + 1;
    f->least = least;
    if (f->rounds < f->patience)
        return;
    f->rounds = 0;
    f->patience += PATIENCE;
    bsn_run_each(f->run, look_best, NULL);
    each(f, f->run->particles, begin_particle);
    bsn_focus_ladder_begin(&f->ladder);
    f->least = UINT32_MAX;
}

/* Particles leave out what is excluded, or nothing, by what the run says; all begin. */
static void begin_all(struct focus *f)
{
    const bool narrow = is_narrow(f);

    for (uint32_t i = 0; i < f->run->particles; i++) {
        f->particle[i].held = narrow ? f->narrowed.held : f->held;
        f->particle[i].banned = narrow ? f->narrowed.banned : NULL;
    }
    f->least = UINT32_MAX;
    each(f, f->run->particles, begin_particle);
    bsn_focus_ladder_begin(&f->ladder);
    for (uint32_t i = 0; i < f->bred; i++)
        f->breed.p[i]->rung = &f->ladder.rung[0];
    if (f->bred > 0)
        bsn_focus_breed_begin(&f->breed, !f->start && !narrow);
}

/* Nothing is left out any more: what the energies exclude did not lead to a solution. */
static void leave_narrow(struct focus *f)
{
    f->dives = false;
    f->run->narrow = BASIN_NARROW_AGAINST;
    f->run->narrowed_values = f->run->narrowed_variables = 0;
}

static void begin_narrow(struct focus *f)
{
    struct bsn_run *const run = f->run;
    const struct bsn_rng rng = { run->seed, BSN_RNG_MOVE, run->stream, 0 };

    run->narrow = f->narrowed.outcome;
    run->narrowed_values = f->narrowed.values;
    run->narrowed_variables = f->narrowed.variables;
    f->dives = f->narrowed.dives;
    f->found[run->particles] = UINT64_MAX;
    if (f->dives)
        bsn_narrow_dive_begin(&f->narrowed.dive, &rng);
}

/* Every variable has one value left: is that a solution? */
static bool is_decided(struct focus *f)
{
    if (f->run->narrow != BASIN_NARROW_ALL)
        return false;
    look_at(f, f->narrowed.start, 0, 0);
    if (bsn_run_over(f->run, 0))
        return true;
    leave_narrow(f);
    return false;
}

/* The dive came to its end without a solution: the energies hold that there is none. */
static void check_dive(struct focus *f)
{
    if (!f->dives || f->narrowed.dive.state != BSN_NARROW_EXHAUSTED)
        return;
    bsn_run_each(f->run, look_best, NULL);
    leave_narrow(f);
    begin_all(f);
}

static void end_round(struct focus *f, struct bsn_rng *rng)
{
    bsn_focus_ladder_adjust(&f->ladder);
    bsn_focus_ladder_exchange(&f->ladder, rng);
    rng->step++;
    if (f->bred > 0)
        bsn_focus_breed_round(&f->breed);
    begin_anew(f);
    check_dive(f);
}

static void run_focus(struct bsn_run *run)
{
    struct focus *const f = run->own;
    struct bsn_rng rng = { run->seed, BSN_RNG_ACCEPT, run->stream, 0 };

    if (run->floor > 0 && run->step_limit == 0 && !bsn_run_timed(run))
        run->step_limit = FLOOR_STEPS;
    f->to = f->rounds = 0;
    f->patience = PATIENCE;
    memset(f->step, 0, (run->particles + (size_t)1) * sizeof *f->step);
    atomic_store(&f->earliest, UINT64_MAX);
    memset(f->begun, 0, run->particles * sizeof *f->begun);
    begin_narrow(f);
    if (is_decided(f))
        return;
    begin_all(f);
    bsn_run_each(run, look_now, NULL);
    if (run->watch)
        bsn_run_moment(run, 0);
    while (walk_on(f))
        if (f->to % f->round == 0)
            end_round(f, &rng);
    if (run->violated <= run->floor)
        run->steps = run->at_step;
}

const struct bsn_sampler bsn_sampler_focus = {
    .name = "focus",
    .summary = "Changes of single values in broken factors, at a ladder of noise levels",
    .own_levels = true,
    .assignments = true,
    .fits = bsn_focus_fits,
    .instead = &bsn_tuples_sampler,
    .crowd = crowd,
    .open = open_focus,
    .close = close_focus,
    .run = run_focus,
};
