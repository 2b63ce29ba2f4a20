/* answers.c - lists of answers for the library to fill, and problems with another limit. */
#include "program/program.h"

#include <stdlib.h>

struct basin_answer *answers_new(size_t count)
{
    struct basin_answer *const answer = calloc(count, sizeof *answer);

    for (size_t i = 0; answer && i < count; i++)
        answer[i] = (struct basin_answer)BASIN_ANSWER_INIT;
    return answer;
}

void answers_free(basin_ctx *ctx, struct basin_answer *answer, size_t count)
{
    for (size_t i = 0; answer && i < count; i++)
        basin_answer_clear(ctx, &answer[i]);
    free(answer);
}

basin_status problem_limit(basin_ctx *ctx, basin_problem **problem, uint32_t limit,
                           const int32_t *keep)
{
    basin_problem *limited;
    const basin_status status = basin_problem_with_limit(ctx, *problem, limit, keep, &limited);

    if (status == BASIN_STATUS_OK) {
        basin_problem_free(ctx, *problem);
        *problem = limited;
    }
    return status;
}
