/* draft.h - what others of this folder ask of a draft: to go back to where it was. */
#ifndef BSN_DRAFT_H
#define BSN_DRAFT_H

#include "base/ctx.h"

/* How much a draft holds. */
struct bsn_draft_mark {
    size_t constraints, literals, conditions, nets, models;
    bool weighted;
};
struct bsn_draft_mark bsn_draft_mark(const basin_draft *draft);
/* Forgets the constraints that came after the mark. */
void bsn_draft_rewind(basin_ctx *ctx, basin_draft *draft, const struct bsn_draft_mark *mark);

/* The values of a variable; 0 when there is none of that number. */
uint32_t bsn_draft_values(const basin_draft *draft, uint32_t variable);

#endif
