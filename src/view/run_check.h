/* run_check.h - can a recorded run be played? */
#ifndef BSN_RUN_CHECK_H
#define BSN_RUN_CHECK_H

#include "format/json_check.h"

/* Has it the pictures of its particles, frame by frame? A bsn_json_check_fn; `unused` is NULL. */
basin_status bsn_run_check(const struct bsn_place *at, const json_t *run, const void *unused);

#endif
