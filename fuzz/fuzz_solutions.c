/* fuzz_solutions.c - any bytes at all behind a letter that names a problem, read as its solutions, as
 * `check`, --fix and --start read them.
 *
 * They give assignments that the verifier can judge; one that it accepts comes back unchanged once
 * it is written. Or one line says what is wrong; either way nothing stays allocated.
 */
#include "fuzz.h"

static const struct {
    char letter;
    const char *domain, *text;
} instance[] = {
    { 'q', "queens", NULL },
    { 's', "sat", "p cnf 4 4\n1 2 -3 0\n-1 3 4 0\n2 -4 0\n1 0\n" },
    { 'c', "color", "c colours 3\np edge 4 5\ne 1 2\ne 1 3\ne 2 3\ne 2 4\ne 3 4\n" },
    { 'u', "sudoku", "1...............\n" },
    { 'w', "crossword", "...\n.#.\n...\n\nAcross\n1. A pet that barks\n" },
    { 'o', "solve",
      "{\"problem\": {\"name\": \"p\", \"mustbe\": \"<9\"}, \"variables\": {\"a\": 3, "
      "\"b\": [\"x\", \"y\"]}, \"functions\": {\"f\": {\"scope\": [\"a\", \"b\"], "
      "\"costs\": [0, 1, 2, 3, 4, 9]}}}" },
};

static basin_problem *open_problem(basin_ctx *ctx, size_t i)
{
    basin_problem *problem = NULL;
    char path[FUZZ_PATH] = "6";
    const int fd = instance[i].text
                       ? fuzz_file((struct fuzz_part){ (const uint8_t *)instance[i].text,
                                                       strlen(instance[i].text) },
                                   path)
                       : -1;

    REQUIRE(basin_problem_open(ctx, instance[i].domain, path, &problem) == BASIN_STATUS_OK);
    if (fd >= 0)
        close(fd);
    return problem;
}

static void check_again(basin_ctx *ctx, const basin_problem *problem, const int32_t *value)
{
    const size_t values = basin_problem_values(problem);
    int32_t *again;
    char *text, path[FUZZ_PATH];
    size_t count;

    REQUIRE(basin_problem_write(ctx, problem, value, NULL, &text) == BASIN_STATUS_OK);
    const int fd = fuzz_file((struct fuzz_part){ (const uint8_t *)text, strlen(text) }, path);
    REQUIRE(basin_solutions_read(ctx, problem, path, &again, &count) == BASIN_STATUS_OK);
    REQUIRE(count == 1 && memcmp(again, value, values * sizeof *value) == 0);
    close(fd);
    basin_values_free(ctx, again);
    basin_text_free(ctx, text);
}

static void check(basin_ctx *ctx, const basin_problem *problem, const char *path)
{
    const size_t values = basin_problem_values(problem);
    int32_t *value;
    size_t count;
    const basin_status status = basin_solutions_read(ctx, problem, path, &value, &count);

    if (status != BASIN_STATUS_OK) {
        fuzz_refused(ctx, status, path);
        return;
    }
    REQUIRE(count > 0);
    for (size_t k = 0; k < count; k++) {
        uint64_t violated = UINT64_MAX;
        REQUIRE(basin_problem_check(ctx, problem, value + k * values, &violated) ==
                BASIN_STATUS_OK);
        if (violated == 0)
            check_again(ctx, problem, value + k * values);
    }
    basin_values_free(ctx, value);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *const ctx = fuzz_begin();

    for (size_t i = 0; length > 0 && i < COUNT(instance); i++) {
        if (instance[i].letter != (char)bytes[0])
            continue;
        basin_problem *const problem = open_problem(ctx, i);
        char path[FUZZ_PATH];
        const int fd = fuzz_file((struct fuzz_part){ bytes + 1, length - 1 }, path);
        check(ctx, problem, path);
        close(fd);
        basin_problem_free(ctx, problem);
    }
    fuzz_end(ctx);
    return 0;
}
