/* pool.c - threads that wait for a list of tasks, take them one by one, and wait again. */
#define _GNU_SOURCE
#include "base/pool.h"

#include "base/mem.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#define MAX_THREADS 256
#define IDLE_NANOSECONDS 10000000

struct worker {
    struct bsn_pool *pool;
    pthread_t thread;
    uint32_t index;
};

struct bsn_pool {
    uint32_t threads;
    pthread_mutex_t lock;
    pthread_cond_t start, done;
    uint64_t round;   /* counts calls of bsn_pool_run */
    uint32_t busy;    /* workers still in this round */
    bool leave;
    void (*work)(void *arg, size_t task, uint32_t thread);
    void *arg;
    size_t tasks;
    atomic_size_t next;
    struct worker worker[];  /* threads - 1 of them */
};

static void take_tasks(struct bsn_pool *pool, uint32_t thread)
{
    for (;;) {
        const size_t task = atomic_fetch_add(&pool->next, 1);
        if (task >= pool->tasks)
            return;
        pool->work(pool->arg, task, thread);
    }
}

static void *worker_main(void *arg)
{
    struct worker *self = arg;
    struct bsn_pool *pool = self->pool;
    uint64_t seen = 0;

    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == seen && !pool->leave)
            pthread_cond_wait(&pool->start, &pool->lock);
        if (pool->leave)
            break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        take_tasks(pool, self->index);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

uint32_t bsn_pool_cores(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    const int cores = CPU_COUNT(&set);
    return cores < 1 ? 1 : (uint32_t)cores;
}

static void stop_workers(struct bsn_pool *pool, uint32_t started)
{
    pthread_mutex_lock(&pool->lock);
    pool->leave = true;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(pool->worker[i].thread, NULL);
}

basin_status bsn_pool_new(basin_ctx *ctx, uint32_t threads, struct bsn_pool **out)
{
    if (threads == 0)
        threads = bsn_pool_cores();
    if (threads > MAX_THREADS)
        return bsn_fail(ctx, BASIN_STATUS_INPUT, "%u threads asked for; at most %d", threads,
                        MAX_THREADS);
    struct bsn_pool *pool;
    BSN_TRY(bsn_new(ctx, 1, sizeof *pool + (threads - 1) * sizeof(struct worker), (void **)&pool));
    pool->threads = threads;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->start, NULL);
    pthread_cond_init(&pool->done, NULL);
    for (uint32_t i = 0; i + 1 < threads; i++) {
        struct worker *w = &pool->worker[i];
        *w = (struct worker){ .pool = pool, .index = i + 1 };
        if (pthread_create(&w->thread, NULL, worker_main, w) != 0) {
            pool->threads = i + 1;
            bsn_pool_free(ctx, pool);
            return bsn_fail(ctx, BASIN_STATUS_MEMORY, "thread %u cannot be started", i + 2);
        }
    }
    *out = pool;
    return BASIN_STATUS_OK;
}

void bsn_pool_free(basin_ctx *ctx, struct bsn_pool *pool)
{
    if (!pool)
        return;
    stop_workers(pool, pool->threads - 1);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->start);
    pthread_cond_destroy(&pool->done);
    bsn_free(ctx, pool);
}

uint32_t bsn_pool_threads(const struct bsn_pool *pool)
{
    return pool->threads;
}

/* Waits for the workers; the lock is held. */
static void wait_for_workers(struct bsn_pool *pool, void (*idle)(void *arg))
{
    while (pool->busy > 0) {
        struct timespec until;
        if (!idle) {
            pthread_cond_wait(&pool->done, &pool->lock);
            continue;
        }
        clock_gettime(CLOCK_REALTIME, &until);  /* the clock of the condition */
        until.tv_nsec += IDLE_NANOSECONDS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&pool->done, &pool->lock, &until);
        pthread_mutex_unlock(&pool->lock);
        idle(pool->arg);
        pthread_mutex_lock(&pool->lock);
    }
}

static void set_tasks(struct bsn_pool *pool, size_t tasks,
                      void (*work)(void *arg, size_t task, uint32_t thread), void *arg)
{
    pool->work = work;
    pool->arg = arg;
    pool->tasks = tasks;
    atomic_store(&pool->next, 0);
}

static void wake_workers(struct bsn_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->busy = pool->threads - 1;
    pool->round++;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->lock);
}

void bsn_pool_run_idle(struct bsn_pool *pool, size_t tasks,
                       void (*work)(void *arg, size_t task, uint32_t thread),
                       void (*idle)(void *arg), void *arg)
{
    set_tasks(pool, tasks, work, arg);
    if (pool->threads > 1 && tasks > 1) {
        wake_workers(pool);
        take_tasks(pool, 0);
        pthread_mutex_lock(&pool->lock);
        wait_for_workers(pool, idle);
        pthread_mutex_unlock(&pool->lock);
    } else {
        take_tasks(pool, 0);
    }
}

void bsn_pool_run_beside(struct bsn_pool *pool, size_t tasks,
                         void (*work)(void *arg, size_t task, uint32_t thread),
                         void (*beside)(void *arg), void *arg)
{
    assert(pool->threads > 1);
    set_tasks(pool, tasks, work, arg);
    wake_workers(pool);
    beside(arg);
    pthread_mutex_lock(&pool->lock);
    wait_for_workers(pool, NULL);
    pthread_mutex_unlock(&pool->lock);
}

void bsn_pool_run(struct bsn_pool *pool, size_t tasks,
                  void (*work)(void *arg, size_t task, uint32_t thread), void *arg)
{
    bsn_pool_run_idle(pool, tasks, work, NULL, arg);
}
