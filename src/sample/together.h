/* together.h - runs of one search in several processes, of which one becomes the answer.
 *
 * Process k of a team runs sample first + k. From time to time they meet: who has found a solution
 * after f steps waits until the others have taken as many, or have found theirs. The one of the
 * fewest steps wins, of equal ones the first process's. Nothing but that depends on when they meet.
 */
#ifndef BSN_TOGETHER_H
#define BSN_TOGETHER_H

#include "sample/sampler.h"

/* Do all of them make the same call? */
basin_status bsn_together_check(basin_ctx *ctx, const struct bsn_run *run,
                                const struct basin_solve_opts *opts);

/* At a look of the run, after `step` steps: is the search over, for all? `over`: for this one. */
bool bsn_together_over(struct bsn_run *run, uint64_t step, bool found, bool over);

/* After the run: waits for the others and takes over the winner's result; *sample and *stop are
 * those of the winner. */
void bsn_together_settle(struct bsn_run *run, uint64_t *sample, enum basin_stop *stop);

#endif
