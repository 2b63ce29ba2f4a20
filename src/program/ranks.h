/* ranks.h - the processes that mpirun started together, as far as the tool was built for that.
 *
 * src/program/ranks.c is one process, src/program/mpi/ranks.c several; `make mpi` links the second
 * in the place of the first, and nobody else knows of MPI. Process 0 talks and writes; the others
 * keep what they would complain of until the end. A process that is lost ends all of them.
 */
#ifndef BASIN_PROGRAM_RANKS_H
#define BASIN_PROGRAM_RANKS_H

#include <basin.h>

/* Joins the others, if mpirun has started this process; to be called once, at the beginning. */
void ranks_open(void);
/* Leaves them: returns the exit code of all, which is the first one's, or EXIT_ERROR when another
 * one has failed. Where the others do not come to their end although this one failed, or was
 * stopped, it ends them. */
int ranks_close(int code);

size_t ranks_count(void);   /* 1: alone */
size_t ranks_number(void);  /* 0 is the one that talks */

/* For the library's `team`; NULL for a process alone. */
const struct basin_team *ranks_team(void);

/* ---------------------------------------------------------- work that the first one hands out ---- */

/* Of the others: brings a result. Any thread may call it. */
void ranks_bring(const void *bytes, size_t length);
/* Of the others: asks for work, and waits for it; false: there is no more. Any thread may. */
bool ranks_ask(size_t *job);
/* Of the others, when nobody of theirs will ask or bring any more. */
void ranks_leave(void);

/* Of the first one: takes a message that is there, if one is. */
enum ranks_message { RANKS_NOTHING = 0, RANKS_RESULT, RANKS_QUESTION, RANKS_FAREWELL };
enum ranks_message ranks_take(size_t *from, void **bytes, size_t *length);  /* bytes: to be freed */
#define RANKS_NO_JOB SIZE_MAX
void ranks_answer(size_t to, size_t job);

#endif
