/* report.h - what the report's page asks of the document that is put into it. */
#ifndef BSN_REPORT_H
#define BSN_REPORT_H

#include "base/ctx.h"

/* Is this text JSON, and has it all the parts that the page reads? */
basin_status bsn_report_check(basin_ctx *ctx, const char *json);

/* Is this a run that can be played, with pictures of its particles? `file` begins the message. */
struct json_t;
basin_status bsn_report_check_run(basin_ctx *ctx, const char *file, const struct json_t *run);

#endif
