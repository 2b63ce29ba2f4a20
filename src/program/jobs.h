/* jobs.h - workers that do the jobs of a list side by side; what they did comes in its order.
 *
 * Where mpirun started several processes (ranks.h) and a plan says how its results are sent, each
 * has workers, and all take jobs as they become free; what they did is delivered in the first one.
 */
#ifndef BASIN_PROGRAM_JOBS_H
#define BASIN_PROGRAM_JOBS_H

#include <stdbool.h>
#include <stddef.h>

struct jobs_plan {
    size_t jobs, workers;
    void (*work)(void *user, size_t job, size_t worker);  /* on the thread of that worker */
    /* On the calling thread: takes over a job that was done, job by job in the order of the list;
     * false asks all workers to stop. */
    bool (*deliver)(void *user, size_t job);
    void (*watch)(void *user, size_t done);  /* while it waits, several times a second */
    void *user;
    /* For several processes, or NULL. The bytes that tell of a job that was done, to be freed; NULL
     * where there is no memory. And the other way, in the first process; no bytes: it failed. */
    void *(*pack)(void *user, size_t job, size_t *length);
    void (*unpack)(void *user, size_t job, const void *bytes, size_t length);
};

/* Does the jobs. A stop (see stop_asked) keeps jobs from being begun; those at work are waited
 * for and delivered. Returns false when `deliver` did, or after complaining. All processes call it
 * with the same jobs; only the first one watches and delivers. */
bool jobs_run(const struct jobs_plan *plan);

/* Cores that this process may use. */
size_t jobs_cores(void);

#endif
