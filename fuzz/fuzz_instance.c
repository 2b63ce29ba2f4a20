/* fuzz_instance.c - any bytes at all behind a letter that names a domain, opened as its instance.
 *
 * They give a problem that says how large it is and what is known of it; one that is small is
 * searched for a moment, and what is called solved is judged once more. Or one line says what is
 * wrong; either way nothing stays allocated.
 */
#include "fuzz.h"

#define SMALL 40 /* values of a problem that is searched */
#define CONSTRAINTS 400

static const struct {
    char letter;
    const char *domain;
} domains[] = {
    { 's', "sat" }, { 'c', "color" }, { 'u', "sudoku" }, { 'w', "crossword" }, { 'o', "solve" }
};

static void check_answer(basin_ctx *ctx, const basin_problem *problem,
                         const struct basin_answer *answer)
{
    uint64_t violated = UINT64_MAX;
    char *text;

    if (answer->kind == BASIN_ANSWER_NONE)
        return;
    REQUIRE(basin_problem_check(ctx, problem, answer->value, &violated) == BASIN_STATUS_OK);
    REQUIRE(violated == answer->violated && violated >= basin_problem_floor(problem));
    REQUIRE(answer->kind != BASIN_ANSWER_SOLVED || violated == 0);
    REQUIRE(basin_answer_write(ctx, problem, answer, NULL, &text) == BASIN_STATUS_OK);
    basin_text_free(ctx, text);
}

static void search(basin_ctx *ctx, const char *domain, const basin_problem *problem)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_model *model = NULL;

    opts.steps = 4;
    opts.particles = 2;
    opts.threads = 1;
    if (!basin_domain_has(domain, BASIN_TRAIT_MODELS))
        REQUIRE(basin_model_default(ctx, domain, BASIN_ENERGY_COMPACT, &model) == BASIN_STATUS_OK);
    const basin_status status = basin_solve(ctx, model, problem, &opts, &answer);
    if (status == BASIN_STATUS_OK)
        check_answer(ctx, problem, &answer);
    else
        fuzz_refused(ctx, status, "");
    basin_answer_clear(ctx, &answer);
    basin_model_free(ctx, model);
}

/* A limit where the problem needs one and its file names none. */
static basin_problem *limited(basin_ctx *ctx, basin_problem *problem)
{
    basin_problem *with = NULL;

    if (!basin_problem_has_limit(problem) || basin_problem_limited(problem) > 0)
        return problem;
    REQUIRE(basin_problem_with_limit(ctx, problem, 3, NULL, &with) == BASIN_STATUS_OK);
    basin_problem_free(ctx, problem);
    return with;
}

static void check(basin_ctx *ctx, const char *domain, basin_problem *problem)
{
    char *text;

    REQUIRE(basin_problem_remarks(ctx, problem, &text) == BASIN_STATUS_OK);
    basin_text_free(ctx, text);
    REQUIRE(basin_problem_searched(problem) <= basin_problem_values(problem));
    if (basin_problem_values(problem) > SMALL || basin_problem_constraints(problem) > CONSTRAINTS ||
        strcmp(domain, "crossword") == 0) { /* its model takes seconds to open */
        basin_problem_free(ctx, problem);
        return;
    }
    problem = limited(ctx, problem);
    search(ctx, domain, problem);
    basin_problem_free(ctx, problem);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    basin_ctx *const ctx = fuzz_begin();

    basin_ctx_memory(ctx, (size_t)256 << 20);
    for (size_t i = 0; length > 0 && i < COUNT(domains); i++) {
        if (domains[i].letter != (char)bytes[0])
            continue;
        basin_problem *problem = NULL;
        char path[FUZZ_PATH];
        const int fd = fuzz_file((struct fuzz_part){ bytes + 1, length - 1 }, path);
        const basin_status status = basin_problem_open(ctx, domains[i].domain, path, &problem);
        close(fd);
        if (status == BASIN_STATUS_OK)
            check(ctx, domains[i].domain, problem);
        else if (status != BASIN_STATUS_IO) /* of a model that the file names */
            fuzz_refused(ctx, status, "");
    }
    fuzz_end(ctx);
    return 0;
}
