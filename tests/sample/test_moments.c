/* test_moments.c - what a watched run shows, and that watching changes nothing. */
#define _GNU_SOURCE
#include "sample/sampler.h"

#include "support.h"

#include <math.h>
#include <unistd.h>

static char formula[] = "/tmp/basin-moments-XXXXXX.cnf", graph[] = "/tmp/basin-moments-XXXXXX.col";

/* One problem and a way to solve it. */
struct setup {
    basin_ctx *ctx;
    basin_model *model;
    basin_problem *problem;
    struct basin_solve_opts opts;
};

static struct setup make(const char *domain, const char *spec, enum basin_energy energy)
{
    const struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct setup s = { .ctx = test_ctx(), .opts = opts };

    s.opts.threads = 1;
    ASSERT_OK(s.ctx, basin_model_default(s.ctx, domain, energy, &s.model));
    ASSERT_OK(s.ctx, basin_problem_open(s.ctx, domain, spec, &s.problem));
    if (basin_problem_has_limit(s.problem))
        ASSERT_OK(s.ctx, test_limit(s.ctx, &s.problem, 4, NULL));
    return s;
}

static void discard(struct setup *s)
{
    basin_problem_free(s->ctx, s->problem);
    basin_model_free(s->ctx, s->model);
    test_ctx_done(s->ctx);
}

/* What was seen of a run. */
struct record {
    struct setup *setup;
    size_t moments, resampled;
    uint64_t last, longest;    /* step of the last moment, the longest way between two */
    uint64_t least;            /* constraints that any particle broke, at any moment */
    double warm;               /* temperature of resampling */
    double *share;             /* (particles) softmax(-energy / warm) at the last moment, or NAN */
};

/* The children of a particle are as many as its share of all, rounded up or down. */
static void check_parents(const struct record *r, const uint32_t *parent, size_t particles)
{
    size_t *const children = calloc(particles, sizeof *children);

    for (size_t p = 0; p < particles; p++) {
        assert_true(parent[p] < particles);
        children[parent[p]]++;
    }
    for (size_t p = 0; p < particles && !isnan(r->share[0]); p++)
        assert_true(fabs((double)children[p] - r->share[p] * (double)particles) < 1 + 1e-6);
    free(children);
}

static void keep_shares(struct record *r, const struct basin_moment *now)
{
    double lowest = INFINITY, all = 0;

    for (size_t p = 0; p < now->particles; p++)
        lowest = fmin(lowest, now->energy[p]);
    for (size_t p = 0; p < now->particles; p++)
        all += r->share[p] = exp((lowest - now->energy[p]) / r->warm);
    for (size_t p = 0; p < now->particles; p++)
        r->share[p] /= all;
}

static void check_particles(const struct record *r, const struct basin_moment *now)
{
    const struct setup *const s = r->setup;
    const size_t values = basin_problem_values(s->problem);
    uint64_t violated;

    for (size_t p = 0; p < now->particles; p++) {
        ASSERT_OK(s->ctx, basin_problem_check(s->ctx, s->problem, now->values + p * values,
                                              &violated));
        assert_int_equal(violated, now->broken[p]);
    }
    if (now->value) {
        ASSERT_OK(s->ctx, basin_problem_check(s->ctx, s->problem, now->value, &violated));
        assert_int_equal(violated, now->violated);
    }
}

static void on_moment(void *user, const struct basin_moment *now)
{
    struct record *const r = user;

    if (r->moments == 0) {
        r->share = calloc(now->particles, sizeof *r->share);
        assert_int_equal(now->step, 0);
        assert_null(now->parent);
    } else {
        assert_true(now->step > r->last);
    }
    assert_true(now->values && now->broken && now->noise > 0 && now->noise <= 2.25);
    check_particles(r, now);
    for (size_t p = 0; p < now->particles; p++)
        r->least = now->broken[p] < r->least ? now->broken[p] : r->least;
    if (now->parent)
        check_parents(r, now->parent, now->particles);
    keep_shares(r, now);
    r->longest = now->step - r->last > r->longest ? now->step - r->last : r->longest;
    r->last = now->step;
    r->resampled += now->parent != NULL;
    r->moments++;
}

static void same_answer(const struct basin_answer *a, const struct basin_answer *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->stop, b->stop);
    assert_int_equal(a->steps, b->steps);
    assert_int_equal(a->violated, b->violated);
    assert_true(a->energy == b->energy);
    assert_memory_equal(a->value, b->value, a->values * sizeof *a->value);
}

/* Solves twice, the second time watched; the answers must be the same. */
static struct record watch(struct setup *s)
{
    const bool words = strcmp(basin_problem_domain(s->problem), "crossword") == 0;
    struct record r = { .setup = s, .least = UINT64_MAX, .warm = words ? 10 : 1 };
    struct basin_answer plain = BASIN_ANSWER_INIT, watched = BASIN_ANSWER_INIT;

    ASSERT_OK(s->ctx, basin_solve(s->ctx, s->model, s->problem, &s->opts, &plain));
    s->opts.watch = true;
    s->opts.on_moment = on_moment;
    s->opts.user = &r;
    ASSERT_OK(s->ctx, basin_solve(s->ctx, s->model, s->problem, &s->opts, &watched));
    same_answer(&plain, &watched);
    assert_int_equal(r.last, watched.steps);
    if (watched.kind == BASIN_ANSWER_SOLVED)
        assert_int_equal(r.least, 0);
    basin_answer_clear(s->ctx, &plain);
    basin_answer_clear(s->ctx, &watched);
    free(r.share);
    s->opts.watch = false;
    s->opts.on_moment = NULL;
    return r;
}

/* ---------------------------------------------------------------------------------- tests ---- */

static void watching_changes_no_answer_of_any_sampler(void **state)
{
    struct setup s = make("queens", "6", BASIN_ENERGY_EXACT);

    (void)state;
    s.opts.steps = 12;
    for (size_t i = 0; basin_sampler_name(i); i++) {
        s.opts.sampler = basin_sampler_name(i);
        if (strcmp(s.opts.sampler, "words") == 0)
            continue;
        const bool resamples = strncmp(s.opts.sampler, "pem", 3) == 0;
        s.opts.particles = 20;  /* a tile and some lanes of the next */
        s.opts.threads = 1 + i % 2;
        struct record r = watch(&s);
        assert_int_equal(r.longest, 1);
        assert_int_equal(r.moments, r.last + 1);
        assert_int_equal(r.resampled, resamples ? r.last : 0);
        if (strcmp(s.opts.sampler, "focus") == 0)
            continue;  /* not for the paper's method */
        s.opts.method = BASIN_METHOD_PAPER;
        r = watch(&s);
        assert_int_equal(r.resampled, resamples ? r.last : 0);
        s.opts.method = BASIN_METHOD_BASIN;
    }
    discard(&s);
}

/* A second pass over the levels begins with new particles, which are shown before they move. */
static void count_standing(void *user, const struct basin_moment *now)
{
    uint64_t *const seen = user;  /* the last step, moments at the same one */

    seen[1] += now->step > 0 && now->step == seen[0];
    seen[0] = now->step;
}

static void new_particles_are_shown(void **state)
{
    struct setup s = make("queens", "14", BASIN_ENERGY_EXACT);
    struct basin_answer answer = BASIN_ANSWER_INIT;
    uint64_t seen[2] = { 0 };

    (void)state;
    s.opts.sampler = "reverse";
    s.opts.particles = 3;
    s.opts.steps = 250;
    s.opts.watch = true;
    s.opts.on_moment = count_standing;
    s.opts.user = seen;
    ASSERT_OK(s.ctx, basin_solve(s.ctx, s.model, s.problem, &s.opts, &answer));
    assert_int_equal(seen[0], 250);
    assert_int_equal(seen[1], 2);
    basin_answer_clear(s.ctx, &answer);
    discard(&s);
}

static void watching_changes_no_answer_of_any_domain(void **state)
{
    const struct {
        const char *domain, *spec;
        uint64_t longest;
    } cases[] = { { "queens", "20", 4 }, { "sat", formula, 4 }, { "color", graph, 4 },
                  { "crossword", "examples/mini.txt", 1 } };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct setup s = make(cases[i].domain, cases[i].spec, BASIN_ENERGY_COMPACT);
        s.opts.threads = 2;
        s.opts.steps = strcmp(cases[i].domain, "crossword") == 0 ? 40 : 100;
        if (cases[i].longest > 1)
            s.opts.sampler = "basin";  /* moments of assignments are ever further apart */
        const struct record r = watch(&s);
        assert_true(r.longest <= cases[i].longest && r.moments > 1);
        if (strcmp(cases[i].domain, "crossword") == 0)
            assert_true(r.resampled > 1);
        discard(&s);
    }
}

/* Who does not ask is shown no particles. */
static void plain_moment(void *user, const struct basin_moment *now)
{
    ++*(size_t *)user;
    assert_true(!now->values && !now->broken && !now->parent && now->step > 0);
}

static void nothing_is_shown_unasked(void **state)
{
    struct setup s = make("queens", "30", BASIN_ENERGY_COMPACT);
    struct basin_answer answer = BASIN_ANSWER_INIT;
    size_t moments = 0;

    (void)state;
    s.opts.on_moment = plain_moment;
    s.opts.user = &moments;
    s.opts.steps = 64;
    ASSERT_OK(s.ctx, basin_solve(s.ctx, s.model, s.problem, &s.opts, &answer));
    assert_true(moments > 0);
    basin_answer_clear(s.ctx, &answer);
    s.opts.on_moment = NULL;
    s.opts.watch = true;  /* for nobody */
    ASSERT_OK(s.ctx, basin_solve(s.ctx, s.model, s.problem, &s.opts, &answer));
    basin_answer_clear(s.ctx, &answer);
    discard(&s);
}

static void count_moment(void *user, const struct basin_moment *now)
{
    ++*(size_t *)user;
    assert_non_null(now->values);
}

static basin_status watched_solve(basin_ctx *ctx, void *arg)
{
    struct setup *const s = arg;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    const basin_status status = basin_solve(ctx, s->model, s->problem, &s->opts, &answer);

    basin_answer_clear(ctx, &answer);
    return status;
}

static void a_watched_run_survives_want_of_memory(void **state)
{
    struct setup s = make("queens", "5", BASIN_ENERGY_COMPACT);
    size_t moments = 0, plain;

    (void)state;
    s.opts.on_moment = count_moment;
    s.opts.user = &moments;
    s.opts.steps = 2;
    s.opts.watch = true;
    const size_t watched = test_refuse_each(watched_solve, &s);
    assert_true(moments > 0);
    s.opts.on_moment = NULL;
    plain = test_refuse_each(watched_solve, &s);
    assert_int_equal(watched, plain + 2);
    discard(&s);
}

/* ----------------------------------------------------------------------------- the files ---- */

static int write_files(void **state)
{
    const char *const domain[] = { "sat", "color" };
    char *const path[] = { formula, graph };
    const uint32_t n[] = { 60, 40 };
    basin_ctx *const ctx = test_ctx();

    (void)state;
    for (size_t i = 0; i < COUNT(path); i++) {
        struct basin_gen_opts gen = BASIN_GEN_OPTS_INIT;
        FILE *const file = fdopen(mkstemps(path[i], 4), "w");
        char *text;
        gen.n = n[i];
        gen.kind = "planted";
        ASSERT_OK(ctx, basin_generate(ctx, domain[i], &gen, &text));
        assert_non_null(file);
        fputs(text, file);
        fclose(file);
        basin_text_free(ctx, text);
    }
    test_ctx_done(ctx);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    return unlink(formula) | unlink(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watching_changes_no_answer_of_any_sampler),
        cmocka_unit_test(new_particles_are_shown),
        cmocka_unit_test(watching_changes_no_answer_of_any_domain),
        cmocka_unit_test(nothing_is_shown_unasked),
        cmocka_unit_test(a_watched_run_survives_want_of_memory),
    };

    return cmocka_run_group_tests(tests, write_files, remove_files);
}
