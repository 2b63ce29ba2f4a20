/* own_graph.c - from a user's constraints to terms.
 *
 * Constraints of one network with the same number of inputs make one term; single variables make
 * unary terms in front of them, of the network that belongs to the first constraint that reads
 * them. Literals that several constraints share are one part.
 */
#include "base/mem.h"
#include "domain/own/own.h"
#include "energy/term_table.h"
#include "nn/kind.h"

#include <string.h>

#define NONE UINT32_MAX

/* A term to be. */
struct group {
    const basin_model *model;
    const struct bsn_model_net *net;
    uint32_t inputs;
    size_t factors, members, covers;
};

struct plan {
    basin_ctx *ctx;
    const struct bsn_own *own;
    size_t unaries, groups, room;  /* the first `unaries` groups are of single variables */
    struct group *group;
    uint32_t *base;      /* (variables) the group of each one's own energy, or NONE */
    uint32_t *group_of;  /* (constraints) */
    uint32_t *unary;     /* (coords) the factor of unary terms, all counted on, of each; or NONE */
    size_t unary_count;
    uint32_t *seen;      /* (unary_count) 1 + the last constraint that covered it */
    uint32_t *part;      /* (2 coords) of the term at hand, 1 + the part that reads each one */
};

uint32_t bsn_own_place(const struct bsn_own_variable *variable, const struct basin_literal *literal,
                       bool *mirrored)
{
    const bool one = variable->coords == 1;

    *mirrored = literal->negated != (one && literal->value == 0);
    return variable->first + (one ? 0 : (uint32_t)literal->value);
}

/* Inputs of a network that reads this variable first. */
static uint32_t count_inputs(const struct bsn_net *net, const struct bsn_own_variable *variable)
{
    return bsn_net_kind_f32(net)->whole_variables ? variable->coords : net->inputs;
}

/* The number of the group with that network and so many inputs; a new one if need be. */
static basin_status find_group(struct plan *plan, size_t from, const basin_model *model,
                               const struct bsn_model_net *net, uint32_t inputs, uint32_t *out)
{
    for (size_t i = from; i < plan->groups; i++)
        if (plan->group[i].net == net && plan->group[i].inputs == inputs) {
            *out = (uint32_t)i;
            return BASIN_STATUS_OK;
        }
    BSN_TRY(BSN_GROW(plan->ctx, &plan->group, &plan->room, plan->groups + 1));
    plan->group[plan->groups] = (struct group){ .model = model, .net = net, .inputs = inputs };
    *out = (uint32_t)plan->groups++;
    return BASIN_STATUS_OK;
}

/* ----------------------------------------------------------------------- single variables ---- */

/* Which network each variable's own energy is of: that of the first constraint that reads it; none
 * when a network reads it that has such energies in it already. */
static basin_status choose_bases(struct plan *plan)
{
    const struct bsn_own *const own = plan->own;

    memset(plan->base, 0xff, own->variables * sizeof *plan->base);
    for (size_t k = 0; k < own->constraints; k++) {
        const struct bsn_own_net *const net = &own->net[own->constraint[k].net];
        for (size_t i = own->constraint[k].literal; net->base && i < own->constraint[k + 1].literal;
             i++) {
            const uint32_t v = own->literal[i].variable;
            if (plan->base[v] == NONE)
                BSN_TRY(find_group(plan, 0, net->model, net->base,
                                   count_inputs(&net->base->net, &own->variable[v]),
                                   &plan->base[v]));
        }
    }
    for (size_t k = 0; k < own->constraints; k++)
        for (size_t i = own->constraint[k].literal; i < own->constraint[k + 1].literal; i++)
            if (!own->net[own->constraint[k].net].base &&
                own->literal[i].variable != BASIN_NO_VARIABLE)
                plan->base[own->literal[i].variable] = NONE;
    plan->unaries = plan->groups;
    for (size_t v = 0; v < own->variables; v++)
        if (plan->base[v] != NONE) {
            struct group *const g = &plan->group[plan->base[v]];
            g->factors += own->variable[v].coords / g->inputs;
        }
    return BASIN_STATUS_OK;
}

/* Adds the unary terms and numbers their factors. */
static basin_status add_unaries(struct plan *plan, struct bsn_graph *graph)
{
    const struct bsn_own *const own = plan->own;

    memset(plan->unary, 0xff, own->coords * sizeof *plan->unary);
    for (size_t g = 0; g < plan->unaries; g++) {
        const struct group *const group = &plan->group[g];
        const size_t n = group->factors;
        const struct bsn_term_size size = { .parts = n, .factors = n, .members = n,
                                            .inputs = group->inputs };
        struct bsn_term *term;
        uint32_t at = 0;
        BSN_TRY(bsn_graph_add(plan->ctx, graph, group->net->name, true, &size, &term));
        term->model = group->model;
        for (size_t v = 0; v < own->variables; v++)
            for (uint32_t c = 0; plan->base[v] == g && c < own->variable[v].coords; c++, at++) {
                term->input[at] = own->variable[v].first + c;
                plan->unary[term->input[at]] =
                    (uint32_t)plan->unary_count + at / group->inputs;
            }
        for (uint32_t i = 0; i < n; i++) {
            term->member[i] = i;
            term->first[i + 1] = i + 1;
        }
        plan->unary_count += n;
    }
    return BASIN_STATUS_OK;
}

/* ---------------------------------------------------------------------------- constraints ---- */

/* Calls for the coordinates that a literal reads: from *first on, so many. */
static uint32_t reach(const struct bsn_own *own, const struct basin_literal *literal,
                      uint32_t *first, bool *mirrored)
{
    *first = NONE;
    *mirrored = false;
    if (literal->variable == BASIN_NO_VARIABLE)
        return 1;
    const struct bsn_own_variable *const v = &own->variable[literal->variable];
    if (literal->value != BASIN_WHOLE) {
        *first = bsn_own_place(v, literal, mirrored);
        return 1;
    }
    *first = v->first;
    return v->coords;
}

/* The unary factors that constraint k covers, each once; written where `cover` is not NULL. */
static size_t list_covers(struct plan *plan, size_t k, uint32_t *cover)
{
    const struct bsn_own *const own = plan->own;
    const uint32_t mark = (uint32_t)(2 * k + (cover ? 2 : 1));  /* listed twice: count, write */
    size_t count = 0;

    if (!own->net[own->constraint[k].net].base)
        return 0;
    for (size_t i = own->constraint[k].literal; i < own->constraint[k + 1].literal; i++) {
        bool mirrored;
        uint32_t first;
        const uint32_t coords = reach(own, &own->literal[i], &first, &mirrored);
        for (uint32_t c = first; c < first + coords; c++) {
            const uint32_t unary = plan->unary[c];
            if (unary == NONE || plan->seen[unary] == mark)
                continue;
            plan->seen[unary] = mark;
            if (cover)
                cover[count] = unary;
            count++;
        }
    }
    return count;
}

static basin_status group_constraints(struct plan *plan)
{
    const struct bsn_own *const own = plan->own;

    for (size_t k = 0; k < own->constraints; k++) {
        const struct bsn_own_constraint *const c = &own->constraint[k];
        const struct bsn_own_net *const net = &own->net[c->net];
        const uint32_t v = own->literal[c->literal].variable;  /* none, of some networks */
        const uint32_t inputs = v == BASIN_NO_VARIABLE
                                    ? net->net->net.inputs
                                    : count_inputs(&net->net->net, &own->variable[v]);
        BSN_TRY(find_group(plan, plan->unaries, net->model, net->net, inputs, &plan->group_of[k]));
        struct group *const group = &plan->group[plan->group_of[k]];
        group->factors++;
        group->members += bsn_net_parts(&net->net->net) == 1 ? 1 : c[1].literal - c->literal;
        group->covers += list_covers(plan, k, NULL);
    }
    return BASIN_STATUS_OK;
}

/* The part that reads a literal, counted from 1 in *parts; literals with conditions are parts of
 * their own. */
static uint32_t number_part(struct plan *plan, const struct basin_literal *literal, bool shared,
                            size_t *parts)
{
    uint32_t first;
    bool mirrored;

    reach(plan->own, literal, &first, &mirrored);
    uint32_t *const known = &plan->part[2 * (size_t)first + mirrored];
    if (!shared || *known == 0)
        *known = (uint32_t)++*parts;
    return *known - 1;
}

static size_t count_parts(struct plan *plan, size_t g, bool *mirrored)
{
    const struct bsn_own *const own = plan->own;
    const bool shared = plan->group[g].net->net.conds == 0;
    size_t parts = 0;

    if (bsn_net_parts(&plan->group[g].net->net) == 1)
        return plan->group[g].factors;
    memset(plan->part, 0, 2 * own->coords * sizeof *plan->part);
    for (size_t k = 0; k < own->constraints; k++)
        for (size_t i = own->constraint[k].literal;
             plan->group_of[k] == g && i < own->constraint[k + 1].literal; i++) {
            uint32_t first;
            bool opposite;
            reach(own, &own->literal[i], &first, &opposite);
            *mirrored |= opposite;
            number_part(plan, &own->literal[i], shared, &parts);
        }
    memset(plan->part, 0, 2 * own->coords * sizeof *plan->part);
    return parts;
}

/* One part a literal. */
static void fill_literals(struct plan *plan, size_t k, struct bsn_term *term, size_t *parts,
                          size_t *member)
{
    const struct bsn_own *const own = plan->own;
    const struct bsn_own_constraint *const c = &own->constraint[k];

    for (size_t i = c->literal; i < c[1].literal; i++) {
        const uint32_t part = number_part(plan, &own->literal[i], term->conds == 0, parts);
        uint32_t first;
        bool mirrored;
        reach(own, &own->literal[i], &first, &mirrored);
        for (uint32_t d = 0; d < term->inputs; d++)
            term->input[(size_t)part * term->inputs + d] = first + d;
        if (term->mirror)
            term->mirror[part] = (float)mirrored;
        if (term->conds > 0)
            memcpy(term->cond + (size_t)part * term->conds,
                   own->condition + c->condition + (i - c->literal) * term->conds,
                   term->conds * sizeof *term->cond);
        term->member[(*member)++] = part;
    }
}

/* One part a constraint. */
static void fill_inputs(struct plan *plan, size_t k, struct bsn_term *term, size_t *parts,
                        size_t *member)
{
    const struct bsn_own *const own = plan->own;
    const struct bsn_own_constraint *const c = &own->constraint[k];
    uint32_t *const input = term->input + *parts * term->inputs;
    size_t at = 0;

    for (size_t i = c->literal; i < c[1].literal; i++) {
        const struct basin_literal *const l = &own->literal[i];
        uint32_t first;
        bool mirrored;
        uint32_t coords = reach(own, l, &first, &mirrored);
        if (l->value == BASIN_WHOLE && coords == 2) {  /* for others' sake: here it is one */
            first++;
            coords = 1;
        }
        for (uint32_t d = 0; d < coords; d++)
            input[at++] = first == NONE ? BSN_GRAPH_EMPTY : first + d;
    }
    while (at < term->inputs)
        input[at++] = BSN_GRAPH_EMPTY;
    if (term->conds > 0)
        memcpy(term->cond + *parts * term->conds, own->condition + c->condition,
               term->conds * sizeof *term->cond);
    term->member[(*member)++] = (uint32_t)(*parts)++;
}

static void fill_term(struct plan *plan, size_t g, struct bsn_term *term)
{
    const struct bsn_own *const own = plan->own;
    const bool one_part = bsn_net_parts(&plan->group[g].net->net) == 1;
    size_t parts = 0, member = 0, cover = 0, factor = 0;

    for (size_t k = 0; k < own->constraints; k++) {
        if (plan->group_of[k] != g)
            continue;
        (one_part ? fill_inputs : fill_literals)(plan, k, term, &parts, &member);
        cover += list_covers(plan, k, term->cover + cover);
        term->label[factor] = (uint32_t)k;
        if (term->weight)
            term->weight[factor] = own->constraint[k].weight;
        factor++;
        term->first[factor] = (uint32_t)member;
        term->cover_first[factor] = (uint32_t)cover;
    }
}

static basin_status add_constraints(struct plan *plan, struct bsn_graph *graph)
{
    for (size_t g = plan->unaries; g < plan->groups; g++) {
        const struct group *const group = &plan->group[g];
        struct bsn_term_size size = { .factors = group->factors, .members = group->members,
                                      .covers = group->covers, .inputs = group->inputs,
                                      .conds = group->net->net.conds, .labelled = true };
        struct bsn_term *term;
        size.parts = count_parts(plan, g, &size.mirrored);
        BSN_TRY(bsn_graph_add(plan->ctx, graph, group->net->name, false, &size, &term));
        term->model = group->model;
        if (plan->own->weighted)
            BSN_TRY(BSN_NEW(plan->ctx, group->factors, &term->weight));
        fill_term(plan, g, term);
    }
    return BASIN_STATUS_OK;
}

static basin_status list_variables(basin_ctx *ctx, const struct bsn_own *own,
                                   struct bsn_graph *graph)
{
    BSN_TRY(BSN_NEW(ctx, own->variables + 1, &graph->variable));
    graph->variables = own->variables;
    for (size_t v = 0; v < own->variables; v++)
        graph->variable[v] = own->variable[v].first;
    graph->variable[own->variables] = (uint32_t)own->coords;
    return BASIN_STATUS_OK;
}

/* ------------------------------------------------------------------------------- tables ---- */

/* All of them are one term: a part is a coordinate, a factor a table. A problem without any
 * constraint has this term too, without factors. */
static void fill_tables(const struct bsn_own *own, struct bsn_term *term)
{
    const struct bsn_own_tables *const given = &own->given;
    uint32_t member = 0;

    for (uint32_t i = 0; i < own->coords; i++)
        term->input[i] = i;
    for (size_t i = 0; i < given->tables; i++) {
        for (size_t k = given->first[i]; k < given->first[i + 1]; k++)
            for (uint32_t c = 0; c < given->coords[k]; c++)
                term->member[member++] = own->variable[given->variable[k]].first + c;
        term->first[i + 1] = member;
        term->label[i] = (uint32_t)(own->constraints + i);
    }
}

static basin_status add_tables(basin_ctx *ctx, const struct bsn_own *own, struct bsn_graph *graph)
{
    const struct bsn_own_tables *const given = &own->given;
    struct bsn_term_size size = { .parts = own->coords, .factors = given->tables, .inputs = 1,
                                  .labelled = true };
    struct bsn_tables *tables;
    struct bsn_term *term;

    if (given->tables == 0 && own->constraints > 0)
        return BASIN_STATUS_OK;
    for (size_t i = 0; i < given->variables; i++)
        size.members += given->coords[i];
    BSN_TRY(bsn_graph_add(ctx, graph, "given", false, &size, &term));
    term->model = own->bare;
    fill_tables(own, term);
    BSN_TRY(BSN_NEW(ctx, 1, &tables));
    *tables = (struct bsn_tables){ given->first, given->values, given->coords, given->at,
                                   given->cost };
    term->kind = &bsn_term_table;
    term->own = tables;
    return BASIN_STATUS_OK;
}

/* -------------------------------------------------------------------------------- graphs ---- */

basin_status bsn_own_graph(basin_ctx *ctx, const void *instance, const basin_model *none,
                           struct bsn_graph *graph)
{
    (void)none;  /* each term names its own */
    BSN_TRY(bsn_own_graph_learned(ctx, instance, graph));
    return add_tables(ctx, instance, graph);
}

basin_status bsn_own_graph_learned(basin_ctx *ctx, const struct bsn_own *own,
                                   struct bsn_graph *graph)
{
    struct plan plan = { .ctx = ctx, .own = own };
    basin_status status;

    graph->coords = own->coords;
    BSN_TRY_OUT(list_variables(ctx, own, graph));
    BSN_TRY_OUT(BSN_NEW(ctx, own->variables, &plan.base));
    BSN_TRY_OUT(BSN_NEW(ctx, own->constraints, &plan.group_of));
    BSN_TRY_OUT(BSN_NEW(ctx, own->coords, &plan.unary));
    BSN_TRY_OUT(BSN_NEW(ctx, 2 * own->coords, &plan.part));
    BSN_TRY_OUT(choose_bases(&plan));
    BSN_TRY_OUT(add_unaries(&plan, graph));
    BSN_TRY_OUT(BSN_NEW(ctx, plan.unary_count, &plan.seen));
    BSN_TRY_OUT(group_constraints(&plan));
    status = add_constraints(&plan, graph);
out:
    bsn_free(ctx, plan.group);
    bsn_free(ctx, plan.base);
    bsn_free(ctx, plan.group_of);
    bsn_free(ctx, plan.unary);
    bsn_free(ctx, plan.seen);
    bsn_free(ctx, plan.part);
    return status;
}
