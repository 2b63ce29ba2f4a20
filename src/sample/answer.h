/* answer.h - answers in the caller's memory, whose struct may be of another version than ours. */
#ifndef BSN_ANSWER_H
#define BSN_ANSWER_H

#include "base/ctx.h"

/* Were all of them made with BASIN_ANSWER_INIT, of one version? They are as far apart as the first
 * one's `size` says. */
basin_status bsn_answers_check(basin_ctx *ctx, size_t count, const struct basin_answer *answers);

/* Releases what the caller's answers hold and hands over what ours do, which then hold nothing. What
 * the caller's version has no room for is released. */
void bsn_answers_give(basin_ctx *ctx, size_t count, struct basin_answer *ours,
                      struct basin_answer *answers);

#endif
