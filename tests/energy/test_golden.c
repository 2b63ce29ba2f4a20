/* test_golden.c - models that were once given away are still read, and their energies of fixed
 * assignments are still the same: tests/golden/energies. Models and instances lie beside it.
 *
 *     BASIN_GOLDEN=1 build/tests/energy/test_golden | grep ' [01] ' >tests/golden/energies
 */
#include "solving.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "tests/golden/"

/* What is asked of each model: an assignment that breaks some constraints and keeps others. */
static const struct question {
    const char *model, *domain, *spec;
    int32_t values;  /* of a variable */
} questions[] = {
    { FOLDER "queens-compact.safetensors", "queens", "12", 12 },
    { FOLDER "sat-compact.safetensors", "sat", FOLDER "formula.cnf", 2 },
    { FOLDER "color-compact.safetensors", "color", FOLDER "graph.col", 4 },
};
static const uint32_t levels[] = { 1, 10, 40, 100 };

static double energy_of(const struct question *q, uint32_t t, enum basin_method method)
{
    basin_problem *problem = NULL;
    basin_model *model = NULL;
    double energy = NAN;

    ASSERT_OK(ctx, basin_model_load(ctx, q->model, &model));
    ASSERT_OK(ctx, basin_problem_open(ctx, q->domain, q->spec, &problem));
    const size_t values = basin_problem_values(problem);
    int32_t *const value = calloc(values, sizeof *value);
    assert_non_null(value);
    for (size_t i = 0; i < values; i++)
        value[i] = (int32_t)((i * i + 5 * i) / 3 % (size_t)q->values);
    if (basin_problem_has_limit(problem))
        ASSERT_OK(ctx, test_limit(ctx, &problem, (uint32_t)q->values, value));
    ASSERT_OK(ctx, basin_problem_energy(ctx, model, problem, value, t, method, &energy));
    free(value);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
    return energy;
}

static void check_line(FILE *recorded, const struct question *q, uint32_t t,
                       enum basin_method method)
{
    const double energy = energy_of(q, t, method);
    char domain[16];
    unsigned level, way;
    double then;

    assert_int_equal(fscanf(recorded, "%15s %u %u %lf", domain, &level, &way, &then), 4);
    assert_string_equal(domain, q->domain);
    assert_int_equal(level, t);
    assert_int_equal(way, method);
    assert_true(fabs(energy - then) <= 1e-5 * (1 + fabs(then)));
}

static void test_energies(void **state)
{
    static const enum basin_method methods[] = { BASIN_METHOD_BASIN, BASIN_METHOD_PAPER };
    const bool record = getenv("BASIN_GOLDEN") != NULL;
    FILE *const recorded = record ? NULL : fopen(FOLDER "energies", "r");

    (void)state;
    assert_true(record || recorded);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        for (size_t j = 0; j < sizeof levels / sizeof *levels; j++)
            for (size_t k = 0; k < 2; k++) {
                const struct question *const q = &questions[i];
                if (record)
                    printf("%s %u %u %.9g\n", q->domain, levels[j], methods[k],
                           energy_of(q, levels[j], methods[k]));
                else
                    check_line(recorded, q, levels[j], methods[k]);
            }
    if (recorded)
        fclose(recorded);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_energies) };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
