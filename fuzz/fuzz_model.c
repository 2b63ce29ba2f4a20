/* fuzz_model.c - any bytes at all, read as a model file, of whatever kind it says it is.
 *
 * They give a model that can be described, solves a small problem of its domain or says why not, and
 * comes back unchanged once it is written, or one line that says what is wrong; either way nothing
 * stays allocated.
 */
#include "fuzz.h"

#include "energy/model_file.h"

#define FLOATS ((size_t)1 << 16) /* of a model that is solved with */

static const struct {
    const char *domain, *text;
} instance[] = {
    { "queens", NULL },
    { "sat", "p cnf 4 4\n1 2 -3 0\n-1 3 4 0\n2 -4 0\n1 0\n" },
    { "color", "c colours 3\np edge 4 5\ne 1 2\ne 1 3\ne 2 3\ne 2 4\ne 3 4\n" },
    { "sudoku", "1...............\n" },
    { "crossword", "...\n\nAcross\n1. A pet that barks\n" },
};

static void solve(basin_ctx *ctx, const basin_model *model, const char *domain, const char *text)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_problem *problem;
    char path[FUZZ_PATH] = "6";
    const int fd =
        text ? fuzz_file((struct fuzz_part){ (const uint8_t *)text, strlen(text) }, path) : -1;

    opts.steps = 3;
    opts.particles = 2;
    opts.threads = 1;
    REQUIRE(basin_problem_open(ctx, domain, path, &problem) == BASIN_STATUS_OK);
    const basin_status status = basin_solve(ctx, model, problem, &opts, &answer);
    if (status != BASIN_STATUS_OK)
        fuzz_refused(ctx, status, "");
    uint64_t violated;
    if (answer.kind == BASIN_ANSWER_SOLVED)
        REQUIRE(basin_problem_check(ctx, problem, answer.value, &violated) == BASIN_STATUS_OK &&
                violated == 0);
    basin_answer_clear(ctx, &answer);
    basin_problem_free(ctx, problem);
    if (fd >= 0)
        close(fd);
}

static bool is_small(const basin_model *model)
{
    size_t floats = 0;

    for (size_t i = 0; i < model->nets; i++)
        floats += bsn_net_full(&model->net[i].net);
    return floats < FLOATS && model->schedule.levels <= 64;
}

static void check_round_trip(basin_ctx *ctx, const basin_model *model)
{
    basin_model *again;
    char *first, *second;
    size_t length, length_again;

    REQUIRE(bsn_model_to_bytes(ctx, model, &first, &length) == BASIN_STATUS_OK);
    REQUIRE(bsn_model_from_bytes(ctx, "again", first, length, &again) == BASIN_STATUS_OK);
    REQUIRE(bsn_model_to_bytes(ctx, again, &second, &length_again) == BASIN_STATUS_OK);
    REQUIRE(length == length_again && memcmp(first, second, length) == 0);
    REQUIRE(basin_model_hash(model) == basin_model_hash(again));
    basin_model_free(ctx, again);
    bsn_free(ctx, second);
    bsn_free(ctx, first);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *const ctx = fuzz_begin();
    basin_model *model;
    char *text;
    const basin_status status = bsn_model_from_bytes(ctx, "f", bytes, length, &model);

    if (status == BASIN_STATUS_OK) {
        REQUIRE(basin_model_describe(ctx, model, &text) == BASIN_STATUS_OK);
        basin_text_free(ctx, text);
        check_round_trip(ctx, model);
        for (size_t i = 0; is_small(model) && i < COUNT(instance); i++)
            if (basin_domain_takes(instance[i].domain, model))
                solve(ctx, model, instance[i].domain, instance[i].text);
        basin_model_free(ctx, model);
    } else {
        fuzz_refused(ctx, status, "f: ");
    }
    fuzz_end(ctx);
    return 0;
}
