/* test_layout.c - places of vertices: inside, apart, the same each time, in time; graphs of all
 * shapes. */
#include "domain/layout.h"

#include "base/file.h"
#include "base/rng.h"
#include "support.h"

#include <math.h>

#define MOST 6000

struct drawn {
    uint32_t n;
    size_t edges;
    uint32_t ends[8 * MOST];
    struct bsn_point at[MOST];
    double width, height;
};

static void add(struct drawn *d, uint32_t a, uint32_t b)
{
    d->ends[2 * d->edges] = a;
    d->ends[2 * d->edges++ + 1] = b;
}

static void lay(basin_ctx *ctx, struct drawn *d)
{
    ASSERT_OK(ctx, bsn_layout(ctx, d->n, d->edges, d->ends, d->at, &d->width, &d->height));
    for (uint32_t v = 0; v < d->n; v++) {
        assert_true(d->at[v].x >= -1e-9 && d->at[v].x <= d->width + 1e-9);
        assert_true(d->at[v].y >= -1e-9 && d->at[v].y <= d->height + 1e-9);
    }
}

static double nearest(const struct drawn *d)
{
    double least = INFINITY;

    for (uint32_t v = 0; v < d->n; v++)
        for (uint32_t w = 0; w < v; w++)
            least = fmin(least, hypot(d->at[v].x - d->at[w].x, d->at[v].y - d->at[w].y));
    return least;
}

/* Graph number `kind` of n vertices: empty, path, ring, star, complete, random, small parts. */
static void make(struct drawn *d, uint32_t kind, uint32_t n)
{
    const struct bsn_rng at = { kind, BSN_RNG_TEST, n, 0 };

    d->n = n;
    d->edges = 0;
    for (uint32_t v = 1; v < n; v++) {
        if (kind == 1 || kind == 2)
            add(d, v - 1, v);
        else if (kind == 3)
            add(d, 0, v);
        else if (kind == 5 && bsn_rng_below(&at, v, 8) > 0)
            add(d, bsn_rng_below(&at, v + n, v), v);
        else if (kind == 6 && v % 4 > 0)
            add(d, v - 1, v);
        for (uint32_t w = 0; kind == 4 && w < v; w++)
            add(d, w, v);
    }
    if (kind == 2 && n > 2)
        add(d, 0, n - 1);
}

static struct drawn one, two;

static void test_vertices_are_apart(void **state)
{
    (void)state;
    static const uint32_t sizes[] = { 1, 2, 3, 4, 7, 30, 90 };
    basin_ctx *const ctx = test_ctx();

    for (uint32_t kind = 0; kind < 7; kind++)
        for (size_t i = 0; i < COUNT(sizes); i++) {
            make(&one, kind, sizes[i]);
            lay(ctx, &one);
            if (one.n > 1)
                assert_true(nearest(&one) > 0.75);
        }
    make(&one, 0, 0);
    lay(ctx, &one);
    test_ctx_done(ctx);
}

static void test_a_graph_looks_the_same_each_time(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    for (uint32_t kind = 0; kind < 7; kind++) {
        make(&one, kind, 40);
        make(&two, kind, 40);
        lay(ctx, &one);
        lay(ctx, &two);
        assert_memory_equal(one.at, two.at, 40 * sizeof *one.at);
    }
    test_ctx_done(ctx);
}

/* Neighbours are nearer to each other than vertices are on average. */
static void test_edges_are_short(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    make(&one, 2, 60);
    lay(ctx, &one);
    double along = 0, all = 0;
    for (size_t e = 0; e < one.edges; e++) {
        const struct bsn_point *const a = &one.at[one.ends[2 * e]];
        const struct bsn_point *const b = &one.at[one.ends[2 * e + 1]];
        along += hypot(a->x - b->x, a->y - b->y) / (double)one.edges;
    }
    for (uint32_t v = 1; v < one.n; v++)
        all += hypot(one.at[v].x - one.at[0].x, one.at[v].y - one.at[0].y) / (one.n - 1);
    assert_true(along < 0.3 * all);
    test_ctx_done(ctx);
}

static void test_large_graphs_are_done_in_time(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    for (uint32_t kind = 0; kind < 7; kind++) {
        if (kind == 4)
            continue;
        const double begun = bsn_seconds();
        make(&one, kind, MOST);
        lay(ctx, &one);
        assert_true(bsn_seconds() - begun < 60);  /* a few seconds; tests share the machine */
    }
    test_ctx_done(ctx);
}

static basin_status lay_parts(basin_ctx *ctx, void *arg)
{
    (void)arg;
    return bsn_layout(ctx, one.n, one.edges, one.ends, one.at, &one.width, &one.height);
}

static void test_failing_allocations(void **state)
{
    (void)state;
    make(&one, 6, 20);
    assert_true(test_refuse_each(lay_parts, NULL) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vertices_are_apart),
        cmocka_unit_test(test_a_graph_looks_the_same_each_time),
        cmocka_unit_test(test_edges_are_short),
        cmocka_unit_test(test_large_graphs_are_done_in_time),
        cmocka_unit_test(test_failing_allocations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
