/* test_pool.c - every task runs exactly once, whatever the number of threads. */
#include "base/pool.h"

#include "support.h"

#include <stdatomic.h>

#define TASKS 1000

struct tally {
    atomic_uint ran[TASKS];
    atomic_uint outside; /* tasks told a thread number that does not exist */
    uint32_t threads;
};

static void count_task(void *arg, size_t task, uint32_t thread)
{
    struct tally *tally = arg;

    atomic_fetch_add(&tally->ran[task], 1);
    if (thread >= tally->threads)
        atomic_fetch_add(&tally->outside, 1);
}

static void run_many(basin_ctx *ctx, uint32_t threads)
{
    const size_t amounts[] = { 0, 1, 2, 3, 16, 17, TASKS };
    struct bsn_pool *pool = NULL;
    struct tally *tally;

    ASSERT_OK(ctx, bsn_pool_new(ctx, threads, &pool));
    ASSERT_OK(ctx, BSN_NEW(ctx, 1, &tally));
    tally->threads = bsn_pool_threads(pool);
    assert_true(threads == 0 ? tally->threads >= 1 : tally->threads == threads);
    unsigned expected[TASKS] = { 0 };
    for (unsigned round = 0; round < 40; round++) { /* again and again: late wakers show up */
        const size_t tasks = amounts[round % COUNT(amounts)];
        bsn_pool_run(pool, tasks, count_task, tally);
        for (size_t i = 0; i < TASKS; i++) {
            expected[i] += i < tasks;
            assert_int_equal(atomic_load(&tally->ran[i]), expected[i]);
        }
    }
    assert_int_equal(atomic_load(&tally->outside), 0);
    bsn_free(ctx, tally);
    bsn_pool_free(ctx, pool);
}

static void every_task_runs_exactly_once(void **state)
{
    (void)state;
    const uint32_t threads[] = { 0, 1, 2, 3, 7, 16 };
    basin_ctx *ctx = test_ctx();

    for (size_t i = 0; i < COUNT(threads); i++)
        run_many(ctx, threads[i]);
    test_ctx_done(ctx);
}

struct scratch {
    atomic_flag busy[4];
    atomic_uint shared; /* times that two tasks had the same thread number at once */
};

static void use_scratch(void *arg, size_t task, uint32_t thread)
{
    struct scratch *scratch = arg;

    (void)task;
    if (atomic_flag_test_and_set(&scratch->busy[thread]))
        atomic_fetch_add(&scratch->shared, 1);
    for (volatile int i = 0; i < 100; i++)
        continue;
    atomic_flag_clear(&scratch->busy[thread]);
}

static void thread_numbers_are_never_shared(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_pool *pool = NULL;
    struct scratch scratch = {
        { ATOMIC_FLAG_INIT, ATOMIC_FLAG_INIT, ATOMIC_FLAG_INIT, ATOMIC_FLAG_INIT }, 0
    };

    ASSERT_OK(ctx, bsn_pool_new(ctx, 4, &pool));
    for (int round = 0; round < 20; round++)
        bsn_pool_run(pool, 500, use_scratch, &scratch);
    assert_int_equal(atomic_load(&scratch.shared), 0);
    bsn_pool_free(ctx, pool);
    test_ctx_done(ctx);
}

static void too_many_threads_are_refused(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_pool *pool = NULL;

    ASSERT_FAILS(ctx, bsn_pool_new(ctx, 100000, &pool), BASIN_STATUS_INPUT, "100000 threads");
    assert_null(pool);
    bsn_pool_free(ctx, NULL);
    test_ctx_done(ctx);
}

static basin_status make_pool(basin_ctx *ctx, void *arg)
{
    (void)arg;
    struct bsn_pool *pool;

    BSN_TRY(bsn_pool_new(ctx, 3, &pool));
    bsn_pool_free(ctx, pool);
    return BASIN_STATUS_OK;
}

static void refused_memory_is_reported(void **state)
{
    (void)state;
    assert_true(test_refuse_each(make_pool, NULL) >= 1);
}

struct beside {
    struct tally tally;
    atomic_uint on_caller; /* tasks that the calling thread was given */
    unsigned ran;          /* times that it did its own work */
};

static void count_beside(void *arg, size_t task, uint32_t thread)
{
    struct beside *const all = arg;

    count_task(&all->tally, task, thread);
    if (thread == 0)
        atomic_fetch_add(&all->on_caller, 1);
}

/* Comes to an end only when the others work at the same time. */
static void do_beside(void *arg)
{
    struct beside *const all = arg;

    all->ran++;
    while (atomic_load(&all->tally.ran[TASKS - 1]) == 0)
        ;
}

static void the_caller_has_work_of_its_own(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    struct bsn_pool *pool = NULL;
    struct beside *all;

    for (uint32_t threads = 2; threads < 5; threads++) {
        ASSERT_OK(ctx, bsn_pool_new(ctx, threads, &pool));
        ASSERT_OK(ctx, BSN_NEW(ctx, 1, &all));
        all->tally.threads = threads;
        bsn_pool_run_beside(pool, TASKS, count_beside, do_beside, all);
        for (size_t i = 0; i < TASKS; i++)
            assert_int_equal(atomic_load(&all->tally.ran[i]), 1);
        assert_int_equal(all->ran, 1);
        assert_int_equal(atomic_load(&all->on_caller), 0);
        assert_int_equal(atomic_load(&all->tally.outside), 0);
        bsn_free(ctx, all);
        bsn_pool_free(ctx, pool);
    }
    assert_true(bsn_pool_cores() >= 1);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_runs_exactly_once),
        cmocka_unit_test(thread_numbers_are_never_shared),
        cmocka_unit_test(the_caller_has_work_of_its_own),
        cmocka_unit_test(too_many_threads_are_refused),
        cmocka_unit_test(refused_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
