/* draft.c - a problem is stated: what its user says is checked, copied and numbered.
 *
 * Everything that can be wrong with a statement is found here, at the call that made it; what a
 * finished draft holds is bound without further questions (own_graph.c).
 */
#include "domain/own/draft.h"

#include "base/mem.h"
#include "domain/own/own.h"
#include "energy/model_file.h"
#include "nn/kind.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define VALUES_MAX 65536
#define LEVELS 100  /* of noise, where no model says how many */

static basin_status empty_draft(basin_ctx *ctx, struct basin_draft *draft)
{
    struct bsn_own *own;

    BSN_TRY(BSN_NEW(ctx, 1, &own));
    *draft = (struct basin_draft){ .own = own };
    return BASIN_STATUS_OK;
}

basin_status basin_draft_new(basin_ctx *ctx, basin_draft **out)
{
    BSN_NEED(ctx, out);
    basin_draft *draft;

    BSN_TRY(BSN_NEW(ctx, 1, &draft));
    const basin_status status = empty_draft(ctx, draft);
    if (status != BASIN_STATUS_OK) {
        bsn_free(ctx, draft);
        return status;
    }
    *out = draft;
    return BASIN_STATUS_OK;
}

void basin_draft_free(basin_ctx *ctx, basin_draft *draft)
{
    if (!draft)
        return;
    bsn_own_free(ctx, draft->own);
    bsn_free(ctx, draft);
}

/* ---------------------------------------------------------------------------- variables ---- */

basin_status basin_draft_variables(basin_ctx *ctx, basin_draft *draft, uint32_t count,
                                   uint32_t values, uint32_t *first)
{
    BSN_NEED(ctx, draft);
    struct bsn_own *const own = draft->own;
    const size_t before = own->variables, coords = draft->coords + (size_t)count * values;

    if (values < 2 || values > VALUES_MAX)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a variable of %u values; it must be 2 to %d",
                        values, VALUES_MAX);
    if (coords > INT32_MAX)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "more than %d values of all variables together",
                        INT32_MAX);
    BSN_TRY(BSN_GROW(ctx, &own->variable, &draft->room_variables, before + count));
    for (size_t i = before; i < before + count; i++)
        own->variable[i] = (struct bsn_own_variable){ .values = values, .given = -1 };
    own->variables += count;
    draft->coords = coords;
    if (first)
        *first = (uint32_t)before;
    return BASIN_STATUS_OK;
}

basin_status basin_draft_given(basin_ctx *ctx, basin_draft *draft, uint32_t variable,
                               int32_t value)
{
    BSN_NEED(ctx, draft);
    const struct bsn_own *const own = draft->own;

    if (variable >= own->variables)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "variable %u is given; there are %zu, from 0",
                        variable, own->variables);
    if (value < -1 || value >= (int64_t)own->variable[variable].values)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "variable %u is given value %d; it has %u, from 0",
                        variable, value, own->variable[variable].values);
    own->variable[variable].given = value;
    return BASIN_STATUS_OK;
}

/* ----------------------------------------------------------------------------- networks ---- */

/* Opens the model of that name, a built-in one before a file, unless the draft has it. */
static basin_status find_model(basin_ctx *ctx, struct basin_draft *draft, const char *name,
                               const basin_model **out)
{
    struct bsn_own *const own = draft->own;
    struct bsn_own_model fresh = { 0 };

    for (size_t i = 0; i < own->models; i++)
        if (strcmp(own->model[i].name, name) == 0) {
            *out = own->model[i].model;
            return BASIN_STATUS_OK;
        }
    BSN_TRY(BSN_GROW(ctx, &own->model, &draft->room_models, own->models + 1));
    BSN_TRY(bsn_model_is_known(name) ? basin_model_named(ctx, name, &fresh.model)
                                     : basin_model_load(ctx, name, &fresh.model));
    const basin_status status = bsn_copy_text(ctx, name, &fresh.name);
    if (status != BASIN_STATUS_OK) {
        basin_model_free(ctx, fresh.model);
        return status;
    }
    own->model[own->models++] = fresh;
    *out = fresh.model;
    return BASIN_STATUS_OK;
}

/* Forgets networks and models past so many: those of a constraint that came to nothing. */
static void forget(basin_ctx *ctx, struct bsn_own *own, size_t nets, size_t models)
{
    own->nets = nets;
    while (own->models > models) {
        const struct bsn_own_model *const last = &own->model[--own->models];
        bsn_free(ctx, last->name);
        basin_model_free(ctx, last->model);
    }
}

/* Splits "MODEL:NETWORK" at its last colon, as a file's name may have some. */
static basin_status split_name(basin_ctx *ctx, struct basin_draft *draft, const char *full,
                               const basin_model **model, const char **network)
{
    const char *const colon = strrchr(full, ':');
    char *name;

    if (!colon || colon == full)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "\"%.60s\" names no model: give MODEL:NETWORK, as queens-compact:one",
                        full);
    BSN_TRY(bsn_copy_text(ctx, full, &name));
    name[colon - full] = 0;
    const basin_status status = find_model(ctx, draft, name, model);
    bsn_free(ctx, name);
    *network = colon + 1;
    return status;
}

/* May constraints be of this network? */
static basin_status check_net(basin_ctx *ctx, const struct bsn_own *own,
                              const basin_model *model, const char *name,
                              const struct bsn_model_net *net)
{
    const uint32_t levels = model->schedule.levels;

    if (!net) {
        char known[256] = "";
        for (size_t i = 0, at = 0; i < model->nets && at < sizeof known; i++)
            at += (size_t)snprintf(known + at, sizeof known - at, " %s", model->net[i].name);
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "the %s model of %s has no network \"%.40s\"; %s%s",
                        basin_energy_name(model->energy), model->domain, name,
                        *known ? "there are:" : "it has none", known);
    }
    if (bsn_net_alone(&net->net))
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "network \"%s\" is the energy of one variable alone, which constraints of "
                        "its model bring with them", name);
    if (bsn_net_parts(&net->net) != 1 && !bsn_net_kind_f32(&net->net)->whole_variables &&
        net->net.inputs != 1)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "network \"%s\" reads parts of %u numbers; literals are one each", name,
                        net->net.inputs);
    if (own->nets > 0 && own->net[0].model->schedule.levels != levels)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "models of %u and of %u noise levels in one problem",
                        own->net[0].model->schedule.levels, levels);
    return BASIN_STATUS_OK;
}

/* The number of the network that a constraint names. */
static basin_status find_net(basin_ctx *ctx, struct basin_draft *draft,
                             const struct basin_constraint *c, uint32_t *out)
{
    struct bsn_own *const own = draft->own;
    const basin_model *model = c->model;
    const char *name = c->network;

    if (!name)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a constraint without the name of its network");
    if (!model)
        BSN_TRY(split_name(ctx, draft, c->network, &model, &name));
    const struct bsn_model_net *const net = bsn_model_find(model, name);
    BSN_TRY(check_net(ctx, own, model, name, net));
    for (uint32_t i = 0; i < own->nets; i++)
        if (own->net[i].net == net) {
            *out = i;
            return BASIN_STATUS_OK;
        }
    BSN_TRY(BSN_GROW(ctx, &own->net, &draft->room_nets, own->nets + 1));
    own->net[own->nets] = (struct bsn_own_net){ .model = model, .net = net,
                                                .base = bsn_model_base(model, &net->net) };
    *out = (uint32_t)own->nets++;
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------- constraints ---- */

static basin_status check_literal(basin_ctx *ctx, const struct bsn_own *own,
                                  const struct basin_literal *literal, const struct bsn_net *net)
{
    const struct bsn_net_kind_f32 *const kind = bsn_net_kind_f32(net);
    const bool whole = literal->value == BASIN_WHOLE, one_part = bsn_net_parts(net) == 1;

    if (literal->variable == BASIN_NO_VARIABLE && one_part)
        return BASIN_STATUS_OK;
    if (literal->variable >= own->variables)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "constraint %zu reads variable %u; there are %zu, from 0",
                        own->constraints, literal->variable, own->variables);
    const uint32_t values = own->variable[literal->variable].values;
    if (!whole && (literal->value < 0 || literal->value >= (int64_t)values))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "constraint %zu reads value %d of variable %u; it has %u, from 0",
                        own->constraints, literal->value, literal->variable, values);
    if (!one_part && whole != kind->whole_variables)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "constraint %zu: its network reads %s",
                        own->constraints, whole ? "single values, no whole variables"
                                                : "whole variables, no single values");
    if (literal->negated && !kind->negatable)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "constraint %zu: its network reads nothing negated", own->constraints);
    return BASIN_STATUS_OK;
}

/* Inputs that a constraint fills, of a network that has one part for all of them. */
static size_t count_inputs(const struct bsn_own *own, const struct basin_constraint *c)
{
    size_t inputs = 0;

    for (size_t i = 0; i < c->literals; i++) {
        const struct basin_literal *const l = &c->literal[i];
        const bool one = l->variable == BASIN_NO_VARIABLE || l->value != BASIN_WHOLE ||
                         own->variable[l->variable].values == 2;
        inputs += one ? 1 : own->variable[l->variable].values;
    }
    return inputs;
}

/* Are there literals and conditions, as many as the network reads? Asked before any is read. */
static basin_status check_counts(basin_ctx *ctx, const struct bsn_own *own,
                                 const struct basin_constraint *c, const struct bsn_net *net)
{
    const uint32_t fixed = bsn_net_parts(net);
    const size_t parts = fixed == 1 ? 1 : c->literals;

    if (c->literals == 0 || c->literals > INT32_MAX || !c->literal)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "constraint %zu reads %zu literals%s",
                        own->constraints, c->literals, c->literal ? "" : ", which are NULL");
    if (fixed > 1 && c->literals != fixed)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "constraint %zu reads %zu literals; its network reads %u",
                        own->constraints, c->literals, fixed);
    if (fixed == 1 && c->literals > net->inputs)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "constraint %zu fills %zu inputs; its network has %u", own->constraints,
                        c->literals, net->inputs);
    if (c->conditions != parts * net->conds || (c->conditions > 0 && !c->condition))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "constraint %zu brings %zu conditions; its network reads %zu",
                        own->constraints, c->condition ? c->conditions : 0, parts * net->conds);
    return BASIN_STATUS_OK;
}

/* Do the literals fit the network together? */
static basin_status check_reach(basin_ctx *ctx, const struct bsn_own *own,
                                const struct basin_constraint *c, const struct bsn_net *net)
{
    const struct basin_literal *const l = c->literal;
    bool fit = true;

    for (size_t i = 1; bsn_net_kind_f32(net)->whole_variables && i < c->literals; i++) {
        fit &= own->variable[l[i].variable].values == own->variable[l[0].variable].values;
        for (size_t k = 0; k < i; k++)
            fit &= l[k].variable != l[i].variable;
    }
    if (!fit)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "constraint %zu: its network reads different variables with the same "
                        "number of values", own->constraints);
    if (net->kind == BSN_NET_TUPLE && own->variable[l[0].variable].values != net->values)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "constraint %zu: its network has tables of variables of %u values, not %u",
                        own->constraints, net->values, own->variable[l[0].variable].values);
    if (bsn_net_parts(net) == 1 && count_inputs(own, c) > net->inputs)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "constraint %zu fills %zu inputs; its network has %u", own->constraints,
                        count_inputs(own, c), net->inputs);
    return BASIN_STATUS_OK;
}

static basin_status check_constraint(basin_ctx *ctx, const struct bsn_own *own,
                                     const struct basin_constraint *c, const struct bsn_net *net)
{
    BSN_TRY(check_counts(ctx, own, c, net));
    for (size_t i = 0; i < c->literals; i++)
        BSN_TRY(check_literal(ctx, own, &c->literal[i], net));
    BSN_TRY(check_reach(ctx, own, c, net));
    for (size_t i = 0; i < c->conditions; i++)
        if (!isfinite(c->condition[i]))
            return bsn_fail(ctx, BASIN_STATUS_INPUT, "constraint %zu: condition %zu is no number",
                            own->constraints, i);
    if (!((float)c->weight > 0 && c->weight < 1e6))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "constraint %zu: weight %g is not above 0 and below a million",
                        own->constraints, c->weight);
    if (c->weight != 1 && !bsn_net_classifies(net))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "constraint %zu: weights are for networks whose energies are zero where "
                        "a constraint holds; those of the paper's kind are not",
                        own->constraints);
    return BASIN_STATUS_OK;
}

static basin_status make_room(basin_ctx *ctx, struct basin_draft *draft,
                              const struct basin_constraint *c)
{
    struct bsn_own *const own = draft->own;

    BSN_TRY(BSN_GROW(ctx, &own->constraint, &draft->room_constraints, own->constraints + 2));
    BSN_TRY(BSN_GROW(ctx, &own->literal, &draft->room_literals, own->literals + c->literals));
    return BSN_GROW(ctx, &own->condition, &draft->room_conditions,
                    own->conditions + c->conditions + 1);
}

/* Must each of its two values have a coordinate? Networks of whole variables read both; some read
 * nothing as its opposite, which value 0 is where one coordinate stands for two. */
static bool needs_both(const struct basin_literal *literal, const struct bsn_net *net)
{
    const struct bsn_net_kind_f32 *const kind = bsn_net_kind_f32(net);

    return kind->whole_variables || (!kind->negatable && literal->value == 0 &&
                                     literal->variable != BASIN_NO_VARIABLE);
}

/* Adds what was checked and has room. */
static void add(struct bsn_own *own, uint32_t net, const struct basin_constraint *c)
{
    own->constraint[own->constraints] =
        (struct bsn_own_constraint){ .net = net, .weight = (float)c->weight,
                                     .literal = own->literals, .condition = own->conditions };
    memcpy(own->literal + own->literals, c->literal, c->literals * sizeof *c->literal);
    if (c->conditions > 0)
        memcpy(own->condition + own->conditions, c->condition,
               c->conditions * sizeof *c->condition);
    for (size_t i = 0; i < c->literals; i++)
        if (needs_both(&c->literal[i], &own->net[net].net->net))
            own->variable[c->literal[i].variable].whole = true;
    own->literals += c->literals;
    own->conditions += c->conditions;
    own->weighted |= c->weight != 1;
    own->constraint[++own->constraints] =
        (struct bsn_own_constraint){ .literal = own->literals, .condition = own->conditions };
}

basin_status basin_draft_constrain(basin_ctx *ctx, basin_draft *draft,
                                   const struct basin_constraint *constraint)
{
    BSN_NEED(ctx, draft && constraint);
    struct bsn_own *const own = draft->own;
    const size_t nets = own->nets, models = own->models;
    struct basin_constraint c = BASIN_CONSTRAINT_INIT;
    uint32_t number = 0;
    basin_status status;

    if (constraint->size < offsetof(struct basin_constraint, weight))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "constraint %zu has size %zu: constraints begin as BASIN_CONSTRAINT_INIT",
                        own->constraints, constraint->size);
    memcpy(&c, constraint, constraint->size < sizeof c ? constraint->size : sizeof c);
    if (own->constraints >= INT32_MAX)
        return bsn_fail(ctx, BASIN_STATUS_TOO_BIG, "more than %d constraints", INT32_MAX);
    BSN_TRY_OUT(find_net(ctx, draft, &c, &number));
    BSN_TRY_OUT(check_constraint(ctx, own, &c, &own->net[number].net->net));
    BSN_TRY_OUT(make_room(ctx, draft, &c));
    add(own, number, &c);
    return BASIN_STATUS_OK;
out:
    forget(ctx, own, nets, models);  /* the caller may free a model that binds nothing */
    return status;
}

struct bsn_draft_mark bsn_draft_mark(const basin_draft *draft)
{
    const struct bsn_own *const own = draft->own;

    return (struct bsn_draft_mark){ .constraints = own->constraints, .literals = own->literals,
                                    .conditions = own->conditions, .nets = own->nets,
                                    .models = own->models, .weighted = own->weighted };
}

void bsn_draft_rewind(basin_ctx *ctx, basin_draft *draft, const struct bsn_draft_mark *mark)
{
    struct bsn_own *const own = draft->own;

    forget(ctx, own, mark->nets, mark->models);
    own->constraints = mark->constraints;
    own->literals = mark->literals;
    own->conditions = mark->conditions;
    own->weighted = mark->weighted;
    for (size_t v = 0; v < own->variables; v++)
        own->variable[v].whole = false;
    for (size_t k = 0; k < own->constraints; k++)
        for (size_t i = own->constraint[k].literal; i < own->constraint[k + 1].literal; i++)
            if (needs_both(&own->literal[i], &own->net[own->constraint[k].net].net->net))
                own->variable[own->literal[i].variable].whole = true;
}

uint32_t bsn_draft_values(const basin_draft *draft, uint32_t variable)
{
    return variable < draft->own->variables ? draft->own->variable[variable].values : 0;
}

/* ------------------------------------------------------------------------------- the end ---- */

void basin_draft_verifier(basin_draft *draft, basin_verify_fn *verify, void *user)
{
    if (!draft)
        return;
    draft->own->verify = verify;
    draft->own->user = user;
}

/* Numbers the coordinates: one is enough for two values that no network reads as a whole. */
static void place_variables(struct bsn_own *own)
{
    own->coords = 0;
    for (size_t i = 0; i < own->variables; i++) {
        struct bsn_own_variable *const v = &own->variable[i];
        v->first = (uint32_t)own->coords;
        v->coords = v->values == 2 && !v->whole ? 1 : v->values;
        own->coords += v->coords;
    }
}

basin_status basin_draft_finish(basin_ctx *ctx, basin_draft *draft, basin_problem **out)
{
    BSN_NEED(ctx, draft && out);
    struct bsn_own *const own = draft->own;
    struct basin_draft next;
    basin_problem *problem = NULL;
    basin_status status;

    if (own->variables == 0)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a problem without variables");
    place_variables(own);
    bsn_own_tables_place(own);
    BSN_TRY(empty_draft(ctx, &next));
    BSN_TRY_OUT(BSN_NEW(ctx, 1, &problem));
    if ((own->given.tables > 0 || own->constraints == 0) && !own->bare)
        BSN_TRY_OUT(bsn_model_new(ctx, bsn_own_domain.name, BASIN_ENERGY_COMPACT,
                                  own->nets > 0 ? own->net[0].model->schedule.levels : LEVELS,
                                  &own->bare));
    BSN_TRY_OUT(bsn_own_judge(ctx, own));
    *problem = (struct basin_problem){ .name = bsn_own_domain.name, .task = bsn_own_domain.task,
                                       .instance = own, .values = own->variables,
                                       .believed = !own->verify &&
                                                   (own->constraints > 0 || own->given.soft),
                                       .domain = &bsn_own_domain };
    *draft = next;
    *out = problem;
    return BASIN_STATUS_OK;
out:
    bsn_free(ctx, problem);
    bsn_own_free(ctx, next.own);
    return status;
}
