/* queens.c - N queens with libbasin:
 *
 *     cc queens.c -o queens $(pkg-config --cflags --libs basin) && ./queens 12
 */
#include <basin.h>

#include <stdio.h>

struct run {
    basin_ctx *ctx;
    basin_model *model;
    basin_problem *problem;
    struct basin_answer answer;
    char *text;
};

/* Every call that can fail returns a status; the context keeps a line that explains it. */
static basin_status solve(struct run *run, const char *size)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    basin_status status;

    opts.seconds = 60;
    status = basin_problem_open(run->ctx, "queens", size, &run->problem);
    if (status == BASIN_STATUS_OK)
        status = basin_model_default(run->ctx, "queens", BASIN_ENERGY_COMPACT, &run->model);
    if (status == BASIN_STATUS_OK)
        status = basin_solve(run->ctx, run->model, run->problem, &opts, &run->answer);
    if (status == BASIN_STATUS_OK && run->answer.kind == BASIN_ANSWER_SOLVED)
        status = basin_problem_write(run->ctx, run->problem, run->answer.value, NULL, &run->text);
    return status;
}

int main(int argc, char **argv)
{
    struct run run = { .answer = BASIN_ANSWER_INIT };

    if (basin_ctx_new(NULL, &run.ctx) != BASIN_STATUS_OK)
        return 1;
    const basin_status status = solve(&run, argc > 1 ? argv[1] : "8");
    const bool solved = run.text != NULL;
    if (solved)
        fputs(run.text, stdout);
    else if (status == BASIN_STATUS_OK)
        fprintf(stderr, "not solved: %lu constraints broken\n", (unsigned long)run.answer.violated);
    else
        fprintf(stderr, "%s\n", basin_error_text(run.ctx));
    basin_text_free(run.ctx, run.text);
    basin_answer_clear(run.ctx, &run.answer);
    basin_problem_free(run.ctx, run.problem);
    basin_model_free(run.ctx, run.model);
    basin_ctx_free(run.ctx);
    return !solved;
}
