/* test_focus.c - the search over assignments: its tables against the networks they were read from,
 * its running sums against sums from scratch, and the rules that all samplers keep. */
#define _GNU_SOURCE
#include "sample/focus.h"

#include "base/file.h"
#include "support.h"

#include <math.h>
#include <stdatomic.h>
#include <unistd.h>

/* A problem with what a search over its assignments works on. */
struct setup {
    basin_ctx *ctx;
    basin_model *model;
    basin_problem *problem;
    struct bsn_graph graph;
    struct bsn_compose *compose;
    struct bsn_focus_table table;
    struct bsn_focus_map map;
    struct bsn_focus_rung rung;
    struct bsn_focus_particle particle;
};

#define MOVES 4096
#define SIDE 7

static basin_problem *open_text(basin_ctx *ctx, const char *domain, const char *text)
{
    char path[] = "/tmp/basin-focus-XXXXXX";
    basin_problem *problem;
    const int file = mkstemp(path);

    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    ASSERT_OK(ctx, basin_problem_open(ctx, domain, path, &problem));
    unlink(path);
    return problem;
}

static basin_problem *generate(basin_ctx *ctx, const char *domain, uint32_t n, double ratio,
                               uint32_t width, uint32_t limit)
{
    struct basin_gen_opts opts = BASIN_GEN_OPTS_INIT;
    basin_problem *problem;
    char *text;

    opts.n = n;
    opts.kind = "planted";
    opts.ratio = ratio;
    opts.width = width;
    ASSERT_OK(ctx, basin_generate(ctx, domain, &opts, &text));
    problem = open_text(ctx, domain, text);
    basin_text_free(ctx, text);
    const int32_t all[64] = { 0 };  /* nothing is left out of the search */
    if (limit > 0)
        ASSERT_OK(ctx, test_limit(ctx, &problem, limit, all));
    return problem;
}

/* "sat": clauses of `size` literals; "color": `size` colours; "queens": a board of `size`. */
static basin_problem *make_problem(basin_ctx *ctx, const char *domain, uint32_t size)
{
    basin_problem *problem;
    char board[16];

    if (strcmp(domain, "sat") == 0)
        return generate(ctx, domain, 60, size == 3 ? 4 : 10, size, 0);
    if (strcmp(domain, "color") == 0)
        return generate(ctx, domain, 40, 0.5, size, size);
    snprintf(board, sizeof board, "%u", size);
    ASSERT_OK(ctx, basin_problem_open(ctx, domain, board, &problem));
    return problem;
}

static void make(const char *domain, uint32_t size, enum basin_energy energy, struct setup *s)
{
    *s = (struct setup){ .ctx = test_ctx() };
    s->problem = make_problem(s->ctx, domain, size);
    const struct bsn_task *const d = s->problem->task;
    if (energy == BASIN_ENERGY_EXACT)
        ASSERT_OK(s->ctx, bsn_model_new(s->ctx, domain, energy, 100, &s->model));
    else
        ASSERT_OK(s->ctx, basin_model_default(s->ctx, domain, energy, &s->model));
    ASSERT_OK(s->ctx, d->graph(s->ctx, s->problem->instance, s->model, &s->graph));
    bsn_graph_finish(&s->graph);
    ASSERT_OK(s->ctx, bsn_compose_new(s->ctx, s->model, &s->graph, BSN_COMPOSE_BASIN, d->examples,
                                      &s->compose));
    ASSERT_OK(s->ctx, bsn_focus_table_make(s->ctx, s->compose, &s->table));
    ASSERT_OK(s->ctx, bsn_focus_map_make(s->ctx, &s->graph, &s->table, &s->map));
    ASSERT_OK(s->ctx, bsn_focus_rung_make(s->ctx, &s->table, &s->rung));
    ASSERT_OK(s->ctx, bsn_focus_particle_make(s->ctx, &s->map, &s->table, MOVES, &s->particle));
    assert_true(s->map.variables >= 8 && s->map.factors >= 8);
    bsn_focus_rung_set(&s->table, 44, &s->rung);
    s->particle.rung = &s->rung;
}

static void discard(struct setup *s)
{
    bsn_focus_particle_clear(s->ctx, &s->particle);
    bsn_focus_rung_clear(s->ctx, &s->rung);
    bsn_focus_map_clear(s->ctx, &s->map);
    bsn_focus_table_clear(s->ctx, &s->table);
    bsn_compose_free(s->ctx, s->compose);
    bsn_graph_clear(s->ctx, &s->graph);
    basin_problem_free(s->ctx, s->problem);
    basin_model_free(s->ctx, s->model);
    test_ctx_done(s->ctx);
}

static void start(struct setup *s, uint32_t number)
{
    const struct bsn_rng rng = { 5, BSN_RNG_TEST, 0, number };

    bsn_focus_start(&s->particle, &rng, NULL);
}

static const struct {
    const char *domain;
    uint32_t size;
} kinds[] = { { "sat", 3 }, { "sat", 5 }, { "color", 3 }, { "color", 12 }, { "queens", 8 },
              { "queens", 130 } };

/* -------------------------------------------------------------------------------- energies ---- */

/* The residuals of the networks themselves where the particle stands: their sum, and how many of
 * them say that their factor is broken. */
static double ask_networks(const struct setup *s, double noise, uint32_t *broken)
{
    struct bsn_level level;
    float *y, *scratch, *grad, *residual, *energy;
    double sum = 0;

    for (size_t lane = 0; lane < BSN_LANES; lane++)
        bsn_level_lane(bsn_compose_schedule(s->compose), noise, lane, &level);
    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, s->graph.coords * BSN_LANES, &y));
    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, s->graph.coords * BSN_LANES, &grad));
    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, s->graph.factors * BSN_LANES, &residual));
    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, bsn_compose_scratch(s->compose), &scratch));
    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, BSN_LANES, &energy));
    for (size_t v = 0; v < s->graph.variables; v++) {
        const uint32_t first = s->graph.variable[v], end = s->graph.variable[v + 1];
        for (uint32_t c = first; c < end; c++)
            y[c * BSN_LANES] = (s->particle.value[v] == (end - first == 1 ? 1 : c - first)) *
                               level.signal[0];
    }
    bsn_compose_eval(s->compose, &level, y, NULL, scratch, energy, grad, residual);
    *broken = 0;
    for (size_t k = 0; k < s->graph.factors; k++) {
        sum += residual[k * BSN_LANES];
        *broken += 1 - exp(-residual[k * BSN_LANES]) > 0.5;
    }
    bsn_free(s->ctx, y);
    bsn_free(s->ctx, grad);
    bsn_free(s->ctx, residual);
    bsn_free(s->ctx, scratch);
    bsn_free(s->ctx, energy);
    return sum;
}

static void check_energies(const char *domain, uint32_t size, enum basin_energy energy)
{
    static const uint32_t levels[] = { 20, 33, 44, 60 };
    struct setup s;
    uint32_t broken;

    make(domain, size, energy, &s);
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t level = levels[i % COUNT(levels)];
        const double noise = s.table.grid[level / BSN_LANES].noise[level % BSN_LANES];
        start(&s, i);
        bsn_focus_walk(&s.particle, 20 * i);
        bsn_focus_stock(&s.particle);
        bsn_focus_rung_set(&s.table, level, &s.rung);
        const double want = ask_networks(&s, noise, &broken);
        const double got = bsn_focus_energy(&s.particle, &s.rung);
        if (!(fabs(got - want) <= 1e-3 * (1 + fabs(want))))
            fail_msg("%s %u at level %u: %g from the table, %g from the networks", domain, size,
                     level, got, want);
        ask_networks(&s, s.table.grid[0].noise[0], &broken);
        assert_int_equal(s.particle.opens, broken);
    }
    discard(&s);
}

static void tables_are_what_networks_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(kinds); i++)
        check_energies(kinds[i].domain, kinds[i].size, BASIN_ENERGY_COMPACT);
}

static void tables_are_what_examples_say(void **state)
{
    (void)state;
    for (size_t i = 0; i + 1 < COUNT(kinds); i++)
        check_energies(kinds[i].domain, kinds[i].size, BASIN_ENERGY_EXACT);
}

/* Between two levels of the table, what is read between them is near what the networks say. */
static void levels_between_are_near_the_networks(void **state)
{
    struct setup s;
    uint32_t broken;

    (void)state;
    make("sat", 3, BASIN_ENERGY_COMPACT, &s);
    start(&s, 1);
    bsn_focus_stock(&s.particle);
    for (uint32_t level = 20; level < 60; level++) {
        const struct bsn_level *const grid = s.table.grid;
        const double noise = (grid[level / BSN_LANES].noise[level % BSN_LANES] +
                              grid[(level + 1) / BSN_LANES].noise[(level + 1) % BSN_LANES]) / 2;
        bsn_focus_rung_set(&s.table, level + 0.5, &s.rung);
        const double want = ask_networks(&s, noise, &broken);
        assert_true(fabs(bsn_focus_energy(&s.particle, &s.rung) - want) < 0.02 * want);
    }
    discard(&s);
}

/* --------------------------------------------------------------------------- running sums ---- */

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return x < y ? -1 : x > y;
}

/* After many moves all that is kept up to date is as if it were counted anew. */
static void check_sums(const char *domain, uint32_t size)
{
    struct setup s;
    struct bsn_focus_particle *const p = &s.particle;

    make(domain, size, BASIN_ENERGY_COMPACT, &s);
    const struct bsn_rng rng = { 5, BSN_RNG_TEST, 0, 77 };
    struct bsn_focus_particle anew = { 0 };
    ASSERT_OK(s.ctx, bsn_focus_particle_make(s.ctx, &s.map, &s.table, MOVES, &anew));
    start(&s, 3);
    bsn_focus_walk(p, MOVES);
    bsn_focus_start(&anew, &rng, p->value);
    assert_memory_equal(p->value, anew.value, s.map.variables * sizeof *p->value);
    assert_memory_equal(p->slot, anew.slot, s.map.factors * sizeof *p->slot);
    assert_memory_equal(p->clash, anew.clash,
                        (size_t)s.map.pairs * s.map.literals * sizeof *p->clash);
    assert_int_equal(p->opens, anew.opens);
    for (uint32_t i = 0; i < p->opens; i++)
        assert_int_equal(p->place[p->open[i]], i + 1);
    qsort(p->open, p->opens, sizeof *p->open, by_number);
    qsort(anew.open, anew.opens, sizeof *anew.open, by_number);
    assert_memory_equal(p->open, anew.open, p->opens * sizeof *p->open);
    bsn_focus_particle_clear(s.ctx, &anew);
    discard(&s);
}

static void running_sums_are_sums_from_scratch(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(kinds); i++)
        check_sums(kinds[i].domain, kinds[i].size);
}

/* The lists of who makes a part 1 are those of a look at all variables. */
static void holders_are_who_hold(void **state)
{
    static const uint32_t boards[] = { 8, 130 };
    struct setup s;

    (void)state;
    for (size_t b = 0; b < COUNT(boards); b++) {
        make("queens", boards[b], BASIN_ENERGY_COMPACT, &s);
        const struct bsn_focus_particle *const p = &s.particle;
        uint32_t *count, held[256];
        assert_non_null(p->holders);
        ASSERT_OK(s.ctx, BSN_NEW(s.ctx, s.map.factors, &count));
        start(&s, 6);
        bsn_focus_walk(&s.particle, MOVES);
        for (uint32_t v = 0; v < s.map.variables; v++) {
            const uint32_t literal = s.map.literal[v] + p->value[v];
            for (uint32_t i = s.map.touch_first[literal]; i < s.map.touch_first[literal + 1]; i++)
                count[s.map.touch[i]]++;
        }
        for (uint32_t f = 0; f < s.map.factors; f++) {
            const uint32_t found = bsn_focus_holders_find(p, f, COUNT(held), held);
            assert_int_equal(found, count[f]);
            for (uint32_t i = 0; i < found; i++) {
                const uint32_t literal = s.map.literal[held[i]] + p->value[held[i]];
                bool touches = false;
                for (uint32_t t = s.map.touch_first[literal]; t < s.map.touch_first[literal + 1];
                     t++)
                    touches |= s.map.touch[t] == f;
                assert_true(touches);
                for (uint32_t j = 0; j < i; j++)
                    assert_int_not_equal(held[i], held[j]);
            }
        }
        bsn_free(s.ctx, count);
        discard(&s);
    }
}

/* The best of a walk is kept though the walk goes on from elsewhere. */
static void the_best_of_a_walk_is_kept(void **state)
{
    struct setup s;
    struct bsn_focus_particle *const p = &s.particle;
    const struct bsn_rng rng = { 5, BSN_RNG_TEST, 0, 78 };

    (void)state;
    make("sat", 3, BASIN_ENERGY_COMPACT, &s);
    bsn_focus_rung_set(&s.table, 55, &s.rung);
    start(&s, 4);
    uint32_t least = p->opens;
    for (int i = 0; i < 500; i++) {
        bsn_focus_walk(p, 1);
        least = p->opens < least ? p->opens : least;
    }
    bsn_focus_keep(p);
    assert_int_equal(p->best_opens, least);
    bsn_focus_start(p, &rng, p->best);
    assert_int_equal(p->opens, least);
    discard(&s);
}

/* ------------------------------------------------------------------- the best of all moves ---- */

/* Pairs of variables of equal value that are bound by a factor, from the graph itself. */
static uint32_t count_equal(const struct bsn_graph *graph, const uint16_t *value)
{
    uint32_t equal = 0;

    for (size_t k = 0; k < graph->terms; k++) {
        const struct bsn_term *const term = &graph->term[k];
        for (size_t i = 0; !term->unary && i < term->f.factors; i++) {
            const uint32_t *const end = term->member + term->first[i];
            equal += value[term->input[end[0] * term->inputs] / term->inputs] ==
                     value[term->input[end[1] * term->inputs] / term->inputs];
        }
    }
    return equal;
}

/* By how much the best change of one value of a variable in a broken pair changes their number. */
static int best_change(const struct setup *s, const uint16_t *now)
{
    const uint32_t values = s->map.literal[1], equal = count_equal(&s->graph, now);
    int best = INT32_MAX;
    uint16_t *value;

    ASSERT_OK(s->ctx, BSN_NEW(s->ctx, s->map.variables, &value));
    memcpy(value, now, s->map.variables * sizeof *value);
    for (uint32_t v = 0; v < s->map.variables; v++) {
        bool broken = false;
        for (uint32_t i = s->map.near_first[0][v]; i < s->map.near_first[0][v + 1]; i++)
            broken |= now[s->map.near[0][i].variable] == now[v];
        for (uint32_t j = 0; broken && j < values; j++) {
            value[v] = (uint16_t)j;
            const int change = (int)count_equal(&s->graph, value) - (int)equal;
            best = j != now[v] && change < best ? change : best;
        }
        value[v] = now[v];
    }
    bsn_free(s->ctx, value);
    return best;
}

/* The first move is the best there is, and so is one that leads to fewer broken pairs than ever; of
 * the others some are forbidden. Their number is right after each. */
static void tabu_makes_the_best_move(void **state)
{
    struct setup s;
    struct bsn_focus_particle *const p = &s.particle;
    uint32_t least, best_moves = 0, moves = 0;

    (void)state;
    make("color", 5, BASIN_ENERGY_COMPACT, &s);
    assert_true(bsn_focus_tabu_fits(&s.map, &s.table));
    ASSERT_OK(s.ctx, bsn_focus_tabu_make(s.ctx, p));
    uint16_t before[64];
    for (uint32_t n = 0; n < 10; n++) {
        start(&s, n);
        least = p->opens;
        for (uint32_t i = 0; p->opens > 0 && i < 100; i++, moves++) {
            const uint32_t opens = p->opens;
            memcpy(before, p->value, s.map.variables * sizeof *before);
            const int best = best_change(&s, before);
            assert_int_equal(bsn_focus_tabu_walk(p, 1), 1);
            const int made = (int)p->opens - (int)opens;
            assert_int_equal(p->opens, count_equal(&s.graph, p->value));
            assert_true(made >= best);
            if (i == 0 || (int)opens + best < (int)least)
                assert_int_equal(made, best);
            best_moves += made == best;
            least = p->opens < least ? p->opens : least;
        }
        bsn_focus_keep(p);
        assert_int_equal(p->lowest_opens, least);
        assert_int_equal(count_equal(&s.graph, p->lowest), least);
    }
    assert_true(moves > 50 && best_moves > moves / 4);
    discard(&s);
}

/* The variable that has no value and the most values among its neighbours, of several the one with
 * the most neighbours, of several the first. */
static uint32_t next_by_hand(const struct bsn_focus_map *map, const uint16_t *value)
{
    uint32_t best = UINT32_MAX, most = 0, width = 0;

    for (uint32_t v = 0; v < map->variables; v++) {
        const uint32_t from = map->near_first[0][v], end = map->near_first[0][v + 1];
        uint64_t seen = 0;
        for (uint32_t i = from; i < end; i++)
            if (value[map->near[0][i].variable] != UINT16_MAX)
                seen |= (uint64_t)1 << value[map->near[0][i].variable];
        const uint32_t taken = (uint32_t)__builtin_popcountll(seen);
        if (value[v] != UINT16_MAX || (best != UINT32_MAX && taken < most) ||
            (best != UINT32_MAX && taken == most && end - from <= width))
            continue;
        best = v;
        most = taken;
        width = end - from;
    }
    return best;
}

static uint16_t value_by_hand(const struct bsn_focus_map *map, const uint16_t *value, uint32_t v)
{
    uint32_t count[64] = { 0 }, best = 0;

    for (uint32_t i = map->near_first[0][v]; i < map->near_first[0][v + 1]; i++)
        if (value[map->near[0][i].variable] != UINT16_MAX)
            count[value[map->near[0][i].variable]]++;
    for (uint32_t j = 1; j < map->literal[v + 1] - map->literal[v]; j++)
        best = count[j] < count[best] ? j : best;
    return (uint16_t)best;
}

/* Which variable was the first is seen from what follows. */
static bool follows_by_hand(const struct bsn_focus_map *map, uint32_t first, const uint16_t *value)
{
    uint16_t mine[64];

    memset(mine, 0xff, sizeof mine);
    for (uint32_t n = 0, v = first; n < map->variables; n++, v = next_by_hand(map, mine))
        mine[v] = value_by_hand(map, mine, v);
    return memcmp(mine, value, map->variables * sizeof *mine) == 0;
}

static void greedy_values_are_those_found_by_hand(void **state)
{
    struct setup s;

    (void)state;
    make("color", 7, BASIN_ENERGY_COMPACT, &s);
    struct bsn_focus_particle *const p = &s.particle;
    uint32_t scratch[3 * 64];
    uint16_t value[64];
    for (int i = 0; i < 10; i++) {
        bool found = false;
        assert_true(bsn_focus_greedy(p, scratch, value));
        for (uint32_t v = 0; v < s.map.variables && !found; v++)
            found = follows_by_hand(&s.map, v, value);
        assert_true(found);
    }
    struct bsn_brake brake;
    bsn_brake_put(s.ctx, &brake, NULL, NULL, 1e-9);
    p->brake = &brake;
    assert_false(bsn_focus_greedy(p, scratch, value));
    bsn_brake_take(s.ctx, &brake);
    discard(&s);
}

/* A particle that is stopped while it begins has no best, and offers no solution. */
static void a_beginning_is_ended(void **state)
{
    const struct bsn_rng rng = { 5, BSN_RNG_TEST, 0, 9 };
    struct bsn_brake brake;
    struct setup s;

    (void)state;
    make("sat", 3, BASIN_ENERGY_COMPACT, &s);
    bsn_focus_start(&s.particle, &rng, NULL);
    assert_true(bsn_focus_begun(&s.particle));
    bsn_brake_put(s.ctx, &brake, NULL, NULL, 1e-9);
    s.particle.brake = &brake;
    bsn_focus_start(&s.particle, &rng, NULL);
    bsn_brake_take(s.ctx, &brake);
    assert_false(bsn_focus_begun(&s.particle));
    assert_true(s.particle.opens > 0);
    bsn_focus_keep(&s.particle);
    assert_false(bsn_focus_begun(&s.particle));
    discard(&s);
}

/* Of equal parents a child is the same partition; of others, its classes are theirs. */
static void children_have_their_parents_classes(void **state)
{
    struct setup s;
    struct bsn_focus_particle two[2] = { { 0 } };
    struct bsn_focus_breed breed;

    (void)state;
    memset(&breed, 0, sizeof breed);
    make("color", 12, BASIN_ENERGY_COMPACT, &s);
    for (int i = 0; i < 2; i++)
        ASSERT_OK(s.ctx, bsn_focus_particle_make(s.ctx, &s.map, &s.table, MOVES, &two[i]));
    ASSERT_OK(s.ctx, bsn_focus_breed_make(s.ctx, two, &breed));
    bsn_focus_breed_begin(&breed, false);
    for (uint32_t i = 0; i < 2; i++) {
        const struct bsn_rng rng = { 5, BSN_RNG_TEST, 0, 9 + i };
        bsn_focus_start(&two[i], &rng, NULL);
    }
    uint16_t parent[2][64];
    for (int i = 0; i < 2; i++)
        memcpy(parent[i], two[i].lowest, s.map.variables * sizeof *parent[i]);
    bsn_focus_breed_round(&breed);
    /* the first child begins with the largest class of the first parent, whole */
    for (int i = 0; i < 2; i++) {
        uint32_t size[64] = { 0 }, most = 0, first = 0, kept = 0, where = UINT32_MAX;
        for (uint32_t v = 0; v < s.map.variables; v++)
            size[parent[i][v]]++;
        for (uint32_t j = 0; j < 12; j++)
            most = size[j] > most ? size[j] : most;
        for (uint32_t v = 0; v < s.map.variables; v++)
            if (two[i].value[v] == 0 && where == UINT32_MAX)
                where = parent[i][v];
        for (uint32_t v = 0; v < s.map.variables; v++) {
            first += two[i].value[v] == 0;
            kept += two[i].value[v] == 0 && parent[i][v] == where;
        }
        assert_int_equal(size[where], most);
        assert_int_equal(kept, most);
        assert_true(first >= most);
        assert_int_equal(two[i].opens, count_equal(&s.graph, two[i].value));
    }
    /* two that are one begin anew, with generations twice as long */
    const uint32_t length = breed.length;
    bsn_focus_restart(&two[1], two[0].value);
    bsn_focus_breed_round(&breed);
    assert_int_equal(breed.length, 2 * length);
    assert_memory_not_equal(two[0].value, two[1].value, s.map.variables * sizeof *two[0].value);
    /* from greedy values, which break less than half of what random ones do */
    for (int i = 0; i < 2; i++) {
        assert_int_equal(two[i].opens, count_equal(&s.graph, two[i].value));
        assert_true(two[i].opens < s.map.factors / 24);
    }
    bsn_focus_breed_clear(s.ctx, &breed);
    for (int i = 0; i < 2; i++)
        bsn_focus_particle_clear(s.ctx, &two[i]);
    discard(&s);
}

/* ------------------------------------------------------------------------ the public calls ---- */

struct answers {
    basin_ctx *ctx;
    basin_model *model;
    basin_problem *problem;
    struct basin_solve_opts opts;
};

static struct answers ask(const char *domain, uint32_t size)
{
    const struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct answers a = { .ctx = test_ctx(), .opts = opts };

    a.problem = make_problem(a.ctx, domain, size);
    a.opts.sampler = "focus";
    a.opts.threads = 1;
    ASSERT_OK(a.ctx, basin_model_default(a.ctx, domain, BASIN_ENERGY_COMPACT, &a.model));
    return a;
}

static struct basin_answer solve(const struct answers *a)
{
    struct basin_answer answer = BASIN_ANSWER_INIT;

    ASSERT_OK(a->ctx, basin_solve(a->ctx, a->model, a->problem, &a->opts, &answer));
    return answer;
}

static void done(struct answers *a)
{
    basin_problem_free(a->ctx, a->problem);
    basin_model_free(a->ctx, a->model);
    test_ctx_done(a->ctx);
}

static void threads_change_nothing(void **state)
{
    static const uint32_t threads[] = { 1, 2, 3, 8 };

    (void)state;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        struct answers a = ask(kinds[i].domain, kinds[i].size);
        const struct basin_answer first = solve(&a);
        assert_int_equal(first.kind, BASIN_ANSWER_SOLVED);
        for (size_t t = 0; t < COUNT(threads); t++) {
            a.opts.threads = threads[t];
            struct basin_answer next = solve(&a);
            assert_int_equal(next.steps, first.steps);
            assert_memory_equal(next.value, first.value, first.values * sizeof *first.value);
            basin_answer_clear(a.ctx, &next);
        }
        struct basin_answer last = first;
        basin_answer_clear(a.ctx, &last);
        done(&a);
    }
}

/* A problem that is not solved in so few steps: the best so far is the same too. */
static void a_limit_of_steps_is_kept(void **state)
{
    struct answers a = ask("sat", 5);
    uint64_t violated[2];

    (void)state;
    a.opts.steps = 5;
    for (uint32_t t = 0; t < 2; t++) {
        a.opts.threads = 1 + 2 * t;
        struct basin_answer answer = solve(&a);
        assert_int_equal(answer.kind, BASIN_ANSWER_BEST);
        assert_int_equal(answer.stop, BASIN_STOP_STEPS);
        assert_int_equal(answer.steps, 5);
        violated[t] = answer.violated;
        basin_answer_clear(a.ctx, &answer);
    }
    assert_int_equal(violated[0], violated[1]);
    done(&a);
}

static void fixed_values_stay(void **state)
{
    struct answers a = ask("color", 12);
    int32_t fixed[64];

    (void)state;
    for (int i = 0; i < 64; i++)
        fixed[i] = i == 3 ? 7 : -1;
    a.opts.fixed = fixed;
    ASSERT_OK(a.ctx, test_limit(a.ctx, &a.problem, 12, fixed));
    struct basin_answer answer = solve(&a);
    assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
    assert_int_equal(answer.value[3], 7);
    basin_answer_clear(a.ctx, &answer);
    done(&a);
}

static void a_solution_to_start_from_is_found_at_once(void **state)
{
    struct answers a = ask("queens", 130);
    struct basin_answer first = solve(&a);

    (void)state;
    a.opts.start = first.value;
    struct basin_answer again = solve(&a);
    assert_int_equal(again.steps, 0);
    assert_memory_equal(again.value, first.value, first.values * sizeof *first.value);
    basin_answer_clear(a.ctx, &first);
    basin_answer_clear(a.ctx, &again);
    done(&a);
}

/* Asked often enough that a caller is obeyed within a tenth of a second, and only on its thread. */
static atomic_int asked;

static bool stop_soon(void *user)
{
    (void)user;
    return atomic_fetch_add(&asked, 1) >= 100;  /* set-up asks, too */
}

static void a_caller_is_obeyed(void **state)
{
    struct answers a = ask("sat", 3);

    (void)state;
    basin_problem_free(a.ctx, a.problem);
    a.problem = open_text(a.ctx, "sat",  /* nothing satisfies it */
                          "p cnf 3 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n"
                          "-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n");
    for (uint32_t threads = 1; threads <= 2; threads++) {
        atomic_store(&asked, 0);
        a.opts.threads = threads;
        a.opts.should_stop = stop_soon;
        const double began = bsn_seconds();
        struct basin_answer answer = solve(&a);
        assert_int_equal(answer.stop, BASIN_STOP_CALLER);
        assert_int_equal(answer.kind, BASIN_ANSWER_BEST);
        assert_true(bsn_seconds() - began < 2);
        basin_answer_clear(a.ctx, &answer);
    }
    done(&a);
}

static void refuse(const void *instance, size_t count, const int32_t *value, uint32_t *scratch,
                   uint64_t *violated)
{
    (void)instance;
    (void)value;
    (void)scratch;
    for (size_t i = 0; i < count; i++)
        violated[i] = 1;
}

/* Where a verifier accepts nothing, the search goes on to its limit. */
static void refused_solutions_are_left_behind(void **state)
{
    struct answers a = ask("queens", 8);
    struct bsn_task strict = *a.problem->task;
    struct basin_problem problem = *a.problem;

    (void)state;
    strict.verify = refuse;
    problem.task = &strict;
    a.opts.steps = 5000;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    ASSERT_OK(a.ctx, basin_solve(a.ctx, a.model, &problem, &a.opts, &answer));
    assert_int_equal(answer.kind, BASIN_ANSWER_BEST);
    assert_int_equal(answer.stop, BASIN_STOP_STEPS);
    assert_int_equal(answer.steps, 5000);
    /* So it does where nothing is left to move, and every beginning is refused at once. */
    const int32_t board[8] = { 0, 4, 7, 5, 2, 6, 1, 3 };
    a.opts.fixed = board;
    a.opts.steps = 3;
    ASSERT_OK(a.ctx, basin_solve(a.ctx, a.model, &problem, &a.opts, &answer));
    assert_int_equal(answer.stop, BASIN_STOP_STEPS);
    basin_answer_clear(a.ctx, &answer);
    done(&a);
}

/* What a caller sees of a run: steps that grow, and every particle's own assignment. */
struct seen {
    uint64_t moments, step;
    size_t particles;
};

static void on_moment(void *user, const struct basin_moment *now)
{
    struct seen *const seen = user;

    assert_true(now->step >= seen->step);
    assert_non_null(now->values);
    for (size_t p = 0; p < now->particles; p++)
        for (size_t i = 0; i < 8; i++)
            assert_in_range(now->values[p * 8 + i], 0, 7);
    seen->moments++;
    seen->step = now->step;
    seen->particles = now->particles;
}

/* To watch a run changes nothing about it. */
static void moments_are_shown(void **state)
{
    struct answers a = ask("queens", 8);
    struct basin_answer plain = solve(&a);
    struct seen seen = { 0 };

    (void)state;
    a.opts.user = &seen;
    a.opts.on_moment = on_moment;
    a.opts.watch = true;
    struct basin_answer watched = solve(&a);
    assert_true(seen.moments > (plain.steps < 16 ? plain.steps : 16) && seen.particles == 8);
    assert_int_equal(watched.steps, plain.steps);
    assert_memory_equal(watched.value, plain.value, plain.values * sizeof *plain.value);
    basin_answer_clear(a.ctx, &watched);
    basin_answer_clear(a.ctx, &plain);
    done(&a);
}

/* Moves of a large problem are not spread over many walks. */
static void large_problems_have_few_particles(void **state)
{
    struct answers a = ask("sat", 3);
    struct basin_answer small = solve(&a);

    (void)state;
    basin_problem_free(a.ctx, a.problem);
    a.problem = generate(a.ctx, "sat", 10000, 1.2, 3, 0);  /* fewer factors than would tell */
    struct basin_answer large = solve(&a);
    assert_int_equal(small.particles, 8);
    assert_int_equal(large.particles, 2);
    assert_int_equal(large.kind, BASIN_ANSWER_SOLVED);
    basin_answer_clear(a.ctx, &small);
    basin_answer_clear(a.ctx, &large);
    done(&a);
}

/* Squares of each row and of each column that have another one's value. */
static uint64_t repeated(void *user, const int32_t *value, size_t values)
{
    uint64_t count = 0;

    (void)user;
    for (size_t i = 0; i < values; i++)
        for (size_t j = 0; j < i; j++)
            count += value[i] == value[j] && (i / SIDE == j / SIDE || i % SIDE == j % SIDE);
    return count;
}

/* In each row, and in each column, exactly one square has each value. */
static basin_problem *latin_square(basin_ctx *ctx)
{
    struct basin_constraint one = BASIN_CONSTRAINT_INIT;
    struct basin_literal group[SIDE] = { { 0 } };
    basin_problem *problem;
    basin_draft *draft;

    ASSERT_OK(ctx, basin_draft_new(ctx, &draft));
    ASSERT_OK(ctx, basin_draft_variables(ctx, draft, SIDE * SIDE, SIDE, NULL));
    one.network = "queens-compact:one";
    one.literal = group;
    one.literals = SIDE;
    for (uint32_t g = 0; g < 2 * SIDE * SIDE; g++) {
        const uint32_t line = g / SIDE % SIDE;
        for (uint32_t i = 0; i < SIDE; i++) {
            group[i].variable = g < SIDE * SIDE ? line * SIDE + i : i * SIDE + line;
            group[i].value = (int32_t)(g % SIDE);
        }
        ASSERT_OK(ctx, basin_draft_constrain(ctx, draft, &one));
    }
    for (uint32_t i = 0; i < SIDE; i++)
        ASSERT_OK(ctx, basin_draft_given(ctx, draft, i, (int32_t)(SIDE - 1 - i)));
    basin_draft_verifier(draft, repeated, NULL);
    ASSERT_OK(ctx, basin_draft_finish(ctx, draft, &problem));
    basin_draft_free(ctx, draft);
    return problem;
}

/* A problem of one's own, of groups that share variables of several values. */
static void own_problems_are_solved(void **state)
{
    struct answers a = ask("sat", 3);

    (void)state;
    basin_problem_free(a.ctx, a.problem);
    basin_model_free(a.ctx, a.model);
    a.model = NULL;
    a.problem = latin_square(a.ctx);
    a.opts.steps = 100000;
    struct basin_answer answer = solve(&a);
    assert_int_equal(answer.kind, BASIN_ANSWER_SOLVED);
    assert_int_equal(repeated(NULL, answer.value, SIDE * SIDE), 0);
    for (int i = 0; i < SIDE; i++)
        assert_int_equal(answer.value[i], SIDE - 1 - i);
    basin_answer_clear(a.ctx, &answer);
    done(&a);
}

/* Energies that depend on more than a count or on equality are refused in one line. */
static void other_energies_are_refused(void **state)
{
    struct answers a = ask("sat", 3);
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_model *paper;

    (void)state;
    ASSERT_OK(a.ctx, basin_model_default(a.ctx, "sat", BASIN_ENERGY_PAPER, &paper));
    assert_int_equal(basin_solve(a.ctx, paper, a.problem, &a.opts, &answer), BASIN_STATUS_INPUT);
    assert_non_null(strstr(basin_error_text(a.ctx), "focus"));
    basin_model_free(a.ctx, paper);
    done(&a);
}

/* Every allocation may fail; nothing is left behind. */
static void run_out(const char *domain, uint32_t size)
{
    struct answers a = ask(domain, size);

    basin_problem_free(a.ctx, a.problem);
    basin_model_free(a.ctx, a.model);
    test_ctx_done(a.ctx);
    for (size_t refuse = 1;; refuse++) {
        struct test_alloc alloc = { 0 };
        struct basin_answer answer = BASIN_ANSWER_INIT;
        a.ctx = test_ctx_with(&alloc);
        ASSERT_OK(a.ctx, basin_model_default(a.ctx, domain, BASIN_ENERGY_COMPACT, &a.model));
        a.problem = make_problem(a.ctx, domain, size);
        alloc.refuse = alloc.calls + refuse;
        const basin_status status = basin_solve(a.ctx, a.model, a.problem, &a.opts, &answer);
        const bool refused = alloc.calls >= alloc.refuse;
        alloc.refuse = 0;
        assert_int_equal(status, refused ? BASIN_STATUS_MEMORY : BASIN_STATUS_OK);
        basin_answer_clear(a.ctx, &answer);
        basin_problem_free(a.ctx, a.problem);
        basin_model_free(a.ctx, a.model);
        test_ctx_done(a.ctx);
        assert_int_equal(alloc.live, 0);
        if (!refused)
            break;
    }
}

static void memory_may_run_out(void **state)
{
    (void)state;
    run_out("queens", 8);
    run_out("color", 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_what_networks_say),
        cmocka_unit_test(tables_are_what_examples_say),
        cmocka_unit_test(levels_between_are_near_the_networks),
        cmocka_unit_test(running_sums_are_sums_from_scratch),
        cmocka_unit_test(holders_are_who_hold),
        cmocka_unit_test(the_best_of_a_walk_is_kept),
        cmocka_unit_test(tabu_makes_the_best_move),
        cmocka_unit_test(greedy_values_are_those_found_by_hand),
        cmocka_unit_test(a_beginning_is_ended),
        cmocka_unit_test(children_have_their_parents_classes),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_limit_of_steps_is_kept),
        cmocka_unit_test(fixed_values_stay),
        cmocka_unit_test(a_solution_to_start_from_is_found_at_once),
        cmocka_unit_test(a_caller_is_obeyed),
        cmocka_unit_test(refused_solutions_are_left_behind),
        cmocka_unit_test(moments_are_shown),
        cmocka_unit_test(large_problems_have_few_particles),
        cmocka_unit_test(own_problems_are_solved),
        cmocka_unit_test(other_energies_are_refused),
        cmocka_unit_test(memory_may_run_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
