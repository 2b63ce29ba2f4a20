/* task.c - whose models a kind of problem can be solved with, by which methods, and its graph. */
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

enum bsn_compose_mode bsn_method_mode(enum basin_method method)
{
    return method == BASIN_METHOD_PAPER ? BSN_COMPOSE_MEAN : BSN_COMPOSE_BASIN;
}

basin_status bsn_problem_graph(basin_ctx *ctx, const basin_model **model,
                               const basin_problem *problem, struct bsn_graph *graph)
{
    if (problem->task->brings_models ? *model != NULL : *model == NULL)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        *model ? "a problem of domain %s has its models; it is solved with none"
                               : "no model to solve %s with",
                        problem->name);
    if (*model && !bsn_task_takes(problem->task, problem->name, (*model)->domain))
        return bsn_fail(ctx, BASIN_STATUS_MODEL, "a model of %s cannot solve %s", (*model)->domain,
                        problem->name);
    BSN_TRY(problem->task->graph(ctx, problem->instance, *model, graph));
    bsn_graph_finish(graph);
    if (!*model)
        *model = graph->term[0].model;
    return BASIN_STATUS_OK;
}
