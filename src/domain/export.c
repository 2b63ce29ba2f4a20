/* export.c - the energies of a problem, at their lowest noise, as a network of tables in a file. */
#include "base/file.h"
#include "base/mem.h"
#include "domain/domain.h"
#include "energy/term_table.h"
#include "format/cfn.h"
#include "sample/tuples.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DECIMALS 6

/* What it takes; all of it to be cleared in any case. */
struct export {
    basin_ctx *ctx;
    const basin_problem *problem;
    struct bsn_graph graph;
    struct bsn_compose *compose;
    struct bsn_tuples tuples;
    struct bsn_cfn cfn;
    int32_t *given;  /* (variables) */
};

static void clear(struct export *e)
{
    bsn_cfn_clear(e->ctx, &e->cfn);
    bsn_tuples_clear(e->ctx, &e->tuples);
    bsn_compose_free(e->ctx, e->compose);
    bsn_graph_clear(e->ctx, &e->graph);
    bsn_free(e->ctx, e->given);
}

static basin_status bind(struct export *e, const basin_model *model)
{
    const struct bsn_task *const task = e->problem->task;

    if (!model != task->brings_models)
        return bsn_fail(e->ctx, BASIN_STATUS_MODEL, "a model for %s is %s", e->problem->name,
                        model ? "none of its own" : "missing");
    BSN_TRY(task->graph(e->ctx, e->problem->instance, model, &e->graph));
    bsn_graph_finish(&e->graph);
    if (!e->graph.variable || e->graph.variables != e->problem->values)
        return bsn_fail(e->ctx, BASIN_STATUS_INPUT, "%s has no variables to be exported",
                        e->problem->name);
    for (size_t k = 0; k < e->graph.terms; k++) {
        const struct bsn_term *const term = &e->graph.term[k];
        const basin_model *const own = term->model ? term->model : model;
        if (own->energy != BASIN_ENERGY_COMPACT || (term->kind && term->kind != &bsn_term_table))
            return bsn_fail(e->ctx, BASIN_STATUS_INPUT, "only compact energies are exported");
    }
    BSN_TRY(bsn_compose_new(e->ctx, model ? model : e->graph.term[0].model, &e->graph,
                            BSN_COMPOSE_BASIN, task->examples, &e->compose));
    BSN_TRY(bsn_tuples_make(e->ctx, e->compose, &e->tuples));
    BSN_TRY(BSN_NEW(e->ctx, e->graph.variables, &e->given));
    memset(e->given, 0xff, e->graph.variables * sizeof *e->given);
    if (task->given)
        task->given(e->problem->instance, e->given);
    return BASIN_STATUS_OK;
}

/* The domain's name of a variable or of its value, or a number. */
static basin_status name_it(const struct export *e, size_t variable, int64_t value,
                            const char *prefix, size_t number, char **out)
{
    const struct bsn_notation *const text = e->problem->domain->text;
    const char *const known =
        text && text->name ? text->name(e->problem->instance, variable, value) : NULL;
    char own[32];

    snprintf(own, sizeof own, "%s%zu", prefix, number);
    return bsn_copy_text(e->ctx, known ? known : own, out);
}

static basin_status add_variables(struct export *e)
{
    const struct bsn_notation *const text = e->problem->domain->text;

    BSN_TRY(BSN_NEW(e->ctx, e->tuples.variables, &e->cfn.variable));
    for (uint32_t i = 0; i < e->tuples.variables; i++) {
        struct bsn_cfn_variable *const v = &e->cfn.variable[e->cfn.variables++];
        v->values = e->tuples.values[i];
        BSN_TRY(name_it(e, i, -1, "x", i + (size_t)1, &v->name));
        if (!text || !text->name || !text->name(e->problem->instance, i, 0))
            continue;
        BSN_TRY(BSN_NEW(e->ctx, v->values, &v->value));
        for (uint32_t k = 0; k < v->values; k++)
            BSN_TRY(name_it(e, i, k, "v", k, &v->value[k]));
    }
    return BASIN_STATUS_OK;
}

static basin_status begin_function(struct export *e, size_t scope, const uint32_t *variable,
                                   struct bsn_cfn_function **out)
{
    struct bsn_cfn_function *const f = &e->cfn.function[e->cfn.functions++];
    char name[32];

    snprintf(name, sizeof name, "f%zu", e->cfn.functions);
    BSN_TRY(bsn_copy_text(e->ctx, name, &f->name));
    BSN_TRY(BSN_NEW(e->ctx, scope, &f->variable));
    memcpy(f->variable, variable, scope * sizeof *variable);
    f->scope = scope;
    f->costs = 1;
    for (size_t k = 0; k < scope; k++) {
        f->costs *= e->tuples.values[variable[k]];
        if (f->costs > BSN_TUPLES_MOST)
            return bsn_fail(e->ctx, BASIN_STATUS_TOO_BIG,
                            "a constraint of %zu variables has more than %d tuples", scope,
                            BSN_TUPLES_MOST);
    }
    *out = f;
    return BSN_NEW(e->ctx, f->costs, &f->cost);
}

/* What a variable's value adds to a factor's state. */
static uint32_t adds(const struct bsn_tuples *t, uint32_t v, uint32_t factor, uint32_t value)
{
    size_t i = t->touch_first[v];

    while (t->touch[i].factor != factor)
        i++;
    return bsn_tuple_adds(t, &t->touch[i], value);
}

static basin_status add_factor(struct export *e, uint32_t factor)
{
    const struct bsn_tuples *const t = &e->tuples;
    const uint32_t *const scope = t->scope + t->scope_first[factor];
    const size_t count = t->scope_first[factor + 1] - t->scope_first[factor];
    const double *const cost = t->cost + t->table[t->table_of[factor]].at;
    struct bsn_cfn_function *f = NULL;

    BSN_TRY(begin_function(e, count, scope, &f));
    for (size_t x = 0; x < f->costs; x++) {
        uint32_t state = 0;
        size_t rest = x;
        for (size_t k = count; k-- > 0; rest /= t->values[scope[k]])
            state += adds(t, scope[k], factor, (uint32_t)(rest % t->values[scope[k]]));
        f->cost[x] = cost[state];
    }
    return BASIN_STATUS_OK;
}

/* A variable that is held at a value. */
static basin_status add_given(struct export *e, uint32_t v)
{
    struct bsn_cfn_function *f = NULL;

    if (e->given[v] < 0)
        return BASIN_STATUS_OK;
    BSN_TRY(begin_function(e, 1, &v, &f));
    for (size_t k = 0; k < f->costs; k++)
        f->cost[k] = (int64_t)k == e->given[v] ? 0 : INFINITY;
    return BASIN_STATUS_OK;
}

static basin_status fill(struct export *e)
{
    e->cfn.bound = INFINITY;
    BSN_TRY(bsn_copy_text(e->ctx, e->problem->name, &e->cfn.name));
    BSN_TRY(add_variables(e));
    BSN_TRY(BSN_NEW(e->ctx, e->tuples.factors + (size_t)e->tuples.variables, &e->cfn.function));
    for (uint32_t f = 0; f < e->tuples.factors; f++)
        BSN_TRY(add_factor(e, f));
    for (uint32_t v = 0; v < e->tuples.variables; v++)
        BSN_TRY(add_given(e, v));
    return BASIN_STATUS_OK;
}

static basin_status write(struct export *e, const char *path)
{
    struct bsn_text text = BSN_TEXT_INIT(e->ctx);
    char *chars;

    bsn_cfn_write(&e->cfn, DECIMALS, &text);
    const size_t length = text.length;
    BSN_TRY(bsn_text_take(&text, &chars));
    const basin_status status = bsn_file_write(e->ctx, path, chars, length);
    basin_text_free(e->ctx, chars);
    return status;
}

basin_status basin_problem_export(basin_ctx *ctx, const basin_model *model,
                                  const basin_problem *problem, const char *path)
{
    BSN_NEED(ctx, problem && path);
    struct export e = { .ctx = ctx, .problem = problem };
    basin_status status = bsn_file_probe(ctx, path);

    if (status == BASIN_STATUS_OK)
        status = bind(&e, model);
    if (status == BASIN_STATUS_OK)
        status = fill(&e);
    if (status == BASIN_STATUS_OK)
        status = write(&e, path);
    clear(&e);
    return status;
}
