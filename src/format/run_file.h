/* run_file.h - recorded runs: the energies of particles at the moments of a solve, as JSON.
 *
 * {"name", "frames": [{"step", "energy": [numbers or null], "violated": [...], "parent": [numbers
 * or null], absent when nothing was resampled}, ...]}, all lists as long as the first; what else is
 * there is passed over.
 */
#ifndef BSN_RUN_FILE_H
#define BSN_RUN_FILE_H

#include "base/ctx.h"
#include "basin_pictures.h"

struct bsn_record {
    char *name;
    char *domain;        /* "" when the file does not say */
    size_t moments, particles;
    double *step;        /* (moments) */
    double *energy;      /* (moments, particles) NAN for null */
    uint64_t *violated;  /* (moments, particles) */
    uint32_t *parent;    /* (moments, particles) BASIN_PARENT_UNKNOWN for null */
};

struct json_t;

/* The JSON of a file, to be released with json_decref; and what it holds. */
basin_status bsn_record_load(basin_ctx *ctx, const char *path, struct json_t **root);
basin_status bsn_record_take(basin_ctx *ctx, const char *path, const struct json_t *root,
                             struct bsn_record *out);
/* Both. On failure (IO, PARSE, MEMORY) *out is untouched. */
basin_status bsn_record_read(basin_ctx *ctx, const char *path, struct bsn_record *out);
void bsn_record_clear(basin_ctx *ctx, struct bsn_record *record);

#endif
