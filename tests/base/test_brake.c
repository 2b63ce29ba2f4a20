/* test_brake.c - who may end a call: functions, times, one brake before another; limits of memory. */
#include "support.h"

#include <dirent.h>
#include <time.h>

struct asked {
    size_t calls, last;  /* says yes from that call on; 0: never */
};

static bool ask(void *user)
{
    struct asked *const a = user;

    return ++a->calls >= a->last && a->last > 0;
}

static void nobody_ends_a_call_without_a_brake(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    ASSERT_OK(ctx, bsn_poll(ctx));
    assert_false(bsn_brake_on(NULL));
    assert_false(basin_ctx_stopped(ctx));
    test_ctx_done(ctx);
}

static void a_function_ends_it_and_stays_heard(void **state)
{
    (void)state;
    struct asked a = { .last = 3 };
    basin_ctx *const ctx = test_ctx();

    basin_ctx_stop(ctx, ask, &a, 0);
    ASSERT_OK(ctx, bsn_poll(ctx));
    ASSERT_OK(ctx, bsn_poll(ctx));
    ASSERT_FAILS(ctx, bsn_poll(ctx), BASIN_STATUS_STOPPED, "stopped");
    ASSERT_FAILS(ctx, bsn_poll(ctx), BASIN_STATUS_STOPPED, "stopped");
    assert_int_equal(a.calls, 3);  /* it is not asked again */
    assert_true(basin_ctx_stopped(ctx));
    basin_ctx_stop(ctx, NULL, NULL, 0);
    ASSERT_OK(ctx, bsn_poll(ctx));
    assert_false(basin_ctx_stopped(ctx));
    test_ctx_done(ctx);
}

static void a_time_ends_it(void **state)
{
    (void)state;
    basin_ctx *const ctx = test_ctx();

    basin_ctx_stop(ctx, NULL, NULL, 1000);
    ASSERT_OK(ctx, bsn_poll(ctx));
    basin_ctx_stop(ctx, NULL, NULL, 1e-9);
    ASSERT_FAILS(ctx, bsn_poll(ctx), BASIN_STATUS_STOPPED, "the time is over");
    basin_ctx_stop(ctx, NULL, NULL, 1e300);  /* for ever, and no overflow */
    ASSERT_OK(ctx, bsn_poll(ctx));
    test_ctx_done(ctx);
}

static void an_inner_brake_hears_the_outer_one(void **state)
{
    (void)state;
    struct asked outer = { .last = 2 };
    struct bsn_brake inner;
    basin_ctx *const ctx = test_ctx();

    basin_ctx_stop(ctx, ask, &outer, 0);
    bsn_brake_put(ctx, &inner, NULL, NULL, 1000);
    assert_false(bsn_brake_on(&inner));
    assert_true(bsn_brake_on(&inner));
    assert_int_equal(bsn_brake_why(&inner), BASIN_STOP_CALLER);
    bsn_brake_take(ctx, &inner);
    ASSERT_FAILS(ctx, bsn_poll(ctx), BASIN_STATUS_STOPPED, "stopped");
    test_ctx_done(ctx);
}

static void *look_from_elsewhere(void *brake)
{
    return bsn_brake_on(brake) ? brake : NULL;
}

static void other_threads_do_not_call_the_function(void **state)
{
    (void)state;
    struct asked a = { .last = 1 };
    struct bsn_brake brake;
    basin_ctx *const ctx = test_ctx();
    pthread_t thread;
    void *on;

    bsn_brake_put(ctx, &brake, ask, &a, 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_create(&thread, NULL, look_from_elsewhere, &brake), 0);
        assert_int_equal(pthread_join(thread, &on), 0);
        assert_int_equal(a.calls, i);
        assert_int_equal(on != NULL, i);  /* but they see what it said */
        assert_true(bsn_brake_on(&brake));
    }
    bsn_brake_take(ctx, &brake);
    test_ctx_done(ctx);
}

static void reading_is_ended(void **state)
{
    (void)state;
    struct asked a = { .last = 1 };
    basin_ctx *const ctx = test_ctx();
    basin_problem *problem = NULL;

    basin_ctx_stop(ctx, ask, &a, 0);
    ASSERT_FAILS(ctx, basin_problem_open(ctx, "sat", "tests/golden/formula.cnf", &problem),
                 BASIN_STATUS_STOPPED, "stopped");
    assert_null(problem);
    test_ctx_done(ctx);
}

/* Processor seconds of this thread: the machine may be busy. */
static double worked(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct pause {
    double last, longest, all;
};

static bool time_pause(void *user)
{
    struct pause *const p = user;
    const double now = worked();

    p->longest = now - p->last > p->longest ? now - p->last : p->longest;
    p->all += now - p->last;
    p->last = now;
    return false;
}

/* Of all the work, as processors are of all speeds. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PAUSE_MOST 0.5
#else
#define PAUSE_MOST 0.15
#endif

/* A list of megabytes that grows is moved piece by piece; stopped, it is as it was. */
static void so_is_the_move_of_a_long_list(void **state)
{
    (void)state;
    const size_t bytes = (size_t)16 << 20;
    struct asked a = { 0 };
    basin_ctx *const ctx = test_ctx();
    char *list = NULL;
    size_t room = 0;

    ASSERT_OK(ctx, BSN_GROW(ctx, &list, &room, bytes));
    list[bytes - 1] = 7;
    const char *const before = list;
    basin_ctx_stop(ctx, ask, &a, 0);
    ASSERT_OK(ctx, BSN_GROW(ctx, &list, &room, room + 1));
    assert_true(a.calls > 32);
    assert_ptr_not_equal(list, before);
    assert_int_equal(list[bytes - 1], 7);
    a.last = a.calls + 20;
    const char *const now = list;
    ASSERT_FAILS(ctx, BSN_GROW(ctx, &list, &room, room + 1), BASIN_STATUS_STOPPED, "stopped");
    assert_ptr_equal(list, now);
    assert_int_equal(list[bytes - 1], 7);
    bsn_free(ctx, list);
    test_ctx_done(ctx);
}

/* So is the first use of a large block, which stays zero. */
static void so_is_the_first_use_of_a_block(void **state)
{
    (void)state;
    const size_t words = (size_t)1 << 20;
    struct asked a = { 0 };
    basin_ctx *const ctx = test_ctx();
    uint32_t *block = NULL;

    ASSERT_OK(ctx, BSN_NEW(ctx, words, &block));
    basin_ctx_stop(ctx, ask, &a, 0);
    ASSERT_OK(ctx, bsn_warm(ctx, block, words * sizeof *block));
    assert_true(a.calls >= 16);
    for (size_t i = 0; i < words; i++)
        assert_int_equal(block[i], 0);
    a.last = 1;
    ASSERT_FAILS(ctx, bsn_warm(ctx, block, 1), BASIN_STATUS_STOPPED, "stopped");
    bsn_free(ctx, block);
    test_ctx_done(ctx);
}

/* The dictionaries of crosswords are the largest model that is built in. */
static void a_large_model_is_asked_about_often(void **state)
{
    basin_ctx *const ctx = test_ctx();
    basin_model *model = NULL;
    struct pause p = { .last = worked() };

    (void)state;
    basin_ctx_stop(ctx, time_pause, &p, 0);
    ASSERT_OK(ctx, basin_model_default(ctx, "crossword", BASIN_ENERGY_COMPACT, &model));
    (void)time_pause(&p);
    if (p.longest > PAUSE_MOST * p.all)
        fail_msg("nobody was asked for %.3f of %.3f seconds of work", p.longest, p.all);
    basin_model_free(ctx, model);
    test_ctx_done(ctx);
}

/* The library starts no thread that its caller did not ask for. */
static void a_context_has_no_threads(void **state)
{
    basin_ctx *const ctx = test_ctx();
    DIR *const tasks = opendir("/proc/self/task");
    size_t threads = 0;

    (void)state;
    for (struct dirent *entry; tasks && (entry = readdir(tasks)) != NULL;)
        threads += entry->d_name[0] != '.';
    if (tasks)
        closedir(tasks);
    test_ctx_done(ctx);
    if (threads == 0)
        skip();  /* no /proc here */
    assert_int_equal(threads, 1);
}

static void memory_has_a_limit(void **state)
{
    (void)state;
    struct test_alloc a = { 0 };
    basin_ctx *const ctx = test_ctx_with(&a);
    char *small = NULL, *large = NULL;

    basin_ctx_memory(ctx, 100000);
    ASSERT_OK(ctx, BSN_NEW(ctx, 60000, &small));
    const size_t calls = a.calls;
    ASSERT_FAILS(ctx, BSN_NEW(ctx, 60000, &large), BASIN_STATUS_TOO_BIG, "more memory is needed");
    assert_int_equal(a.calls, calls);  /* none was taken */
    assert_null(large);
    bsn_free(ctx, small);
    ASSERT_OK(ctx, BSN_NEW(ctx, 60000, &large));
    basin_ctx_memory(ctx, 10);  /* less than there is: nothing more, and no overflow */
    ASSERT_FAILS(ctx, BSN_NEW(ctx, 1, &small), BASIN_STATUS_TOO_BIG, "more memory is needed");
    basin_ctx_memory(ctx, 0);
    ASSERT_OK(ctx, BSN_NEW(ctx, 1000000, &small));
    bsn_free(ctx, small);
    bsn_free(ctx, large);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_ends_a_call_without_a_brake),
        cmocka_unit_test(a_function_ends_it_and_stays_heard),
        cmocka_unit_test(a_time_ends_it),
        cmocka_unit_test(an_inner_brake_hears_the_outer_one),
        cmocka_unit_test(other_threads_do_not_call_the_function),
        cmocka_unit_test(reading_is_ended),
        cmocka_unit_test(so_is_the_move_of_a_long_list),
        cmocka_unit_test(so_is_the_first_use_of_a_block),
        cmocka_unit_test(a_large_model_is_asked_about_often),
        cmocka_unit_test(a_context_has_no_threads),
        cmocka_unit_test(memory_has_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
