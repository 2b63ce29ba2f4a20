/* formula.h - formulas as plain lists of numbers, and what is broken in them, for tests.
 *
 * Nothing here uses the library's reader, its clean formulas or its verifier, except to hand a
 * formula over to them.
 */
#ifndef TEST_FORMULA_H
#define TEST_FORMULA_H

#include "domain/domain.h"
#include "format/cnf.h"
#include "support.h"

#define FORMULA_NUMBERS 1200

/* A formula as it was given: numbers, each clause ends in 0. */
struct formula {
    uint32_t vars;
    size_t numbers;
    int32_t number[FORMULA_NUMBERS];
};

/* A random number below n at an address. */
uint32_t formula_draw(uint32_t stream, uint32_t item, uint32_t n);

void formula_add(struct formula *f, int32_t number);

/* Adds clause number k with `width` random literals; some come up twice, or both v and -v. */
void formula_add_clause(struct formula *f, uint32_t stream, uint32_t k, uint32_t width);

/* Such clauses of 1 to 8 literals and, with `empty`, now and then a clause of none. */
struct formula formula_random(uint32_t stream, uint32_t vars, uint32_t clauses, bool empty);

/* What a DIMACS text says, and what a clean formula does. */
struct formula formula_of_text(const char *text);
struct formula formula_of_cnf(const struct bsn_cnf *cnf);

size_t formula_clauses(const struct formula *f);

/* Clauses none of whose literals holds; "v or not v" holds even while v is open. */
uint64_t formula_broken(const struct formula *f, const int32_t *value);

/* Instances of the domain sat, to be freed by it. */
struct bsn_cnf *formula_instance(basin_ctx *ctx, const struct formula *f);
struct bsn_cnf *formula_parse(basin_ctx *ctx, const char *text);

/* A problem around such an instance; nothing needs to be freed but the instance. */
struct basin_problem formula_problem(struct bsn_cnf *cnf);

#endif
