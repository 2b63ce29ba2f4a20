/* ranks.c - a process that is alone; see mpi/ranks.c for several. */
#include "program/ranks.h"

void ranks_open(void)
{
}

int ranks_close(int code)
{
    return code;
}

size_t ranks_count(void)
{
    return 1;
}

size_t ranks_number(void)
{
    return 0;
}

const struct basin_team *ranks_team(void)
{
    return NULL;
}

void ranks_bring(const void *bytes, size_t length)
{
    (void)bytes;
    (void)length;
}

bool ranks_ask(size_t *job)
{
    (void)job;
    return false;
}

void ranks_leave(void)
{
}

enum ranks_message ranks_take(size_t *from, void **bytes, size_t *length)
{
    (void)from;
    (void)bytes;
    (void)length;
    return RANKS_NOTHING;
}

void ranks_answer(size_t to, size_t job)
{
    (void)to;
    (void)job;
}
