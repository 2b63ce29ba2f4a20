/* sat_draw.h - the picture of a formula: its variables, and its clauses as text or as small squares. */
#ifndef BSN_SAT_DRAW_H
#define BSN_SAT_DRAW_H

#include "format/cnf.h"
#include "domain/scene.h"

basin_status bsn_sat_lay(const struct bsn_cnf *cnf, struct bsn_scene *scene);
void bsn_sat_paint(const struct bsn_cnf *cnf, const int32_t *value, const double *cost,
                   struct bsn_scene *scene);

#endif
