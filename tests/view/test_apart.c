/* test_apart.c - what a copy of the process brings back, and what becomes of one that breaks down. */
#define _GNU_SOURCE
#include "view/apart.h"

#include "support.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

static int seen;  /* of this process alone */

static basin_status give(basin_ctx *ctx, const void *work, unsigned char **bytes, size_t *length)
{
    seen = 1;
    *length = *(const size_t *)work;
    BSN_TRY(BSN_NEW(ctx, *length + 1, bytes));
    for (size_t i = 0; i < *length; i++)
        (*bytes)[i] = (unsigned char)(i * 7 % 251);
    return BASIN_STATUS_OK;
}

static void bytes_come_back(void **state)
{
    (void)state;
    const size_t lengths[] = { 0, 1, 65536, 3000001 };
    basin_ctx *ctx = test_ctx();

    for (size_t k = 0; k < COUNT(lengths); k++) {
        unsigned char *bytes = NULL;
        size_t length = 99;
        ASSERT_OK(ctx, bsn_apart(ctx, "it", give, &lengths[k], &bytes, &length));
        assert_int_equal(length, lengths[k]);
        for (size_t i = 0; i < length; i++)
            assert_int_equal(bytes[i], i * 7 % 251);
        bsn_free(ctx, bytes);
    }
    assert_int_equal(seen, 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);  /* no child is left */
    assert_int_equal(errno, ECHILD);
    test_ctx_done(ctx);
}

static basin_status refuse(basin_ctx *ctx, const void *work, unsigned char **bytes, size_t *length)
{
    (void)work;
    (void)bytes;
    (void)length;
    return bsn_fail(ctx, BASIN_STATUS_PARSE, "no %s here", "bytes");
}

static void a_failure_comes_back(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    unsigned char *bytes = NULL;
    size_t length = 7;

    ASSERT_FAILS(ctx, bsn_apart(ctx, "it", refuse, NULL, &bytes, &length), BASIN_STATUS_PARSE,
                 "no bytes here");
    assert_null(bytes);
    assert_int_equal(length, 7);
    test_ctx_done(ctx);
}

static basin_status break_down(basin_ctx *ctx, const void *work, unsigned char **bytes,
                               size_t *length)
{
    (void)bytes;
    (void)length;
    fprintf(stderr, "not to be seen\n");
    raise(*(const int *)work);
    return bsn_fail(ctx, BASIN_STATUS_IO, "survived");
}

static int hear(FILE *from)
{
    char line[99];

    rewind(from);
    return fgets(line, sizeof line, from) != NULL;
}

static void what_breaks_down_is_a_status(void **state)
{
    (void)state;
    const int signals[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGPROF, SIGTERM };
    basin_ctx *ctx = test_ctx();
    unsigned char *bytes = NULL;
    size_t length = 7;
    FILE *const said = tmpfile();
    const int kept = dup(STDERR_FILENO);

    assert_non_null(said);
    dup2(fileno(said), STDERR_FILENO);
    signal(SIGTERM, SIG_IGN);  /* what the caller ignores, and catches, is for the caller */
    for (size_t k = 0; k < COUNT(signals); k++)
        ASSERT_FAILS(ctx, bsn_apart(ctx, "cairo", break_down, &signals[k], &bytes, &length),
                     BASIN_STATUS_MEMORY, "cairo broke down");
    signal(SIGTERM, SIG_DFL);
    dup2(kept, STDERR_FILENO);
    close(kept);
    assert_int_equal(hear(said), 0);
    fclose(said);
    assert_null(bytes);
    assert_int_equal(length, 7);
    test_ctx_done(ctx);
}

static void it_works_where_children_are_not_waited_for(void **state)
{
    (void)state;
    const size_t wanted = 10;
    basin_ctx *ctx = test_ctx();
    unsigned char *bytes = NULL;
    size_t length = 0;

    signal(SIGCHLD, SIG_IGN);
    ASSERT_OK(ctx, bsn_apart(ctx, "it", give, &wanted, &bytes, &length));
    signal(SIGCHLD, SIG_DFL);
    assert_int_equal(length, wanted);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* The pipe takes the places of streams then. */
static void it_works_without_standard_streams(void **state)
{
    (void)state;
    const size_t wanted = 10;
    basin_ctx *ctx = test_ctx();
    unsigned char *bytes = NULL;
    size_t length = 0;

    fflush(NULL);
    const int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    const basin_status status = bsn_apart(ctx, "it", give, &wanted, &bytes, &length);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    ASSERT_OK(ctx, status);
    assert_int_equal(length, wanted);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t held;

static void *locked_resize(void *user, void *block, size_t bytes)
{
    (void)user;
    pthread_mutex_lock(&lock);
    void *const moved = realloc(block, bytes);
    pthread_mutex_unlock(&lock);
    return moved;
}

static void locked_release(void *user, void *block)
{
    (void)user;
    pthread_mutex_lock(&lock);
    free(block);
    pthread_mutex_unlock(&lock);
}

static void *hold_for_a_while(void *user)
{
    const struct timespec while_ = { .tv_nsec = 300000000 };

    (void)user;
    pthread_mutex_lock(&lock);
    pthread_barrier_wait(&held);
    nanosleep(&while_, NULL);
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* In the copy it is held for ever: nobody is there to let it go. */
static void a_lock_of_the_callers_allocator_is_not_asked_for(void **state)
{
    (void)state;
    const struct basin_alloc alloc = { locked_resize, locked_release, NULL };
    const size_t wanted = 100000;
    basin_ctx *ctx = NULL;
    unsigned char *bytes = NULL;
    size_t length = 0;
    pthread_t other;

    assert_int_equal(basin_ctx_new(&alloc, &ctx), BASIN_STATUS_OK);
    assert_int_equal(pthread_barrier_init(&held, NULL, 2), 0);
    assert_int_equal(pthread_create(&other, NULL, hold_for_a_while, NULL), 0);
    pthread_barrier_wait(&held);
    ASSERT_OK(ctx, bsn_apart(ctx, "it", give, &wanted, &bytes, &length));
    pthread_join(other, NULL);
    pthread_barrier_destroy(&held);
    assert_int_equal(length, wanted);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

/* More than the context may have is refused in the copy, too. */
static void the_limit_of_memory_holds_there(void **state)
{
    (void)state;
    const size_t wanted = 2000000;
    basin_ctx *ctx = test_ctx();
    unsigned char *bytes = NULL;
    size_t length = 7;

    basin_ctx_memory(ctx, 1000000);
    ASSERT_FAILS(ctx, bsn_apart(ctx, "it", give, &wanted, &bytes, &length), BASIN_STATUS_TOO_BIG,
                 "more memory is needed than allowed");
    assert_null(bytes);
    test_ctx_done(ctx);
}

static basin_status stand_still(basin_ctx *ctx, const void *work, unsigned char **bytes,
                                size_t *length)
{
    (void)work;
    (void)bytes;
    (void)length;
    for (;;)
        pause();
    return bsn_fail(ctx, BASIN_STATUS_IO, "never said");
}

static void what_stands_still_is_a_status(void **state)
{
    (void)state;
    basin_ctx *ctx = test_ctx();
    unsigned char *bytes = NULL;
    size_t length = 7;

    ASSERT_FAILS(ctx, bsn_apart(ctx, "cairo", stand_still, NULL, &bytes, &length),
                 BASIN_STATUS_IO, "cairo stood still");
    assert_null(bytes);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    test_ctx_done(ctx);
}

/* Another child of the caller ends before, and is the caller's to wait for. */
static void other_children_are_left_alone(void **state)
{
    (void)state;
    const size_t wanted = 10;
    basin_ctx *ctx = test_ctx();
    unsigned char *bytes = NULL;
    size_t length = 0;
    siginfo_t info;
    int how = 0;

    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        _exit(7);
    assert_int_equal(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
    ASSERT_OK(ctx, bsn_apart(ctx, "it", give, &wanted, &bytes, &length));
    assert_int_equal(waitpid(child, &how, WNOHANG), child);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 7);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

static void wait_for_all(int number)
{
    const int kept = errno;

    (void)number;
    while (waitpid(-1, NULL, WNOHANG) > 0)
        continue;
    errno = kept;
}

/* A caller that hears SIGCHLD may have waited for the copy before we do. */
static void it_works_where_every_child_is_waited_for(void **state)
{
    (void)state;
    const struct sigaction all = { .sa_handler = wait_for_all };
    const size_t wanted = 10;
    const int end = SIGKILL;
    basin_ctx *ctx = test_ctx();
    unsigned char *bytes = NULL;
    size_t length = 0;

    assert_int_equal(sigaction(SIGCHLD, &all, NULL), 0);
    const basin_status fine = bsn_apart(ctx, "it", give, &wanted, &bytes, &length);
    const basin_status ended = bsn_apart(ctx, "it", break_down, &end, &bytes, &length);
    signal(SIGCHLD, SIG_DFL);
    assert_int_equal(fine, BASIN_STATUS_OK);
    assert_int_equal(ended, BASIN_STATUS_MEMORY);
    assert_int_equal(length, wanted);
    bsn_free(ctx, bytes);
    test_ctx_done(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_come_back),
        cmocka_unit_test(a_failure_comes_back),
        cmocka_unit_test(what_breaks_down_is_a_status),
        cmocka_unit_test(it_works_where_children_are_not_waited_for),
        cmocka_unit_test(it_works_without_standard_streams),
        cmocka_unit_test(a_lock_of_the_callers_allocator_is_not_asked_for),
        cmocka_unit_test(the_limit_of_memory_holds_there),
        cmocka_unit_test(what_stands_still_is_a_status),
        cmocka_unit_test(other_children_are_left_alone),
        cmocka_unit_test(it_works_where_every_child_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
