/* test_plan.c - every row that is planned fits its table, and its instances are known by name. */
#include "paper/parts.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* Every cell of the table is filled once, from instances that are known without their files. */
static void check_plan(const struct paper_plan *plan)
{
    const struct paper_table *const table = paper_table(plan->table);

    assert_true(plan->parts <= PAPER_CELLS);
    assert_true(plan->label[0] != 0 && plan->way.domain != NULL);
    if (plan->parts == 0)
        return;  /* table 14 weighs boards that it draws itself */
    if (plan->parts * plan->measures != table->columns)
        fail_msg("table %d, %s: %zu figures for %zu columns", plan->table, plan->label,
                 plan->parts * plan->measures, table->columns);
    for (size_t p = 0; p < plan->parts; p++) {
        struct paper_set set;
        assert_true(paper_set_list(plan->part[p].set, plan->part[p].instances, &set));
        assert_int_equal(set.count, plan->part[p].instances);
        assert_true(set.text[0] != 0 && plan->part[p].samples > 0);
        paper_set_free(&set);
    }
}

/* A plan that was one too many wrote past its list once an allocation had failed: now a table's
 * plans are a list of fixed length, which the longest of them has to fit. */
static void test_tables(void **state)
{
    struct paper_plans plans;

    (void)state;
    for (int table = 1; table <= PAPER_TABLES; table++)
        for (int full = 0; full < 2; full++) {
            paper_plan_table(table, full, &plans);
            assert_true(plans.count > 0 && plans.count <= PAPER_PLANS);
            for (size_t i = 0; i < plans.count; i++) {
                assert_int_equal(plans.plan[i].table, table);
                check_plan(&plans.plan[i]);
            }
        }
}

/* Fair rows are those of the paper's method, each with something published to be held against. */
static void test_fair(void **state)
{
    struct paper_plans plans;
    struct paper_row row;
    size_t rows = 0;

    (void)state;
    for (int table = 1; table <= PAPER_TABLES; table++) {
        paper_plan_fair(table, &plans);
        assert_int_equal(plans.count > 0, paper_is_fair(table));
        for (size_t i = 0; i < plans.count; i++, rows++) {
            check_plan(&plans.plan[i]);
            assert_int_equal(plans.plan[i].who, PAPER_METHOD);
            paper_row_start(&plans.plan[i], &row);
            assert_non_null(paper_counterpart(&row));
        }
    }
    assert_true(rows > 40);
}

static void is_instance(const char *name, size_t index, const char *file, uint32_t limit)
{
    struct paper_set set;

    assert_true(paper_set_list(name, 5, &set));
    assert_true(index < set.count);
    assert_string_equal(set.instance[index].name, file);
    assert_int_equal(set.instance[index].limit, limit);
    paper_set_free(&set);
}

/* Names as the benchmarks have them; gcc 12 once made a comparison of ours find "regular-small" in
 * no list. */
static void test_names(void **state)
{
    (void)state;
    is_instance("queens 8", 0, "8", 0);
    is_instance("uf20", 0, "sat/uf20-91/uf20-01.cnf", 0);
    is_instance("uf50", 4, "sat/uf50-218/uf50-05.cnf", 0);
    is_instance("erdos-renyi-small", 4, "color-random/erdos_renyi_20_40_0.3_4.col", 4);
    is_instance("regular-small", 0, "color-random/random_regular_expander_graph_20_40_6.0_0.col",
                4);
    is_instance("paley", 2, "color-random/paley_graph_29_29_0.5_2.col", 8);
    is_instance("one graph", 0, "color-random/powerlaw_cluster_graph_20_40_0.4_1.col", 4);
    is_instance("color homer", 0, "color/homer.col", 13);
    is_instance("crosswords", 1, "crosswords/mini0505.json:6", 0);
}

/* Where the benchmark is: its own table of colours says the same. */
static void test_limits(void **state)
{
    static const char *const family[] = { "erdos-renyi-small", "erdos-renyi-large",
                                          "holme-kim-small", "holme-kim-large", "regular-small",
                                          "regular-large", "paley", "complete" };
    const char *const given = getenv("BASIN_DATA"), *const data = given ? given : "../shared/data";
    char path[4096], line[400], name[200], file[300];
    size_t found = 0;
    unsigned limit;

    (void)state;
    snprintf(path, sizeof path, "%.3900s/color-random/chromatic.tsv", data);
    FILE *const table = fopen(path, "re");
    if (!table)
        skip();
    while (fgets(line, sizeof line, table)) {
        if (sscanf(line, "%199s %*s %*s %*s %*s %*s %u", name, &limit) != 2)
            continue;
        snprintf(file, sizeof file, "color-random/%s.col", name);
        for (size_t f = 0; f < COUNT(family); f++) {
            struct paper_set set;
            assert_true(paper_set_list(family[f], 5, &set));
            for (size_t i = 0; i < set.count; i++)
                if (strcmp(set.instance[i].name, file) == 0) {
                    assert_int_equal(set.instance[i].limit, limit);
                    found++;
                }
            paper_set_free(&set);
        }
    }
    fclose(table);
    assert_int_equal(found, 5 * COUNT(family));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_fair),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
