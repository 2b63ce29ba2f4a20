/* task.c - whose models a kind of problem can be solved with. */
#include "energy/task.h"

#include <string.h>

bool bsn_task_takes(const struct bsn_task *task, const char *name, const char *from)
{
    if (strcmp(from, name) == 0)
        return true;
    for (const char *const *lender = task->lenders; lender && *lender; lender++)
        if (strcmp(*lender, from) == 0)
            return true;
    return false;
}
