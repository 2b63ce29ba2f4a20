/* test_sat_floor.c - what is said to be broken by every assignment is, by trial of all of them. */
#include "domain/sat/floor.h"

#include "base/text.h"
#include "domain/formula.h"
#include "group.h"

extern const struct bsn_domain bsn_domain_sat;

#define MOST_VARS 8

/* The fewest clauses that any assignment breaks. */
static uint64_t least_broken(const struct formula *f)
{
    uint64_t least = UINT64_MAX;

    for (uint32_t bits = 0; bits < 1u << f->vars; bits++) {
        int32_t value[MOST_VARS];
        for (uint32_t v = 0; v < f->vars; v++)
            value[v] = (int32_t)(bits >> v & 1);
        const uint64_t broken = formula_broken(f, value);
        least = broken < least ? broken : least;
    }
    return least;
}

/* Unit propagation the slow way: again and again over all clauses until nothing changes. Returns
 * whether a clause is left without a literal. */
static bool refuted(const struct formula *f)
{
    int32_t value[MOST_VARS];
    bool changed = true;

    memset(value, 0xff, sizeof value);
    while (changed) {
        changed = false;
        for (size_t at = 0, end; at < f->numbers; at = end + 1) {
            int32_t open = 0;
            bool held = false, two = false;
            for (end = at; f->number[end] != 0; end++) {
                const int32_t literal = f->number[end], now = value[abs(literal) - 1];
                held |= now >= 0 && now == (literal > 0);
                two |= now < 0 && open != 0 && open != literal;
                open = now < 0 ? literal : open;
            }
            if (held || two)
                continue;
            if (open == 0)
                return true;
            value[abs(open) - 1] = open > 0;
            changed = true;
        }
    }
    return false;
}

static uint64_t floor_of(const struct formula *f)
{
    struct bsn_cnf *const cnf = formula_instance(ctx, f);
    const struct basin_problem problem = formula_problem(cnf);
    const uint64_t floor = basin_problem_floor(&problem);
    char *text;

    ASSERT_OK(ctx, basin_problem_remarks(ctx, &problem, &text));
    assert_int_equal(strlen(text) > 0, floor > 0);
    basin_text_free(ctx, text);
    bsn_domain_sat.task->free(ctx, cnf);
    return floor;
}

/* Short clauses, many of one literal; now and then an empty one. */
static struct formula draw(uint32_t stream)
{
    struct formula f = { .vars = 1 + formula_draw(stream, 0, MOST_VARS) };
    const uint32_t clauses = formula_draw(stream, 1, 3 * f.vars + 2);

    for (uint32_t k = 0; k < clauses; k++) {
        const uint32_t kind = formula_draw(stream, 10 + k, 40);
        formula_add_clause(&f, stream, k, kind == 0 ? 0 : kind < 15 ? 1 : kind < 30 ? 2 : 3);
    }
    return f;
}

static void test_never_above_the_least(void **state)
{
    size_t known = 0, unknown = 0, several = 0, by_steps = 0;

    (void)state;
    for (uint32_t stream = 0; stream < 6000; stream++) {
        const struct formula f = draw(stream);
        const uint64_t least = least_broken(&f), floor = floor_of(&f);
        if (floor > least)
            fail_msg("formula %u: floor %llu, but an assignment breaks only %llu", stream,
                     (unsigned long long)floor, (unsigned long long)least);
        assert_int_equal(floor > 0, refuted(&f));  /* all that propagation tells is told */
        known += floor > 0 && floor == least;
        several += floor > 1;
        unknown += floor < least;
        by_steps += floor == 1;
    }
    assert_true(known > 1000 && several > 500 && unknown > 50 && by_steps > 500);
}

static void check_reason(const char *formula, uint64_t floor, const char *reason)
{
    struct bsn_cnf *const cnf = formula_parse(ctx, formula);
    const struct basin_problem problem = formula_problem(cnf);
    char *text;

    assert_int_equal(basin_problem_floor(&problem), floor);
    ASSERT_OK(ctx, basin_problem_remarks(ctx, &problem, &text));
    assert_string_equal(text, reason);
    basin_text_free(ctx, text);
    bsn_domain_sat.task->free(ctx, cnf);
}

static void test_reasons(void **state)
{
    (void)state;
    check_reason("p cnf 2 1\n1 2 0\n", 0, "");
    check_reason("p cnf 2 2\n1 0\n-1 2 0\n", 0, "");
    check_reason("p cnf 1 1\n0\n", 1, "no assignment satisfies all, at least 1 constraint stays "
                 "broken: 1 clause without literals\n");
    check_reason("p cnf 3 5\n2 0\n-3 0\n-2 0\n3 0\n2 0\n", 2,
                 "no assignment satisfies all, at least 2 constraints stay broken: 2 pairs of "
                 "clauses of one literal that contradict each other, the first about variable 2\n");
    check_reason("p cnf 3 4\n-1 2 0\n1 0\n-2 3 0\n-3 -1 0\n", 1,
                 "no assignment satisfies all, at least 1 constraint stays broken: by unit "
                 "propagation no literal is left of clause -2 3\n");
    check_reason("p cnf 3 8\n-1 2 0\n1 0\n-2 3 0\n-3 -1 0\n1 0\n-1 0\n0\n0\n", 4,
                 "no assignment satisfies all, at least 4 constraints stay broken: 2 clauses "
                 "without literals; 1 pair of clauses of one literal that contradict each other, "
                 "the first about variable 1; by unit propagation no literal is left of clause "
                 "-2 3\n");
}

/* A chain of 100,000 implications, to the end and to a contradiction. */
static void test_long_chain(void **state)
{
    (void)state;
    for (int closed = 0; closed < 2; closed++) {
        struct bsn_text text = BSN_TEXT_INIT(ctx);
        char *chars;
        bsn_text_add(&text, "p cnf 100000 %d\n1 0\n", 100000 + closed);
        for (int v = 99999; v >= 1; v--)
            bsn_text_add(&text, "%d %d 0\n", v + 1, -v);
        bsn_text_add(&text, "%s", closed ? "-100000 -1 0\n" : "");
        ASSERT_OK(ctx, bsn_text_take(&text, &chars));
        struct bsn_cnf *const cnf = formula_parse(ctx, chars);
        const struct basin_problem problem = formula_problem(cnf);
        assert_int_equal(basin_problem_floor(&problem), closed);
        bsn_domain_sat.task->free(ctx, cnf);
        basin_text_free(ctx, chars);
    }
}

static basin_status find(basin_ctx *own, void *arg)
{
    struct bsn_sat_floor floor;

    return bsn_sat_floor_find(own, arg, &floor);
}

static void test_memory(void **state)
{
    struct bsn_cnf *const cnf = formula_parse(ctx, "p cnf 3 3\n1 0\n-1 2 0\n-1 -2 3 0\n");

    (void)state;
    assert_int_equal(test_refuse_each(find, cnf), 6);
    bsn_domain_sat.task->free(ctx, cnf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_above_the_least),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_long_chain),
        cmocka_unit_test(test_memory),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
