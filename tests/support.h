/* support.h - what the tests share: cmocka, and an allocator that counts and can refuse. */
#ifndef TEST_SUPPORT_H
#define TEST_SUPPORT_H

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Where a test may leave a file for a while: a test's two programs, one with sanitizers, may run at
 * the same time. */
#define TEST_PATH 64
static inline void test_path(const char *name, char path[static TEST_PATH])
{
    snprintf(path, TEST_PATH, "build/%ld.%s", (long)getpid(), name);
}

/* An allocator that refuses call number `refuse` (from 1; 0: none), and with `on` all after it, and
 * counts live blocks. */
struct test_alloc {
    size_t calls, refuse, live;
    bool on;
};

static inline void *test_resize(void *user, void *block, size_t bytes)
{
    struct test_alloc *a = user;

    a->calls++;
    if (a->calls == a->refuse || (a->on && a->calls > a->refuse))
        return NULL;
    void *next = realloc(block, bytes);
    if (next && !block)
        a->live++;
    return next;
}

static inline void test_release(void *user, void *block)
{
    struct test_alloc *a = user;

    if (block)
        a->live--;
    free(block);
}

static inline basin_ctx *test_ctx_with(struct test_alloc *a)
{
    const struct basin_alloc alloc = { test_resize, test_release, a };
    basin_ctx *ctx = NULL;

    assert_int_equal(basin_ctx_new(&alloc, &ctx), BASIN_STATUS_OK);
    return ctx;
}

static inline basin_ctx *test_ctx(void)
{
    basin_ctx *ctx = NULL;

    assert_int_equal(basin_ctx_new(NULL, &ctx), BASIN_STATUS_OK);
    return ctx;
}

/* Frees a context that must have given everything else back. */
static inline void test_ctx_done(basin_ctx *ctx)
{
    assert_int_equal(basin_ctx_blocks(ctx), 1);
    basin_ctx_free(ctx);
}

/* Puts a problem with that limit in the place of *problem. */
static inline basin_status test_limit(basin_ctx *ctx, basin_problem **problem, uint32_t limit,
                                      const int32_t *keep)
{
    basin_problem *limited = NULL;
    const basin_status status = basin_problem_with_limit(ctx, *problem, limit, keep, &limited);

    if (status == BASIN_STATUS_OK) {
        basin_problem_free(ctx, *problem);
        *problem = limited;
    }
    return status;
}

/* Asserts success, showing the error text otherwise. */
#define ASSERT_OK(ctx, call)                                                      \
    do {                                                                          \
        const basin_status status_ = (call);                                      \
        if (status_ != BASIN_STATUS_OK)                                           \
            fail_msg("%s: status %d: %s", #call, status_, basin_error_text(ctx)); \
    } while (0)

/* Asserts a failure whose text holds `part`, on one line. */
#define ASSERT_FAILS(ctx, call, expected, part)                               \
    do {                                                                      \
        assert_int_equal(call, expected);                                     \
        if (!strstr(basin_error_text(ctx), part))                             \
            fail_msg("\"%s\" is not in \"%s\"", part, basin_error_text(ctx)); \
        assert_null(strchr(basin_error_text(ctx), '\n'));                     \
    } while (0)

/* Runs `act` once, refusing allocation number k, and with `on` all after it. Was there one? */
static inline bool test_refuse_one(basin_status (*act)(basin_ctx *ctx, void *arg), void *arg,
                                   size_t k, bool on)
{
    struct test_alloc a = { 0 };
    basin_ctx *ctx = test_ctx_with(&a);

    a = (struct test_alloc){ .live = a.live, .refuse = k, .on = on };
    const basin_status status = act(ctx, arg);
    const bool refused = a.calls >= k;
    if (refused)
        assert_int_equal(status, BASIN_STATUS_MEMORY);
    else
        ASSERT_OK(ctx, status);
    test_ctx_done(ctx);
    assert_int_equal(a.live, 0);
    return refused;
}

/* Runs `act` again and again, refusing the first, second, ... allocation, once and for good, until
 * it gets through without a refusal. Every refused run must report MEMORY and keep nothing; `act`
 * frees what it made when it succeeds. Returns how many allocations there were. */
static inline size_t test_refuse_each(basin_status (*act)(basin_ctx *ctx, void *arg), void *arg)
{
    for (size_t k = 1;; k++) {
        if (!test_refuse_one(act, arg, k, true) || !test_refuse_one(act, arg, k, false))
            return k - 1;
        assert_true(k < 100000);
    }
}

#endif
