/* team.h - processes that make the same call together: what they ask each other.
 *
 * All of it is called by every process of a team, in the same order; NULL is a process alone.
 */
#ifndef BSN_TEAM_H
#define BSN_TEAM_H

#include "base/ctx.h"

#define BSN_TEAM_MOST 1024  /* processes */

/* Refuses a team that is none. */
basin_status bsn_team_check(basin_ctx *ctx, const struct basin_team *team);

/* Is this the process that writes files? */
bool bsn_team_leads(const struct basin_team *team);

/* Does any of them say so? */
bool bsn_team_any(const struct basin_team *team, bool mine);

/* Do all of them name the same number? */
bool bsn_team_same(const struct basin_team *team, uint64_t mine);

#endif
