/* cfn.h - cost function networks as files say them: toulbar2's CFN (JSON) and UAI.
 *
 * Plain data: variables with names, functions with a dense table of costs each, the last variable's
 * value running fastest, or with the name of a learned model. What a reader refuses it says in one
 * line that begins with the file's name; then nothing is left to be cleared.
 */
#ifndef BSN_CFN_H
#define BSN_CFN_H

#include "base/text.h"

struct bsn_cfn_variable {
    char *name;
    uint32_t values;    /* 1 or more */
    char **value;       /* (values) their names; NULL: numbers from 0 */
    int32_t given;      /* by evidence; -1: free */
};

struct bsn_cfn_function {
    char *name;
    size_t scope;
    uint32_t *variable; /* (scope) */
    size_t costs;
    double *cost;       /* (costs) INFINITY: forbidden; NULL for a learned one: */
    char *model;        /* the model's file, as written */
    double weight;
};

struct bsn_cfn {
    char *name;             /* "" where it has none */
    bool maximise;          /* sums are to be high, and costs have changed their sign here */
    double bound;           /* sums must be below it; INFINITY: any */
    double constant;        /* of functions of no variables */
    size_t variables, functions;
    size_t tuples;          /* of all tables */
    struct bsn_cfn_variable *variable;
    struct bsn_cfn_function *function;
};

#define BSN_CFN_TUPLES ((size_t)1 << 24)  /* of one function, at most, */
#define BSN_CFN_ALL ((size_t)1 << 26)     /* and of all together */
#define BSN_CFN_SCOPE 4096                /* variables of a function, at most */

/* From the bytes of a file that messages call `label`. */
basin_status bsn_cfn_parse(basin_ctx *ctx, const char *label, const char *bytes, size_t length,
                           struct bsn_cfn *out);
basin_status bsn_uai_parse(basin_ctx *ctx, const char *label, const char *bytes, size_t length,
                           struct bsn_cfn *out);
/* Evidence for a network that was read: "COUNT VARIABLE VALUE ...". */
basin_status bsn_uai_evidence(basin_ctx *ctx, const char *label, const char *bytes, size_t length,
                              struct bsn_cfn *cfn);

void bsn_cfn_clear(basin_ctx *ctx, struct bsn_cfn *cfn);
/* Tables alone, when they were passed on. */
void bsn_cfn_forget(basin_ctx *ctx, struct bsn_cfn *cfn);

/* Writes a network of tables as CFN. Costs have `decimals` digits behind the point; what is
 * forbidden costs more than any sum, which the bound says. */
void bsn_cfn_write(const struct bsn_cfn *cfn, int decimals, struct bsn_text *text);

#endif
