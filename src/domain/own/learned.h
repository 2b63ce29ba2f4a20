/* learned.h - what a model of a learned constraint knows beside its networks: values and places.
 *
 * Its domain is "learned". Its notes say the names of the values ("values", "values.2", ...: commas
 * between them) and of how many places its examples were ("places": one number, or two with a dash
 * between: those, and any other number too). Its networks are bound by their names:
 *     pair       two whole variables: every pair of them
 *     count      literals "variable has value v" of all variables: once for each v
 *     count-V    the same for the value of that number alone
 *     near       two whole variables: every two that are adjacent
 *     tuple      all variables, in order
 * and those that are the energy of one variable alone.
 */
#ifndef BSN_LEARNED_H
#define BSN_LEARNED_H

#include "energy/model.h"

#define BSN_LEARNED_DOMAIN "learned"
#define BSN_LEARNED_PAIR "pair"
#define BSN_LEARNED_COUNT "count"
#define BSN_LEARNED_COUNT_OF "count-"
#define BSN_LEARNED_NEAR "near"
#define BSN_LEARNED_TUPLE "tuple"
#define BSN_LEARNED_VALUE "value"  /* alone: a variable with all its values, */
#define BSN_LEARNED_CELL "cell"    /* and that it has one of them */

struct bsn_learned {
    size_t values;
    char **name;         /* (values) */
    char *text;          /* backs the names */
    uint32_t low, high;  /* places of its examples; where they differ, other numbers do too */
};

/* Writes the notes of values and places; false when the names are too long for them. */
bool bsn_learned_note(basin_model *model, size_t values, const char *const *name, uint32_t low,
                      uint32_t high);

/* Reads these notes into model->extra, once. `where` begins error texts. */
basin_status bsn_learned_complete(basin_ctx *ctx, const char *where, basin_model *model);

/* What the model knows, or NULL when it is none of a learned constraint. */
const struct bsn_learned *bsn_learned_of(const basin_model *model);

#endif
