/* task.c - whose models a kind of problem can be solved with, and by which methods. */
#include "energy/task.h"

#include <string.h>

bool bsn_task_takes(const struct bsn_task *task, const char *name, const char *from)
{
    if (strcmp(from, name) == 0)
        return true;
    for (const char *const *lender = task->lenders; lender && *lender; lender++)
        if (strcmp(*lender, from) == 0)
            return true;
    return false;
}

basin_status bsn_method_check(basin_ctx *ctx, enum basin_method method)
{
    if (method == BASIN_METHOD_BASIN || method == BASIN_METHOD_PAPER)
        return BASIN_STATUS_OK;
    return bsn_fail(ctx, BASIN_STATUS_INPUT, "no method has the number %d", (int)method);
}
