/* gather.h - answers that several processes drew, each a block of them, together in the first one. */
#ifndef BASIN_CLI_GATHER_H
#define BASIN_CLI_GATHER_H

#include <basin.h>

/* Of `count` answers, this process has made `own` from `first` on. In the first one all of them are
 * there afterwards; what came from others lies in *held (ranks), to be given to gather_drop. False
 * after complaining. */
bool gather_answers(struct basin_answer *answer, size_t count, size_t first, size_t own,
                    void ***held);

/* Those from others become NONE again, and their memory is freed. */
void gather_drop(struct basin_answer *answer, size_t count, size_t own, void **held);

#endif
