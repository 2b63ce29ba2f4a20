/* crew.c - workers and order: threads take jobs one by one, the caller gets them in order.
 *
 * Only the calling thread delivers and watches, so what it prints needs no lock of its own.
 */
#define _GNU_SOURCE
#include "crew.h"

#include "cli.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WATCH_NANOSECONDS 100000000

struct worker {
    struct crew *crew;
    pthread_t thread;
    size_t index;
};

struct crew {
    const struct crew_plan *plan;
    pthread_mutex_t lock;  /* for all below */
    pthread_cond_t news;   /* a job is done, or a worker has left */
    size_t next;           /* the first job that nobody took */
    size_t done;
    size_t at_work;        /* workers that have not left */
    bool *finished;        /* (jobs) */
    struct worker *worker; /* (workers) */
};

size_t crew_cores(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) < 1)
        return 1;
    return (size_t)CPU_COUNT(&set);
}

static void *worker_main(void *arg)
{
    const struct worker *const self = arg;
    struct crew *const crew = self->crew;
    const struct crew_plan *const plan = crew->plan;

    pthread_mutex_lock(&crew->lock);
    while (crew->next < plan->jobs && !stop_asked(NULL)) {
        const size_t job = crew->next++;
        pthread_mutex_unlock(&crew->lock);
        plan->work(plan->user, job, self->index);
        pthread_mutex_lock(&crew->lock);
        crew->finished[job] = true;
        crew->done++;
        pthread_cond_signal(&crew->news);
    }
    crew->at_work--;
    pthread_cond_signal(&crew->news);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Waits for news, not for long, and lets the caller watch. The lock is held before and after. */
static void wait_for_news(struct crew *crew)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += WATCH_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&crew->news, &crew->lock, &until);
    const size_t done = crew->done;
    pthread_mutex_unlock(&crew->lock);
    crew->plan->watch(crew->plan->user, done);
    pthread_mutex_lock(&crew->lock);
}

/* Jobs are taken in order, so the first one that nobody did is followed by no other. */
static bool deliver_all(struct crew *crew)
{
    const struct crew_plan *const plan = crew->plan;
    bool fine = true;

    pthread_mutex_lock(&crew->lock);
    for (size_t job = 0; job < plan->jobs; job++) {
        while (!crew->finished[job] && crew->at_work > 0)
            wait_for_news(crew);
        if (!crew->finished[job])
            break;
        pthread_mutex_unlock(&crew->lock);
        if (fine && !plan->deliver(plan->user, job)) {
            fine = false;
            stop_ask();
        }
        pthread_mutex_lock(&crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
    return fine;
}

/* Starts as many workers as there can be; returns how many. */
static size_t start_workers(struct crew *crew)
{
    size_t started = 0;
    int error = 0;

    pthread_mutex_lock(&crew->lock);  /* nobody leaves before all are counted */
    while (started < crew->plan->workers && error == 0) {
        struct worker *const worker = &crew->worker[started];
        *worker = (struct worker){ .crew = crew, .index = started };
        error = pthread_create(&worker->thread, NULL, worker_main, worker);
        started += error == 0;
    }
    crew->at_work = started;
    pthread_mutex_unlock(&crew->lock);
    if (started == 0)
        complain("cannot start a thread: %s", strerror(error));
    return started;
}

static bool run(struct crew *crew)
{
    const size_t started = start_workers(crew);
    const bool fine = started > 0 && deliver_all(crew);

    for (size_t i = 0; i < started; i++)
        pthread_join(crew->worker[i].thread, NULL);
    return fine;
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

bool crew_run(const struct crew_plan *plan)
{
    struct crew crew = { .plan = plan, .lock = PTHREAD_MUTEX_INITIALIZER };
    bool fine = false;

    crew.finished = calloc(plan->jobs, sizeof *crew.finished);
    crew.worker = calloc(plan->workers, sizeof *crew.worker);
    init_news(&crew.news);
    if (crew.finished && crew.worker)
        fine = run(&crew);
    else
        complain("out of memory");
    pthread_cond_destroy(&crew.news);
    free(crew.worker);
    free(crew.finished);
    return fine;
}
