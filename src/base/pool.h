/* pool.h - a few threads that share a list of tasks.
 *
 * Tasks are numbered and independent; which thread runs which task is never visible in a result,
 * because a task may write only to memory that belongs to its number.
 */
#ifndef BSN_POOL_H
#define BSN_POOL_H

#include "base/ctx.h"

struct bsn_pool;

/* Cores that this process may use. */
uint32_t bsn_pool_cores(void);

/* threads = 0: one for each core this process may use. The calling thread is one of them. */
basin_status bsn_pool_new(basin_ctx *ctx, uint32_t threads, struct bsn_pool **out);
void bsn_pool_free(basin_ctx *ctx, struct bsn_pool *pool);
uint32_t bsn_pool_threads(const struct bsn_pool *pool);

/* Runs work(arg, task, thread) for every task and returns when all are done; `thread` is below
 * bsn_pool_threads and tells which scratch memory to use. Must not be called from inside a task. */
void bsn_pool_run(struct bsn_pool *pool, size_t tasks,
                  void (*work)(void *arg, size_t task, uint32_t thread), void *arg);

/* The same; while the calling thread waits for the others it calls idle(arg) every 10 ms. */
void bsn_pool_run_idle(struct bsn_pool *pool, size_t tasks,
                       void (*work)(void *arg, size_t task, uint32_t thread),
                       void (*idle)(void *arg), void *arg);

/* The same by the other threads alone (there must be one): while they work, the calling thread runs
 * beside(arg) once. */
void bsn_pool_run_beside(struct bsn_pool *pool, size_t tasks,
                         void (*work)(void *arg, size_t task, uint32_t thread),
                         void (*beside)(void *arg), void *arg);

#endif
