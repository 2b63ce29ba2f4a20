/* corner.h - assignments as coordinates, for samplers that hold assignments. */
#ifndef BSN_CORNER_H
#define BSN_CORNER_H

#include "sample/sampler.h"

/* The value that coordinates (coords, 16) say a variable has; UINT16_MAX: they leave it open. */
uint16_t bsn_corner_value(const struct bsn_graph *graph, const float *y, uint32_t v);

/* Fills start (variables), where particles begin, and held (variables), 1 for what must stay: what
 * the caller of the run fixes, and where the caller wants to begin; UINT16_MAX: anywhere. */
void bsn_corner_start(const struct bsn_run *run, uint16_t *start, uint8_t *held);

/* An assignment as coordinates of a lane. */
void bsn_corner_show(const struct bsn_graph *graph, const uint16_t *value, struct bsn_tile *tile,
                     size_t lane);

/* The same where the run looks at it next, by bsn_corner_look: as it is where coordinates say no
 * more, which spares what is large of large problems. */
void bsn_corner_lay(const struct bsn_run *run, const uint16_t *value, struct bsn_tile *tile,
                    size_t lane);
bool bsn_corner_look(struct bsn_run *run, struct bsn_tile *tile, uint64_t step);

/* Calls work(arg, task, thread) for every task, in parallel where the run has a pool. */
void bsn_corner_each(struct bsn_run *run, size_t tasks,
                     void (*work)(void *arg, size_t task, uint32_t thread), void *arg);

#endif
