/* page.h - the report as one HTML page that needs nothing else: tables beside those of the paper,
 * figures, and a player of recorded runs.
 */
#ifndef BASIN_PAPER_PAGE_H
#define BASIN_PAPER_PAGE_H

#include "base/builtin.h"

#include <basin.h>

extern const struct bsn_builtin bsn_page_list[];  /* src/paper/page/ */

/* `json` is the document of document.c; one that lacks a part is refused, with a line that says
 * which. *html is to be freed with basin_text_free. */
basin_status paper_page(basin_ctx *ctx, const char *json, char **html);

/* Is this text JSON, and has it all the parts that the page reads? */
basin_status paper_page_check(basin_ctx *ctx, const char *json);

#endif
