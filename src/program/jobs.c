/* jobs.c - workers and order: threads take jobs one by one, the caller gets them in order.
 *
 * Only the calling thread delivers and watches, so what it prints needs no lock of its own. The
 * threads are those of a pool; its other threads work while this one delivers, and while it hands
 * out jobs to other processes.
 */
#define _GNU_SOURCE
#include "program/jobs.h"

#include "base/pool.h"
#include "program/program.h"
#include "program/ranks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WATCH_NANOSECONDS 100000000

#define NAP_LEAST 50000      /* between looks for messages, when one just came; later */
#define NAP_SHARE 16         /* this part of the silence, */
#define NAP_MOST 5000000     /* at most */

struct jobs {
    const struct jobs_plan *plan;
    size_t others;         /* processes beside this one that take part */
    pthread_mutex_t lock;  /* for all below */
    pthread_cond_t news;   /* a job is done, or no more are begun */
    size_t next, done;     /* the first one that nobody has taken; how many are done */
    bool closed;           /* none is taken any more */
    bool *ready;           /* (jobs) done */
    size_t gone;           /* of the others */
    bool fine;             /* nothing that was delivered was refused */
    double heard;          /* when there was a message last */
};

size_t jobs_cores(void)
{
    return bsn_pool_cores();
}

/* ------------------------------------------------------------------------------- working ---- */

/* The next job, or RANKS_NO_JOB. */
static size_t take_job(struct jobs *jobs)
{
    size_t job = RANKS_NO_JOB;

    pthread_mutex_lock(&jobs->lock);
    jobs->closed |= jobs->next == jobs->plan->jobs || stop_asked(NULL);
    if (jobs->closed)
        pthread_cond_signal(&jobs->news);
    else
        job = jobs->next++;
    pthread_mutex_unlock(&jobs->lock);
    return job;
}

static void set_ready(struct jobs *jobs, size_t job)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->ready[job] = true;
    jobs->done++;
    pthread_cond_signal(&jobs->news);
    pthread_mutex_unlock(&jobs->lock);
}

/* A worker on one of the threads, which are counted from 1. */
static void work(void *arg, size_t task, uint32_t thread)
{
    struct jobs *const jobs = arg;
    size_t job;

    (void)task;
    while ((job = take_job(jobs)) != RANKS_NO_JOB) {
        jobs->plan->work(jobs->plan->user, job, thread - 1);
        set_ready(jobs, job);
    }
}

/* ---------------------------------------------------------------- in the other processes ---- */

static void bring(const struct jobs_plan *plan, size_t job)
{
    size_t length = 0;
    void *const told = plan->pack(plan->user, job, &length);
    const uint64_t number = job;
    char *const bytes = malloc(sizeof number + length);

    if (!bytes) {  /* its number alone says that it failed */
        ranks_bring(&number, sizeof number);
    } else {
        memcpy(bytes, &number, sizeof number);
        if (told)
            memcpy(bytes + sizeof number, told, length);
        ranks_bring(bytes, sizeof number + (told ? length : 0));
    }
    free(bytes);
    free(told);
}

static void work_away(void *arg, size_t task, uint32_t thread)
{
    const struct jobs *const jobs = arg;
    size_t job;

    (void)task;
    while (!stop_asked(NULL) && ranks_ask(&job)) {
        jobs->plan->work(jobs->plan->user, job, thread - 1);
        bring(jobs->plan, job);
    }
}

static void no_more(void *arg)
{
    (void)arg;
}

/* ------------------------------------------------------------------------------ delivering ---- */

static void take_result(struct jobs *jobs, const void *bytes, size_t length)
{
    uint64_t job;

    memcpy(&job, bytes, sizeof job);
    jobs->plan->unpack(jobs->plan->user, job, (const char *)bytes + sizeof job,
                       length - sizeof job);
    set_ready(jobs, job);
}

/* Messages of the other processes. */
static void serve(struct jobs *jobs)
{
    enum ranks_message kind;
    size_t from, length;
    void *bytes;

    while (jobs->others > 0 && (kind = ranks_take(&from, &bytes, &length)) != RANKS_NOTHING) {
        jobs->heard = clock_seconds();
        if (kind == RANKS_RESULT)
            take_result(jobs, bytes, length);
        else if (kind == RANKS_QUESTION)
            ranks_answer(from, take_job(jobs));
        else
            jobs->gone++;
        free(bytes);
    }
}

/* How long to wait: messages do not wake anybody. */
static long nap(const struct jobs *jobs)
{
    const double silence = 1e9 * (clock_seconds() - jobs->heard) / NAP_SHARE;

    if (jobs->others == 0)
        return WATCH_NANOSECONDS;
    return silence < NAP_LEAST ? NAP_LEAST : silence > NAP_MOST ? NAP_MOST : (long)silence;
}

/* Waits for news, not for long, and lets the caller watch. The lock is held before and after. */
static void wait_for_news(struct jobs *jobs)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += nap(jobs);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&jobs->news, &jobs->lock, &until);
    const size_t done = jobs->done;
    pthread_mutex_unlock(&jobs->lock);
    serve(jobs);
    jobs->plan->watch(jobs->plan->user, done);
    pthread_mutex_lock(&jobs->lock);
}

static void deliver_all(void *arg)
{
    struct jobs *const jobs = arg;
    const struct jobs_plan *const plan = jobs->plan;

    pthread_mutex_lock(&jobs->lock);
    for (size_t job = 0; job < plan->jobs; job++) {
        while (!jobs->ready[job] && !(jobs->closed && job >= jobs->next))
            wait_for_news(jobs);
        if (!jobs->ready[job])
            break;
        pthread_mutex_unlock(&jobs->lock);
        if (jobs->fine && !plan->deliver(plan->user, job)) {
            jobs->fine = false;
            jobs->others = 0;  /* who fails does not wait for them */
            stop_ask();
        }
        pthread_mutex_lock(&jobs->lock);
    }
    while (jobs->gone < jobs->others)
        wait_for_news(jobs);
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
    if (!jobs->fine)
        complain_ctx(ctx);
    else if (ranks_number() == 0)
        bsn_pool_run_beside(pool, jobs->plan->workers, work, deliver_all, jobs);
    else
        bsn_pool_run_beside(pool, jobs->plan->workers, work_away, no_more, jobs);
    if (jobs->fine && ranks_number() > 0)
        ranks_leave();
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
    struct jobs jobs = { .plan = plan, .lock = PTHREAD_MUTEX_INITIALIZER,
                         .others = plan->pack ? ranks_count() - 1 : 0, .heard = clock_seconds() };
    bool fine = false;

    jobs.ready = calloc(plan->jobs + 1, sizeof *jobs.ready);
    init_news(&jobs.news);
    if (jobs.ready)
        fine = run(&jobs);
    else
        complain("out of memory");
    pthread_cond_destroy(&jobs.news);
    free(jobs.ready);
    return fine;
}
