/* machine.c - what a measurement was made by and on. */
#define _GNU_SOURCE
#include "program/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__clang__)
const char machine_compiler[] = __VERSION__;
#else
const char machine_compiler[] = "gcc " __VERSION__;
#endif

void machine_processor(char *name, size_t room)
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

double machine_load(void)
{
    double load;

    return getloadavg(&load, 1) == 1 ? load : -1;
}
