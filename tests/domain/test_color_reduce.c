/* test_color_reduce.c - what is known of a graph without a search, against trying everything. */
#include "domain/plain_graph.h"

#include "domain/color/bounds.h"
#include "domain/color/reduce.h"
#include "group.h"

#define MOST 9  /* vertices: 4^9 colourings can be gone through */

static struct bsn_near near_of(const struct plain *g)
{
    struct bsn_col col = { .vertices = g->n };
    struct bsn_near near;

    for (uint32_t a = 0; a < g->n; a++)
        for (uint32_t b = a + 1; b < g->n; b++)
            if (g->joined[a][b])
                ASSERT_OK(ctx, bsn_col_add(ctx, &col, b, a));
    ASSERT_OK(ctx, bsn_col_finish(ctx, &col));
    ASSERT_OK(ctx, bsn_near_new(ctx, &col, &near));
    bsn_col_clear(ctx, &col);
    return near;
}

/* Random graphs of all densities; some have no vertices or no edges. */
static struct plain random_graph(uint32_t i)
{
    return plain_random(1000 + i, plain_draw(1, i, MOST + 1), plain_draw(2, i, 101));
}

/* Some vertices are to stay: about one in `rare`, or none. */
static const int32_t *hold_some(uint32_t i, uint32_t rare, int32_t *fixed)
{
    for (uint32_t v = 0; v < MOST; v++)
        fixed[v] = plain_draw(3, i * 16 + v, rare) == 0 ? (int32_t)plain_draw(4, i + v, 3) : -1;
    return i % 3 ? fixed : NULL;
}

static uint64_t kept_part(const struct plain *g, const struct bsn_reduced *reduced)
{
    uint64_t part = 0;

    for (uint32_t v = 0; v < g->n; v++)
        part |= (uint64_t)(reduced->place[v] != UINT32_MAX) << v;
    return part;
}

/* ------------------------------------------------------------------------------ neighbours ---- */

static void test_near(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 300; i++) {
        const struct plain g = random_graph(i);
        struct bsn_near near = near_of(&g);
        size_t at = 0;
        assert_int_equal(near.vertices, g.n);
        for (uint32_t v = 0; v < g.n; v++) {
            assert_int_equal(near.first[v], at);
            for (uint32_t w = 0; w < g.n; w++)
                if (g.joined[v][w])
                    assert_int_equal(near.vertex[at++], w);
        }
        assert_int_equal(near.first[g.n], at);
        assert_int_equal(at, 2 * g.edges);
        bsn_near_clear(ctx, &near);
    }
}

/* ------------------------------------------------------------------------------- reduction ---- */

/* The neighbours that v has within `part`. */
static uint64_t neighbours(const struct plain *g, uint64_t part, uint32_t v)
{
    uint64_t set = 0;

    for (uint32_t w = 0; w < g->n; w++)
        set |= (uint64_t)(g->joined[v][w] && part >> w & 1) << w;
    return set;
}

static bool has_few(const struct plain *g, uint64_t part, uint32_t k, uint32_t v)
{
    return (uint32_t)__builtin_popcountll(neighbours(g, part, v)) < k;
}

static bool has_twin(const struct plain *g, uint64_t part, uint32_t v, uint32_t twin)
{
    return twin != v && part >> twin & 1 &&
           (neighbours(g, part, v) & ~neighbours(g, part, twin)) == 0;
}

/* Each vertex went by its rule, none that had to stay went, and none is left that could go. */
static void check_rules(const struct plain *g, uint32_t k, const int32_t *fixed,
                        const struct bsn_reduced *reduced)
{
    uint64_t part = ((uint64_t)1 << g->n) - 1;

    for (uint32_t i = 0; i < reduced->removed; i++) {
        const uint32_t v = reduced->order[i], twin = reduced->twin[i];
        assert_true(v < g->n && part >> v & 1 && !(fixed && fixed[v] >= 0));
        assert_true(twin == BSN_NO_TWIN ? has_few(g, part, k, v) : has_twin(g, part, v, twin));
        part &= ~((uint64_t)1 << v);
    }
    assert_true(part == kept_part(g, reduced));
    for (uint32_t v = 0, place = 0; v < g->n; v++) {
        if (!(part >> v & 1))
            continue;
        assert_int_equal(reduced->place[v], place++);
        assert_true((fixed && fixed[v] >= 0) || !has_few(g, part, k, v));
        for (uint32_t u = 0; u < g->n; u++)
            assert_true((fixed && fixed[v] >= 0) || !has_twin(g, part, v, u));
    }
}

/* All colourings of the kept vertices, the others being what was there before: where none of the
 * kept edges is broken, none is broken when all are back. Returns how many those are. */
static size_t check_restore(const struct plain *g, const struct bsn_near *near, uint32_t k,
                            const struct bsn_reduced *reduced)
{
    struct plain rest = { .n = reduced->kept };
    int32_t color[MOST] = { 0 }, value[MOST];
    size_t proper = 0;

    for (uint32_t a = 0; a < g->n; a++)
        for (uint32_t b = a + 1; b < g->n; b++)
            if (g->joined[a][b] && (reduced->place[a] | reduced->place[b]) != UINT32_MAX)
                plain_join(&rest, reduced->place[a], reduced->place[b]);
    do {
        if (plain_broken(&rest, k, color) > 0)
            continue;
        proper++;
        for (uint32_t v = 0; v < g->n; v++)
            value[v] = reduced->place[v] == UINT32_MAX ? (int32_t)(v % k)
                                                       : color[reduced->place[v]];
        bsn_restore(near, reduced, k, value);
        assert_int_equal(plain_broken(g, k, value), 0);
        for (uint32_t v = 0; v < g->n; v++)
            assert_true(reduced->place[v] == UINT32_MAX ||
                        value[v] == color[reduced->place[v]]);
    } while (plain_next(rest.n, k, color));
    return proper;
}

static void test_reduce(void **state)
{
    size_t colorable = 0, not_colorable = 0, twins = 0, few = 0;
    int32_t fixed[MOST];

    (void)state;
    for (uint32_t i = 0; i < 1500; i++) {
        const uint32_t k = 1 + i % 4;
        const struct plain g = random_graph(i);
        const int32_t *const keep = hold_some(i, 4, fixed);
        struct bsn_near near = near_of(&g);
        struct bsn_reduced reduced;
        ASSERT_OK(ctx, bsn_reduce(ctx, &near, k, keep, &reduced));
        assert_int_equal(reduced.kept + reduced.removed, g.n);
        check_rules(&g, k, keep, &reduced);
        const bool whole = plain_colorable(&g, UINT64_MAX, k);
        assert_int_equal(whole, plain_colorable(&g, kept_part(&g, &reduced), k));
        assert_int_equal(whole, check_restore(&g, &near, k, &reduced) > 0);
        colorable += whole && reduced.kept > 0;
        not_colorable += !whole;
        for (uint32_t r = 0; r < reduced.removed; r++)
            *(reduced.twin[r] == BSN_NO_TWIN ? &few : &twins) += 1;
        bsn_reduced_clear(ctx, &reduced);
        bsn_near_clear(ctx, &near);
    }
    assert_true(colorable > 100 && not_colorable > 100 && twins > 100 && few > 100);
}

/* All that must stay stays, whatever its colour; what is not to stay is as if nothing was said. */
static void test_reduce_keeps(void **state)
{
    int32_t all[MOST], none[MOST];

    (void)state;
    for (uint32_t v = 0; v < MOST; v++) {
        all[v] = v % 2 ? INT32_MAX : 0;
        none[v] = v % 2 ? -1 : INT32_MIN;
    }
    for (uint32_t i = 0; i < 200; i++) {
        const struct plain g = random_graph(i);
        struct bsn_near near = near_of(&g);
        struct bsn_reduced reduced, plain;
        ASSERT_OK(ctx, bsn_reduce(ctx, &near, 1 + i % 9, all, &reduced));
        assert_true(reduced.kept == g.n && reduced.removed == 0);
        bsn_reduced_clear(ctx, &reduced);
        ASSERT_OK(ctx, bsn_reduce(ctx, &near, 1 + i % 9, none, &reduced));
        ASSERT_OK(ctx, bsn_reduce(ctx, &near, 1 + i % 9, NULL, &plain));
        assert_memory_equal(reduced.place, plain.place, g.n * sizeof *plain.place);
        bsn_reduced_clear(ctx, &plain);
        bsn_reduced_clear(ctx, &reduced);
        bsn_near_clear(ctx, &near);
    }
}

/* A vertex with neighbours of many colours gets one of those left, wherever among them it is. */
static void test_restore_many_colors(void **state)
{
    enum { LEAVES = 200 };
    struct bsn_col star = { .vertices = LEAVES + 1 };
    int32_t value[LEAVES + 1];
    struct bsn_near near;

    (void)state;
    for (uint32_t v = 1; v <= LEAVES; v++)
        ASSERT_OK(ctx, bsn_col_add(ctx, &star, 0, v));
    ASSERT_OK(ctx, bsn_col_finish(ctx, &star));
    ASSERT_OK(ctx, bsn_near_new(ctx, &star, &near));
    for (int32_t left = 0; left <= LEAVES; left++) {  /* the one colour that no leaf has */
        struct bsn_reduced reduced;
        value[0] = -1;
        for (int32_t v = 1; v <= LEAVES; v++)
            value[v] = (left + v * 7) % (LEAVES + 1);
        ASSERT_OK(ctx, bsn_reduce(ctx, &near, LEAVES + 1, value, &reduced));
        assert_int_equal(reduced.removed, 1);
        bsn_restore(&near, &reduced, LEAVES + 1, value);
        assert_int_equal(value[0], left);
        bsn_reduced_clear(ctx, &reduced);
    }
    bsn_near_clear(ctx, &near);
    bsn_col_clear(ctx, &star);
}

/* Even where the kept vertices have no colours or impossible ones, as they may on the way: the
 * others get colours that there are, or the one of their twin. */
static void test_restore_anything(void **state)
{
    static const int32_t wild[] = { -1, 0, 1, 2, 3, 64, INT32_MAX, INT32_MIN };

    (void)state;
    for (uint32_t i = 0; i < 500; i++) {
        const struct plain g = random_graph(i);
        struct bsn_near near = near_of(&g);
        struct bsn_reduced reduced;
        int32_t value[MOST], before[MOST];
        ASSERT_OK(ctx, bsn_reduce(ctx, &near, 3, NULL, &reduced));
        for (uint32_t v = 0; v < MOST; v++)
            value[v] = before[v] = wild[plain_draw(5, i * 16 + v, COUNT(wild))];
        bsn_restore(&near, &reduced, 3, value);
        for (uint32_t v = 0; v < g.n; v++)
            assert_true(reduced.place[v] == UINT32_MAX || value[v] == before[v]);
        for (uint32_t r = 0; r < reduced.removed; r++) {
            const uint32_t v = reduced.order[r];
            assert_true(reduced.twin[r] == BSN_NO_TWIN ? value[v] >= 0 && value[v] < 3
                                                       : value[v] == value[reduced.twin[r]]);
        }
        bsn_reduced_clear(ctx, &reduced);
        bsn_near_clear(ctx, &near);
    }
}

/* ---------------------------------------------------------------------------------- bounds ---- */

static void check_bounds(const struct plain *g)
{
    struct bsn_near near = near_of(g);
    int32_t value[PLAIN_MOST];
    uint32_t low = 77, high = 77;
    int32_t most = -1;

    memset(value, 0x55, sizeof value);
    ASSERT_OK(ctx, bsn_color_bounds(ctx, &near, value, &low, &high));
    assert_int_equal(plain_broken(g, high, value), 0);
    for (uint32_t v = 0; v < g->n; v++)
        most = value[v] > most ? value[v] : most;
    assert_int_equal(most + 1, high);
    const uint32_t needed = plain_chromatic(g);
    assert_true(low <= needed && needed <= high);
    assert_true(low <= plain_clique(g) && (g->n == 0 || low > 0));
    assert_true(g->edges == 0 || low >= 2);
    bsn_near_clear(ctx, &near);
}

static void test_bounds(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 400; i++) {
        const struct plain g = random_graph(i), larger = plain_random(50 + i, 13, 10 + i % 80);
        check_bounds(&g);
        if (i % 10 == 0)
            check_bounds(&larger);
    }
    const struct plain petersen = plain_petersen();
    check_bounds(&petersen);
}

/* On complete graphs both are the number of vertices. */
static void test_bounds_complete(void **state)
{
    (void)state;
    for (uint32_t n = 0; n <= 40; n++) {
        const struct plain g = plain_complete(n);
        basin_problem *const problem = plain_open(ctx, plain_text(&g, 0));
        int32_t value[PLAIN_MOST];
        uint32_t low, high;
        ASSERT_OK(ctx, basin_problem_bounds(ctx, problem, value, &low, &high));
        assert_true(low == n && high == n);
        assert_int_equal(plain_broken(&g, n, value), 0);
        basin_problem_free(ctx, problem);
    }
}

/* ----------------------------------------------------------------------------------- floor ---- */

/* Edges that the best of all colourings breaks. */
static uint64_t fewest_broken(const struct plain *g, uint32_t k)
{
    int32_t value[PLAIN_MOST] = { 0 };
    uint64_t fewest = UINT64_MAX;

    do {
        const uint64_t broken = plain_broken(g, k, value);
        fewest = broken < fewest ? broken : fewest;
    } while (plain_next(g->n, k, value));
    return fewest;
}

static uint64_t floor_of(const struct plain *g, uint32_t k)
{
    basin_problem *const problem = plain_open(ctx, plain_text(g, k));
    const uint64_t least = problem->task->floor(problem->instance);

    basin_problem_free(ctx, problem);
    return least;
}

static void test_floor(void **state)
{
    size_t above_zero = 0;

    (void)state;
    for (uint32_t i = 0; i < 300; i++) {
        const uint32_t k = 1 + i % 3;
        const struct plain g = plain_random(2000 + i, plain_draw(6, i, 8), 30 + i % 71);
        const uint64_t least = floor_of(&g, k);
        assert_true(least <= fewest_broken(&g, k));
        above_zero += least > 0;
    }
    assert_true(above_zero > 50);
}

/* On complete graphs it is what the best colouring breaks, no less. */
static void test_floor_complete(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 8; n++)
        for (uint32_t k = 1; k <= 4; k++) {
            const struct plain g = plain_complete(n);
            assert_int_equal(floor_of(&g, k), fewest_broken(&g, k));
        }
    const struct plain seven = plain_complete(7);
    assert_int_equal(floor_of(&seven, 3), 5);  /* three, two and two: 3 + 1 + 1 */
}

/* ---------------------------------------------------------------------------------- memory ---- */

static basin_status act(basin_ctx *own, void *arg)
{
    const struct bsn_col *const col = arg;
    struct bsn_near near = { 0 };
    struct bsn_reduced reduced = { 0 };
    int32_t value[MOST];
    uint32_t low, high;
    basin_status status;

    BSN_TRY_OUT(bsn_near_new(own, col, &near));
    BSN_TRY_OUT(bsn_color_bounds(own, &near, value, &low, &high));
    BSN_TRY_OUT(bsn_reduce(own, &near, 3, NULL, &reduced));
out:
    bsn_reduced_clear(own, &reduced);
    bsn_near_clear(own, &near);
    return status;
}

static void test_memory(void **state)
{
    struct bsn_col col = { .vertices = MOST };

    (void)state;
    for (uint32_t v = 1; v < MOST; v++)
        ASSERT_OK(ctx, bsn_col_add(ctx, &col, v - 1, v));
    ASSERT_OK(ctx, bsn_col_finish(ctx, &col));
    assert_true(test_refuse_each(act, &col) > 10);
    bsn_col_clear(ctx, &col);
}

/* ------------------------------------------------------------------------------------ all ---- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near),
        cmocka_unit_test(test_reduce),
        cmocka_unit_test(test_reduce_keeps),
        cmocka_unit_test(test_restore_many_colors),
        cmocka_unit_test(test_restore_anything),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_bounds_complete),
        cmocka_unit_test(test_floor),
        cmocka_unit_test(test_floor_complete),
        cmocka_unit_test(test_memory),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
