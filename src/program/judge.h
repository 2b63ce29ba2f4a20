/* judge.h - asks a complete solver, where one is installed, whether a formula is satisfiable. */
#ifndef BASIN_PROGRAM_JUDGE_H
#define BASIN_PROGRAM_JUDGE_H

#include <basin.h>

/* For basin_gen_opts.judge: cadical or else minisat, from a folder that PATH names in full. `user`
 * may be a bool, which says afterwards whether there is one that could not be asked. */
enum basin_verdict judge_formula(void *user, const char *dimacs, int32_t *value, size_t values,
                                 const char **name);

#endif
