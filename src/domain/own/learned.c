/* learned.c - a learned constraint becomes factors of a draft: its networks, bound by their names. */
#include "domain/own/learned.h"

#include "base/mem.h"
#include "domain/own/draft.h"

#include <stdlib.h>
#include <string.h>

/* A constraint that is being added. */
struct binding {
    basin_ctx *ctx;
    basin_draft *draft;
    const basin_model *model;
    const uint32_t *variable;
    size_t variables;
    struct basin_literal *literal;  /* (variables) */
    double weight;
};

static basin_status bind(struct binding *b, const char *network, size_t literals)
{
    struct basin_constraint c = BASIN_CONSTRAINT_INIT;

    c.network = network;
    c.model = b->model;
    c.literal = b->literal;
    c.literals = literals;
    c.weight = b->weight;
    return basin_draft_constrain(b->ctx, b->draft, &c);
}

static basin_status bind_all(struct binding *b, const char *network, int32_t value)
{
    for (size_t i = 0; i < b->variables; i++)
        b->literal[i] = (struct basin_literal){ .variable = b->variable[i], .value = value };
    return bind(b, network, b->variables);
}

/* Every two variables, or every two that are adjacent. */
static basin_status bind_pairs(struct binding *b, const char *network, bool near)
{
    for (size_t i = 0; i < b->variables; i++)
        for (size_t k = i + 1; k < (near && i + 2 < b->variables ? i + 2 : b->variables); k++) {
            b->literal[0] = (struct basin_literal){ .variable = b->variable[i],
                                                    .value = BASIN_WHOLE };
            b->literal[1] = (struct basin_literal){ .variable = b->variable[k],
                                                    .value = BASIN_WHOLE };
            BSN_TRY(bind(b, network, 2));
        }
    return BASIN_STATUS_OK;
}

static basin_status bind_network(struct binding *b, const char *name, size_t values)
{
    const size_t prefix = strlen(BSN_LEARNED_COUNT_OF);
    const bool near = strcmp(name, BSN_LEARNED_NEAR) == 0;

    if (near || strcmp(name, BSN_LEARNED_PAIR) == 0)
        return bind_pairs(b, name, near);
    if (strcmp(name, BSN_LEARNED_TUPLE) == 0)
        return bind_all(b, name, BASIN_WHOLE);
    if (strncmp(name, BSN_LEARNED_COUNT_OF, prefix) == 0) {
        const unsigned long value = strtoul(name + prefix, NULL, 10);
        return bind_all(b, name, value < values ? (int32_t)value : -2);
    }
    if (strcmp(name, BSN_LEARNED_COUNT) != 0)
        return bsn_fail(b->ctx, BASIN_STATUS_MODEL, "a learned constraint has no network \"%s\"",
                        name);
    for (size_t v = 0; v < values; v++)
        BSN_TRY(bind_all(b, name, (int32_t)v));
    return BASIN_STATUS_OK;
}

static basin_status check(basin_ctx *ctx, const basin_draft *draft, const struct bsn_learned *l,
                          const uint32_t *variable, size_t variables)
{
    if (!l)
        return bsn_fail(ctx, BASIN_STATUS_MODEL,
                        "the model was not made by basin_learn: it is no learned constraint");
    if (variables == 0 || variables > INT32_MAX || !variable)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "a learned constraint over no variables");
    if (l->low == l->high && variables != l->low)
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "a constraint over %zu variables; its examples had %u places", variables,
                        l->low);
    for (size_t i = 0; i < variables; i++) {
        const uint32_t values = bsn_draft_values(draft, variable[i]);
        if (values == 0)
            return bsn_fail(ctx, BASIN_STATUS_INPUT,
                            "a learned constraint reads variable %u, which there is not",
                            variable[i]);
        if (values != l->values)
            return bsn_fail(ctx, BASIN_STATUS_INPUT,
                            "a learned constraint over variable %u of %u values; it knows %zu",
                            variable[i], values, l->values);
    }
    return BASIN_STATUS_OK;
}

basin_status basin_draft_learned(basin_ctx *ctx, basin_draft *draft, const basin_model *model,
                                 const uint32_t *variable, size_t variables, double weight)
{
    BSN_NEED(ctx, draft && model && variable);
    const struct bsn_learned *const l = bsn_learned_of(model);
    struct binding b = { ctx, draft, model, variable, variables, NULL, weight };
    const struct bsn_draft_mark before = bsn_draft_mark(draft);
    basin_status status;

    BSN_TRY(check(ctx, draft, l, variable, variables));
    BSN_TRY(BSN_NEW(ctx, variables + 1, &b.literal));
    for (size_t i = 0; i < model->nets; i++)
        if (!bsn_net_alone(&model->net[i].net))
            BSN_TRY_OUT(bind_network(&b, model->net[i].name, l->values));
    bsn_free(ctx, b.literal);
    return BASIN_STATUS_OK;
out:
    bsn_draft_rewind(ctx, draft, &before);
    bsn_free(ctx, b.literal);
    return status;
}
