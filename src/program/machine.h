/* machine.h - what measurements are signed with: commit, compiler, processor. */
#ifndef BASIN_PROGRAM_MACHINE_H
#define BASIN_PROGRAM_MACHINE_H

#include <stddef.h>

extern const char machine_commit[];  /* made by scripts/commit.sh */
extern const char machine_compiler[];
void machine_processor(char *name, size_t room);
/* How many processes want to run, as the system counts it; -1 where it does not say. */
double machine_load(void);

#endif
