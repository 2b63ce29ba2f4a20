/* run_lines.h - the runs of many instances, one JSON object a line, as `basin eval` writes them.
 *
 * Of each line {"solved": true, false or null, "seconds": a number from 0} are read and, where it
 * is there, {"searched": a number}; what else is there is passed over, and so are blank lines.
 */
#ifndef BSN_RUN_LINES_H
#define BSN_RUN_LINES_H

#include "base/ctx.h"

struct bsn_run_line {
    bool solved;      /* accepted by a verifier; what is only believed is not */
    double seconds;
    double searched;  /* values that were searched for; NAN where the line does not say */
};

struct bsn_run_lines {
    size_t count;
    struct bsn_run_line *line;
};

/* On failure (IO, PARSE, MEMORY) *out is untouched. */
basin_status bsn_run_lines_read(basin_ctx *ctx, const char *path, struct bsn_run_lines *out);
void bsn_run_lines_clear(basin_ctx *ctx, struct bsn_run_lines *lines);

#endif
