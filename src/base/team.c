/* team.c - small questions among processes, each answered by one share of a few bytes. */
#include "base/team.h"

basin_status bsn_team_check(basin_ctx *ctx, const struct basin_team *team)
{
    if (team && (team->count == 0 || team->count > BSN_TEAM_MOST || team->number >= team->count ||
                 !team->share))
        return bsn_fail(ctx, BASIN_STATUS_INPUT,
                        "a team of %u processes with a number %u; at most %d share a call",
                        team->count, team->number, BSN_TEAM_MOST);
    return BASIN_STATUS_OK;
}

bool bsn_team_leads(const struct basin_team *team)
{
    return !team || team->number == 0;
}

bool bsn_team_any(const struct basin_team *team, bool mine)
{
    bool said[BSN_TEAM_MOST], any = false;

    if (!team)
        return mine;
    said[team->number] = mine;
    team->share(team->user, said, sizeof *said);
    for (uint32_t i = 0; i < team->count; i++)
        any |= said[i];
    return any;
}

bool bsn_team_same(const struct basin_team *team, uint64_t mine)
{
    uint64_t said[BSN_TEAM_MOST];
    bool same = true;

    if (!team)
        return true;
    said[team->number] = mine;
    team->share(team->user, said, sizeof *said);
    for (uint32_t i = 0; i < team->count; i++)
        same &= said[i] == mine;
    return bsn_team_any(team, !same) == false;
}
