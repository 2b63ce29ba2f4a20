/* test_color_floor.c - what is said to be broken by every colouring is, by trial of all of them. */
#include "domain/plain_graph.h"

#include "group.h"

/* The fewest edges that any assignment of k colours breaks. */
static uint64_t least_broken(const struct plain *g, uint32_t k)
{
    int32_t value[PLAIN_MOST] = { 0 };
    uint64_t least = UINT64_MAX;

    do {
        const uint64_t broken = plain_broken(g, k, value);
        least = broken < least ? broken : least;
    } while (plain_next(g->n, k, value));
    return least;
}

static void test_never_above_the_least(void **state)
{
    size_t known = 0, unknown = 0;

    (void)state;
    for (uint32_t stream = 0; stream < 3000; stream++) {
        const uint32_t n = 1 + plain_draw(stream, 1, 7), k = 1 + plain_draw(stream, 2, 3);
        const struct plain g = plain_random(stream, n, 20 + 10 * plain_draw(stream, 3, 9));
        basin_problem *const problem = plain_open(ctx, plain_text(&g, k));
        const uint64_t least = least_broken(&g, k), floor = basin_problem_floor(problem);
        if (floor > least)
            fail_msg("graph %u: floor %llu, but a colouring breaks only %llu", stream,
                     (unsigned long long)floor, (unsigned long long)least);
        known += floor > 0 && floor == least;
        unknown += floor < least;
        basin_problem_free(ctx, problem);
    }
    assert_true(known > 500 && unknown > 100);
}

static void check_remarks(const char *graph, uint64_t floor, const char *remarks)
{
    basin_problem *const problem = plain_open(ctx, graph);
    char *text;

    assert_int_equal(basin_problem_floor(problem), floor);
    ASSERT_OK(ctx, basin_problem_remarks(ctx, problem, &text));
    assert_string_equal(text, remarks);
    basin_text_free(ctx, text);
    basin_problem_free(ctx, problem);
}

/* An edge from a vertex to itself is left out, which is said, and is no constraint. */
static void test_remarks(void **state)
{
    (void)state;
    check_remarks("c colours 2\np edge 2 1\ne 1 2\n", 0, "");
    check_remarks("p edge 2 1\ne 1 2\n", 0, "");
    check_remarks("c colours 1\np edge 2 1\ne 1 2\n", 1,
                  "no assignment satisfies all, at least 1 constraint stays broken: 2 vertices are "
                  "all joined to each other, and there is 1 colour\n");
    check_remarks("c colours 2\np edge 2 2\ne 1 2\ne 2 2\n", 0,
                  "left out: 1 line with an edge from a vertex to itself\n");
    check_remarks("c colours 2\np edge 3 5\ne 1 2\ne 3 3\ne 2 3\ne 3 3\ne 1 3\n", 1,
                  "left out: 2 lines with an edge from a vertex to itself\n"
                  "no assignment satisfies all, at least 1 constraint stays broken: 3 vertices are "
                  "all joined to each other, and there are 2 colours\n");
}

static void test_loops_are_no_constraints(void **state)
{
    static const int32_t value[2] = { 0, 1 };
    basin_problem *const problem = plain_open(ctx, "c colours 2\np edge 2 2\ne 1 2\ne 2 2\n");
    uint64_t violated;

    (void)state;
    assert_int_equal(basin_problem_constraints(problem), 1);
    ASSERT_OK(ctx, basin_problem_check(ctx, problem, value, &violated));
    assert_int_equal(violated, 0);
    basin_problem_free(ctx, problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_above_the_least),
        cmocka_unit_test(test_remarks),
        cmocka_unit_test(test_loops_are_no_constraints),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
