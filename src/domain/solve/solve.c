/* solve.c - problem files: a network of costs, given as tables or learned, as a domain.
 *
 * The file is stated as a problem of one's own by the functions of basin.h (solve_open.c), and all
 * that a search asks is handed on to that. What is added here: the file's bound on sums ("mustbe"),
 * which counts as one more constraint, and names.
 */
#include "domain/solve/solve.h"

#include "sample/dynamics.h"

#include <math.h>

static const struct bsn_task *task_of(const struct bsn_solve *solve)
{
    return solve->problem->task;
}

static const void *inside(const struct bsn_solve *solve)
{
    return solve->problem->instance;
}

static size_t solve_values(const void *instance)
{
    return ((const struct bsn_solve *)instance)->problem->values;
}

static bool has_bound(const struct bsn_solve *solve)
{
    return solve->file.bound < INFINITY;
}

static size_t solve_constraints(const void *instance)
{
    const struct bsn_solve *const solve = instance;

    return task_of(solve)->constraints(inside(solve)) + has_bound(solve);
}

static bool solve_believed(const void *instance)
{
    return ((const struct bsn_solve *)instance)->problem->believed;
}

static void solve_given(const void *instance, int32_t *value)
{
    const struct bsn_solve *const solve = instance;

    task_of(solve)->given(inside(solve), value);
}

static basin_status solve_graph(basin_ctx *ctx, const void *instance, const basin_model *none,
                                struct bsn_graph *graph)
{
    const struct bsn_solve *const solve = instance;

    return task_of(solve)->graph(ctx, inside(solve), none, graph);
}

static void solve_decode(const void *instance, enum bsn_decode how, size_t count, const float *y,
                         int32_t *value)
{
    const struct bsn_solve *const solve = instance;

    task_of(solve)->decode(inside(solve), how, count, y, value);
}

static void solve_encode(const void *instance, const int32_t *value, float open, float *y)
{
    const struct bsn_solve *const solve = instance;

    task_of(solve)->encode(inside(solve), value, open, y);
}

static size_t solve_scratch(const void *instance)
{
    const struct bsn_solve *const solve = instance;

    return task_of(solve)->scratch(inside(solve));
}

/* What is stated is the file's sum with the sign that makes low sums good. */
double bsn_solve_sum(const void *instance, const int32_t *value, uint32_t *scratch)
{
    const struct bsn_solve *const solve = instance;
    const double sum = task_of(solve)->sum(inside(solve), value, scratch) + solve->file.constant;

    return solve->file.maximise ? -sum : sum;
}

static void solve_verify(const void *instance, size_t count, const int32_t *value,
                         uint32_t *scratch, uint64_t *violated)
{
    const struct bsn_solve *const solve = instance;

    task_of(solve)->verify(inside(solve), count, value, scratch, violated);
    for (size_t i = 0; has_bound(solve) && i < count; i++) {
        const double sum = bsn_solve_sum(solve, value + i * solve_values(solve), scratch);
        violated[i] += !((solve->file.maximise ? -sum : sum) < solve->file.bound);
    }
}

/* For the labels of factors: the bound has none. */
static size_t solve_costs(const void *instance)
{
    const struct bsn_solve *const solve = instance;

    return task_of(solve)->costs(inside(solve));
}

static struct bsn_dynamics solve_dynamics(const void *instance)
{
    const struct bsn_solve *const solve = instance;

    return task_of(solve)->dynamics(inside(solve));
}

static const char *solve_name(const void *instance, size_t variable, int64_t value)
{
    const struct bsn_solve *const solve = instance;
    const struct bsn_cfn_variable *const v = &solve->file.variable[variable];

    return value < 0 ? v->name : v->value && value < v->values ? v->value[value] : NULL;
}

static void solve_left_out(const void *instance, struct bsn_text *text)
{
    const struct bsn_solve *const solve = instance;

    if (solve->file.maximise)
        bsn_text_add(text, "the file asks for a high sum (\"mustbe\" begins with \">\")");
}

static const struct bsn_task solve_task = {
    .free = bsn_solve_free,
    .values = solve_values,
    .constraints = solve_constraints,
    .believed = solve_believed,
    .brings_models = true,
    .given = solve_given,
    .graph = solve_graph,
    .costs = solve_costs,
    .decode = solve_decode,
    .encode = solve_encode,
    .verify = solve_verify,
    .scratch = solve_scratch,
    .sum = bsn_solve_sum,
    .sampler = "focus",
    .dynamics = solve_dynamics,
};

static const struct bsn_notation solve_text = {
    .operand = "FILE",
    .formats = "names values",
    .suffix = ".cfn",
    .about = "FILE is a network of costs in toulbar2's CFN format (JSON), or, with a name in .uai, "
             "one of the UAI competitions, whose evidence is in FILE.evid if there is one. Tables are "
             "given, not learned; a function of type \"learned\" names a model that `basin learn` "
             "made, by a path from the file's folder. The answer is the assignment with the lowest "
             "sum of costs that was found, a comment line with the sum before it; where costs or "
             "learned functions decide, it is believed, not solved, and the exit code is 0 (10 with "
             "--accept-believed). Without --time and --steps the search ends after 30 s.",
    .claims = bsn_solve_claims,
    .open = bsn_solve_open,
    .left_out = solve_left_out,
    .write = bsn_solve_write,
    .read = bsn_solve_read,
    .name = solve_name,
};

static const struct bsn_generator solve_generator = { .kinds = BSN_SOLVE_KINDS,
                                                     .generate = bsn_solve_generate };

const struct bsn_domain bsn_domain_solve = {
    .name = "solve",
    .summary = "Problem files: networks of costs, given as tables or learned",
    .task = &solve_task,
    .text = &solve_text,
    .generator = &solve_generator,
};
