/* test_behind.c - is a row that is behind told, and one that is ahead not? On made-up rows. */
#include "paper/parts.h"
#include "support.h"

#include <math.h>

static struct paper_row row_of(int table, enum paper_who who, const char *group)
{
    struct paper_row row = { .table = table, .who = who };

    snprintf(row.group, sizeof row.group, "%s", group);
    snprintf(row.label, sizeof row.label, "made up");
    for (size_t i = 0; i < PAPER_CELLS; i++)
        row.cell[i] = row.spread[i] = NAN;
    return row;
}

static size_t count(struct paper_row *row, size_t rows, const char *text)
{
    const struct paper_rows all = { .row = row, .count = rows };
    json_t *const list = paper_behind(&all);
    size_t found = 0;

    for (size_t i = 0; i < json_array_size(list); i++)
        found += strstr(json_string_value(json_array_get(list, i)), text) != NULL;
    json_decref(list);
    return found;
}

static void test_best_possible(void **state)
{
    struct paper_row row = row_of(1, PAPER_BASIN, "");

    (void)state;
    row.cell[0] = 100;
    row.cell[1] = 8;
    assert_int_equal(count(&row, 1, ""), 0);
    row.cell[0] = 97;  /* as the paper's: not ahead of it */
    assert_int_equal(count(&row, 1, "Table 1, correct of 100: basin 97, EBM P=1024 97 (equal)"), 1);
    row.cell[0] = 30;
    assert_int_equal(count(&row, 1, ""), 1);
    assert_int_equal(count(&row, 1, "basin 30, EBM P=1024 97"), 1);
}

/* Seconds have no best possible value; a baseline may be the one in front. */
static void test_baseline(void **state)
{
    struct paper_row row = row_of(11, PAPER_BASIN, "");

    (void)state;
    row.cell[0] = 1.11;
    assert_int_equal(count(&row, 1, ""), 0);
    row.cell[0] = 1.12;
    assert_int_equal(count(&row, 1, "GFlowNets 1.12 (equal)"), 1);
}

/* A cell of one run had a star, and the first sentence said "ahead of every published figure". */
static void test_few_runs(void **state)
{
    struct paper_row row[2] = { row_of(1, PAPER_BASIN, ""), row_of(11, PAPER_BASIN, "") };
    const struct paper_rows all = { .row = row, .count = 2 };
    char text[PAPER_CLAIMS];

    (void)state;
    row[0].cell[0] = 100;
    row[0].cell[1] = 8;
    row[0].runs = PAPER_RUNS;
    row[1].cell[0] = 1;
    row[1].runs = 1;
    struct paper_claims claims = paper_claims(&all);
    assert_int_equal(claims.compared, 2);
    assert_int_equal(claims.ahead, 2);
    assert_int_equal(claims.few, 1);
    paper_claims_text(&claims, text);
    assert_string_equal(text, "Basin is ahead in 2 of the 2 cells of 20 runs or more. 1 cell of "
                              "basin's is not claimed: too few runs, under 20.");
    row[0].cell[0] = 30;
    row[1].cell[0] = 1.2;  /* behind GFlowNets: told, with what it rests on */
    claims = paper_claims(&all);
    assert_int_equal(claims.ahead, 1);
    assert_int_equal(count(row, 2, "1.2, GFlowNets 1.12; 1 run, too few to tell"), 1);
    row[0].runs = PAPER_RUNS - 1;
    claims = paper_claims(&all);
    assert_int_equal(claims.compared, 0);
    assert_int_equal(claims.few, 3);
    claims = (struct paper_claims){ 0 };
    paper_claims_text(&claims, text);
    assert_string_equal(text, "Nothing is claimed: no figure of basin's is to be compared.");
}

static void test_group(void **state)
{
    struct paper_row row = row_of(2, PAPER_BASIN, "P = 8");

    (void)state;
    row.cell[0] = 20;
    row.cell[1] = 7;
    assert_int_equal(count(&row, 1, ""), 0);  /* better than 9 and 6.66, those of 8 particles */
    row = row_of(2, PAPER_BASIN, "P = 1024");
    row.cell[0] = 20;
    row.cell[1] = 7;
    assert_int_equal(count(&row, 1, "Table 2, P = 1024"), 2);
}

static void test_missing(void **state)
{
    struct paper_row row = row_of(10, PAPER_BASIN, "");

    (void)state;
    assert_int_equal(count(&row, 1, "no figure"), 2);
}

/* The paper's method is not basin's: what it does is not told. */
static void test_paper_method(void **state)
{
    struct paper_row row = row_of(1, PAPER_METHOD, "");

    (void)state;
    row.cell[0] = row.cell[1] = 0;
    assert_int_equal(count(&row, 1, ""), 0);
}

/* Energies compare in their order only, and among ourselves. */
static void test_energies(void **state)
{
    struct paper_row row = row_of(14, PAPER_METHOD, ""), pair[2];

    (void)state;
    row.cell[0] = 9;
    row.cell[1] = 5;
    row.cell[2] = 4;
    assert_int_equal(count(&row, 1, ""), 0);
    row.cell[2] = 6;
    assert_int_equal(count(&row, 1, "another order"), 1);
    pair[0] = row_of(13, PAPER_BASIN, "P = 8");
    pair[1] = row_of(13, PAPER_METHOD, "P = 8");
    pair[0].cell[0] = 1;
    pair[1].cell[0] = 2;
    assert_int_equal(count(pair, 2, ""), 0);
    pair[0].cell[0] = 3;
    assert_int_equal(count(pair, 2, "Table 13, P = 8: basin 3"), 1);
}

/* Being ahead on generated instances is told to be that. */
static void test_instances(void **state)
{
    struct paper_row row = row_of(1, PAPER_BASIN, "");

    (void)state;
    row.cell[0] = 100;
    row.cell[1] = 8;
    snprintf(row.instances, sizeof row.instances, "generated: boards");
    assert_int_equal(count(&row, 1, "of our own making"), 1);
    assert_int_equal(count(&row, 1, ""), 1);
}

/* Every table has something published in every column, and groups that differ. */
static void test_tables(void **state)
{
    (void)state;
    for (int n = 1; n <= PAPER_TABLES; n++) {
        const struct paper_table *const table = paper_table(n);
        size_t papers = 0;
        assert_true(table->columns > 0 && table->columns <= PAPER_CELLS && table->rows > 0);
        for (size_t c = 0; c < table->columns; c++)
            assert_non_null(table->column[c].name);
        for (size_t i = 0; i < table->rows; i++)
            papers += table->row[i].who == PAPER_PAPER;
        assert_true(papers > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_best_possible), cmocka_unit_test(test_baseline),
        cmocka_unit_test(test_group),
        cmocka_unit_test(test_few_runs),         cmocka_unit_test(test_missing),
        cmocka_unit_test(test_paper_method),  cmocka_unit_test(test_energies),
        cmocka_unit_test(test_instances),
        cmocka_unit_test(test_tables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
