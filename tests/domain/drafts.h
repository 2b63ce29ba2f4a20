/* drafts.h - problems of one's own, stated in few words; on a group's context. */
#ifndef TEST_DRAFTS_H
#define TEST_DRAFTS_H

#include "group.h"

static inline basin_draft *new_draft(void)
{
    basin_draft *draft = NULL;

    ASSERT_OK(ctx, basin_draft_new(ctx, &draft));
    return draft;
}

static inline struct basin_literal is(uint32_t variable, int32_t value)
{
    return (struct basin_literal){ .variable = variable, .value = value };
}

static inline struct basin_constraint of(const char *network, const struct basin_literal *literal,
                                         size_t literals)
{
    struct basin_constraint c = BASIN_CONSTRAINT_INIT;

    c.network = network;
    c.literal = literal;
    c.literals = literals;
    return c;
}

static inline void constrain(basin_draft *draft, const char *network,
                             const struct basin_literal *literal, size_t literals)
{
    const struct basin_constraint c = of(network, literal, literals);

    ASSERT_OK(ctx, basin_draft_constrain(ctx, draft, &c));
}

static inline basin_problem *finish(basin_draft *draft)
{
    basin_problem *problem = NULL;

    ASSERT_OK(ctx, basin_draft_finish(ctx, draft, &problem));
    basin_draft_free(ctx, draft);
    assert_string_equal(basin_problem_domain(problem), "own");
    return problem;
}

static inline basin_model *named(const char *name)
{
    basin_model *model = NULL;

    ASSERT_OK(ctx, basin_model_named(ctx, name, &model));
    return model;
}

static inline basin_problem *opened(const char *domain, const char *spec)
{
    basin_problem *problem = NULL;

    ASSERT_OK(ctx, basin_problem_open(ctx, domain, spec, &problem));
    return problem;
}

#endif
