/* solve.h - a problem file: what its readers and writers share. */
#ifndef BSN_SOLVE_H
#define BSN_SOLVE_H

#include "domain/domain.h"
#include "format/cfn.h"

struct bsn_solve {
    struct bsn_cfn file;     /* its tables are forgotten when they are stated */
    basin_problem *problem;  /* of domain own, as the file states it */
    size_t models;
    struct bsn_solve_model {
        char *path;
        basin_model *model;
    } *model;                /* (functions) those that learned functions name */
};

/* Reads a file, of either format by its name, and states the problem. */
basin_status bsn_solve_open(basin_ctx *ctx, const char *path, void **instance);
void bsn_solve_free(basin_ctx *ctx, void *instance);
bool bsn_solve_claims(const char *spec);

/* The sum of an assignment as the file counts it. */
double bsn_solve_sum(const void *instance, const int32_t *value, uint32_t *scratch);

/* Assignments as lines of NAME=VALUE or of numbers. */
void bsn_solve_write(const void *instance, const int32_t *value, uint64_t violated,
                     const double *sure, const char *format, struct bsn_text *text);
basin_status bsn_solve_read(basin_ctx *ctx, const void *instance, const char *path, char *text,
                            int32_t **value, size_t *count);

/* For struct bsn_generator: N variables of four values, ratio tables for each, width variables of
 * a table; costs from 0 to 10 (soft), or 0 and forbidden around a hidden assignment (hard). */
#define BSN_SOLVE_KINDS "soft hard"
basin_status bsn_solve_generate(basin_ctx *ctx, const struct basin_gen_opts *opts,
                                struct bsn_text *text);

#endif
