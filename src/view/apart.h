/* apart.h - work that may end the process is done by a copy of it.
 *
 * Cairo and fontconfig were not written for memory that runs short: they crash, print, or go round in
 * a circle. In a copy that is a status, and the caller goes on.
 */
#ifndef BSN_APART_H
#define BSN_APART_H

#include "base/ctx.h"

/* Gives bytes of its context's memory, or says what is wrong; it calls bsn_apart_alive now and
 * then. The context is the copy's own, with malloc and the caller's limit. */
typedef basin_status bsn_apart_fn(basin_ctx *ctx, const void *work, unsigned char **bytes,
                                  size_t *length);

/* What the function gives, which a copy of the process calls: nothing else that it does is seen
 * here. One that is ended by a signal is BASIN_STATUS_MEMORY, with `name` for what broke down; one
 * that does nothing for BSN_APART_STILL seconds is BASIN_STATUS_IO. The caller's signals and
 * standard error stay out of it, and of children the copy alone is waited for. */
#define BSN_APART_STILL 10
basin_status bsn_apart(basin_ctx *ctx, const char *name, bsn_apart_fn *call, const void *work,
                       unsigned char **bytes, size_t *length);

/* In the copy: the next step begins. One that takes BSN_APART_SECONDS of processor time is at no
 * end, and neither is the copy. */
#define BSN_APART_SECONDS 20
void bsn_apart_alive(void);

#endif
