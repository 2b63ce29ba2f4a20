/* ctx.h - the context: allocator, unpacker, brake and last error, and how failure travels.
 *
 * Whatever can fail returns basin_status. bsn_fail writes the one line a user will read and
 * returns the status, so `return bsn_fail(...)` is the usual form; BSN_TRY passes a failure on.
 */
#ifndef BSN_CTX_H
#define BSN_CTX_H

#include "base/brake.h"

#define BSN_ERROR_CHARS 512

struct basin_ctx {
    struct basin_alloc alloc;
    bool zeroes;                 /* it is our own, which hands out zeroed blocks */
    size_t blocks;               /* live allocations, this struct included */
    size_t bytes, bytes_most;    /* taken now, and how many may be; 0: any */
    struct bsn_brake *brake;     /* who may end the call at work; NULL: nobody */
    struct bsn_brake own;        /* of basin_ctx_stop */
    basin_unpack_fn *unpack;     /* of packed files, or NULL */
    void *unpack_user;
    char error[BSN_ERROR_CHARS];
};

/* Sets the error text and returns `status`. */
basin_status bsn_fail(basin_ctx *ctx, basin_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The door of a public call: what it needs must be there. Without a context there is no text. */
basin_status bsn_missing(basin_ctx *ctx, const char *what);
#define BSN_NEED(ctx, what)                   \
    do {                                      \
        if (!(ctx) || !(what))                \
            return bsn_missing((ctx), #what); \
    } while (0)

#define BSN_TRY(call)                            \
    do {                                         \
        const basin_status try_status_ = (call); \
        if (try_status_ != BASIN_STATUS_OK)      \
            return try_status_;                  \
    } while (0)

/* The same for functions that clean up at a label `out` and return a variable `status`. */
#define BSN_TRY_OUT(call)                 \
    do {                                  \
        status = (call);                  \
        if (status != BASIN_STATUS_OK)    \
            goto out;                     \
    } while (0)

#endif
