/* row_focus.c - moves of the search over assignments. */
#include "base/mem.h"
#include "bench/parts.h"
#include "sample/focus.h"

#define MOVES 4096
#define LEVEL 40.0   /* about where its ladder begins (focus_ladder.c) */
#define WARM 64      /* runs before the clock: the assignment is no longer at random then */

struct move {
    struct bench_instance instance;
    struct bsn_focus_table table;
    struct bsn_focus_map map;
    struct bsn_focus_rung rung;
    struct bsn_focus_particle particle;
};

static const struct bsn_rng start = { 1, BSN_RNG_START, 0, 0 };

/* Where nothing is broken there is nothing to move. */
static void run_move(void *own)
{
    struct move *const m = own;
    size_t left = MOVES;

    while (left > 0) {
        left -= bsn_focus_walk(&m->particle, left);
        bsn_focus_keep(&m->particle);
        if (m->particle.opens == 0)
            bsn_focus_start(&m->particle, &start, NULL);
    }
}

static void close_move(basin_ctx *ctx, void *own)
{
    struct move *const m = own;

    bsn_focus_particle_clear(ctx, &m->particle);
    bsn_focus_rung_clear(ctx, &m->rung);
    bsn_focus_map_clear(ctx, &m->map);
    bsn_focus_table_clear(ctx, &m->table);
    bench_instance_close(ctx, &m->instance);
    bsn_free(ctx, m);
}

/* Reads of single numbers in a move. In a counting factor drawn at random: itself, its parts with
 * their values and the states of the factors that each of these touches; and again those of both
 * values of the one that changes. Of a pair: itself, and for each change three numbers of each
 * neighbour; how many moves are changes was counted. */
static double reads(const struct move *m)
{
    const struct bsn_focus_map *const map = &m->map;
    const double touches = (double)map->touch_first[map->literals] / map->literals;
    const double parts = (double)map->part_first[map->factors] / map->factors;
    const double changes = (double)m->particle.changes / (double)m->particle.moves;
    double sum = 3 + parts * (2 + touches) + changes * 2 * touches;

    for (uint32_t pair = 0; pair < map->pairs; pair++)
        sum += changes * 3 * (double)map->near_first[pair][map->variables] / map->variables;
    return sum;
}

/* States of factors, who touches whom, and of pairs how often each value stands beside each
 * variable. */
static size_t room_of(const struct bsn_focus_map *map)
{
    size_t bytes = map->factors * sizeof(uint16_t) +
                   map->touch_first[map->literals] * sizeof(uint32_t);

    for (uint32_t pair = 0; pair < map->pairs; pair++)
        bytes += map->literals * sizeof(uint16_t) +
                 map->near_first[pair][map->variables] * sizeof(struct bsn_focus_near);
    return bytes;
}

basin_status bench_open_move(const struct bench_room *room, const struct bench_row *row,
                             struct bench_job *job)
{
    struct move *m;

    BSN_TRY(BSN_NEW(room->ctx, 1, &m));
    *job = (struct bench_job){ .run = run_move, .close = close_move, .own = m };
    BSN_TRY(bench_instance_open(room, row, &m->instance));
    BSN_TRY(bsn_focus_table_make(room->ctx, m->instance.compose, &m->table));
    BSN_TRY(bsn_focus_map_make(room->ctx, &m->instance.graph, &m->table, &m->map));
    BSN_TRY(bsn_focus_rung_make(room->ctx, &m->table, &m->rung));
    BSN_TRY(bsn_focus_particle_make(room->ctx, &m->map, &m->table, MOVES, &m->particle));
    bsn_focus_rung_set(&m->table, LEVEL, &m->rung);
    m->particle.rung = &m->rung;
    bsn_focus_start(&m->particle, &start, NULL);
    for (int i = 0; i < WARM; i++)
        run_move(m);
    job->units = MOVES;
    job->work = MOVES * reads(m);
    job->bytes = room_of(&m->map);
    return BASIN_STATUS_OK;
}
