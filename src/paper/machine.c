/* machine.c - what a run was made by and on: commit, compiler, processor, load. */
#define _GNU_SOURCE
#include "paper/parts.h"

#include <stdlib.h>
#include <string.h>

void paper_processor(char *name, size_t room)
{
    FILE *const info = fopen("/proc/cpuinfo", "re");
    char line[256];

    snprintf(name, room, "unknown processor");
    while (info && fgets(line, sizeof line, info))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            line[strcspn(line, "\n")] = 0;
            snprintf(name, room, "%.100s", strchr(line, ':') + 2);
            break;
        }
    if (info)
        fclose(info);
}

json_t *paper_machine(void)
{
    char processor[128];
    double load[1];

    paper_processor(processor, sizeof processor);
    if (getloadavg(load, 1) != 1)
        load[0] = -1;
    return json_pack("{s:s, s:s, s:s, s:f}", "commit", paper_commit, "compiler",
#if defined(__clang__)
                     __VERSION__,
#else
                     "gcc " __VERSION__,
#endif
                     "processor", processor, "load", load[0]);
}
