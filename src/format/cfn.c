/* cfn.c - cost function networks in memory, and CFN files read as JSON.
 *
 * A file is an object with "problem" ("name", "mustbe"), "variables" (of each a number of values or
 * a list of their names) and "functions" (of each "scope", names or numbers, and "costs": a list of
 * all, or with "defaultcost" a list of tuples each followed by its cost, or the name of a function
 * with the same costs; or "type": "learned").
 */
#include "format/cfn.h"

#include "base/json_read.h"
#include "format/json_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COST_MAX 1e15
#define WORD 80  /* characters of a name in messages */

/* What is being read. */
struct reading {
    basin_ctx *ctx;
    const char *label;
    struct bsn_cfn *cfn;
    json_t *number;         /* from the names of variables to their numbers */
    const json_t *functions;
};

#define REFUSE(r, ...) refuse(r, NULL, __VA_ARGS__)

/* One line, with the name of a function, or NULL. */
static basin_status refuse(const struct reading *r, const char *function, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static basin_status refuse(const struct reading *r, const char *function, const char *format, ...)
{
    char text[256];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (function)
        return bsn_fail(r->ctx, BASIN_STATUS_PARSE, "%s: function \"%.*s\": %s", r->label, WORD,
                        function, text);
    return bsn_fail(r->ctx, BASIN_STATUS_PARSE, "%s: %s", r->label, text);
}

/* ------------------------------------------------------------------------------- memory ---- */

void bsn_cfn_forget(basin_ctx *ctx, struct bsn_cfn *cfn)
{
    for (size_t i = 0; cfn->function && i < cfn->functions; i++) {
        bsn_free(ctx, cfn->function[i].cost);
        cfn->function[i].cost = NULL;
    }
}

void bsn_cfn_clear(basin_ctx *ctx, struct bsn_cfn *cfn)
{
    bsn_cfn_forget(ctx, cfn);
    for (size_t i = 0; cfn->function && i < cfn->functions; i++) {
        bsn_free(ctx, cfn->function[i].name);
        bsn_free(ctx, cfn->function[i].variable);
        bsn_free(ctx, cfn->function[i].model);
    }
    for (size_t i = 0; cfn->variable && i < cfn->variables; i++) {
        for (size_t k = 0; cfn->variable[i].value && k < cfn->variable[i].values; k++)
            bsn_free(ctx, cfn->variable[i].value[k]);
        bsn_free(ctx, cfn->variable[i].value);
        bsn_free(ctx, cfn->variable[i].name);
    }
    bsn_free(ctx, cfn->function);
    bsn_free(ctx, cfn->variable);
    bsn_free(ctx, cfn->name);
    *cfn = (struct bsn_cfn){ 0 };
}

/* ------------------------------------------------------------------------------ the head ---- */

/* "<10.0": below; ">-5": above, and sums are to be high. */
static basin_status read_bound(const struct reading *r, const json_t *problem)
{
    const json_t *const mustbe = json_object_get(problem, "mustbe");
    const char *const text = json_string_value(mustbe);
    char *end = NULL;

    r->cfn->bound = INFINITY;
    if (!mustbe)
        return BASIN_STATUS_OK;
    const double bound = text && *text ? bsn_read_number(text + 1, &end) : NAN;
    if (!text || !strchr("<>", *text) || !*text || end == text + 1 || *end || isnan(bound))
        return REFUSE(r, "\"mustbe\" is neither \"<NUMBER\" nor \">NUMBER\"");
    r->cfn->maximise = *text == '>';
    r->cfn->bound = r->cfn->maximise ? -bound : bound;
    if (r->cfn->bound == -INFINITY)
        return REFUSE(r, "\"mustbe\" leaves no sum");
    return BASIN_STATUS_OK;
}

static basin_status read_head(const struct reading *r, const json_t *root)
{
    const json_t *const problem = json_object_get(root, "problem");
    const json_t *const name = json_object_get(problem, "name");

    if (!json_is_object(problem))
        return REFUSE(r, "\"problem\" is %s", problem ? "not an object" : "missing");
    if (name && !json_is_string(name))
        return REFUSE(r, "the problem's \"name\" is not a text");
    BSN_TRY(bsn_copy_text(r->ctx, name ? json_string_value(name) : "", &r->cfn->name));
    return read_bound(r, problem);
}

/* ---------------------------------------------------------------------------- variables ---- */

/* Answers are lines of NAME=VALUE, separated by blanks. */
static bool is_word(const char *text)
{
    return *text && !strpbrk(text, " \t\r\n");
}

static basin_status read_values(const struct reading *r, const json_t *list,
                                struct bsn_cfn_variable *v)
{
    const size_t count = json_array_size(list);
    json_t *const seen = json_object();
    basin_status status = BASIN_STATUS_OK;

    if (!seen)
        return bsn_fail(r->ctx, BASIN_STATUS_MEMORY, "out of memory");
    BSN_TRY_OUT(BSN_NEW(r->ctx, count, &v->value));
    v->values = (uint32_t)count;
    for (size_t k = 0; k < count; k++) {
        const char *const name = json_string_value(json_array_get(list, k));
        if (!name || !is_word(name))
            status = REFUSE(r, "variable \"%.*s\": value %zu is no word", WORD, v->name, k);
        else if (json_object_get(seen, name))
            status = REFUSE(r, "variable \"%.*s\" has value \"%.*s\" twice", WORD, v->name, WORD,
                            name);
        else
            status = bsn_copy_text(r->ctx, name, &v->value[k]);
        if (status != BASIN_STATUS_OK)
            break;
        if (json_object_set_new(seen, name, json_true()) != 0)
            status = bsn_fail(r->ctx, BASIN_STATUS_MEMORY, "out of memory");
    }
out:
    json_decref(seen);
    return status;
}

static basin_status read_variable(const struct reading *r, const char *name, const json_t *values,
                                  struct bsn_cfn_variable *v)
{
    v->given = -1;
    BSN_TRY(bsn_copy_text(r->ctx, name, &v->name));
    if (!is_word(name))
        return REFUSE(r, "variable \"%.*s\": its name is empty or has a blank", WORD, name);
    if (json_is_array(values)) {
        const size_t count = json_array_size(values);
        if (count == 0 || count > UINT16_MAX)
            return REFUSE(r, "variable \"%.*s\" has %zu values; it must be 1 to %d", WORD, name,
                          count, UINT16_MAX);
        return read_values(r, values, v);
    }
    if (!json_is_integer(values))
        return REFUSE(r, "variable \"%.*s\" has neither a number of values nor a list of them",
                      WORD, name);
    const json_int_t count = json_integer_value(values);
    if (count < 0)
        return REFUSE(r, "variable \"%.*s\": intervals (a negative number of values) are not "
                      "supported", WORD, name);
    if (count == 0 || count > UINT16_MAX)
        return REFUSE(r, "variable \"%.*s\" has %lld values; it must be 1 to %d", WORD, name,
                      (long long)count, UINT16_MAX);
    v->values = (uint32_t)count;
    return BASIN_STATUS_OK;
}

static basin_status read_variables(const struct reading *r, const json_t *root)
{
    json_t *const variables = json_object_get(root, "variables");
    const char *name;
    json_t *values;

    if (!json_is_object(variables))
        return REFUSE(r, "\"variables\" is %s", variables ? "not an object" : "missing");
    const size_t count = json_object_size(variables);
    if (count == 0)
        return REFUSE(r, "it has no variables");
    BSN_TRY(BSN_NEW(r->ctx, count, &r->cfn->variable));
    json_object_foreach(variables, name, values) {
        const size_t i = r->cfn->variables++;
        BSN_TRY(read_variable(r, name, values, &r->cfn->variable[i]));
        if (json_object_set_new(r->number, name, json_integer((json_int_t)i)) != 0)
            return bsn_fail(r->ctx, BASIN_STATUS_MEMORY, "out of memory");
    }
    return BASIN_STATUS_OK;
}

/* ---------------------------------------------------------------------------- functions ---- */

static basin_status find_variable(const struct reading *r, const char *function,
                                  const json_t *item, uint32_t *out)
{
    const json_t *const known =
        json_is_string(item) ? json_object_get(r->number, json_string_value(item)) : item;

    if (json_is_string(item) && !known)
        return refuse(r, function, "no variable \"%.*s\"", WORD, json_string_value(item));
    if (!json_is_integer(known) || json_integer_value(known) < 0 ||
        json_integer_value(known) >= (json_int_t)r->cfn->variables)
        return refuse(r, function, "its scope has something that is no variable's name or number");
    *out = (uint32_t)json_integer_value(known);
    return BASIN_STATUS_OK;
}

/* Fills scope and costs, the number of tuples. */
static basin_status read_scope(const struct reading *r, const json_t *object,
                               struct bsn_cfn_function *f)
{
    const json_t *const scope = json_object_get(object, "scope");

    if (!json_is_array(scope))
        return refuse(r, f->name, "\"scope\" is %s", scope ? "not a list" : "missing");
    f->scope = json_array_size(scope);
    if (f->scope > BSN_CFN_SCOPE)
        return refuse(r, f->name, "more than %d variables in its scope", BSN_CFN_SCOPE);
    BSN_TRY(BSN_NEW(r->ctx, f->scope, &f->variable));
    f->costs = 1;
    for (size_t i = 0; i < f->scope; i++) {
        BSN_TRY(find_variable(r, f->name, json_array_get(scope, i), &f->variable[i]));
        for (size_t k = 0; k < i; k++)
            if (f->variable[k] == f->variable[i])
                return refuse(r, f->name, "variable \"%.*s\" is twice in its scope", WORD,
                              r->cfn->variable[f->variable[i]].name);
        f->costs = f->costs > BSN_CFN_TUPLES
                       ? f->costs
                       : f->costs * r->cfn->variable[f->variable[i]].values;
    }
    return BASIN_STATUS_OK;
}

/* A number, or "inf"; the sign is changed where sums are to be high. */
static basin_status read_cost(const struct reading *r, const char *function, const json_t *item,
                              double *out)
{
    const char *const text = json_string_value(item);
    char *end = NULL;
    double cost = text ? bsn_read_number(text, &end) : json_number_value(item);

    if (text ? end == text || *end || !isinf(cost) : !json_is_number(item))
        return refuse(r, function, "a cost is neither a number nor \"inf\"");
    cost = r->cfn->maximise ? -cost : cost;
    if (!(cost == INFINITY || fabs(cost) <= COST_MAX))
        return refuse(r, function, "a cost of %g; numbers are up to %g, and what is forbidden is "
                      "\"%sinf\"", text ? bsn_read_number(text, NULL) : json_number_value(item),
                      COST_MAX, r->cfn->maximise ? "-" : "");
    *out = cost;
    return BASIN_STATUS_OK;
}

static basin_status read_dense(const struct reading *r, const json_t *costs,
                               struct bsn_cfn_function *f)
{
    if (json_array_size(costs) != f->costs)
        return refuse(r, f->name, "%zu costs where its scope has %zu tuples",
                      json_array_size(costs), f->costs);
    for (size_t i = 0; i < f->costs; i++)
        BSN_TRY(read_cost(r, f->name, json_array_get(costs, i), &f->cost[i]));
    return BASIN_STATUS_OK;
}

static basin_status find_value(const struct reading *r, const char *function, const json_t *item,
                               const struct bsn_cfn_variable *v, size_t *out)
{
    const char *const name = json_string_value(item);
    const json_int_t number = json_integer_value(item);

    *out = 0;
    if (name && v->value)
        while (*out < v->values && strcmp(v->value[*out], name) != 0)
            ++*out;
    else
        *out = json_is_integer(item) && number >= 0 && number < v->values ? (size_t)number
                                                                            : v->values;
    if (*out >= v->values)
        return refuse(r, function, "a tuple has something that is no value of \"%.*s\"", WORD,
                      v->name);
    return BASIN_STATUS_OK;
}

/* Tuples that differ from the default, each followed by its cost. */
static basin_status read_sparse(const struct reading *r, const json_t *costs,
                                struct bsn_cfn_function *f)
{
    const size_t items = json_array_size(costs), row = f->scope + 1;

    if (items % row != 0)
        return refuse(r, f->name, "%zu items are no list of tuples of %zu values and a cost", items,
                      f->scope);
    for (size_t i = 0; i < items; i += row) {
        size_t at = 0, value;
        for (size_t k = 0; k < f->scope; k++) {
            const struct bsn_cfn_variable *const v = &r->cfn->variable[f->variable[k]];
            BSN_TRY(find_value(r, f->name, json_array_get(costs, i + k), v, &value));
            at = at * v->values + value;
        }
        BSN_TRY(read_cost(r, f->name, json_array_get(costs, i + f->scope), &f->cost[at]));
    }
    return BASIN_STATUS_OK;
}

/* The costs of another function, which stands before this one. */
static basin_status read_shared(const struct reading *r, const char *name,
                                struct bsn_cfn_function *f)
{
    for (const struct bsn_cfn_function *g = r->cfn->function; g < f; g++) {
        if (strcmp(g->name, name) != 0 || !g->cost)
            continue;
        if (g->costs != f->costs)
            return refuse(r, f->name, "the costs of \"%.*s\" are %zu; its scope has %zu tuples",
                          WORD, name, g->costs, f->costs);
        memcpy(f->cost, g->cost, f->costs * sizeof *f->cost);
        return BASIN_STATUS_OK;
    }
    return refuse(r, f->name, "no function \"%.*s\" with costs before it", WORD, name);
}

static basin_status read_table(const struct reading *r, const json_t *object,
                               struct bsn_cfn_function *f)
{
    const json_t *const costs = json_object_get(object, "costs");
    const json_t *const standard = json_object_get(object, "defaultcost");

    if (f->costs > BSN_CFN_TUPLES || (r->cfn->tuples += f->costs) > BSN_CFN_ALL)
        return refuse(r, f->name, "more than %zu tuples%s",
                      f->costs > BSN_CFN_TUPLES ? BSN_CFN_TUPLES : BSN_CFN_ALL,
                      f->costs > BSN_CFN_TUPLES ? "" : " of all functions together");
    if (!json_is_array(costs) && !json_is_string(costs))
        return refuse(r, f->name, "\"costs\" is %s",
                      costs ? "neither a list nor a function's name" : "missing");
    if (!standard && json_is_array(costs) && json_array_size(costs) != f->costs)
        return read_dense(r, costs, f);  /* which says so, before there is memory for them */
    BSN_TRY(BSN_NEW(r->ctx, f->costs, &f->cost));
    if (json_is_string(costs))
        return read_shared(r, json_string_value(costs), f);
    if (!standard)
        return read_dense(r, costs, f);
    BSN_TRY(read_cost(r, f->name, standard, &f->cost[0]));
    for (size_t i = 1; i < f->costs; i++)
        f->cost[i] = f->cost[0];
    return read_sparse(r, costs, f);
}

static basin_status read_learned(const struct reading *r, const json_t *object,
                                 struct bsn_cfn_function *f)
{
    const json_t *const params = json_object_get(object, "params");
    const json_t *const weight = json_object_get(params, "weight");
    const char *const model = json_string_value(json_object_get(params, "model"));

    if (!model || !*model)
        return refuse(r, f->name, "a learned function needs \"params\" with a \"model\"");
    if (weight && !(json_number_value(weight) > 0))
        return refuse(r, f->name, "its \"weight\" is not a number above 0");
    if (f->scope == 0)
        return refuse(r, f->name, "a learned function of no variables");
    f->weight = weight ? json_number_value(weight) : 1;
    return bsn_copy_text(r->ctx, model, &f->model);
}

static basin_status read_function(const struct reading *r, const char *name, const json_t *object,
                                  struct bsn_cfn_function *f)
{
    f->weight = 1;
    BSN_TRY(bsn_copy_text(r->ctx, name, &f->name));
    if (!json_is_object(object))
        return refuse(r, name, "is not an object");
    const json_t *const type = json_object_get(object, "type");
    BSN_TRY(read_scope(r, object, f));
    if (!type)
        return read_table(r, object, f);
    if (!json_is_string(type) || strcmp(json_string_value(type), "learned") != 0)
        return refuse(r, name, "type \"%.*s\" is not supported; there are tables and \"learned\"",
                      WORD, json_is_string(type) ? json_string_value(type) : "?");
    return read_learned(r, object, f);
}

/* Functions of no variables add up; the others stay. */
static basin_status add_function(const struct reading *r, const char *name, const json_t *object)
{
    struct bsn_cfn *const cfn = r->cfn;
    struct bsn_cfn_function *const f = &cfn->function[cfn->functions++];

    BSN_TRY(read_function(r, name, object, f));
    if (f->scope == 0 && f->cost[0] == INFINITY)
        return refuse(r, name, "it forbids everything");
    if (f->scope == 0)
        cfn->constant += f->cost[0];
    return BASIN_STATUS_OK;
}

static basin_status read_functions(const struct reading *r, const json_t *root)
{
    json_t *const functions = json_object_get(root, "functions"), *object;
    const char *name;
    char number[32];
    size_t i;

    if (!json_is_object(functions) && !json_is_array(functions))
        return REFUSE(r, "\"functions\" is %s", functions ? "neither an object nor a list"
                                                          : "missing");
    const size_t count = json_is_array(functions) ? json_array_size(functions)
                                                  : json_object_size(functions);
    BSN_TRY(BSN_NEW(r->ctx, count, &r->cfn->function));
    json_array_foreach(functions, i, object) {
        snprintf(number, sizeof number, "%zu", i);
        BSN_TRY(add_function(r, number, object));
    }
    json_object_foreach(functions, name, object)
        BSN_TRY(add_function(r, name, object));
    return BASIN_STATUS_OK;
}

/* ----------------------------------------------------------------------------- the whole ---- */

static basin_status read_root(struct reading *r, const json_t *root)
{
    basin_status status;

    if (!json_is_object(root))
        return REFUSE(r, "it is not a JSON object");
    r->number = json_object();
    if (!r->number)
        return bsn_fail(r->ctx, BASIN_STATUS_MEMORY, "out of memory");
    BSN_TRY_OUT(read_head(r, root));
    BSN_TRY_OUT(read_variables(r, root));
    status = read_functions(r, root);
out:
    json_decref(r->number);
    return status;
}

basin_status bsn_cfn_parse(basin_ctx *ctx, const char *label, const char *bytes, size_t length,
                           struct bsn_cfn *out)
{
    struct bsn_cfn cfn = { 0 };
    struct reading r = { .ctx = ctx, .label = label, .cfn = &cfn };
    struct bsn_json_error error;
    json_t *const root = bsn_json_read(bytes, length, JSON_REJECT_DUPLICATES, &error);

    if (!root)
        return bsn_fail(ctx, error.status, "%s:%zu: JSON: %s", label, error.line, error.text);
    const basin_status status = read_root(&r, root);
    json_decref(root);
    if (status != BASIN_STATUS_OK) {
        bsn_cfn_clear(ctx, &cfn);
        return status;
    }
    *out = cfn;
    return BASIN_STATUS_OK;
}
