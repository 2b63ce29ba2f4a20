/* test_together.c - a team of processes: here threads, each with a context of its own, that share
 * through memory. The answer is that of the sample of fewest steps, whoever gave it; a model is the
 * same as that of one; and who makes another call than the others is told so.
 */
#define _GNU_SOURCE
#include "group.h"

#include <pthread.h>

#define MOST 4

/* What the threads share through: all bring their blocks, then all take those of all. */
struct table {
    pthread_barrier_t barrier;
    uint32_t count;
    const char *block[MOST];
};

struct seat {
    struct table *table;
    struct basin_team team;
    struct basin_solve_opts opts;
    const char *sampler, *path;
    uint64_t seed;
    int32_t value[64];
    uint64_t steps, sample, violated;
    enum basin_stop stop;
    basin_status status;
};

static void share(void *user, void *blocks, size_t bytes)
{
    struct seat *const seat = user;
    struct table *const table = seat->table;

    table->block[seat->team.number] = (char *)blocks + seat->team.number * bytes;
    pthread_barrier_wait(&table->barrier);
    for (uint32_t i = 0; i < table->count; i++)
        if (i != seat->team.number)
            memcpy((char *)blocks + i * bytes, table->block[i], bytes);
    pthread_barrier_wait(&table->barrier);
}

static void *solve(void *arg)
{
    struct seat *const seat = arg;
    struct basin_answer answer = BASIN_ANSWER_INIT;
    basin_ctx *own = NULL;
    basin_model *model = NULL;
    basin_problem *problem = NULL;

    basin_ctx_new(NULL, &own);
    basin_model_default(own, "queens", BASIN_ENERGY_COMPACT, &model);
    basin_problem_open(own, "queens", "20", &problem);
    seat->status = basin_solve(own, model, problem, &seat->opts, &answer);
    if (answer.value)
        memcpy(seat->value, answer.value, answer.values * sizeof *answer.value);
    seat->steps = answer.steps;
    seat->sample = answer.sample;
    seat->stop = answer.stop;
    seat->violated = answer.violated;
    basin_answer_clear(own, &answer);
    basin_problem_free(own, problem);
    basin_model_free(own, model);
    basin_ctx_free(own);
    return NULL;
}

/* Each of `count` threads does its work. */
static void gather(struct seat *seat, uint32_t count, void *(*work)(void *arg))
{
    struct table table = { .count = count };
    pthread_t thread[MOST];

    pthread_barrier_init(&table.barrier, NULL, count);
    for (uint32_t i = 0; i < count; i++) {
        seat[i].table = &table;
        seat[i].team = (struct basin_team)BASIN_TEAM_INIT;
        seat[i].team.count = count;
        seat[i].team.number = i;
        seat[i].team.share = share;
        seat[i].team.user = &seat[i];
        seat[i].opts.team = &seat[i].team;
        seat[i].opts.threads = 1;
        assert_int_equal(pthread_create(&thread[i], NULL, work, &seat[i]), 0);
    }
    for (uint32_t i = 0; i < count; i++)
        pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&table.barrier);
}

static void begin(struct seat seat[static MOST])
{
    const struct basin_solve_opts standard = BASIN_SOLVE_OPTS_INIT;

    memset(seat, 0, MOST * sizeof *seat);
    for (size_t i = 0; i < MOST; i++)
        seat[i].opts = standard;
}

/* That one of several samples, drawn by one process, which took the fewest steps. */
static void check_fewest(const char *sampler, uint64_t seed)
{
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer[MOST];
    struct seat seat[MOST];
    basin_model *model = NULL;
    basin_problem *problem = NULL;
    size_t best = 0;

    ASSERT_OK(ctx, basin_model_default(ctx, "queens", BASIN_ENERGY_COMPACT, &model));
    ASSERT_OK(ctx, basin_problem_open(ctx, "queens", "20", &problem));
    for (size_t i = 0; i < MOST; i++)
        answer[i] = (struct basin_answer)BASIN_ANSWER_INIT;
    opts.sampler = sampler;
    opts.seed = seed;
    ASSERT_OK(ctx, basin_solve_many(ctx, model, problem, &opts, MOST, answer));
    for (size_t i = 1; i < MOST; i++)
        best = answer[i].steps < answer[best].steps ? i : best;
    begin(seat);
    for (size_t i = 0; i < MOST; i++) {
        seat[i].opts.sampler = sampler;
        seat[i].opts.seed = seed;
    }
    gather(seat, MOST, solve);
    for (size_t i = 0; i < MOST; i++) {
        assert_int_equal(seat[i].status, BASIN_STATUS_OK);
        assert_int_equal(seat[i].sample, best);
        assert_int_equal(seat[i].steps, answer[best].steps);
        assert_memory_equal(seat[i].value, answer[best].value, 20 * sizeof(int32_t));
    }
    for (size_t i = 0; i < MOST; i++)
        basin_answer_clear(ctx, &answer[i]);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
}

static void test_fewest_steps(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        check_fewest("focus", seed);
        check_fewest("basin", seed);
    }
}

/* Nothing is found: the best of all, and why it ended, in all of them. */
static void test_limits(void **state)
{
    struct seat seat[MOST];

    (void)state;
    begin(seat);
    for (size_t i = 0; i < 2; i++) {
        seat[i].opts.sampler = "basin";
        seat[i].opts.steps = 2;
    }
    gather(seat, 2, solve);
    assert_int_equal(seat[0].stop, BASIN_STOP_STEPS);
    assert_int_equal(seat[1].stop, BASIN_STOP_STEPS);
    assert_true(seat[0].violated > 0 && seat[0].violated == seat[1].violated);
    assert_memory_equal(seat[0].value, seat[1].value, 20 * sizeof(int32_t));
}

static bool at_once(void *unused)
{
    (void)unused;
    return true;
}

/* One of them is asked to stop: so do all. */
static void test_one_stops(void **state)
{
    struct seat seat[MOST];

    (void)state;
    begin(seat);
    for (size_t i = 0; i < 3; i++)
        seat[i].opts.sampler = "ula";  /* which does not find it, at small steps without end */
    for (size_t i = 0; i < 3; i++)
        seat[i].opts.steps = 1u << 30;
    seat[2].opts.should_stop = at_once;
    gather(seat, 3, solve);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(seat[i].stop, BASIN_STOP_CALLER);
}

static void test_other_calls(void **state)
{
    struct seat seat[MOST];

    (void)state;
    begin(seat);
    seat[1].opts.seed = 2;
    gather(seat, 2, solve);
    assert_int_equal(seat[0].status, BASIN_STATUS_INPUT);
    assert_int_equal(seat[1].status, BASIN_STATUS_INPUT);
}

static void test_no_team(void **state)
{
    struct basin_team team = BASIN_TEAM_INIT;
    struct basin_solve_opts opts = BASIN_SOLVE_OPTS_INIT;
    struct basin_answer answer[2] = { BASIN_ANSWER_INIT, BASIN_ANSWER_INIT };
    basin_model *model = NULL;
    basin_problem *problem = NULL;

    (void)state;
    ASSERT_OK(ctx, basin_model_default(ctx, "queens", BASIN_ENERGY_COMPACT, &model));
    ASSERT_OK(ctx, basin_problem_open(ctx, "queens", "6", &problem));
    opts.team = &team;
    assert_int_equal(basin_solve(ctx, model, problem, &opts, answer), BASIN_STATUS_INPUT);
    team.count = 1;
    assert_int_equal(basin_solve(ctx, model, problem, &opts, answer), BASIN_STATUS_INPUT);
    team.share = share;
    assert_int_equal(basin_solve_many(ctx, model, problem, &opts, 2, answer), BASIN_STATUS_INPUT);
    basin_problem_free(ctx, problem);
    basin_model_free(ctx, model);
}

static void *train(void *arg)
{
    struct seat *const seat = arg;
    struct basin_train_opts opts = BASIN_TRAIN_OPTS_INIT;
    basin_ctx *own = NULL;

    opts.steps = 60;
    opts.threads = 1;
    opts.team = &seat->team;
    basin_ctx_new(NULL, &own);
    seat->status = basin_train(own, "color", &opts, seat->path);
    basin_ctx_free(own);
    return NULL;
}

/* Teams whose sizes do and do not divide the slots of a batch. */
static void test_train(void **state)
{
    struct basin_train_opts opts = BASIN_TRAIN_OPTS_INIT;
    char one[TEST_PATH], all[TEST_PATH];
    basin_model *first = NULL, *second = NULL;

    (void)state;
    test_path("one.safetensors", one);
    test_path("all.safetensors", all);
    opts.steps = 60;
    ASSERT_OK(ctx, basin_train(ctx, "color", &opts, one));
    for (uint32_t count = 1; count <= MOST; count++) {
        struct seat seat[MOST];
        begin(seat);
        for (size_t i = 0; i < MOST; i++)
            seat[i].path = i == 0 ? all : "/nowhere/none";
        gather(seat, count, train);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(seat[i].status, BASIN_STATUS_OK);
        ASSERT_OK(ctx, basin_model_load(ctx, one, &first));
        ASSERT_OK(ctx, basin_model_load(ctx, all, &second));
        assert_int_equal(basin_model_hash(first), basin_model_hash(second));
        basin_model_free(ctx, first);
        basin_model_free(ctx, second);
    }
    unlink(one);
    unlink(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fewest_steps), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_one_stops),    cmocka_unit_test(test_other_calls),
        cmocka_unit_test(test_no_team),      cmocka_unit_test(test_train),
    };

    return cmocka_run_group_tests(tests, group_begin, group_end);
}
