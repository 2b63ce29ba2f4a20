/* test_level.c - solving with the kernels of a given level of the processor. */
#include "support.h"

#include <string.h>

#define RUNS 3

struct setup {
    basin_ctx *ctx;
    basin_model *model;
    basin_problem *problem;
    struct basin_solve_opts opts;
};

static struct setup make(void)
{
    const struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct setup s = { .ctx = test_ctx(), .opts = opts };

    s.opts.seed = 9;
    s.opts.particles = 40;
    s.opts.steps = 60;
    ASSERT_OK(s.ctx, basin_model_default(s.ctx, "queens", BASIN_ENERGY_COMPACT, &s.model));
    ASSERT_OK(s.ctx, basin_problem_open(s.ctx, "queens", "20", &s.problem));
    return s;
}

static void discard(struct setup *s)
{
    basin_problem_free(s->ctx, s->problem);
    basin_model_free(s->ctx, s->model);
    test_ctx_done(s->ctx);
}

static void solve(struct setup *s, const char *kernel, uint32_t threads,
                  struct basin_answer answer[RUNS])
{
    for (size_t i = 0; i < RUNS; i++)
        answer[i] = (struct basin_answer)BASIN_ANSWER_INIT;
    s->opts.kernel = kernel;
    s->opts.threads = threads;
    ASSERT_OK(s->ctx,
              basin_solve_many(s->ctx, s->model, s->problem, &s->opts, RUNS, answer));
}

static bool same(const struct basin_answer a[RUNS], const struct basin_answer b[RUNS])
{
    for (size_t i = 0; i < RUNS; i++)
        if (a[i].kind != b[i].kind || a[i].steps != b[i].steps || a[i].energy != b[i].energy ||
            memcmp(a[i].value, b[i].value, a[i].values * sizeof *a[i].value) != 0)
            return false;
    return true;
}

static void clear(struct setup *s, struct basin_answer answer[RUNS])
{
    for (size_t i = 0; i < RUNS; i++)
        basin_answer_clear(s->ctx, &answer[i]);
}

/* A level gives the same answers at any number of threads; no level asked for is the first. */
static void test_levels(void **state)
{
    struct setup s = make();
    struct basin_answer one[RUNS], two[RUNS];
    const char *level;

    (void)state;
    for (size_t i = 0; (level = basin_kernel_name(i)) != NULL; i++) {
        solve(&s, level, 1, one);
        solve(&s, level, 2, two);
        assert_true(same(one, two));
        clear(&s, two);
        solve(&s, NULL, 2, two);
        if (i == 0)
            assert_true(same(one, two));
        else if (strcmp(level, "sse2") == 0)  /* rounds otherwise than those that fuse a * b + c */
            assert_false(same(one, two));
        clear(&s, two);
        clear(&s, one);
    }
    discard(&s);
}

static void test_refused(void **state)
{
    struct setup s = make();
    struct basin_answer answer = BASIN_ANSWER_INIT;

    (void)state;
    s.opts.kernel = "mmx";
    ASSERT_FAILS(s.ctx, basin_solve(s.ctx, s.model, s.problem, &s.opts, &answer),
                 BASIN_STATUS_INPUT, "kernel \"mmx\": this processor, or this build, has only");
    assert_non_null(strstr(basin_error_text(s.ctx), basin_kernel_name(0)));
    discard(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
