/* jobs.c - workers and order: threads take jobs one by one, the caller gets them in order.
 *
 * Only the calling thread delivers and watches, so what it prints needs no lock of its own. The
 * threads are those of a pool; its other threads work while this one delivers.
 */
#define _GNU_SOURCE
#include "program/jobs.h"

#include "base/pool.h"
#include "program/program.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define WATCH_NANOSECONDS 100000000

enum state { WAITING, DONE, LEFT_OUT };

struct jobs {
    const struct jobs_plan *plan;
    pthread_mutex_t lock;  /* for all below */
    pthread_cond_t news;   /* a job is done or left out */
    size_t done;
    enum state *state;     /* (jobs) */
    bool fine;             /* nothing that was delivered was refused */
};

size_t jobs_cores(void)
{
    return bsn_pool_cores();
}

/* A job on one of the threads, which are counted from 1. */
static void work(void *arg, size_t job, uint32_t thread)
{
    struct jobs *const jobs = arg;
    const struct jobs_plan *const plan = jobs->plan;
    const bool wanted = !stop_asked(NULL);

    if (wanted)
        plan->work(plan->user, job, thread - 1);
    pthread_mutex_lock(&jobs->lock);
    jobs->state[job] = wanted ? DONE : LEFT_OUT;
    jobs->done += wanted;
    pthread_cond_signal(&jobs->news);
    pthread_mutex_unlock(&jobs->lock);
}

/* Waits for news, not for long, and lets the caller watch. The lock is held before and after. */
static void wait_for_news(struct jobs *jobs)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += WATCH_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&jobs->news, &jobs->lock, &until);
    const size_t done = jobs->done;
    pthread_mutex_unlock(&jobs->lock);
    jobs->plan->watch(jobs->plan->user, done);
    pthread_mutex_lock(&jobs->lock);
}

static void deliver_all(void *arg)
{
    struct jobs *const jobs = arg;
    const struct jobs_plan *const plan = jobs->plan;

    pthread_mutex_lock(&jobs->lock);
    for (size_t job = 0; job < plan->jobs; job++) {
        while (jobs->state[job] == WAITING)
            wait_for_news(jobs);
        if (jobs->state[job] == LEFT_OUT)
            continue;
        pthread_mutex_unlock(&jobs->lock);
        if (jobs->fine && !plan->deliver(plan->user, job)) {
            jobs->fine = false;
            stop_ask();
        }
        pthread_mutex_lock(&jobs->lock);
    }
    pthread_mutex_unlock(&jobs->lock);
}

/* As many workers as there can be, but for one thread that delivers. */
static basin_status hire(basin_ctx *ctx, size_t workers, struct bsn_pool **pool)
{
    basin_status status;

    while ((status = bsn_pool_new(ctx, (uint32_t)workers + 1, pool)) != BASIN_STATUS_OK &&
           workers > 1)
        workers /= 2;
    return status;
}

static bool run(struct jobs *jobs)
{
    basin_ctx *ctx = NULL;
    struct bsn_pool *pool = NULL;

    if (basin_ctx_new(NULL, &ctx) != BASIN_STATUS_OK)
        return complain("out of memory") == 0;
    jobs->fine = hire(ctx, jobs->plan->workers, &pool) == BASIN_STATUS_OK;
    if (jobs->fine)
        bsn_pool_run_beside(pool, jobs->plan->jobs, work, deliver_all, jobs);
    else
        complain_ctx(ctx);
    bsn_pool_free(ctx, pool);
    basin_ctx_free(ctx);
    return jobs->fine;
}

/* Waits are by a clock that nobody sets. */
static void init_news(pthread_cond_t *news)
{
    pthread_condattr_t clock;

    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(news, &clock);
    pthread_condattr_destroy(&clock);
}

bool jobs_run(const struct jobs_plan *plan)
{
    struct jobs jobs = { .plan = plan, .lock = PTHREAD_MUTEX_INITIALIZER };
    bool fine = false;

    jobs.state = calloc(plan->jobs, sizeof *jobs.state);
    init_news(&jobs.news);
    if (jobs.state)
        fine = run(&jobs);
    else
        complain("out of memory");
    pthread_cond_destroy(&jobs.news);
    free(jobs.state);
    return fine;
}
