/* brake.h - who may end a long call, and when: a function of the caller's, and a time.
 *
 * A context has a brake while somebody may end its calls. Code that takes long asks it for each block
 * of some ten microseconds of work or more: bsn_poll where a failure is to be returned, on the thread
 * that uses the context, and bsn_brake_on in loops on any thread, where what is cut short is thrown
 * away. The caller's function is called on the caller's thread alone.
 */
#ifndef BSN_BRAKE_H
#define BSN_BRAKE_H

#include "basin.h"

#include <pthread.h>
#include <stdatomic.h>

struct bsn_brake {
    bool (*should_stop)(void *user);  /* or NULL */
    void *user;
    double deadline;           /* as bsn_seconds counts; 0: none */
    bool patient, due;         /* the function is asked by bsn_brake_ask alone; it is now */
    pthread_t caller;
    struct bsn_brake *outer;   /* asked too; or NULL */
    bool setting_up;           /* large blocks of memory are refused once it is on */
    atomic_int stop;           /* a basin_stop once it is on: TIME or CALLER; it stays so */
};

/* Puts a brake before the context's own ones until it is taken away. `seconds` from now, 0: never. */
void bsn_brake_put(basin_ctx *ctx, struct bsn_brake *brake, bool (*should_stop)(void *user),
                   void *user, double seconds);
void bsn_brake_take(basin_ctx *ctx, struct bsn_brake *brake);

/* Is it on? Accepts NULL: no. */
bool bsn_brake_on(struct bsn_brake *brake);

/* The same, and a patient brake's function is asked, too. */
bool bsn_brake_ask(struct bsn_brake *brake);

/* Why it is on, TIME or CALLER; 0: it is not, as far as was asked. */
enum basin_stop bsn_brake_why(const struct bsn_brake *brake);

/* BASIN_STATUS_STOPPED, with its text, once one of the context's brakes is on. */
basin_status bsn_poll(basin_ctx *ctx);

/* In loops: polls once in so many rounds. */
#define BSN_POLL_AT(ctx, round, every) \
    ((round) % (every) == 0 ? bsn_poll(ctx) : BASIN_STATUS_OK)

/* In loops that do little for each of very many items, such as those of a set-up. */
#define BSN_ITEMS 65536
#define BSN_POLL_ITEM(ctx, item) BSN_POLL_AT(ctx, item, BSN_ITEMS)

#endif
