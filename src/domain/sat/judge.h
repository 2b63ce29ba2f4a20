/* judge.h - asks a complete solver, where one is installed, whether a formula is satisfiable. */
#ifndef BSN_SAT_JUDGE_H
#define BSN_SAT_JUDGE_H

#include "base/ctx.h"

enum bsn_verdict { BSN_VERDICT_NO_JUDGE = 0, BSN_VERDICT_OPEN, BSN_VERDICT_SAT, BSN_VERDICT_UNSAT };

/* `cnf` is a DIMACS text. *judge gets the solver's name. */
enum bsn_verdict bsn_judge(const char *cnf, size_t length, const char **judge);

#endif
