/* calls_draft.c - calls that make a problem of one's own, and the judge of its answers. */
#include "api/alive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t alive_broken(const struct own *own, const int32_t *value)
{
    uint64_t broken = 0;

    for (uint32_t k = 0; k < own->limits; k++) {
        const struct limit *const l = &own->limit[k];
        size_t held = 0;
        for (size_t i = 0; i < l->literals && l->kind != EDGE; i++)
            held += (value[l->literal[i].variable] == l->literal[i].value) != l->literal[i].negated;
        broken += l->kind == ONE   ? held != 1
                  : l->kind == ANY ? held > 1
                  : l->kind == CLAUSE
                      ? held == 0
                      : value[l->literal[0].variable] == value[l->literal[1].variable];
    }
    return broken;
}

static uint64_t verify(void *user, const int32_t *value, size_t values)
{
    const struct own *const own = user;

    MUST(values == own->variables);
    for (size_t v = 0; v < values; v++)
        if (value[v] < 0)
            return 1 + own->limits;
    return alive_broken(own, value);
}

void call_draft_new(void)
{
    struct context *const c = alive_begin();
    struct draft *const d = PLACE(draft);
    basin_draft *draft = NULL;

    if (!c || !d || !alive_end(c, basin_draft_new(c->ctx, &draft), false))
        return;
    struct own *const own = calloc(1, sizeof *own);
    MUST(own);
    *own = (struct own){ .next = alive.owns,
                         .values = 2 + alive_draw(3),
                         .variables = 2 + alive_draw(4) };
    alive.owns = own;
    *d = (struct draft){ draft, c, own };
    c->refuse = 0;
    if (!alive_end(c, basin_draft_variables(c->ctx, draft, own->variables, own->values, NULL),
                   false))
        own->variables = 0;
}

/* Calls on a draft are on its owner's context. */
static struct draft *draft_begin(void)
{
    struct draft *const d = PICK(draft);

    if (d) {
        d->owner->refused = false;
        d->owner->calls = 0;
        d->owner->refuse = alive_draw(4) == 0 ? 1 + alive_draw(8) : 0;
    }
    return d;
}

void call_draft_variables(void)
{
    struct draft *const d = draft_begin();
    const uint32_t count = 1 + alive_draw(4);
    uint32_t first = UINT32_MAX;

    if (!d || d->own->variables + count > VARIABLES)
        return;
    if (alive_end(d->owner,
                  basin_draft_variables(d->owner->ctx, d->draft, count, d->own->values, &first),
                  false)) {
        MUST(first == d->own->variables);
        d->own->variables += count;
    }
}

static struct limit draw_limit(const struct own *own)
{
    struct limit l = { .kind = (enum limit_kind)alive_draw(LIMIT_KINDS) };
    const uint32_t first = alive_draw(own->variables);

    l.literals = l.kind == EDGE ? 2 : 1 + alive_draw(own->variables < 3 ? own->variables : 3);
    for (uint32_t i = 0; i < l.literals; i++)
        l.literal[i] = (struct basin_literal){
            .variable = (first + i) % own->variables,
            .value = l.kind == EDGE ? BASIN_WHOLE : (int32_t)alive_draw(own->values),
            .negated = l.kind == CLAUSE && alive_draw(2),
        };
    return l;
}

void call_draft_constrain(void)
{
    static const char *const network[LIMIT_KINDS] = { "one", "any", "clause", "edge" };
    static const char *const model[LIMIT_KINDS] = { "queens", "queens", "sat", "color" };
    struct draft *const d = draft_begin();
    struct model *const m = alive_draw(3) == 0 ? PICK(model) : NULL;
    struct basin_constraint c = BASIN_CONSTRAINT_INIT;
    char name[64];

    if (!d || d->own->variables < 2 || d->own->limits == LIMITS)
        return;
    const struct limit l = draw_limit(d->own);
    const bool given = m && strcmp(basin_model_domain(m->model), model[l.kind]) == 0 &&
                       basin_model_energy(m->model) == BASIN_ENERGY_COMPACT;
    snprintf(name, sizeof name, "%s-compact:%s", model[l.kind], network[l.kind]);
    c.network = given ? network[l.kind] : name;
    c.model = given ? m->model : NULL;
    c.literal = l.literal;
    c.literals = l.literals;
    c.weight = 1 + alive_draw(3);
    if (!alive_end(d->owner, basin_draft_constrain(d->owner->ctx, d->draft, &c), false))
        return;
    d->own->limit[d->own->limits] = l;
    d->own->uses[d->own->limits++] = given ? m : NULL;
    if (given)
        m->uses++;
}

/* What forbids values of a variable: a cost that the judge of this file need not know. */
void call_draft_cost(void)
{
    struct draft *const d = draft_begin();
    double cost[16];

    if (!d || d->own->variables < 2)
        return;
    const uint32_t pair[2] = { alive_draw(d->own->variables - 1), d->own->variables - 1 };
    for (uint32_t i = 0; i < 16; i++)
        cost[i] = alive_draw(10);
    (void)alive_end(d->owner, basin_draft_cost(d->owner->ctx, d->draft, pair, 2, cost, 1), false);
}

void call_draft_given(void)
{
    struct draft *const d = draft_begin();

    if (d && d->own->variables > 0)
        (void)alive_end(d->owner,
                        basin_draft_given(d->owner->ctx, d->draft, alive_draw(d->own->variables),
                                          (int32_t)alive_draw(d->own->values + 1) - 1),
                        false);
}

void call_draft_finish(void)
{
    struct draft *const d = draft_begin();
    struct problem *const p = PLACE(problem);
    basin_problem *problem = NULL;

    if (!d || !p)
        return;
    const bool judged = alive_draw(3) > 0;
    if (judged)
        basin_draft_verifier(d->draft, verify, d->own);
    if (alive_end(d->owner, basin_draft_finish(d->owner->ctx, d->draft, &problem), true)) {
        MUST(basin_problem_values(problem) == d->own->variables);
        *p = (struct problem){ problem, d->owner, "own", (int32_t)d->own->values, d->own };
        basin_draft_free(d->owner->ctx, d->draft);
        d->draft = NULL;
    } else {
        MUST(!problem);
    }
}

void call_draft_free(void)
{
    struct draft *const d = PICK(draft);

    if (d && alive_draw(2))
        alive_drop_draft(d);
}
