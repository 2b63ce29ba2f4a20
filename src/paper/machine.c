/* machine.c - what a run was made by and on, for its line. */
#include "program/machine.h"

#include "paper/parts.h"

json_t *paper_machine(void)
{
    char processor[128];

    machine_processor(processor, sizeof processor);
    return json_pack("{s:s, s:s, s:s, s:f}", "commit", machine_commit, "compiler", machine_compiler,
                     "processor", processor, "load", machine_load());
}
