/* answer_picture.c - pictures of answers, for --picture and draw. */
#include "cli.h"

#include <string.h>

/* "queens 8: solved", "color myciel4.col, 5 colours: 2 constraints broken". */
static void make_title(const basin_problem *problem, const char *spec, const int32_t *value,
                       uint64_t violated, char title[static 120])
{
    const char *const slash = strrchr(spec, '/');
    char colors[40] = "", verdict[60] = "";

    if (value && basin_problem_limited(problem) > 0)
        snprintf(colors, sizeof colors, ", %u colours", basin_problem_limited(problem));
    if (value && violated)
        snprintf(verdict, sizeof verdict, ": %llu constraint%s broken",
                 (unsigned long long)violated, violated == 1 ? "" : "s");
    else if (value)
        snprintf(verdict, sizeof verdict, ": %s",
                 solved_word(basin_problem_domain(problem)));
    snprintf(title, 120, "%s %.50s%s%s", basin_problem_domain(problem),
             slash ? slash + 1 : spec, colors, verdict);
}

int picture_save(basin_ctx *ctx, const basin_problem *problem, const struct picture_task *task)
{
    basin_picture *picture = NULL;
    uint64_t violated = 0;
    char title[120];
    basin_status status = BASIN_STATUS_OK;

    if (task->value)
        status = basin_problem_check(ctx, problem, task->value, &violated);
    if (status == BASIN_STATUS_OK)
        status = basin_picture_new(ctx, problem, &picture);
    if (status == BASIN_STATUS_OK)
        status = basin_picture_paint(ctx, picture, task->value, task->cost);
    if (status == BASIN_STATUS_OK) {
        make_title(problem, task->spec, task->value, violated, title);
        basin_picture_title(picture, task->title ? task->title : title);
        status = basin_picture_save(ctx, picture, task->path);
    }
    basin_picture_free(ctx, picture);
    return status == BASIN_STATUS_OK ? 0 : complain_ctx(ctx);
}
