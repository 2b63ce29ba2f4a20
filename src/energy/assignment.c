/* assignment.c - the public way to the energies of an assignment: whole, by constraint, by rule. */
#include "base/mem.h"
#include "energy/point.h"
#include "energy/task.h"

#include <math.h>
#include <string.h>

/* The assignment with the values that the problem holds fixed in place. */
static basin_status keep_given(basin_ctx *ctx, const basin_problem *problem, const int32_t *value,
                               int32_t **out)
{
    BSN_TRY(BSN_NEW(ctx, problem->values, out));
    memcpy(*out, value, problem->values * sizeof *value);
    if (problem->task->given)
        problem->task->given(problem->instance, *out);
    return BASIN_STATUS_OK;
}

/* Evaluates an assignment at level t as the first of a point's lanes: coordinates are 0 and 1 as
 * encoded, not what the level's signal leaves of that. Graph and point are to be cleared by the
 * caller, whatever comes out. */
static basin_status evaluate(basin_ctx *ctx, const basin_model *model, const basin_problem *problem,
                             const int32_t *value, uint32_t t, enum basin_method method,
                             struct bsn_graph *graph, struct bsn_point *point)
{
    int32_t *whole;

    BSN_TRY(bsn_method_check(ctx, method));
    BSN_TRY(bsn_problem_graph(ctx, &model, problem, graph));
    BSN_TRY(bsn_point_new(ctx, model, graph, bsn_method_mode(method), problem->task->examples, t,
                          point));
    BSN_TRY(keep_given(ctx, problem, value, &whole));
    problem->task->encode(problem->instance, whole, 0, point->y);
    bsn_free(ctx, whole);
    bsn_point_eval(point, 1);
    return BASIN_STATUS_OK;
}

basin_status basin_problem_energy(basin_ctx *ctx, const basin_model *model,
                                  const basin_problem *problem, const int32_t *value, uint32_t t,
                                  enum basin_method method, double *energy)
{
    BSN_NEED(ctx, problem && value && energy);
    struct bsn_graph graph = { 0 };
    struct bsn_point point = { 0 };
    const basin_status status = evaluate(ctx, model, problem, value, t, method, &graph, &point);

    if (status == BASIN_STATUS_OK)
        *energy = point.energy[0];
    bsn_point_clear(ctx, &point);
    bsn_graph_clear(ctx, &graph);
    return status;
}

/* The residuals of all factors, each where the constraint is that it stands for. */
static void file_costs(const struct bsn_graph *graph, const float *residual, double *cost)
{
    for (size_t k = 0; k < graph->terms; k++) {
        const struct bsn_term *const term = &graph->term[k];
        for (size_t i = 0; !term->unary && i < term->f.factors; i++, residual += BSN_LANES)
            cost[term->label ? term->label[i] : i] += *residual;
    }
}

basin_status basin_problem_costs(basin_ctx *ctx, const basin_model *model,
                                 const basin_problem *problem, const int32_t *value, uint32_t t,
                                 enum basin_method method, double **cost, size_t *count)
{
    BSN_NEED(ctx, problem && value && cost && count);
    const struct bsn_task *const task = problem->task;
    struct bsn_graph graph = { 0 };
    struct bsn_point point = { 0 };
    double *list = NULL;

    if (!task->costs)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%s has no energy maps", problem->name);
    const size_t costs = task->costs(problem->instance);
    basin_status status = evaluate(ctx, model, problem, value, t, method, &graph, &point);

    if (status == BASIN_STATUS_OK)
        status = BSN_NEW(ctx, costs, &list);
    if (status == BASIN_STATUS_OK) {
        file_costs(&graph, point.residual, list);
        *cost = list;
        *count = costs;
    }
    bsn_point_clear(ctx, &point);
    bsn_graph_clear(ctx, &graph);
    return status;
}

void basin_costs_free(basin_ctx *ctx, double *cost)
{
    bsn_free(ctx, cost);
}

basin_status basin_problem_reference(basin_ctx *ctx, const basin_model *model,
                                     const basin_problem *problem, double *energy)
{
    BSN_NEED(ctx, problem && energy);
    const struct bsn_reference *const reference = problem->task->reference;
    struct bsn_graph graph = { 0 };
    double found = NAN;
    basin_status status = BASIN_STATUS_OK;

    if (reference) {
        BSN_TRY_OUT(bsn_problem_graph(ctx, &model, problem, &graph));
        BSN_TRY_OUT(reference->energy(ctx, problem->instance, &graph, &found));
    }
    *energy = found;
out:
    bsn_graph_clear(ctx, &graph);
    return status;
}
